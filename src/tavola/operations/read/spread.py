"""Queries over several partitions in one order: the shards of a key, merged.

What is read of each partition comes in the order of its sort keys. The next item of all is the
first of those that stand first in each: by sort key, then by the partition's number; turned round
in descending order. It is known once every partition that may hold more has shown an item, so
only partitions that have run out are read again.

A cursor is one place in that order: the partition and the keys of one item. Its partition goes on
by ExclusiveStartKey; those before it in the order are done with this sort key, those behind it
are not. Which partitions there are comes from the call, never from the cursor.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil
from types import GenericAlias
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tavola.codec.decoder import RawItem
from tavola.codec.ownership import KeyText
from tavola.errors import OperationError, ValidationFailed
from tavola.keys import NOTHING, Written, beyond
from tavola.model.model import Model
from tavola.operations.bodies import KeyRange
from tavola.operations.read.cursor import Position, blame_cursor, fingerprint, parse_cursor
from tavola.operations.read.query import STEP_WITH_FILTER, Edge, Found, Query
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)


def over_partitions(query: Query[M]) -> Query[M]:
    """Ask what a query asks of all partitions that its index is spread over."""
    if not query.index.shards:
        return query
    return SpreadQuery(**{name: getattr(query, name) for name in Query.__struct_fields__})


class _Head(Struct, Generic[M], frozen=True):
    """An item that was read and not yet taken."""

    sort: str
    item: M
    edge: Edge


class _Stream(Generic[M]):
    """One partition: what was read of it and where it goes on."""

    def __init__(self, number: int, key: KeyRange, after: _After | None = None) -> None:
        self.number = number
        self.key = key
        self.start: RawItem | None = None
        self.heads: deque[_Head[M]] = deque()
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

    def add(self, heads: Iterable[_Head[M]], start: RawItem | None) -> None:
        """Keep what was read."""
        kept = [head for head in heads if self._after is None or self._after.takes(head.sort)]
        self.heads.extend(kept)
        self.kept = len(kept)
        self.start = start
        self.is_open = start is not None


class _After(Struct, frozen=True):
    """What a cursor leaves of a partition beside its own."""

    sort: str
    forward: bool
    inclusive: bool

    def takes(self, sort: str) -> bool:
        """Whether an item at a sort key is still to come."""
        if sort == self.sort:
            return self.inclusive
        return (sort > self.sort) is self.forward


class SpreadQuery(Query[M], Generic[M], frozen=True):
    """Ask several partitions at once, in one order and under one cursor."""

    def key_ranges(self) -> Sequence[KeyRange]:
        """The range of every partition, by its number."""
        scope = self.key_scope()
        template = self.index.key.partition
        shard = next(part.field for part in template.placeholders if part.is_shard)
        texts = (
            template.format_all({**scope, shard: Written(number)})
            for number in range(self.index.shards)
        )
        return tuple(self.range_in(text, scope) for text in texts)

    def key_range(self) -> KeyRange:
        """The range of the first partition; it stands for all in what they have in common."""
        return self.key_ranges()[0]

    @property
    def mark(self) -> bytes:
        """What distinguishes it from other queries, in its cursors."""
        return self._mark_of(self.key_ranges())

    def _mark_of(self, ranges: Sequence[KeyRange]) -> bytes:
        single = self._mark(self.body_of(ranges[0]))
        return fingerprint(single, [one.partition for one in ranges])

    def steps(self) -> Steps[Found[M]]:
        """Send Querys side by side until there are enough items, or no more."""
        self.check()
        ranges = self.key_ranges()
        position = None
        if self.cursor:
            mark = self._mark_of(ranges)
            position = parse_cursor(self.cursor, mark, self.context.cursor_key)
        forward = self.descending is (position is not None and position.backward)
        streams = self._streams(ranges, position, forward)
        taken: list[_Head[M]] = []
        while True:
            taken += _take(streams, forward, self._missing(taken))
            due = [one for one in streams if one.is_open and not one.heads]
            if not due or self._missing(taken) == 0:
                break
            yield from self._read(due, streams, forward, self._missing(taken))
        more = any(one.is_open or one.heads for one in streams)
        return self._page(taken, position, more=more)

    def _missing(self, taken: Sequence[_Head[M]]) -> int | None:
        """How many items are wanted still; None for all that are known, once there are some."""
        if self.limit is None:
            return 0 if taken else None
        # One more than asked for tells whether there is another page.
        return self.limit + 1 - len(taken)

    def _streams(
        self, ranges: Sequence[KeyRange], position: Position | None, forward: bool
    ) -> list[_Stream[M]]:
        if position is None:
            return [_Stream(number, key) for number, key in enumerate(ranges)]
        if not 0 <= position.partition < len(ranges):
            raise OperationError("cursor: does not fit this query. Pass it unchanged.")
        own = _Stream[M](position.partition, ranges[position.partition])
        own.start = self.start_in(own.key.partition, position)
        sort = _sort_text(position.keys, own.key.sort_attribute)
        return [
            own if number == own.number else _resumed(number, key, own.number, sort, forward)
            for number, key in enumerate(ranges)
        ]

    def _read(
        self,
        due: Sequence[_Stream[M]],
        streams: Sequence[_Stream[M]],
        forward: bool,
        missing: int | None,
    ) -> Steps[None]:
        """Read on in the partitions of which nothing is left."""
        share = None
        if self.limit is not None and missing is not None:
            still_open = sum(one.is_open for one in streams)
            spare = 2 if still_open > 1 else 0
            share = max(
                ceil(missing / still_open) + spare,
                1 if self.filter is None else STEP_WITH_FILTER // still_open,
            )
        try:
            responses = yield tuple(one.request(self, forward, share) for one in due)
        except ValidationFailed as refused:
            blame_cursor(self.cursor if any(one.reads == 1 for one in due) else None, refused)
            raise
        for stream, response in zip(due, responses, strict=True):
            numbers, page, start = yield from self.decode(response)
            if self.codec.ttl is not None and not self.include_expired:
                numbers, page = self.alive(numbers, page)
            sorts = _sort_texts(stream.key.sort_attribute, response) if page else []
            heads = (
                _Head(sorts[number] if sorts else "", item, Edge(response, number, stream.number))
                for number, item in zip(numbers, page, strict=True)
            )
            stream.add(heads, start)

    def _page(self, taken: list[_Head[M]], position: Position | None, *, more: bool) -> Found[M]:
        if self.limit is not None and len(taken) > self.limit:
            more = True
            del taken[self.limit :]
        if not taken:
            return Found(self, [], None, None)
        items = [head.item for head in taken]
        ahead = taken[-1].edge if more else None
        behind = taken[0].edge if position is not None else None
        if position is not None and position.backward:
            items.reverse()
            return Found(self, items, after=behind, before=ahead, is_backward=True)
        return Found(self, items, after=ahead, before=behind)


def _resumed(number: int, key: KeyRange, own: int, sort: str, forward: bool) -> _Stream[Any]:
    """A partition beside the cursor's own: from its sort key on, or from behind it."""
    inclusive = (number > own) is forward
    stream = _Stream[Any](number, key, _After(sort, forward, inclusive))
    if key.sort_attribute is None:
        # Without a sort key the partitions stand one behind another.
        stream.is_open = inclusive
        return stream
    left = beyond(key.sort, sort, forward=forward, inclusive=inclusive)
    stream.is_open = left is not NOTHING
    stream.key = msgspec.structs.replace(key, sort=left)
    return stream


def _take(streams: Sequence[_Stream[M]], forward: bool, most: int | None) -> Iterator[_Head[M]]:
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


def _sort_text(keys: RawItem, attribute: str | None) -> str:
    """The sort key that a cursor names."""
    if attribute is None:
        return ""
    text = keys[attribute].get("S")
    if not text:
        raise OperationError("cursor: does not fit this query. Pass it unchanged.")
    return str(text)


def _sort_texts(attribute: str | None, response: bytes) -> list[str]:
    """The sort keys of a page's items in the index, by their numbers; none without one."""
    if attribute is None:
        return []
    page: Any = _sort_decoder(attribute).decode(response)
    return ["" if item.sort is UNSET else item.sort.S for item in page.Items]


@lru_cache(maxsize=256)
def _sort_decoder(attribute: str) -> msgspec.json.Decoder[Any]:
    item = msgspec.defstruct(
        "SortKey", [("sort", KeyText | UnsetType, UNSET)], rename={"sort": attribute}
    )
    items = GenericAlias(list, (item,))
    return msgspec.json.Decoder(msgspec.defstruct("SortKeys", [("Items", items)]))
