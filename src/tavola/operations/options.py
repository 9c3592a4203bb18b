"""What a call's options may be, where a type checker did not look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from tavola.codec.bad_items import check_on_bad_item
from tavola.codec.codec import Codec
from tavola.design.schema import IndexSchema
from tavola.errors import OperationError, shown


def check_page(where: str, limit: Any, cursor: Any, on_bad_item: Any = "raise") -> None:
    """Refuse a limit that is not a number of items, a cursor that is not a string, and the like."""
    check_on_bad_item(where, on_bad_item)
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool)):
        raise OperationError(f"{where}: limit is {shown(limit)}. Give an int, or leave it out.")
    if limit is not None and limit < 1:
        raise OperationError(f"{where}: limit is {limit}. Ask for at least one item.")
    if cursor is not None and not isinstance(cursor, str):
        raise OperationError(
            f"{where}: cursor is {shown(cursor)}. Pass a page's cursor, which is a string."
        )


def check_only(codec: Codec[Any], index: IndexSchema, only: Any) -> tuple[str, ...]:
    """Return the names of fields to read; heavy ones are not read in lists."""
    where = f"{codec.schema.name}.{index.python_name}"
    if isinstance(only, str):
        raise OperationError(f"{where}: only is {only!r}. Give a list of names: only=[{only!r}].")
    if not isinstance(only, Iterable):
        raise OperationError(f"{where}: only is {shown(only)}. Give a list of names.")
    names = tuple(cast("Iterable[str]", only))
    for name in names:
        if codec.field(name).schema.is_heavy:
            raise OperationError(
                f"{where}: only has {name!r}, which is heavy, and lists leave heavy fields out. "
                "Read it with get."
            )
    return names


def split_keys(codec: Codec[Any], keys: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the values of each of many keys, in order: alone, or as a tuple where it is several."""
    name, is_one = codec.schema.name, len(codec.schema.key_fields) == 1
    if isinstance(keys, str) or not hasattr(keys, "__iter__"):
        raise OperationError(f"{name}: the keys are {shown(keys)}. Give a list of keys.")
    for key in keys:
        if is_one:
            yield (key,)
        elif isinstance(key, tuple | list):
            yield tuple(cast("list[Any]", key))
        else:
            fields = ", ".join(codec.schema.key_fields)
            raise OperationError(f"{name}: a key is {shown(key)}. Give tuples of ({fields}).")
