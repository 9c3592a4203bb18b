"""What a terminal with colours shows: what is wrong in red, and how far a long job is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Words
from tests.cli.shelf import prepared, shelf

__all__ = ["prepared", "shelf"]

STYLES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow"}
BAD = """
models:
  User:
    modelPrefix: u
    fields: {userId: {type: UlidField}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: userId}
  Note:
    modelPrefix: "?"
    fields: {noteId: {type: UlidField, autoAssign: true}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: noteId}
"""


@pytest.fixture(autouse=True)
def colours(shelf: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that shows them, though nobody looks."""
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    Path("bad.yaml").write_text(BAD)


def styled(text: str) -> list[tuple[str, str]]:
    """The pieces of a text that have a style, without the titles and heads of grids."""
    found = re.findall(r"\x1b\[(\d+)m([^\x1b]+)\x1b\[0m", text)
    return [(STYLES[code], piece) for code, piece in found if code in STYLES and piece.strip()]


def test_errors_are_red_and_advice_is_yellow(tavola: Words) -> None:
    assert styled(tavola("check", "bad.yaml")[1]) == [
        ("bold", "bad.yaml:5:"),
        ("yellow", "is an id that nobody assigns."),
        ("dim", " Add autoAssign: true."),
        ("dim", " (advice)"),
        ("bold", "bad.yaml:8:"),
        ("red", "'modelPrefix' is '?'."),
        ("green", " Write 1 to 4 letters or digits."),
        ("bold", "bad.yaml: 1 error, 1 piece of advice."),
    ]


def test_faults_in_data_are_red_and_their_number_is_bold(tavola: Words) -> None:
    assert styled(tavola("check", "shelf.yaml", "--data", "shelf.db")[1])[-2:] == [
        ("red", "no model: "),
        ("bold", "no model: 1"),
    ]
    assert styled(tavola("check", "days.yaml", "--data", "days.db")[1])[-1] == (
        "green",
        "The items are what the design says.",
    )


def test_what_is_good_is_green(tavola: Words) -> None:
    assigned = "UlidField, autoAssign: true}"
    Path("good.yaml").write_text(BAD.replace('"?"', "n").replace("UlidField}", assigned))
    assert styled(tavola("check", "good.yaml")[1]) == [
        ("green", "good.yaml: nothing to complain about.")
    ]


def test_a_value_before_is_red_and_after_green(tavola: Words) -> None:
    shown = styled(tavola("update", "Toy", "car", "Beetle", "price=2")[1])
    assert shown[-2:] == [("red", "1     "), ("green", "2    ")]


def test_names_of_fields_are_bold_and_strays_yellow(tavola: Words) -> None:
    assert styled(tavola("get", "Toy", "car", "Ant")[1]) == [
        ("bold", name) for name in ("kind ", "name ", "isNew", "tags ", "sold ")
    ]
    assert styled(tavola("items", "KIND#car")[1])[-1] == ("yellow", "no model")


def test_changes_of_tables_are_told_in_colours(tavola: Words) -> None:
    described = tavola("table", "describe", "--store", "shelf.db")[1]
    assert styled(described) == [("yellow", "note")]
    made = tavola("table", "create", "--store", "new.db", "--yes")[1]
    assert ("green", "done") in styled(made)


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("copy --from shelf.db --to new.db", "copying"),
        ("copy --from shelf.db --to shelf.db?durability=process --verify", None),
        ("dump --to dump", "dumping"),
        ("check shelf.yaml --data shelf.db", "checking"),
    ],
)
def test_a_long_job_shows_how_far_it_is(tavola: Words, line: str, title: str | None) -> None:
    err = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", tavola(*line.split())[2])
    frames = [frame.strip() for frame in re.split(r"[\r\n]+", err) if "━" in frame]
    assert {frame.split()[0] for frame in frames} == ({title} if title else set())
    assert (frames[-1].split()[2] if frames else None) == ("6/6" if title else None)


def test_a_comparison_and_a_load_show_how_far_they_are(tavola: Words) -> None:
    tavola("copy", "--from", "shelf.db", "--to", "new.db")
    tavola("dump", "--to", "dump", "--format", "json")
    verified = tavola("copy", "--from", "shelf.db", "--to", "new.db", "--verify")[2]
    loaded = tavola("load", "dump", "--store", "again.db")[2]
    reindexed = tavola("reindex", "shelf.yaml", "--store", "shelf.db")[2]
    assert ["comparing " in verified, "6/6" in verified] == [True, True]
    assert ["loading " in loaded, "4/?" in loaded] == [True, True]
    assert ["reading" in reindexed, "0 rewritten" in reindexed] == [True, True]
