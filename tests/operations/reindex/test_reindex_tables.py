"""`tavola reindex` goes through all tables of a design."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola import UniqueTaken
from tavola.cli import main
from tavola.design.load import load_design
from tavola.table.dynamic import table_class

BEFORE = """\
tables:
  books: {indexes: {GSI1: {partitionKey: GSI1PK}}}
  loans: {indexes: {GSI1: {partitionKey: GSI1PK}}}
models:
  Book:
    table: books
    fields: {isbn: {type: StringField}, author: {type: StringField}}
    key: {PK: "BOOK#{isbn}", SK: BOOK}
  Loan:
    table: loans
    fields: {isbn: {type: StringField}, reader: {type: StringField}}
    key: {PK: "BOOK#{isbn}", SK: LOAN}
"""
AFTER = BEFORE.replace(
    "SK: BOOK}", 'SK: BOOK}\n    indexes: {byAuthor: {index: GSI1, GSI1PK: "{author}"}}'
).replace(
    "SK: LOAN}",
    'SK: LOAN}\n    uniqueConstraints: {uniqueReader: {field: reader, PK: "R#{reader}", SK: R}}',
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A file with two tables as they were before."""
    (tmp_path / "before.yaml").write_text(BEFORE)
    (tmp_path / "after.yaml").write_text(AFTER)
    with table_class(load_design(tmp_path / "before.yaml")).open(str(tmp_path / "db")) as db:
        book, loan = db.models
        for number in range(3):
            values = {"isbn": str(number)}
            db.run(db.plans(book).add(book(author="a", **values)))
            db.run(db.plans(loan).add(loan(reader=str(number), **values)))
    return tmp_path


def reindex(folder: Path, *options: str) -> int:
    return main(["reindex", str(folder / "after.yaml"), "--store", str(folder / "db"), *options])


def test_items_of_all_tables_get_their_keys_and_values(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reindex(folder) == 0

    assert capsys.readouterr().out == "6 items read, 3 rewritten, 3 unique values claimed.\n"
    with table_class(load_design(folder / "after.yaml")).open(str(folder / "db")) as db:
        book, loan = db.models
        assert len(db.query(book, "byAuthor", author="a").items) == 3
        with pytest.raises(UniqueTaken):
            db.run(db.plans(loan).add(loan(isbn="9", reader="1")))


def test_one_model_is_looked_for_in_its_own_table_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reindex(folder, "--model", "Loan", "--workers", "2") == 0

    assert capsys.readouterr().out == "3 items read, 0 rewritten, 3 unique values claimed.\n"


def test_a_file_without_one_of_the_tables_is_not_touched(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "after.yaml").write_text(AFTER.replace("loans", "rents"))

    assert reindex(folder) == 1
    assert "has no table 'rents'" in capsys.readouterr().err
