"""`tavola shell` as somebody types into it, and commands on a design with tenants."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

import tavola
from tests.cli.conftest import Words
from tests.table.generated.offices import Offices

DESIGN = str(Path(__file__).parents[1] / "table" / "designs" / "offices.yaml")
NOTE = "Tab completes; Ctrl-D leaves."


@pytest.fixture(autouse=True)
def offices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk of two tenants each, and a domain of nobody's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVOLA_DESIGN", DESIGN)
    monkeypatch.setenv("TAVOLA_STORE", "offices.db?durability=process")
    with Offices.open("offices.db") as db:
        db.tenant("acme").desk.create(room="A", number=1, owner="Ada")
        db.tenant("bolt").desk.create(room="A", number=1, owner="Bob")
        db.untenanted.domain.create(name="example.com", tenant="acme")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["Desk", "A", "1", "--tenant", "acme"], '{"room":"A","number":1,"owner":"Ada"}\n'),
        (["Desk", "A", "1", "--tenant", "bolt"], '{"room":"A","number":1,"owner":"Bob"}\n'),
        (["Domain", "example.com"], '{"name":"example.com","tenant":"acme"}\n'),
        (["Domain", "example.com", "--tenant=bolt"], '{"name":"example.com","tenant":"acme"}\n'),
    ],
)
def test_an_item_is_found_by_its_tenant(tavola: Words, words: list[str], shown: str) -> None:
    assert tavola("get", *words, "--json") == (0, shown, "")


def test_whose_an_item_is_must_be_said(tavola: Words) -> None:
    assert tavola("get", "Desk", "A", "1") == (
        1,
        "",
        "tavola get: Desk belongs to a tenant. Say whose: --tenant ID.\n",
    )


def test_documents_of_a_dump_say_whose_they_are(tavola: Words) -> None:
    words = ("dump", "--to", "dump", "--format", "json", "--workers", "1")
    assert tavola(*words)[:2] == (0, "3 items read, written to dump.\n")
    assert sorted(Path("dump/Desk.jsonl").read_text().splitlines()) == [
        '{"$tenant":"acme","room":"A","number":1,"owner":"Ada"}',
        '{"$tenant":"bolt","room":"A","number":1,"owner":"Bob"}',
    ]
    assert tavola("load", "dump", "--store", "copy.db")[:2] == (
        0,
        "3 items put into copy.db.\n",
    )
    compared = tavola("copy", "--from", "offices.db", "--to", "copy.db", "--verify")
    assert compared[:2] == (0, "3 items compared.\nBoth tables hold the same items.\n")


def test_a_spreadsheet_has_a_column_for_the_tenant(tavola: Words) -> None:
    tavola("dump", "--to", "csv", "--format", "csv", "--workers", "1")
    assert Path("csv/Desk.csv").read_text().splitlines()[0] == "$tenant,room,number,plate,owner"
    assert Path("csv/Domain.csv").read_text().splitlines()[0] == "name,tenant"


@pytest.mark.parametrize(
    ("words", "whose", "typed", "shown"),
    [
        (["--tenant", "bolt"], " for tenant bolt", 'db.desk.get("A", 1).owner', "'Bob'"),
        ([], "", "Desk.__name__, __name__", "('Desk', '__console__')"),
    ],
)
def test_what_is_typed_at_the_prompt_is_answered(
    words: list[str], whose: str, typed: str, shown: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tavola", "shell", *words],
        input=f"{typed}\n",
        capture_output=True,
        text=True,
        check=False,
    )
    python = platform.python_version()
    assert (ended.returncode, ended.stdout) == (0, f">>> {shown}\n>>> ")
    assert [line for line in ended.stderr.splitlines() if line] == [
        f"Tavola {tavola.__version__}, Python {python}: offices on offices.db{whose}",
        "db.desk, db.domain",
        NOTE,
    ]
