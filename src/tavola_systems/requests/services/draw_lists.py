"""Long lists of request ids, in parts: a draw's entries and its order.

A list stands under its own digest. Two processes that write the same list write the same items, and
two that write different ones write different items; so a list can be written again after a crash,
and the draw names by its digest which one holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tavola.errors import DecodeError
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.models import AsyncEventTable

__all__ = ["DrawLists"]

IDS_IN_A_PART: Final = 10_000
"""At 26 characters each, a part stays below DynamoDB's 400 KB."""


class DrawLists:
    """The lists of all draws."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db

    def keep(self, event_id: str, ids: Sequence[str]) -> str:
        """Write a list, and return its digest."""
        digest = sha256_hex("".join(f"{one}\n" for one in ids).encode())
        for begin in range(0, len(ids), IDS_IN_A_PART):
            self._db.draw_list.upsert(
                event_id=event_id,
                digest=digest,
                number=begin // IDS_IN_A_PART,
                ids="\n".join(ids[begin : begin + IDS_IN_A_PART]),
            )
        return digest

    def read(self, event_id: str, digest: str) -> list[str]:
        """Return a whole list; refuse one that is not whole."""
        ids = list(self._ids(event_id, digest))
        if sha256_hex("".join(f"{one}\n" for one in ids).encode()) != digest:
            raise DecodeError(
                f"event {event_id}: the list {digest} of its draw is damaged. Restore the table."
            )
        return ids

    def _ids(self, event_id: str, digest: str) -> Iterator[str]:
        parts = self._db.draw_list.draw_lists(event_id=event_id, digest=digest, consistent=True)
        for part in parts.all():
            yield from part.ids.split("\n")

    def some(self, event_id: str, digest: str, begin: int, count: int) -> list[str]:
        """Return some ids of a list, from a position on; reads only the parts that hold them."""
        found: list[str] = []
        while count > 0:
            part = self._db.draw_list.get(event_id, digest, begin // IDS_IN_A_PART)
            if part is None:
                break
            at = begin % IDS_IN_A_PART
            ids = part.ids.split("\n")[at : at + count]
            found += ids
            begin, count = begin + len(ids), count - len(ids)
            if begin % IDS_IN_A_PART:
                break
        return found
