"""From the values of a new item to its instance and the item, compiled once per model.

What the instance's own `__init__` checks is written as it stands, without asking the instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tavola.codec.decoder import RawItem
from tavola.codec.key_writer import Text, write_entries
from tavola.design.schema import KeyPair
from tavola.keys import TENANT
from tavola.model import inline
from tavola.model.shape import Shape

Make = Callable[..., tuple[Any, RawItem | None]]
"""From a place, a function that sets what the table sets, and values; no item where it fails."""


def maker_of(
    model: type[Any],
    pair: KeyPair,
    kind: RawItem,
    add_keys: Callable[..., None] | None,
    failures: tuple[type[Exception], ...],
) -> Make:
    """Make the function from values by keyword to an instance and its item.

    The item has the attributes of `kind`, the primary key and what `add_keys` adds. Like the
    functions that write keys it knows only how to succeed: of `failures` it says nothing.
    """
    shape: Shape = model.__shape__
    names: dict[str, Any] = {"_new": object.__new__, "_model": model, "_failures": failures}
    parameters, taking = shape.write_taking(names)
    text = Text(f"_place, _set_automatic, /, {parameters}")
    text.names = names
    text.lines += [" _self = _new(_model)", *taking]
    if shape.automatic:
        text.lines.append(" _set_automatic(_place, _self)")
        text.lines += [f" {name} = _self.{name}" for name in _automatic(shape)]
    text.lines += [" _tenant = _place.tenant", " try:"]
    start = len(text.lines)
    _write_item(text, shape, pair, kind)
    if add_keys is not None:
        values = ", ".join(f"{field.name!r}: {field.python_name}" for field in shape.fields)
        text.lines.append(f" {text.name(add_keys)}(_item, {{{values}}}, _tenant)")
    text.lines[start:] = [f" {line}" for line in text.lines[start:]]
    text.lines.append(" except _failures: return _self, None")
    # Nobody sees it before it is stored, so that it can be bound already.
    text.lines.append(" _self._loaded = _item")
    if hasattr(model, "_table"):
        text.lines.append(" _self._table = _place.owner")
    text.lines.append(" return _self, _item")
    return text.compiled(shape.schema.name)


def _automatic(shape: Shape) -> Iterator[str]:
    return (field.python_name for field in shape.automatic)


def _write_item(text: Text, shape: Shape, pair: KeyPair, kind: RawItem) -> None:
    """Write the lines that make the item of the values in variables."""
    variables = {field.name: field.python_name for field in shape.fields} | {TENANT: "_tenant"}
    entries: list[str] = []
    optional: list[str] = []
    for field in shape.fields:
        value = field.python_name
        stored = inline.encoding(field.kind, value, text.name(field.kind.encode))
        if field.is_required and field.kind.tag != "SS":
            entries.append(f"{field.name!r}: {stored}")
        else:
            has_value = value if field.kind.tag == "SS" else f"{value} is not None"
            optional.append(f" if {has_value}: _item[{field.name!r}] = {stored}")
    entries += [f"{name!r}: {text.name(value)}" for name, value in kind.items()]
    entries.append(write_entries(text, pair, variables))
    text.lines += [f" _item = {{{', '.join(entries)}}}", *optional]
