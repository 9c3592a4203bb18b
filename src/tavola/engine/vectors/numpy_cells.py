"""Many vectors of one length as a matrix of NumPy's: the one door to NumPy.

One product of matrix and vector would do; it is divided, so that others are answered in between.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from tavola.engine.vectors.cells import Found

__all__ = ["NumpyCells"]

_FLOATS: Final = 1 << 20
"""How many numbers are compared between two looks at the clock: about a millisecond."""
_LEAST_PLACES: Final = 256

Matrix = np.ndarray[Any, np.dtype[np.float32]]


class NumpyCells:
    """Vectors as rows of a matrix, which grows by a quarter when it is full."""

    def __init__(self, dimensions: int, distance: str) -> None:
        self._distance = distance
        self._rows: Matrix = np.zeros((0, dimensions), np.float32)
        self._is_filled = np.zeros(0, np.bool_)
        self._count = 0

    def put(self, first: int, packed: Sequence[bytes]) -> None:
        """Store vectors in places one behind another, beginning with `first`."""
        end = first + len(packed)
        if end > len(self._rows):
            self._grow(end)
        self._rows[first:end] = self._prepared(b"".join(packed))
        self._is_filled[first:end] = True
        self._count = max(self._count, end)

    def clear(self, place: int) -> None:
        """Empty a place."""
        self._is_filled[place] = False

    def bytes_used(self) -> int:
        """Return about how much memory the vectors take."""
        return int(self._rows.nbytes + self._is_filled.nbytes)

    def compare(self, packed: bytes, allowed: Sequence[tuple[array[int], int]]) -> NumpySearch:
        """Prepare a search, among the places that have each code that is asked for."""
        query: Matrix = self._prepared(packed)[0]
        rows, is_filled = self._rows[: self._count], self._is_filled[: self._count]
        return NumpySearch(rows, is_filled, query, self._distance, allowed)

    def _grow(self, places: int) -> None:
        size = max(places, len(self._rows) * 5 // 4, _LEAST_PLACES)
        rows: Matrix = np.zeros((size, self._rows.shape[1]), np.float32)
        rows[: len(self._rows)] = self._rows
        self._is_filled = np.append(
            self._is_filled, np.zeros(size - len(self._is_filled), np.bool_)
        )
        self._rows = rows

    def _prepared(self, packed: bytes) -> Matrix:
        given = np.frombuffer(packed, "<f4").reshape(-1, self._rows.shape[1])
        if self._distance != "COSINE":
            return given.astype(np.float32, copy=False)
        wide = given.astype(np.float64)
        lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
        lengths[lengths == 0.0] = 1.0
        units: Matrix = (wide / lengths[:, None]).astype(np.float32)
        return units


class NumpySearch:
    """A search through a matrix."""

    def __init__(
        self,
        rows: Matrix,
        is_filled: np.ndarray[Any, np.dtype[np.bool_]],
        query: Matrix,
        distance: str,
        allowed: Sequence[tuple[array[int], int]],
    ) -> None:
        self._rows = rows
        self._is_filled = is_filled
        self._query = query
        self._distance = distance
        self._allowed = allowed

    def steps(self, wanted: int) -> Iterator[list[Found]]:
        """Give the nearest of so many places, step by step, until all were looked at."""
        size = max(1, _FLOATS // self._rows.shape[1])
        for start in range(0, len(self._rows), size):
            yield self._look(start, min(start + size, len(self._rows)), wanted)

    def _look(self, start: int, stop: int, wanted: int) -> list[Found]:
        distances = self._measure(self._rows[start:stop], self._query)
        if not np.isfinite(distances).all():
            # Products past the range of 32 bits are worked out again with more.
            wide = self._rows[start:stop].astype(np.float64)
            distances = self._measure(wide, self._query.astype(np.float64))
        places = np.flatnonzero(self._is_asked_for(start, stop))
        if len(places) < len(distances):
            distances = distances[places]
        if len(distances) > wanted:
            nearest = np.argpartition(distances, wanted)[:wanted]
            distances, places = distances[nearest], places[nearest]
        return list(zip(distances.tolist(), (places + start).tolist(), strict=True))

    def _is_asked_for(self, start: int, stop: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
        chosen = self._is_filled[start:stop]
        for codes, code in self._allowed:
            mine = np.frombuffer(codes, np.intc, count=stop - start, offset=start * codes.itemsize)
            chosen = chosen & (mine == code)
        return chosen

    def _measure(self, rows: Any, query: Any) -> Any:
        with np.errstate(over="ignore", invalid="ignore"):
            if self._distance == "EUCLIDEAN":
                difference = rows - query
                return np.einsum("ij,ij->i", difference, difference)
            # Not `rows @ query`, which starts threads that wait for one another on a busy machine.
            product = np.einsum("ij,j->i", rows, query)
            return 1.0 - product if self._distance == "COSINE" else -product
