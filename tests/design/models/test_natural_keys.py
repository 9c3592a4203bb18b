"""Fields that are key attributes themselves: what a design may say, and each mistake told once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design
from tavola.operations.tables.create import create_body

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

DESIGN = """\
table:
  name: games
  partitionKey: userId
  sortKey: {sort}
  typeAttribute: kind
  indexes:
    byTopScore: {{partitionKey: gameTitle, sortKey: {score}}}
    turned: {{partitionKey: gameTitle, sortKey: userId}}
    several: {{partitionKey: [KPK, JPK]}}
models:
  Score:
    fields:
      userId: {{type: StringField, required: true}}
      gameTitle: {{type: {title}, required: true}}
      topScore: {{type: {top}}}
      wins: {{type: IntegerField}}
    key: {key}
    indexes:
      topScores: {index}
{more}"""


def games(**changes: str) -> str:
    parts = {
        "sort": "gameTitle",
        "score": "{name: topScore, type: N}",
        "title": "StringField",
        "top": "IntegerField",
        "key": '{userId: "{userId}", gameTitle: "{gameTitle}"}',
        "index": "{index: byTopScore}",
        "more": "",
    }
    return DESIGN.format(**parts | changes)


def test_a_key_may_be_a_field_and_an_index_made_of_fields_alone(load: Load) -> None:
    design = load(games())
    model = design.models["Score"]

    assert model.key.natural == ("userId", "gameTitle")
    assert model.indexes["topScores"].key.natural == ("gameTitle", "topScore")
    assert [one.template.tag for one in model.indexes["topScores"].key.attributes] == ["S", "N"]
    assert model.key_fields == ("userId", "gameTitle")


def test_a_table_is_made_with_the_types_of_its_keys(load: Load) -> None:
    body = create_body(load(games()))

    assert body["AttributeDefinitions"] == [
        {"AttributeName": "userId", "AttributeType": "S"},
        {"AttributeName": "gameTitle", "AttributeType": "S"},
        {"AttributeName": "topScore", "AttributeType": "N"},
        {"AttributeName": "KPK", "AttributeType": "S"},
        {"AttributeName": "JPK", "AttributeType": "S"},
    ]


TURNED = """\
table:
  name: pairs
  indexes:
    turned: {partitionKey: SK, sortKey: PK}
models:
  First:
    fields: {x: {type: StringField}, g: {type: StringField}}
    key: {PK: "{x}#1", SK: "{g}"}
    indexes:
      firsts: {index: turned}
  Second:
    fields: {x: {type: StringField}, g: {type: StringField}}
    key: {PK: "{x}#2", SK: "{g}"}
"""


def test_an_index_may_have_several_attributes(load: Load) -> None:
    design = load(games(score="[{name: topScore, type: N}, {name: wins, type: N}]"))

    [index, *_] = create_body(design)["GlobalSecondaryIndexes"]
    assert index["KeySchema"] == [
        {"AttributeName": "gameTitle", "KeyType": "HASH"},
        {"AttributeName": "topScore", "KeyType": "RANGE"},
        {"AttributeName": "wins", "KeyType": "RANGE"},
    ]
    assert design.models["Score"].indexes["topScores"].key.sort_fields == ("topScore", "wins")


def test_a_primary_key_that_does_not_sort_is_no_sort_key(check: Check) -> None:
    sharded = TURNED.replace('PK: "{x}#1", SK: "{g}"', 'PK: "{g:shard:4}#1", SK: "{g}"')

    assert check(sharded) == [
        "shop.yaml:10: First.indexes.firsts: its sort key 'PK' is '{g}#1', in which 'g' does not "
        "sort. Give the index another sort key, or the field a form that sorts."
    ]


def test_items_that_stand_in_an_index_by_their_primary_key_are_foreign_there(load: Load) -> None:
    design = load(TURNED)

    assert design.models["First"].indexes["firsts"].key.natural == ("SK", "PK")
    assert design.models["First"].indexes["firsts"].foreign == ("Second",)


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        (
            {"score": "topScore"},
            "shop.yaml:19: Score.indexes.topScores: '{topScore}' is the field 'topScore', stored "
            "as N, and the table's 'topScore' is S. Write {name: topScore, type: N} in the table, "
            "or another field here.",
        ),
        (
            {"top": "StringField"},
            "shop.yaml:19: Score.indexes.topScores: '{topScore}' is the field 'topScore', stored "
            "as S, and the table's 'topScore' is N. Write {name: topScore, type: S} in the table, "
            "or another field here.",
        ),
        (
            {"top": "BooleanField"},
            "shop.yaml:19: Score.indexes.topScores: '{topScore}' is the field 'topScore', a "
            "BooleanField, which no key can hold. Use a field with one string, number, date or "
            "bytes.",
        ),
        (
            {"title": "StringSetField"},
            "shop.yaml:17: Score.key: '{gameTitle}' is the field 'gameTitle', a StringSetField, "
            "which no key can hold. Use a field with one string, number, date or bytes.",
        ),
        (
            {"index": '{index: byTopScore, topScore: "S#{topScore}"}'},
            "shop.yaml:19: Score.indexes.topScores: 'S#{topScore}' is a string, and the table's "
            "'topScore' is a number. Write the field itself, stored as 'topScore'.",
        ),
        (
            {"key": '{userId: "USER#{userId}", gameTitle: "{gameTitle}"}'},
            "shop.yaml:13: Score.fields.userId: 'userId' is an attribute of the table. "
            "Give the field another name.",
        ),
        (
            {"key": '{userId: "{userId}"}'},
            "shop.yaml:17: Score.key: 'gameTitle' is missing. It takes a template, as "
            "'USER#{name}'.",
        ),
        (
            {"index": '{index: byTopScore, gameTitle: "G#{wins}"}'},
            "shop.yaml:19: Score.indexes.topScores: 'gameTitle' is 'G#{wins}' here and "
            "'{gameTitle}' in another key. An item has one value there; leave it out here.",
        ),
        (
            {"score": "{name: topScore, type: X}"},
            "shop.yaml:7: table.indexes.byTopScore.sortKey: 'type' is 'X'. There is 'S', 'N', 'B'.",
        ),
        (
            {"score": "{nam: topScore, type: N}"},
            "shop.yaml:7: table.indexes.byTopScore.sortKey has unknown key 'nam'. Did you mean "
            "'name'?",
        ),
        (
            {"score": "[{name: topScore, type: N}, a, b, c, d]"},
            "shop.yaml:7: table.indexes.byTopScore: 'sortKey' has 5 attributes. "
            "DynamoDB takes 1 to 4.",
        ),
        (
            {"score": "[{name: topScore, type: N}, gameTitle]"},
            "shop.yaml:7: table.indexes.byTopScore: 'gameTitle' is in its key twice. "
            "Give each its own attribute.",
        ),
        (
            {"score": "[{name: topScore, type: N}, {name: wins, type: S}]"},
            "shop.yaml:19: Score.indexes.topScores: '{wins}' is the field 'wins', stored as N, and "
            "the table's 'wins' is S. Write {name: wins, type: N} in the table, or another field "
            "here.",
        ),
        (
            {"score": "[{name: topScore, type: N}, place]"},
            "shop.yaml:19: Score.indexes.topScores: 'place' is missing. It takes a template, as "
            "'USER#{name}'.",
        ),
        (
            {
                "score": "[{name: topScore, type: N}, {name: wins, type: N}]",
                "more": "collections: {both: {models: [Score], index: byTopScore, "
                'gameTitle: "{game}"}}\n',
            },
            "shop.yaml:20: collections.both: byTopScore has several attributes in its key. "
            "A collection reads an index with one partition key and one sort key.",
        ),
        (
            {
                "score": "[{name: topScore, type: N}, {name: wins, type: N}]",
                "more": "    iteration: {index: several, KPK: x, JPK: y}\n",
            },
            "shop.yaml:20: Score.iteration: several has several attributes in its partition key. "
            "Iterate by an index with one.",
        ),
        (
            {"sort": "[gameTitle, topScore]"},
            "shop.yaml:4: table: 'sortKey' is a list. Only a global index has several attributes; "
            "write one here.",
        ),
        (
            {"title": "StringField, defaultValue: ''"},
            "shop.yaml:14: Score.fields.gameTitle: its default is empty, and it is a key "
            "attribute. Leave the default out.",
        ),
        (
            {
                "more": "accessPatterns: {best: {model: Score, query: topScores, "
                "filter: {topScore: 3}}}"
            },
            "shop.yaml:20: accessPatterns.best.filter: 'topScore' is a key of 'topScores', which "
            "no filter can name. Write it into 'given'.",
        ),
        (
            {
                "more": "    uniqueConstraints: {uniqueWins: {field: wins, "
                'userId: "WINS#{wins}", gameTitle: LOCK}}\n'
            },
            "shop.yaml:20: Score.uniqueConstraints.uniqueWins: 'WINS#{wins}' / 'LOCK' and "
            "Score.key '{userId}' / '{gameTitle}' can give one key "
            "(userId='WINS#1', gameTitle='LOCK'). Begin each with a literal of its own.",
        ),
    ],
)
def test_one_mistake_is_one_finding(check: Check, changes: dict[str, str], finding: str) -> None:
    assert check(games(**changes)) == [finding]
