from __future__ import annotations

from tests.engine.client import Client, s


def test_a_deleted_table_is_gone(client: Client) -> None:
    client("DeleteTable", TableName="flat")

    assert client("ListTables") == {"TableNames": ["things"]}


def test_the_answer_shows_the_table_going(client: Client) -> None:
    description = client("DeleteTable", TableName="flat")["TableDescription"]

    del description["TableId"]
    assert description == {
        "TableName": "flat",
        "TableStatus": "DELETING",
        "ProvisionedThroughput": {
            "NumberOfDecreasesToday": 0,
            "ReadCapacityUnits": 0,
            "WriteCapacityUnits": 0,
        },
        "TableSizeBytes": 0,
        "ItemCount": 0,
        "TableArn": "arn:aws:dynamodb:us-east-1:000000000000:table/flat",
        "BillingModeSummary": {
            "BillingMode": "PAY_PER_REQUEST",
            "LastUpdateToPayPerRequestDateTime": 1_800_000_000.0,
        },
        "DeletionProtectionEnabled": False,
    }


def test_a_table_made_again_is_empty(client: Client) -> None:
    client.put("flat", {"id": s("a")})
    client("DeleteTable", TableName="flat")
    client(
        "CreateTable",
        TableName="flat",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
    )

    assert client("Scan", TableName="flat")["Items"] == []


def test_an_item_action_on_a_deleted_table_is_refused(client: Client) -> None:
    client("DeleteTable", TableName="flat")

    refusal = client.refusal("GetItem", TableName="flat", Key={"id": s("a")})

    assert refusal == ("ResourceNotFoundException", "Requested resource not found")


def test_a_protected_table_stays(client: Client) -> None:
    client("UpdateTable", TableName="flat", DeletionProtectionEnabled=True)

    assert client.invalid("DeleteTable", TableName="flat") == (
        "Resource cannot be deleted as it is currently protected against deletion. "
        "Disable deletion protection first."
    )


def test_an_unknown_table_is_named(client: Client) -> None:
    assert client.refusal("DeleteTable", TableName="nowhere") == (
        "ResourceNotFoundException",
        "Requested resource not found: Table: nowhere not found",
    )
