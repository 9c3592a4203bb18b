from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tavola.engine.storage.locking import Turnstile
from tests.patience import PATIENCE_SECONDS


@pytest.fixture
def turnstiles(tmp_path: Path) -> Iterator[tuple[Turnstile, Turnstile]]:
    """Two turnstiles on one file, as two processes have them."""
    one, other = Turnstile(tmp_path / "lock"), Turnstile(tmp_path / "lock")
    yield one, other
    one.close()
    other.close()


def test_one_passes_at_a_time(turnstiles: tuple[Turnstile, Turnstile]) -> None:
    one, other = turnstiles
    one.enter(PATIENCE_SECONDS)

    assert other.enter(0.01) is False


def test_the_next_passes_when_one_leaves(turnstiles: tuple[Turnstile, Turnstile]) -> None:
    one, other = turnstiles
    inside, is_time = threading.Event(), threading.Timer(0.02, lambda: None)

    def pass_through() -> None:
        one.enter(PATIENCE_SECONDS)
        inside.set()
        is_time.join()
        one.leave()

    is_time.start()
    threading.Thread(target=pass_through).start()
    assert inside.wait(PATIENCE_SECONDS)

    assert other.enter(PATIENCE_SECONDS) is True


def test_threads_of_one_process_wait_too(turnstiles: tuple[Turnstile, Turnstile]) -> None:
    one, _ = turnstiles
    one.enter(PATIENCE_SECONDS)

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(one.enter, 0.01).result() is False


def test_what_is_abandoned_may_be_entered_by_others_and_left_alone_by_those_outside(
    turnstiles: tuple[Turnstile, Turnstile],
) -> None:
    one, other = turnstiles
    one.enter(PATIENCE_SECONDS)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(one.abandon).result()
        assert other.enter(0.01) is False
        one.abandon()
        assert thread.submit(one.enter, 0.01).result() is True


def test_a_wait_in_vain_leaves_it_usable(turnstiles: tuple[Turnstile, Turnstile]) -> None:
    one, other = turnstiles
    one.enter(PATIENCE_SECONDS)
    other.enter(0.01)
    one.leave()

    # In another thread: the one that waited could enter even what it still held.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(other.enter, PATIENCE_SECONDS).result() is True


def test_a_holder_that_ends_frees_it(turnstiles: tuple[Turnstile, Turnstile]) -> None:
    one, other = turnstiles
    one.enter(PATIENCE_SECONDS)
    one.reopen()

    assert other.enter(PATIENCE_SECONDS) is True


def test_a_process_that_was_forked_while_a_thread_was_inside_may_enter(
    turnstiles: tuple[Turnstile, Turnstile],
) -> None:
    one, _ = turnstiles
    one.enter(PATIENCE_SECONDS)
    # In the child no thread is left that would ever leave.
    one.reopen()

    assert one.enter(0.01) is True
