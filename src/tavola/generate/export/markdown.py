"""A page about a design: where every item stands, how each question is answered, what it costs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from tavola.design import Design, IndexSchema, KeyPair, ModelSchema, PhysicalIndex
from tavola.design.checks.cost import (
    DEFAULT_LIMIT,
    estimate_collection_units,
    estimate_item_bytes,
    estimate_page_units,
    estimate_pattern_units,
)
from tavola.design.fields.member_paths import key_field
from tavola.keys import TENANT, Template

__all__ = ["to_markdown"]

_READ_BYTES = 4096
_WRITE_BYTES = 1024
_COSTS = (
    "Costs are estimates by the sizes that the design expects: read units of a full page "
    f"({DEFAULT_LIMIT} items where no limit is given), eventually consistent but for single items, "
    "a collection's models in equal shares; write units of a new item with its index entries and "
    "the locks of its unique values."
)


def to_markdown(design: Design, *, introduction: str = "") -> str:
    """Write the page; `introduction` stands below its title."""
    blocks = [f"# {design.name}", *([introduction] if introduction else []), _COSTS]
    for part in design.parts:
        blocks += [
            f"## Table `{part.table.name}`",
            "\n".join(_physical(part)),
            "### Items",
            "\n".join(_items(part)),
            "### Questions",
            "\n".join(_questions(part)),
        ]
    return "\n\n".join(blocks) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _grid(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield _row(head)
    yield "|---" * len(head) + "|"
    for row in rows:
        yield _row(row)


def _code(text: object) -> str:
    # A bar would end the cell, even between backticks.
    return f"`{str(text).replace('|', chr(92) + '|')}`" if text else ""


def _units(number: float) -> str:
    return f"{number:g}"


def _physical(design: Design) -> Iterator[str]:
    table = design.table
    rows = [["the table", _code(table.partition_key), _code(table.sort_key), "all"]]
    for index in table.indexes:
        kind = f"{_code(index.name)}{', local' if index.is_local else ''}"
        holds = {"keysOnly": "keys only", "include": ", ".join(index.included)}
        held = holds.get(index.projection, "all")
        sort = [name for name in index.keys if name not in index.partition_keys]
        partition = ", ".join(map(_code, index.partition_keys))
        rows.append([kind, partition, ", ".join(map(_code, sort)), held])
    return _grid(["", "partition key", "sort key", "holds"], rows)


def _items(design: Design) -> Iterator[str]:
    table = design.table
    places = [None, *table.indexes]
    head = ["model", *(_place_name(design, place) for place in places), "bytes", "to create"]
    rows = [
        [
            f"**{model.name}**",
            *(_keys(_key_in(model, place)) for place in places),
            str(estimate_item_bytes(model)),
            _units(_creation_units(model)),
        ]
        for model in design.models.values()
    ]
    for model in design.models.values():
        for unique in model.uniques.values():
            held = ", ".join(unique.fields)
            lock = [f"lock of {model.name}'s {held}", _keys(unique.key)]
            rows.append([*lock, *[""] * (len(head) - 2)])
    return _grid(head, rows)


def _place_name(design: Design, place: PhysicalIndex | None) -> str:
    return design.table.name if place is None else place.name


def _key_in(model: ModelSchema, place: PhysicalIndex | None) -> KeyPair | None:
    if place is None:
        return model.key
    pairs = [(index.physical, index.key) for index in model.indexes.values() if index.physical]
    if model.iteration is not None:
        pairs.append((model.iteration.physical, model.iteration.key))
    return next((key for physical, key in pairs if physical.name == place.name), None)


def _keys(pair: KeyPair | None) -> str:
    if pair is None:
        return ""
    return "<br>".join(_code(_written(one.template)) for one in pair.attributes)


def _written(template: Template) -> str:
    """A template as a design would say it, with its forms."""
    return "".join(
        part if isinstance(part, str) else f"{{{part.field.lstrip('$')}{_form(part.form)}}}"
        for part in template.parts
    )


def _form(code: str) -> str:
    """What stands behind a field in a template, by the form's code."""
    name, _, size = code.partition(":")
    if name.startswith("desc"):
        return f":desc:0{size}d"
    if name in ("int", "ms", "s") and size:
        return f":0{size}d"
    return {
        "fixed": f":0{size}f",
        "part": f":{size}",
        "shard": f":shard:{size.partition(':')[0]}",
        "raw": ":raw",
        "lower": ":lower",
        "fold": ":fold",
        "iso": ":iso",
        "isoSeconds": ":iso",
        **dict.fromkeys(("int20", "ms20", "float16", "decimal"), ":sortable"),
    }.get(name, "")


def _creation_units(model: ModelSchema) -> float:
    """What a new item costs: it, each of its index entries, and its locks.

    A transaction, which locks need, costs an item and a lock twice.
    """
    units = math.ceil(estimate_item_bytes(model) / _WRITE_BYTES)
    entries = sum(index.physical is not None for index in model.indexes.values())
    entries += model.iteration is not None
    if not model.uniques:
        return units * (1 + entries)
    return units * (2 + entries) + 2 * len(model.uniques)


def _questions(design: Design) -> Iterator[str]:
    rows: list[list[str]] = []
    for model in design.models.values():
        rows += _questions_of(design, model)
    for collection in design.collections.values():
        asked = ", ".join(f"{one.python_name}=…" for one in collection.arguments)
        where = collection.physical.name if collection.physical else design.table.name
        members = ", ".join(collection.models)
        call = f"db.{collection.python_name}({asked})"
        what = f"{members} by {_code(_written(collection.partition))}"
        units = estimate_collection_units(design, collection)
        rows.append([_code(call), where, what, _units(units)])
    return _grid(["call", "reads", "what", "read units"], rows)


def _questions_of(design: Design, model: ModelSchema) -> Iterator[list[str]]:
    one = math.ceil(estimate_item_bytes(model) / _READ_BYTES)
    key = ", ".join(model.fields[name].python_name for name in model.key_fields)
    handle = f"db.{model.handle}"
    yield [_code(f"{handle}.get({key})"), design.table.name, f"one {model.name}", _units(one)]
    for unique in model.uniques.values():
        values = ", ".join(model.fields[name].python_name for name in unique.fields)
        call = _code(f"{handle}.{unique.python_name}({values})")
        yield [call, design.table.name, "the lock, then its owner", _units(1 + one)]
    for index in model.indexes.values():
        call = f"{handle}.{index.python_name}({_asked(model, index.key, ())})"
        units = estimate_page_units(model, index, DEFAULT_LIMIT)
        yield [_code(call), _where(design, index), _spread(index), _units(units)]
    for pattern in design.patterns_of(model.name):
        index = model.indexes[pattern.index]
        call = f"{handle}.{pattern.python_name}({_asked(model, index.key, pattern.constants)})"
        details = [f"{name} = {value}" for name, value in pattern.constants.items()]
        details += [f"{pattern.limit} at most"] if pattern.limit else []
        details += ["descending"] if pattern.descending else []
        what = "; ".join(filter(None, [_spread(index), *details]))
        units = estimate_pattern_units(design, pattern)
        yield [_code(call), _where(design, index), what, _units(units)]


def _where(design: Design, index: IndexSchema) -> str:
    return index.physical.name if index.physical else design.table.name


def _asked(model: ModelSchema, key: KeyPair, constants: Iterable[str]) -> str:
    known = {*constants, TENANT}
    partition = [name for name in key.partition_asked if name not in known]
    sort = [name for name in key.sort_fields if name not in known]
    names = [f"{key_field(model, name).python_name}=…" for name in dict.fromkeys(partition)]
    optional = [one for one in dict.fromkeys(sort) if one not in partition]
    names += [f"[{key_field(model, name).python_name}=…]" for name in optional]
    return ", ".join(names)


def _spread(index: IndexSchema) -> str:
    parts = [f"{index.shards} shards as one"] if index.shards > 1 else []
    parts += [f"each part of {index.date_part} that it touches"] if index.date_part else []
    return ", ".join(parts)
