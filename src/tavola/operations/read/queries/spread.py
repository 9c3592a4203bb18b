"""Queries over several partitions in one order: the shards of a key, and parts of a date.

Parts of a date whose sort key begins with that date stand one behind another, so they are read one
after another, each with its shards; other parts are merged as shards are.

A cursor is one place in that order: the partition and the keys of one item. Its partition goes on
by ExclusiveStartKey; those before it in the order are done with this sort key, those behind it
are not. Which partitions there are comes from the call, never from the cursor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Generic, TypeVar, cast

from tavola.codec.decoder import RawItem
from tavola.errors import OperationError, ValidationFailed
from tavola.expressions import tree
from tavola.keys import (
    LiteralKeyText,
    Placeholder,
    SortCondition,
    check_part,
    key_form,
    key_value,
    parts_between,
    stored_unit,
)
from tavola.model.model import Model
from tavola.operations.read.pages.cursor import Position, fingerprint, parse_cursor, refuse_cursor
from tavola.operations.read.queries.count import MAX_SIDE_BY_SIDE
from tavola.operations.read.queries.merge import Head, Stream, resumed, sort_texts, take
from tavola.operations.read.queries.query import STEP_WITH_FILTER, Edge, Found, Query
from tavola.operations.request_bodies import QueryRange, all_of
from tavola.operations.steps import Steps

M = TypeVar("M", bound=Model)


def over_partitions(query: Query[M]) -> Query[M]:
    """Ask what a query asks of all partitions that its index is spread over."""
    if not query.index.shards and not query.index.date_part:
        return query
    return SpreadQuery(**{name: getattr(query, name) for name in Query.__struct_fields__})


class SpreadQuery(Query[M], Generic[M], frozen=True):
    """Ask several partitions at once, in one order and under one cursor."""

    def key_ranges(self) -> Sequence[QueryRange]:
        """The range of every partition, by its number: part by part, and in each by shard."""
        scope = self.key_scope()
        chosen: list[dict[str, Any]] = [{}]
        for part in self.index.key.partition_placeholders:
            if part.date_layout:
                texts = self._parts(part, scope)
                chosen = [{part.field: LiteralKeyText(text)} for text in texts]
        for part in self.index.key.partition_placeholders:
            if part.is_shard:
                shards = range(self.index.shards)
                chosen = [{**one, part.field: LiteralKeyText(n)} for one in chosen for n in shards]
        asked = self._sort_scope(scope)
        return tuple(self.range_in({**scope, **one}, asked) for one in chosen)

    def _parts(self, part: Placeholder, scope: Mapping[str, Any]) -> list[str]:
        """The parts of a date that are asked for."""
        where = f"{self.codec.schema.name}.{self.index.python_name}: {part.field}"
        asked = scope.get(part.field)
        if asked is None:
            raise OperationError(f"{where} has no value. Give a date, between or part.")
        holders = (one.template for one in self.index.key.partitions)
        write = next(one for one in holders if part in one.placeholders).component
        try:
            if not isinstance(asked, SortCondition):
                return [write(part.field, asked)]
            if asked.operator == "part":
                return [check_part(part.date_layout, asked.value)]
            if asked.operator == "=":
                return [write(part.field, asked.value)]
            if asked.operator == "between":
                return parts_between(part.date_layout, *self._bounds(asked))
        except OperationError as wrong:
            raise OperationError(f"{where}: {str(wrong).removeprefix('key: ')}") from None
        raise OperationError(
            f"{where}: {asked.operator!r} is an open range, and the partition key has "
            f"one part '{part.date_layout}' of it. Use between, part, or a date."
        )

    def _bounds(self, asked: SortCondition) -> tuple[datetime, datetime]:
        for value in (asked.value, asked.high):
            if not isinstance(value, datetime) or value.tzinfo is None:
                raise OperationError(f"{value!r} is not a datetime with a time zone.")
        low, high = cast("tuple[datetime, datetime]", (asked.value, asked.high))
        return low, high

    def _sort_scope(self, scope: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the sort key is asked by: not the date, where it cannot say it."""
        name = self.index.date_part
        return {**scope, name: None} if name and not self._is_in_sort(scope) else scope

    def _is_in_sort(self, scope: Mapping[str, Any]) -> bool:
        """Whether the sort key says all that is asked of the date."""
        sort, name = self.index.key.sort, self.index.date_part
        asked = scope.get(name)
        if sort is None or name not in sort.fields:
            return False
        if isinstance(asked, SortCondition) and asked.operator == "part":
            return False
        before = sort.fields[: sort.fields.index(name)]
        known = [scope.get(one) for one in before]
        return all(one is not None and not isinstance(one, SortCondition) for one in known)

    def filter_tree(self) -> tree.Condition | None:
        """What the items have to fulfil, with the date that their keys do not say."""
        own = super().filter_tree()
        asked = self.given.get(self.index.date_part) if self.index.date_part else None
        if asked is None or self._is_in_sort(self.given):
            return own
        field = self.codec.shape.by_name[self.index.date_part]
        ref = getattr(self.codec.model.fields, field.python_name)
        if not isinstance(asked, SortCondition):
            return all_of(own, ref == asked)
        if asked.operator == "=":
            return all_of(own, ref == asked.value)
        if asked.operator != "between":
            return own
        low, high = self._bounds(asked)
        return all_of(own, ref >= _next_stored(field.schema.storage or "", low), ref <= high)

    @property
    def _width(self) -> int:
        """How many partitions stand side by side; others are read one after another."""
        sort = self.index.key.sort
        if not self.index.date_part or sort is None or sort.fields[:1] != (self.index.date_part,):
            return 0
        return max(self.index.shards, 1)

    @property
    def _turns(self) -> bool:
        """Whether later parts come first."""
        sort = self.index.key.sort
        if sort is None or not self._width:
            return False
        return key_form(sort.placeholder(self.index.date_part).form).is_descending

    def key_range(self) -> QueryRange:
        """The range of the first partition; it stands for all in what they have in common."""
        return self.key_ranges()[0]

    @property
    def mark(self) -> bytes:
        """What distinguishes it from other queries, in its cursors."""
        return self._mark_of(self.key_ranges())

    def _mark_of(self, ranges: Sequence[QueryRange]) -> bytes:
        single = self._mark(self.body_of(ranges[0])) if ranges else b""
        return fingerprint(single, [one.partition_values for one in ranges])

    def steps(self) -> Steps[Found[M]]:
        """Send Querys side by side until there are enough items, or no more."""
        self.check()
        ranges = self.key_ranges()
        position = None
        if self.cursor:
            mark = self._mark_of(ranges)
            position = parse_cursor(self.cursor, mark, self.context.cursor_key)
        forward = self.descending is (position is not None and position.backward)
        groups = self._groups(ranges, position, forward)
        taken: list[Head[M]] = []
        while groups and self._missing(taken) != 0:
            streams = groups[0]
            taken += take(streams, forward, self._missing(taken))
            due = [one for one in streams if one.is_open and not one.heads]
            if self._missing(taken) == 0:
                break
            if due:
                yield from self._read(due, streams, forward, self._missing(taken))
            else:
                groups.pop(0)
        more = any(one.is_open or one.heads for group in groups for one in group)
        return self._page(taken, position, more=more)

    def _groups(
        self, ranges: Sequence[QueryRange], position: Position | None, forward: bool
    ) -> list[list[Stream[M]]]:
        """The partitions that are merged, in the order in which these are read."""
        streams = self._streams(ranges, position, forward)
        width = self._width or len(streams) or 1
        groups = [streams[at : at + width] for at in range(0, len(streams), width)]
        here = position.partition // width if position is not None else None
        if forward is self._turns:
            groups.reverse()
            here = None if here is None else len(groups) - 1 - here
        for group in groups[: here or 0]:
            for stream in group:
                stream.is_open = False
        return groups

    def _missing(self, taken: Sequence[Head[M]]) -> int | None:
        """How many items are wanted still; None for all that are known, once there are some."""
        if self.limit is None:
            return 0 if taken else None
        # One more than asked for tells whether there is another page.
        return self.limit + 1 - len(taken)

    def _streams(
        self, ranges: Sequence[QueryRange], position: Position | None, forward: bool
    ) -> list[Stream[M]]:
        if position is None:
            return [Stream(number, key) for number, key in enumerate(ranges)]
        if not 0 <= position.partition < len(ranges):
            raise OperationError("The cursor does not fit this query. Pass it unchanged.")
        own = Stream[M](position.partition, ranges[position.partition])
        own.start = self.start_in(own.key, position)
        sort = _sort_text(position.keys, own.key.sort_attribute, self._sort_tag)
        width = self._width or len(ranges)
        streams: list[Stream[M]] = []
        for number, key in enumerate(ranges):
            if number == own.number:
                streams.append(own)
            elif number // width == own.number // width:
                streams.append(resumed(number, key, own.number, sort, forward, self._sort_tag))
            else:
                streams.append(Stream(number, key))
        return streams

    def _read(
        self,
        due: Sequence[Stream[M]],
        streams: Sequence[Stream[M]],
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
                1 if self.filter_tree() is None else STEP_WITH_FILTER // still_open,
            )
        for at in range(0, len(due), MAX_SIDE_BY_SIDE):
            yield from self._read_streams(due[at : at + MAX_SIDE_BY_SIDE], forward, share)

    def _read_streams(
        self, due: Sequence[Stream[M]], forward: bool, share: int | None
    ) -> Steps[None]:
        try:
            responses = yield tuple(one.request(self, forward, share) for one in due)
        except ValidationFailed as refused:
            refuse_cursor(self.cursor if any(one.reads == 1 for one in due) else None, refused)
            raise
        for stream, response in zip(due, responses, strict=True):
            numbers, page, start = yield from self.decode(response)
            if self.codec.ttl is not None and not self.include_expired:
                numbers, page = self.alive(numbers, page)
            sorts = sort_texts(stream.key.sort_attribute, response) if page else []
            heads = (
                self._head(sorts[number] if sorts else "", item, response, number, stream)
                for number, item in zip(numbers, page, strict=True)
            )
            stream.add(heads, start)

    def _head(self, sort: str, item: M, response: bytes, number: int, stream: Stream[M]) -> Head[M]:
        value = key_value(self._sort_tag, sort) if sort else sort
        return Head(value, sort, item, Edge(response, number, stream.number))

    @property
    def _sort_tag(self) -> str:
        """The type of the index's sort key."""
        sort = self.index.key.sort
        return "S" if sort is None else sort.tag

    def _page(self, taken: list[Head[M]], position: Position | None, *, more: bool) -> Found[M]:
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


def _next_stored(storage: str, moment: datetime) -> datetime:
    """Move a date up to the next one that can be stored."""
    try:
        return moment + (stored_unit(storage) - timedelta(microseconds=1))
    except OverflowError:
        return moment


def _sort_text(keys: RawItem, attribute: str | None, tag: str) -> str:
    """The sort key that a cursor names."""
    if attribute is None:
        return ""
    text = keys[attribute].get(tag)
    if not text:
        raise OperationError("The cursor does not fit this query. Pass it unchanged.")
    return str(text)
