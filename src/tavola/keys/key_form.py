"""What a form is: one way to write a value into a key, and what its texts look like."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

__all__ = ["KeyForm", "LiteralKeyText", "Shape"]

Shape = tuple[tuple[str, int, int | None], ...]
"""Runs of characters, each with its least and highest count; a leading `^` means all others."""


class LiteralKeyText(str):
    """The text of a derived form itself, in place of a value: a shard that a query reads."""

    __slots__ = ()


class KeyForm(Struct, frozen=True):
    """One way to write a value into a key and to read it back."""

    code: str
    write: Callable[[object], str]
    read: Callable[[str], object]
    is_ordered: bool
    """Texts sort as their values do."""
    shape: Shape
    """What its texts look like; a superset where the exact set would not be regular enough."""
    is_fixed_width: bool
    """A reader finds the end without a delimiter."""
    is_exact: bool = True
    """A text says the value; otherwise several values share it."""
    is_descending: bool = False
    """Texts sort the other way round."""
    is_derived: bool = False
    """A text only follows from the value: a reader can tell whether it fits, and no more."""
    tag: str = "S"
    """DynamoDB's type of the attribute that it fills: `S`, or `N` and `B` where it stands alone."""

    @property
    def pattern(self) -> str:
        """The shape as a regular expression."""
        return "".join(_pattern(unit) for unit in self.shape)


def _pattern(unit: tuple[str, int, int | None]) -> str:
    characters, low, high = unit
    inverted = "^" if characters.startswith("^") else ""
    members = re.escape(characters.removeprefix("^"))
    return f"[{inverted}{members}]{{{low},{'' if high is None else high}}}"
