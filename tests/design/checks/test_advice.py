"""Advice: what works, but could be better."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

import pytest

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


HOT_INDEX = """
    table:
      indexes:
        GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
        GSI2: {partitionKey: GSI2PK, sortKey: GSI2SK}
    models:
      Post:
        fields: {postId: {type: StringField}, at: {type: DateTimeField, storage: iso}}
        key: {PK: "POST#{postId}", SK: POST}
        indexes:
          own: primaryKey
          all: {index: GSI1, GSI1PK: POSTS, GSI1SK: "{at}"}
          oldest: {index: GSI2, GSI2PK: POSTS, GSI2SK: OLDEST}
    """
IS_HOT = (
    "Post.indexes.all: every item stands in the partition 'POSTS', which takes 1,000 writes a "
    "second. Iterate by buckets, or divide it into shards, as {id:shard:8}."
)


def test_an_index_of_one_partition_is_hot(advice: Check) -> None:
    assert advice(HOT_INDEX) == [f"shop.yaml:12: {IS_HOT}"]


def test_a_hot_primary_key_is_told_once_whatever_its_names(advice: Check) -> None:
    hot = HOT_INDEX.replace('{PK: "POST#{postId}", SK: POST}', '{PK: POSTS, SK: "{postId}"}')

    assert advice(hot) == [
        "shop.yaml:9: Post.key: every item stands in the partition 'POSTS', and it cannot change "
        "later. Let an iteration index list them, and choose a partition key with many values.",
        f"shop.yaml:12: {IS_HOT}",
    ]


def test_a_wrong_model_gets_no_advice_and_the_others_do(advice: Check) -> None:
    wrong = """\
      Bad:
        fields: {x: {type: StringFeld}, y: {type: StringField}}
        key: {PK: BAD, SK: "{y}"}
    """
    assert advice(HOT_INDEX.rstrip() + "\n" + wrong) == [f"shop.yaml:12: {IS_HOT}"]


def test_of_a_table_with_a_wrong_model_nothing_is_said(advice: Check) -> None:
    unused = """
        table: {indexes: {GSI1: {partitionKey: GSI1PK}}}
        models:
          User:
            fields: {name: {type: %s}}
            key: {PK: "USER#{name}", SK: META}
        """

    assert advice(unused % "StringFeld") == []
    assert len(advice(unused % "StringField")) == 1


def with_indexes(count: int, *, iteration: bool = False) -> str:
    """Write a design of one model with so many indexes."""
    more = ["ITER: {partitionKey: IPK}"] if iteration else []
    tables = [f"GSI{n}: {{partitionKey: P{n}}}" for n in range(count)] + more
    indexes = [f'by{n}: {{index: GSI{n}, P{n}: "X#{{f{n}}}"}}' for n in range(count)]
    fields = ["id: {type: StringField}", *(f"f{n}: {{type: StringField}}" for n in range(count))]
    return f"""
        table: {{indexes: {{{", ".join(tables)}}}}}
        models:
          Thing:
            fields: {{{", ".join(fields)}}}
            key: {{PK: "THING#{{id}}", SK: THING}}
            indexes: {{own: primaryKey, {", ".join(indexes)}}}
            {"iteration: {index: ITER, IPK: 'ALL#{bucket}'}" if iteration else ""}
        """


@pytest.mark.parametrize(("count", "iteration"), [(0, False), (3, False), (2, True)])
def test_four_writes_of_an_item_are_not_many(advice: Check, count: int, iteration: bool) -> None:
    assert advice(with_indexes(count, iteration=iteration)) == []


@pytest.mark.parametrize(
    ("count", "iteration", "named"), [(4, False, "4 indexes"), (3, True, "3 indexes, iteration")]
)
def test_five_writes_of_an_item_are_many(
    advice: Check, count: int, iteration: bool, named: str
) -> None:
    assert advice(with_indexes(count, iteration=iteration)) == [
        f"shop.yaml:4: Thing: a write of one item is up to 5 writes (its table, {named}). "
        "Drop an index that a filter could replace, or iterable: false."
    ]


def managed_heavy(index: str) -> str:
    """Write the managed model with a heavy field and an index."""
    text = textwrap.dedent(GOOD).replace(
        "{userId:", "{x: {type: StringField, heavy: true}, userId:"
    )
    return f"{text.rstrip()}\n    indexes: {{byDate: {index}}}\n"


PAYS = "its lists leave the heavy 'x' out, but pay for it. Keep it in an item of its own."


def test_a_managed_index_copies_everything_that_is_heavy(advice: Check) -> None:
    text = managed_heavy("{partitionKey: userId, sortKey: createdAt, indexId: gsi1}")

    assert advice(text) == [f"shop.yaml:{text.count(chr(10))}: User.indexes.byDate: {PAYS}"]


def test_a_list_by_the_managed_primary_key_pays_for_what_is_heavy(advice: Check) -> None:
    text = managed_heavy("primaryKey").replace(
        "{partitionKey: userId}", "{partitionKey: userId, sortKey: createdAt}"
    )

    assert advice(text) == [f"shop.yaml:{text.count(chr(10))}: User.indexes.byDate: {PAYS}"]


def test_one_item_of_a_partition_is_no_list(advice: Check) -> None:
    own = HEAVY.replace("byStatus:", "own: primaryKey\n          byStatus:")

    assert [found.partition(": its")[0] for found in advice(own)] == [
        "shop.yaml:16: Page.indexes.byStatus"
    ]
    assert advice(managed_heavy("primaryKey")) == []


def test_a_list_by_the_primary_key_pays_for_what_is_heavy(advice: Check) -> None:
    own = HEAVY.replace('"PAGE#{slug}", SK: PAGE', 'PAGES, SK: "{slug}"')
    text = re.sub("byStatus: .*", "all: primaryKey", own)

    assert "shop.yaml:15: Page.indexes.all: " + PAYS.replace("'x'", "'body'") in advice(text)


def test_an_index_that_includes_what_is_heavy_copies_it(advice: Check) -> None:
    def including(name: str) -> str:
        index = f"GSI1SK, projection: {{include: [{name}]}}}}"
        return HEAVY.replace("GSI1SK}\n    models", f"{index}\n    models")

    assert (len(advice(including("body"))), advice(including("status"))) == (1, [])


COLLECTION = """
    table: {indexes: {GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK, projection: keysOnly}}}
    models:
      Page:
        fields: {site: {type: StringField}, body: {type: StringField, heavy: true}}
        key: {PK: "SITE#{site}", SK: PAGE}
        indexes: {pages: {index: GSI1, GSI1PK: "S#{site}", GSI1SK: PAGE}}
      Note:
        fields: {site: {type: StringField}, text: {type: StringField}}
        key: {PK: "SITE#{site}", SK: NOTE}
        indexes: {notes: {index: GSI1, GSI1PK: "S#{site}", GSI1SK: NOTE}}
    collections:
      wholeSite: {models: [Page, Note]%s}
    """


def test_a_collection_pays_for_what_is_heavy(advice: Check) -> None:
    assert advice(COLLECTION % ', PK: "SITE#{site}"') == [
        "shop.yaml:13: collections.wholeSite: it leaves the heavy 'Page.body' out, but pays for "
        "it. Keep it in an item of its own."
    ]


def test_a_collection_of_an_index_without_it_does_not(advice: Check) -> None:
    assert advice(COLLECTION % ', index: GSI1, GSI1PK: "S#{site}"') == []


MAPPING = """\
  Friend:
    tableType: mapping
    modelPrefix: f
    fields:
      a: {type: RelatedField, model: User, required: true}
      createdAt: {type: CreateDateField}
    primaryKey: {partitionKey: a, sortKey: createdAt}
    indexes: {friendsForA: primaryKey}
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            "",
            "",
            [
                "7: Friend is a mapping with 1 RelatedField. "
                "A mapping relates two models by a RelatedField for each."
            ],
        ),
        (
            "type: RelatedField, model: User, required: true",
            "type: StringField",
            [
                "7: Friend is a mapping with 0 RelatedField. "
                "A mapping relates two models by a RelatedField for each."
            ],
        ),
        (
            "      createdAt",
            "      b: {type: RelatedField, model: User, required: true}\n"
            "      c: {type: RelatedField, model: User, required: true}\n      createdAt",
            [
                "16: Friend cannot be queried from the side of 'b'. "
                "Add an index with partitionKey: b."
            ],
        ),
    ],
    ids=["one relation", "no relation", "three relations"],
)
def test_a_mapping_is_of_two_models(advice: Check, old: str, new: str, found: list[str]) -> None:
    text = textwrap.dedent(GOOD).rstrip() + "\n" + MAPPING.replace(old, new, 1)

    assert advice(text) == [f"shop.yaml:{one}" for one in found]


def test_an_index_by_a_part_of_what_is_unique_stays(advice: Check) -> None:
    text = textwrap.dedent(GOOD).replace("{userId:", "{org: {type: StringField}, userId:")
    more = """\
    indexes: {own: primaryKey, byOrg: {partitionKey: org, sortKey: userId, indexId: gsi1}}
    uniqueConstraints: {uniqueOrg: {fields: [org, userId], uniqueConstraintId: uc1}}
"""
    assert advice(text.rstrip() + "\n" + more) == []


def test_every_index_of_models_that_share_keys_is_looked_at(advice: Check) -> None:
    whole = SHARED.replace("        GSI1:", "        GSI0: {partitionKey: city}\n        GSI1:")
    both = whole.replace("          users", "          byPlace: {index: GSI0}\n          users")

    assert advice(both) == [found.replace("yaml:14", "yaml:16") for found in advice(SHARED)]
