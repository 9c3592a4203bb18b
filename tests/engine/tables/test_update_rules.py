"""What UpdateTable refuses, in DynamoDB's words, and what a change leaves of the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client

INVALID = "One or more parameter values were invalid: "
ALL = {"ProjectionType": "ALL"}
ALONE = " must be the only operation in the request"
LIMITS = {"MaxReadRequestUnits": 5}
STREAM = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
OUT_OF_RANGE = "for OnDemandThroughput for {} is outside of valid range"
SAME = (
    "The provisioned throughput for the {0} will not change. The requested value equals the "
    "current value. Current ReadCapacityUnits provisioned for the {0}: 5. Requested "
    "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the {0}: 7. Requested "
    "WriteCapacityUnits: 7. Refer to the Amazon DynamoDB Developer Guide for current limits and "
    "how to request higher limits."
)


def units(reads: int, writes: int) -> dict[str, int]:
    return {"ReadCapacityUnits": reads, "WriteCapacityUnits": writes}


def defined(**types: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]


def schema(**kinds: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": kind} for name, kind in kinds.items()]


def new_index(name: str = "late", **changes: Any) -> dict[str, Any]:
    index = {"IndexName": name, "KeySchema": schema(new="HASH"), "Projection": ALL}
    return {"Create": {**index, **changes}}


def update(name: str, **changes: Any) -> dict[str, Any]:
    return {"Update": {"IndexName": name, **changes}}


def deletion(name: str) -> dict[str, Any]:
    return {"Delete": {"IndexName": name}}


def changing(*updates: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"GlobalSecondaryIndexUpdates": list(updates), **others}


def creating(**changes: Any) -> dict[str, Any]:
    return changing(new_index(**changes), AttributeDefinitions=defined(new="S"))


def described(client: Client, name: str) -> dict[str, Any]:
    table: dict[str, Any] = client("DescribeTable", TableName=name)["Table"]
    return table


def index_of(client: Client, table: str, name: str) -> dict[str, Any]:
    listed: list[dict[str, Any]] = described(client, table)["GlobalSecondaryIndexes"]
    (found,) = (each for each in listed if each["IndexName"] == name)
    return found


@pytest.fixture
def paid(client: Client) -> Client:
    """A client of an engine with a provisioned table that has an index."""
    client(
        "CreateTable",
        TableName="paid",
        ProvisionedThroughput=units(5, 7),
        AttributeDefinitions=defined(id="S", g="S"),
        KeySchema=schema(id="HASH"),
        GlobalSecondaryIndexes=[
            {
                "IndexName": "by_g",
                "KeySchema": schema(g="HASH"),
                "Projection": ALL,
                "ProvisionedThroughput": units(5, 7),
            }
        ],
    )
    return client


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            changing({**deletion("keys"), **update("keys")}),
            f"{INVALID}Only one global secondary index action is allowed per "
            "GlobalSecondaryIndexUpdate object",
        ),
        (
            {"OnDemandThroughput": LIMITS, "StreamSpecification": STREAM},
            f"{INVALID}OnDemandThroughput can only be combined with BillingMode in an UpdateTable "
            "request",
        ),
        (
            {"ProvisionedThroughput": units(1, 1), "StreamSpecification": STREAM},
            f"{INVALID}You cannot modify stream status while updating table IOPS",
        ),
        (
            changing(deletion("keys"), ProvisionedThroughput=units(1, 1)),
            f"{INVALID}You cannot create or delete index while updating table IOPS",
        ),
        (
            changing(deletion("keys"), StreamSpecification=STREAM),
            f"{INVALID}You cannot create or delete index while changing stream status",
        ),
        (
            {"StreamSpecification": {**STREAM, "StreamEnabled": False}},
            f"{INVALID}If stream is being disabled, then UpdateViewType must not be specified",
        ),
        (
            {"ProvisionedThroughput": units(1, 1)},
            f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
            "BillingMode is PAY_PER_REQUEST",
        ),
        (
            {"OnDemandThroughput": {"MaxReadRequestUnits": 0}},
            f"{INVALID}Requested MaxReadRequestUnits {OUT_OF_RANGE.format('table')}",
        ),
        (
            {"OnDemandThroughput": {"MaxWriteRequestUnits": -2}},
            f"{INVALID}Requested MaxWriteRequestUnits {OUT_OF_RANGE.format('table')}",
        ),
        (
            changing(update("keys", OnDemandThroughput={"MaxReadRequestUnits": -2})),
            f"{INVALID}Requested MaxReadRequestUnits {OUT_OF_RANGE.format('index : keys')}",
        ),
        (
            creating(OnDemandThroughput={"MaxReadRequestUnits": -1}),
            f"{INVALID}Requested MaxReadRequestUnits {OUT_OF_RANGE.format('index : late')}",
        ),
        (
            changing(update("keys", ProvisionedThroughput=units(1, 1))),
            f"{INVALID}The only Updates for index: keys when TableThroughputMode is "
            "PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput",
        ),
        (
            changing(update("local", OnDemandThroughput=LIMITS)),
            "Cannot update an index that is not a GlobalSecondaryIndex: local",
        ),
        (
            changing(new_index(KeySchema=schema(g="HASH")), AttributeDefinitions=defined(g="N")),
            f"{INVALID}Attributes cannot be redefined. Please check that your attribute has the "
            "same type as previously defined. Existing schema: Schema:[SchemaElement: "
            "key{g:S:HASH}] New schema: Schema:[SchemaElement: key{g:N:HASH}]",
        ),
        (
            creating(KeySchema=schema(new="RANGE")),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        ),
        (
            creating(Projection={"ProjectionType": "INCLUDE"}),
            f"{INVALID}ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
        (
            {"TableClass": "GLACIAL"},
            "Invalid table-class parameter provided. Please try again with a valid table-class "
            "value: [STANDARD, STANDARD_INFREQUENT_ACCESS].",
        ),
        (
            {"SSESpecification": {"Enabled": True, "SSEType": "AES256"}},
            f"{INVALID}SSEType AES256 is not supported",
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    client: Client, body: dict[str, Any], message: str
) -> None:
    before = described(client, "things")

    assert client.invalid("UpdateTable", TableName="things", **body) == message
    assert described(client, "things") == before


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ({"SSESpecification": {"Enabled": True}}, "Server-Side Encryption modification"),
        ({"TableClass": "STANDARD"}, "TableClass modification"),
        ({"DeletionProtectionEnabled": True}, "DeletionProtection modification"),
        ({"WarmThroughput": {"ReadUnitsPerSecond": 20_000}}, "WarmThroughput"),
    ],
)
@pytest.mark.parametrize(
    "other",
    [
        {"BillingMode": "PAY_PER_REQUEST"},
        {"StreamSpecification": STREAM},
        {"OnDemandThroughput": LIMITS},
        changing(update("keys", OnDemandThroughput=LIMITS)),
    ],
)
def test_some_settings_change_alone(
    client: Client, setting: dict[str, Any], name: str, other: dict[str, Any]
) -> None:
    message = client.invalid("UpdateTable", TableName="things", **setting, **other)

    assert message == f"{INVALID}{name}{ALONE}"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"ProvisionedThroughput": units(5, 7)}, SAME.format("table")),
        (changing(update("by_g", ProvisionedThroughput=units(5, 7))), SAME.format("index by_g")),
        (
            {"OnDemandThroughput": LIMITS},
            f"{INVALID}MaxReadRequestUnits for OnDemandThroughput cannot be specified when the "
            "table BillingMode is PROVISIONED",
        ),
        (
            creating(),
            f"{INVALID}Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: "
            "late",
        ),
        (
            {"ProvisionedThroughput": units(1_000_000_000_001, 1)},
            "Given value 1000000000001 for ReadCapacityUnits is out of bounds",
        ),
        (
            changing(update("by_g", ProvisionedThroughput=units(1, 1_000_000_000_001))),
            "Given value 1000000000001 for WriteCapacityUnits is out of bounds",
        ),
    ],
)
def test_a_change_that_a_provisioned_table_cannot_make_is_refused(
    paid: Client, body: dict[str, Any], message: str
) -> None:
    assert paid.invalid("UpdateTable", TableName="paid", **body) == message


@pytest.mark.parametrize("changed", [units(5, 8), units(6, 7), units(1_000_000_000_000, 7)])
def test_an_index_has_its_own_throughput(paid: Client, changed: dict[str, int]) -> None:
    paid(
        "UpdateTable",
        TableName="paid",
        **changing(update("by_g", ProvisionedThroughput=changed)),
    )

    assert index_of(paid, "paid", "by_g")["ProvisionedThroughput"] == {
        "NumberOfDecreasesToday": 0,
        "LastIncreaseDateTime": 1_800_000_000.0,
        **changed,
    }
    assert described(paid, "paid")["ProvisionedThroughput"]["WriteCapacityUnits"] == 7


def test_a_table_that_becomes_provisioned_gives_units_to_each_index(paid: Client) -> None:
    paid("UpdateTable", TableName="paid", BillingMode="PAY_PER_REQUEST")
    nothing = index_of(paid, "paid", "by_g")["ProvisionedThroughput"]

    paid(
        "UpdateTable",
        TableName="paid",
        BillingMode="PROVISIONED",
        ProvisionedThroughput=units(1, 2),
        **changing(update("by_g", ProvisionedThroughput=units(3, 4))),
    )

    shown = index_of(paid, "paid", "by_g")["ProvisionedThroughput"]
    assert (nothing["ReadCapacityUnits"], nothing["WriteCapacityUnits"]) == (0, 0)
    assert (shown["ReadCapacityUnits"], shown["WriteCapacityUnits"]) == (3, 4)


def test_an_index_has_its_own_limits_until_they_are_taken_away(client: Client) -> None:
    limits = {"MaxReadRequestUnits": 5, "MaxWriteRequestUnits": 6}
    body = changing(update("keys", OnDemandThroughput=limits))
    client("UpdateTable", TableName="things", **body)
    shown = index_of(client, "things", "keys")["OnDemandThroughput"]

    taken = dict.fromkeys(limits, -1)
    client(
        "UpdateTable",
        TableName="things",
        **changing(update("keys", OnDemandThroughput=taken)),
    )

    assert shown == limits
    assert "OnDemandThroughput" not in index_of(client, "things", "keys")
    assert "OnDemandThroughput" not in index_of(client, "things", "whole")


def test_a_stream_is_enabled_once(client: Client) -> None:
    client("UpdateTable", TableName="flat", StreamSpecification=STREAM)

    message = client.invalid("UpdateTable", TableName="flat", StreamSpecification=STREAM)

    assert message == "Table already has an enabled stream: TableName: flat"


@pytest.mark.parametrize("body", [changing(), {"VectorIndexUpdates": []}])
def test_empty_lists_ask_for_nothing(client: Client, body: dict[str, Any]) -> None:
    message = client.invalid("UpdateTable", TableName="flat", **body)

    assert message.startswith("At least one of ProvisionedThroughput, BillingMode, ")


def test_a_table_has_at_most_twenty_global_indexes(client: Client) -> None:
    for number in range(17):
        client("UpdateTable", TableName="things", **creating(name=f"late{number}"))

    refusal = client.refusal("UpdateTable", TableName="things", **creating(name="late17"))

    assert refusal == (
        "LimitExceededException",
        f"{INVALID}GlobalSecondaryIndex count exceeds the per-table limit of 20",
    )


def projecting(name: str, count: int) -> dict[str, Any]:
    names = [f"{name}{number}" for number in range(count)]
    return creating(name=name, Projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": names})


def test_all_indexes_together_name_at_most_a_hundred_attributes(client: Client) -> None:
    # The table's local index names one already.
    for name in ("one", "two", "three", "four"):
        client("UpdateTable", TableName="things", **projecting(name, 20))

    message = client.invalid("UpdateTable", TableName="things", **projecting("five", 20))

    assert message == (
        f"{INVALID}Number of NonKeyAttributes across all indexes exceeds the limit of 100"
    )
    client("UpdateTable", TableName="things", **projecting("five", 19))


def test_a_warm_throughput_is_never_lowered(client: Client) -> None:
    warm = {"ReadUnitsPerSecond": 20_000, "WriteUnitsPerSecond": 5_000}
    client("UpdateTable", TableName="flat", WarmThroughput=warm)
    client("UpdateTable", TableName="flat", WarmThroughput=warm)

    message = client.invalid(
        "UpdateTable", TableName="flat", WarmThroughput={"WriteUnitsPerSecond": 4_999}
    )

    assert message == (
        f"{INVALID}Requested WriteUnitsPerSecond for WarmThroughput for table is lower than "
        "current WarmThroughput, decreasing WarmThroughput is not supported"
    )
    assert described(client, "flat")["WarmThroughput"] == {**warm, "Status": "ACTIVE"}


def test_the_tables_own_attributes_need_no_second_definition(client: Client) -> None:
    body = changing(
        new_index(KeySchema=schema(new="HASH", h="RANGE")), AttributeDefinitions=defined(new="S")
    )

    client("UpdateTable", TableName="things", **body)

    assert index_of(client, "things", "late")["KeySchema"] == schema(new="HASH", h="RANGE")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({}, "arn:aws:kms:us-east-1:000000000000:alias/aws/dynamodb"),
        ({"KMSMasterKeyId": "alias/mine"}, "arn:aws:kms:us-east-1:000000000000:alias/mine"),
        ({"KMSMasterKeyId": "12-34"}, "arn:aws:kms:us-east-1:000000000000:key/12-34"),
        ({"KMSMasterKeyId": "arn:aws:kms:x:1:key/5"}, "arn:aws:kms:x:1:key/5"),
    ],
)
def test_a_key_of_encryption_is_shown_by_its_arn(
    client: Client, given: dict[str, str], shown: str
) -> None:
    setting = {"Enabled": True, "SSEType": "KMS", **given}

    client("UpdateTable", TableName="flat", SSESpecification=setting)

    assert described(client, "flat")["SSEDescription"] == {
        "Status": "ENABLED",
        "SSEType": "KMS",
        "KMSMasterKeyArn": shown,
    }


def test_encryption_ends_and_is_shown_no_more(client: Client) -> None:
    client("UpdateTable", TableName="flat", SSESpecification={"Enabled": True})

    client("UpdateTable", TableName="flat", SSESpecification={"Enabled": False})

    assert "SSEDescription" not in described(client, "flat")


def test_throughput_counts_what_goes_down_and_dates_what_goes_up(paid: Client) -> None:
    paid("UpdateTable", TableName="paid", ProvisionedThroughput=units(4, 7))
    paid("UpdateTable", TableName="paid", ProvisionedThroughput=units(3, 6))

    assert described(paid, "paid")["ProvisionedThroughput"] == {
        "NumberOfDecreasesToday": 2,
        "LastDecreaseDateTime": 1_800_000_000.0,
        **units(3, 6),
    }


def test_limits_of_a_table_are_merged(client: Client) -> None:
    client("UpdateTable", TableName="flat", OnDemandThroughput={"MaxReadRequestUnits": 5})
    client("UpdateTable", TableName="flat", OnDemandThroughput={"MaxWriteRequestUnits": 6})
    both = described(client, "flat")["OnDemandThroughput"]

    client("UpdateTable", TableName="flat", OnDemandThroughput={"MaxReadRequestUnits": -1})

    assert both == {"MaxReadRequestUnits": 5, "MaxWriteRequestUnits": 6}
    assert described(client, "flat")["OnDemandThroughput"] == {
        "MaxReadRequestUnits": -1,
        "MaxWriteRequestUnits": 6,
    }


def test_what_changes_nothing_at_once_shows_an_active_table(client: Client) -> None:
    answers = [
        client("UpdateTable", TableName="flat", **change)["TableDescription"]["TableStatus"]
        for change in (
            {"DeletionProtectionEnabled": True},
            {"OnDemandThroughput": LIMITS},
            {"StreamSpecification": STREAM},
        )
    ]

    assert answers == ["ACTIVE", "ACTIVE", "UPDATING"]
