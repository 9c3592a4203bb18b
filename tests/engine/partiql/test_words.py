"""Which words PartiQL keeps for itself, and with which a statement begins."""

from __future__ import annotations

import pytest

from tavola.engine.partiql.lexer import first_word
from tavola.engine.partiql.words import FUNCTIONS, KEYWORDS, OPERATORS, TYPES
from tests.engine.client import Client, s

MALFORMED = "Statement wasn't well formed, can't be processed: "


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("SELECT * FROM things", "SELECT"),
        ("  select * FROM things", "SELECT"),
        ("-- note\n/* more */ Update things", "UPDATE"),
        ('"SELECT" * FROM', ""),
        ("'SELECT'", ""),
        ("5", ""),
        ("(SELECT)", ""),
        ("", ""),
        ("  -- only a note", ""),
    ],
)
def test_a_statement_begins_with_its_first_word(statement: str, word: str) -> None:
    assert first_word(statement) == word


@pytest.mark.parametrize("word", sorted(KEYWORDS - OPERATORS - {"MISSING"}))
def test_a_keyword_is_a_name_only_in_quotes(client: Client, word: str) -> None:
    client.put("flat", {"id": s("a"), word: s("x")})

    quoted = client("ExecuteStatement", Statement=f'SELECT "{word}" FROM flat')
    bare = client.invalid("ExecuteStatement", Statement=f"SELECT id, {word} FROM flat")

    assert quoted["Items"] == [{word: s("x")}]
    assert bare == f"{MALFORMED}Unexpected keyword"


@pytest.mark.parametrize("word", sorted(OPERATORS))
def test_an_operator_is_no_term(client: Client, word: str) -> None:
    message = client.invalid("ExecuteStatement", Statement=f"SELECT id, {word} FROM flat")

    assert message == f"{MALFORMED}Unexpected operator"


@pytest.mark.parametrize("word", ["id", "name", "status", "year", "KEYS", "items"])
def test_other_words_are_names(client: Client, word: str) -> None:
    client.put("flat", {"id": s("a"), **({} if word == "id" else {word: s("x")})})

    (found,) = client("ExecuteStatement", Statement=f"SELECT {word} FROM flat")["Items"]

    assert list(found) == [word]


@pytest.mark.parametrize("word", sorted(FUNCTIONS - {"SIZE"}))
def test_a_function_that_dynamodb_lacks_is_told(client: Client, word: str) -> None:
    message = client.invalid("ExecuteStatement", Statement=f"SELECT * FROM flat WHERE {word}(id)")

    assert message == f"Unrecognized function: {word.lower()} at 1:26:{len(word)}"


@pytest.mark.parametrize("word", sorted(TYPES))
def test_a_type_is_asked_for_by_its_name(client: Client, word: str) -> None:
    supported = {"MISSING", "NULL", "BOOL", "BOOLEAN", "BLOB", "STRING", "NUMERIC", "STRUCT"}
    statement = f"SELECT * FROM flat WHERE id IS {word}"

    if word in supported | {"TUPLE", "LIST"}:
        assert client("ExecuteStatement", Statement=statement) == {"Items": []}
    else:
        assert client.invalid("ExecuteStatement", Statement=statement) == (
            f"Unsupported data type for IS operator: {word}. Supported data types are "
            "[MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]"
        )
