"""What is done with a stored item that does not fit its model, where many are read at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from tavola.errors import DecodeError, OperationError, shown

OnBadItem = Literal["raise", "skip"] | Callable[[DecodeError], object]
"""Raise the DecodeError, leave the item out, or give the error to a function and leave it out."""


def leave_out(error: DecodeError, on_bad_item: OnBadItem) -> None:
    """Do as the caller wants with an item that does not fit; it is left out unless this raises."""
    if on_bad_item == "raise":
        raise error
    if on_bad_item != "skip":
        on_bad_item(error)


def check_on_bad_item(where: str, on_bad_item: Any) -> None:
    """Refuse what says nothing about items that do not fit."""
    if on_bad_item not in ("raise", "skip") and not callable(on_bad_item):
        raise OperationError(
            f"{where}: on_bad_item is {shown(on_bad_item)}. Give 'raise', 'skip', or a "
            "function that takes the DecodeError."
        )
