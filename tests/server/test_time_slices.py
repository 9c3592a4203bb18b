"""Long reads take turns, and short requests go between them."""

from __future__ import annotations

import asyncio
import select
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.engine.engine import CheckedRequest
from tavola.engine.pacing import Pace, Steps
from tavola.server import Limits, Server, serve
from tavola.server.connection import ClientConnection
from tavola.server.responder import Outcome, Responder
from tavola.server.time_slices import MAX_UNDER_WAY, LoopTurn, SlicePace, TimeSlices
from tavola.wire.http1 import HttpRequest
from tests.patience import PATIENCE_SECONDS, eventually, until
from tests.server.client import TABLE, Connect, Wire, request


class UnitClock:
    """A clock that moves by a millisecond whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def counting(
    name: str, units: int, pace: SlicePace, seen: list[str]
) -> Generator[None, None, Outcome]:
    """Work of so many units that pauses when it is told to."""
    for _ in range(units):
        seen.append(name)
        if pace.is_over():
            seen.append("|")
            yield
    return 200, name.encode()


def has_answer(wire: Wire) -> bool:
    """Whether something has come on a connection."""
    poll = select.poll()
    poll.register(wire.socket, select.POLLIN)
    return bool(poll.poll(0))


def test_a_short_work_is_done_at_once() -> None:
    async def run() -> Outcome | None:
        pace = SlicePace(UnitClock())
        slices = TimeSlices(asyncio.get_running_loop(), pace)
        return slices.run(counting("a", 1, pace, []))

    assert asyncio.run(run()) == (200, b"a")


async def run_two(seen: list[str]) -> list[Outcome]:
    loop = asyncio.get_running_loop()
    pace = SlicePace(UnitClock())
    slices, outcomes = TimeSlices(loop, pace), list[Outcome]()
    both_done = asyncio.Event()

    def deliver(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if len(outcomes) == 2:
            both_done.set()

    for name in ("a", "b"):
        work = counting(name, 12, pace, seen)
        assert slices.run(work) is None
        slices.line_up(work, deliver, lambda: True)
    await both_done.wait()
    return outcomes


def test_long_works_take_turns_of_a_few_units() -> None:
    seen: list[str] = []

    outcomes = asyncio.run(run_two(seen))

    assert "".join(seen) == "aa|bb|aaaaa|bbbbb|aaaaa|bbbbb|"
    assert outcomes == [(200, b"a"), (200, b"b")]


def test_what_comes_meanwhile_goes_between_two_slices() -> None:
    seen: list[str] = []

    async def run() -> None:
        loop = asyncio.get_running_loop()
        pace = SlicePace(UnitClock())
        slices = TimeSlices(loop, pace)
        work, done = counting("a", 22, pace, seen), asyncio.Event()
        slices.run(work)
        slices.line_up(work, lambda _: done.set(), lambda: True)

        def short() -> None:
            seen.append(".")
            if not done.is_set():
                loop.call_soon(short)

        loop.call_soon(short)
        await done.wait()

    asyncio.run(run())

    assert "".join(seen).startswith("aa|aaaaa|.aaaaa|.aaaaa|.")


def test_what_nobody_wants_any_more_ends() -> None:
    seen: list[str] = []

    async def run() -> None:
        pace = SlicePace(UnitClock())
        slices = TimeSlices(asyncio.get_running_loop(), pace)
        work = counting("a", 1000, pace, seen)
        slices.run(work)
        slices.line_up(work, lambda _: None, lambda: False)
        await asyncio.sleep(0)

    asyncio.run(run())

    assert "".join(seen) == "aa|"


def test_a_read_that_lasts_holds_nobody_up(
    engine: Engine, url: str, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.execute("CreateTable", TABLE)
    engine.execute("PutItem", {"TableName": "things", "Item": {"pk": {"S": "1"}}})
    start, are_others_done = engine.start, threading.Event()

    def start_long(action: str, body: bytes, pace: Pace) -> Steps:
        # As long as a read can be: it pauses until the others are done.
        while action == "Scan" and not are_others_done.is_set():
            yield
        return (yield from start(action, body, pace))

    monkeypatch.setattr(engine, "start", start_long)
    slow, quick = connect(url), connect(url)

    slow.send(request("Scan", {"TableName": "things"}))
    get = request("GetItem", {"TableName": "things", "Key": {"pk": {"S": "1"}}})
    answered = [quick.exchange(get).status for _ in range(20)]
    is_still_under_way = not has_answer(slow)
    are_others_done.set()

    assert (answered, is_still_under_way) == ([200] * 20, True)
    assert b'"ScannedCount":1' in slow.receive().body


def test_a_scan_with_a_filter_pauses_whenever_its_slice_is_over(engine: Engine) -> None:
    engine.execute("CreateTable", TABLE)
    for number in range(100):
        engine.execute("PutItem", {"TableName": "things", "Item": {"pk": {"S": f"{number}"}}})
    pace, pauses = SlicePace(UnitClock()), 0
    scan = b'{"TableName":"things","FilterExpression":"attribute_not_exists(x)"}'
    steps = engine.start("Scan", scan, pace)

    def one_slice() -> bytes | None:
        pace.begin(0.0095)
        try:
            return next(steps)
        except StopIteration as done:
            response: bytes = done.value
            return response

    while (response := one_slice()) is None:
        pauses += 1

    # The clock moves by a millisecond at every item: each slice has ten.
    assert (pauses, msgspec.json.decode(response)["ScannedCount"]) == (10, 100)


@pytest.mark.parametrize("place", ["memory:", "file"])
def test_a_body_that_takes_long_to_read_holds_nobody_up(
    place: str, tmp_path: Path, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = b",".join([b'{"NULL":true}'] * 300_000)
    body = b'{"TableName":"things","Item":{"pk":{"S":"a"},"x":{"L":[' + values + b"]}}}"
    location = place if place == "memory:" else str(tmp_path / "a.db")
    with Engine.open(location) as engine, serve(engine) as url:
        engine.execute("CreateTable", TABLE)
        read_request, are_others_done = engine.read_request, threading.Event()

        def read_long(action: str, body: bytes) -> CheckedRequest:
            if action == "PutItem":
                assert are_others_done.wait(PATIENCE_SECONDS)
            return read_request(action, body)

        monkeypatch.setattr(engine, "read_request", read_long)
        slow, quick = connect(url), connect(url)

        slow.send(request("PutItem", body))
        get = request("GetItem", {"TableName": "things", "Key": {"pk": {"S": "1"}}})
        answered = [quick.exchange(get).status for _ in range(5)]
        is_still_under_way = not has_answer(slow)
        are_others_done.set()

        assert (answered, is_still_under_way) == ([200] * 5, True)
        slow.socket.settimeout(PATIENCE_SECONDS)
        assert b"Item size has exceeded" in slow.receive().body


def test_past_so_many_large_bodies_the_next_one_is_to_try_again(
    engine: Engine, connect: Connect
) -> None:
    engine.execute("CreateTable", TABLE)
    body = b'{"TableName":"things","Item":{"pk":{"S":"a"},"x":{"S":"' + b"x" * 100_000 + b'"}}}'
    with serve(engine, limits=Limits(max_large_bytes=150_000)) as url:
        first, second = connect(url), connect(url)
        with engine.storage.memory_lock:
            first.send(request("PutItem", body))
            # The lock keeps the first one waiting; health needs none.
            second.exchange(request(method="GET", body=b""))
            refused = second.exchange(request("PutItem", body))

        assert (refused.status, first.receive().status) == (503, 200)
        assert second.exchange(request("PutItem", body)).status == 200


def test_a_long_read_behind_a_large_body_is_run_in_slices_too(
    engine: Engine, url: str, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.execute("CreateTable", TABLE)
    threads: list[str] = []
    start = engine.start

    def start_noted(action: str, body: bytes | CheckedRequest, pace: Pace) -> Steps:
        threads.append(threading.current_thread().name)
        return start(action, body, pace)

    monkeypatch.setattr(engine, "start", start_noted)
    padded = b'{"TableName":"things"}' + b" " * 100_000

    answer = connect(url).exchange(request("Scan", padded))

    assert (answer.status, threads) == (200, ["tavola-server"])


@pytest.mark.parametrize(
    ("size", "accepts", "thread"),
    [
        (600_000, "identity", "tavola-renderer"),
        (100_000, "gzip", "tavola-renderer"),
        (100_000, None, "tavola-server"),
    ],
)
def test_what_takes_long_to_render_is_rendered_beside(
    engine: Engine,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    accepts: str | None,
    thread: str,
) -> None:
    engine.execute("CreateTable", TABLE)
    for number in range(size // 50_000):
        item = {"pk": {"S": f"{number}"}, "x": {"S": "x" * 50_000}}
        engine.execute("PutItem", {"TableName": "things", "Item": item})
    threads: list[str] = []
    render = Responder.render_json

    def render_noted(self: Responder, request: HttpRequest, outcome: Outcome) -> bytes:
        threads.append(threading.current_thread().name)
        return render(self, request, outcome)

    monkeypatch.setattr(Responder, "render_json", render_noted)
    scan = request("Scan", {"TableName": "things"}, accept_encoding=accepts)
    with serve(engine) as url:
        wire = connect(url)
        statuses = [wire.exchange(scan).status for _ in range(2)]

    assert (statuses, threads) == ([200, 200], [thread, thread])


def test_past_so_many_unread_answers_a_long_read_is_to_try_again(
    engine: Engine, connect: Connect
) -> None:
    engine.execute("CreateTable", TABLE)
    for number in range(40):
        item = {"pk": {"S": f"{number}"}, "x": {"S": "x" * 390_000}}
        engine.execute("PutItem", {"TableName": "things", "Item": item})
    keys = [{"pk": {"S": f"{number}"}} for number in range(40)]
    batch = request("BatchGetItem", {"RequestItems": {"things": {"Keys": keys}}})
    get = request("GetItem", {"TableName": "things", "Key": {"pk": {"S": "none"}}})
    with serve(engine, limits=Limits(max_unsent_bytes=1_000_000)) as url:
        silent, other = connect(url), connect(url)
        silent.send(batch)
        until(lambda: has_answer(silent), "an answer that is not read")
        while_unread = (other.exchange(batch).status, other.exchange(get).status)
        silent.receive()
        eventually(lambda: other.exchange(batch).status, 200)

    assert while_unread == (503, 200)


def test_of_many_long_works_some_take_turns_and_others_wait() -> None:
    seen: list[str] = []

    async def run() -> int:
        pace = SlicePace(UnitClock())
        slices, done = TimeSlices(asyncio.get_running_loop(), pace), list[Outcome]()
        for number in range(MAX_UNDER_WAY + 2):
            work = counting(f"{number},", 12, pace, seen)
            assert slices.run(work) is None
            slices.line_up(work, done.append, lambda: True)
        seen.clear()
        while len(done) < MAX_UNDER_WAY + 2:
            await asyncio.sleep(0)
        return len(done)

    assert asyncio.run(run()) == MAX_UNDER_WAY + 2
    turns = "".join(seen).replace("|", "").split(",")[:-1]
    late = [str(number) for number in (MAX_UNDER_WAY, MAX_UNDER_WAY + 1)]
    # Two rounds of five units end the first ones; only then the others go on.
    assert not set(late) & set(turns[: 5 * MAX_UNDER_WAY])
    assert set(late) <= set(turns)


def test_of_many_that_come_at_once_some_begin_in_each_turn() -> None:
    seen: list[str] = []

    async def run() -> None:
        loop = asyncio.get_running_loop()
        pace = SlicePace(UnitClock())
        slices, done = TimeSlices(loop, pace), list[Outcome]()
        for name in "abcdef":
            slices.begin_later(counting(name, 1, pace, seen), done.append, lambda: True)
        while len(done) < 6:
            await asyncio.sleep(0)
            seen.append("/")

    asyncio.run(run())

    # Each looks at the clock three times, and a turn has five milliseconds for them.
    assert "".join(seen) == "ab/cd/ef/"


def test_those_that_begin_leave_a_slice_to_those_that_go_on() -> None:
    seen: list[str] = []

    async def run() -> None:
        pace = SlicePace(UnitClock())
        slices, done = TimeSlices(asyncio.get_running_loop(), pace), list[Outcome]()
        slices.line_up(counting("L", 10, pace, seen), done.append, lambda: True)
        for name in "abcd":
            slices.begin_later(counting(name, 1, pace, seen), done.append, lambda: True)
        while len(done) < 5:
            await asyncio.sleep(0)

    asyncio.run(run())

    assert "".join(seen) == "abLLLLL|cdLLLLL|"


def test_a_read_waits_for_the_next_turn_when_this_one_has_lasted(
    engine: Engine, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.execute("CreateTable", TABLE)
    later: list[str] = []
    begin_later = TimeSlices.begin_later

    def begin_noted(self: TimeSlices, *asked: Any) -> None:
        later.append("later")
        begin_later(self, *asked)

    monkeypatch.setattr(TimeSlices, "begin_later", begin_noted)

    def always(_: LoopTurn) -> bool:
        return True

    def no_time(_: LoopTurn) -> float:
        return 0.0

    monkeypatch.setattr(LoopTurn, "is_over", always)
    monkeypatch.setattr(LoopTurn, "end", no_time)
    get = request("GetItem", {"TableName": "things", "Key": {"pk": {"S": "a"}}})
    with serve(engine) as url:
        wire = connect(url)
        scanned = wire.exchange(request("Scan", {"TableName": "things"})).status
        # A connection's first request may be of any kind, so it waits too; the others do not.
        got = [wire.exchange(get).status for _ in range(3)]

    assert (scanned, got, later) == (200, [200, 200, 200], ["later", "later"])


class PausingTransport(asyncio.Transport):
    """Takes note of whether its connection reads."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = True

    def is_closing(self) -> bool:
        """Stay open."""
        return False

    def pause_reading(self) -> None:
        """Stop."""
        self.reads = False

    def resume_reading(self) -> None:
        """Go on."""
        self.reads = True


def test_of_many_large_bodies_one_piece_is_read_in_each_turn(engine: Engine) -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"

    async def run() -> list[list[bool]]:
        transports = [PausingTransport() for _ in range(3)]
        async with Server(engine) as server:
            for transport in transports:
                connection = ClientConnection(server.traffic)
                connection.connection_made(transport)
                connection.data_received(head + b"x" * 65_536)
            seen = [[transport.reads for transport in transports]]
            for _ in range(3):
                await asyncio.sleep(0)
                seen.append([transport.reads for transport in transports])
            server.traffic.connections.clear()
        return seen

    assert asyncio.run(run()) == [
        [False, False, False],
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]
