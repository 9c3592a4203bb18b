"""What patterns do when another writer was faster, and what they say of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tavola.errors import ConditionFailed, ItemChanged, TransactionCancelled
from tavola.operations.retry import MAX_RACES, may_pass
from tavola.operations.steps import Steps, Wait
from tavola.patterns.pieces.parts import Part

__all__ = ["among_others", "until_done"]

T = TypeVar("T")


def until_done(part: Part[Any], name: str, attempt: Callable[[], Steps[T | None]]) -> Steps[T]:
    """Try until an attempt returns something; None says that another writer was faster.

    So does a transaction that others held up for as long as tables try it again by themselves.
    """
    for race in range(MAX_RACES):
        try:
            done = yield from attempt()
        except TransactionCancelled as cancelled:
            if not may_pass(cancelled):
                raise
        else:
            if done is not None:
                return done
        yield Wait(part.context.backoff.pause_of_race(race))
    raise ItemChanged(
        f"{name}: the write lost the race to other writers {MAX_RACES} times. Try again later."
    )


def among_others(refused: ConditionFailed, own: int) -> ConditionFailed:
    """Count a refusal among a caller's writes, which come after so many of the pattern's own."""
    if refused.position is not None:
        refused.position = refused.position - own if refused.position >= own else None
    return refused
