"""Reading which attributes a key has: `PK`, `{name: topScore, type: N}`, or several in a list."""

from __future__ import annotations

from tavola.design.names import suggest
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node

__all__ = ["KEY_TYPES", "UNKNOWN_TYPE", "read_key_attribute", "read_key_attributes"]

KEY_TYPES = ("S", "N", "B")
UNKNOWN_TYPE = "?"
"""Of an attribute whose type is wrong, so that nothing more is said about it."""
# DynamoDB: up to four attributes for the partition key, and four for the sort key, of a global
# secondary index. Developer guide, GSI.DesignPattern.MultiAttributeKeys.
_MOST_ATTRIBUTES = 4

Types = dict[str, str]
"""The types of key attributes that the design says, by their names."""


def read_key_attribute(reader: Reader, key: str, types: Types) -> str | None:
    """Read the one attribute of a table's or a local index's key."""
    node = reader.child(key)
    if node is not None and isinstance(node.value, list):
        reader.error(
            f"'{key}' is a list.",
            "Only a global index has several attributes; write one here.",
            key=key,
        )
        # The first one lets the rest be checked too.
        node = next(iter(node.value), None)
    return None if node is None else _read(reader, key, node, types)


def read_key_attributes(reader: Reader, key: str, types: Types) -> tuple[str, ...]:
    """Read the attributes of a global index's key; none when it is not there."""
    node = reader.child(key)
    if node is None or not isinstance(node.value, list):
        name = read_key_attribute(reader, key, types)
        return () if name is None else (name,)
    if not 1 <= len(node.value) <= _MOST_ATTRIBUTES:
        reader.error(
            f"'{key}' has {len(node.value)} attributes.",
            f"DynamoDB takes 1 to {_MOST_ATTRIBUTES}.",
            key=key,
        )
        # The first one lets the rest be checked too.
        node.value = node.value[:1]
    found = [_read(reader, key, one, types) for one in node.value]
    return tuple(name for name in found if name is not None)


def _read(reader: Reader, key: str, node: Node, types: Types) -> str | None:
    if isinstance(node.value, str) and node.value:
        return node.value
    if not isinstance(node.value, dict):
        problem = f"'{key}' is empty." if node.value == "" else f"'{key}' is {node.kind}."
        reader.error(problem, "Write the attribute's name, or {name: …, type: N}.", key=key)
        return None
    inner = Reader(node, f"{reader.where}.{key}", reader.findings)
    inner.fix_keys(("name", "type"))
    name = inner.text("name")
    if name is None or name == "":
        if inner.child("name") is None or name == "":
            inner.error("'name' is missing.", "Write {name: …, type: N}.")
        return None
    kind = inner.text("type") or "S"
    if kind not in KEY_TYPES:
        inner.error(f"'type' is '{kind}'.", suggest(kind, KEY_TYPES), key="type")
        types.setdefault(name, UNKNOWN_TYPE)
        return name
    if types.setdefault(name, kind) != kind:
        inner.error(
            f"'{name}' is {kind} here and {types[name]} elsewhere.",
            "An attribute has one type in the whole table.",
            key="type",
        )
    return name
