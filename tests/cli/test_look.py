"""`tavola get`, `query`, `items` and `shell`, on every store that commands reach."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Words
from tests.generate.changing import where_commands_reach
from tests.patience import eventually

pytestmark = where_commands_reach


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_get_shows_all_fields_of_an_item(library: Any, tavola: Words) -> None:
    code, out, _ = tavola("get", "Book", "Ada", "Notes", "--json")
    (book,) = lines(out)
    stored = library.book.get("Ada", "Notes")
    assert code == 0
    assert book == {
        "author": "Ada",
        "title": "Notes",
        "shelf": "A1",
        "pages": 100,
        "lent": 0,
        "tags": [],
        "status": "in",
        "version": stored.version,
    }


@pytest.mark.usefixtures("library")
def test_get_takes_the_key_by_name_in_any_order(tavola: Words) -> None:
    code, out, _ = tavola("get", "book", "title=Notes", "author=Ada", "--json")
    assert (code, lines(out)[0]["title"]) == (0, "Notes")


@pytest.mark.usefixtures("library")
def test_an_item_that_is_not_there_is_one_line_and_exit_code_1(tavola: Words) -> None:
    assert tavola("get", "Book", "Ada", "Nothing") == (
        1,
        "",
        "tavola get: Book Ada Nothing: there is no such item.\n",
    )


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["get", "Boook", "Ada"], "Boook: the design has no such model. Did you mean Book?"),
        (["get", "Book", "Ada"], "Book: title is missing. Its key is author=… title=…."),
        (["get", "Book", "a", "b", "c"], "Book: 'c' is too much. Its key is author=… title=…."),
        (
            ["query", "Book.booksByAuthor"],
            "Book.booksByAuthor: there is no such index or access pattern."
            " Book has booksOfAuthor, booksOnShelf, lentBooks.",
        ),
        (
            ["query", "Book.booksOnShelf", "shelff=A1"],
            "shelff: Book has no such field. Did you mean shelf?",
        ),
        (
            ["query", "Book.booksOfAuthor", "author=Ada", "--where", "pages>many"],
            "pages=many is not a whole number.",
        ),
        (
            ["query", "Book"],
            "Book is not iterable, so that showing all would read the whole table. Ask one of its"
            " indexes (Book.booksOfAuthor, Book.booksOnShelf), or add --scan.",
        ),
    ],
)
def test_a_wrong_word_is_told_with_the_right_one(
    tavola: Words, words: list[str], told: str
) -> None:
    assert tavola(*words) == (1, "", f"tavola {words[0]}: {told}\n")


@pytest.mark.usefixtures("library")
def test_query_asks_an_index_with_a_condition_on_its_last_field(tavola: Words) -> None:
    words = ("query", "Book.booksOfAuthor", "author=Ada", "title^=N", "--json", "--descending")
    assert [book["title"] for book in lines(tavola(*words)[1])] == ["Numbers", "Notes"]


@pytest.mark.usefixtures("library")
def test_two_bounds_are_a_range(tavola: Words) -> None:
    words = ("query", "Book.booksOfAuthor", "author=Ada", "title>=F", "title<=Nt", "--json")
    assert [book["title"] for book in lines(tavola(*words)[1])] == ["Notes"]


@pytest.mark.usefixtures("library")
def test_conditions_filter_and_json_says_the_rest(tavola: Words) -> None:
    asked = ("query", "Book.booksOfAuthor", "author=Ada")
    assert tavola(*asked, "--where", "pages>=100", "--count")[1] == "2\n"
    assert tavola(*asked, "--where", "pages>=100", "--where", "title~umb", "--count")[1] == "1\n"
    assert tavola(*asked, "--where", '{"pages": {"$in": [0, 200]}}', "--count")[1] == "2\n"


@pytest.mark.usefixtures("library")
def test_a_page_ends_with_the_words_that_show_the_next(tavola: Words) -> None:
    asked = ("query", "Book.booksOfAuthor", "author=Ada", "--limit", "2", "--json")
    _, out, err = tavola(*asked)
    cursor = err.split("--cursor ")[1].strip()
    _, rest, _ = tavola(*asked, "--cursor", cursor)
    titles = [book["title"] for book in lines(out) + lines(rest)]
    assert titles == ["Engines", "Notes", "Numbers"]


def test_a_pattern_and_a_unique_value_are_asked_by_their_names(library: Any, tavola: Words) -> None:
    library.book.update("Ada", "Notes", status="out")
    assert (
        lines(tavola("query", "Book.lentBooks", "author=Ada", "--json")[1])[0]["title"] == "Notes"
    )
    found = tavola("query", "Author.uniqueEmail", "email=ada@example.com", "--json")[1]
    assert lines(found) == [{"name": "Ada", "email": "ada@example.com"}]


@pytest.mark.usefixtures("library")
def test_a_scan_is_asked_for_by_name(tavola: Words) -> None:
    assert tavola("query", "Book", "--scan", "--count")[1] == "3\n"


@pytest.mark.usefixtures("library")
def test_explain_sends_nothing(tavola: Words) -> None:
    code, out, _ = tavola("query", "Book.booksOnShelf", "shelf=A1", "--explain")
    assert code == 0
    assert "Query on GSI1" in out


@pytest.mark.usefixtures("library")
def test_a_grid_fits_the_terminal(tavola: Words, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    _, out, err = tavola("query", "Book.booksOfAuthor", "author=Ada")
    assert max(map(len, out.splitlines())) <= 60
    assert "Engines" in out
    assert "not shown: " in err


def test_items_tells_the_models_of_a_partition_apart(library: Any, tavola: Words) -> None:
    stray = {"PK": {"S": "AUTHOR#Ada"}, "SK": {"S": "what is it"}}
    library.store.execute("PutItem", {"TableName": library.table_name, "Item": stray})
    _, out, _ = tavola("items", "AUTHOR#Ada", "--json")
    assert [(one["item"]["SK"]["S"], one["model"]) for one in lines(out)] == [
        ("BOOK#Engines", "Book"),
        ("BOOK#Notes", "Book"),
        ("BOOK#Numbers", "Book"),
        ("META", "Author"),
        ("what is it", None),
    ]
    locks = tavola("items", "EMAIL#ada@example.com", "--json")[1]
    assert [one["model"] for one in lines(locks)] == ["lock of Author"]


@pytest.mark.usefixtures("library")
def test_items_of_an_index_by_the_beginning_of_their_sort_keys(tavola: Words) -> None:
    words = ("items", "SHELF#A1", "--index", "GSI1", "--begins-with", "Nu", "--json")
    eventually(lambda: [one["item"]["title"]["S"] for one in lines(tavola(*words)[1])], ["Numbers"])
    assert tavola("items", "x", "--index", "GSI9")[2] == (
        "tavola items: --index GSI9: the table has no such index. It has GSI1.\n"
    )


@pytest.mark.usefixtures("library")
def test_the_shell_knows_the_table_and_its_models(tavola: Words) -> None:
    code, out, _ = tavola("shell", "-c", 'print(db.book.get("Ada", "Notes").pages, Book.__name__)')
    assert (code, out) == (0, "100 Book\n")
