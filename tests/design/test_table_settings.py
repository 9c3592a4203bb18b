"""What a design may say of its table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design
from tavola.design.schema import PhysicalIndex, TableSettings

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

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
            "11: table: the tag 'team' is a number. Write a string in quotes.",
        ),
        (
            "name: shop",
            "name: 'a b'",
            "3: table: 'a b' is not a table name. Use 3 to 255 of a-z, A-Z, 0-9, '_', '.', '-'.",
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


def test_every_setting_is_kept(load: Load) -> None:
    assert load(FULL).table == TableSettings(
        "shop",
        indexes=(
            PhysicalIndex("LSI1", "PK", "LSI1SK", "include", ("name",), is_local=True),
            PhysicalIndex("GSI1", "GSI1PK", None, "keysOnly"),
        ),
        billing="provisioned",
        read_capacity=5,
        write_capacity=2,
        point_in_time_recovery=True,
        encryption="alias/shop",
        deletion_protection=True,
        streams="newAndOldImages",
        tags={"team": "shop"},
    )


MODELS = """
    models:
      Thing:
        fields: {name: {type: StringField}}
        key: {%s}
    """


@pytest.mark.parametrize(
    ("table", "key", "settings"),
    [
        ("{}", 'PK: "{name}", SK: A', TableSettings("shop")),
        ("{partitionKey: K}", 'K: "{name}"', TableSettings("shop", "K", None)),
        ("{partitionKey: K, sortKey: S}", 'K: "{name}", S: A', TableSettings("shop", "K", "S")),
        ("{sortKey: S}", 'PK: "{name}", S: A', TableSettings("shop", "PK", "S")),
        (
            "{partitionKey: K, typeAttribute: T, ttlAttribute: U, tenancy: none, "
            "streams: oldImage}",
            'K: "{name}"',
            TableSettings("shop", "K", None, "T", "U", streams="oldImage"),
        ),
        (
            "{partitionKey: {name: K}, tenancy: required, indexes: {GSI: {partitionKey:"
            " [{name: A, type: N}, B], sortKey: [C, {name: D, type: B}], projection: all}}}",
            'K: "{tenant}#{name}"',
            TableSettings(
                "shop",
                "K",
                None,
                indexes=(
                    PhysicalIndex(
                        "GSI", "A", "C", more_partition_keys=("B",), more_sort_keys=("D",)
                    ),
                ),
                key_types={"A": "N", "D": "B"},
                has_tenancy=True,
            ),
        ),
    ],
)
def test_a_setting_that_is_left_out_is_the_usual_one(
    load: Load, table: str, key: str, settings: TableSettings
) -> None:
    assert load(f"    table: {table}{MODELS % key}").table == settings


def test_the_managed_layout_has_a_table_of_its_own(load: Load) -> None:
    fields = "fields: {i: {type: StringField}}"
    managed = f"models: {{A: {{modelPrefix: a, {fields}, primaryKey: {{partitionKey: i}}}}}}"
    indexes = [PhysicalIndex(f"gsi{n}", f"_gsi{n}_pk", f"_gsi{n}_sk") for n in range(1, 6)]

    assert load(managed).table == TableSettings(
        "shop",
        "_pk",
        "_sk",
        ttl_attribute="ttl",
        indexes=(*indexes, PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", "keysOnly")),
    )


@pytest.mark.parametrize("capacity", [1, 10**6])
def test_capacity_has_limits(check: Check, capacity: int) -> None:
    both = "readCapacity: {0}\n      writeCapacity: {0}"
    text = FULL.replace("readCapacity: 5\n      writeCapacity: 2", both)

    assert check(text.replace("{0}", str(capacity))) == []
    beyond = 0 if capacity == 1 else capacity + 1
    assert check(text.replace("{0}", str(beyond))) == [
        f"shop.yaml:5: table: 'readCapacity' is {beyond}. Write 1 to 1000000.",
        f"shop.yaml:6: table: 'writeCapacity' is {beyond}. Write 1 to 1000000.",
    ]


def test_a_table_may_have_as_many_indexes_as_dynamodb_takes(check: Check) -> None:
    local = [f"LSI{n}: {{local: true, sortKey: L{n}}}" for n in range(5)]
    indexes = [*local, *(f"GSI{n}: {{partitionKey: G{n}}}" for n in range(20))]

    assert check(f"    table: {{indexes: {{{', '.join(indexes)}}}}}{MODELS % 'PK: A, SK: B'}") == []


def named(name: str) -> str:
    """Write a design whose table and index have a name."""
    table = f"    table: {{name: {name}, indexes: {{{name}: {{partitionKey: G}}}}}}"
    return table + MODELS % "PK: A, SK: B"


@pytest.mark.parametrize("name", ["abc", "a" * 255])
def test_a_name_has_3_to_255_characters(check: Check, name: str) -> None:
    assert check(named(name)) == []


@pytest.mark.parametrize("name", ["ab", "a" * 256])
def test_a_name_has_no_fewer_and_no_more(check: Check, name: str) -> None:
    wrong = "Use 3 to 255 of a-z, A-Z, 0-9, '_', '.', '-'."

    assert check(named(name)) == [
        f"shop.yaml:1: table.indexes.{name}: '{name}' is not an index name. {wrong}",
        f"shop.yaml:1: table: '{name}' is not a table name. {wrong}",
    ]


def test_at_most_twenty_attributes_are_included(check: Check) -> None:
    names = [f"f{n}" for n in range(21)]
    fields = ", ".join(f"{name}: {{type: StringField}}" for name in names)

    def found(count: int) -> list[str]:
        projection = f"projection: {{include: [{', '.join(names[:count])}]}}"
        table = f"    table: {{indexes: {{GSI1: {{partitionKey: G, {projection}}}}}}}"
        return check(
            table + MODELS.replace("{name: {type: StringField}}", f"{{{fields}}}") % "PK: A, SK: B"
        )

    assert found(20) == []
    assert found(21) == [
        "shop.yaml:1: table.indexes.GSI1: the projection includes 21 attributes. "
        "DynamoDB takes 20; with more, write projection: all."
    ]


LONG = "n" * 256
SHOWN = f"'{'n' * 40}…'"
TOO_LONG = f"the attribute {SHOWN} has a name of 256 bytes. DynamoDB takes 255 there."
TAG_TEXT = "DynamoDB takes letters, numbers, spaces and any of _.:/=+-@."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("GSI1PK", LONG, f"14: table.indexes.GSI1: {TOO_LONG}"),
        ("LSI1SK", LONG, f"13: table.indexes.LSI1: {TOO_LONG}"),
        ("name: shop", f"ttlAttribute: {LONG}", f"3: table.ttlAttribute: {TOO_LONG}"),
        (
            "name: shop",
            f"ttlAttribute: {'é' * 128}",
            f"3: table.ttlAttribute: {TOO_LONG.replace('n' * 40, 'é' * 40)}",
        ),
        (
            "team: shop",
            f"{'n' * 129}: shop",
            f"11: table: the tag {SHOWN} has a key of 129 characters. DynamoDB takes 1 to 128.",
        ),
        (
            "team: shop",
            "'': shop",
            "11: table: the tag '' has a key of 0 characters. DynamoDB takes 1 to 128.",
        ),
        (
            "team: shop",
            f"team: {'n' * 257}",
            "11: table: the tag 'team' has a value of 257 characters. DynamoDB takes 256.",
        ),
        (
            "team: shop",
            "aws:team: shop",
            "11: table: the tag 'aws:team' begins with 'aws:'. AWS keeps that for its own tags.",
        ),
        (
            "team: shop",
            "'team?': shop",
            "11: table: the key of the tag 'team?' has a character that no tag may have. "
            f"{TAG_TEXT}",
        ),
        (
            "team: shop",
            "team: a#b",
            f"11: table: the value of the tag 'team' is 'a#b'. {TAG_TEXT}",
        ),
        (
            "{team: shop}",
            f"{{{', '.join(f't{number}: x' for number in range(51))}}}",
            "11: table.tags has 51 tags. DynamoDB takes 50.",
        ),
    ],
)
def test_what_no_table_can_have_says_so(check: Check, old: str, new: str, message: str) -> None:
    assert check(FULL.replace(old, new, 1)) == [f"shop.yaml:{message}"]


def test_keys_and_included_attributes_of_a_table_have_short_names(check: Check) -> None:
    text = f"""\
        table:
          partitionKey: {LONG}
          sortKey: s{LONG}
          indexes: {{GSI1: {{partitionKey: G, projection: {{include: [i{LONG}]}}}}}}
        models:
          Thing:
            fields: {{name: {{type: StringField}}, x: {{type: StringField, attribute: i{LONG}}}}}
            key: {{{LONG}: "{{name}}", s{LONG}: X}}
        """

    assert [found.partition(": the ")[0] for found in check(text)] == [
        "shop.yaml:2: table.partitionKey",
        "shop.yaml:3: table.sortKey",
        "shop.yaml:4: table.indexes.GSI1",
    ]


def test_all_indexes_together_include_a_hundred_attributes(check: Check) -> None:
    names = [f"f{number}" for number in range(17)]
    index = f"{{partitionKey: G, projection: {{include: [{', '.join(names)}]}}}}"
    text = f"""\
        table:
          indexes: {{{", ".join(f"GSI{number}: {index}" for number in range(6))}}}
        models:
          Thing:
            fields: {{{", ".join(f"{name}: {{type: StringField}}" for name in names)}}}
            key: {{PK: "{{f0}}", SK: X}}
        """

    assert check(text) == [
        "shop.yaml:2: table.indexes: the projections include 102 attributes over all indexes. "
        "DynamoDB takes 100; write projection: all for some."
    ]
