"""Strategies for writes to a table with a stream, and what the stream says of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

from hypothesis import strategies as st

from tests.difference import values as va
from tests.difference.compare import MAX_PAGES, Request, plain
from tests.difference.pieces import Body, item_at
from tests.difference.tables import Item, Table
from tests.reference.endpoint import Endpoint

TABLE = Table("streamed", ("id", "S"), ("at", "N"))
NAME: Body = {"TableName": TABLE.name}
KEYS: list[Item] = [{"id": {"S": "s"}, "at": {"N": str(n)}} for n in range(3)]
UPDATES = ("SET a = :v", "SET y = :v REMOVE a, m", "SET z = :v REMOVE a")
SHOWN = ("Keys", "NewImage", "OldImage", "StreamViewType")


@st.composite
def writes(draw: st.DrawFn) -> list[Request]:
    """Change a few items again and again."""
    return [draw(_write()) for _ in range(draw(st.integers(1, 8)))]


@st.composite
def _write(draw: st.DrawFn) -> Request:
    key = draw(st.sampled_from(KEYS))
    match draw(st.integers(0, 4)):
        case 0:
            return Request("DeleteItem", NAME | {"Key": key})
        case 1:
            return Request("UpdateItem", NAME | {"Key": key} | draw(_update()))
        case 2:
            puts = [{"PutRequest": {"Item": draw(item_at(TABLE, each))}} for each in KEYS[:2]]
            return Request("BatchWriteItem", {"RequestItems": {TABLE.name: puts}})
        case 3:
            parts = [
                {"Put": NAME | {"Item": draw(item_at(TABLE, KEYS[0]))}},
                {"Update": NAME | {"Key": KEYS[1]} | draw(_update())},
                {"Delete": NAME | {"Key": KEYS[2]}},
            ]
            return Request("TransactWriteItems", {"TransactItems": parts})
        case _:
            return Request("PutItem", NAME | {"Item": draw(item_at(TABLE, key))})


@st.composite
def _update(draw: st.DrawFn) -> Body:
    text = draw(st.sampled_from(UPDATES))
    given = {"ExpressionAttributeValues": {":v": draw(va.scalars())}} if ":v" in text else {}
    return {"UpdateExpression": text} | given


def changes(endpoint: Endpoint, view: str, requests: Sequence[Request]) -> list[Any]:
    """Make a table, send it the writes, and return what its stream says of them."""
    # dynoxide's streams remember former tables of the same name.
    name = f"streamed-{uuid4()}"
    stream = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": view}}
    created = _must(endpoint, "CreateTable", _renamed(TABLE.creation() | stream, name))
    arn = created["TableDescription"]["LatestStreamArn"]
    for request in requests:
        _must(endpoint, request.action, _renamed(request.body, name))
    found = [_shown(record) for record in _records(endpoint, arn)]
    _must(endpoint, "DeleteTable", {"TableName": name})
    return found


def _renamed(body: Body, name: str) -> Body:
    renamed: Body = json.loads(json.dumps(body).replace(f'"{TABLE.name}"', f'"{name}"'))
    return renamed


def _must(endpoint: Endpoint, action: str, body: Body) -> Body:
    answer = endpoint.execute(action, body)
    assert not answer.is_error, f"{endpoint.name}: {action}: {answer}"
    return answer.body


def _records(endpoint: Endpoint, arn: str) -> Iterator[Any]:
    described = _must(endpoint, "DescribeStream", {"StreamArn": arn})
    (shard,) = described["StreamDescription"]["Shards"]
    where = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
    iterator = _must(endpoint, "GetShardIterator", where)["ShardIterator"]
    for _ in range(MAX_PAGES):
        page = _must(endpoint, "GetRecords", {"ShardIterator": iterator, "Limit": 5})
        if not page["Records"]:
            return
        yield from page["Records"]
        iterator = page["NextShardIterator"]
    raise AssertionError(f"{endpoint.name}: {arn} does not end")


def _shown(record: Body) -> Body:
    change = record["dynamodb"]
    shown = {name: plain(change[name]) for name in SHOWN if name in change}
    return {"eventName": record["eventName"]} | shown


def real(found: Sequence[Body]) -> list[Body]:
    """Return the changes that changed something; dynoxide records the others too."""
    # DynamoDB: a write that leaves an item as it is writes no record. Developer guide, Streams.
    return [each for each in found if each.get("OldImage") != each.get("NewImage")]
