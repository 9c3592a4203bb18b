"""Several tables of one design are moved together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.cli.data.session import load_module
from tavola.design.load import load_design
from tests.cli.conftest import Words
from tests.cli.test_move import read_all

ARCADE = """
name: arcade
tables:
  scores:
    partitionKey: PK
    sortKey: SK
  events: {partitionKey: PK, sortKey: SK}
models:
  Score:
    table: scores
    fields: {player: {type: StringField, required: true}, points: {type: IntegerField}}
    key: {PK: "PLAYER#{player}", SK: SCORE}
  Event:
    table: events
    fields: {day: {type: StringField, required: true}, what: {type: StringField}}
    key: {PK: "DAY#{day}", SK: EVENT}
"""


@pytest.fixture(autouse=True)
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVOLA_DESIGN", "arcade.yaml")
    Path("arcade.yaml").write_text(ARCADE)
    module = load_module(load_design("arcade.yaml"), "arcade.yaml")
    with module.Arcade.open("full.db") as db:
        for number in range(3):
            db.score.create(player=f"p{number}", points=number)
        db.event.create(day="2026-05-01", what="opened")


def both(location: str) -> list[object]:
    return [read_all(location, "scores"), read_all(location, "events")]


@pytest.mark.parametrize("form", ["dynamodb", "json"])
def test_a_dump_has_a_folder_for_each_table(tavola: Words, form: str) -> None:
    assert tavola("dump", "--store", "full.db", "--to", "dump", "--format", form)[0] == 0
    assert sorted(path.name for path in Path("dump").iterdir()) == ["events", "scores"]
    assert tavola("load", "dump", "--store", "copy.db")[0] == 0
    assert both("copy.db") == both("full.db")


def test_a_copy_takes_all_tables(tavola: Words) -> None:
    assert tavola("copy", "--from", "full.db", "--to", "copy.db")[0] == 0
    assert both("copy.db") == both("full.db")
    assert tavola("copy", "--from", "full.db", "--to", "copy.db", "--verify")[0] == 0
    assert [path.name for path in Path().glob("tavola-*")] == []
