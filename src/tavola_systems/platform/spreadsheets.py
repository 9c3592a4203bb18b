"""Texts as cells of a CSV file that people open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, cast

__all__ = ["csv_line", "harmless", "plain"]

# What a spreadsheet takes for the beginning of a formula, also behind the two control characters.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def harmless(cell: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def plain(cell: str) -> str:
    """Undo `harmless`."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def csv_line(cells: Sequence[Any]) -> str:
    """Write a line; texts are made harmless, numbers stay numbers, None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([_cell(one) for one in cells])
    return text.getvalue()


def _cell(value: Any) -> Any:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return value.isoformat()
        case str():
            return harmless(value)
        case list() | tuple() | set():
            return harmless(", ".join(map(str, cast("Iterable[Any]", value))))
        case _:
            return value
