"""boto3 makes, lists, restores and deletes backups on the server as it does on DynamoDB."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tavola.engine import Engine
from tavola.server import serve
from tests.server.test_sdk_streams import sdk

TABLE: dict[str, Any] = {
    "TableName": "shop",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "group", "AttributeType": "S"},
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "byGroup",
            "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}


@pytest.fixture(params=["memory:", "file"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    location = "memory:" if request.param == "memory:" else f"{tmp_path / 'a.db'}"
    with Engine.open(location) as engine, serve(engine) as url:
        client = sdk("dynamodb", url)
        client.create_table(**TABLE)
        for number in range(30):
            client.put_item(TableName="shop", Item=item(number))
        client.url = url
        yield client


def item(number: int) -> dict[str, Any]:
    return {
        "id": {"S": f"k{number}"},
        "group": {"S": f"g{number % 3}"},
        "filler": {"S": "x" * 100_000},
    }


def ids(client: Any, table: str) -> set[str]:
    pages = client.get_paginator("scan").paginate(TableName=table, ProjectionExpression="id")
    return {each["id"]["S"] for page in pages for each in page["Items"]}


def test_a_table_goes_and_comes_back(client: Any) -> None:
    details = client.create_backup(TableName="shop", BackupName="evening")["BackupDetails"]
    client.delete_table(TableName="shop")

    client.restore_table_from_backup(TargetTableName="shop", BackupArn=details["BackupArn"])

    client.get_waiter("table_exists").wait(TableName="shop")
    group = client.query(
        TableName="shop",
        IndexName="byGroup",
        KeyConditionExpression="#g = :g",
        ExpressionAttributeNames={"#g": "group"},
        ExpressionAttributeValues={":g": {"S": "g1"}},
        Select="COUNT",
    )
    assert ids(client, "shop") == {f"k{number}" for number in range(30)}
    assert group["Count"] == 10


def test_backups_are_listed_by_a_paginator(client: Any) -> None:
    for number in range(5):
        client.create_backup(TableName="shop", BackupName=f"number{number}")

    pages = client.get_paginator("list_backups").paginate(
        TableName="shop", PaginationConfig={"PageSize": 2}
    )

    names = [each["BackupName"] for page in pages for each in page["BackupSummaries"]]
    assert names == [f"number{number}" for number in range(5)]


def test_a_deleted_backup_is_reported_by_its_class(client: Any) -> None:
    details = client.create_backup(TableName="shop", BackupName="evening")["BackupDetails"]
    client.delete_backup(BackupArn=details["BackupArn"])

    with pytest.raises(client.exceptions.BackupNotFoundException):
        client.describe_backup(BackupArn=details["BackupArn"])


def test_a_backup_of_a_missing_table_is_reported_by_its_class(client: Any) -> None:
    with pytest.raises(client.exceptions.TableNotFoundException):
        client.create_backup(TableName="nothing", BackupName="evening")
    with pytest.raises(ClientError, match="Backup not found"):
        client.restore_table_from_backup(
            TargetTableName="again",
            BackupArn="arn:aws:dynamodb:us-east-1:000000000000:table/shop/backup/x",
        )


def test_a_backup_is_whole_while_others_write(client: Any) -> None:
    """Each round of the writer changes two items in one transaction: a backup has both or none."""
    is_over = threading.Event()
    writer = threading.Thread(target=write_pairs, args=(client.url, is_over))
    writer.start()
    try:
        arns = [
            client.create_backup(TableName="shop", BackupName=f"number{number}")["BackupDetails"]
            for number in range(3)
        ]
    finally:
        is_over.set()
        writer.join()

    for number, details in enumerate(arns):
        client.restore_table_from_backup(
            TargetTableName=f"again{number}", BackupArn=details["BackupArn"]
        )
    assert [rounds(client, f"again{number}") for number in range(3)] == [True] * 3


def write_pairs(url: str, is_over: threading.Event) -> None:
    client = sdk("dynamodb", url)
    for number in range(2_000):
        if is_over.is_set():
            return
        client.transact_write_items(
            TransactItems=[
                {
                    "Update": {
                        "TableName": "shop",
                        "Key": {"id": {"S": key}},
                        "UpdateExpression": "SET round = :r",
                        "ExpressionAttributeValues": {":r": {"N": str(number)}},
                    }
                }
                for key in ("k0", "k29")
            ]
        )


def rounds(client: Any, table: str) -> bool:
    """Whether the two items of the writer are of one round."""
    pair = [
        client.get_item(TableName=table, Key={"id": {"S": key}})["Item"].get("round")
        for key in ("k0", "k29")
    ]
    return bool(pair[0] == pair[1])
