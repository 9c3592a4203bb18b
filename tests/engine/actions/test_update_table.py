from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, s

INVALID = "One or more parameter values were invalid: "
ALL = {"ProjectionType": "ALL"}
NOTHING: dict[str, Any] = {}
NO_UPDATES: list[dict[str, Any]] = []


def units(reads: int, writes: int) -> dict[str, int]:
    return {"ReadCapacityUnits": reads, "WriteCapacityUnits": writes}


def new_index(**changes: Any) -> dict[str, Any]:
    schema = [{"AttributeName": "new", "KeyType": "HASH"}]
    return {"IndexName": "late", "KeySchema": schema, "Projection": ALL, **changes}


def creation(**changes: Any) -> dict[str, Any]:
    return {
        "TableName": "things",
        "AttributeDefinitions": [{"AttributeName": "new", "AttributeType": "S"}],
        "GlobalSecondaryIndexUpdates": [{"Create": new_index(**changes)}],
    }


def deletion(name: str) -> dict[str, Any]:
    return {"TableName": "things", "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": name}}]}


def described(client: Client, name: str) -> dict[str, Any]:
    table: dict[str, Any] = client("DescribeTable", TableName=name)["Table"]
    return table


def by_new(client: Client, value: str) -> list[dict[str, Any]]:
    answer = client(
        "Query",
        TableName="things",
        IndexName="late",
        KeyConditionExpression="#n = :v",
        ExpressionAttributeNames={"#n": "new"},
        ExpressionAttributeValues={":v": s(value)},
    )
    items: list[dict[str, Any]] = answer["Items"]
    return items


@pytest.fixture
def provisioned(client: Client) -> Client:
    """A client of an engine with a table of 5 reads and 5 writes."""
    client(
        "CreateTable",
        TableName="paid",
        ProvisionedThroughput=units(5, 5),
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
    )
    return client


def test_a_new_index_has_the_items_that_were_there(client: Client) -> None:
    item = {**key("a", 1), "new": s("x")}
    client.put("things", item, key("a", 2))

    client("UpdateTable", **creation())

    assert by_new(client, "x") == [item]


def test_a_new_index_has_the_items_that_come_later(client: Client) -> None:
    client("UpdateTable", **creation())
    item = {**key("a", 1), "new": s("x")}

    client.put("things", item)

    assert by_new(client, "x") == [item]


def test_a_new_index_keeps_its_projection(client: Client) -> None:
    client.put("things", {**key("a", 1), "new": s("x"), "x": s("y"), "z": s("z")})

    client(
        "UpdateTable",
        **creation(Projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]}),
    )

    assert by_new(client, "x") == [{**key("a", 1), "new": s("x"), "x": s("y")}]


@pytest.mark.parametrize("value", [{"N": "1"}, {"S": ""}, {"S": "x" * 2049}, {"L": []}])
def test_items_that_cannot_be_in_a_new_index_are_left_out(
    client: Client, value: dict[str, Any]
) -> None:
    client.put("things", {**key("a", 1), "new": value})

    client("UpdateTable", **creation())

    assert client("Scan", TableName="things", IndexName="late")["Count"] == 0


def test_a_backfill_of_several_steps_is_whole(client: Client) -> None:
    client.put("things", *({**key("a", number), "new": s("x")} for number in range(450)))

    client("UpdateTable", **creation())

    assert len(by_new(client, "x")) == 450


def test_the_answer_shows_the_index_in_the_making(client: Client) -> None:
    description = client("UpdateTable", **creation())["TableDescription"]

    index = description["GlobalSecondaryIndexes"][-1]
    assert (description["TableStatus"], index["IndexStatus"]) == ("UPDATING", "CREATING")


def test_a_new_index_is_active_at_once(client: Client) -> None:
    client("UpdateTable", **creation())

    table = described(client, "things")
    index = table["GlobalSecondaryIndexes"][-1]
    assert (table["TableStatus"], index["IndexStatus"]) == ("ACTIVE", "ACTIVE")


def test_a_new_index_brings_its_attribute_definition(client: Client) -> None:
    client("UpdateTable", **creation())

    definitions = described(client, "things")["AttributeDefinitions"]
    assert definitions[-1] == {"AttributeName": "new", "AttributeType": "S"}


def test_a_deleted_index_is_gone_with_its_definitions(client: Client) -> None:
    client("UpdateTable", **deletion("binary"))

    table = described(client, "things")
    names = [each["IndexName"] for each in table["GlobalSecondaryIndexes"]]
    attributes = [each["AttributeName"] for each in table["AttributeDefinitions"]]
    assert (names, attributes) == (["whole", "keys"], ["pk", "sk", "g", "h"])


def test_the_items_outlive_an_index(client: Client) -> None:
    item = {**key("a", 1), "g": s("g"), "h": s("h")}
    client.put("things", item)

    client("UpdateTable", **deletion("keys"))

    assert client.items("things") == [item]


def test_the_answer_shows_the_index_going(client: Client) -> None:
    description = client("UpdateTable", **deletion("keys"))["TableDescription"]

    states = {
        each["IndexName"]: each["IndexStatus"] for each in description["GlobalSecondaryIndexes"]
    }
    assert (description["TableStatus"], states) == (
        "UPDATING",
        {"whole": "ACTIVE", "keys": "DELETING", "binary": "ACTIVE"},
    )


def test_an_index_of_the_same_name_may_come_again(client: Client) -> None:
    client("UpdateTable", **creation())
    client("UpdateTable", **deletion("late"))
    item = {**key("a", 1), "new": s("x")}
    client.put("things", item)

    client("UpdateTable", **creation())

    assert by_new(client, "x") == [item]


def test_an_index_sees_nothing_of_one_whose_place_it_takes(client: Client) -> None:
    client.put("things", *({**key("a", number), "g": s("g")} for number in range(450)))
    client("UpdateTable", **deletion("whole"))

    client("UpdateTable", **creation())

    assert client("Scan", TableName="things", IndexName="late")["Count"] == 0


def test_throughput_changes_and_says_when(provisioned: Client) -> None:
    provisioned("UpdateTable", TableName="paid", ProvisionedThroughput=units(6, 4))

    assert described(provisioned, "paid")["ProvisionedThroughput"] == {
        "NumberOfDecreasesToday": 1,
        "ReadCapacityUnits": 6,
        "WriteCapacityUnits": 4,
        "LastIncreaseDateTime": 1_800_000_000.0,
        "LastDecreaseDateTime": 1_800_000_000.0,
    }


def test_the_answer_shows_the_throughput_before_the_change(provisioned: Client) -> None:
    answer = provisioned("UpdateTable", TableName="paid", ProvisionedThroughput=units(6, 6))

    description = answer["TableDescription"]
    assert (description["TableStatus"], description["ProvisionedThroughput"]) == (
        "UPDATING",
        {
            "NumberOfDecreasesToday": 0,
            "ReadCapacityUnits": 5,
            "WriteCapacityUnits": 5,
            "LastIncreaseDateTime": 1_800_000_000.0,
        },
    )


def test_a_table_goes_on_demand(provisioned: Client) -> None:
    provisioned("UpdateTable", TableName="paid", BillingMode="PAY_PER_REQUEST")

    assert described(provisioned, "paid")["BillingModeSummary"] == {
        "BillingMode": "PAY_PER_REQUEST",
        "LastUpdateToPayPerRequestDateTime": 1_800_000_000.0,
    }


def test_a_table_becomes_provisioned(client: Client) -> None:
    client(
        "UpdateTable",
        TableName="flat",
        BillingMode="PROVISIONED",
        ProvisionedThroughput=units(2, 3),
    )

    table = described(client, "flat")
    assert table["BillingModeSummary"]["BillingMode"] == "PROVISIONED"
    assert table["ProvisionedThroughput"]["WriteCapacityUnits"] == 3


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ({"DeletionProtectionEnabled": True}, {"DeletionProtectionEnabled": True}),
        (
            {"TableClass": "STANDARD_INFREQUENT_ACCESS"},
            {"TableClassSummary": {"TableClass": "STANDARD_INFREQUENT_ACCESS"}},
        ),
        (
            {"SSESpecification": {"Enabled": True}},
            {
                "SSEDescription": {
                    "Status": "ENABLED",
                    "SSEType": "KMS",
                    "KMSMasterKeyArn": "arn:aws:kms:us-east-1:000000000000:alias/aws/dynamodb",
                }
            },
        ),
        (
            {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}},
            {
                "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
                "LatestStreamLabel": "2027-01-15T08:00:00.000",
            },
        ),
        (
            {"OnDemandThroughput": {"MaxReadRequestUnits": 9, "MaxWriteRequestUnits": -1}},
            {"OnDemandThroughput": {"MaxReadRequestUnits": 9, "MaxWriteRequestUnits": -1}},
        ),
    ],
)
def test_a_setting_changes(client: Client, setting: dict[str, Any], shown: dict[str, Any]) -> None:
    client("UpdateTable", TableName="flat", **setting)

    table = described(client, "flat")
    assert {name: table.get(name) for name in shown} == shown


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            NOTHING,
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
            "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
            "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass "
            "is required",
        ),
        (
            {"GlobalSecondaryIndexUpdates": NO_UPDATES, "DeletionProtectionEnabled": True},
            f"{INVALID}List of GlobalSecondaryIndexUpdates is empty",
        ),
        (
            {"GlobalSecondaryIndexUpdates": [NOTHING]},
            f"{INVALID}One of GlobalSecondaryIndexUpdate.Update, "
            "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete "
            "must not be null",
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "abc"}}] * 2},
            f"{INVALID}Only one global secondary index update per index is allowed "
            "simultaneously. Index: abc",
        ),
        (
            {"TableClass": "STANDARD", "DeletionProtectionEnabled": True},
            f"{INVALID}TableClass modification must be the only operation in the request",
        ),
        (
            {"BillingMode": "PROVISIONED"},
            f"{INVALID}ProvisionedThroughput must be specified when BillingMode is PROVISIONED",
        ),
        (
            {"BillingMode": "PAY_PER_REQUEST", "ProvisionedThroughput": units(1, 1)},
            f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
            "when BillingMode is PAY_PER_REQUEST",
        ),
        (
            {"StreamSpecification": {"StreamEnabled": True}},
            f"{INVALID}If stream is being enabled then UpdateViewType is required",
        ),
        (
            {"StreamSpecification": {"StreamEnabled": False}},
            "Table has no stream to disable: TableName: flat",
        ),
        (
            {"SSESpecification": {"Enabled": False}},
            f"{INVALID}Table is already encrypted by default",
        ),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(
    client: Client, body: dict[str, Any], message: str
) -> None:
    assert client.invalid("UpdateTable", TableName="flat", **body) == message


def test_throughput_that_stays_the_same_is_refused(provisioned: Client) -> None:
    message = provisioned.invalid(
        "UpdateTable", TableName="paid", ProvisionedThroughput=units(5, 5)
    )

    assert message == (
        "The provisioned throughput for the table will not change. The requested value equals "
        "the current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
        "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 5. "
        "Requested WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for "
        "current limits and how to request higher limits."
    )


def test_a_table_with_indexes_becomes_provisioned_only_with_all_of_them(client: Client) -> None:
    message = client.invalid(
        "UpdateTable",
        TableName="things",
        BillingMode="PROVISIONED",
        ProvisionedThroughput=units(1, 1),
    )

    assert message == (
        f"{INVALID}ProvisionedThroughput must be specified for index: whole,keys,binary"
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            {**creation(), "AttributeDefinitions": [{"AttributeName": "z", "AttributeType": "S"}]},
            f"{INVALID}Some index key attributes are not defined in AttributeDefinitions. "
            "Keys: [new], AttributeDefinitions: [z]",
        ),
        (
            {name: value for name, value in creation().items() if name != "AttributeDefinitions"},
            f"{INVALID}AttributeDefinitions is not specified for index: late",
        ),
        (creation(IndexName="whole"), "Attempting to create an index which already exists"),
        (
            creation(ProvisionedThroughput=units(1, 1)),
            f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
            "for index: late when BillingMode is PAY_PER_REQUEST",
        ),
        (deletion("local"), "Cannot delete an index that is not a GlobalSecondaryIndex: local"),
    ],
)
def test_a_wrong_index_change_is_refused(
    client: Client, body: dict[str, Any], message: str
) -> None:
    assert client.invalid("UpdateTable", **body) == message


def test_one_index_at_a_time_is_made_or_deleted(client: Client) -> None:
    updates = [{"Delete": {"IndexName": "keys"}}, {"Delete": {"IndexName": "whole"}}]

    refusal = client.refusal("UpdateTable", TableName="things", GlobalSecondaryIndexUpdates=updates)

    assert refusal == (
        "LimitExceededException",
        "Subscriber limit exceeded: Only 1 online index can be created or deleted "
        "simultaneously per table",
    )


def test_an_unknown_index_is_not_found(client: Client) -> None:
    assert client.refusal("UpdateTable", **deletion("nowhere")) == (
        "ResourceNotFoundException",
        "Requested resource not found",
    )


def test_an_unknown_table_is_named(client: Client) -> None:
    refusal = client.refusal("UpdateTable", TableName="nowhere", BillingMode="PAY_PER_REQUEST")

    assert refusal == (
        "ResourceNotFoundException",
        "Requested resource not found: Table: nowhere not found",
    )
