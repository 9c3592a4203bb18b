"""Advice: what works, but could be better."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

Check = Callable[[str], list[str]]

GOOD = """
    models:
      User:
        modelPrefix: u
        fields: {userId: {type: UlidField, autoAssign: true}, createdAt: {type: CreateDateField}}
        primaryKey: {partitionKey: userId}
    """


def test_a_good_design_needs_no_advice(advice: Check) -> None:
    assert advice(GOOD) == []


def test_a_model_should_know_when_an_item_was_made(advice: Check) -> None:
    assert advice(GOOD.replace(", createdAt: {type: CreateDateField}", "")) == [
        "shop.yaml:5: User has no CreateDateField. "
        "Add createdAt: {type: CreateDateField} to know when an item was made."
    ]


def test_an_id_should_be_assigned(advice: Check) -> None:
    assert advice(GOOD.replace(", autoAssign: true", "")) == [
        "shop.yaml:5: User.fields.userId is an id that nobody assigns. Add autoAssign: true."
    ]


def test_an_id_should_be_a_ulid(advice: Check) -> None:
    assert advice(GOOD.replace("UlidField, autoAssign: true", "StringField")) == [
        "shop.yaml:5: User.fields.userId is the model's id as free text. "
        "Use a UlidField with autoAssign: true, which also sorts by time."
    ]


def test_a_constant_partition_is_hot(advice: Check) -> None:
    assert advice(
        GOOD.replace("partitionKey: userId", "partitionKey: modelPrefix, sortKey: userId")
    ) == [
        "shop.yaml:6: User.key: every item stands in the partition 'u', and it cannot change "
        "later. Let an iteration index list them, and choose a partition key with many values."
    ]


def test_a_constant_partition_of_one_item_is_not_hot(advice: Check) -> None:
    assert (
        advice("""
        models:
          Counts:
            fields: {n: {type: CounterField}}
            key: {PK: METADATA, SK: COUNTS}
        """)
        == []
    )


def test_a_unique_field_needs_no_index(advice: Check) -> None:
    text = textwrap.dedent(GOOD).replace("{userId:", "{email: {type: StringField}, userId:")
    more = """\
    indexes: {usersByEmail: {partitionKey: email, sortKey: userId, indexId: gsi1}}
    uniqueConstraints: {uniqueEmail: {field: email, uniqueConstraintId: uc1}}
"""
    assert advice(text.rstrip() + "\n" + more) == [
        "shop.yaml:7: User.indexes.usersByEmail: 'email' is unique, so that find_by_email finds it "
        "already. Leave the index out unless it orders several items."
    ]


def test_a_mapping_should_require_and_index_both_sides(advice: Check) -> None:
    more = """\
  Friend:
    tableType: mapping
    modelPrefix: f
    fields:
      a: {type: RelatedField, model: User, required: true}
      b: {type: RelatedField, model: User}
      createdAt: {type: CreateDateField}
    primaryKey: {partitionKey: a, sortKey: createdAt}
    indexes: {friendsForA: primaryKey}
"""
    assert advice(textwrap.dedent(GOOD).rstrip() + "\n" + more) == [
        "shop.yaml:12: Friend.fields.b relates two models, but is not required. "
        "Add required: true.",
        "shop.yaml:15: Friend cannot be queried from the side of 'b'. "
        "Add an index with partitionKey: b.",
    ]


def test_an_index_that_nothing_uses_is_noticed(advice: Check) -> None:
    found = advice("""
        table: {indexes: {GSI1: {partitionKey: GSI1PK}}}
        models:
          User:
            fields: {name: {type: StringField}}
            key: {PK: "USER#{name}", SK: META}
        """)
    assert found == ["shop.yaml:2: table.indexes.GSI1: no model has a key in it. Leave it out."]


def test_provisioned_capacity_is_paid_for_every_index_of_the_managed_layout(advice: Check) -> None:
    table = "table: {billing: provisioned, readCapacity: 5, writeCapacity: 5}\n"
    assert advice(table + textwrap.dedent(GOOD)) == [
        "shop.yaml:1: table.billing: the capacity is paid 7 times: for the table and for each of "
        "its 6 indexes, gsi1 to gsi5 and iter_index, and no model has a key in gsi1, gsi2, gsi3, "
        "gsi4, gsi5. Write billing: onDemand, which pays for requests alone; or use key templates, "
        "whose table has only the indexes that it names."
    ]


def test_provisioned_capacity_of_indexes_that_a_design_names_needs_no_advice(
    advice: Check,
) -> None:
    assert (
        advice("""
        table:
          billing: provisioned
          readCapacity: 5
          writeCapacity: 5
          indexes: {GSI1: {partitionKey: GSI1PK}}
        models:
          User:
            fields: {name: {type: StringField}, email: {type: StringField}}
            key: {PK: "USER#{name}", SK: META}
            indexes: {usersByEmail: {index: GSI1, GSI1PK: "{email}"}}
        """)
        == []
    )


HEAVY = """
    table:
      partitionKey: PK
      sortKey: SK
      indexes:
        GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
    models:
      Page:
        fields:
          slug: {type: StringField}
          status: {type: StringField}
          body: {type: StringField, heavy: true, expectedBytes: 100000}
        key: {PK: "PAGE#{slug}", SK: PAGE}
        indexes:
          byStatus: {index: GSI1, GSI1PK: "S#{status}", GSI1SK: "{slug}"}
    """


def test_an_index_should_not_copy_what_its_lists_leave_out(advice: Check) -> None:
    assert advice(HEAVY) == [
        "shop.yaml:15: Page.indexes.byStatus: its lists leave the heavy 'body' out, but pay for "
        "it: the index copies it. Give GSI1 a projection that includes what lists show."
    ]


def test_an_index_that_leaves_it_out_needs_no_advice(advice: Check) -> None:
    keys_only = "GSI1SK, projection: keysOnly}"
    assert advice(HEAVY.replace("GSI1SK}\n    models", f"{keys_only}\n    models")) == []


SHARED = """
    table:
      name: accounts
      typeAttribute: kind
      indexes:
        GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK, projection: {include: [name]}}
    models:
      User:
        type: USER
        sharesKeyWith: Organisation
        fields: {name: {type: StringField, required: true}, city: {type: StringField}}
        key: {PK: "ACCOUNT#{name}", SK: ACCOUNT}
        indexes:
          usersByCity: {index: GSI1, GSI1PK: "CITY#{city}", GSI1SK: "{name}"}
      Organisation:
        type: ORG
        fields: {name: {type: StringField, required: true}}
        key: {PK: "ACCOUNT#{name}", SK: ACCOUNT}
    """


def test_an_index_should_tell_models_apart_that_share_their_keys(advice: Check) -> None:
    assert advice(SHARED) == [
        "shop.yaml:14: User.indexes.usersByCity: GSI1 does not hold 'kind', which tells User from "
        "Organisation, so that every item is read once more from the table. "
        "Add 'kind' to its projection."
    ]
    assert advice(SHARED.replace("[name]", "[name, kind]")) == []
    assert advice(SHARED.replace(", projection: {include: [name]}", "")) == []
