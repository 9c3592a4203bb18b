"""From the values of a new item to its instance and the body that puts it, compiled once per model.

What the instance's own `__init__` checks is written as it stands, without asking the instance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tavola.codec.codec import NO_KEY, Codec
from tavola.codec.key_writer import Text, write_entries
from tavola.design.schema import KeyPair
from tavola.keys import TENANT
from tavola.model import inline
from tavola.model.shape import Shape
from tavola.operations.request_bodies import unless_exists
from tavola.operations.write.instances import set_automatic

PrepareNew = Callable[..., tuple[Any, dict[str, Any] | None]]
"""From a context and values to an instance and a body that puts it, or none."""


def compile_creator(codec: Codec[Any]) -> PrepareNew:
    """Make the function from a context and values to an instance and its PutItem's body.

    Only for what `is_written_at_once`. Like the functions that write keys it knows only how to
    succeed: where an item cannot be written there is no body, and nothing is said.
    """
    shape = codec.shape
    names: dict[str, Any] = {
        "_new": object.__new__,
        "_model": codec.model,
        "_set_automatic": set_automatic,
        "_NO_KEY": NO_KEY,
    }
    parameters, taking = shape.write_taking(names)
    text = Text("create", f"_context, /, {parameters}", names)
    text.lines += [" _self = _new(_model)", *taking]
    if shape.automatic:
        text.lines.append(" _set_automatic(_context, _self)")
        automatic = [field.python_name for field in shape.automatic]
        text.lines += [f" {name} = _self.{name}" for name in automatic]
    text.lines += [" _tenant = _context.tenant", " try:"]
    start = len(text.lines)
    write_item(text, codec)
    text.lines[start:] = [f" {line}" for line in text.lines[start:]]
    text.lines.append(" except _NO_KEY: return _self, None")
    # Nobody sees it before it is stored, so that it can be bound already.
    text.lines.append(" _self._loaded = _item")
    if hasattr(codec.model, "_table"):
        text.lines.append(" _self._table = _context.owner")
    condition = unless_exists(codec.schema.key.partition_attribute)
    fixed = "".join(f", {name!r}: {text.name(value)}" for name, value in condition.items())
    text.lines.append(f" return _self, {{'TableName': _context.table, 'Item': _item{fixed}}}")
    return text.compiled(shape.schema.name)


def write_item(text: Text, codec: Codec[Any]) -> None:
    """Write the lines that make the item of the values in variables."""
    shape: Shape = codec.shape
    variables = {field.name: field.python_name for field in shape.fields} | {TENANT: "_tenant"}
    entries: list[str] = []
    optional: list[str] = []
    for field in shape.fields:
        if field.attribute_name in codec.primary_attributes:
            continue  # written as the key
        value = field.python_name
        stored = inline.encoding(field.kind, value, text.name(field.kind.encode))
        if field.is_required and field.kind.tag != "SS":
            entries.append(f"{field.attribute_name!r}: {stored}")
        else:
            has_value = value if field.kind.tag == "SS" else f"{value} is not None"
            optional.append(f" if {has_value}: _item[{field.attribute_name!r}] = {stored}")
    entries += [f"{name!r}: {text.name(value)}" for name, value in codec.type_item.items()]
    entries.append(write_entries(text, codec.schema.key, variables))
    text.lines += [f" _item = {{{', '.join(entries)}}}", *optional]
    if codec.secondary:
        values = ", ".join(f"{field.name!r}: {field.python_name}" for field in shape.fields)
        add = f"{text.name(codec.add_index_keys)}(_item, {{{values}}}, _tenant)"
        text.lines.append(f" if {_has_index_key(codec)}: {add}")


def _has_index_key(codec: Codec[Any]) -> str:
    """Write an expression that is false only where no index gets a key; for most it is `True`."""
    found = [_is_whole(codec, pair) for pair in codec.secondary]
    return "True" if "" in found else " or ".join(found)


def _is_whole(codec: Codec[Any], pair: KeyPair) -> str:
    """Write the condition that all parts of a key have a value; nothing where they always have."""
    shapes = [codec.shape.by_name[name] for name in pair.fields if name in codec.shape.by_name]
    optional = [one.python_name for one in shapes if not one.is_always_there]
    return " and ".join(f"{name} is not None" for name in dict.fromkeys(optional))
