"""Tables in the words of DynamoDB's requests."""

from __future__ import annotations

from pathlib import Path

from tavola.design import Design, PhysicalIndex, TableSettings
from tavola.design.load import load_design
from tavola.operations.tables.create import create_body

TESTS = Path(__file__).parents[1]


def test_a_template_table_is_created_as_its_design_says() -> None:
    design = load_design(TESTS / "design" / "examples" / "requests.yaml")
    keys = [
        {"AttributeName": "PK", "KeyType": "HASH"},
        {"AttributeName": "SK", "KeyType": "RANGE"},
    ]
    assert create_body(design) == {
        "TableName": "AsyncEventTable",
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": "S"}
            for name in ("PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK")
        ],
        "KeySchema": keys,
        "BillingMode": "PAY_PER_REQUEST",
        "DeletionProtectionEnabled": False,
        "GlobalSecondaryIndexes": [
            {
                "IndexName": name,
                "KeySchema": [
                    {"AttributeName": f"{name}PK", "KeyType": "HASH"},
                    {"AttributeName": f"{name}SK", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
            for name in ("GSI1", "GSI2")
        ],
    }


def test_a_managed_table_has_five_indexes_and_one_for_iteration() -> None:
    body = create_body(load_design(TESTS / "design" / "dynamobao-models.yaml"), "shared")
    assert body["TableName"] == "shared"
    assert [
        (one["IndexName"], one["Projection"]["ProjectionType"])
        for one in body["GlobalSecondaryIndexes"]
    ] == [
        ("gsi1", "ALL"),
        ("gsi2", "ALL"),
        ("gsi3", "ALL"),
        ("gsi4", "ALL"),
        ("gsi5", "ALL"),
        ("iter_index", "KEYS_ONLY"),
    ]


SHOP = TableSettings(
    name="shop",
    billing="provisioned",
    read_capacity=5,
    write_capacity=2,
    encryption="alias/shop",
    deletion_protection=True,
    streams="newAndOldImages",
    tags={"team": "shop"},
    indexes=(
        PhysicalIndex("LSI1", "PK", "LSI1SK", "include", ("name",), is_local=True),
        PhysicalIndex("GSI1", "GSI1PK", None, "keysOnly"),
    ),
)


def test_every_setting_reaches_the_table() -> None:
    body = create_body(Design("Shop", "templates", SHOP, {}))
    throughput = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 2}
    assert body["ProvisionedThroughput"] == throughput
    assert body["SSESpecification"] == {
        "Enabled": True,
        "SSEType": "KMS",
        "KMSMasterKeyId": "alias/shop",
    }
    assert body["DeletionProtectionEnabled"] is True
    assert body["StreamSpecification"] == {
        "StreamEnabled": True,
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }
    assert body["Tags"] == [{"Key": "team", "Value": "shop"}]
    assert body["LocalSecondaryIndexes"][0]["Projection"] == {
        "ProjectionType": "INCLUDE",
        "NonKeyAttributes": ["name"],
    }
    assert body["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"] == throughput


def test_an_index_may_have_several_attributes() -> None:
    design = load_design(TESTS / "table" / "designs" / "natural.yaml")
    [events] = [part for part in design.parts if part.table.name == "events"]

    indexes = {one["IndexName"]: one for one in create_body(events)["GlobalSecondaryIndexes"]}

    assert indexes["byRegion"]["KeySchema"] == [
        {"AttributeName": "tenantId", "KeyType": "HASH"},
        {"AttributeName": "region", "KeyType": "HASH"},
        {"AttributeName": "day", "KeyType": "RANGE"},
        {"AttributeName": "at", "KeyType": "RANGE"},
    ]
