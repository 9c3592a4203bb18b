"""Streams record what they record in dynoxide and ExtendDB."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine import Engine
from tests.difference.examples import few
from tests.reference.embedded import EngineEndpoint
from tests.reference.endpoint import Answer, Endpoint, HttpEndpoint

PATIENCE_SECONDS = 30.0
VIEWS = ("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES")
Everyone = Sequence[Endpoint]
_numbers = itertools.count()


@pytest.fixture(scope="module")
def everyone(dynoxide: HttpEndpoint, extenddb: HttpEndpoint) -> Iterator[Everyone]:
    """All implementations, each with one streamed table for each view; ours is the first."""
    with Engine.open("memory:") as engine:
        endpoints: Everyone = (EngineEndpoint(engine), dynoxide, extenddb)
        for endpoint, view in itertools.product(endpoints, VIEWS):
            _create(endpoint, view)
        for endpoint, view in itertools.product(endpoints, VIEWS):
            _wait(endpoint, view)
        yield endpoints


def _create(endpoint: Endpoint, view: str) -> None:
    body = {
        "TableName": f"streamed-{view}",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": view},
    }
    answer = endpoint.execute("CreateTable", body)
    assert not answer.is_error, answer


def _wait(endpoint: Endpoint, view: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        described = endpoint.execute("DescribeTable", {"TableName": f"streamed-{view}"}).body
        if described["Table"]["TableStatus"] == "ACTIVE":
            return
        assert time.monotonic() < deadline, f"{endpoint.name}: {view} does not become ACTIVE"
        time.sleep(0.02)


def ask(endpoint: Endpoint, action: str, **body: Any) -> dict[str, Any]:
    """Send a request to the service of streams."""
    answer: Answer
    if isinstance(endpoint, HttpEndpoint):
        answer = endpoint.send(f"DynamoDBStreams_20120810.{action}", json.dumps(body).encode())
    else:
        answer = endpoint.execute(action, body)
    assert not answer.is_error, answer
    return answer.body


def records(endpoint: Endpoint, view: str, wanted: set[str]) -> dict[str, list[Any]]:
    """Read what happened to some items, item by item; only their own order is certain."""
    table = f"streamed-{view}"
    (stream,) = ask(endpoint, "ListStreams", TableName=table)["Streams"]
    arn = stream["StreamArn"]
    shards = ask(endpoint, "DescribeStream", StreamArn=arn)["StreamDescription"]["Shards"]
    found: dict[str, list[Any]] = {}
    for shard in shards:
        start = {"StreamArn": arn, "ShardId": shard["ShardId"]}
        iterator: str | None = ask(
            endpoint, "GetShardIterator", **start, ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        while iterator is not None:
            page = ask(endpoint, "GetRecords", ShardIterator=iterator)
            for record in page["Records"]:
                change = record["dynamodb"]
                images = (change.get("OldImage"), change.get("NewImage"))
                told = (record["eventName"], change["Keys"], *images, change["StreamViewType"])
                found.setdefault(change["Keys"]["id"]["S"], []).append(told)
            iterator = page.get("NextShardIterator") if page["Records"] else None
    return {name: told for name, told in found.items() if name in wanted}


steps = st.lists(
    st.tuples(st.sampled_from(("put", "update", "delete", "batch", "transact")), st.integers(0, 2)),
    min_size=1,
    max_size=8,
)


@few
@given(st.sampled_from(VIEWS), steps)
def test_every_change_is_recorded_alike(
    everyone: Everyone, view: str, steps: list[tuple[str, int]]
) -> None:
    run = next(_numbers)
    for endpoint in everyone:
        for number, (kind, item) in enumerate(steps):
            answer = endpoint.execute(*request(f"streamed-{view}", kind, f"{run}-{item}", number))
            assert not answer.is_error, answer
    names = {f"{run}-{item}" for item in range(3)}
    ours, *theirs = (records(endpoint, view, names) for endpoint in everyone)

    assert [ours] * len(theirs) == theirs


def request(table: str, kind: str, name: str, number: int) -> tuple[str, dict[str, Any]]:
    """Make a write that changes something: no value comes twice."""
    key = {"id": {"S": name}}
    item = {**key, "v": {"N": str(number)}}
    put = {"TableName": table, "Item": item}
    match kind:
        case "put":
            return "PutItem", put
        case "delete":
            return "DeleteItem", {"TableName": table, "Key": key}
        case "batch":
            return "BatchWriteItem", {"RequestItems": {table: [{"PutRequest": {"Item": item}}]}}
        case "transact":
            return "TransactWriteItems", {"TransactItems": [{"Put": put}]}
        case _:
            values = {":v": {"N": str(number)}}
            update = {"UpdateExpression": "SET w = :v", "ExpressionAttributeValues": values}
            return "UpdateItem", {"TableName": table, "Key": key, **update}
