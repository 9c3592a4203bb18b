"""Two states of a page side by side: its lines, and which were taken away or added."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, Literal

from msgspec import Struct

from tavola_systems.cms.services.blocks import texts_of

__all__ = ["Line", "line_differences", "lines_of"]


class Line(Struct, frozen=True):
    """A line of one of two states, or of both."""

    kind: Literal["same", "gone", "new"]
    text: str


def lines_of(values: Any) -> list[str]:
    """Return what editors write of a page as lines."""
    head = [f"Title: {values.title}"]
    if values.description:
        head.append(f"Description: {values.description}")
    if values.canonical:
        head.append(f"Canonical: {values.canonical}")
    return [*head, *texts_of(values.blocks or ())]


def line_differences(before: list[str], after: list[str]) -> list[Line]:
    """Say which lines stayed, went and came."""
    return list(_compared(before, after))


def _compared(before: list[str], after: list[str]) -> Iterator[Line]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for what, low, high, new_low, new_high in matcher.get_opcodes():
        if what == "equal":
            yield from (Line("same", text) for text in before[low:high])
            continue
        yield from (Line("gone", text) for text in before[low:high])
        yield from (Line("new", text) for text in after[new_low:new_high])
