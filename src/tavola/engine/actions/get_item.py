"""GetItem: read one item by its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.capacity_units import Consumption, read_units
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.read_pages import project_in_steps
from tavola.engine.items.writes import encode
from tavola.engine.pacing import Pace, Steps
from tavola.engine.request.expression_use import ExpressionUse, read_projection
from tavola.engine.request.item_shapes import (
    ATTRIBUTES_TO_GET,
    BOOLEAN,
    CAPACITY_DETAIL,
    ITEM,
    NAMES,
    STRING,
)
from tavola.engine.request.shapes import Fields
from tavola.engine.request.value_shapes import TableNameShape
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.large_items import decode_in_parts, takes_long
from tavola.engine.storage.sessions import LongWork
from tavola.values import check_item

_NOTHING = (b"", 0)
EXPRESSIONS = ExpressionUse(("ProjectionExpression",), ("AttributesToGet",))

INPUT: Final[Fields] = {
    "Key": ITEM,
    "TableName": TableNameShape(),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
    "AttributesToGet": ATTRIBUTES_TO_GET,
    "ConsistentRead": BOOLEAN,
    "ProjectionExpression": STRING,
    "ExpressionAttributeNames": NAMES,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Return the item as it is stored, or what the projection takes of it."""
    scope = EXPRESSIONS.scope(body)
    key = check_item(body["Key"])
    projection = None if scope is None else read_projection(scope, body)
    table = database.table(body["TableName"])
    pk, sk = check_key(table, key)
    data, size = database.storage.get(table, pk, sk) or _NOTHING
    if data and projection is not None:
        if database.is_brief and takes_long(data):
            raise LongWork("This item takes long to decode. Read it in steps.")
        data = encode(projection.apply(decode_in_parts(data)))
    return _respond(table, body, data, size)


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Return what the projection takes of an item of many members, in steps."""
    scope = EXPRESSIONS.scope(body)
    projection = None if scope is None else read_projection(scope, body)
    table = database.table(body["TableName"])
    data, size = database.storage.get(table, *check_key(table, check_item(body["Key"]))) or _NOTHING
    if data and projection is not None:
        data = yield from project_in_steps(data, projection, pace)
    return _respond(table, body, data, size)


ACTION: Final = Action("GetItem", run, INPUT, long_steps=steps)


def _respond(table: TableInfo, body: Mapping[str, Any], data: bytes, size: int) -> bytes:
    if "ReturnConsumedCapacity" in body:
        return _report(table, body, data, size)
    return b'{"Item":' + data + b"}" if data else b"{}"


def _report(table: TableInfo, body: Mapping[str, Any], data: bytes, size: int) -> bytes:
    """Build the response with the consumed capacity, unless it is NONE."""
    parts = [b'"Item":' + data] if data else []
    detail = body["ReturnConsumedCapacity"]
    if detail != "NONE":
        consumed = Consumption(table)
        consumed.table_units = read_units(size, consistent=body.get("ConsistentRead", False))
        parts.append(b'"ConsumedCapacity":' + encode(consumed.report(detail)))
    return b"{" + b",".join(parts) + b"}"
