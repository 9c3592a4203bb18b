"""The words of a command line: keys, values, conditions and filters, and what is told of others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tavola.cli.data.given_words import conditions_of, filter_of, find_field, read_key, read_words
from tavola.design.load import load_design
from tavola.design.schema import ModelSchema
from tavola.errors import OperationError
from tavola.keys import SortCondition

DESIGN = """
table: {name: shelf, partitionKey: PK, sortKey: SK}
models:
  Toy:
    fields:
      kind: {type: StringField, required: true}
      number: {type: IntegerField, required: true}
      ownName: {type: StringField}
    key: {PK: "KIND#{kind}", SK: "TOY#{number:08d}"}
  Setting:
    fields: {colour: {type: StringField}}
    key: {PK: SETTING, SK: SETTING}
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ModelSchema]:
    path: Path = tmp_path_factory.mktemp("design") / "shelf.yaml"
    path.write_text(DESIGN)
    return dict(load_design(path).models)


@pytest.fixture(name="toy", scope="module")
def toy_model(models: dict[str, ModelSchema]) -> ModelSchema:
    return models["Toy"]


@pytest.mark.parametrize(
    ("words", "key", "rest"),
    [
        (["car", "7"], ["car", 7], []),
        (["number=7", "car"], ["car", 7], []),
        (["number=7", "kind=car", "own_name=y"], ["car", 7], ["own_name=y"]),
        (["car", "7", "number>3", "ownName+=1"], ["car", 7], ["number>3", "ownName+=1"]),
        (["a=b", "7"], ["a=b", 7], []),
        (["car\nred", "7"], ["car\nred", 7], []),
        (["kind=car\nred", "7"], ["car\nred", 7], []),
    ],
)  # fmt: skip
def test_a_key_is_read_by_name_or_in_its_order(
    toy: ModelSchema, words: list[str], key: list[Any], rest: list[str]
) -> None:
    assert read_key(toy, words) == (key, rest)


@pytest.mark.parametrize(
    ("model", "words", "told"),
    [
        ("Toy", [], "Toy: kind, number is missing. Its key is kind=… number=…."),
        ("Toy", ["car"], "Toy: number is missing. Its key is kind=… number=…."),
        ("Toy", ["a", "7", "c", "d"], "Toy: 'c' is too much. Its key is kind=… number=…."),
        ("Toy", ["car", "x"], "number=x is not a whole number."),
        ("Setting", ["x"], "Setting: 'x' is too much. Its key is no key."),
    ],
)
def test_words_that_are_no_key_are_told_with_the_key(
    models: dict[str, ModelSchema], model: str, words: list[str], told: str
) -> None:
    with pytest.raises(OperationError) as caught:
        read_key(models[model], words)

    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["kind=car"], {"kind": "car"}),
        (["kind=car", "number>=3"], {"kind": "car", "number": SortCondition(">=", 3)}),
        (["number>3"], {"number": SortCondition(">", 3)}),
        (["number<3"], {"number": SortCondition("<", 3)}),
        (["number<=3"], {"number": SortCondition("<=", 3)}),
        (["number^=3"], {"number": SortCondition("begins_with", "3")}),
        (["ownName=a=b"], {"own_name": "a=b"}),
        (["number>=3", "number<=5"], {"number": SortCondition("between", 3, 5)}),
        (["number<=5", "number>=3"], {"number": SortCondition("between", 3, 5)}),
    ],
)
def test_conditions_are_those_of_a_query(
    toy: ModelSchema, words: list[str], found: dict[str, Any]
) -> None:
    assert conditions_of(toy, words) == found


TWICE = "number is given twice. A range is number>=LOW number<=HIGH."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["number=3", "number<=5"], TWICE),
        (["number>=3", "number=5"], TWICE),
        (["number>3", "number<=5"], TWICE),
        (["number>=3", "number<5"], TWICE),
        (["number<=3", "number<=5"], TWICE),
        (["size=3"], "size: Toy has no such field. It has kind, number, ownName."),
        (["nummer=3"], "nummer: Toy has no such field. Did you mean number?"),
        (
            ["number~3"],
            "number~3 names no field and value. Write name=value, name>value, name>=value,"
            " name<value, name<=value, name^=value.",
        ),
        (
            ["7"],
            "7 names no field and value. Write name=value, name>value, name>=value, name<value,"
            " name<=value, name^=value.",
        ),
    ],
)
def test_what_is_no_condition_is_told(toy: ModelSchema, words: list[str], told: str) -> None:
    with pytest.raises(OperationError) as caught:
        conditions_of(toy, words)

    assert str(caught.value) == told


def test_words_that_only_set_take_only_the_equals_sign(toy: ModelSchema) -> None:
    with pytest.raises(OperationError) as caught:
        read_words(toy, ["kind>car"])

    assert str(caught.value) == "kind>car names no field and value. Write name=value."


def test_a_field_is_found_by_both_its_names(toy: ModelSchema) -> None:
    assert find_field(toy, "own_name") is find_field(toy, "ownName") is toy.fields["ownName"]


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        ([], None),
        (["number=3"], {"number": {"$eq": 3}}),
        (["number!=3"], {"number": {"$ne": 3}}),
        (["number>3"], {"number": {"$gt": 3}}),
        (["number>=3"], {"number": {"$gte": 3}}),
        (["number<3"], {"number": {"$lt": 3}}),
        (["number<=3"], {"number": {"$lte": 3}}),
        (["number^=3"], {"number": {"$beginsWith": "3"}}),
        (["own_name~3"], {"ownName": {"$contains": "3"}}),
        ([' {"number": 3}'], {"number": 3}),
        (["kind=car", '{"a": 1}'], {"$and": [{"kind": {"$eq": "car"}}, {"a": 1}]}),
    ],
)
def test_filters_are_words_or_the_dollar_form(
    toy: ModelSchema, texts: list[str], form: dict[str, Any] | None
) -> None:
    assert filter_of(toy, texts) == form


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "--where is not JSON: Input data was truncated."),
        (
            "kind+=1",
            "kind+=1 names no field and value. Write name=value, name!=value, name>value,"
            " name>=value, name<value, name<=value, name^=value, name~value.",
        ),
    ],
)
def test_what_is_no_filter_is_told(toy: ModelSchema, text: str, told: str) -> None:
    with pytest.raises(OperationError) as caught:
        filter_of(toy, [text])

    assert str(caught.value) == told
