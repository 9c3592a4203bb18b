from __future__ import annotations

from tests.engine.client import Client, key, n, s

ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/flat"


def test_a_table_is_described_with_all_that_is_known(client: Client) -> None:
    table = client("DescribeTable", TableName="flat")["Table"]

    del table["TableId"]
    assert table == {
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "TableName": "flat",
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "TableStatus": "ACTIVE",
        "CreationDateTime": 1_800_000_000.0,
        "ProvisionedThroughput": {
            "NumberOfDecreasesToday": 0,
            "ReadCapacityUnits": 0,
            "WriteCapacityUnits": 0,
        },
        "TableSizeBytes": 0,
        "ItemCount": 0,
        "TableArn": ARN,
        "BillingModeSummary": {
            "BillingMode": "PAY_PER_REQUEST",
            "LastUpdateToPayPerRequestDateTime": 1_800_000_000.0,
        },
        "WarmThroughput": {
            "ReadUnitsPerSecond": 12000,
            "WriteUnitsPerSecond": 4000,
            "Status": "ACTIVE",
        },
        "DeletionProtectionEnabled": False,
    }


def test_items_are_counted_and_measured(client: Client) -> None:
    client.put("flat", {"id": s("a"), "x": s("12345")}, {"id": s("b")})

    table = client("DescribeTable", TableName="flat")["Table"]

    assert (table["ItemCount"], table["TableSizeBytes"]) == (2, 12)


def test_an_index_counts_only_the_items_in_it(client: Client) -> None:
    client.put("things", {**key("a", 1), "g": s("g")}, {**key("a", 2), "x": n(1)})

    table = client("DescribeTable", TableName="things")["Table"]

    counts = {each["IndexName"]: each["ItemCount"] for each in table["GlobalSecondaryIndexes"]}
    assert counts == {"whole": 1, "keys": 0, "binary": 0}


def test_a_table_is_found_by_its_arn(client: Client) -> None:
    assert client("DescribeTable", TableName=ARN)["Table"]["TableName"] == "flat"


def test_an_unknown_table_is_named(client: Client) -> None:
    refusal = client.refusal("DescribeTable", TableName="nowhere")

    assert refusal == (
        "ResourceNotFoundException",
        "Requested resource not found: Table: nowhere not found",
    )


def test_a_name_is_needed(client: Client) -> None:
    assert client.invalid("DescribeTable") == (
        "The parameter 'TableName' is required but was not present in the request"
    )
