"""What a design may say of its table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Check = Callable[[str], list[str]]

NO_CAPACITY = "readCapacity has no meaning on demand. Write billing: provisioned."
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


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "readCapacity: 5",
            "",
            "4: table: provisioned billing needs readCapacity and writeCapacity. Give both.",
        ),
        ("billing: provisioned", "", f"5: table: {NO_CAPACITY}"),
        (
            "{team: shop}",
            "{team: 5}",
            "11: table: the tag 'team' is a number. Write text in quotes.",
        ),
        (
            "name: shop",
            "name: 'a b'",
            "3: table: 'a b' is no table name. Use 3 to 255 of a-z, A-Z, 0-9, '_', '.', '-'.",
        ),
        (
            "{sortKey: LSI1SK, ",
            "{",
            "13: table.indexes.LSI1: a local index needs a sort key, and so does its table. "
            "Add sortKey.",
        ),
        (
            "{partitionKey: GSI1PK, ",
            "{",
            "14: table.indexes.GSI1: 'partitionKey' is missing. It takes the attribute's name.",
        ),
        (
            "include: [name]",
            "include: [nam]",
            "13: table.indexes.LSI1: the projection includes 'nam', which no model has. "
            "Did you mean 'name'?",
        ),
        (
            "keysOnly",
            "keys",
            "14: table.indexes.GSI1: 'projection' is 'keys'. Did you mean 'keysOnly'?",
        ),
        (
            "local: true",
            "local: true, partitionKey: X",
            "13: table.indexes.LSI1: a local index has the table's partition key, not 'X'. "
            "Leave partitionKey out, or local.",
        ),
        (
            "{name: {type",
            "{PK: {type: StringField}, name: {type",
            "17: Thing.fields.PK: 'PK' is an attribute of the table. Give the field another name.",
        ),
        (
            "name: shop",
            "name: shop, partitonKey: X",
            "3: yaml: mapping values are not allowed here. Write valid YAML.",
        ),
    ],
)
def test_a_wrong_setting_says_so(check: Check, old: str, new: str, message: str) -> None:
    assert check(FULL.replace(old, new, 1)) == [f"shop.yaml:{message}"]


def test_an_unknown_billing_leaves_no_capacity_either(check: Check) -> None:
    assert check(FULL.replace("billing: provisioned", "billing: free", 1)) == [
        "shop.yaml:4: table: 'billing' is 'free'. There is 'onDemand', 'provisioned'.",
        f"shop.yaml:5: table: {NO_CAPACITY}",
    ]
