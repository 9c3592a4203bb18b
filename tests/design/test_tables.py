"""Several tables in one design: what `tables` means, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tavola.design.load import load_design
from tests.design.conftest import Check, Load

TABLES = """\
tables:
  scores: {typeAttribute: kind, indexes: {GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}}}
  events: {partitionKey: Key}
"""
MODELS = """\
models:
  Score:
    table: scores
    fields: {player: {type: StringField}, points: {type: IntegerField}, ttl: {type: TtlField}}
    key: {PK: "PLAYER#{player}", SK: "{points:08d}"}
    indexes: {byPoints: {index: GSI1, GSI1PK: ALL, GSI1SK: "{points:08d}#{player}"}}
  Event:
    table: events
    fields: {eventId: {type: StringField}}
    key: {Key: "{eventId}"}
"""


def test_each_model_is_in_its_table(load: Load) -> None:
    design = load(TABLES + MODELS)

    assert design.name == "Shop"
    assert [table.name for table in design.tables] == ["scores", "events"]
    assert {name: model.table for name, model in design.models.items()} == {
        "Score": "scores",
        "Event": "events",
    }
    assert [table.ttl_attribute for table in design.tables] == ["ttl", None]


def test_a_part_is_the_design_of_one_table(load: Load) -> None:
    scores, events = load(TABLES + MODELS).parts

    assert (list(scores.models), scores.table.type_attribute) == (["Score"], "kind")
    assert (list(events.models), events.table.sort_key) == (["Event"], None)
    assert scores.parts == (scores,)


def test_the_name_of_the_design_names_the_class(load: Load) -> None:
    assert load("name: arcade hall\n" + TABLES + MODELS).name == "ArcadeHall"
    assert load("name: hall\ntable: {name: other}\n" + ONE).name == "Hall"
    assert load("table: {name: other}\n" + ONE).name == "Other"


ONE = "models: {Thing: {fields: {a: {type: StringField}}, key: {PK: '{a}', SK: THING}}}\n"


def test_keys_of_two_tables_never_collide(check: Check) -> None:
    two = "tables: {one: {}, two: {}}\nmodels:\n" + "".join(
        f"  {name}: {{table: {table}, type: SAME, fields: {{a: {{type: StringField}}}},"
        " key: {PK: 'A#{a}', SK: A}}\n"
        for name, table in (("First", "one"), ("Second", "two"))
    )

    assert check(two) == []
    assert check(two.replace("table: two", "table: one")) == [
        "shop.yaml:4: Second: type 'SAME' is that of First. Give each model its own.",
        "shop.yaml:4: Second.key: 'A#{a}' / 'A' and First.key 'A#{a}' / 'A' can give one key "
        "(PK='A#', SK='A'). Begin each with a literal of its own.",
    ]


def test_a_query_sees_no_items_of_another_table(load: Load) -> None:
    design = load(
        "tables: {one: {}, two: {}}\nmodels:\n"
        "  First: {table: one, fields: {a: {type: StringField}, b: {type: StringField}},"
        " key: {PK: 'A#{a}', SK: '{b}'}, indexes: {byA: primaryKey}}\n"
        "  Second: {table: two, fields: {a: {type: StringField}}, key: {PK: 'A#{a}', SK: X}}\n"
    )

    assert design.models["First"].indexes["byA"].foreign == ()


def test_tenancy_is_asked_for_per_table(check: Check) -> None:
    text = (
        "tables: {one: {tenancy: required}, two: {}}\nmodels:\n"
        "  First: {table: one, fields: {a: {type: StringField}}, key: {PK: 'A#{a}', SK: X}}\n"
        "  Second: {table: two, fields: {a: {type: StringField}}, key: {PK: 'A#{a}', SK: X}}\n"
    )

    assert check(text) == [
        "shop.yaml:3: First.key: the partition key 'A#{a}' does not begin with the tenant. Make "
        "{tenant} its first placeholder, or say tenancy: none for the model."
    ]


MISTAKES: list[tuple[str, Callable[[str], str], *tuple[str, ...]]] = [
    (
        "a model without table",
        lambda text: text.replace("    table: events\n", ""),
        "10: Event: 'table' is missing. It takes the name of a table: scores, events.",
    ),
    (
        "an unknown table",
        lambda text: text.replace("table: events", "table: event"),
        "11: Event names unknown table 'event'. Did you mean 'events'?",
    ),
    (
        "a table and tables",
        lambda text: "table: {name: one}\n" + text,
        "2: The design has 'table' and 'tables'. Keep one of them.",
    ),
    (
        "a name within a table",
        lambda text: text.replace("{partitionKey: Key}", "{name: other, partitionKey: Key}"),
        "3: tables.events has its name already, 'events'. Leave 'name' out.",
    ),
    (
        "a table name that DynamoDB refuses",
        lambda text: text.replace("events", "ev"),
        "3: tables.ev: 'ev' is not a table name. Use 3 to 255 of a-z, A-Z, 0-9, '_', '.', '-'.",
    ),
    (
        "a key of another table",
        lambda text: text.replace('{Key: "{eventId}"}', '{PK: "{eventId}"}'),
        "13: Event.key has unknown key 'PK'. Did you mean 'Key'?",
    ),
    (
        "an index of another table",
        lambda text: text.replace(
            '{Key: "{eventId}"}', '{Key: "{eventId}"}\n    indexes: {all: {index: GSI1}}'
        ),
        "14: Event.indexes.all: the table has no index 'GSI1'. There is none.",
    ),
    (
        "a collection over two tables",
        lambda text: text + "collections: {both: {models: [Score, Event], PK: 'PLAYER#{player}'}}",
        "14: collections.both: Event is in the table 'events', and Score in 'scores'. "
        "A collection reads one table.",
    ),
    (
        "an unknown key of a table",
        lambda text: text.replace("typeAttribute", "typeAtribute"),
        "2: tables.scores has unknown key 'typeAtribute'. Did you mean 'typeAttribute'?",
    ),
    (
        "a projection of what no model of the table has",
        lambda text: text.replace("sortKey: GSI1SK", "projection: {include: [eventId]}"),
        "2: tables.scores.indexes.GSI1: the projection includes 'eventId', which no model has. "
        "There is 'player', 'points', 'ttl'.",
        "9: Score.indexes.byPoints has unknown key 'GSI1SK'. Did you mean 'GSI1PK'?",
    ),
    (
        "no tables at all",
        lambda text: "tables: {}\n" + text[len(TABLES) :],
        "1: design: 'tables' is empty. Write a table with its key.",
        "4: Score names unknown table 'scores'. There is 'shop'.",
        "9: Event names unknown table 'events'. There is 'shop'.",
    ),
]


@pytest.mark.parametrize(
    ("change", "findings"),
    [(change, findings) for _, change, *findings in MISTAKES],
    ids=[case[0] for case in MISTAKES],
)
def test_a_mistake_says_where_it_is_and_what_would_be_right(
    check: Check, change: Callable[[str], str], findings: list[str]
) -> None:
    assert check(change(TABLES + MODELS)) == [f"shop.yaml:{finding}" for finding in findings]


def test_a_design_of_one_table_has_no_table_to_choose(check: Check) -> None:
    text = ONE.replace("{fields", "{table: shop, fields")

    assert check(text) == [
        "shop.yaml:1: Thing: 'table' names one of several tables, and this design has one. "
        "Leave it out, or describe the tables under 'tables'."
    ]


def test_the_managed_layout_has_one_table(check: Check) -> None:
    managed = (
        "tables: {one: {}}\nmodels: {User: {modelPrefix: u, fields: {a: {type: StringField}},"
        " primaryKey: {partitionKey: a}}}\n"
    )

    assert check(managed) == [
        "shop.yaml:1: design: 'tables' belongs to the key templates. One design has one layout."
    ]


def test_one_of_tables_needs_no_choice(load: Load) -> None:
    design = load("tables: {only: {}}\n" + ONE)

    assert (design.name, design.table.name, len(design.parts)) == ("Shop", "only", 1)


def test_an_index_that_nobody_uses_is_named_with_its_table(advice: Check) -> None:
    lines = [line for line in MODELS.splitlines() if "byPoints" not in line]

    assert advice(TABLES + "\n".join(lines)) == [
        "shop.yaml:2: tables.scores.indexes.GSI1: no model has a key in it. Leave it out."
    ]


def test_several_files_are_one_design_with_its_tables(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "tables: {one: {}}\n" + ONE.replace("{fields", "{table: one, fields")
    )
    (tmp_path / "b.yaml").write_text("tables: {two: {}}\n")

    assert [table.name for table in load_design(tmp_path).tables] == ["one", "two"]
