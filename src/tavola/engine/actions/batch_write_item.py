"""BatchWriteItem: put and delete up to 25 items of several tables, without conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.item_keys import MISMATCH, Item, check_key
from tavola.engine.items.write_responses import collection_metrics, units_by_table, wants_report
from tavola.engine.items.writes import (
    DeleteWrite,
    ItemWrite,
    PutWrite,
    check_item_size,
    encode,
    store,
)
from tavola.engine.request.item_shapes import CAPACITY_DETAIL, ITEM, METRICS_DETAIL, PACKAGE
from tavola.engine.request.shapes import Fields, ListShape, MapShape, StructureShape
from tavola.engine.request.value_shapes import check_table_names
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import ValidationFailed
from tavola.values import check_item, item_size, measure_item

MAX_WRITES: Final = 25

Request = tuple[str, Mapping[str, Any]]

_WRITE_REQUEST = StructureShape(
    "WriteRequest",
    {
        "PutRequest": StructureShape("PutRequest", {"Item": ITEM}),
        "DeleteRequest": StructureShape("DeleteRequest", {"Key": ITEM}),
    },
)
INPUT: Final[Fields] = {
    "RequestItems": MapShape(
        ListShape(_WRITE_REQUEST),
        f"java.util.List<{PACKAGE}WriteRequest>",
        required=True,
        longest_member=25,
    ),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
    "ReturnItemCollectionMetrics": METRICS_DETAIL,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Put and delete the items, all in one transaction."""
    requests = _read_requests(body["RequestItems"])
    tables = {name: database.table(name) for name in body["RequestItems"]}
    writes = [_prepare(tables[name], request) for name, request in requests]
    _check_distinct(writes)
    unprocessed = _take_left_over(database, requests, writes)
    with database.storage.transaction() as tx:
        for write in writes:
            if wants_report(body):
                write.load(tx)
            store(database, tx, write)
    response: dict[str, Any] = {"UnprocessedItems": unprocessed}
    if wants_report(body):
        detail = body["ReturnConsumedCapacity"]
        consumed = units_by_table(writes).values()
        response["ConsumedCapacity"] = [each.report(detail) for each in consumed]
    if body.get("ReturnItemCollectionMetrics") == "SIZE":
        metrics = collection_metrics(database, writes)
        if metrics:
            response["ItemCollectionMetrics"] = metrics
    return encode(response)


ACTION: Final = Action("BatchWriteItem", run, INPUT, has_older_messages=True)


def _read_requests(wanted: Mapping[str, Any]) -> list[Request]:
    """Check values, without looking at tables."""
    if not wanted:
        raise ValidationFailed("The requestItems parameter is required for BatchWriteItem")
    check_table_names(wanted, INPUT["RequestItems"].show)
    requests = [(name, each) for name, several in wanted.items() for each in several]
    if len(requests) > MAX_WRITES:
        raise ValidationFailed("Too many items requested for the BatchWriteItem call")
    return [(name, _checked(each)) for name, each in requests]


def _checked(request: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the one write of a request in canonical form."""
    given = sum(kind in request for kind in ("PutRequest", "DeleteRequest"))
    if given != 1:
        # DynamoDB: the words are those of attribute values, and the same for none as for two.
        raise ValidationFailed(
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
            "the supported datatypes"
        )
    if "DeleteRequest" in request:
        return {"DeleteRequest": {"Key": check_item(request["DeleteRequest"]["Key"])}}
    item, size = measure_item(request["PutRequest"]["Item"])
    check_item_size(item, size)
    return {"PutRequest": {"Item": item}}


def _prepare(table: TableInfo, request: Mapping[str, Any]) -> ItemWrite:
    if "PutRequest" in request:
        item = request["PutRequest"]["Item"]
        _check_key_types(table, item)
        return PutWrite.prepare(table, item, item_size(item))
    key = request["DeleteRequest"]["Key"]
    pk, sk = check_key(table, key)
    return DeleteWrite(table=table, key=key, pk=pk, sk=sk)


def _check_key_types(table: TableInfo, item: Item) -> None:
    # DynamoDB: unlike PutItem, a batch says of an item's key what it says of a `Key` parameter.
    if any(table.key_types[key] not in item.get(key, ()) for key in table.key_attributes):
        raise ValidationFailed(MISMATCH)


def _check_distinct(writes: list[ItemWrite]) -> None:
    places = {(write.table.name, write.pk, write.sk) for write in writes}
    if len(places) != len(writes):
        raise ValidationFailed("Provided list of item keys contains duplicates")


def _take_left_over(
    database: Database, requests: list[Request], writes: list[ItemWrite]
) -> dict[str, list[Mapping[str, Any]]]:
    """Leave out the writes that injected faults leave unprocessed, for tests of callers."""
    if database.faults is None:
        return {}
    left = database.faults.unprocessed(ACTION.name, len(writes))
    kept = len(writes) - left
    unprocessed: dict[str, list[Mapping[str, Any]]] = {}
    for name, request in requests[kept:]:
        unprocessed.setdefault(name, []).append(request)
    del writes[kept:]
    return unprocessed
