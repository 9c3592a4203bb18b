"""What DynamoDB charges for reading and writing items, by their sizes.

# DynamoDB: a read unit is 4 KB read consistently or 8 KB eventually, a write unit is 1 KB, a
# transaction costs twice. Developer guide, CapacityUnitCalculations.
"""

from __future__ import annotations

from collections.abc import Iterable

from tavola.codec.decoder import RawItem
from tavola.design.schema import PhysicalIndex
from tavola.values.sizes import item_size

_READ_UNIT_BYTES = 4096
_WRITE_UNIT_BYTES = 1024


def read_charge(size: int, *, consistent: bool) -> float:
    """The units of reading so many bytes; even nothing costs one read."""
    units = -(-size // _READ_UNIT_BYTES) or 1
    return float(units) if consistent else units / 2


def write_charge(
    old: RawItem | None,
    new: RawItem | None,
    key: Iterable[str],
    indexes: Iterable[PhysicalIndex],
    *,
    in_transaction: bool = False,
) -> float:
    """The units of changing an item from one to the other, indexes included; None means no item."""
    table = _write_units(max(item_size(old or {}), item_size(new or {})))
    # An index is brought up to date after the transaction, so that it costs what it always costs.
    table *= 2 if in_transaction else 1
    names = tuple(key)
    return table + sum(
        _index_charge(entry_of(index, names, old), entry_of(index, names, new), index)
        for index in indexes
    )


def entry_of(index: PhysicalIndex, key: Iterable[str], item: RawItem | None) -> RawItem | None:
    """An item as an index holds it; None where it does not stand in the index."""
    own = [name for name in (index.partition_key, index.sort_key) if name]
    if item is None or not all(name in item for name in own):
        return None
    if index.projection == "all":
        return item
    names = {*key, *own, *index.included}
    return {name: value for name, value in item.items() if name in names}


def _index_charge(old: RawItem | None, new: RawItem | None, index: PhysicalIndex) -> float:
    # DynamoDB: an entry whose key changes is deleted and inserted, which costs two writes; one
    # that stays the same costs nothing. Developer guide, GSI.ThroughputConsiderations.Writes.
    if old == new:
        return 0.0
    if old is not None and new is not None:
        own = (index.partition_key, index.sort_key)
        if all(old.get(name or "") == new.get(name or "") for name in own):
            return _write_units(max(item_size(old), item_size(new)))
    return sum(_write_units(item_size(one)) for one in (old, new) if one is not None)


def _write_units(size: int) -> float:
    return float(-(-size // _WRITE_UNIT_BYTES) or 1)
