"""Strategies for whole requests, one per action, with what must stand in the table before."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.difference import expressions as ex
from tests.difference import values as va
from tests.difference.compare import Request, Scenario
from tests.difference.tables import (
    FIXED_TABLES,
    OPEN_COMPOUND,
    OPEN_TABLES,
    PARTITIONS,
    SORT_BINARIES,
    SORT_NUMBERS,
    Item,
    Table,
)

Body = dict[str, Any]

CAPACITY = st.sampled_from(["NONE", "TOTAL", "INDEXES"])
METRICS = st.sampled_from(["NONE", "SIZE"])
RETURNS = ("NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW")
POOLS: dict[str, list[va.Value]] = {
    "S": [{"S": text} for text in ("l0", "l2", "l", "", "zz", *PARTITIONS)],
    "N": [{"N": text} for text in (*SORT_NUMBERS, "-4", "1.0")],
    "B": [{"B": text} for text in (*SORT_BINARIES[1:], "YWI=")],
}


def _read_back(table: Table, key: Item) -> Request:
    return Request("GetItem", {"TableName": table.name, "Key": key, "ConsistentRead": True})


def _given(table: Table, key: Item, item: Item | None) -> Request:
    """Return the request after which `item`, or nothing, stands at `key`."""
    if item is None:
        return Request("DeleteItem", {"TableName": table.name, "Key": key})
    return Request("PutItem", {"TableName": table.name, "Item": item})


def _optional(**parameters: st.SearchStrategy[Any]) -> st.SearchStrategy[Body]:
    return st.fixed_dictionaries({}, optional=parameters)


def _expression(draw: st.DrawFn, name: str, kind: st.SearchStrategy[ex.Expression]) -> Body:
    """Draw an expression that is broken one time in four."""
    strategy = ex.broken(kind) if draw(st.integers(0, 3)) == 3 else kind
    return draw(strategy).parameters(name)


@st.composite
def puts(draw: st.DrawFn) -> Scenario:
    """Put an item where one stands or none."""
    table = draw(st.sampled_from(OPEN_TABLES))
    item = draw(va.items(table))
    key = table.key(item)
    before = draw(st.none() | va.attributes(table).map(lambda others: {**others, **key}))
    body = {"TableName": table.name, "Item": item} | draw(_write_options(("NONE", "ALL_OLD")))
    if draw(st.booleans()):
        body |= _expression(draw, "ConditionExpression", ex.conditions())
    return (_given(table, key, before), Request("PutItem", body), _read_back(table, key))


@cache
def _write_options(returns: tuple[str, ...]) -> st.SearchStrategy[Body]:
    return _optional(
        ReturnValues=st.sampled_from(returns),
        ReturnConsumedCapacity=CAPACITY,
        ReturnItemCollectionMetrics=METRICS,
        ReturnValuesOnConditionCheckFailure=st.sampled_from(["NONE", "ALL_OLD"]),
    )


@st.composite
def wrong_puts(draw: st.DrawFn) -> Scenario:
    """Put an item that the table refuses."""
    table = draw(st.sampled_from(OPEN_TABLES))
    body: Body = {"TableName": table.name, "Item": draw(va.wrong_items(table))}
    body |= draw(_write_options(RETURNS))
    if draw(st.booleans()):
        body |= _expression(draw, "ConditionExpression", ex.conditions())
    return (Request("PutItem", body),)


@st.composite
def deletes(draw: st.DrawFn) -> Scenario:
    """Delete an item that stands there or does not."""
    table = draw(st.sampled_from(OPEN_TABLES))
    key = draw(va.keys(table))
    before = draw(st.none() | va.attributes(table).map(lambda others: {**others, **key}))
    used = key if draw(st.integers(0, 5)) else draw(va.wrong_keys(table))
    body = {"TableName": table.name, "Key": used} | draw(_write_options(RETURNS[:3]))
    if draw(st.booleans()):
        body |= _expression(draw, "ConditionExpression", ex.conditions())
    return (_given(table, key, before), Request("DeleteItem", body), _read_back(table, key))


@st.composite
def updates(draw: st.DrawFn) -> Scenario:
    """Update an item that stands there or does not."""
    table = draw(st.sampled_from(OPEN_TABLES))
    key = draw(va.keys(table))
    before = draw(st.none() | va.attributes(table).map(lambda others: {**others, **key}))
    used = key if draw(st.integers(0, 7)) else draw(va.wrong_keys(table))
    body = {"TableName": table.name, "Key": used} | draw(_write_options(RETURNS))
    parts = {"UpdateExpression": draw(_maybe_broken(ex.updates()))}
    if draw(st.integers(0, 3)) == 3:
        parts["ConditionExpression"] = draw(_maybe_broken(ex.conditions()))
    body |= ex.merge(parts)
    return (_given(table, key, before), Request("UpdateItem", body), _read_back(table, key))


def _maybe_broken(kind: st.SearchStrategy[ex.Expression]) -> st.SearchStrategy[ex.Expression]:
    return st.integers(0, 3).flatmap(lambda chance: ex.broken(kind) if chance == 3 else kind)


@st.composite
def gets(draw: st.DrawFn) -> Scenario:
    """Read one item, whole or in part."""
    table = draw(st.sampled_from(FIXED_TABLES))
    key = draw(va.keys(table) if draw(st.integers(0, 4)) else va.wrong_keys(table))
    body = {"TableName": table.name, "Key": key} | draw(
        _optional(ConsistentRead=st.booleans(), ReturnConsumedCapacity=CAPACITY)
    )
    if draw(st.booleans()):
        body |= _expression(draw, "ProjectionExpression", ex.projections())
    return (Request("GetItem", body),)


@cache
def _page_options() -> st.SearchStrategy[Body]:
    return _optional(
        ConsistentRead=st.booleans(),
        ReturnConsumedCapacity=CAPACITY,
        Limit=st.integers(0, 12),
        Select=st.sampled_from(
            ["ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT"]
        ),
    )


def _page_expressions(draw: st.DrawFn) -> dict[str, ex.Expression]:
    parts: dict[str, ex.Expression] = {}
    if draw(st.booleans()):
        parts["FilterExpression"] = draw(_maybe_broken(ex.conditions()))
    if draw(st.integers(0, 2)) == 2:
        parts["ProjectionExpression"] = draw(_maybe_broken(ex.projections()))
    return parts


@st.composite
def queries(draw: st.DrawFn) -> Scenario:
    """Query a table or an index, with any of the parameters."""
    table = draw(st.sampled_from(FIXED_TABLES))
    index = draw(st.sampled_from([None, *table.index_keys()]))
    partition, sort = table.keys_of(index)
    types = {**table.key_types, **table.attribute_types}
    value = draw(st.sampled_from(POOLS[types[partition]]))
    bounds = (sort, POOLS[types[sort]]) if sort else None
    condition = _maybe_broken(ex.key_conditions((partition, value), bounds))
    parts = {"KeyConditionExpression": draw(condition)} | _page_expressions(draw)
    body = {"TableName": table.name} | draw(_page_options()) | ex.merge(parts)
    body |= draw(_optional(ScanIndexForward=st.booleans()))
    if index:
        body["IndexName"] = index
    if draw(st.integers(0, 7)) == 7:
        body["ExclusiveStartKey"] = draw(va.keys(table) | va.wrong_keys(table))
    return (Request("Query", body),)


@st.composite
def scans(draw: st.DrawFn) -> Scenario:
    """Scan a table or an index, with any of the parameters."""
    table = draw(st.sampled_from(FIXED_TABLES))
    index = draw(st.sampled_from([None, None, *table.index_keys()]))
    body = {"TableName": table.name} | draw(_page_options()) | ex.merge(_page_expressions(draw))
    if draw(st.integers(0, 1)):
        body.pop("Limit", None)
    if draw(st.integers(0, 3)) == 3:
        body |= draw(_optional(Segment=st.integers(-1, 4), TotalSegments=st.integers(0, 4)))
    if index:
        body["IndexName"] = index
    if draw(st.integers(0, 7)) == 7:
        body["ExclusiveStartKey"] = draw(va.wrong_keys(table))
    return (Request("Scan", body),)


@st.composite
def whole_queries(draw: st.DrawFn) -> Request:
    """Return queries without a limit, for reading page by page."""
    table = draw(st.sampled_from(FIXED_TABLES))
    index = draw(st.sampled_from([None, *table.index_keys()]))
    partition, _ = table.keys_of(index)
    kind = {**table.key_types, **table.attribute_types}[partition]
    body: Body = {
        "TableName": table.name,
        "KeyConditionExpression": "#p = :p",
        "ExpressionAttributeNames": {"#p": partition},
        "ExpressionAttributeValues": {":p": draw(st.sampled_from(POOLS[kind][:-1]))},
        "ScanIndexForward": draw(st.booleans()),
    }
    return Request("Query", body | ({"IndexName": index} if index else {}))


@st.composite
def whole_scans(draw: st.DrawFn) -> Request:
    """Return scans without a limit, for reading page by page; some filter."""
    table = draw(st.sampled_from(FIXED_TABLES))
    index = draw(st.sampled_from([None, *table.index_keys()]))
    body: Body = {"TableName": table.name} | ({"IndexName": index} if index else {})
    if draw(st.booleans()):
        body |= {"FilterExpression": "n > :n", "ExpressionAttributeValues": {":n": {"N": "20"}}}
    return Request("Scan", body)


@st.composite
def batch_gets(draw: st.DrawFn) -> Scenario:
    """Read several items of several tables."""
    parts: Body = {}
    body: Body = {"RequestItems": parts} | draw(_optional(ReturnConsumedCapacity=CAPACITY))
    for table in draw(st.lists(st.sampled_from(FIXED_TABLES), max_size=2, unique_by=id)):
        good = st.lists(va.keys(table), max_size=4, unique_by=str)
        any_keys = (
            good
            if draw(st.integers(0, 3))
            else st.lists(va.keys(table) | va.wrong_keys(table), max_size=3)
        )
        part: Body = {"Keys": draw(any_keys)} | draw(_optional(ConsistentRead=st.booleans()))
        if draw(st.integers(0, 3)) == 3:
            part |= _expression(draw, "ProjectionExpression", ex.projections())
        parts[table.name] = part
    return (Request("BatchGetItem", body),)


@st.composite
def batch_writes(draw: st.DrawFn) -> Scenario:
    """Put and delete several items of several tables."""
    parts: Body = {}
    body: Body = {"RequestItems": parts} | draw(
        _optional(ReturnConsumedCapacity=CAPACITY, ReturnItemCollectionMetrics=METRICS)
    )
    setup: list[Request] = []
    checks: list[Request] = []
    for table in draw(st.lists(st.sampled_from(OPEN_TABLES), max_size=2, unique_by=id)):
        keys = draw(st.lists(va.keys(table), min_size=1, max_size=3, unique_by=str))
        setup += [_given(table, key, None) for key in keys]
        writes = [draw(_batch_write(table, key)) for key in keys]
        parts[table.name] = writes + (writes[:1] if draw(st.integers(0, 7)) == 7 else [])
        checks += [_read_back(table, key) for key in keys]
    return (*setup, Request("BatchWriteItem", body), *checks)


@st.composite
def _batch_write(draw: st.DrawFn, table: Table, key: Item) -> Body:
    match draw(st.integers(0, 9)):
        case 0:
            return {"PutRequest": {"Item": draw(va.wrong_items(table))}}
        case 1:
            return {"DeleteRequest": {"Key": draw(va.wrong_keys(table))}}
        case 2:
            return draw(
                st.sampled_from(
                    [
                        {},
                        {"PutRequest": {}},
                        {"PutRequest": {"Item": key}, "DeleteRequest": {"Key": key}},
                    ]
                )
            )
        case 3 | 4:
            return {"DeleteRequest": {"Key": key}}
        case _:
            return {"PutRequest": {"Item": {**draw(va.attributes(table)), **key}}}


@st.composite
def transact_writes(draw: st.DrawFn) -> Scenario:
    """Write several items in one transaction."""
    tables = draw(st.lists(st.sampled_from(OPEN_TABLES), min_size=1, max_size=3))
    pairs = [(table, draw(va.keys(table))) for table in tables]
    setup = [_given(table, key, draw(st.none() | _item_at(table, key))) for table, key in pairs]
    writes = [draw(_transact_write(table, key)) for table, key in pairs]
    body = {"TransactItems": writes} | draw(
        _optional(ReturnConsumedCapacity=CAPACITY, ReturnItemCollectionMetrics=METRICS)
    )
    checks = [_read_back(table, key) for table, key in pairs]
    return (*setup, Request("TransactWriteItems", body), *checks)


def _item_at(table: Table, key: Item) -> st.SearchStrategy[Item]:
    return va.attributes(table).map(lambda others: {**others, **key})


@st.composite
def _transact_write(draw: st.DrawFn, table: Table, key: Item) -> Body:
    kind = draw(st.sampled_from(["Put", "Update", "Delete", "ConditionCheck"]))
    odd = draw(st.integers(0, 9)) == 9
    parts: dict[str, ex.Expression] = {}
    body: Body = {"TableName": table.name}
    if kind == "Put":
        body["Item"] = draw(va.wrong_items(table) if odd else _item_at(table, key))
    else:
        body["Key"] = draw(va.wrong_keys(table)) if odd else key
    if kind == "Update":
        parts["UpdateExpression"] = draw(_maybe_broken(ex.updates()))
    if kind == "ConditionCheck" or draw(st.integers(0, 2)) == 2:
        parts["ConditionExpression"] = draw(_maybe_broken(ex.conditions()))
    body |= ex.merge(parts)
    body |= draw(
        _optional(ReturnValuesOnConditionCheckFailure=st.sampled_from(["NONE", "ALL_OLD"]))
    )
    return {kind: body}


@st.composite
def transact_gets(draw: st.DrawFn) -> Scenario:
    """Read several items in one transaction."""
    reads: list[Body] = []
    for table in draw(st.lists(st.sampled_from(FIXED_TABLES), max_size=3)):
        key = draw(va.keys(table) if draw(st.integers(0, 5)) else va.wrong_keys(table))
        read: Body = {"TableName": table.name, "Key": key}
        if draw(st.integers(0, 2)) == 2:
            read |= _expression(draw, "ProjectionExpression", ex.projections())
        reads.append({"Get": read})
    body = {"TransactItems": reads} | draw(_optional(ReturnConsumedCapacity=CAPACITY))
    return (Request("TransactGetItems", body),)


@st.composite
def sequences(draw: st.DrawFn) -> Scenario:
    """Change a few items again and again, then read all of them."""
    table = OPEN_COMPOUND
    keys: list[Item] = [{"id": {"S": "s"}, "at": {"N": str(n)}} for n in range(3)]
    steps: list[Request] = []
    for _ in range(draw(st.integers(1, 10))):
        key = draw(st.sampled_from(keys))
        body: Body = {"TableName": table.name}
        match draw(
            st.sampled_from(
                ["PutItem", "UpdateItem", "UpdateItem", "DeleteItem", "TransactWriteItems"]
            )
        ):
            case "PutItem":
                steps.append(Request("PutItem", body | {"Item": draw(_item_at(table, key))}))
            case "UpdateItem":
                update = draw(ex.updates()).parameters("UpdateExpression")
                steps.append(
                    Request("UpdateItem", body | {"Key": key, "ReturnValues": "ALL_NEW"} | update)
                )
            case "DeleteItem":
                steps.append(Request("DeleteItem", body | {"Key": key, "ReturnValues": "ALL_OLD"}))
            case action:
                writes = [draw(_transact_write(table, each)) for each in keys]
                steps.append(Request(action, {"TransactItems": writes}))
    everything = {
        "TableName": table.name,
        "KeyConditionExpression": "id = :p",
        "ExpressionAttributeValues": {":p": {"S": "s"}},
        "ConsistentRead": True,
    }
    local = {"IndexName": "localSome", "ReturnConsumedCapacity": "INDEXES"}
    return (
        *(_given(table, key, None) for key in keys),
        *steps,
        Request("Query", everything),
        Request("Query", everything | local),
    )
