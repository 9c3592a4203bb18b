"""Partitions of vector indexes that are kept in memory between searches, as many as there is room.

A partition knows up to which line of the file's log it is right (storage/vector_sql.py); who
searches brings it up to date first. The one that was asked for longest ago gives way.
"""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

from tavola.engine.vectors.cells import Cells, MakeCells, PlainCells, Search

__all__ = ["MAX_VECTOR_BYTES", "KeptPartition", "KeptVectors", "choose_cells"]

MAX_VECTOR_BYTES: Final = 512 << 20
_KEY_BYTES: Final = 400
"""About what Python needs for the key of an entry and its place."""
_SPARE_BYTES: Final = 100
_NO_VALUE: Final = -1

Key = tuple[bytes, bytes]
Entry = tuple[Key, bytes, Sequence[bytes | None]]
"""A primary key, a packed vector and the values of the filters."""


def choose_cells() -> MakeCells:
    """Take NumPy's if it is installed."""
    try:
        from tavola.engine.vectors.numpy_cells import NumpyCells  # few programs need NumPy
    except ImportError:
        return PlainCells
    return NumpyCells


class KeptPartition:
    """The vectors of one partition, by primary key."""

    def __init__(self, cells: Cells, filters: Sequence[str], position: int) -> None:
        self._cells = cells
        self._filters = filters
        self.position = position
        """The last line of the log that is in it."""
        self.keys: list[Key | None] = []
        self._places: dict[Key, int] = {}
        self._free: list[int] = []
        self._codes: dict[str, array[int]] = {name: array("i") for name in filters}
        self._values: dict[str, dict[bytes, int]] = {name: {} for name in filters}

    def __len__(self) -> int:
        return len(self._places)

    def bytes_used(self) -> int:
        """Return about how much memory it takes."""
        return self._cells.bytes_used() + len(self.keys) * _KEY_BYTES

    def add(self, entries: Sequence[Entry]) -> None:
        """Add entries whose keys are new."""
        first = len(self.keys)
        self._cells.put(first, [packed for _, packed, _ in entries])
        for place, (key, _, values) in enumerate(entries, first):
            self.keys.append(key)
            self._places[key] = place
            for name, value in zip(self._filters, values, strict=True):
                self._codes[name].append(self._code(name, value))

    def put(self, entry: Entry) -> None:
        """Add or replace an entry."""
        key, packed, values = entry
        place = self._places.get(key)
        if place is None and not self._free:
            self.add([entry])
            return
        if place is None:
            place = self._free.pop()
        self._cells.put(place, [packed])
        self.keys[place] = key
        self._places[key] = place
        for name, value in zip(self._filters, values, strict=True):
            self._codes[name][place] = self._code(name, value)

    def remove(self, key: Key) -> None:
        """Take an entry out, if it is there."""
        place = self._places.pop(key, None)
        if place is not None:
            self._cells.clear(place)
            self.keys[place] = None
            self._free.append(place)

    def compare(self, packed: bytes, wanted: Mapping[str, bytes]) -> Search | None:
        """Prepare a search; None if no entry has a value that is asked for."""
        allowed: list[tuple[array[int], int]] = []
        for name, value in wanted.items():
            code = self._values[name].get(value)
            if code is None:
                return None
            allowed.append((self._codes[name], code))
        return self._cells.compare(packed, allowed)

    def _code(self, name: str, value: bytes | None) -> int:
        """Number a filter's values, so that they are compared as numbers."""
        known = self._values[name]
        return _NO_VALUE if value is None else known.setdefault(value, len(known))


class KeptVectors:
    """The partitions that are kept; whoever uses one holds the lock."""

    def __init__(
        self, max_bytes: int = MAX_VECTOR_BYTES, make_cells: MakeCells | None = None
    ) -> None:
        self.max_bytes = max_bytes
        self.lock = threading.RLock()
        self._make_cells = make_cells
        self._partitions: OrderedDict[tuple[int, bytes], KeptPartition] = OrderedDict()

    def find(self, index: int, part: bytes) -> KeptPartition | None:
        """Find a partition that is kept."""
        found = self._partitions.get((index, part))
        if found is not None:
            self._partitions.move_to_end((index, part))
        return found

    def make(
        self, dimensions: int, distance: str, filters: Sequence[str], position: int
    ) -> KeptPartition:
        """Make a partition, still empty and not kept."""
        if self._make_cells is None:
            self._make_cells = choose_cells()
        return KeptPartition(self._make_cells(dimensions, distance), filters, position)

    def keep(self, index: int, part: bytes, partition: KeptPartition) -> None:
        """Keep a partition, and forget others where there is no room for all."""
        self._partitions[index, part] = partition
        self._partitions.move_to_end((index, part))
        while self._partitions and self.bytes_used() > self.max_bytes:
            self._partitions.popitem(last=False)

    def forget(self, index: int, part: bytes) -> None:
        """Forget a partition."""
        self._partitions.pop((index, part), None)

    def bytes_used(self) -> int:
        """Return about how much memory all of them take."""
        return sum(partition.bytes_used() for partition in self._partitions.values())

    def most_entries(self, dimensions: int) -> int:
        """Return how many entries of a partition there is room for."""
        return self.max_bytes // (5 * dimensions + _KEY_BYTES + _SPARE_BYTES)
