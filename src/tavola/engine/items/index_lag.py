"""A global index that is behind its table: what a read of it shows while faults make it lag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tavola.engine.items.key_ranges import Range, ReadTarget
from tavola.engine.items.writes import encode
from tavola.engine.storage.large_items import decode_in_parts
from tavola.engine.storage.rows import index_values, key_of
from tavola.values import Item, item_size

__all__ = ["lagging_rows"]

Key = tuple[bytes, bytes]
Position = tuple[bytes, ...]
Row = tuple[bytes, int]


def lagging_rows(
    target: ReadTarget,
    rows: Iterable[tuple[Any, ...]],
    before: Mapping[Key, Row | None],
    partition: bytes | None,
    limits: Range,
    *,
    is_ascending: bool,
    after: Position,
) -> Iterator[Row]:
    """Return an index's rows as if the items in `before` were still what they were.

    `rows` are all that the index holds in the range now; `partition` is None for a scan.
    """
    shown = {
        position: row
        for row in rows
        for position in [_position(target, decode_in_parts(row[0]))]
        if position is not None and position[2:] not in before
    }
    for old in before.values():
        found = None if old is None else _old_entry(target, old)
        if found is not None and _is_within(found[0], partition, limits):
            shown[found[0]] = found[1]
    start = after if partition is None else (partition, *after) if after else ()
    for position in sorted(shown, reverse=not is_ascending):
        is_behind = position > start if is_ascending else position < start
        if not start or is_behind:
            data, size = shown[position]
            yield data, size


def _position(target: ReadTarget, item: Item) -> Position | None:
    """Return where an item stands in the index, or None if it is not in it."""
    (key,) = (key for key in target.table.index_keys if key.index is target.index)
    columns = index_values(key, item)
    return None if columns[0] is None else (*columns[:2], *key_of(target.table, item))


def _old_entry(target: ReadTarget, old: Row) -> tuple[Position, Row] | None:
    item = decode_in_parts(old[0])
    position = _position(target, item)
    if position is None or target.index is None:
        return None
    if not target.index.is_projected:
        return position, old
    names = {*target.key_names, *target.index.non_key_attributes}
    projected = {name: value for name, value in item.items() if name in names}
    return position, (encode(projected), item_size(projected))


def _is_within(position: Position, partition: bytes | None, limits: Range) -> bool:
    if partition is None:
        return limits[0] <= position[0] < limits[1]
    return position[0] == partition and limits[0] <= position[1] < limits[1]
