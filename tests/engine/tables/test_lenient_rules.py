"""What DynamoDB Local takes and AWS refuses is accepted on demand, and said in the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client

THROUGHPUT = {"ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}}
INDEX: dict[str, Any] = {
    "IndexName": "byName",
    "KeySchema": [{"AttributeName": "name", "KeyType": "HASH"}],
    "Projection": {"ProjectionType": "ALL"},
}
TABLE: dict[str, Any] = {
    "TableName": "gentle",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}
NAMED: dict[str, Any] = {
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "name", "AttributeType": "S"},
    ],
}
INVALID = "One or more parameter values were invalid: "
UNUSED = (
    f"{INVALID}Number of attributes in KeySchema does not exactly match number of attributes "
    "defined in AttributeDefinitions"
)
ON_DEMAND = (
    f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode "
    "is PAY_PER_REQUEST"
)
INDEX_ON_DEMAND = (
    f"{INVALID}ProvisionedThroughput should not be specified for index: byName when BillingMode is "
    "PAY_PER_REQUEST"
)


@pytest.fixture
def lenient() -> Iterator[Client]:
    with Engine.open("memory:", is_lenient=True) as engine:
        yield Client(engine)


@pytest.mark.parametrize(
    ("request_body", "messages"),
    [
        (TABLE | NAMED, [UNUSED]),
        (TABLE | THROUGHPUT, [ON_DEMAND]),
        (TABLE | NAMED | {"GlobalSecondaryIndexes": [INDEX | THROUGHPUT]}, [INDEX_ON_DEMAND]),
        (TABLE | NAMED | THROUGHPUT, [ON_DEMAND, UNUSED]),
    ],
)
def test_a_table_is_made_and_the_log_says_what_aws_would_answer(
    lenient: Client,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    request_body: dict[str, Any],
    messages: list[str],
) -> None:
    made = lenient("CreateTable", **request_body)["TableDescription"]

    assert made["ProvisionedThroughput"]["ReadCapacityUnits"] == 0
    assert caplog.messages == [
        f"CreateTable of gentle is accepted. AWS would answer: ValidationException: {each}"
        for each in messages
    ]
    assert client.invalid("CreateTable", **request_body) == messages[0]


@pytest.mark.parametrize("kind", ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"])
def test_definitions_that_an_index_uses_are_kept(lenient: Client, kind: str) -> None:
    own, ranged = (
        [{"AttributeName": "id", "KeyType": "HASH"}, {"AttributeName": name, "KeyType": "RANGE"}]
        for name in ("at", "name")
    )
    defined = [
        {"AttributeName": name, "AttributeType": "S"} for name in ("id", "at", "name", "unused")
    ]
    request = {"AttributeDefinitions": defined, kind: [INDEX | {"KeySchema": ranged}]}

    made = lenient("CreateTable", **TABLE | {"KeySchema": own} | request)["TableDescription"]

    assert made["AttributeDefinitions"] == defined[:3]
    assert [index["KeySchema"] for index in made[kind]] == [ranged]


def test_a_new_index_may_have_throughput_too(
    lenient: Client, caplog: pytest.LogCaptureFixture
) -> None:
    lenient("CreateTable", **TABLE)

    lenient(
        "UpdateTable",
        TableName="gentle",
        GlobalSecondaryIndexUpdates=[{"Create": INDEX | THROUGHPUT}],
        **NAMED,
    )

    (message,) = caplog.messages
    assert message == (
        "UpdateTable of gentle is accepted. AWS would answer: ValidationException: "
        f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: "
        "byName when BillingMode is PAY_PER_REQUEST"
    )


def test_billing_may_change_beside_throughput(
    lenient: Client, caplog: pytest.LogCaptureFixture
) -> None:
    provisioned = {name: value for name, value in TABLE.items() if name != "BillingMode"}
    lenient("CreateTable", **provisioned, **THROUGHPUT)

    lenient("UpdateTable", TableName="gentle", BillingMode="PAY_PER_REQUEST", **THROUGHPUT)

    described = lenient("DescribeTable", TableName="gentle")["Table"]
    assert described["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert len(caplog.messages) == 1


def test_other_faults_are_refused_as_ever(
    lenient: Client, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = TABLE | {"KeySchema": [{"AttributeName": "other", "KeyType": "HASH"}]}

    assert lenient.invalid("CreateTable", **wrong) == client.invalid("CreateTable", **wrong)
    assert caplog.messages == []
