"""`tavola put`, `update` and `delete`: they show what they would do, and do it when told."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any

import pytest

from tests.cli.conftest import Words
from tests.generate.changing import where_commands_reach
from tests.patience import eventually

pytestmark = where_commands_reach


@pytest.fixture(autouse=True)
def nobody_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())


def test_nothing_is_written_without_an_answer(library: Any, tavola: Words) -> None:
    for words in (
        ["put", "Book", "author=Ada", "title=New"],
        ["update", "Book", "Ada", "Notes", "pages=7"],
        ["delete", "Book", "Ada", "Notes"],
    ):
        code, out, _ = tavola(*words)
        assert (code, out.endswith("Nothing was changed. Add --yes to do it.\n")) == (0, True)
    assert library.book.get("Ada", "New") is None
    assert library.book.get("Ada", "Notes").pages == 100


def test_put_writes_values_of_every_type(library: Any, tavola: Words) -> None:
    fields = ["pages=7", "price=1.10", "isNew=true", "tags=a, b", 'notes={"n": 1.5, "l": [null]}']
    code, _, err = tavola("put", "Book", "author=Ada", "title=New", *fields, "--yes")
    book = library.book.get("Ada", "New")
    assert (code, err) == (0, "")
    assert (book.pages, str(book.price), book.is_new, book.tags) == (7, "1.1", True, {"a", "b"})
    assert book.notes == {"n": Decimal("1.5"), "l": [None]}


def test_put_refuses_an_item_that_is_there_unless_it_is_to_go(library: Any, tavola: Words) -> None:
    words = ("put", "Author", "name=Ada", "email=countess@example.com", "--yes")
    assert tavola(*words)[0] == 1
    assert library.author.get("Ada").email == "ada@example.com"
    assert tavola(*words, "--replace")[0] == 0
    assert library.author.find_by_email("countess@example.com").name == "Ada"
    assert library.author.find_by_email("ada@example.com") is None


def test_what_get_prints_put_takes(library: Any, tavola: Words, tmp_path: Any) -> None:
    library.book.update("Ada", "Notes", tags={"x"}, notes={"b": b"\x00", "s": {1, 2}, "m": {}})
    before = library.book.get("Ada", "Notes")
    (tmp_path / "book.json").write_text(tavola("get", "Book", "Ada", "Notes", "--json")[1])
    library.book.delete("Ada", "Notes")
    assert tavola("put", "Book", "--from", str(tmp_path / "book.json"), "--yes")[0] == 0
    after = library.book.get("Ada", "Notes")
    after.version = before.version
    assert after == before


def test_update_sets_adds_and_removes_and_index_keys_follow(library: Any, tavola: Words) -> None:
    words = ("update", "Book", "Ada", "Notes", "shelf=B2", "lent+=2", "--remove", "pages", "--yes")
    assert tavola(*words)[0] == 0

    def shelf() -> list[tuple[str, int, int | None]]:
        found = library.book.books_on_shelf(shelf="B2").items
        return [(book.title, book.lent, book.pages) for book in found]

    eventually(shelf, [("Notes", 2, None)])


def test_update_is_refused_if_what_was_shown_has_changed(
    library: Any, tavola: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: object) -> bool:
        library.book.update("Ada", "Notes", pages=8)
        return True

    monkeypatch.setattr("tavola.cli.update.is_confirmed", ask)
    assert tavola("update", "Book", "Ada", "Notes", "pages=7")[0] == 1
    assert library.book.get("Ada", "Notes").pages == 8


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pages=x"], "pages=x is not a whole number."),
        (["status=lost"], "status=lost is not one of in, out."),
        (["price=1e"], "price=1e is not a number."),
        (["isNew=perhaps"], "isNew=perhaps is not true or false."),
        (["notes={"], "notes={ is not JSON."),
        (["shelf+=1"], "shelf: += adds to numbers only. Set it with =."),
        ([], "Book: nothing would change. Give name=value."),
    ],
)
@pytest.mark.usefixtures("library")
def test_a_value_that_does_not_fit_is_told(tavola: Words, words: list[str], told: str) -> None:
    code, _, err = tavola("update", "Book", "Ada", "Notes", *words, "--yes")
    assert (code, err) == (1, f"tavola update: {told}\n")


def test_delete_frees_unique_values(library: Any, tavola: Words) -> None:
    assert tavola("delete", "Author", "Ada", "--yes")[0] == 0
    assert library.author.get("Ada") is None
    library.author.create(name="Eve", email="ada@example.com")
