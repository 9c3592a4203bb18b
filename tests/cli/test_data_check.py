"""`tavola check --data`: what is wrong with stored items, each named, and nothing else."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from tavola import part
from tavola.cli.data.session import load_module
from tavola.cli.data_check.budgets import Budgets
from tavola.design.load import load_design
from tavola.operations.reindex.inspect import Inspect
from tavola.operations.transfer.raw_items import ReadPage
from tavola.table.internals import codecs_of, context_of
from tests.cli.conftest import LIBRARY, Words
from tests.cli.test_move import Killed, kill_at
from tests.generate.changing import where_commands_reach

RULES = LIBRARY.replace("pages: {type: IntegerField}", "pages: {type: IntegerField, min: 1}")
BUDGET = LIBRARY.replace(
    "filter: {status: out}}",
    "filter: {status: out}, limit: 10, maxItems: 2, maxReads: 1, maxCapacity: 9}",
)


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def judge(tavola: Words, *words: str) -> tuple[int, list[tuple[str, str]]]:
    code, out, err = tavola(
        "check", "--data", os.environ["TAVOLA_STORE"], "--format", "json", *words
    )
    assert err == ""
    found = [json.loads(line) for line in out.splitlines()]
    return code, [(one["kind"], one["problem"]) for one in found if one["level"] == "data"]


def change(library: Any, key: tuple[str, str], expression: str, **values: Any) -> None:
    library.store.execute(
        "UpdateItem",
        {
            "TableName": library.table_name,
            "Key": {"PK": {"S": key[0]}, "SK": {"S": key[1]}},
            "UpdateExpression": expression,
            **({"ExpressionAttributeValues": values} if values else {}),
        },
    )


def put(library: Any, **item: str) -> None:
    raw = {name: {"S": text} for name, text in item.items()}
    library.store.execute("PutItem", {"TableName": library.table_name, "Item": raw})


@where_commands_reach
@pytest.mark.usefixtures("library")
def test_items_that_are_right_are_not_named(tavola: Words) -> None:
    assert judge(tavola) == (0, [])


@where_commands_reach
def test_every_fault_is_named_once_with_its_item(library: Any, tavola: Words) -> None:
    change(library, ("AUTHOR#Ada", "BOOK#Notes"), "SET GSI1PK = :v", **{":v": {"S": "SHELF#Z9"}})
    change(library, ("AUTHOR#Ada", "BOOK#Engines"), "SET pages = :v", **{":v": {"S": "many"}})
    put(library, PK="AUTHOR#Ada", SK="?")
    put(library, PK="AUTHOR#Eve", SK="META", type="AUTHOR", name="Eve", email="eve@example.com")
    put(
        library, PK="EMAIL#x@example.com", SK="LOCK", type="UNIQUE", relatedId="Nobody",
        relatedModel="Author", uniqueValue="EMAIL#x@example.com",
    )  # fmt: skip
    code, found = judge(tavola)
    assert code == 1
    assert sorted((kind, text.partition(":")[0]) for kind, text in found) == [
        ("missing lock", "Author AUTHOR#Eve/META"),
        ("no model", "AUTHOR#Ada/?"),
        ("orphaned lock", "EMAIL#x@example.com/LOCK"),
        ("stale key", "Book AUTHOR#Ada/BOOK#Notes"),
        ("unfit", "Book AUTHOR#Ada/BOOK#Engines"),
    ]


@pytest.mark.parametrize("home", ["file"], indirect=True)
@pytest.mark.usefixtures("library")
def test_a_value_outside_its_rules_is_named(tavola: Words, tmp_path: Any) -> None:
    (tmp_path / "rules.yaml").write_text(RULES)
    code, out, _ = tavola(
        "check", str(tmp_path / "rules.yaml"), "--data", os.environ["TAVOLA_STORE"]
    )
    assert code == 1
    assert "rule: Book AUTHOR#Ada/BOOK#Engines: Book.pages " in out


@where_commands_reach
@pytest.mark.usefixtures("library")
def test_a_pattern_that_costs_more_than_its_budget_is_named(tavola: Words, tmp_path: Any) -> None:
    (tmp_path / "budget.yaml").write_text(BUDGET)
    store = os.environ["TAVOLA_STORE"]
    code, out, _ = tavola("check", str(tmp_path / "budget.yaml"), "--data", store)
    assert code == 1
    assert "budget: Book.lentBooks: 3 items read, more than maxItems 2 (author='Ada')" in out
    assert "maxReads" not in out


@pytest.mark.parametrize("home", ["file"], indirect=True)
def test_an_interrupted_search_goes_on_and_names_everything_once(
    library: Any, tavola: Words
) -> None:
    put(library, PK="AUTHOR#Ada", SK="?")
    for step in (6, 8, 11):
        with pytest.MonkeyPatch.context() as patch:
            kill_at(patch, step)
            with pytest.raises(Killed):
                judge(tavola, "--workers", "4")
    assert judge(tavola, "--workers", "4")[1] == [
        (
            "no model",
            "AUTHOR#Ada/?: the item belongs to no model. Delete it, or describe it in the design.",
        )
    ]


@pytest.mark.parametrize("home", ["file"], indirect=True)
@pytest.mark.usefixtures("library")
def test_the_verdict_is_the_same_wherever_a_search_was_killed(tavola: Words, tmp_path: Any) -> None:
    (tmp_path / "budget.yaml").write_text(BUDGET)
    words = ["check", str(tmp_path / "budget.yaml"), "--data", os.environ["TAVOLA_STORE"]]
    words += ["--workers", "2", "--format", "json"]
    whole = tavola(*words)
    assert "more than maxItems 2" in whole[1]
    steps = 0
    is_killed = True
    while is_killed:
        steps += 1
        with pytest.MonkeyPatch.context() as patch:
            kill_at(patch, steps)
            try:
                found = tavola(*words)
            except Killed:
                found = None
        is_killed = found is None
        assert (found or tavola(*words)) == whole
    assert steps > 10  # each page has a request and the note's two steps, then come the measures


SENSORS = """
table: {name: sensors, partitionKey: PK, sortKey: SK}
models:
  Reading:
    type: READING
    fields:
      sensor: {type: UuidField, required: true}
      at: {type: DateTimeField, required: true, storage: epochMillis}
      grade: {type: DecimalField, required: true}
    key: {PK: "S#{sensor}#{at:%Y-%m}", SK: "{at:iso}"}
    indexes: {readings: primaryKey}
accessPatterns:
  monthOf: {model: Reading, query: readings, maxItems: 1}
"""


def test_a_place_that_was_noted_is_asked_for_by_the_same_values(tmp_path: Any) -> None:
    path = tmp_path / "sensors.yaml"
    path.write_text(SENSORS)
    design = load_design(path)
    table: Any = getattr(load_module(design, "sensors.yaml"), design.name)
    with table.open("memory:") as db:
        for minute in (1, 2):
            at = datetime(2026, 5, 3, 1, minute, tzinfo=UTC)
            db.reading.create(sensor=UUID(int=7), at=at, grade=Decimal("1.5"))
        context, codecs = context_of(db), codecs_of(db)
        first = Budgets(design)
        found = db.run(Inspect(context, codecs, ReadPage(context, None, 0, 1)))
        first.add(found.items)
        resumed = Budgets(design)
        resumed.go_on_from(json.loads(json.dumps(first.seen_in(["Reading"]))))
        assert list(resumed.measure(db)) == list(first.measure(db)) == [
            "Reading.monthOf: 2 items read, more than maxItems 1 "
            f"(sensor={UUID(int=7)!r}, at={part('2026-05')!r})"
        ]  # fmt: skip


@pytest.mark.parametrize("home", ["file"], indirect=True)
@pytest.mark.usefixtures("library")
def test_findings_are_annotations_of_a_pull_request(tavola: Words, tmp_path: Any) -> None:
    (tmp_path / "bad.yaml").write_text(LIBRARY.replace("SK: META", "Sk: META"))
    code, out, _ = tavola("check", str(tmp_path / "bad.yaml"), "--format", "github")
    assert code == 1
    assert out.startswith(f"::error file={tmp_path / 'bad.yaml'},line=16,title=Author.key::")
    assert tavola("check", "--format", "github")[:2] == (0, "")
