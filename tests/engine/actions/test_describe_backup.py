from __future__ import annotations

from tests.engine.backing_up import backed_up, fill
from tests.engine.client import Client

MISSING = "arn:aws:dynamodb:us-east-1:000000000000:table/things/backup/01800000000000-abcdef01"


def test_a_backup_shows_the_table_that_it_is_of(client: Client) -> None:
    fill(client)
    client(
        "UpdateTimeToLive",
        TableName="things",
        TimeToLiveSpecification={"Enabled": True, "AttributeName": "ttl"},
    )
    table = client("DescribeTable", TableName="things")["Table"]
    arn = backed_up(client)

    shown = client("DescribeBackup", BackupArn=arn)["BackupDescription"]

    assert shown["SourceTableDetails"] == {
        "TableName": "things",
        "TableId": table["TableId"],
        "TableArn": table["TableArn"],
        "TableSizeBytes": table["TableSizeBytes"],
        "KeySchema": table["KeySchema"],
        "TableCreationDateTime": 1_800_000_000.0,
        "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0},
        "ItemCount": 3,
        "BillingMode": "PAY_PER_REQUEST",
    }
    features = shown["SourceTableFeatureDetails"]
    assert [each["IndexName"] for each in features["GlobalSecondaryIndexes"]] == [
        "whole",
        "keys",
        "binary",
    ]
    assert features["LocalSecondaryIndexes"] == [
        {
            "IndexName": "local",
            "KeySchema": table["LocalSecondaryIndexes"][0]["KeySchema"],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]},
        }
    ]
    assert features["TimeToLiveDescription"] == {
        "TimeToLiveStatus": "ENABLED",
        "AttributeName": "ttl",
    }
    assert shown["BackupDetails"]["BackupSizeBytes"] == table["TableSizeBytes"]


def test_a_backup_outlives_its_table(client: Client) -> None:
    fill(client)
    arn = backed_up(client)
    client("DeleteTable", TableName="things")

    shown = client("DescribeBackup", BackupArn=arn)["BackupDescription"]

    assert shown["SourceTableDetails"]["ItemCount"] == 3


def test_a_backup_that_is_not_there_is_refused(client: Client) -> None:
    refusal = client.refusal("DescribeBackup", BackupArn=MISSING)

    assert refusal == ("BackupNotFoundException", f"Backup not found: {MISSING}")


def test_an_arn_has_37_letters_at_least(client: Client) -> None:
    message = client.invalid("DescribeBackup", BackupArn="a" * 36)

    assert "Member must have length greater than or equal to 37" in message


def test_a_backup_shows_the_settings_of_its_table(client: Client) -> None:
    stream = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
    limits = {"MaxReadRequestUnits": 5, "MaxWriteRequestUnits": 6}
    client("UpdateTable", TableName="flat", StreamSpecification=stream)
    client("UpdateTable", TableName="flat", SSESpecification={"Enabled": True})
    client("UpdateTable", TableName="flat", OnDemandThroughput=limits)
    table = client("DescribeTable", TableName="flat")["Table"]

    shown = client("DescribeBackup", BackupArn=backed_up(client, "flat"))["BackupDescription"]

    assert shown["SourceTableDetails"]["OnDemandThroughput"] == limits
    assert shown["SourceTableFeatureDetails"] == {
        "StreamDescription": stream,
        "SSEDescription": table["SSEDescription"],
    }


def test_a_backup_of_a_table_without_settings_has_no_features(client: Client) -> None:
    shown = client("DescribeBackup", BackupArn=backed_up(client, "flat"))["BackupDescription"]

    assert shown["SourceTableFeatureDetails"] == {}


def test_the_details_of_a_backup_are_all_there(client: Client) -> None:
    fill(client)
    arn = backed_up(client, name="mine")

    shown = client("DescribeBackup", BackupArn=arn)["BackupDescription"]

    assert shown["BackupDetails"] == {
        "BackupArn": arn,
        "BackupName": "mine",
        "BackupSizeBytes": shown["SourceTableDetails"]["TableSizeBytes"],
        "BackupStatus": "AVAILABLE",
        "BackupType": "USER",
        "BackupCreationDateTime": 1_800_000_000.0,
    }
