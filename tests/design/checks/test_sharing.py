"""Which ranges hold items of others: found when a design is compiled, reported as advice."""

from __future__ import annotations

import pytest

from tavola.design.load import compile_design
from tavola.design.schema import Design
from tavola.errors import Finding

HEAD = """
table:
  name: shared
  partitionKey: PK
  sortKey: SK
  indexes:
    GSI: {partitionKey: GPK, sortKey: GSK}
models:
"""
FIELDS = "fields: {id: {type: StringField}, n: {type: IntegerField}, tag: {type: StringField}}"


def model(name: str, key: str, rest: str = "indexes: {own: primaryKey}") -> str:
    return f"  {name}:\n    {FIELDS}\n    key: {{{key}}}\n    {rest}\n"


def compiled(*models: str, more: str = "") -> tuple[Design, list[Finding]]:
    design, findings = compile_design([("shared.yaml", HEAD + "".join(models) + more)], "shared")
    assert [finding for finding in findings if finding.is_error] == []
    return design, findings


def indexed(partition: str, sort: str) -> str:
    return (
        f'indexes: {{own: primaryKey, listed: {{index: GSI, GPK: "{partition}", GSK: "{sort}"}}}}'
    )


@pytest.mark.parametrize(
    ("first", "second", "foreign"),
    [
        ('PK: "P#{id}", SK: "A#{n:04d}"', 'PK: "P#{id}", SK: "B#{n:04d}"', ()),
        ('PK: "P#{id}", SK: "A#{n:04d}"', 'PK: "Q#{id}", SK: "A#{n:04d}"', ()),
        ('PK: "P#{id}", SK: "A#{n:04d}"', 'PK: "P#{id}", SK: "A#LAST"', ("Second",)),
        ('PK: "P#{id}", SK: "{n:04d}"', 'PK: "P#{id}", SK: "HEAD"', ("Second",)),
        ('PK: "P#{id}", SK: "HEAD"', 'PK: "P#{id}", SK: "{n:04d}"', ()),
        ('PK: "P#{id}", SK: "A#{n:04d}"', 'PK: "{id}", SK: "A#LAST"', ("Second",)),
    ],
    ids=["sort literal", "partition literal", "within", "whole partition", "constant", "any text"],
)
def test_a_range_of_the_table_is_shared_with_whom_it_can_meet(
    first: str, second: str, foreign: tuple[str, ...]
) -> None:
    design, _ = compiled(model("First", first), model("Second", second))

    assert design.models["First"].indexes["own"].foreign == foreign


def test_locks_stand_in_ranges_of_the_table_too() -> None:
    unique = (
        "indexes: {own: primaryKey}\n    uniqueConstraints:\n"
        '      uniqueTag: {field: tag, PK: "P#{id}", SK: "A#TAG#{tag}"}'
    )
    design, _ = compiled(model("First", 'PK: "P#{id}", SK: "A#{n:04d}"', unique))

    assert design.models["First"].indexes["own"].foreign == ("First.uniqueTag",)


def test_two_models_with_one_index_template_share_its_range() -> None:
    design, _ = compiled(
        model("First", 'PK: "A#{id}", SK: A', indexed("{tag}", "{n:04d}")),
        model("Second", 'PK: "B#{id}", SK: B', indexed("{tag}", "{n:04d}")),
    )

    assert design.models["First"].indexes["listed"].foreign == ("Second",)
    assert design.models["First"].indexes["own"].foreign == ()


def test_advice_says_who_is_read_in_vain_and_what_it_costs() -> None:
    _, findings = compiled(
        model("First", 'PK: "P#{id}", SK: "{n:04d}"'),
        model("Second", 'PK: "P#{id}", SK: HEAD', "type: S"),
    )

    assert [str(finding) for finding in findings if "range" in finding.problem] == [
        "shared.yaml:12: First.indexes.own: its range also holds items of Second; they are read "
        "and paid for, then left out (a hundred cost about 2 read units). Begin the keys of each "
        "model with a literal of its own, or give it a partition or an index of its own."
    ]


def test_advice_tells_a_collection_apart_from_what_else_stands_there() -> None:
    design, findings = compiled(
        model("First", 'PK: "P#{id}", SK: "A#{n:04d}"'),
        model("Second", 'PK: "P#{id}", SK: HEAD', "type: S"),
        more='collections:\n  all: {models: [First], PK: "P#{id}"}\n'
        '  some: {models: [First], PK: "P#{id}", SK: "A#"}\n',
    )

    assert [one.foreign for one in design.collections.values()] == [("Second",), ()]
    assert [one.where for one in findings if "range" in one.problem] == ["collections.all"]


@pytest.mark.parametrize(
    ("sort", "is_sealed"),
    [("HEAD", True), ("A#{tag}", True), ("{tag}", True), ("A#{n:04d}", False), ("{tag}#A", False)],
)
def test_a_range_is_sealed_if_every_key_in_it_is_the_models(sort: str, is_sealed: bool) -> None:
    design, _ = compiled(model("First", f'PK: "P#{{id}}", SK: "{sort}"'))

    assert design.models["First"].indexes["own"].is_sealed is is_sealed


def test_a_lock_takes_all_fields_of_its_template_in_their_order() -> None:
    unique = 'uniqueConstraints: {uniqueTag: {field: tag, PK: "T#{n}#{tag}", SK: LOCK}}'
    design, _ = compiled(model("First", 'PK: "P#{id}", SK: A', unique))

    assert design.models["First"].uniques["uniqueTag"].fields == ("n", "tag")


def test_keys_that_differ_in_the_number_of_their_parts_are_good() -> None:
    design, _ = compiled(
        model("Short", 'PK: "A#{id}#ONE", SK: S'), model("Long", 'PK: "A#{id}#{tag}#ONE", SK: S')
    )

    assert set(design.models) == {"Short", "Long"}
