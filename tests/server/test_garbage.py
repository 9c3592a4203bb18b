"""A collection waits until no client has to wait for it, and finds nothing of connections."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Generator
from contextlib import contextmanager
from threading import get_ident
from weakref import ref

import pytest

from tavola.engine import Engine
from tavola.server import Server, garbage, serve
from tavola.server.garbage import MOST_AT_ONCE, WORTH_A_LOOK, PatientCollector
from tavola.server.responder import Outcome
from tests.engine.conftest import FLAT
from tests.server.client import Wire, request


@pytest.fixture(autouse=True)
def usual_collector() -> Generator[None]:
    """Leave the collector as it was, also after a failure."""
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@contextmanager
def collections_here() -> Generator[list[int]]:
    """List the generations that this thread collects; other threads may collect meanwhile."""
    here, found = get_ident(), list[int]()

    def notice(phase: str, about: dict[str, int]) -> None:
        if phase == "start" and get_ident() == here:
            found.append(about["generation"])

    gc.callbacks.append(notice)
    try:
        yield found
    finally:
        gc.callbacks.remove(notice)


def test_a_collection_waits_for_a_calm_moment() -> None:
    collector = PatientCollector()
    collector.start()
    gc.collect()
    early = collector.look(is_calm=True, has_clients=True)
    kept = [[number] for number in range(2 * WORTH_A_LOOK)]
    busy, calm, again = (
        collector.look(is_calm=is_calm, has_clients=True) for is_calm in (False, True, True)
    )
    collector.stop()

    assert (early, busy, calm, again) == (False, False, True, False)
    assert len(kept) > WORTH_A_LOOK


def test_what_is_alive_at_a_calm_moment_is_not_looked_at_again() -> None:
    collector = PatientCollector()
    collector.start()
    before = gc.get_freeze_count()
    kept = [[number] for number in range(2 * WORTH_A_LOOK)]
    collector.look(is_calm=True, has_clients=True)
    found = gc.get_freeze_count() - before
    collector.stop()

    assert found >= len(kept)


def test_more_than_a_short_piece_is_left_out_unseen_while_clients_are_there() -> None:
    collector = PatientCollector()
    collector.start()
    with collections_here() as seen:
        kept = [[number] for number in range(2 * MOST_AT_ONCE)]
        has_looked = collector.look(is_calm=True, has_clients=True)
    frozen = gc.get_freeze_count()
    collector.stop()

    assert (has_looked, seen) == (False, [])
    assert frozen >= len(kept)


class Knot:
    """Refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.me = self


def test_cycles_that_were_left_out_unseen_are_found_when_nobody_is_connected() -> None:
    collector = PatientCollector()
    collector.start()
    knot = ref(Knot())
    kept = [[number] for number in range(2 * MOST_AT_ONCE)]
    looked = [collector.look(is_calm=True, has_clients=is_there) for is_there in (True, True)]
    is_kept = knot() is not None
    looked += [collector.look(is_calm=True, has_clients=False) for _ in range(2)]
    collector.stop()

    assert (looked, is_kept, knot()) == ([False, False, True, False], True, None)
    assert len(kept) == 2 * MOST_AT_ONCE


def test_cycles_are_found_in_spite_of_clients_when_most_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collector = PatientCollector()
    collector.start()
    most = gc.get_freeze_count() + 5 * MOST_AT_ONCE
    monkeypatch.setattr(garbage, "MOST_LEFT_OUT", 5 * MOST_AT_ONCE)
    knot = ref(Knot())
    looked: list[bool] = []
    while knot() is not None and len(looked) < most // MOST_AT_ONCE + 10:
        leave_cycles(2 * MOST_AT_ONCE)
        looked.append(collector.look(is_calm=True, has_clients=True))
    collector.stop()

    assert knot() is None
    assert looked == [False] * (len(looked) - 1) + [True]


def leave_cycles(count: int) -> None:
    for _ in range(count):
        Knot()


def test_what_is_alive_does_not_make_clients_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    collector = PatientCollector()
    collector.start()
    monkeypatch.setattr(garbage, "MOST_LEFT_OUT", 3 * MOST_AT_ONCE)
    looked: list[bool] = []
    for _ in range(8):
        # Freed before the next, without anybody's help.
        kept = [[number] for number in range(2 * MOST_AT_ONCE)]
        looked.append(collector.look(is_calm=True, has_clients=True))
        kept.clear()
    collector.stop()

    assert looked == [False] * 8


def test_nothing_but_a_calm_moment_starts_one() -> None:
    collector = PatientCollector()
    collector.start()
    with collections_here() as seen:
        kept: list[list[list[int]]] = [[[number]] for number in range(300_000)]
    collector.stop()

    assert (seen, len(kept)) == ([], 300_000)


def test_what_leaves_cycles_behind_is_collected_in_the_end() -> None:
    collector = PatientCollector()
    collector.start()
    with collections_here() as seen:
        kept: list[list[int]] = [[] for _ in range(2_100_000)]
    collector.stop()

    assert (seen, len(kept)) == ([0], 2_100_000)


def test_the_collector_is_left_as_it_was(engine: Engine) -> None:
    before = gc.get_threshold()

    async def serve_once() -> tuple[int, int, int]:
        async with Server(engine, owns_process=True):
            return gc.get_threshold()

    during = asyncio.run(serve_once())

    assert (during[0] > before[0], during[1], during[2] > before[2]) == (True, before[1], True)
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_a_server_in_anothers_process_leaves_its_collector_alone(engine: Engine) -> None:
    async def serve_once() -> tuple[int, int, int]:
        async with Server(engine):
            return gc.get_threshold()

    assert asyncio.run(serve_once()) == gc.get_threshold()


def test_a_server_is_calm_when_nothing_long_is_in_work(engine: Engine) -> None:
    async def run() -> list[bool]:
        loop = asyncio.get_running_loop()
        async with Server(engine) as server:
            traffic, done = server.traffic, asyncio.Event()
            seen = [traffic.is_calm]

            def finish(_: Outcome) -> None:
                done.set()

            traffic.workers.reader.submit(lambda: (200, b""), finish)
            seen.append(traffic.is_calm)
            await done.wait()
            await loop.run_in_executor(None, lambda: None)
            seen.append(traffic.is_calm)
        return seen

    assert asyncio.run(run()) == [True, False, True]


GET = {"TableName": "flat", "Key": {"id": {"S": "a"}}}
PUT = {"TableName": "flat", "Item": {"id": {"S": "a"}, "x": {"S": "x" * 70_000}}}
SENT = {
    "nothing": b"",
    "no request": b"GARBAGE\r\n\r\n",
    "a get": request("GetItem", GET),
    "half a get": request("GetItem", GET)[:-5],
    "a large put": request("PutItem", PUT),
    "a scan": request("Scan", {"TableName": "flat"}),
    "a refusal": request("GetItem", {**GET, "TableName": "none"}),
}


@pytest.mark.parametrize("sent", SENT.values(), ids=SENT)
def test_a_connection_leaves_no_cycle_behind(engine: Engine, sent: bytes) -> None:
    engine.execute("CreateTable", FLAT)
    with serve(engine) as url:
        connect(url, sent, 3)
        found = [collected_after(url, sent, 30) for _ in range(3)]

    # Other threads of the process may leave something meanwhile, but not each time.
    assert min(found) < 30


def collected_after(url: str, sent: bytes, count: int) -> int:
    """Connect so often, and return how many objects only the garbage collector could free."""
    gc.collect()
    gc.disable()
    try:
        connect(url, sent, count)
        return gc.collect()
    finally:
        gc.enable()


def connect(url: str, sent: bytes, count: int) -> None:
    """Connect, send, and read until the server has ended the connection."""
    for _ in range(count):
        wire = Wire(url)
        wire.socket.sendall(sent)
        wire.socket.shutdown(socket.SHUT_WR)
        while wire.socket.recv(1 << 16):
            pass
        wire.close()
