"""How the services send several writes as one: as steps, which tests send in every order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.operations.write.transaction import Transaction
from tavola.table.internals import context_of
from tavola_systems.requests.models import AsyncEventTable

__all__ = ["Doing", "now_of", "together"]

R = TypeVar("R")


class Doing(Struct, Generic[R], frozen=True):
    """An operation of steps that somebody makes, for a table to run."""

    make: Callable[[], Steps[R]]

    def steps(self) -> Steps[R]:
        """Begin."""
        return self.make()


def together(db: AsyncEventTable, writes: Sequence[Write[Any]]) -> Steps[None]:
    """Send writes, all or none."""
    yield from Transaction(context_of(db), tuple(writes)).steps()


def now_of(db: AsyncEventTable) -> datetime:
    """Return the time by the table's clock, in the milliseconds that items keep."""
    now = db.now()
    return now.replace(microsecond=now.microsecond // 1000 * 1000)
