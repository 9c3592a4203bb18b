"""Collections: several models, one partition, one query."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design
from tavola.design.schema import CollectionArgument

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

SHOP = """
    table:
      indexes: {GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}}
    models:
      Customer:
        fields: {name: {type: StringField}, region: {type: StringField}}
        key: {PK: "CUSTOMER#{name}", SK: META}
        indexes:
          customersByRegion: {index: GSI1, GSI1PK: "REGION#{region}", GSI1SK: "C#{name}"}
      Order:
        fields: {customer: {type: StringField}, id: {type: StringField}}
        key: {PK: "CUSTOMER#{customer}", SK: "ORDER#{id}"}
      Bill:
        fields: {id: {type: StringField}}
        key: {PK: "BILL#{id}", SK: META}
    collections:
      file: {%s}
    """


def test_a_collection_reads_one_partition(load: Load) -> None:
    collection = load(SHOP % 'models: [Customer, Order], PK: "CUSTOMER#{who}"').collections["file"]
    assert collection.partition.format({"who": "a"}) == "CUSTOMER#a"
    assert [(one.name, one.field.name) for one in collection.arguments] == [("who", "name")]


def test_a_collection_may_read_a_part_of_the_partition(load: Load) -> None:
    line = 'models: [Order], PK: "CUSTOMER#{who}", SK: "ORDER#"'
    collection = load(SHOP % line).collections["file"]
    assert collection.sort_prefix is not None
    assert collection.sort_prefix.format({}) == "ORDER#"


def test_a_collection_may_read_an_index(load: Load) -> None:
    line = 'models: [Customer], index: GSI1, GSI1PK: "REGION#{region}"'
    collection = load(SHOP % line).collections["file"]
    assert collection.physical is not None
    assert (collection.physical.name, str(collection.partition)) == ("GSI1", "REGION#{region}")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            'models: [Customer, Ordr], PK: "CUSTOMER#{who}"',
            "unknown model 'Ordr'. Did you mean 'Order'?",
        ),
        (
            'models: [Customer, Bill], PK: "CUSTOMER#{who}"',
            "Bill ('BILL#{id}') stands in other partitions than Customer ('CUSTOMER#{name}'). "
            "A collection's models share their partition key's template.",
        ),
        (
            'models: [Customer], PK: "CUST#{who}"',
            "'CUST#{who}' is not the partition key of Customer ('CUSTOMER#{name}'). "
            "Write the same literals, with names of your own.",
        ),
        ("models: [Customer]", "'PK' is missing. It takes a template."),
        (
            'models: [Order], index: GSI1, GSI1PK: "REGION#{region}"',
            "Order has no key in GSI1. Add an index to it.",
        ),
        (
            'models: [Order], index: GSI9, PK: "CUSTOMER#{who}"',
            "the table has no index 'GSI9'. There is 'GSI1'.",
        ),
        ('models: Order, PK: "CUSTOMER#{who}"', "'models' is not a list of strings."),
        (
            'models: [Order], PK: "CUSTOMER#{who}", SK: "ORDER#{whom}"',
            "'ORDER#{whom}' names unknown field 'whom'. Did you mean 'who'?",
        ),
    ],
)
def test_a_collection_that_cannot_work_says_why(check: Check, line: str, message: str) -> None:
    assert any(message in one for one in check(SHOP % line)), check(SHOP % line)


def test_the_managed_layout_has_no_collections(check: Check) -> None:
    found = check("""
        models:
          User:
            modelPrefix: u
            fields: {id: {type: UlidField}}
            primaryKey: {partitionKey: id}
        collections: {}
        """)
    assert found == [
        "shop.yaml:7: design: 'collections' belongs to the key templates. "
        "One design has one layout."
    ]


def test_a_member_whose_own_key_is_wrong_is_told_once(check: Check) -> None:
    found = check("""
        models:
          Book:
            type: BOOK
            fields: {isbn: {type: StringField, required: true}}
            key: {PK: "BOOK#{ibsn}", SK: META}
        collections:
          all: {models: [Book], PK: "BOOK#{isbn}"}
        """)

    assert [line for line in found if "?Book" in line] == []


REPOS = """
    models:
      Repo:
        fields: {owner: {type: StringField}}
        key: {PK: "REPO#{owner}", SK: REPO}
      Issue:
        fields: {owner: {type: StringField}, n: {type: IntegerField}}
        key: {PK: "REPO#{owner}", SK: "ISSUE#{n:06d}"}
      Pull:
        fields: {owner: {type: StringField}, n: {type: IntegerField}}
        key: {PK: "REPO#{owner}", SK: "PULL#{n:06d}"}
      Star:
        fields: {owner: {type: StringField}, who: {type: StringField}}
        key: {PK: "REPO#{owner}", SK: "STAR#{who}"}
    collections:
      file: {models: [%s], PK: "REPO#{owner}", SK: %s}
    """


def test_a_collection_may_read_from_one_prefix_to_another(load: Load) -> None:
    line = ("Repo, Issue", "{from: 'ISSUE#', to: REPO}")
    collection = load(REPOS % line).collections["file"]

    assert (str(collection.sort_from), str(collection.sort_to)) == ("ISSUE#", "REPO")
    assert collection.foreign == ("Pull",)


@pytest.mark.parametrize(
    ("models", "part", "foreign"),
    [
        ("Repo, Star", "{from: REPO}", ()),
        ("Star", "{from: REPO}", ("Repo",)),
        ("Issue", "{to: 'ISSUE#'}", ()),
        ("Issue, Pull", "{from: 'ISSUE#', to: 'PULL#'}", ()),
    ],
)
def test_only_who_stands_between_the_ends_is_foreign(
    load: Load, models: str, part: str, foreign: tuple[str, ...]
) -> None:
    assert load(REPOS % (models, part)).collections["file"].foreign == foreign


@pytest.mark.parametrize(
    ("models", "part", "finding"),
    [
        (
            "Repo, Issue",
            "{from: REPO, to: 'ISSUE#'}",
            "file.SK: 'REPO' sorts after 'ISSUE#'. Swap them.",
        ),
        (
            "Repo, Issue",
            "{form: 'ISSUE#', to: REPO}",
            "file.SK has unknown key 'form'. Did you mean 'from'?",
        ),
        ("Repo", "{}", "file.SK is empty. Write {from: …, to: …}, or leave it out."),
        ("Repo", "{from: 5}", "file.SK: 'from' is a number. Write a string, in quotes if need be."),
        (
            "Repo",
            "{to: 'REPO{who}'}",
            "file.SK: 'REPO{who}' names unknown field 'who'. There is 'owner'.",
        ),
        (
            "Repo, Star",
            "{from: 'ISSUE#', to: REPO}",
            "file: no item of Star ('STAR#{who}') stands in this part of the partition. "
            "Widen it, or leave Star out.",
        ),
        (
            "Repo, Star",
            "'STAR#'",
            "file: no item of Repo ('REPO') stands in this part of the partition. "
            "Widen it, or leave Repo out.",
        ),
    ],
)
def test_a_mistake_in_the_part_is_told_once(
    check: Check, models: str, part: str, finding: str
) -> None:
    assert check(REPOS % (models, part)) == [f"shop.yaml:16: collections.{finding}"]


TENANTED = """
    table: {tenancy: required, indexes: {GSI1: {partitionKey: G1}}}
    models:
      Order:
        fields: {owner: {type: StringField}, id: {type: StringField}, n: {type: IntegerField}}
        key: {PK: "{tenant}#O#{owner}", SK: "{id}"}
        indexes: {byNumber: {index: GSI1, G1: "{tenant}#N#{n}"}}
    collections:
      orders: {models: [Order], PK: "%s"}
      numbers: {models: [Order], index: GSI1, G1: "{tenant}#N#{number}"}
    """


def test_a_collection_of_tenants_asks_for_everything_but_the_tenant(load: Load) -> None:
    design = load(TENANTED % "{tenant}#O#{ who }")
    fields = design.models["Order"].fields
    orders, numbers = design.collections["orders"], design.collections["numbers"]

    assert orders.arguments == (CollectionArgument("who", "who", fields["owner"]),)
    assert numbers.arguments == (CollectionArgument("number", "number", fields["n"]),)
    assert [(one.is_tenanted, str(one.partition)) for one in (orders, numbers)] == [
        (True, "{tenant}#O#{who}"),
        (True, "{tenant}#N#{number}"),
    ]


@pytest.mark.parametrize("text", ["{who}#O#{whom}", "{tenant}#O#{tenant}", "{who}#O#{tenant}"])
def test_a_tenant_stands_where_the_models_have_it(check: Check, text: str) -> None:
    assert check(TENANTED % text) == [
        f"shop.yaml:9: collections.orders: '{text}' is not the partition key of Order "
        "('{tenant}#O#{owner}'). Write the same literals, with names of your own."
    ]


def test_without_tenancy_an_argument_may_be_named_tenant(load: Load) -> None:
    collection = load(SHOP % 'models: [Customer], PK: "CUSTOMER#{tenant}"').collections["file"]

    assert [one.name for one in collection.arguments] == ["tenant"]
    assert not collection.is_tenanted
