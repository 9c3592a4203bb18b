"""What to do when another writer was faster: look again, and decide again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from tavola.errors import AlreadyExists, ItemChanged, ItemMissing, TransactionConflict

__all__ = ["until_settled"]

T = TypeVar("T")
_TRIES: Final = 5


def until_settled(attempt: Callable[[], T]) -> T:
    """Repeat an attempt that reads first and writes on that condition, a few times at most."""
    for _ in range(_TRIES - 1):
        try:
            return attempt()
        except (AlreadyExists, ItemChanged, ItemMissing, TransactionConflict):
            continue
    return attempt()
