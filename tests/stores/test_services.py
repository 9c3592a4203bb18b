"""Other DynamoDB implementations answer the store; one of them verifies every signature."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest

from tavola.errors import AccessRefused, ConditionFailed, TransactionCancelled
from tavola.wire.sigv4 import Credentials
from tests.reference.endpoint import HttpEndpoint
from tests.reference.engines import SERVICES
from tests.stores.conftest import CREATE, Client, OpenClient

KEY = {"pk": {"S": "a"}}


@pytest.fixture(params=SERVICES)
def service(request: pytest.FixtureRequest) -> HttpEndpoint:
    endpoint: HttpEndpoint = request.getfixturevalue(request.param)
    return endpoint


@pytest.fixture
def table(service: HttpEndpoint) -> Iterator[str]:
    name = f"things-{uuid4().hex}"
    service.execute("CreateTable", CREATE | {"TableName": name})
    deadline = time.monotonic() + 20
    while (
        service.execute("DescribeTable", {"TableName": name}).body["Table"]["TableStatus"]
        != "ACTIVE"
    ):
        assert time.monotonic() < deadline
        time.sleep(0.05)
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


def test_a_wrong_secret_is_refused(open_client: OpenClient, extenddb: HttpEndpoint) -> None:
    wrong = Credentials("AKIAIOSFODNN7EXAMPLE", "wrong")
    client = open_client(f"http://127.0.0.1:{extenddb.port}", credentials=wrong)

    with pytest.raises(AccessRefused):
        client.execute("ListTables", {})
