"""Strategies for whole requests, one per action, with what must stand in the table before.

A request has one fault at most; `faults` makes those with several.
"""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from tests.difference import expressions as ex
from tests.difference import values as va
from tests.difference.compare import Request, Scenario, order
from tests.difference.pieces import (
    CAPACITY,
    METRICS,
    POOLS,
    RETURNS,
    Body,
    chance,
    given,
    item_at,
    optional,
    read_back,
    write_options,
)
from tests.difference.tables import FIXED_TABLES, OPEN_COMPOUND, OPEN_TABLES, Item, Table

Expressions = dict[str, st.SearchStrategy[ex.Expression]]

SELECTS = ("ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT")


def _expressions(draw: st.DrawFn, wanted: Expressions, *, may_break: bool = True) -> Body:
    """Draw expressions of which one in four times one is broken."""
    broken = None
    if wanted and may_break and chance(draw, 4):
        broken = draw(st.sampled_from(sorted(wanted)))
    return ex.merge(
        {name: draw(ex.broken(kind) if name == broken else kind) for name, kind in wanted.items()}
    )


def _sometimes(draw: st.DrawFn, one_in: int, wanted: Expressions) -> Expressions:
    return wanted if chance(draw, one_in) else {}


@st.composite
def puts(draw: st.DrawFn) -> Scenario:
    """Put an item where one stands or none."""
    table = draw(st.sampled_from(OPEN_TABLES))
    item = draw(va.items(table))
    key = table.key(item)
    body = {"TableName": table.name, "Item": item} | draw(write_options(RETURNS[:2]))
    body |= _expressions(draw, _sometimes(draw, 2, {"ConditionExpression": ex.conditions()}))
    before = draw(st.none() | item_at(table, key))
    return (given(table, key, before), Request("PutItem", body), read_back(table, key))


@st.composite
def wrong_puts(draw: st.DrawFn) -> Scenario:
    """Put an item that the table refuses."""
    table = draw(st.sampled_from(OPEN_TABLES))
    body: Body = {"TableName": table.name, "Item": draw(va.wrong_items(table))}
    return (Request("PutItem", body | draw(write_options(RETURNS[:2]))),)


@st.composite
def deletes(draw: st.DrawFn) -> Scenario:
    """Delete an item that stands there or does not."""
    table = draw(st.sampled_from(OPEN_TABLES))
    key = draw(va.keys(table))
    body = {"TableName": table.name, "Key": key} | draw(write_options(RETURNS[:2]))
    if chance(draw, 6):
        body["Key"] = draw(va.wrong_keys(table))
    else:
        body |= _expressions(draw, _sometimes(draw, 2, {"ConditionExpression": ex.conditions()}))
    before = draw(st.none() | item_at(table, key))
    return (given(table, key, before), Request("DeleteItem", body), read_back(table, key))


@st.composite
def updates(draw: st.DrawFn) -> Scenario:
    """Update an item that stands there or does not."""
    table = draw(st.sampled_from(OPEN_TABLES))
    key = draw(va.keys(table))
    body = {"TableName": table.name, "Key": key} | draw(write_options(RETURNS))
    if chance(draw, 12):
        body |= {"Key": draw(va.wrong_keys(table)), "UpdateExpression": "REMOVE a"}
    else:
        condition = _sometimes(draw, 4, {"ConditionExpression": ex.conditions()})
        body |= _expressions(draw, {"UpdateExpression": ex.updates()} | condition)
    before = draw(st.none() | item_at(table, key))
    return (given(table, key, before), Request("UpdateItem", body), read_back(table, key))


@st.composite
def gets(draw: st.DrawFn) -> Scenario:
    """Read one item, whole or in part."""
    table = draw(st.sampled_from(FIXED_TABLES))
    body: Body = {"TableName": table.name, "Key": draw(va.keys(table))}
    body |= draw(optional(ConsistentRead=st.booleans(), ReturnConsumedCapacity=CAPACITY))
    if chance(draw, 5):
        body["Key"] = draw(va.wrong_keys(table))
    else:
        body |= _expressions(draw, _sometimes(draw, 2, {"ProjectionExpression": ex.projections()}))
    return (Request("GetItem", body),)


def _page_expressions(draw: st.DrawFn) -> Expressions:
    return _sometimes(draw, 2, {"FilterExpression": ex.conditions()}) | _sometimes(
        draw, 3, {"ProjectionExpression": ex.projections()}
    )


@cache
def _page_options() -> st.SearchStrategy[Body]:
    return optional(ReturnConsumedCapacity=CAPACITY, Limit=st.integers(1, 12))


def _selection(draw: st.DrawFn, body: Body) -> Body:
    """Draw the parameters that exclude each other, when nothing else is wrong."""
    if chance(draw, 3) and "FilterExpression" not in body:
        return draw(optional(ConsistentRead=st.booleans(), Select=st.sampled_from(SELECTS)))
    return {}


@st.composite
def queries(draw: st.DrawFn) -> Scenario:
    """Query a table or an index, with any of the parameters."""
    table = draw(st.sampled_from(FIXED_TABLES))
    index = draw(st.sampled_from([None, *table.index_keys()]))
    partition, sort = table.keys_of(index)
    types = {**table.key_types, **table.attribute_types}
    value = draw(st.sampled_from(POOLS[types[partition]]))
    bounds = (sort, POOLS[types[sort]]) if sort else None
    condition = {"KeyConditionExpression": ex.key_conditions((partition, value), bounds)}
    body: Body = {"TableName": table.name} | ({"IndexName": index} if index else {})
    body |= draw(_page_options()) | draw(optional(ScanIndexForward=st.booleans()))
    body |= _expressions(draw, condition | _page_expressions(draw))
    return (Request("Query", body | _selection(draw, body)),)


@st.composite
def scans(draw: st.DrawFn) -> Scenario:
    """Scan a table or an index, with any of the parameters."""
    table = draw(st.sampled_from(FIXED_TABLES))
    index = draw(st.sampled_from([None, None, *table.index_keys()]))
    body: Body = {"TableName": table.name} | ({"IndexName": index} if index else {})
    if chance(draw, 4):
        segments = optional(Segment=st.integers(0, 4), TotalSegments=st.integers(1, 4))
        return (Request("Scan", body | draw(segments)),)
    body |= draw(optional(ReturnConsumedCapacity=CAPACITY))
    body |= draw(_page_options()) if chance(draw, 4) else {}
    body |= _expressions(draw, _page_expressions(draw))
    return (Request("Scan", body | _selection(draw, body)),)


@st.composite
def whole_queries(draw: st.DrawFn) -> Request:
    """Return queries without a limit, for reading page by page."""
    table = draw(st.sampled_from([table for table in FIXED_TABLES if table.sort_key]))
    # Without a sort key there is one item at most, and dynoxide never comes to an end.
    sorted_indexes = [name for name, (_, sort) in table.index_keys().items() if sort]
    index = draw(st.sampled_from([None, *sorted_indexes]))
    partition, _ = table.keys_of(index)
    kind = {**table.key_types, **table.attribute_types}[partition]
    body: Body = {
        "TableName": table.name,
        "KeyConditionExpression": "#p = :p",
        "ExpressionAttributeNames": {"#p": partition},
        "ExpressionAttributeValues": {":p": draw(st.sampled_from(POOLS[kind]))},
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
    may_break = True
    for table in draw(st.lists(st.sampled_from(FIXED_TABLES), max_size=2, unique_by=id)):
        keys = st.lists(va.keys(table), min_size=1, max_size=4, unique_by=order)
        part: Body = {"Keys": draw(keys)}
        part |= draw(optional(ConsistentRead=st.booleans()))
        if may_break and chance(draw, 4):
            part["Keys"].append(draw(va.wrong_keys(table)))
        else:
            wanted = _sometimes(draw, 4, {"ProjectionExpression": ex.projections()})
            part |= _expressions(draw, wanted, may_break=may_break)
        may_break = False
        parts[table.name] = part
    options = optional(ReturnConsumedCapacity=CAPACITY)
    return (Request("BatchGetItem", {"RequestItems": parts} | draw(options)),)


@st.composite
def batch_writes(draw: st.DrawFn) -> Scenario:
    """Put and delete several items of several tables."""
    parts: Body = {}
    setup: list[Request] = []
    checks: list[Request] = []
    for table in draw(st.lists(st.sampled_from(OPEN_TABLES), max_size=2, unique_by=id)):
        keys = draw(st.lists(va.keys(table), min_size=1, max_size=3, unique_by=order))
        setup += [given(table, key, None) for key in keys]
        parts[table.name] = [draw(_batch_write(table, key)) for key in keys]
        checks += [read_back(table, key) for key in keys]
    options = optional(ReturnConsumedCapacity=CAPACITY, ReturnItemCollectionMetrics=METRICS)
    body = {"RequestItems": parts} | draw(options)
    return (*setup, Request("BatchWriteItem", body), *checks)


@st.composite
def wrong_batch_writes(draw: st.DrawFn) -> Scenario:
    """Put and delete several items of which one is refused, so that none may be written."""
    table = draw(st.sampled_from(OPEN_TABLES))
    key = draw(va.keys(table))
    writes = [draw(_batch_write(table, key)), draw(_wrong_batch_write(table, key))]
    body = {"RequestItems": {table.name: writes}}
    return (
        given(table, key, None),
        Request("BatchWriteItem", body),
        read_back(table, key),
    )


@st.composite
def _batch_write(draw: st.DrawFn, table: Table, key: Item) -> Body:
    if chance(draw, 3):
        return {"DeleteRequest": {"Key": key}}
    return {"PutRequest": {"Item": draw(item_at(table, key))}}


@st.composite
def _wrong_batch_write(draw: st.DrawFn, table: Table, used: Item) -> Body:
    match draw(st.integers(0, 3)):
        case 0:
            return {}
        case 1:
            return {"DeleteRequest": {"Key": used}}
        case 2:
            return {"DeleteRequest": {"Key": draw(va.wrong_keys(table))}}
        case _:
            return {"PutRequest": {"Item": draw(va.wrong_items(table))}}


@st.composite
def transact_writes(draw: st.DrawFn) -> Scenario:
    """Write several items in one transaction."""
    tables = draw(st.lists(st.sampled_from(OPEN_TABLES), min_size=1, max_size=3))
    pairs = [(table, draw(va.keys(table))) for table in tables]
    setup = [given(table, key, draw(st.none() | item_at(table, key))) for table, key in pairs]
    odd = draw(st.integers(0, 4))
    writes = [
        draw(transact_write(table, key, may_break=n == odd)) for n, (table, key) in enumerate(pairs)
    ]
    options = optional(ReturnConsumedCapacity=CAPACITY, ReturnItemCollectionMetrics=METRICS)
    body = {"TransactItems": writes} | draw(options)
    checks = [read_back(table, key) for table, key in pairs]
    return (*setup, Request("TransactWriteItems", body), *checks)


@st.composite
def transact_write(draw: st.DrawFn, table: Table, key: Item, *, may_break: bool) -> Body:
    """Write one action of a transaction."""
    kind = draw(st.sampled_from(["Put", "Update", "Delete", "ConditionCheck"]))
    is_wrong = may_break and chance(draw, 3)
    body: Body = {"TableName": table.name}
    if kind == "Put":
        body["Item"] = draw(va.wrong_items(table) if is_wrong else item_at(table, key))
    else:
        body["Key"] = draw(va.wrong_keys(table)) if is_wrong else key
    wanted: Expressions = {"UpdateExpression": ex.updates()} if kind == "Update" else {}
    if kind == "ConditionCheck" or chance(draw, 3):
        wanted["ConditionExpression"] = ex.conditions()
    body |= _expressions(draw, wanted, may_break=may_break and not is_wrong)
    shown = st.sampled_from(["NONE", "ALL_OLD"])
    return {kind: body | draw(optional(ReturnValuesOnConditionCheckFailure=shown))}


@st.composite
def transact_gets(draw: st.DrawFn) -> Scenario:
    """Read several items in one transaction."""
    reads: list[Body] = []
    for table in draw(st.lists(st.sampled_from(FIXED_TABLES), max_size=3, unique_by=id)):
        read: Body = {"TableName": table.name, "Key": draw(va.keys(table))}
        if not reads and chance(draw, 5):
            read["Key"] = draw(va.wrong_keys(table))
        else:
            wanted = _sometimes(draw, 3, {"ProjectionExpression": ex.projections()})
            read |= _expressions(draw, wanted, may_break=not reads)
        reads.append({"Get": read})
    body = {"TransactItems": reads} | draw(optional(ReturnConsumedCapacity=CAPACITY))
    return (Request("TransactGetItems", body),)


@st.composite
def sequences(draw: st.DrawFn) -> Scenario:
    """Change a few items again and again, then read all of them."""
    table = OPEN_COMPOUND
    keys: list[Item] = [{"id": {"S": "s"}, "at": {"N": str(n)}} for n in range(3)]
    steps = draw(st.lists(write_step(table, keys), min_size=1, max_size=10))
    everything = {
        "TableName": table.name,
        "KeyConditionExpression": "id = :p",
        "ExpressionAttributeValues": {":p": {"S": "s"}},
        "ConsistentRead": True,
    }
    local = {"IndexName": "localSome", "ReturnConsumedCapacity": "INDEXES"}
    return (
        *(given(table, key, None) for key in keys),
        *steps,
        Request("Query", everything),
        Request("Query", everything | local),
    )


@st.composite
def write_step(draw: st.DrawFn, table: Table, keys: list[Item]) -> Request:
    """Change one of a few items, or all of them in one transaction."""
    key = draw(st.sampled_from(keys))
    body: Body = {"TableName": table.name}
    match draw(st.integers(0, 5)):
        case 0 | 1:
            return Request("PutItem", body | {"Item": draw(item_at(table, key))})
        case 2 | 3:
            update = draw(ex.updates()).parameters("UpdateExpression")
            return Request("UpdateItem", body | {"Key": key, "ReturnValues": "ALL_NEW"} | update)
        case 4:
            return Request("DeleteItem", body | {"Key": key, "ReturnValues": "ALL_OLD"})
        case _:
            writes = [draw(transact_write(table, each, may_break=False)) for each in keys]
            return Request("TransactWriteItems", {"TransactItems": writes})
