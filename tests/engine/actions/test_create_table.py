from __future__ import annotations

from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client

INVALID = "One or more parameter values were invalid: "
NAMED = "Value '{}' at '{}' failed to satisfy constraint: "
UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
ALL = {"ProjectionType": "ALL"}
WARM = {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000, "Status": "UPDATING"}


def hash_(name: str) -> dict[str, str]:
    return {"AttributeName": name, "KeyType": "HASH"}


def range_(name: str) -> dict[str, str]:
    return {"AttributeName": name, "KeyType": "RANGE"}


def defined(*names: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


def index(**changes: Any) -> dict[str, Any]:
    return {"IndexName": "abd", "KeySchema": [hash_("b")], "Projection": ALL, **changes}


def local(**changes: Any) -> dict[str, Any]:
    return index(**{"KeySchema": [hash_("a"), range_("b")], **changes})


def request(**changes: Any) -> dict[str, Any]:
    body = {
        "TableName": "abc",
        "AttributeDefinitions": defined("a"),
        "KeySchema": [hash_("a")],
        "BillingMode": "PAY_PER_REQUEST",
        **changes,
    }
    return {name: value for name, value in body.items() if value is not ...}


def with_index(**changes: Any) -> dict[str, Any]:
    return request(
        AttributeDefinitions=defined("a", "b"), GlobalSecondaryIndexes=[index(**changes)]
    )


def with_local(**changes: Any) -> dict[str, Any]:
    return request(
        AttributeDefinitions=defined("a", "b"),
        KeySchema=[hash_("a"), range_("b")],
        LocalSecondaryIndexes=[local(**changes)],
    )


@pytest.fixture
def client(engine: Engine) -> Client:
    """A client of an engine without tables."""
    return Client(engine)


def test_a_table_is_described_as_its_making_begins(client: Client) -> None:
    description = client("CreateTable", **request())["TableDescription"]

    assert len(description.pop("TableId")) == 36
    assert description == {
        "AttributeDefinitions": defined("a"),
        "TableName": "abc",
        "KeySchema": [hash_("a")],
        "TableStatus": "CREATING",
        "CreationDateTime": 1_800_000_000.0,
        "ProvisionedThroughput": {
            "NumberOfDecreasesToday": 0,
            "ReadCapacityUnits": 0,
            "WriteCapacityUnits": 0,
        },
        "TableSizeBytes": 0,
        "ItemCount": 0,
        "TableArn": "arn:aws:dynamodb:us-east-1:000000000000:table/abc",
        "BillingModeSummary": {
            "BillingMode": "PAY_PER_REQUEST",
            "LastUpdateToPayPerRequestDateTime": 1_800_000_000.0,
        },
        "WarmThroughput": WARM,
        "DeletionProtectionEnabled": False,
    }


def test_a_table_with_an_index_is_described_with_it(client: Client) -> None:
    description = client("CreateTable", **with_index())["TableDescription"]

    assert description["GlobalSecondaryIndexes"] == [
        {
            "IndexName": "abd",
            "KeySchema": [hash_("b")],
            "Projection": ALL,
            "IndexSizeBytes": 0,
            "ItemCount": 0,
            "IndexArn": "arn:aws:dynamodb:us-east-1:000000000000:table/abc/index/abd",
            "IndexStatus": "CREATING",
            "ProvisionedThroughput": {
                "NumberOfDecreasesToday": 0,
                "ReadCapacityUnits": 0,
                "WriteCapacityUnits": 0,
            },
            "WarmThroughput": WARM,
        }
    ]


def test_a_table_is_active_at_once(client: Client) -> None:
    client("CreateTable", **request())

    assert client("DescribeTable", TableName="abc")["Table"]["TableStatus"] == "ACTIVE"


def test_a_name_is_taken_only_once(client: Client) -> None:
    client("CreateTable", **request())

    refusal = client.refusal("CreateTable", **request())

    assert refusal == ("ResourceInUseException", "Table already exists: abc")


def test_a_global_index_may_have_four_attributes_of_each_kind(client: Client) -> None:
    schema = [*map(hash_, "abcd"), *map(range_, "efgh")]
    body = request(
        AttributeDefinitions=defined(*"abcdefgh"),
        GlobalSecondaryIndexes=[index(KeySchema=schema)],
    )

    description = client("CreateTable", **body)["TableDescription"]

    assert description["GlobalSecondaryIndexes"][0]["KeySchema"] == schema


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ({"DeletionProtectionEnabled": True}, {"DeletionProtectionEnabled": True}),
        (
            {"TableClass": "STANDARD_INFREQUENT_ACCESS"},
            {"TableClassSummary": {"TableClass": "STANDARD_INFREQUENT_ACCESS"}},
        ),
        (
            {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}},
            {
                "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
                "LatestStreamLabel": "2027-01-15T08:00:00.000",
                "LatestStreamArn": "arn:aws:dynamodb:us-east-1:000000000000:table/abc"
                "/stream/2027-01-15T08:00:00.000",
            },
        ),
        (
            {"SSESpecification": {"Enabled": True, "SSEType": "KMS", "KMSMasterKeyId": "k1"}},
            {
                "SSEDescription": {
                    "Status": "ENABLED",
                    "SSEType": "KMS",
                    "KMSMasterKeyArn": "arn:aws:kms:us-east-1:000000000000:key/k1",
                }
            },
        ),
        (
            {"OnDemandThroughput": {"MaxReadRequestUnits": 5}},
            {"OnDemandThroughput": {"MaxReadRequestUnits": 5, "MaxWriteRequestUnits": -1}},
        ),
        (
            {"WarmThroughput": {"ReadUnitsPerSecond": 13000, "WriteUnitsPerSecond": 5000}},
            {
                "WarmThroughput": {
                    "ReadUnitsPerSecond": 13000,
                    "WriteUnitsPerSecond": 5000,
                    "Status": "ACTIVE",
                }
            },
        ),
    ],
)
def test_a_setting_is_kept(client: Client, setting: dict[str, Any], shown: dict[str, Any]) -> None:
    client("CreateTable", **request(**setting))

    table = client("DescribeTable", TableName="abc")["Table"]

    assert {name: table.get(name) for name in shown} == shown


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            request(BillingMode=...),
            f"{INVALID}ReadCapacityUnits and WriteCapacityUnits must both be specified "
            "when BillingMode is PROVISIONED",
        ),
        (
            request(ProvisionedThroughput=UNITS),
            f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
            "when BillingMode is PAY_PER_REQUEST",
        ),
        (
            request(
                BillingMode=...,
                ProvisionedThroughput={"ReadCapacityUnits": 10**12 + 1, "WriteCapacityUnits": 1},
            ),
            "Given value 1000000000001 for ReadCapacityUnits is out of bounds",
        ),
        (
            request(
                BillingMode=...,
                ProvisionedThroughput=UNITS,
                OnDemandThroughput={"MaxReadRequestUnits": 1},
            ),
            f"{INVALID}MaxReadRequestUnits for OnDemandThroughput cannot be specified "
            "when table BillingMode is PROVISIONED.",
        ),
        (
            request(OnDemandThroughput={"MaxWriteRequestUnits": 0}),
            f"{INVALID}Requested MaxWriteRequestUnits for OnDemandThroughput for table "
            "is outside of valid range",
        ),
        (
            request(StreamSpecification={"StreamEnabled": True}),
            f"{INVALID}Table is being created with a stream enabled, UpdateViewType is required",
        ),
        (
            request(StreamSpecification={"StreamEnabled": False, "StreamViewType": "NEW_IMAGE"}),
            f"{INVALID}Table is being created with a stream disabled, "
            "UpdateViewType should not be specified",
        ),
        (
            request(SSESpecification={"Enabled": False, "SSEType": "KMS"}),
            f"{INVALID}SSEType can not be specified if Enabled is false",
        ),
        (
            request(Tags=[{"Key": "a", "Value": "1"}, {"Key": "a", "Value": "2"}]),
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found a",
        ),
        (
            request(Tags=[{"Key": f"k{n}", "Value": ""} for n in range(51)]),
            "Number of Tags exceed the current limit for the provided ResourceArn",
        ),
    ],
)
def test_contradictory_settings_are_refused(
    client: Client, body: dict[str, Any], message: str
) -> None:
    assert client.invalid("CreateTable", **body) == message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            request(KeySchema=[hash_("a"), range_("b")]),
            "Invalid KeySchema: Some index key attribute have no definition",
        ),
        (
            request(KeySchema=[hash_("z")]),
            f"{INVALID}Some index key attributes are not defined in AttributeDefinitions. "
            "Keys: [z], AttributeDefinitions: [a]",
        ),
        (
            request(KeySchema=[range_("a")]),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        ),
        (
            request(KeySchema=[hash_("a"), hash_("b")], AttributeDefinitions=defined("a", "b")),
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
        ),
        (
            request(AttributeDefinitions=defined("a", "b")),
            f"{INVALID}Number of attributes in KeySchema does not exactly match "
            "number of attributes defined in AttributeDefinitions",
        ),
        (
            request(AttributeDefinitions=defined("a", "a")),
            "Attribute Name is duplicated: a",
        ),
        (
            {**with_index(), "AttributeDefinitions": defined("a", "b", "c")},
            f"{INVALID}Some AttributeDefinitions are not used. "
            "AttributeDefinitions: [a, b, c], keys used: [a, b]",
        ),
    ],
)
def test_a_key_needs_exactly_its_definitions(
    client: Client, body: dict[str, Any], message: str
) -> None:
    assert client.invalid("CreateTable", **body) == message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            request(LocalSecondaryIndexes=[]),
            "List of LocalSecondaryIndexes is empty",
        ),
        (
            request(AttributeDefinitions=defined("a", "b"), LocalSecondaryIndexes=[local()]),
            "Table KeySchema does not have a range key, "
            "which is required when specifying a LocalSecondaryIndex",
        ),
        (
            with_local(KeySchema=[hash_("a")]),
            "Index KeySchema does not have a range key for index: abd",
        ),
        (
            with_local(KeySchema=[hash_("b"), range_("a")]),
            "Index KeySchema does not have the same leading hash key as table KeySchema "
            "for index: abd. index hash key: b, table hash key: a",
        ),
        (with_local(Projection={}), "Unknown ProjectionType: null"),
        (
            {**with_local(), "LocalSecondaryIndexes": [local(), local()]},
            "Duplicate index name: abd",
        ),
        (
            {
                **with_local(),
                "LocalSecondaryIndexes": [local(IndexName=f"ix{n}") for n in range(10, 16)],
            },
            "Number of LocalSecondaryIndexes exceeds per-table limit of 5",
        ),
    ],
)
def test_a_wrong_local_index_is_refused(client: Client, body: dict[str, Any], message: str) -> None:
    assert client.invalid("CreateTable", **body) == INVALID + message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (request(GlobalSecondaryIndexes=[]), "List of GlobalSecondaryIndexes is empty"),
        (
            request(GlobalSecondaryIndexes=[index()]),
            "Some index key attributes are not defined in AttributeDefinitions. "
            "Keys: [b], AttributeDefinitions: [a]",
        ),
        (
            with_index(Projection={"ProjectionType": "ALL", "NonKeyAttributes": ["q"]}),
            "ProjectionType is ALL, but NonKeyAttributes is specified",
        ),
        (
            with_index(Projection={"ProjectionType": "INCLUDE"}),
            "ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
        (
            with_index(Projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": ["q", "q"]}),
            "Duplicate element in NonKeyAttributes: q",
        ),
        (
            with_index(ProvisionedThroughput=UNITS),
            "ProvisionedThroughput should not be specified for index: abd "
            "when BillingMode is PAY_PER_REQUEST",
        ),
        (
            {**with_index(), "BillingMode": "PROVISIONED", "ProvisionedThroughput": UNITS},
            "ProvisionedThroughput is not specified for index: abd",
        ),
        (
            {**with_index(), "GlobalSecondaryIndexes": [index(), index()]},
            "Duplicate index name: abd",
        ),
        (
            {
                **with_index(),
                "GlobalSecondaryIndexes": [index(IndexName=f"ix{n}") for n in range(10, 31)],
            },
            "GlobalSecondaryIndex count exceeds the per-table limit of 20",
        ),
        (
            request(
                AttributeDefinitions=defined(*"abcde"),
                GlobalSecondaryIndexes=[index(KeySchema=[*map(hash_, "abcde")])],
            ),
            "The KeySchema exceeds the maximum allowed number of HASH key attributes",
        ),
        (
            request(
                AttributeDefinitions=defined(*"abc"),
                GlobalSecondaryIndexes=[index(KeySchema=[hash_("a"), range_("b"), hash_("c")])],
            ),
            "All HASH key attributes must precede RANGE key attributes in the KeySchema",
        ),
    ],
)
def test_a_wrong_global_index_is_refused(
    client: Client, body: dict[str, Any], message: str
) -> None:
    assert client.invalid("CreateTable", **body) == INVALID + message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            request(TableName=...),
            "The parameter 'TableName' is required but was not present in the request",
        ),
        (
            request(KeySchema=..., AttributeDefinitions=...),
            "2 validation errors detected: "
            "Value null at 'keySchema' failed to satisfy constraint: Member must not be null; "
            "Value null at 'attributeDefinitions' failed to satisfy constraint: "
            "Member must not be null",
        ),
        (
            request(KeySchema=[]),
            f"1 validation error detected: {NAMED.format('[]', 'keySchema')}"
            "Member must have length greater than or equal to 1",
        ),
        (
            with_index(IndexName="a;"),
            "2 validation errors detected: "
            f"{NAMED.format('a;', 'globalSecondaryIndexes.1.member.indexName')}"
            "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; "
            f"{NAMED.format('a;', 'globalSecondaryIndexes.1.member.indexName')}"
            "Member must have length greater than or equal to 3",
        ),
    ],
)
def test_a_wrong_shape_is_refused(client: Client, body: dict[str, Any], message: str) -> None:
    assert client.invalid("CreateTable", **body) == message


def test_a_refused_table_leaves_nothing(client: Client) -> None:
    client.invalid("CreateTable", **request(KeySchema=[hash_("z")]))

    assert client("ListTables") == {"TableNames": []}


def test_a_table_is_creating_for_the_delay_asked_for() -> None:
    now = [100.0]
    with Engine.open("memory:", clock=lambda: now[0], table_delay=5.0) as engine:
        client = Client(engine)
        client("CreateTable", **request())
        before = client("DescribeTable", TableName="abc")["Table"]["TableStatus"]
        now[0] = 105.0
        after = client("DescribeTable", TableName="abc")["Table"]["TableStatus"]

    assert (before, after) == ("CREATING", "ACTIVE")
