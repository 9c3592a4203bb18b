"""Pages of items: what Query and Scan make of the rows they read.

Without filter and projection a page is the stored bytes, joined; nothing is decoded but the last
item, for its key.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import islice
from math import inf
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct, field

from tavola.engine.database import Database
from tavola.engine.items.capacity_units import Consumption, read_units
from tavola.engine.items.index_lag import lagging_rows
from tavola.engine.items.key_ranges import Range, ReadTarget
from tavola.engine.items.selections import Selection
from tavola.engine.items.writes import decode, encode
from tavola.engine.pacing import MOST_WORK, Pace, Steps
from tavola.engine.storage.large_items import read_key, takes_long, use_large
from tavola.engine.storage.rows import key_of
from tavola.expressions import Condition, Projection
from tavola.values import Item

__all__ = [
    "Row",
    "judge_in_steps",
    "most_bytes_at_once",
    "project_in_steps",
    "read_rows",
    "respond_with_page",
]

# DynamoDB: a page has at most 1 MB of items as they are stored, before filter and projection.
# Developer guide, Query.Pagination.
MAX_PAGE_BYTES: Final = 1 << 20

_FIRST_ROWS: Final = 4
_MOST_ROWS: Final = 32
"""What is read ahead and may not fit: each row may have 400 KB, and three megabytes as JSON."""

Row = tuple[Any, ...]
ReadAfter = Callable[[Item | None], Iterable[Row]]
"""Reads on behind the item with this key, lazily; from the start for None."""

_data_of = itemgetter(0)
_size_of = itemgetter(1)


class ItemPage(Struct):
    """Items of one page, encoded, and what it took to read them."""

    items: list[bytes] = field(default_factory=list[bytes])
    count: int = 0
    scanned: int = 0
    size: int = 0
    fetched_units: float = 0.0
    last: bytes | None = None
    has_more: bool = False
    is_unjudged: bool = False
    """Whether the filter has yet to say, which takes long, if the last item belongs to the page."""


def read_rows(
    database: Database,
    target: ReadTarget,
    partition: bytes | None,
    limits: Range,
    *,
    is_ascending: bool = True,
    after: tuple[bytes, ...] = (),
) -> Iterable[Row]:
    """Read one partition, or everything if `partition` is None, lazily and in order."""
    reading = target.scans if partition is None else target.queries
    faults = database.faults
    if faults is None or not faults.is_lagging or not target.is_global_index:
        return database.storage.read(
            reading, partition, *limits, is_ascending=is_ascending, after=after
        )
    return lagging_rows(
        target,
        database.storage.read(reading, partition, *limits),
        faults.before_lag(target.table.name),
        partition,
        limits,
        is_ascending=is_ascending,
        after=after,
    )


def respond_with_page(
    database: Database,
    target: ReadTarget,
    read: ReadAfter,
    selection: Selection,
    body: Mapping[str, Any],
    pace: Pace,
) -> Steps:
    """Read a page of rows, in steps, and write the response."""
    page = ItemPage()
    limit: int = body.get("Limit", 0)
    if selection.filter is None and selection.projection is None:
        _take(page, read(None), limit)
    else:
        rows = read(None)
        while not _select(page, rows, limit, selection, pace):
            database.storage.close_open_cursor()
            yield
            if page.is_unjudged:
                yield from _judge(page, selection, pace)
                if page.scanned == limit:
                    page.has_more = True
                    break
            rows = read(_key_of_last(target, page))
    if selection.is_fetched and not selection.is_count:
        consistent = body.get("ConsistentRead", False)
        yield from _fetch(database, target, page, selection, pace, consistent=consistent)
    return _respond(target, page, body, is_count=selection.is_count)


def _key_of_last(target: ReadTarget, page: ItemPage) -> Item:
    return read_key(page.last or b"{}", target.key_names)


def _take(page: ItemPage, rows: Iterable[Row], limit: int) -> None:
    """Take rows as they are, up to the limit or 1 MB, a few at a time."""
    items, source, ahead = page.items, iter(rows), _FIRST_ROWS
    while chunk := list(islice(source, min(ahead, limit - len(items)) if limit else ahead)):
        size = sum(map(_size_of, chunk))
        if page.size + size > MAX_PAGE_BYTES:
            _take_what_fits(page, chunk)
            break
        page.size += size
        items.extend(map(_data_of, chunk))
        if len(items) == limit:
            page.has_more = True
            break
        # No more rows are read ahead than will about fill the page.
        average = page.size // len(items) + 1
        ahead = min(_MOST_ROWS, (MAX_PAGE_BYTES - page.size) // average + 1)
    page.count = page.scanned = len(items)
    page.last = items[-1] if items else None


def _take_what_fits(page: ItemPage, chunk: Iterable[Row]) -> None:
    page.has_more = True
    for data, size in chunk:
        if page.size + size > MAX_PAGE_BYTES:
            return
        page.size += size
        page.items.append(data)


def _select(
    page: ItemPage, rows: Iterable[Row], limit: int, selection: Selection, pace: Pace
) -> bool:
    """Take what the filter lets through, and of that what the projection takes.

    Returns whether the page is whole; if not, it was time for others, or the last item is unjudged.
    """
    is_over = pace.is_over
    matches = None if selection.filter is None else selection.filter.matches
    most_bytes = most_bytes_at_once(selection.filter)
    for data in _rows_of_page(page, rows, limit):
        if len(data) > most_bytes or takes_long(data):
            # Decoded it may take a hundred times its size; it is not, while others go first.
            page.is_unjudged = True
            return False
        item = decode(data)
        if matches is None or matches(item):
            _add(page, selection, item, data)
        if is_over():
            page.has_more = page.scanned == limit
            return page.has_more
    return True


def most_bytes_at_once(condition: Condition | None) -> float:
    """Say how long an item may be for a condition to be evaluated without a pause."""
    return inf if condition is None else MOST_WORK / max(condition.weight, 1)


def judge_in_steps(condition: Condition, item: Item, pace: Pace) -> Generator[None, None, bool]:
    """Evaluate a condition on a large item, and pause when it is time for others."""
    verdict = condition.judge(item)
    try:
        while True:
            next(verdict)
            if pace.is_over():
                yield
    except StopIteration as done:
        return bool(done.value)


def project_in_steps(
    data: bytes, projection: Projection, pace: Pace
) -> Generator[None, None, bytes]:
    """Take of a stored item what a projection wants."""

    def project(item: Item) -> Generator[None, None, bytes]:
        return encode(projection.apply(item))
        yield

    if not takes_long(data):
        return encode(projection.apply(decode(data)))
    return (yield from use_large(data, pace, project))


def _judge(page: ItemPage, selection: Selection, pace: Pace) -> Generator[None]:
    """Ask the filter whether it lets the last item through."""
    page.is_unjudged = False
    condition, data = selection.filter, page.last
    if data is None:
        return

    def judge(item: Item) -> Generator[None]:
        if condition is None or (yield from judge_in_steps(condition, item, pace)):
            _add(page, selection, item, data)

    yield from use_large(data, pace, judge)


def _add(page: ItemPage, selection: Selection, item: Item, data: bytes) -> None:
    page.count += 1
    if not selection.is_count:
        # What a local index lacks is projected after it was fetched.
        projection = None if selection.is_fetched else selection.projection
        page.items.append(data if projection is None else encode(projection.apply(item)))


def _rows_of_page(page: ItemPage, rows: Iterable[Row], limit: int) -> Iterator[bytes]:
    """Return the rows that belong to a page, keeping count of them."""
    for data, row_size in rows:
        if page.size + row_size > MAX_PAGE_BYTES:
            page.has_more = True
            return
        page.size += row_size
        page.scanned += 1
        page.last = data
        yield data
        if page.scanned == limit:
            page.has_more = True
            return


def _fetch(
    database: Database,
    target: ReadTarget,
    page: ItemPage,
    selection: Selection,
    pace: Pace,
    *,
    consistent: bool,
) -> Generator[None]:
    """Put the table's items in the place of a local index's entries.

    # DynamoDB: attributes that a local index does not project are fetched from the table, one
    # read per item. Developer guide, LSI.
    """
    items: list[bytes] = []
    for entry in page.items:
        key = read_key(entry, target.table.key_attributes)
        found = database.storage.get(target.table, *key_of(target.table, key))
        data, size = (entry, 0) if found is None else found
        page.fetched_units += read_units(size, consistent=consistent)
        if selection.projection is not None:
            data = yield from project_in_steps(data, selection.projection, pace)
        items.append(data)
        if pace.is_over():
            yield
    page.items = items


def _respond(
    target: ReadTarget, page: ItemPage, body: Mapping[str, Any], *, is_count: bool
) -> bytes:
    parts = [b'{"Count":%d,"ScannedCount":%d' % (page.count, page.scanned)]
    if not is_count:
        parts.append(b',"Items":[%b]' % b",".join(page.items))
    if page.has_more and page.last is not None:
        parts.append(b',"LastEvaluatedKey":%b' % encode(_key_of_last(target, page)))
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if detail != "NONE":
        consumed = _consumption(target, page, consistent=body.get("ConsistentRead", False))
        parts.append(b',"ConsumedCapacity":%b' % encode(consumed.report(detail)))
    parts.append(b"}")
    return b"".join(parts)


def _consumption(target: ReadTarget, page: ItemPage, *, consistent: bool) -> Consumption:
    consumed = Consumption(target.table)
    units = read_units(page.size, consistent=consistent)
    if target.index is None:
        consumed.table_units = units
    else:
        consumed.table_units = page.fetched_units
        consumed.add_index(target.index.name, units)
    return consumed
