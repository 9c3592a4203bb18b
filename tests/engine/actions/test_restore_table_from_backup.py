from __future__ import annotations

from typing import Any

from tests.engine.backing_up import backed_up, fill, restored
from tests.engine.client import Client, n, s

UNITS = {"ReadCapacityUnits": 3, "WriteCapacityUnits": 4}


def keys_of(client: Client, table: str) -> list[tuple[str, str]]:
    return [(item["pk"]["S"], item["sk"]["N"]) for item in client.items(table)]


def test_the_items_are_those_of_the_backup(client: Client) -> None:
    fill(client, 450)
    before = client.items("things")
    arn = backed_up(client)
    client.put("things", {"pk": s("p"), "sk": n(1), "changed": s("later")})

    restored(client, arn)

    assert client.items("again") == before


def test_the_answer_shows_a_table_that_is_being_made(client: Client) -> None:
    arn = backed_up(client)

    begun = client("RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)

    shown = begun["TableDescription"]
    assert shown["TableStatus"] == "CREATING"
    assert shown["RestoreSummary"] == {
        "SourceBackupArn": arn,
        "SourceTableArn": "arn:aws:dynamodb:us-east-1:000000000000:table/things",
        "RestoreDateTime": 1_800_000_000.0,
        "RestoreInProgress": True,
    }


def test_the_table_is_whole_when_it_is_answered(client: Client) -> None:
    fill(client)
    source = client("DescribeTable", TableName="things")["Table"]

    table = restored(client, backed_up(client))

    assert (table["TableStatus"], table["ItemCount"]) == ("ACTIVE", 3)
    assert table["RestoreSummary"]["RestoreInProgress"] is False
    assert table["KeySchema"] == source["KeySchema"]
    assert table["AttributeDefinitions"] == source["AttributeDefinitions"]
    assert table["TableId"] != source["TableId"]
    names = [each["IndexName"] for each in table["GlobalSecondaryIndexes"]]
    assert names == [each["IndexName"] for each in source["GlobalSecondaryIndexes"]]


def test_indexes_answer_as_they_did(client: Client) -> None:
    fill(client)
    query: dict[str, Any] = {
        "IndexName": "keys",
        "KeyConditionExpression": "g = :g",
        "ExpressionAttributeValues": {":g": s("g1")},
    }
    client.put("things", {"pk": s("q"), "sk": n(0), "g": s("g1"), "h": s("h")})
    restored(client, backed_up(client))

    assert client("Query", TableName="again", **query) == client(
        "Query", TableName="things", **query
    )


def test_settings_that_dynamodb_leaves_out_are_left_out(client: Client) -> None:
    client(
        "UpdateTable",
        TableName="flat",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
    )
    client("UpdateTable", TableName="flat", DeletionProtectionEnabled=True)
    client(
        "UpdateTimeToLive",
        TableName="flat",
        TimeToLiveSpecification={"Enabled": True, "AttributeName": "ttl"},
    )
    client(
        "UpdateContinuousBackups",
        TableName="flat",
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
    )
    source = client("DescribeTable", TableName="flat")["Table"]["TableArn"]
    tags = [{"Key": "a", "Value": "b"}]
    client.engine.execute("TagResource", {"ResourceArn": source, "Tags": tags})

    table = restored(client, backed_up(client, "flat"))

    assert {"StreamSpecification", "LatestStreamArn"}.isdisjoint(table)
    assert table["DeletionProtectionEnabled"] is False
    assert client("DescribeTimeToLive", TableName="again") == {
        "TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}
    }
    assert client("ListTagsOfResource", ResourceArn=table["TableArn"])["Tags"] == []
    recovery = client("DescribeContinuousBackups", TableName="again")
    assert recovery["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"] == {
        "PointInTimeRecoveryStatus": "DISABLED"
    }


def test_indexes_may_be_left_out(client: Client) -> None:
    fill(client)
    arn = backed_up(client)

    table = restored(client, arn, GlobalSecondaryIndexOverride=[], LocalSecondaryIndexOverride=[])

    assert {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"}.isdisjoint(table)
    assert [each["AttributeName"] for each in table["AttributeDefinitions"]] == ["pk", "sk"]
    assert len(client.items("again")) == 3


def test_one_index_may_be_chosen(client: Client) -> None:
    source = client("DescribeTable", TableName="things")["Table"]["GlobalSecondaryIndexes"][1]
    chosen = {name: source[name] for name in ("IndexName", "KeySchema", "Projection")}

    table = restored(client, backed_up(client), GlobalSecondaryIndexOverride=[chosen])

    assert [each["IndexName"] for each in table["GlobalSecondaryIndexes"]] == ["keys"]


def test_an_index_that_the_backup_lacks_is_refused(client: Client) -> None:
    arn = backed_up(client, "flat")
    wanted = {
        "IndexName": "new",
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }

    message = client.invalid(
        "RestoreTableFromBackup",
        TargetTableName="again",
        BackupArn=arn,
        GlobalSecondaryIndexOverride=[wanted],
    )

    assert "GlobalSecondaryIndexOverride: new is not an index of the backup" in message
    assert client.refusal("DescribeTable", TableName="again")[0] == "ResourceNotFoundException"


def test_billing_may_be_changed(client: Client) -> None:
    table = restored(
        client,
        backed_up(client, "flat"),
        BillingModeOverride="PROVISIONED",
        ProvisionedThroughputOverride=UNITS,
    )

    shown = table["ProvisionedThroughput"]
    assert (shown["ReadCapacityUnits"], shown["WriteCapacityUnits"]) == (3, 4)
    assert "BillingModeSummary" not in table


def test_provisioned_billing_needs_its_units(client: Client) -> None:
    code, _ = client.refusal(
        "RestoreTableFromBackup",
        TargetTableName="again",
        BackupArn=backed_up(client, "flat"),
        BillingModeOverride="PROVISIONED",
    )

    assert code == "ValidationException"


def test_provisioned_units_come_along(client: Client) -> None:
    client(
        "CreateTable",
        TableName="paid",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        ProvisionedThroughput=UNITS,
        GlobalSecondaryIndexes=[
            {
                "IndexName": "same",
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
                "ProvisionedThroughput": UNITS,
            }
        ],
    )
    arn = backed_up(client, "paid")

    kept = restored(client, arn)
    changed = restored(client, arn, "free", BillingModeOverride="PAY_PER_REQUEST")

    assert kept["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"]["ReadCapacityUnits"] == 3
    assert changed["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert changed["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"]["ReadCapacityUnits"] == 0


def test_a_table_that_is_there_is_not_replaced(client: Client) -> None:
    arn = backed_up(client, "flat")

    refusal = client.refusal("RestoreTableFromBackup", TargetTableName="flat", BackupArn=arn)

    assert refusal == ("TableAlreadyExistsException", "Table already exists: flat")


def test_a_backup_that_is_gone_is_refused(client: Client) -> None:
    arn = backed_up(client, "flat")
    client("DeleteBackup", BackupArn=arn)

    refusal = client.refusal("RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)

    assert refusal == ("BackupNotFoundException", f"Backup not found: {arn}")


def test_a_deleted_table_comes_back_under_its_name(client: Client) -> None:
    fill(client)
    before = client.items("things")
    arn = backed_up(client)
    client("DeleteTable", TableName="things")

    restored(client, arn, "things")

    assert client.items("things") == before


def test_a_backup_is_restored_as_often_as_wanted(client: Client) -> None:
    fill(client)
    arn = backed_up(client)

    restored(client, arn, "again0")
    restored(client, arn, "again1")

    assert keys_of(client, "again0") == keys_of(client, "again1")


def test_limits_come_along_or_are_replaced(client: Client) -> None:
    limits = {"MaxReadRequestUnits": 5, "MaxWriteRequestUnits": 6}
    other = {"MaxReadRequestUnits": 7, "MaxWriteRequestUnits": 8}
    client("UpdateTable", TableName="flat", OnDemandThroughput=limits)
    arn = backed_up(client, "flat")

    kept = restored(client, arn)
    changed = restored(client, arn, "changed", OnDemandThroughputOverride=other)
    paid = restored(
        client,
        arn,
        "paid",
        BillingModeOverride="PROVISIONED",
        ProvisionedThroughputOverride=UNITS,
    )

    assert (kept["OnDemandThroughput"], changed["OnDemandThroughput"]) == (limits, other)
    assert "OnDemandThroughput" not in paid


def test_limits_are_not_for_provisioned_tables(client: Client) -> None:
    message = client.invalid(
        "RestoreTableFromBackup",
        TargetTableName="again",
        BackupArn=backed_up(client, "flat"),
        BillingModeOverride="PROVISIONED",
        ProvisionedThroughputOverride=UNITS,
        OnDemandThroughputOverride={"MaxReadRequestUnits": 5},
    )

    assert message == (
        "One or more parameter values were invalid: MaxReadRequestUnits for OnDemandThroughput "
        "cannot be specified when table BillingMode is PROVISIONED."
    )


def test_encryption_and_class_come_along(client: Client) -> None:
    client("UpdateTable", TableName="flat", SSESpecification={"Enabled": True})
    client("UpdateTable", TableName="flat", TableClass="STANDARD_INFREQUENT_ACCESS")
    arn = backed_up(client, "flat")

    kept = restored(client, arn)
    plain = restored(client, arn, "plain", SSESpecificationOverride={"Enabled": False})

    assert kept["SSEDescription"]["Status"] == "ENABLED"
    assert kept["TableClassSummary"] == {"TableClass": "STANDARD_INFREQUENT_ACCESS"}
    assert "SSEDescription" not in plain


def test_encryption_may_be_added(client: Client) -> None:
    arn = backed_up(client, "flat")

    table = restored(client, arn, SSESpecificationOverride={"Enabled": True, "SSEType": "KMS"})

    assert table["SSEDescription"]["SSEType"] == "KMS"


def test_an_index_with_another_projection_is_another_index(client: Client) -> None:
    source = client("DescribeTable", TableName="things")["Table"]["GlobalSecondaryIndexes"][1]
    wanted = {
        **{name: source[name] for name in ("IndexName", "KeySchema")},
        "Projection": {"ProjectionType": "ALL"},
    }

    message = client.invalid(
        "RestoreTableFromBackup",
        TargetTableName="again",
        BackupArn=backed_up(client),
        GlobalSecondaryIndexOverride=[wanted],
    )

    assert message == (
        "One or more parameter values were invalid: GlobalSecondaryIndexOverride: keys is not an "
        "index of the backup. Its indexes are: [whole, keys, binary]"
    )
