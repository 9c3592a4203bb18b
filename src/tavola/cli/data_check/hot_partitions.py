"""The partitions in which an access pattern finds most, out of all that were seen.

Counting every partition would take as much memory as there are partitions. Of those that are kept
the smallest gives way to a new one, which inherits its count: the largest ones are never lost
(Metwally, Agrawal and El Abbadi, "Efficient computation of frequent and top-k elements", 2005).
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["HotPartitions"]

_KEPT = 200


class HotPartitions:
    """Counts what stands where, and knows the fullest places."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        """How much was seen in each place that is kept."""

    def add(self, place: str) -> None:
        """Count one item."""
        counts = self.counts
        if place not in counts and len(counts) >= _KEPT:
            least = min(counts, key=counts.__getitem__)
            counts[place] = counts.pop(least)
        counts[place] = counts.get(place, 0) + 1

    def go_on_from(self, counts: Mapping[str, int]) -> None:
        """Begin with what an earlier run has counted."""
        self.counts = dict(counts)

    def fullest(self, most: int) -> list[str]:
        """The fullest places, the fullest first."""
        return sorted(self.counts, key=self.counts.__getitem__, reverse=True)[:most]
