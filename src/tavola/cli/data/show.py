"""Items on a terminal: a grid that fits it, or one line of JSON each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tavola.cli.data.values import dump_line, to_json
from tavola.design.schema import FieldSchema, ModelSchema

__all__ = ["fields_of_item", "show_change", "show_item", "show_items", "to_document"]

_LONGEST = 200
"""Characters of a value that a grid shows."""
_WIDEST = 30
"""Characters after which a column gives others room."""


def to_document(model: ModelSchema, item: Any) -> dict[str, Any]:
    """An item's fields by their own names, as JSON can hold them; without those it lacks."""
    values = ((field, _value(item, field)) for field in model.fields.values())
    return {field.name: to_json(field, value) for field, value in values if value is not None}


def _value(item: Any, field: FieldSchema) -> Any:
    return getattr(item, field.python_name, None)


def fields_of_item(model: ModelSchema, item: Any) -> dict[str, str]:
    """An item's fields by their own names, as a person reads them."""
    return {name: _text(value) for name, value in to_document(model, item).items()}


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | dict):
        return dump_line(value) if value else ""
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def show_item(model: ModelSchema, item: Any, *, is_json: bool) -> None:
    """Show one item whole."""
    if is_json:
        print(dump_line(to_document(model, item)))
        return
    grid = Grid(title=model.name, title_justify="left", show_header=False)
    grid.add_column("field", style="bold", no_wrap=True)
    grid.add_column("value", overflow="fold")
    for name, text in fields_of_item(model, item).items():
        grid.add_row(name, Text(text))
    Console(highlight=False).print(grid)


def show_items(model: ModelSchema, items: Sequence[Any], *, is_json: bool) -> None:
    """Show items below each other: as many columns as the terminal has room for."""
    if is_json:
        for item in items:
            print(dump_line(to_document(model, item)))
        return
    if not items:
        return
    console = Console(highlight=False)
    shown = [fields_of_item(model, item) for item in items]
    widths = _widths(model, shown)
    columns, left_out = _columns(widths, console.width)
    has_room = sum(widths[name] + 3 for name in columns) < console.width
    grid = Grid()
    for name in columns:
        # Told nothing, rich would take what a long value lacks from all columns alike.
        width = None if has_room else min(widths[name], _WIDEST)
        grid.add_column(name, overflow="ellipsis", no_wrap=True, width=width)
    for one in shown:
        grid.add_row(*(Text(one.get(name, "")[:_LONGEST]) for name in columns))
    console.print(grid)
    if left_out:
        print(f"not shown: {', '.join(left_out)} (--json shows all)", file=sys.stderr)


def _widths(model: ModelSchema, shown: Sequence[dict[str, str]]) -> dict[str, int]:
    """How wide each field's column would be: keys first, then fields in the design's order."""
    used = [name for name in model.fields if any(name in one for one in shown)]
    used.sort(key=lambda name: name not in model.key_fields)
    return {name: max(len(name), *(len(one.get(name, "")) for one in shown)) for name in used}


def _columns(widths: Mapping[str, int], width: int) -> tuple[list[str], list[str]]:
    """Choose the columns that there is room for, and name the others."""
    room = width - 1
    columns: list[str] = []
    for name in widths:
        wanted = min(widths[name], _WIDEST) + 3
        if wanted > room and columns:
            continue
        columns.append(name)
        room -= wanted
    return columns, [name for name in widths if name not in columns]


def show_change(model: ModelSchema, title: str, rows: Iterable[tuple[str, Any, Any]]) -> None:
    """Show what a write would change: each field before and after."""
    grid = Grid(title=title, title_justify="left")
    for name in ("field", "before", "after"):
        grid.add_column(name, overflow="fold")
    for name, before, after in rows:
        field = model.fields[name]
        old, new = (_text(to_json(field, value)) for value in (before, after))
        grid.add_row(Text(name), Text(old, style="red"), Text(new, style="green"))
    Console(highlight=False).print(grid)
