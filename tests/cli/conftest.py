"""A small library on every store that a command reaches, and a way to run commands on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tavola.cli import main
from tavola.cli.data.session import load_module
from tavola.design.load import load_design
from tests.generate.changing import Changing
from tests.reference.endpoint import ACCESS_KEY, SECRET_KEY
from tests.table.conftest import home, homes, some
from tests.table.stores import Home

__all__ = ["home", "homes", "some"]

LIBRARY = """
table:
  name: library
  partitionKey: PK
  sortKey: SK
  typeAttribute: type
  indexes:
    GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
models:
  Author:
    type: AUTHOR
    fields:
      name: {type: StringField, required: true}
      email: {type: StringField, required: true}
      born: {type: DateTimeField, storage: iso}
    key: {PK: "AUTHOR#{name}", SK: META}
    uniqueConstraints:
      uniqueEmail: {field: email, PK: "EMAIL#{email}", SK: LOCK}
  Book:
    type: BOOK
    fields:
      author: {type: StringField, required: true}
      title: {type: StringField, required: true}
      shelf: {type: StringField}
      pages: {type: IntegerField}
      price: {type: DecimalField}
      lent: {type: CounterField}
      isNew: {type: BooleanField}
      tags: {type: StringSetField}
      notes: {type: MapField}
      status: {type: EnumField, values: [in, out], defaultValue: in}
      version: {type: VersionField}
    key: {PK: "AUTHOR#{author}", SK: "BOOK#{title}"}
    indexes:
      booksOfAuthor: primaryKey
      booksOnShelf: {index: GSI1, GSI1PK: "SHELF#{shelf}", GSI1SK: "{title}"}
accessPatterns:
  lentBooks: {model: Book, query: booksOfAuthor, filter: {status: out}}
"""

Words = Callable[..., tuple[int, str, str]]


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)


@pytest.fixture
def library(home: Home, tmp_path: Path, credentials: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The table, with one author and three books; commands know where it is."""
    changing = Changing.of(home, tmp_path, LIBRARY, LIBRARY)
    design = load_design(tmp_path / "before.yaml")
    monkeypatch.setenv("TAVOLA_DESIGN", str(tmp_path / "before.yaml"))
    monkeypatch.setenv("TAVOLA_STORE", changing.location)
    monkeypatch.setenv("COLUMNS", "160")
    db = home.open(load_module(design, "library.yaml").Library, changing.table)
    db.author.create(name="Ada", email="ada@example.com")
    for number, title in enumerate(("Engines", "Notes", "Numbers")):
        db.book.create(author="Ada", title=title, shelf="A1", pages=100 * number)
    return db


@pytest.fixture
def tavola(capsys: pytest.CaptureFixture[str]) -> Words:
    """Run a command; give its exit code and what it printed."""

    def run(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return run
