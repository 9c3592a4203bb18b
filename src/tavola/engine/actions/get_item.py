"""GetItem: read one item by its key."""

from __future__ import annotations

from typing import Any

from tavola.engine.capacity import Consumption, read_units
from tavola.engine.database import Database
from tavola.engine.expression_use import ExpressionUse, read_projection
from tavola.engine.item_keys import check_key
from tavola.engine.writes import decode, encode
from tavola.values import check_item

USE = ExpressionUse(("ProjectionExpression",), ("AttributesToGet",))


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Return the item as it is stored, or what the projection takes of it."""
    scope = USE.scope(body)
    key = check_item(body["Key"])
    projection = None if scope is None else read_projection(scope, body)
    table = database.table(body["TableName"])
    pk, sk = check_key(table, key)
    entry = database.storage.get(table, pk, sk)
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if entry is None:
        data, size = b"", 0
    else:
        data, size = entry
        if projection is not None:
            data = encode(projection.apply(decode(data)))
    if detail == "NONE":
        return b'{"Item":%b}' % data if data else b"{}"
    consumed = Consumption(table)
    consumed.table_units = read_units(size, consistent=body.get("ConsistentRead", False))
    report = encode(consumed.report(detail))
    if not data:
        return b'{"ConsumedCapacity":%b}' % report
    return b'{"ConsumedCapacity":%b,"Item":%b}' % (report, data)
