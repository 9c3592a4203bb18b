"""TransactGetItems: read up to 100 items of several tables as they are at one moment."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.cancellations import (
    DUPLICATE,
    MAX_TRANSACTION_BYTES,
    NO_REASON,
    OVERSIZE,
    cancel,
    reason_of,
)
from tavola.engine.items.capacity_units import Consumption, read_units
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.read_pages import project_in_steps
from tavola.engine.items.writes import encode
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.expression_use import ExpressionUse
from tavola.engine.request.item_shapes import CAPACITY_DETAIL, ITEM, NAMES, STRING
from tavola.engine.request.shapes import Fields, ListShape, StructureShape
from tavola.engine.request.value_shapes import TableNameShape
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import CancellationReason, ValidationFailed
from tavola.expressions import Projection
from tavola.values import Item, check_item

EXPRESSIONS = ExpressionUse(("ProjectionExpression",), ())
_FACTOR = 2.0
ItemAddress = tuple[TableInfo, bytes, bytes]

_TRANSACT_GET = StructureShape(
    "TransactGetItem",
    {
        "Get": StructureShape(
            "Get",
            {
                "Key": ITEM,
                "TableName": TableNameShape(),
                "ProjectionExpression": STRING,
                "ExpressionAttributeNames": NAMES,
            },
            required=True,
        )
    },
)
INPUT: Final[Fields] = {
    "TransactItems": ListShape(_TRANSACT_GET, required=True, shortest=1, longest=100),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Return the items in the order of the request; `{}` stands for one that is not there."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Read all items at one moment, then take of one after the other what is wanted."""
    gets = [each["Get"] for each in body["TransactItems"]]
    projections: list[Projection | None] = []
    for get in gets:
        projections.append(_projection(get))
        if pace.is_over():
            yield
    keys = [check_item(get["Key"]) for get in gets]
    tables = [database.table(get["TableName"]) for get in gets]
    return (yield from read_together(database, tables, keys, projections, body, pace))


ACTION: Final = Action("TransactGetItems", run, INPUT, steps=steps, has_older_messages=True)


def read_together(
    database: Database,
    tables: Sequence[TableInfo],
    keys: Sequence[Item],
    projections: Sequence[Projection | None],
    body: Mapping[str, Any],
    pace: Pace,
) -> Steps:
    """Read items as they are at one moment and write the response, in steps."""
    entries = _read_all(database, _check_addresses(tables, keys))
    # Joined once: a copy of 4 MB takes a millisecond.
    parts: list[bytes] = [b'{"Responses":[']
    for number, ((data, _), projection) in enumerate(zip(entries, projections, strict=True)):
        parts.append(b"," if number else b"")
        parts.extend((yield from _item(data, projection, pace)))
        if pace.is_over():
            yield
    parts.append(b"]")
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if detail != "NONE":
        sizes = [size for _, size in entries]
        parts += (b',"ConsumedCapacity":', encode(_reports(tables, sizes, detail)))
    parts.append(b"}")
    return b"".join(parts)


def _read_all(database: Database, addresses: Sequence[ItemAddress]) -> list[tuple[bytes, int]]:
    """Read items at one moment; no more of them than may be returned."""
    entries: list[tuple[bytes, int]] = []
    size = 0
    with database.storage.alone_in_memory(), database.storage.snapshot():
        for address in addresses:
            entries.append(database.storage.get(*address) or (b"", 0))
            size += entries[-1][1]
            if size > MAX_TRANSACTION_BYTES:
                raise ValidationFailed(OVERSIZE)
    return entries


def _projection(get: Mapping[str, Any]) -> Projection | None:
    scope = EXPRESSIONS.scope(get)
    if scope is None:
        return None
    projection = scope.projection(get["ProjectionExpression"])
    scope.check_all_used()
    return projection


def _check_addresses(tables: Sequence[TableInfo], keys: Sequence[Item]) -> list[ItemAddress]:
    """Check every key; wrong ones are the reasons of one cancellation."""
    addresses: list[ItemAddress] = []
    reasons: list[CancellationReason] = []
    for table, key in zip(tables, keys, strict=True):
        try:
            addresses.append((table, *check_key(table, key)))
            reasons.append(NO_REASON)
        except ValidationFailed as error:
            reasons.append(reason_of(error))
    if len(addresses) < len(keys):
        cancel(reasons)
    if len({(table.name, pk, sk) for table, pk, sk in addresses}) < len(addresses):
        raise ValidationFailed(DUPLICATE)
    return addresses


def _item(
    data: bytes, projection: Projection | None, pace: Pace
) -> Generator[None, None, tuple[bytes, ...]]:
    """Write one item, in parts."""
    if data and projection is not None:
        data = yield from project_in_steps(data, projection, pace)
    # DynamoDB: unlike GetItem's, a projection that finds nothing leaves no item.
    return (b'{"Item":', data, b"}") if data not in (b"", b"{}") else (b"{}",)


def _reports(
    tables: Sequence[TableInfo], sizes: Sequence[int], detail: str
) -> list[dict[str, Any]]:
    totals: dict[str, Consumption] = {}
    for table, size in zip(tables, sizes, strict=True):
        total = totals.setdefault(table.name, Consumption(table, "Read"))
        total.table_units += _FACTOR * read_units(size, consistent=True)
    return [total.report(detail) for total in totals.values()]
