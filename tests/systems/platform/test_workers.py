"""The threads beside the requests: they end between two steps, and let go of what they hold."""

from __future__ import annotations

import json
from threading import Event

from tavola.errors import StoreUnavailable
from tavola_systems.platform.running.workers import WorkerThreads, error_line
from tavola_systems.platform.system import BackgroundWork
from tests.patience import PATIENCE_SECONDS


class Dispatcher:
    """Holds something from its first step on."""

    def __init__(self) -> None:
        self.holds = Event()

    def step(self) -> int:
        self.holds.set()
        return 0

    def stop(self) -> None:
        self.holds.clear()


def test_a_worker_that_is_stopped_lets_go_of_what_it_holds() -> None:
    one, threads = Dispatcher(), WorkerThreads(print)
    threads.start([BackgroundWork("dispatcher", one.step, stop=one.stop)])
    assert one.holds.wait(PATIENCE_SECONDS)
    threads.stop()
    assert not one.holds.is_set()


def test_a_worker_that_cannot_let_go_says_so_and_ends() -> None:
    one, lines = Dispatcher(), list[str]()

    def stop() -> None:
        raise StoreUnavailable("no network")

    threads = WorkerThreads(lines.append)
    threads.start([BackgroundWork("dispatcher", one.step, stop=stop)])
    assert one.holds.wait(PATIENCE_SECONDS)
    threads.stop()
    (line,) = map(json.loads, lines)
    assert line["worker"] == "dispatcher"
    assert "no network" in line["error"]


def test_a_worker_goes_on_after_any_error_and_says_where_it_was() -> None:
    lines, done, errors = list[str](), Event(), [KeyError("place")]

    def step() -> int:
        if errors:
            raise errors.pop()
        done.set()
        return 0

    threads = WorkerThreads(lines.append, pause_after_error=0.0)
    threads.start([BackgroundWork("worker", step)])
    assert done.wait(PATIENCE_SECONDS)
    threads.stop()
    (line,) = map(json.loads, lines)
    assert line["error"].startswith("KeyError: 'place' (test_workers.py:")


def test_an_error_is_told_with_its_cause() -> None:
    error = StoreUnavailable("The queue does not answer.")
    error.__cause__ = TimeoutError("timed out")
    assert error_line(error) == (
        "StoreUnavailable: The queue does not answer. Cause: TimeoutError: timed out"
    )


class Waits(Event):
    """Notes how long it would have waited."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.seconds.append(round(timeout or 0.0, 6))
        return self.is_set()


def test_who_gives_way_rests_seven_times_as_long_as_it_computed() -> None:
    computed, stop = iter([100.0, 100.25, 100.5]), Waits()
    threads = WorkerThreads(print, computed=lambda: next(computed), stop=stop)

    assert [threads.give_way(), threads.give_way(), threads.give_way()] == [False] * 3
    assert stop.seconds == [0.0, 1.75, 1.75]


def test_who_gives_way_is_told_to_stop() -> None:
    threads = WorkerThreads(print)
    threads.stop()

    assert threads.give_way()
