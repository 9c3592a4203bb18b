"""Several partitions in one order: what was read of each, and whose turn it is.

The next item of all is the first of those that stand first in each partition: by sort key, then by
the partition's number; turned round in descending order. It is known once every partition that may
hold more has shown an item.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from types import GenericAlias
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tavola.codec.decoder import RawItem
from tavola.keys import SortRange, beyond, key_value
from tavola.model.model import Model
from tavola.operations.read.get import value_text
from tavola.operations.read.queries.query import Edge, Query
from tavola.operations.request_bodies import QueryRange
from tavola.operations.steps import Request

M = TypeVar("M", bound=Model)


class Head(Struct, Generic[M], frozen=True):
    """An item that was read and not yet taken."""

    sort: Any
    """Its sort key, as keys are compared."""
    sort_text: str
    item: M
    edge: Edge


class After(Struct, frozen=True):
    """What a cursor leaves of a partition beside its own."""

    sort: Any
    forward: bool
    inclusive: bool
    within: SortRange | None = None
    """What was asked for, where what is read may be more."""

    def takes(self, sort: Any, text: str) -> bool:
        """Whether an item at a sort key is still to come."""
        if self.within is not None and not self.within.matches(text):
            return False
        if sort == self.sort:
            return self.inclusive
        return (sort > self.sort) is self.forward


class Stream(Generic[M]):
    """One partition: what was read of it and where it goes on."""

    def __init__(self, number: int, key: QueryRange, after: After | None = None) -> None:
        self.number = number
        self.key = key
        self.start: RawItem | None = None
        self.heads: deque[Head[M]] = deque()
        self.is_open = True
        self.reads = 0
        self.limit = 0
        self.kept = 0
        self._after = after

    def request(self, query: Query[M], forward: bool, share: int | None) -> Request:
        """Ask for the next items; of these `share` are wanted."""
        body = query.body_of(self.key)
        body["ScanIndexForward"] = forward
        if share is not None:
            self.limit = self._pace(share)
            body["Limit"] = self.limit
        if self.start is not None:
            body["ExclusiveStartKey"] = self.start
        self.reads += 1
        return Request("Query", body)

    def _pace(self, share: int) -> int:
        """Read the share at first, and then twice as many each time; more where few are kept."""
        if self.reads == 0:
            return share
        many = share << (self.reads - 1)
        return max(many, 2 * self.limit) if 2 * self.kept < self.limit else many

    def add(self, heads: Iterable[Head[M]], start: RawItem | None) -> None:
        """Keep what was read."""
        kept = [
            head
            for head in heads
            if self._after is None or self._after.takes(head.sort, head.sort_text)
        ]
        self.heads.extend(kept)
        self.kept = len(kept)
        self.start = start
        self.is_open = start is not None


def resumed(
    number: int, key: QueryRange, own: int, sort: str, forward: bool, tag: str
) -> Stream[Any]:
    """A partition beside the cursor's own: from its sort key on, or from behind it."""
    inclusive = (number > own) is forward
    within = key.sort if tag != "S" else None
    after = After(key_value(tag, sort), forward, inclusive, within)
    stream = Stream[Any](number, key, after)
    if key.sort_attribute is None:
        # Without a sort key the partitions stand one behind another.
        stream.is_open = inclusive
        return stream
    left = beyond(key.sort, sort, forward=forward, inclusive=inclusive, tag=tag)
    stream.is_open = left is None or not left.is_empty
    stream.key = msgspec.structs.replace(key, sort=left)
    return stream


def take(streams: Sequence[Stream[M]], forward: bool, most: int | None) -> Iterator[Head[M]]:
    """Take the items whose turn it is, as long as every partition that has more shows one."""
    wanted = most
    while wanted is None or wanted > 0:
        if any(one.is_open and not one.heads for one in streams):
            return
        shown = [(one.heads[0].sort, one.number, one) for one in streams if one.heads]
        if not shown:
            return
        choose = min if forward else max
        yield choose(shown, key=lambda one: one[:2])[2].heads.popleft()
        wanted = None if wanted is None else wanted - 1


def sort_texts(attribute: str | None, response: bytes) -> list[str]:
    """The sort keys of a page's items in the index, by their numbers; none without one."""
    if attribute is None:
        return []
    page: Any = _sort_decoder(attribute).decode(response)
    return ["" if item.sort is UNSET else value_text(item.sort) for item in page.Items]


@lru_cache(maxsize=256)
def _sort_decoder(attribute: str) -> msgspec.json.Decoder[Any]:
    item = msgspec.defstruct(
        "SortKey", [("sort", dict[str, str] | UnsetType, UNSET)], rename={"sort": attribute}
    )
    items = GenericAlias(list, (item,))
    return msgspec.json.Decoder(msgspec.defstruct("SortKeys", [("Items", items)]))
