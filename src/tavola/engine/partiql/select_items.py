"""Runs a SELECT: pages of a table, an index, or some of their partitions."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Generator, Iterator, Mapping
from functools import partial
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from tavola.engine.database import Database
from tavola.engine.items.capacity_units import Consumption, read_units
from tavola.engine.items.key_ranges import (
    EVERYTHING,
    ReadTarget,
    find_target,
    range_of,
    start_after,
)
from tavola.engine.items.read_pages import (
    MAX_PAGE_BYTES,
    judge_in_steps,
    most_bytes_at_once,
    project_in_steps,
    read_rows,
)
from tavola.engine.items.selections import Selection, check_target
from tavola.engine.items.writes import decode, encode
from tavola.engine.pacing import Pace, Steps
from tavola.engine.partiql.parse_statement import selected_name
from tavola.engine.partiql.statements import SelectStatement
from tavola.engine.partiql.where_ranges import find_ranges
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.large_items import read_key, takes_long, use_large
from tavola.engine.storage.rows import key_of
from tavola.errors import ValidationFailed
from tavola.expressions import Condition, KeyRange, Projection
from tavola.expressions.paths import path_reader, resolve_path
from tavola.values import Item, key_bytes

__all__ = ["SelectPage", "find_selected", "projection_of", "select_page"]

_FINGERPRINT_BYTES: Final = 12

Position = tuple[int, Item]
"""Which of the ranges, and the key of the item after which to go on."""


class SelectPage(Struct):
    """What a SELECT found, and what it took."""

    items: list[bytes] = field(default_factory=list[bytes])
    scanned: int = 0
    size: int = 0
    fetched_units: float = 0.0
    last: Position | None = None
    has_more: bool = False


def find_selected(
    database: Database, select: SelectStatement, *, consistent: bool = False
) -> ReadTarget:
    """Find the table or index that a SELECT reads, or refuse as DynamoDB does."""
    request: dict[str, Any] = {"TableName": select.table}
    table = database.table(select.table)
    if select.index is not None:
        request["IndexName"] = select.index
        _check_index(table, select.index, consistent=consistent)
    if select.fault is not None:
        raise ValidationFailed(select.fault)
    return find_target(database, request)


def _check_index(table: TableInfo, name: str, *, consistent: bool) -> None:
    """Refuse an index as DynamoDB does in statements, which is not how it does in queries."""
    index = table.indexes.get(name)
    if index is None:
        raise ValidationFailed("The table does not have the specified index")
    if len(index.partition_keys) > 1 or len(index.sort_keys) > 1:
        raise ValidationFailed(
            "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
            "multi-attribute RANGE keys."
        )
    if index.is_global and consistent:
        raise ValidationFailed(
            "Strongly consistent read is not supported on Global Secondary Indexes"
        )


def select_page(
    database: Database, select: SelectStatement, body: Mapping[str, Any], pace: Pace
) -> Steps:
    """Answer an ExecuteStatement request whose statement is a SELECT, in steps."""
    consistent: bool = body.get("ConsistentRead", False)
    target = find_selected(database, select, consistent=consistent)
    ranges = find_ranges(target, select.where, select.values)
    is_ascending = _direction(target, select, ranges)
    selection = check_target(target, Selection(projection=projection_of(select)))
    start = _start(body, ranges)
    page = SelectPage()
    condition = _filter(select)
    most_bytes = most_bytes_at_once(condition)
    limit: int = body.get("Limit", 0)
    is_paused = True
    while is_paused:
        is_paused = False
        rows = _rows(database, target, ranges, start, is_ascending=is_ascending)
        for number, data in _taken(page, rows, limit):
            if selection.is_fetched or len(data) > most_bytes or takes_long(data):
                # Nothing of SQLite's stays open meanwhile, nor what was decoded while others wait
                # for their turn; the rest is read on behind this item.
                database.storage.close_open_cursor()
                page.last = start = (number, read_key(data, target.key_names))
                yield
                use = partial(_judge, condition, selection, data, pace)
                selected = yield from use_large(data, pace, use)
                if selected is not None:
                    if selection.is_fetched:
                        selected = yield from _fetch(
                            database, target, selection, page, data, pace, consistent=consistent
                        )
                    page.items.append(selected)
                is_paused = page.scanned != limit
            else:
                item = decode(data)
                page.last = (number, item)
                if condition is None or condition.matches(item):
                    page.items.append(_projected(selection, item, data))
                is_paused = page.scanned != limit and pace.is_over()
                start = (number, {name: item[name] for name in target.key_names})
            if is_paused:
                break
        if is_paused:
            database.storage.close_open_cursor()
            yield
    return _respond(target, page, body)


def projection_of(select: SelectStatement) -> Projection | None:
    """Return what a SELECT wants of each item, None if all."""
    if not select.paths:
        return None
    readers = [(selected_name(path), path_reader(resolve_path(path, {}))) for path in select.paths]

    def apply(item: Mapping[str, Any]) -> Item:
        found = ((name, read(item)) for name, read in readers)
        return {name: value for name, value in found if value is not None}

    return Projection(apply, frozenset(str(path.parts[0]) for path in select.paths))


def _filter(select: SelectStatement) -> Condition | None:
    if select.where is None:
        return None
    return Condition.of_tree(select.where, select.values, frozenset())


def _direction(target: ReadTarget, select: SelectStatement, ranges: list[KeyRange]) -> bool:
    """Return whether to read upwards, or refuse an order that no key has."""
    if not select.order:
        return True
    if select.where is None:
        raise ValidationFailed(
            "Must have WHERE clause in the statement when using ORDER BY clause."
        )
    for each in select.order:
        if each.attribute not in (*target.partition_keys, *target.sort_keys):
            raise ValidationFailed(
                f"Variable reference {each.attribute} in ORDER BY clause must be part of the "
                "primary key"
            )
    if not ranges:
        raise ValidationFailed(
            "Must have at least one non-optional hash key condition in WHERE clause when using "
            "ORDER BY clause."
        )
    hashes = [each for each in select.order if each.attribute in target.partition_keys]
    if len(ranges) > 1:
        if not hashes:
            raise ValidationFailed(
                "Must have hash key in ORDER BY clause when more than one hash key condition "
                "specified in WHERE clause."
            )
        kind = target.table.key_types[target.partition_keys[0]]
        ranges.sort(
            key=lambda each: key_bytes(each.partition[0], kind),
            reverse=not hashes[0].is_ascending,
        )
    sorts = [each.is_ascending for each in select.order if each.attribute in target.sort_keys]
    return sorts[0] if sorts else True


def _rows(
    database: Database,
    target: ReadTarget,
    ranges: list[KeyRange],
    start: Position | None,
    *,
    is_ascending: bool,
) -> Iterator[tuple[int, bytes, int]]:
    """Read one range after another, lazily."""
    first, key = (0, None) if start is None else start
    if not ranges:
        after = () if key is None else start_after(target, key, is_scan=True)
        for data, size in read_rows(database, target, None, EVERYTHING, after=after):
            yield 0, data, size
    for number in range(first, len(ranges)):
        partition, limits = range_of(target, ranges[number])
        is_begun = key is not None and number == first
        after = start_after(target, key, is_scan=False)[1:] if is_begun and key else ()
        rows = read_rows(
            database, target, partition, limits, is_ascending=is_ascending, after=after
        )
        for data, size in rows:
            yield number, data, size


def _taken(
    page: SelectPage, rows: Iterator[tuple[int, bytes, int]], limit: int
) -> Iterator[tuple[int, bytes]]:
    """Return the rows that belong to a page, keeping count of them."""
    for number, data, size in rows:
        if page.size + size > MAX_PAGE_BYTES:
            page.has_more = True
            return
        page.size += size
        page.scanned += 1
        yield number, data
        if page.scanned == limit:
            page.has_more = True
            return


def _judge(
    condition: Condition | None, selection: Selection, data: bytes, pace: Pace, item: Item
) -> Generator[None, None, bytes | None]:
    """Return what is wanted of an item, None if the condition does not hold."""
    if condition is not None and not (yield from judge_in_steps(condition, item, pace)):
        return None
    return data if selection.is_fetched else _projected(selection, item, data)


def _projected(selection: Selection, item: Item, data: bytes) -> bytes:
    return data if selection.projection is None else encode(selection.projection.apply(item))


def _fetch(
    database: Database,
    target: ReadTarget,
    selection: Selection,
    page: SelectPage,
    data: bytes,
    pace: Pace,
    *,
    consistent: bool,
) -> Generator[None, None, bytes]:
    """Return what is wanted of the table's item in the place of a local index's entry."""
    key = key_of(target.table, read_key(data, target.table.key_attributes))
    data, size = database.storage.get(target.table, *key) or (data, 0)
    page.fetched_units += read_units(size, consistent=consistent)
    if selection.projection is None:
        return data
    return (yield from project_in_steps(data, selection.projection, pace))


def _respond(target: ReadTarget, page: SelectPage, body: Mapping[str, Any]) -> bytes:
    parts = [b'{"Items":[%b]' % b",".join(page.items)]
    if page.has_more and page.last is not None:
        number, item = page.last
        key = {name: item[name] for name in target.key_names}
        parts.append(b',"NextToken":%b' % encode(_format_token(body, (number, key))))
        parts.append(b',"LastEvaluatedKey":%b' % encode(key))
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if detail != "NONE":
        consumed = Consumption(target.table)
        units = read_units(page.size, consistent=body.get("ConsistentRead", False))
        if target.index is None:
            consumed.table_units = units
        else:
            consumed.table_units = page.fetched_units
            consumed.add_index(target.index.name, units)
        parts.append(b',"ConsumedCapacity":%b' % encode(consumed.report(detail)))
    parts.append(b"}")
    return b"".join(parts)


def _fingerprint(body: Mapping[str, Any]) -> str:
    asked = encode([body["Statement"], body.get("Parameters", [])])
    return sha256(asked).hexdigest()[: 2 * _FINGERPRINT_BYTES]


def _format_token(body: Mapping[str, Any], position: Position) -> str:
    return urlsafe_b64encode(encode([_fingerprint(body), *position])).decode()


def _start(body: Mapping[str, Any], ranges: list[KeyRange]) -> Position | None:
    """Read where an earlier page ended."""
    token = body.get("NextToken")
    if token is None:
        return None
    try:
        fingerprint, number, key = msgspec.json.decode(
            urlsafe_b64decode(token.encode()), type=tuple[str, int, dict[str, dict[str, Any]]]
        )
    except (Base64Error, UnicodeError, msgspec.MsgspecError):
        raise ValidationFailed("Invalid NextToken") from None
    if fingerprint != _fingerprint(body):
        raise ValidationFailed("NextToken does not match request")
    if not 0 <= number < max(len(ranges), 1):
        raise ValidationFailed("Invalid NextToken")
    return number, key
