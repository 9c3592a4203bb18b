"""DynamoDB implementations answer the store alike; ours and ExtendDB verify every signature."""

from __future__ import annotations

import json
from collections.abc import Iterator
from uuid import uuid4

import pytest

from tavola.engine import Engine
from tavola.errors import AccessRefused, ConditionFailed, TransactionCancelled
from tavola.server import serve
from tavola.wire.sigv4 import Credentials
from tests.patience import eventually
from tests.reference.endpoint import ACCESS_KEY, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.stores.conftest import CREATE, Client, OpenClient

KEY = {"pk": {"S": "a"}}


@pytest.fixture(params=["serve", *SERVICES])
def service(request: pytest.FixtureRequest) -> Iterator[HttpEndpoint]:
    if request.param != "serve":
        endpoint: HttpEndpoint = request.getfixturevalue(request.param)
        yield endpoint
        return
    keys = Credentials(ACCESS_KEY, SECRET_KEY)
    with Engine.open("memory:") as engine, serve(engine, credentials=keys) as url:
        endpoint = HttpEndpoint("tavola serve", int(url.rpartition(":")[2]))
        yield endpoint
        endpoint.close()


@pytest.fixture
def table(service: HttpEndpoint) -> Iterator[str]:
    name = f"things-{uuid4().hex}"
    service.execute("CreateTable", CREATE | {"TableName": name})
    eventually(
        lambda: service.execute("DescribeTable", {"TableName": name}).body["Table"]["TableStatus"],
        "ACTIVE",
    )
    yield name
    service.execute("DeleteTable", {"TableName": name})


@pytest.fixture
def remote(open_client: OpenClient, service: HttpEndpoint) -> Client:
    return open_client(f"http://127.0.0.1:{service.port}")


def test_items_are_written_and_read(remote: Client, table: str) -> None:
    remote.execute("PutItem", {"TableName": table, "Item": KEY | {"name": {"S": "Ådä ✓"}}})

    answer = json.loads(remote.execute("GetItem", {"TableName": table, "Key": KEY}))

    assert answer == {"Item": {"pk": {"S": "a"}, "name": {"S": "Ådä ✓"}}}


def test_a_failed_condition_carries_the_item(remote: Client, table: str) -> None:
    remote.execute("PutItem", {"TableName": table, "Item": KEY})

    with pytest.raises(ConditionFailed) as refused:
        remote.execute(
            "PutItem",
            {
                "TableName": table,
                "Item": KEY,
                "ConditionExpression": "attribute_not_exists(pk)",
                "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            },
        )

    assert refused.value.item == KEY


def test_a_cancelled_transaction_carries_its_reasons(remote: Client, table: str) -> None:
    check = {"TableName": table, "Key": KEY, "ConditionExpression": "attribute_exists(pk)"}
    put = {"TableName": table, "Item": {"pk": {"S": "b"}}}

    with pytest.raises(TransactionCancelled) as refused:
        remote.execute(
            "TransactWriteItems", {"TransactItems": [{"Put": put}, {"ConditionCheck": check}]}
        )

    assert [reason.code for reason in refused.value.reasons] == ["None", "ConditionalCheckFailed"]


def test_many_items_are_written_and_read_in_batches(remote: Client, table: str) -> None:
    items = [{"pk": {"S": f"n{number}"}, "text": {"S": "ü" * 3000}} for number in range(25)]
    puts = [{"PutRequest": {"Item": item}} for item in items]
    written = json.loads(remote.execute("BatchWriteItem", {"RequestItems": {table: puts}}))

    keys = [{"pk": item["pk"]} for item in items]
    read = json.loads(remote.execute("BatchGetItem", {"RequestItems": {table: {"Keys": keys}}}))

    assert written == {"UnprocessedItems": {}}
    found: list[dict[str, dict[str, str]]] = read["Responses"][table]
    assert sorted(found, key=_name) == sorted(items, key=_name)


def _name(item: dict[str, dict[str, str]]) -> str:
    return item["pk"]["S"]


def test_a_transaction_that_is_sent_twice_is_applied_once(remote: Client, table: str) -> None:
    count = {
        "TableName": table,
        "Key": KEY,
        "UpdateExpression": "ADD hits :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    body = {"TransactItems": [{"Update": count}], "ClientRequestToken": str(uuid4())}
    remote.execute("TransactWriteItems", body)
    remote.execute("TransactWriteItems", body)

    get = {"TableName": table, "Key": KEY, "ConsistentRead": True}
    answer = json.loads(remote.execute("GetItem", get))

    assert answer == {"Item": {"pk": {"S": "a"}, "hits": {"N": "1"}}}


def test_a_wrong_secret_is_refused(open_client: OpenClient, extenddb: HttpEndpoint) -> None:
    wrong = Credentials("AKIAIOSFODNN7EXAMPLE", "wrong")
    client = open_client(f"http://127.0.0.1:{extenddb.port}", credentials=wrong)

    with pytest.raises(AccessRefused):
        client.execute("ListTables", {})
