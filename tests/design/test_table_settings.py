"""What a design may say of its table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Check = Callable[[str], list[str]]

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
