"""Looking at a design of several tables: a command finds a model's table, a partition needs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tavola.cli import main
from tests.table.generated.arcade import Arcade

DESIGN = str(Path(__file__).parents[1] / "table/designs/arcade.yaml")


@pytest.fixture
def store(tmp_path: Path) -> str:
    file = str(tmp_path / "arcade.db")
    with Arcade.open(file) as arcade:
        arcade.player.create(player_id="ada", email="ada@example.com")
        arcade.club.create(club_id="go", members=1)
        arcade.receipt.create(receipt_id="r1")
    return file


def test_a_model_is_looked_up_in_its_table(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["get", DESIGN, "Receipt", "r1", "--store", store, "--json"]) == 0

    assert json.loads(capsys.readouterr().out)["receiptId"] == "r1"


def test_a_partition_is_looked_up_in_the_table_that_is_named(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["items", DESIGN, "CLUB#go", "--store", store, "--json"]
    assert main([*words, "--table", "clubs"]) == 0
    assert json.loads(capsys.readouterr().out)["model"] == "Club"

    assert main(words) == 1
    assert capsys.readouterr().err == (
        "tavola items: the design has the tables scores, clubs, receipts. "
        "Say which: --table NAME.\n"
    )
    assert main([*words, "--table", "club"]) == 1
    assert capsys.readouterr().err.startswith("tavola items: --table club: the design has")
