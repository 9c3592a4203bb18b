"""Items of no model and attributes of no field are counted and named, not left in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.cli import main
from tests.generate.changing import Changing, where_commands_reach
from tests.table.stores import Home

BEFORE = """
table: {name: strangers, partitionKey: PK, sortKey: SK, typeAttribute: kind}
models:
  Note:
    type: NOTE
    fields:
      owner: {type: StringField, required: true}
      number: {type: IntegerField, required: true}
      title: {type: StringField}
      code: {type: StringField}
    key: {PK: "OWNER#{owner}", SK: "NOTE#{number:04d}"}
    uniqueConstraints:
      uniqueCode: {field: code, PK: "CODE#{code}", SK: CODE}
"""
OTHER_KEY = BEFORE.replace("OWNER#{owner}", "NOTES#{owner}")
OTHER_NAME = BEFORE.replace("title:", "headline:")
NAMED = BEFORE.replace("title: {", "headline: {attribute: title, ")

pytestmark = [where_commands_reach, pytest.mark.usefixtures("credentials")]


def changed(home: Home, folder: Path, after: str) -> Changing:
    notes = Changing.of(home, folder, BEFORE, after)
    db = notes.open("before")
    (note,) = db.models
    for number in range(5):
        made = note(owner="ada", number=number, title="T", code=str(number))
        db.run(db.plans(note).add(made))
    return notes


def test_items_of_a_former_key_are_counted_and_named(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = changed(home, tmp_path, OTHER_KEY)
    capsys.readouterr()

    assert notes.reindex() == 0

    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "0 items read, 0 rewritten."
    assert shown[1].startswith("5 items belong to no model of the design")
    assert sorted(shown[2:]) == [f"  OWNER#ada/NOTE#{number:04d}" for number in range(5)]


def test_an_attribute_that_lost_its_field_is_counted_and_named(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = changed(home, tmp_path, OTHER_NAME)
    capsys.readouterr()

    assert notes.reindex("--dry-run") == 0

    assert capsys.readouterr().out.splitlines() == [
        "5 items read, 0 would be rewritten.",
        "Note: 5 items have the attribute 'title', which is none of its fields. If a field was"
        " renamed, say `attribute: title` there.",
    ]


@pytest.mark.parametrize("design", [BEFORE, NAMED])
def test_what_the_design_knows_is_not_mentioned(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str], design: str
) -> None:
    notes = changed(home, tmp_path, design)
    capsys.readouterr()

    assert notes.reindex() == 0

    assert capsys.readouterr().out.splitlines() == ["5 items read, 0 rewritten."]


def test_a_table_is_described_with_what_its_design_does_not_know(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = changed(home, tmp_path, OTHER_KEY)
    capsys.readouterr()

    design = str(tmp_path / "after.yaml")
    assert main(["table", "describe", design, "--store", notes.location]) == 0

    shown = " ".join(capsys.readouterr().out.split())
    assert "note 5 items belong to no model of the design" in shown
    assert "OWNER#ada/NOTE#0004" in shown
