"""The physical table as CreateTable takes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tavola.design import Design
from tavola.design.load import load_design
from tavola.design.physical import (
    create_table_body,
    point_in_time_recovery_body,
    time_to_live_body,
)

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]
HERE = Path(__file__).parent


def test_a_template_table_is_created_as_its_design_says() -> None:
    table = load_design(HERE / "examples" / "requests.yaml").table
    keys = [
        {"AttributeName": "PK", "KeyType": "HASH"},
        {"AttributeName": "SK", "KeyType": "RANGE"},
    ]
    assert create_table_body(table) == {
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
    body = create_table_body(load_design(HERE / "dynamobao-models.yaml").table, "shared")
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


FULL = """
    table:
      name: shop
      billing: provisioned
      readCapacity: 5
      writeCapacity: 2
      pointInTimeRecovery: true
      encryption: alias/shop
      deletionProtection: true
      streams: newAndOldImages
      tags: {team: shop}
      indexes:
        LSI1: {sortKey: LSI1SK, local: true, projection: {include: [name]}}
        GSI1: {partitionKey: GSI1PK, projection: keysOnly}
    models:
      Thing:
        fields: {name: {type: StringField}}
        key: {PK: "THING#{name}", SK: META}
    """


def test_every_setting_reaches_the_table(load: Load) -> None:
    body = create_table_body(load(FULL).table)
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


def test_backups_and_expiry_are_actions_of_their_own(load: Load) -> None:
    table = load(FULL).table
    assert point_in_time_recovery_body(table) == {
        "TableName": "shop",
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
    }
    assert time_to_live_body(table) is None
    assert time_to_live_body(load_design(HERE / "examples" / "branding.yaml").table) == {
        "TableName": "branding",
        "TimeToLiveSpecification": {"AttributeName": "timeToArchive", "Enabled": True},
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("readCapacity: 5", "", "provisioned billing needs readCapacity and writeCapacity."),
        ("billing: provisioned", "", "readCapacity has no meaning on demand."),
        ("billing: provisioned", "billing: free", "'billing' is 'free'."),
        ("{team: shop}", "{team: 5}", "the tag 'team' is a number."),
        ("name: shop", "name: 'a b'", "'a b' is no table name."),
        ("{sortKey: LSI1SK, ", "{", "a local index needs a sort key, and so does its table."),
        ("{partitionKey: GSI1PK, ", "{", "'partitionKey' is missing."),
        ("include: [name]", "include: [nam]", "the projection includes 'nam', which no model has."),
        ("keysOnly", "keys", "'projection' is 'keys'. Did you mean 'keysOnly'?"),
        (
            "local: true",
            "local: true, partitionKey: X",
            "a local index has the table's partition key",
        ),
        (
            "{name: {type",
            "{PK: {type: StringField}, name: {type",
            "'PK' is an attribute of the table.",
        ),
        ("name: shop", "name: shop, partitonKey: X", "mapping values are not allowed here."),
    ],
)
def test_a_wrong_setting_says_so(check: Check, old: str, new: str, message: str) -> None:
    found = check(FULL.replace(old, new, 1))
    assert any(message in one for one in found), found
