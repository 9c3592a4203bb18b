"""The commands `tavola table` and `tavola export`."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest
from rich.console import Console

from tavola.cli import export, table
from tavola.design.load import load_design
from tavola.engine import Engine
from tavola.operations.steps import Steps, Wait
from tavola.server import serve

DESIGN = """\
table:
  name: library
  indexes:
    GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
models:
  Book:
    fields:
      isbn: {type: StringField, required: true}
      author: {type: StringField, required: true}
    key: {PK: "BOOK#{isbn}", SK: META}
    indexes:
      booksByAuthor: {index: GSI1, GSI1PK: "AUTHOR#{author}", GSI1SK: "BOOK#{isbn}"}
"""


@pytest.fixture
def design(tmp_path: Path) -> Path:
    file = tmp_path / "library.yaml"
    file.write_text(DESIGN)
    return file


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


def _run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    subparsers = parser.add_subparsers()
    table.add_parser(subparsers)
    export.add_parser(subparsers)
    args = parser.parse_args([str(word) for word in words])
    status: int = args.run(args)
    return status


def _table(command: str, design: Path, store: object, *words: str) -> int:
    return _run("table", command, design, "--store", store, *words)


def test_create_shows_the_plan_and_changes_nothing_without_yes(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = _table("create", design, store)
    shown = capsys.readouterr().out
    second = _table("describe", design, store)

    assert (first, second) == (0, 1)
    assert "Create the table with index GSI1" in shown
    assert "Nothing was changed. Add --yes to do it." in shown


def test_create_with_yes_makes_the_table(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statuses = [_table("create", design, store, "--yes"), _table("describe", design, store)]

    shown = capsys.readouterr().out
    assert statuses == [0, 0]
    assert "done  Create the table" in shown
    assert f"library on {store} is what the design says." in shown


def test_describe_shows_the_capacity_that_is_paid_for(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capacity = "  billing: provisioned\n  readCapacity: 5\n  writeCapacity: 3\n"
    design.write_text(DESIGN.replace("  indexes:\n    GSI1", f"{capacity}  indexes:\n    GSI1"))
    _table("create", design, store, "--yes")

    _table("describe", design, store)

    assert "PROVISIONED, 5 reads and 3 writes a second" in capsys.readouterr().out


IDLE = "note  On the embedded engine these are kept and shown, and do nothing: "
CAPACITY = "billing: provisioned\n  readCapacity: 5\n  writeCapacity: 3"


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("encryption: managed", "encryption (the file is plain text)."),
        (CAPACITY, "provisioned capacity (nothing is throttled)."),
        (
            "encryption: managed\n  pointInTimeRecovery: true",
            "encryption (the file is plain text), point-in-time recovery (it only allows exports).",
        ),
    ],
)
def test_settings_that_do_nothing_in_a_file_are_told(
    design: Path, store: Path, setting: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    design.write_text(DESIGN.replace("  indexes:\n    GSI1", f"  {setting}\n  indexes:\n    GSI1"))
    _table("create", design, store)
    shown = capsys.readouterr().out
    _table("create", design, store, "--yes")
    made = capsys.readouterr().out
    _table("describe", design, store)
    described = capsys.readouterr().out

    assert [f"{IDLE}{told}\n" in one for one in (shown, made, described)] == [True, True, True]


def test_a_table_in_a_file_without_them_has_no_such_note(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _table("create", design, store, "--yes")
    _table("describe", design, store)

    assert IDLE not in capsys.readouterr().out


def test_create_refuses_a_table_that_exists(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _table("create", design, store, "--yes")

    status = _table("create", design, store, "--yes")

    assert (status, capsys.readouterr().err) == (
        1,
        f"tavola table create: library exists on {store}. Change it with `tavola table update`.\n",
    )


@pytest.mark.parametrize(
    ("command", "hint"),
    [("describe", ""), ("delete", ""), ("update", " Make it with `tavola table create`.")],
)
def test_a_table_that_is_not_there_is_named(
    command: str, hint: str, design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = _table(command, design, store)

    assert (status, capsys.readouterr().err) == (
        1,
        f"tavola table {command}: there is no table library on {store}.{hint}\n",
    )


@pytest.mark.parametrize("command", ["create", "describe", "update", "delete"])
def test_a_command_that_only_shows_makes_no_file(command: str, design: Path, store: Path) -> None:
    _table(command, design, store)

    assert not store.exists()


def test_update_adds_the_indexes_that_are_missing(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _table("create", design, store, "--yes")
    design.write_text(
        DESIGN.replace("models:", "    GSI2: {partitionKey: GSI2PK}\nmodels:").replace(
            'GSI1SK: "BOOK#{isbn}"}',
            'GSI1SK: "BOOK#{isbn}"}\n      all: {index: GSI2, GSI2PK: "B#{isbn}"}',
        )
    )

    status = _table("update", design, store, "--yes")

    assert (status, "done  Add index GSI2 (GSI2PK)" in capsys.readouterr().out) == (0, True)


def test_update_exits_1_when_something_cannot_change(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _table("create", design, store, "--yes")
    design.write_text(
        DESIGN.replace(
            "GSI1: {partitionKey: GSI1PK,", "GSI1: {projection: keysOnly, partitionKey: GSI1PK,"
        )
    )

    status = _table("update", design, store, "--yes")

    assert (status, "cannot change  Index GSI1" in capsys.readouterr().out) == (1, True)


def test_delete_asks_before_and_deletes_with_yes(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _table("create", design, store, "--yes")
    asked = _table("delete", design, store)
    kept = _table("describe", design, store)
    deleted = _table("delete", design, store, "--yes")
    gone = _table("describe", design, store)

    assert (asked, kept, deleted, gone) == (0, 0, 0, 1)
    assert "with 0 items.\nNothing was changed." in capsys.readouterr().out


def test_delete_leaves_a_protected_table_alone(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design.write_text(DESIGN.replace("name: library", "name: library\n  deletionProtection: true"))
    _table("create", design, store, "--yes")

    statuses = [_table("delete", design, store), _table("delete", design, store, "--yes")]

    assert statuses == [1, 1]
    assert capsys.readouterr().err == 2 * (
        f"tavola table delete: library on {store} is protected against deletion."
        " Say `deletionProtection: false` in the design, run `tavola table update`, try again.\n"
    )


def test_a_table_over_http_is_made_changed_and_deleted(
    design: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = (
        "name: library\n  pointInTimeRecovery: true\n  ttlAttribute: ttl\n  tags: {team: web}"
    )
    design.write_text(DESIGN.replace("name: library", settings))
    with Engine.open("memory:") as engine, serve(engine) as url:
        store = f"dynamodb://us-east-1/library-test?endpoint={url}"
        made = _table("create", design, store, "--yes")
        design.write_text(design.read_text().replace("team: web", "team: core, cost: low"))
        changed = _table("update", design, store, "--yes")
        described = _table("describe", design, store)
        deleted = _table("delete", design, store, "--yes")

        assert (made, changed, described, deleted) == (0, 0, 0, 0)
    shown = capsys.readouterr().out
    done = [line.split(" (")[0] for line in shown.splitlines() if line.startswith("done  ")]
    assert done == [
        "done  Create the table with index GSI1; tags team",
        "done  Let items expire by ttl",
        "done  Turn point-in-time recovery on",
        "done  Tag with cost, team",
        f"done  Delete library-test on dynamodb://us-east-1/library-test at {url} with 0 items",
    ]
    assert f"library-test on {store.partition('?')[0]} at {url} is what the design says." in shown
    assert IDLE not in shown


def test_a_terminal_shows_how_long_a_change_takes(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")

    _table("create", design, store, "--yes")

    # The line is written, taken back, and written again as done.
    shown = capsys.readouterr().out
    assert re.search(
        r"Create the table with index GSI1\n.*\x1b\[2K.*done.*Create the table .*\(\d\.\d s\)",
        shown,
    )


class FastTime:
    """Time that passes by sleeping alone, and at once."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def time(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Waiting:
    """An operation that takes its time."""

    def steps(self) -> Steps[None]:
        yield Wait(130.0)


def test_a_log_shows_every_minute_that_a_change_goes_on(
    design: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "time", FastTime())
    console = Console(soft_wrap=True, highlight=False)
    open_session = table._Session  # pyright: ignore[reportPrivateUsage] # no service takes minutes
    with open_session(load_design(design), "blog", "memory:", console, makes=False) as session:
        session.do(Waiting(), "Add index GSI2")

    assert capsys.readouterr().out == (
        "wait  Add index GSI2 … 60 s\n"
        "wait  Add index GSI2 … 120 s\n"
        "done  Add index GSI2 (130.0 s)\n"
    )


def test_a_store_that_cannot_be_reached_is_one_line(
    design: Path, closed_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint = f"http://127.0.0.1:{closed_port}"
    status = _table("describe", design, f"dynamodb://us-east-1?endpoint={endpoint}&attempts=1")

    message = capsys.readouterr().err
    assert (status, message.count("\n")) == (1, 1)
    assert message.startswith("tavola table describe: DescribeTable on library: ")


def test_a_wrong_design_is_told_with_its_place(
    design: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design.write_text(DESIGN.replace('BOOK#{isbn}", SK', 'BOOK#{ibsn}", SK'))

    status = _table("create", design, store)

    assert (status, "library.yaml:" in capsys.readouterr().err) == (1, True)


@pytest.mark.parametrize(
    ("kind", "beginning"),
    [
        ("cloudformation", 'AWSTemplateFormatVersion: "2010-09-09"\n'),
        (
            "terraform",
            "# The table of the design Library, written by tavola export --format terraform.\n\n",
        ),
        ("nosql-workbench", '{\n  "ModelName": "Library",\n'),
        ("iam", '{\n  "Version": "2012-10-17",\n'),
    ],
)
def test_export_prints_each_format(
    design: Path, kind: str, beginning: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = _run("export", "--format", kind, design)

    assert (status, capsys.readouterr().out.startswith(beginning)) == (0, True)


def test_export_writes_a_file(design: Path, tmp_path: Path) -> None:
    status = _run("export", "--format", "terraform", design, "-o", tmp_path / "library.tf")

    assert (status, (tmp_path / "library.tf").read_text().startswith("# The table")) == (0, True)


def test_export_to_a_place_that_does_not_exist_is_one_line(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "none" / "library.tf"

    status = _run("export", "--format", "terraform", design, "-o", output)

    assert (status, capsys.readouterr().err) == (
        1,
        f"{output} cannot be written: No such file or directory.\n",
    )


TWO = """\
tables:
  books: {indexes: {GSI1: {partitionKey: GSI1PK}}}
  loans: {}
models:
  Book:
    table: books
    fields: {isbn: {type: StringField}, author: {type: StringField}}
    key: {PK: "BOOK#{isbn}", SK: META}
    indexes: {booksByAuthor: {index: GSI1, GSI1PK: "{author}"}}
  Loan:
    table: loans
    fields: {isbn: {type: StringField}}
    key: {PK: "BOOK#{isbn}", SK: LOAN}
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    file = tmp_path / "two.yaml"
    file.write_text(TWO)
    return file


def test_all_tables_of_a_design_are_made(
    two: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _table("create", two, store) == 0
    shown = capsys.readouterr().out
    assert ("books on" in shown, "loans on" in shown, store.exists()) == (True, True, False)

    assert _table("create", two, store, "--yes") == 0
    with Engine.open(str(store)) as engine:
        assert engine.execute("ListTables", {}) == b'{"TableNames":["books","loans"]}'
    capsys.readouterr()
    assert _table("update", two, store) == 0
    assert capsys.readouterr().out.count("is what the design says") == 2


def test_one_of_several_tables_can_be_chosen(
    two: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _table("create", two, store, "--yes")
    assert _table("delete", two, store, "--table", "loans", "--yes") == 0

    with Engine.open(str(store)) as engine:
        assert engine.execute("ListTables", {}) == b'{"TableNames":["books"]}'
    capsys.readouterr()
    assert _table("describe", two, store, "--table", "lones") == 1
    assert "--table lones: the design has books, loans." in capsys.readouterr().err


def test_a_star_in_the_location_names_each_table(two: Path) -> None:
    with Engine.open("memory:") as engine, serve(engine) as url:
        location = f"dynamodb://eu-west-1/prod-*?endpoint={url}"
        assert _table("create", two, location, "--yes") == 0
        assert engine.execute("ListTables", {}) == b'{"TableNames":["prod-books","prod-loans"]}'


def test_a_table_that_exists_does_not_keep_the_others_from_being_made(
    two: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _table("create", two, store, "--table", "books", "--yes")

    assert _table("create", two, store, "--yes") == 1
    assert "books exists on" in capsys.readouterr().err
    with Engine.open(str(store)) as engine:
        assert engine.execute("ListTables", {}) == b'{"TableNames":["books","loans"]}'
