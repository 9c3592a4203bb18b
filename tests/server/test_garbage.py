"""A full collection waits until no client has to wait for it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Generator

import pytest

from tavola.engine import Engine
from tavola.server import Server
from tavola.server.garbage import PatientCollector
from tavola.server.responder import Outcome


@pytest.fixture(autouse=True)
def usual_collector() -> Generator[None]:
    """Leave the collector as it was, also after a failure."""
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def age() -> None:
    """Let so many collections of what is young go by that a full one would come."""
    for _ in range(12):
        gc.collect(1)


def test_a_full_collection_waits_for_a_calm_moment() -> None:
    collector = PatientCollector()
    collector.start()
    gc.collect()
    early = collector.look(is_calm=True)
    age()
    busy, calm, again = (collector.look(is_calm=is_calm) for is_calm in (False, True, True))
    collector.stop()

    assert (early, busy, calm, again) == (False, False, True, False)


def test_only_a_calm_moment_starts_one() -> None:
    collector = PatientCollector()
    collector.start()
    full = gc.get_stats()[2]["collections"]
    age()
    kept: list[list[list[int]]] = [[[number]] for number in range(200_000)]
    seen = gc.get_stats()[2]["collections"] - full
    collector.stop()

    assert (seen, len(kept)) == (0, 200_000)


def test_the_collector_is_left_as_it_was(engine: Engine) -> None:
    before = gc.get_threshold()

    async def serve_once() -> tuple[int, int, int]:
        async with Server(engine, owns_process=True):
            return gc.get_threshold()

    during = asyncio.run(serve_once())

    assert (during[:2], during[2] > before[2]) == (before[:2], True)
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
