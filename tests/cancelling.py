"""Cancels a call at every moment at which it waits.

A call that waits n times has 2 n moments: as it begins to wait for something, and as that is there
but the call has not run since. The second is when a place, a lock or an answer is easily lost.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.patience import PATIENCE_SECONDS

__all__ = ["Moment", "at_every_moment"]

R = TypeVar("R")


@dataclass(frozen=True)
class Moment:
    """When a call was cancelled, and what became of it."""

    waits: int
    """How often it had begun to wait."""
    is_late: bool
    """Whether what it waited for was there already."""
    outcome: Any
    """What it returned all the same, or the exception that it ended with."""

    @property
    def is_cancelled(self) -> bool:
        """Whether its caller was told nothing."""
        return isinstance(self.outcome, asyncio.CancelledError)


async def at_every_moment(
    call: Callable[[], Coroutine[Any, Any, object]],
) -> AsyncIterator[Moment]:
    """Make a call again and again, cancelled later each time, until it ends before it is.

    The last one of each kind is not cancelled.
    """
    for is_late in (False, True):
        waits, is_reached = 0, True
        while is_reached:
            waits += 1
            stepped = _Stepped(waits, is_late=is_late)
            task = asyncio.create_task(_awaited(stepped.run(call())))
            outcome = await _outcome_of(task)
            is_reached = stepped.is_reached
            yield Moment(waits, is_late, outcome)


async def _awaited(waiting: Awaitable[object]) -> object:
    return await waiting


async def _outcome_of(task: asyncio.Task[object]) -> object:
    # Not by wait_for: it would cancel once more.
    done, _ = await asyncio.wait([task], timeout=PATIENCE_SECONDS)
    assert done, "the call goes on for ever"
    try:
        return task.result()
    except BaseException as error:  # noqa: BLE001 - what it ended with is what is looked at
        return error


class _Stepped:
    """Runs a coroutine, and cancels its task at one moment."""

    def __init__(self, waits: int, *, is_late: bool) -> None:
        self._left = waits
        self._is_late = is_late
        self.is_reached = False

    @types.coroutine
    def run(self, wanted: Coroutine[Any, Any, R]) -> Generator[Any, Any, R]:
        """Pass on what the coroutine waits for, and look at it on the way."""
        sent: BaseException | None = None
        while True:
            try:
                waited = wanted.send(None) if sent is None else wanted.throw(sent)
            except StopIteration as done:
                result: R = done.value
                return result
            self._meet(waited)
            try:
                yield waited
                sent = None
            except BaseException as error:  # noqa: BLE001 - the coroutine's to bear
                sent = error

    def _meet(self, waited: asyncio.Future[Any] | None) -> None:
        self._left -= 1
        if self._left:
            return
        self.is_reached = True
        task: asyncio.Task[Any] | None = asyncio.current_task()
        assert task is not None
        if self._is_late and waited is not None:
            # Before the task's own, so that it is cancelled while its answer waits for it.
            waited.add_done_callback(lambda _: task.cancel())
        else:
            task.cancel()
