"""The partitions in which an access pattern finds most, out of all that were seen.

Counting every partition would take as much memory as there are partitions. Of those that are kept
the smallest gives way to a new one, which inherits its count: the largest ones are never lost
(Metwally, Agrawal and El Abbadi, "Efficient computation of frequent and top-k elements", 2005).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

__all__ = ["Crowded"]

_KEPT = 200


class Crowded:
    """Counts what stands where, and knows the fullest places."""

    def __init__(self) -> None:
        self._counts: dict[Hashable, int] = {}
        self._arguments: dict[Hashable, Mapping[str, Any]] = {}

    def add(self, place: Hashable, arguments: Mapping[str, Any]) -> None:
        """Count one item, and remember how to ask for it."""
        if place not in self._counts and len(self._counts) >= _KEPT:
            least = min(self._counts, key=self._counts.__getitem__)
            self._counts[place] = self._counts.pop(least)
            del self._arguments[least]
        self._counts[place] = self._counts.get(place, 0) + 1
        self._arguments[place] = arguments

    def fullest(self, most: int) -> list[Mapping[str, Any]]:
        """How to ask for the fullest places, the fullest first."""
        places = sorted(self._counts, key=self._counts.__getitem__, reverse=True)
        return [self._arguments[place] for place in places[:most]]
