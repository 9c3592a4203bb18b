"""Which models name which: by declared fields, by shared partitions, and by fields of keys.

What single-table designs say with their keys is read from them: `ELECTION#{election_name}` beside
`ELECTION#{name}` says that a ballot's `election_name` is an election.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from tavola.design.schema import Design, KeyPair, ModelSchema
from tavola.keys import TENANT

__all__ = ["Link", "links_of", "partition_shape"]


class Link(Struct, frozen=True):
    """A field of one model that names an item of another."""

    source: str
    field: str
    target: str


def links_of(design: Design) -> list[Link]:
    """List the links of one table, one for each field that names another model."""
    meanings = _meanings(design)
    return [link for model in design.models.values() for link in _links(design, model, meanings)]


def partition_shape(pair: KeyPair) -> str:
    """A partition key without the names of its placeholders: alike ones share partitions."""
    return re.sub(r"\{\w+", "{", str(pair.partition))


def _links(design: Design, model: ModelSchema, meanings: Mapping[str, str]) -> Iterator[Link]:
    declared = {one.field: one.target for one in model.relations if one.kind == "getter"}
    for name in model.fields:
        target = declared.get(name) or meanings.get(name)
        if target is None or target == model.name:
            continue
        if name in declared or _may_name(model, name, design.models[target]):
            yield Link(model.name, name, target)


def _may_name(model: ModelSchema, name: str, target: ModelSchema) -> bool:
    """Whether a field is more than another model's own id of the same name."""
    is_own = _single_key(model) == name
    return not is_own or partition_shape(model.key) == partition_shape(target.key)


def _meanings(design: Design) -> dict[str, str]:
    """The model that a field names, of several with one id the one that is called like it."""
    found: dict[str, str] = {}
    for model in sorted(design.models.values(), key=_is_called_otherwise):
        name = _single_key(model)
        if name is None:
            continue
        if name.lower().endswith("id"):  # a name or an address may stand for itself elsewhere
            found.setdefault(name, model.name)
        for other in _names_in_partition(design, model):
            found.setdefault(other, model.name)
    return found


def _is_called_otherwise(model: ModelSchema) -> bool:
    stem = (_single_key(model) or "").lower().removesuffix("id").removesuffix("_")
    return not (stem and model.name.lower().startswith(stem))


def _single_key(model: ModelSchema) -> str | None:
    names = [name for name in model.key_fields if name != TENANT]
    return names[0] if len(names) == 1 else None


def _names_in_partition(design: Design, owner: ModelSchema) -> Iterator[str]:
    """What the other items of a model's partition call its id."""
    own = _partition_names(owner)
    if own != [_single_key(owner)]:
        return
    for model in design.models.values():
        names = _partition_names(model)
        is_beside = partition_shape(model.key) == partition_shape(owner.key)
        if is_beside and len(names) == 1 and names != own:
            yield names[0]


def _partition_names(model: ModelSchema) -> list[str]:
    return [name for name in model.key.partition_asked if name != TENANT]
