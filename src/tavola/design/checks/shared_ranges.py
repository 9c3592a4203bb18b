"""Advice on ranges that hold items of others: they are read, paid for, and left out."""

from __future__ import annotations

from collections.abc import Iterator

from tavola.design.checks.cost import estimate_item_bytes, read_units
from tavola.design.reading.sources import Sources
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import Design

__all__ = ["find_shared_ranges"]

# A lock has its key, its owner's id and model, and its value.
_LOCK_BYTES = 200


def find_shared_ranges(design: Design, sources: Sources) -> Iterator[tuple[Node, str, str, str]]:
    """Say of every query that reads items of others who they are, and what a hundred cost."""
    for model in design.models.values():
        node = sources.models[model.name]
        for index in model.indexes.values():
            if index.foreign:
                at = _entry(node, "indexes", index.name)
                where = f"{model.name}.indexes.{index.name}"
                yield at, where, _problem(design, index.foreign), _REMEDY
        if model.iteration is not None and model.iteration.foreign:
            at, where = _entry(node, "iteration"), f"{model.name}.iteration"
            yield at, where, _problem(design, model.iteration.foreign), _REMEDY
    for collection in design.collections.values():
        if collection.foreign:
            at, where = sources.collections[collection.name], f"collections.{collection.name}"
            yield at, where, _problem(design, collection.foreign), _REMEDY_OF_COLLECTION


_REMEDY = (
    "Begin the keys of each model with a literal of its own, or give it a partition or an index "
    "of its own."
)
_REMEDY_OF_COLLECTION = "Name them in the collection, or narrow it by a sort key."


def _entry(node: Node, *path: str) -> Node:
    for key in path:
        node = node.entries.get(key, node)
    return node


def _problem(design: Design, foreign: tuple[str, ...]) -> str:
    named = ", ".join(_name(one) for one in foreign)
    units = max(read_units(100 * _bytes_of(design, one)) for one in foreign)
    return (
        f"its range also holds {named}; they are read and paid for, then left out "
        f"(a hundred cost about {units:g} read units)."
    )


def _name(foreign: str) -> str:
    model, _, unique = foreign.partition(".")
    return f"the locks of {model}.{unique}" if unique else f"items of {model}"


def _bytes_of(design: Design, foreign: str) -> int:
    return _LOCK_BYTES if "." in foreign else estimate_item_bytes(design.models[foreign])
