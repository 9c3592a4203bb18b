"""What reads and writes cost by DynamoDB's arithmetic, and how a response reports it.

# DynamoDB: a read unit is 4 KB read consistently or 8 KB eventually, a write unit is 1 KB, a
# transaction costs twice. Developer guide, CapacityUnitCalculations.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, field

from tavola.engine.storage.catalog import TableInfo

__all__ = [
    "Consumption",
    "IndexEntry",
    "collection_range",
    "entry_write_units",
    "read_units",
    "write_units",
]

READ_UNIT_BYTES: Final = 4096
WRITE_UNIT_BYTES: Final = 1024
_GIGABYTE: Final = 1 << 30


def read_units(size: int, *, consistent: bool) -> float:
    """Count the units of reading `size` bytes; even nothing costs one read."""
    units = -(-size // READ_UNIT_BYTES) or 1
    return float(units) if consistent else units / 2


def write_units(size: int) -> float:
    """Count the units of writing `size` bytes; even a deletion of nothing costs one."""
    return float(-(-size // WRITE_UNIT_BYTES) or 1)


class IndexEntry(Struct, frozen=True):
    """An item as one index holds it: its encoded key, what is projected, and that size."""

    key: tuple[bytes, bytes]
    attributes: Any
    size: int


def entry_write_units(old: IndexEntry | None, new: IndexEntry | None) -> float:
    """Count the units of changing one index entry.

    # DynamoDB: an entry whose key changes is deleted and inserted, which costs two writes; one
    # that stays the same costs nothing. Developer guide, GSI.ThroughputConsiderations.Writes.
    """
    if old == new:
        return 0.0
    if old is not None and new is not None and old.key == new.key:
        return write_units(max(old.size, new.size))
    return sum(write_units(entry.size) for entry in (old, new) if entry is not None)


def collection_range(size: int) -> list[float]:
    """Return the whole gigabytes between which the size of an item collection lies."""
    lower = float(size // _GIGABYTE)
    return [lower, lower + 1.0]


class Consumption(Struct):
    """The units that one request consumes of one table; `kind` is reported by transactions only."""

    table: TableInfo
    kind: str | None = None
    table_units: float = 0.0
    index_units: dict[str, float] = field(default_factory=dict[str, float])
    vector_bytes: dict[str, float] = field(default_factory=dict[str, float])

    def add_vector(self, name: str, size: float) -> None:
        """Add bytes that were written to one vector index."""
        self.vector_bytes[name] = self.vector_bytes.get(name, 0.0) + size

    def add_index(self, name: str, units: float) -> None:
        """Add units of one index."""
        self.index_units[name] = self.index_units.get(name, 0.0) + units

    def report(self, detail: str) -> dict[str, Any]:
        """Write it as a response does, for `detail` TOTAL or INDEXES."""
        total = self._units(self.table_units + sum(self.index_units.values()))
        report: dict[str, Any] = {"TableName": self.table.name, **total}
        if detail != "INDEXES":
            return report
        report["Table"] = self._units(self.table_units)
        for label, indexes in (
            ("LocalSecondaryIndexes", self.table.local_indexes),
            ("GlobalSecondaryIndexes", self.table.global_indexes),
        ):
            used = {
                index.name: self._units(self.index_units[index.name])
                for index in indexes
                if index.name in self.index_units
            }
            if used:
                report[label] = used
        if self.vector_bytes:
            report["VectorIndexes"] = {
                name: {"VectorWriteRequestBytes": size} for name, size in self.vector_bytes.items()
            }
        return report

    def _units(self, units: float) -> dict[str, float]:
        if self.kind is None:
            return {"CapacityUnits": units}
        return {"CapacityUnits": units, f"{self.kind}CapacityUnits": units}
