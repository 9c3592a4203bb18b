"""Many vectors of one length, compared with a query: with NumPy, or slower without it.

Both are exhaustive and give a distance of which less is nearer; exact scores are worked out for the
nearest alone (scores.py). For COSINE the vectors are kept at length one, so that neither large nor
small numbers leave the range of 32 bits.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from heapq import nsmallest
from math import inf, sqrt
from operator import mul, sub
from typing import Final, Protocol

__all__ = ["Cells", "Found", "MakeCells", "PlainCells", "Search", "to_floats"]

Found = tuple[float, int]
"""A distance and the place of the vector that has it."""

_PLAIN_FLOATS: Final = 16_384
"""How many numbers are compared between two looks at the clock: about a millisecond."""


class Cells(Protocol):
    """Places for vectors; a place that was cleared is never found."""

    def put(self, first: int, packed: Sequence[bytes]) -> None:
        """Store vectors in places one behind another, beginning with `first`."""
        ...

    def clear(self, place: int) -> None:
        """Empty a place."""
        ...

    def compare(self, packed: bytes, allowed: Sequence[tuple[array[int], int]]) -> Search:
        """Prepare a search, among the places that have each code that is asked for."""
        ...

    def bytes_used(self) -> int:
        """Return about how much memory the vectors take."""
        ...


class Search(Protocol):
    """A search under way: each step looks at some places."""

    def steps(self, wanted: int) -> Iterator[list[Found]]:
        """Give the nearest of so many places, step by step, until all were looked at."""
        ...


MakeCells = Callable[[int, str], Cells]


def to_floats(packed: bytes) -> array[float]:
    """Unpack a vector."""
    numbers = array("f")
    numbers.frombytes(packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _unit(vector: array[float]) -> array[float]:
    length = sqrt(sum(map(mul, vector, vector)))
    return array("f", [each / length for each in vector]) if length else vector


class PlainCells:
    """Vectors as arrays of the standard library."""

    def __init__(self, dimensions: int, distance: str) -> None:
        self._dimensions = dimensions
        self._distance = distance
        self._rows: list[array[float] | None] = []

    def put(self, first: int, packed: Sequence[bytes]) -> None:
        """Store vectors in places one behind another, beginning with `first`."""
        self._rows += [None] * (first + len(packed) - len(self._rows))
        for place, each in enumerate(packed, first):
            self._rows[place] = self._prepared(each)

    def clear(self, place: int) -> None:
        """Empty a place."""
        self._rows[place] = None

    def bytes_used(self) -> int:
        """Return about how much memory the vectors take."""
        return len(self._rows) * (4 * self._dimensions + 80)

    def compare(self, packed: bytes, allowed: Sequence[tuple[array[int], int]]) -> PlainSearch:
        """Prepare a search, among the places that have each code that is asked for."""
        size = max(1, _PLAIN_FLOATS // self._dimensions)
        return PlainSearch(self._rows, self._measure(self._prepared(packed)), allowed, size)

    def _prepared(self, packed: bytes) -> array[float]:
        vector = to_floats(packed)
        return _unit(vector) if self._distance == "COSINE" else vector

    def _measure(self, query: array[float]) -> Callable[[array[float]], float]:
        if self._distance == "EUCLIDEAN":
            return lambda row: sum(each * each for each in map(sub, row, query))
        if self._distance == "COSINE":
            return lambda row: 1.0 - sum(map(mul, row, query))
        return lambda row: -sum(map(mul, row, query))


class PlainSearch:
    """A search through arrays."""

    def __init__(
        self,
        rows: list[array[float] | None],
        measure: Callable[[array[float]], float],
        allowed: Sequence[tuple[array[int], int]],
        size: int,
    ) -> None:
        self._rows = rows
        self._measure = measure
        self._allowed = allowed
        self._size = size

    def steps(self, wanted: int) -> Iterator[list[Found]]:
        """Give the nearest of so many places, step by step, until all were looked at."""
        start = 0
        while start < len(self._rows):
            yield nsmallest(wanted, self._look(start, start + self._size))
            start += self._size

    def _look(self, start: int, stop: int) -> Iterator[Found]:
        for place, row in enumerate(self._rows[start:stop], start):
            if row is not None and all(codes[place] == code for codes, code in self._allowed):
                distance = self._measure(row)
                # What is not a number, such as the difference of two infinite ones, is far away.
                yield (distance if distance == distance else inf), place
