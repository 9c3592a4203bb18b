"""Models that share a key space on purpose: `sharesKeyWith`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tavola.design.reading.reader import Reader
from tavola.design.schema import ModelSchema, TableSettings
from tavola.keys.overlap import find_common_text

__all__ = ["add_shared_keys"]

_KEY = "sharesKeyWith"


def add_shared_keys(
    models: Mapping[str, ModelSchema],
    readers: Mapping[str, Reader],
    tables: Mapping[str, TableSettings],
) -> dict[str, ModelSchema]:
    """Give every model the names of all others that its keys may belong to.

    Sharing goes both ways, and on to whom the others share with.
    """
    groups: dict[str, set[str]] = {name: {name} for name in models}
    for name, model in models.items():
        for other in _read(readers[name], model, models, readers, tables):
            joined = groups[name] | groups[other]
            for member in joined:
                groups[member] = joined
    return {
        name: replace(model, shares=tuple(one for one in models if one in groups[name] - {name}))
        for name, model in models.items()
    }


def _read(
    reader: Reader,
    model: ModelSchema,
    models: Mapping[str, ModelSchema],
    declared: Mapping[str, Reader],
    tables: Mapping[str, TableSettings],
) -> list[str]:
    node = reader.child(_KEY)
    if node is None:
        return []
    named = (node.value,) if isinstance(node.value, str) else reader.texts(_KEY)
    table = tables[model.table] if model.table else next(iter(tables.values()))
    if table.type_attribute is None:
        reader.error(
            f"'{_KEY}' is given without a type, which alone distinguishes the items.",
            "Add typeAttribute to the table.",
            key=_KEY,
        )
        return []
    found: list[str] = []
    for name in named:
        if name not in declared:
            problem = f"'{_KEY}' names unknown model '{name}'."
            reader.unknown(problem, name, declared, key=_KEY, topic=f"model {name}")
        elif name in models and _is_fit(reader, model, models[name]):
            found.append(name)
    return found


def _is_fit(reader: Reader, model: ModelSchema, other: ModelSchema) -> bool:
    if other.name == model.name:
        reader.error(f"'{_KEY}' names the model itself.", "Name the other one.", key=_KEY)
        return False
    if other.table != model.table:
        reader.error(f"{other.name} is in another table.", "Leave it out.", key=_KEY)
        return False
    is_made_up = any(str(one.key.partition) == f"?{one.name}" for one in (model, other))
    if not is_made_up and not _may_meet(model, other):
        reader.error(
            f"no key of {model.name} can be one of {other.name}.", "Leave it out.", key=_KEY
        )
    return True


def _may_meet(one: ModelSchema, other: ModelSchema) -> bool:
    if find_common_text(one.key.partition, other.key.partition) is None:
        return False
    if one.key.sort is None or other.key.sort is None:
        return True
    return find_common_text(one.key.sort, other.key.sort) is not None
