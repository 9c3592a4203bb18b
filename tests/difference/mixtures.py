"""Strategies for requests of several kinds in a row: actions, transactions, statements, tables."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.difference import values as va
from tests.difference.compare import Request, Scenario
from tests.difference.pieces import Body, chance, given, item_at, read_back
from tests.difference.scenarios import transact_write, write_step
from tests.difference.settings import BEFORE, TABLE
from tests.difference.statements import SEVERAL, write_statement
from tests.difference.tables import OPEN_COMPOUND, OPEN_TABLES, Item

KEYS: list[Item] = [{"id": {"S": "s"}, "at": {"N": str(n)}} for n in range(3)]
EVERYTHING: Body = {
    "TableName": OPEN_COMPOUND.name,
    "KeyConditionExpression": "id = :p",
    "ExpressionAttributeValues": {":p": {"S": "s"}},
    "ConsistentRead": True,
}
INDEX: Body = {
    "IndexName": "six-index",
    "KeySchema": [
        {"AttributeName": "label", "KeyType": "HASH"},
        {"AttributeName": "id", "KeyType": "RANGE"},
    ],
    "Projection": {"ProjectionType": "ALL"},
}
DEFINITIONS = [{"AttributeName": name, "AttributeType": "S"} for name in ("id", "label")]
CREATION: Body = {
    **TABLE,
    "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "AttributeDefinitions": DEFINITIONS[:1],
}
LABELLED: Body = {
    **TABLE,
    "IndexName": "six-index",
    "KeyConditionExpression": "label = :l",
    "ExpressionAttributeValues": {":l": {"S": "x"}},
}


@st.composite
def mixed_sequences(draw: st.DrawFn) -> Scenario:
    """Change a few items by actions, transactions and statements in any order; read all of them."""
    steps = [draw(_mixed_step()) for _ in range(draw(st.integers(2, 8)))]
    return (
        *(given(OPEN_COMPOUND, key, None) for key in KEYS),
        *steps,
        Request("Query", EVERYTHING),
    )


@st.composite
def _mixed_step(draw: st.DrawFn) -> Request:
    match draw(st.integers(0, 3)):
        case 0:
            key = draw(st.sampled_from(KEYS))
            return Request("ExecuteStatement", write_statement(draw, OPEN_COMPOUND, key))
        case 1:
            is_transaction = draw(st.booleans())
            name, action = SEVERAL[is_transaction]
            statements = [
                write_statement(draw, OPEN_COMPOUND, key, may_return=not is_transaction)
                for key in KEYS[:2]
            ]
            return Request(action, {name: statements})
        case _:
            return draw(write_step(OPEN_COMPOUND, KEYS))


@st.composite
def large_transactions(draw: st.DrawFn) -> Scenario:
    """Write many items of all tables in one transaction; now and then two of one key."""
    tables = draw(st.lists(st.sampled_from(OPEN_TABLES), min_size=3, max_size=8))
    pairs = [(table, draw(va.keys(table))) for table in tables]
    setup = [given(table, key, draw(st.none() | item_at(table, key))) for table, key in pairs]
    if chance(draw, 6):
        pairs.append(pairs[0])
    writes = [draw(transact_write(table, key, may_break=False)) for table, key in pairs]
    request = Request("TransactWriteItems", {"TransactItems": writes})
    return (*setup, request, *(read_back(table, key) for table, key in pairs))


@st.composite
def changing_tables(draw: st.DrawFn) -> Scenario:
    """Add an index to a table that has items, perhaps take it away again, write on and look."""
    labels = draw(st.lists(st.sampled_from(["x", "y", None, 7]), min_size=1, max_size=4))
    later = draw(st.sampled_from(["x", "y", None, 7]))
    added: Body = {
        "AttributeDefinitions": DEFINITIONS,
        "GlobalSecondaryIndexUpdates": [{"Create": INDEX}],
    }
    deleted: Body = {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "six-index"}}]}
    changes = [added, deleted] if draw(st.booleans()) else [added]
    return (
        *BEFORE,
        Request("CreateTable", CREATION, only_helps=True),
        *(_put(number, label) for number, label in enumerate(labels)),
        *(Request("UpdateTable", TABLE | each, only_helps=True) for each in changes),
        Request("PutItem", _put(99, later).body),
        Request("Query", LABELLED),
        Request("Scan", TABLE),
    )


def _put(number: int, label: Any) -> Request:
    item: Body = {"id": {"S": str(number)}}
    if label is not None:
        item["label"] = {"S": label} if isinstance(label, str) else {"N": str(label)}
    return Request("PutItem", TABLE | {"Item": item}, only_helps=True)
