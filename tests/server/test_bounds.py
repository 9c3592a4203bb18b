"""The server's bounds, each at, below and above: time, memory, connections, turns."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.server import Limits, Server
from tavola.server.browsers import BrowserRules, parse_host_name, parse_origin
from tavola.server.connection import ClientConnection
from tavola.server.encodings import choose_encoding, compress, decompress
from tavola.server.group_commit import GroupCommitter
from tavola.server.job_thread import JobThread
from tavola.server.responder import Outcome
from tavola.server.time_slices import LoopTurn, SlicePace, TimeSlices
from tavola.server.worlds import IsolatedWorlds, OneWorld, World, find_account
from tavola.wire.http1 import BadRequest, HttpRequest, RequestReader
from tests.server.client import request


def test_a_server_bears_what_its_documentation_says() -> None:
    assert Limits() == Limits(
        request_seconds=60.0,
        write_seconds=60.0,
        idle_seconds=600.0,
        linger_seconds=2.0,
        shutdown_seconds=10.0,
        max_connections=900,
        max_held_bytes=134_217_728,
        max_large_bytes=67_108_864,
        max_unsent_bytes=134_217_728,
    )


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        (Limits(), 1.0),
        (Limits(request_seconds=1.0), 0.5),
        (Limits(write_seconds=0.5), 0.25),
        (Limits(idle_seconds=0.25), 0.125),
        (Limits(linger_seconds=0.5), 0.25),
    ],
)
def test_deadlines_are_looked_at_twice_within_the_shortest(limits: Limits, seconds: float) -> None:
    assert limits.sweep_seconds == seconds


def test_a_slice_is_over_when_its_time_has_come() -> None:
    times = iter((10.0, 11.9, 12.0, 20.0, 21.0, 21.0))
    pace = SlicePace(lambda: next(times))
    pace.begin(2.0)

    assert [pace.is_over(), pace.is_over(), pace.moment_after(1.0)] == [False, True, 21.0]
    assert [pace.is_past(21.0), pace.is_past(21.5)] == [True, False]


def test_two_large_items_are_held_decoded_at_a_time() -> None:
    pace = SlicePace(lambda: 0.0)

    taken = [pace.take_room(), pace.take_room(), pace.take_room()]
    pace.give_room_back()

    assert (taken, pace.take_room(), pace.take_room()) == ([True, True, False], True, False)


@pytest.mark.parametrize(
    ("spent", "is_over"),
    [
        ([0.005], True),
        ([0.00499], False),
        ([0.0002, 0.0049], True),
        ([0.0001, 0.0049], False),
        ([0.003, 0.0001, 0.003], True),
    ],
)
def test_a_turn_is_over_after_a_slice_of_what_takes_long(spent: list[float], is_over: bool) -> None:
    async def run() -> tuple[list[float], bool, bool]:
        times = iter([moment for seconds in spent for moment in (0.0, seconds)])
        turn, seen = LoopTurn(asyncio.get_running_loop(), lambda: next(times)), list[float]()
        for _ in spent:
            turn.begin()
            seen.append(turn.end())
        ended = turn.is_over()
        await asyncio.sleep(0)
        return seen, ended, turn.is_over()

    assert asyncio.run(run()) == (spent, is_over, False)


def test_a_request_takes_what_passes_from_its_begin_to_its_end() -> None:
    async def run() -> float:
        times = iter((8.0, 8.5))
        turn = LoopTurn(asyncio.get_running_loop(), lambda: next(times))
        turn.begin()
        return turn.end()

    assert asyncio.run(run()) == 0.5


def _instant(outcome: Outcome) -> Any:
    return outcome
    yield


def test_an_answer_that_cannot_be_delivered_is_told_to_the_loop_and_others_go_on() -> None:
    told: list[dict[str, Any]] = []
    given: list[Outcome] = []
    fault = ValueError("gone")

    def refuse(_: Outcome) -> None:
        raise fault

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: told.append(context))
        slices = TimeSlices(loop, SlicePace(lambda: 0.0))
        slices.begin_later(_instant((200, b"a")), refuse, lambda: True)
        slices.begin_later(_instant((200, b"b")), given.append, lambda: True)
        slices.begin_later(_instant((200, b"c")), given.append, lambda: False)
        assert (slices.has_new, slices.is_empty) == (True, False)
        await asyncio.sleep(0)
        assert (slices.has_new, slices.is_empty) == (False, True)

    asyncio.run(run())

    assert told == [{"message": "an answer was not delivered", "exception": fault}]
    assert given == [(200, b"b")]


def test_a_commit_goes_on_after_an_answer_that_cannot_be_delivered(tmp_path: Any) -> None:
    told: list[dict[str, Any]] = []
    fault = ValueError("gone")

    async def run() -> list[Outcome]:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: told.append(context))
        committer, given, done = GroupCommitter(loop), list[Outcome](), asyncio.Event()

        def refuse(_: Outcome) -> None:
            raise fault

        def take(outcome: Outcome) -> None:
            given.append(outcome)
            done.set()

        with Engine.open(str(tmp_path / "a.db")) as engine:
            assert committer.is_idle
            committer.submit(World(engine), "ListTables", b"{}", refuse)
            committer.submit(World(engine), "ListTables", b"{}", take)
            assert not committer.is_idle
            await done.wait()
            assert committer.is_idle
            committer.close()
        return given

    assert asyncio.run(run()) == [(200, b'{"TableNames":[]}')]
    assert told == [{"message": "an answer was not delivered", "exception": fault}]


def test_jobs_are_done_in_order_by_a_thread_of_their_own() -> None:
    async def run() -> tuple[list[int], list[bool]]:
        thread = JobThread("tavola-test", asyncio.get_running_loop())
        done, results, idle = asyncio.Event(), list[int](), [thread.is_idle]
        for number in range(3):
            thread.submit(lambda number=number: number, results.append)  # type: ignore[misc]
        thread.submit(lambda: None, lambda _: done.set())
        idle.append(thread.is_idle)
        await done.wait()
        thread.close()
        return results, [*idle, thread.is_idle]

    assert asyncio.run(run()) == ([0, 1, 2], [True, False, True])


def test_a_job_thread_that_never_had_a_job_ends_at_once() -> None:
    async def run() -> None:
        JobThread("tavola-test", asyncio.get_running_loop()).close()

    asyncio.run(run())


def test_a_body_has_at_most_1000_parts() -> None:
    part = gzip.compress(b"x", mtime=0)

    assert decompress(part * 1000, b" GZIP ") == b"x" * 1000
    with pytest.raises(BadRequest) as refused:
        decompress(part * 1001, b"gzip")
    assert (refused.value.status, str(refused.value)) == (
        400,
        "The body has more than 1000 parts.",
    )


@pytest.mark.parametrize(
    ("body", "encoding", "status", "problem"),
    [
        (b"", b"gzip", 400, "The body is not gzip."),
        (b"{}", b"gzip", 400, "The body is not gzip."),
        (b"x" * 50, b"gzip", 400, "The body is not gzip."),
        (gzip.compress(b"x", mtime=0), b"deflate", 400, "The body is not gzip."),
        (gzip.compress(b"x", mtime=0)[:-1], b"gzip", 400, "The gzip body is truncated."),
        (
            gzip.compress(bytes(16_777_216), 1, mtime=0) + gzip.compress(b"x", mtime=0),
            b"gzip",
            413,
            "The body decompresses to more than a request may have.",
        ),
    ],
)
def test_a_body_that_cannot_be_unzipped_is_named(
    body: bytes, encoding: bytes, status: int, problem: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        decompress(body, encoding)

    assert (refused.value.status, str(refused.value)) == (status, problem)


def test_an_answer_is_compressed_fast_and_always_alike() -> None:
    text = b"abc" * 5000

    assert compress(text, b"gzip") == gzip.compress(text, 1, mtime=0)
    assert choose_encoding(b"deflate;q=1, gzip;q=1") == b"deflate"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("HTTP://App.Example:80", "http://app.example"),
        ("https://a:443", "https://a"),
        ("https://a:80", "https://a:80"),
        ("http://[::1]:3000", "http://[::1]:3000"),
        ("http://127.0.0.1", "http://127.0.0.1"),
        ("chrome-extension://abc", "chrome-extension://abc"),
        ("http://a_b.c-d", "http://a_b.c-d"),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(text: str, origin: str) -> None:
    assert parse_origin(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        *("null", "*", "a.example", "http://", "http://a/", "http://a/b", "http://u@a", "1x://a"),
        *(
            "http://a:x",
            "http://-a",
            "http://a-",
            "http://a b",
            "http://[::1",
            "://a",
            "http://a?b",
        ),
    ],
)
def test_what_is_no_origin_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="is not the origin") as refused:
        parse_origin(text)

    assert str(refused.value) == (
        f"{text!r} is not the origin of a site. Give its scheme, host and port, such as"
        " http://localhost:3000."
    )


def test_the_name_of_a_host_has_no_port() -> None:
    assert [parse_host_name(text) for text in ("Db", "db.example.", "a")] == [
        *("db", "db.example", "a"),
    ]
    with pytest.raises(ValueError, match="is not a host name") as refused:
        parse_host_name("db:8000")
    assert str(refused.value) == (
        "'db:8000' is not a host name. Give a name without a port, such as db."
    )


@pytest.mark.parametrize(
    ("headers", "refusal"),
    [
        ({}, None),
        ({b"host": b"db:8000"}, None),
        ({b"host": b"DB."}, None),
        ({b"host": b"[::1]:1"}, None),
        ({b"host": b"db", b"origin": b"http://app"}, None),
        (
            {b"host": b"x" * 101, b"origin": b"http://other"},
            f"Host: '{'x' * 100}' is not a name of this server. Use its address or localhost,"
            " or start it with --allow-host and this name.",
        ),
        (
            {b"origin": b"http://other"},
            "Origin: 'http://other' may not use this server. Start it with --allow-origin and"
            " this origin if it should.",
        ),
        (
            {b"host": b"db:123456"},
            "Host: 'db:123456' is not a name of this server. Use its address or localhost,"
            " or start it with --allow-host and this name.",
        ),
    ],
)
def test_a_page_is_told_what_would_allow_it(
    headers: dict[bytes, bytes], refusal: str | None
) -> None:
    rules = BrowserRules(["Db", ""], ["HTTP://app:80"])

    assert (rules.find_refusal(headers), rules.allow(headers)) == (refusal, refusal is None)


@pytest.mark.parametrize(
    ("key", "account"),
    [
        ("AKIAAAAAAAAAAAAAAAAA", "AKIAAAAAAAAAAAAAAAAA"),
        ("12345678901", "12345678901"),
        ("AKIA777777777777777A", "AKIA777777777777777A"),
    ],
)
def test_a_key_that_holds_no_account_has_one_of_its_own(key: str, account: str) -> None:
    others = {find_account(key), find_account(f"{account}x"), find_account("")}

    assert (len(others), {len(one) for one in others}) == (3, {12})


def _signed(key: str, region: str = "us-east-1", host: str = "localhost") -> HttpRequest:
    reader = RequestReader()
    scope = f"{key}/20261115/{region}/dynamodb/aws4_request"
    authorization = f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature=aa"
    reader.feed(request("ListTables", host=host, authorization=authorization))
    found = reader.next_request()
    assert found is not None
    return found


def test_a_world_is_found_once_for_all_requests_with_the_same_head(engine: Engine) -> None:
    worlds = OneWorld(engine)

    first = worlds.find(_signed("a"))

    assert worlds.find(_signed("a")) is first
    assert worlds.find(_signed("b")) is not first
    assert worlds.find(_signed("a", host="127.0.0.1")) is not first


def test_of_a_thousand_heads_the_world_is_remembered(engine: Engine) -> None:
    worlds = OneWorld(engine)
    found = [worlds.find(_signed(str(number))) for number in range(1024)]

    assert worlds.find(_signed("0")) is found[0]
    worlds.find(_signed("another"))
    assert worlds.find(_signed("0")) is not found[0]


def test_isolated_worlds_are_numbered_from_1_in_the_order_they_are_opened(engine: Engine) -> None:
    opened: list[tuple[str, str]] = []

    def open_world(account: str, region: str) -> World:
        opened.append((account, region))
        return World(engine)

    worlds = IsolatedWorlds(open_world)
    asked = [("1" * 12, "us-east-1"), ("1" * 12, "eu-west-1"), ("1" * 12, "us-east-1")]
    groups = [
        worlds.find(_signed(key, region, host)).group
        for host in ("localhost", "127.0.0.1")
        for key, region in asked
    ]

    assert groups == [1, 2, 1] * 2
    assert opened == asked[:2]
    assert World(engine).group == 0


class Recorder(asyncio.Transport):
    """A transport that remembers what was done with it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []
        self._is_closing = False

    def write(self, data: Any) -> None:
        self.told.append(bytes(data).partition(b"\r\n")[0])

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.told.append("eof")

    def close(self) -> None:
        self._is_closing = True
        self.told.append("close")

    def abort(self) -> None:
        self._is_closing = True
        self.told.append("abort")

    def is_closing(self) -> bool:
        return self._is_closing

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")

    def get_write_buffer_size(self) -> int:
        return 1000


def _connected(server: Server) -> tuple[ClientConnection, Recorder]:
    connection, transport = ClientConnection(server.traffic), Recorder()
    connection.connection_made(transport)
    return connection, transport


HALF = b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf"
WAITED: list[tuple[str, float, list[object]]] = [
    ("idle", 600.0, []),
    ("idle", 600.5, ["abort"]),
    ("half", 60.0, []),
    ("half", 60.5, [b"HTTP/1.1 408 Request Timeout", "eof"]),
    ("half of the next", 60.0, []),
    ("half of the next", 60.5, [b"HTTP/1.1 408 Request Timeout", "eof"]),
    ("choked", 60.0, []),
    ("choked", 60.5, ["abort"]),
    ("refused", 2.0, []),
    ("refused", 2.5, ["abort"]),
    ("stopping", 2.0, []),
    ("stopping", 2.5, ["abort"]),
]


@pytest.mark.parametrize(("state", "seconds", "told"), WAITED)
def test_a_client_has_so_much_time_in_each_state(
    engine: Engine, state: str, seconds: float, told: list[object]
) -> None:
    async def run() -> list[object]:
        async with Server(engine) as server:
            server.traffic.now = 1000.0
            connection, transport = _connected(server)
            if state in ("half", "stopping"):
                connection.data_received(HALF)
            if state == "half of the next":
                server.traffic.now = 950.0
                connection.data_received(HALF)
                server.traffic.now = 1000.0
                connection.data_received(b"whole" + HALF)
            if state == "choked":
                connection.pause_writing()
            if state == "refused":
                connection.data_received(b"nonsense\r\n\r\n")
            if state == "stopping":
                server.traffic.is_stopping = True
            transport.told.clear()
            connection.check_deadline(1000.0 + seconds)
            connection.connection_lost(None)
            return transport.told

    assert asyncio.run(run()) == told


def test_what_connections_hold_is_counted_and_given_back(engine: Engine) -> None:
    async def run() -> list[tuple[int, int]]:
        async with Server(engine) as server:
            traffic, seen = server.traffic, list[tuple[int, int]]()
            connection, _ = _connected(server)
            other, _ = _connected(server)
            steps: tuple[Callable[[], None], ...] = (
                lambda: connection.data_received(HALF),
                lambda: other.data_received(HALF[:-2]),
                other.pause_writing,
                other.resume_writing,
                connection.pause_writing,
                lambda: connection.connection_lost(None),
                lambda: other.connection_lost(None),
            )
            for step in steps:
                step()
                seen.append((traffic.held_bytes, traffic.unsent_bytes))
            return seen

    assert asyncio.run(run()) == [(4, 0), (6, 0), (6, 1000), (6, 0), (6, 1000), (2, 0), (0, 0)]


def test_a_client_that_does_not_read_is_not_read_from(engine: Engine) -> None:
    async def run() -> list[object]:
        async with Server(engine) as server:
            connection, transport = _connected(server)
            connection.pause_writing()
            connection.data_received(request(method="GET", body=b""))
            transport.told.append("now")
            connection.resume_writing()
            connection.connection_lost(None)
            return transport.told

    assert asyncio.run(run())[:3] == ["pause", "now", b"HTTP/1.1 200 OK"]


def test_a_client_that_waits_for_it_is_told_to_go_on_once(engine: Engine) -> None:
    async def run() -> list[object]:
        async with Server(engine) as server:
            connection, transport = _connected(server)
            message = request("ListTables", expect="100-continue")
            connection.data_received(message[:-2])
            connection.data_received(message[-2:-1])
            connection.data_received(message[-1:])
            connection.connection_lost(None)
            return transport.told

    assert asyncio.run(run()) == [b"HTTP/1.1 100 Continue", b"HTTP/1.1 200 OK"]


def test_one_connection_has_16_requests_in_a_turn(engine: Engine) -> None:
    async def run() -> list[int]:
        async with Server(engine) as server:
            connection, transport = _connected(server)
            connection.data_received(request(method="GET", body=b"") * 33)
            seen = list[int]()
            for _ in range(3):
                seen.append(transport.told.count(b"HTTP/1.1 200 OK"))
                await asyncio.sleep(0)
            connection.connection_lost(None)
            return seen

    assert asyncio.run(run()) == [16, 32, 33]


def test_a_stopping_server_ends_what_is_idle_and_answers_what_has_begun(engine: Engine) -> None:
    async def run() -> tuple[list[object], list[object]]:
        async with Server(engine) as server:
            idle, busy = _connected(server), _connected(server)
            message = request(method="GET", body=b"")
            busy[0].data_received(message[:-1])
            server.traffic.stop()
            idle[0].connection_lost(None)
            assert not server.traffic.emptied.is_set()
            busy[0].data_received(message[-1:])
            busy[0].connection_lost(None)
            assert server.traffic.emptied.is_set()
            return idle[1].told, busy[1].told

    assert asyncio.run(run()) == (["close"], [b"HTTP/1.1 200 OK", "eof"])


def test_a_client_that_has_said_all_is_let_go(engine: Engine) -> None:
    async def run() -> list[object]:
        async with Server(engine) as server:
            connection, transport = _connected(server)
            stays = connection.eof_received()
            connection.pause_writing()
            stays_choked = connection.eof_received()
            connection.connection_lost(None)
            return [stays, stays_choked, transport.told]

    assert asyncio.run(run()) == [False, True, ["pause"]]


@pytest.mark.parametrize(("most", "told"), [(4, []), (3, [b"HTTP/1.1 503 Service Unavailable"])])
def test_past_the_bound_of_what_is_held_a_request_is_refused(
    engine: Engine, most: int, told: list[object]
) -> None:
    async def run() -> list[object]:
        async with Server(engine, limits=Limits(max_held_bytes=most)) as server:
            connection, transport = _connected(server)
            connection.data_received(HALF)
            connection.connection_lost(None)
            return transport.told[:1]

    assert asyncio.run(run()) == told


@pytest.mark.parametrize("size", [65_535, 65_536])
def test_after_a_large_piece_others_are_read_first(engine: Engine, size: int) -> None:
    async def run() -> list[object]:
        async with Server(engine) as server:
            connection, transport = _connected(server)
            head = b"POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"
            connection.data_received(head + bytes(size - len(head)))
            at_once = list(transport.told)
            await asyncio.sleep(0)
            later = list(transport.told)
            connection.connection_lost(None)
            return [at_once, later]

    is_large = size == 65_536
    assert asyncio.run(run()) == ([["pause"], ["pause", "resume"]] if is_large else [[], []])


def test_a_connection_too_many_is_refused_unless_one_is_idle(engine: Engine) -> None:
    async def run() -> list[list[object]]:
        async with Server(engine, limits=Limits(max_connections=1)) as server:
            first, second = _connected(server), None
            first[0].data_received(HALF)
            second = _connected(server)
            second[0].connection_lost(None)
            first[0].connection_lost(None)
            third, fourth = _connected(server), _connected(server)
            third[0].connection_lost(None)
            fourth[0].connection_lost(None)
            return [one[1].told for one in (first, second, third, fourth)]

    assert asyncio.run(run()) == [
        [],
        [b"HTTP/1.1 503 Service Unavailable", "eof"],
        ["abort"],
        [],
    ]


@pytest.mark.parametrize(("size", "told"), [(262_144, []), (262_145, ["pause"])])
def test_a_busy_connection_takes_256_kb_of_what_comes_next(
    engine: Engine, size: int, told: list[object]
) -> None:
    async def run() -> list[object]:
        async with Server(engine) as server:
            connection, transport = _connected(server)
            connection.data_received(request("ListTables", b"x", content_encoding="gzip"))
            connection.data_received(bytes(size))
            seen = list(transport.told)
            connection.connection_lost(None)
            return seen

    assert asyncio.run(run()) == told


def test_past_the_bound_of_large_bodies_a_client_is_to_try_again(engine: Engine) -> None:
    message = request("ListTables", b"x" * 10, content_encoding="gzip")

    async def run(most: int) -> tuple[list[object], list[int]]:
        async with Server(engine, limits=Limits(max_large_bytes=most)) as server:
            traffic = server.traffic
            first, second = _connected(server), _connected(server)
            first[0].data_received(message)
            counted = [traffic.large_bytes]
            second[0].data_received(message)
            counted.append(traffic.large_bytes)
            seen = list(second[1].told)
            for connection, _ in (first, second):
                connection.connection_lost(None)
            return seen, counted

    assert asyncio.run(run(20)) == ([], [10, 20])
    assert asyncio.run(run(19)) == ([b"HTTP/1.1 503 Service Unavailable"], [10, 10])
    assert asyncio.run(run(0)) == ([b"HTTP/1.1 503 Service Unavailable"], [10, 10])


def test_a_server_s_requests_have_ids_of_52_signs_that_begin_alike(engine: Engine) -> None:
    async def run(server: Server) -> list[bytes]:
        async with server:
            connection, transport = ClientConnection(server.traffic), Whole()
            connection.connection_made(transport)
            connection.data_received(request(method="GET", body=b"") * 2)
            connection.connection_lost(None)
            heads = b"".join(transport.written).split(b"x-amzn-RequestId: ")[1:]
            return [head.partition(b"\r\n")[0] for head in heads]

    first, second = asyncio.run(run(Server(engine)))
    third = asyncio.run(run(Server(engine)))[0]

    assert (len(first), first[40:], second[40:]) == (52, b"000000000001", b"000000000002")
    assert (first[:40] == second[:40], first[:40] == third[:40]) == (True, False)
    assert first.decode().isupper()


class Whole(Recorder):
    """A transport that remembers all that was written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))


@pytest.mark.parametrize(
    ("host", "url"), [("127.0.0.1", "http://127.0.0.1:0"), ("::1", "http://[::1]:0")]
)
def test_a_server_says_where_it_will_be_found(engine: Engine, host: str, url: str) -> None:
    assert Server(engine, host).url == url


def test_a_sweep_looks_at_every_deadline(engine: Engine) -> None:
    async def run() -> tuple[float, list[object]]:
        async with Server(engine) as server:
            server.traffic.now = 1000.0
            connection, transport = _connected(server)
            server.traffic.sweep(1601.0)
            connection.connection_lost(None)
            return server.traffic.now, transport.told

    assert asyncio.run(run()) == (1601.0, ["abort"])


def test_a_server_without_clients_has_nobody_to_wait_for(engine: Engine) -> None:
    async def run() -> tuple[bool, bool]:
        async with Server(engine) as server:
            before = server.traffic.is_stopping
            server.traffic.stop()
            return before, server.traffic.emptied.is_set()

    assert asyncio.run(run()) == (False, True)
