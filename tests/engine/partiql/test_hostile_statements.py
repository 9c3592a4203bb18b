"""Whatever a statement or iterator says, the answer is a result or one of DynamoDB's refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.errors import StoreError
from tests.engine.client import Client, key, n, s
from tests.engine.conftest import THINGS

WORDS = (
    *("SELECT", "*", "FROM", "things", ".", "keys", "WHERE", "AND", "OR", "NOT", "ORDER BY"),
    *("INSERT INTO", "VALUE", "UPDATE", "SET", "REMOVE", "DELETE", "EXISTS", "RETURNING"),
    *("ALL", "OLD", "NEW", "MODIFIED", "IN", "BETWEEN", "IS", "MISSING", "NULL", "true"),
    *("pk", "sk", "v", "m.x", "l[0]", "'a'", "1", "-", "+", "?", "=", "<>", "<", ">=", ","),
    *("(", ")", "[", "]", "{", "}", "<<", ">>", "'pk':", "'sk':", '"', "'", ";", "\n", "--"),
    *("begins_with(", "contains(", "size(", "list_append(", "set_add(", "if_not_exists("),
)
soup = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)
beginnings = st.sampled_from(
    (
        "SELECT * FROM things WHERE ",
        "SELECT pk FROM things WHERE pk = 'a' AND ",
        "UPDATE things SET v = ",
        "UPDATE things SET v = 1 WHERE pk = 'a' AND sk = 1 AND ",
        "DELETE FROM things WHERE pk = 'a' AND sk = 1 AND ",
        "INSERT INTO things VALUE {'pk': 'a', 'sk': 1, 'v': ",
        "",
    )
)
statements = st.one_of(st.tuples(beginnings, soup).map("".join), st.text(max_size=60))
EXPECTED = frozenset(
    {
        "answered",
        "ConditionalCheckFailedException",
        "DuplicateItemException",
        "ExpiredIteratorException",
        "ResourceNotFoundException",
        "SerializationException",
        "TransactionCanceledException",
        "ValidationException",
    }
)


@pytest.fixture(scope="module")
def hostile() -> Iterator[Client]:
    with Engine.open("memory:") as engine:
        client = Client(engine)
        client("CreateTable", **THINGS)
        client.put("things", {**key("a", 1), "v": n(1), "g": s("x")})
        yield client


def outcome(client: Client, action: str, **body: object) -> str:
    """Say that a request was answered, or with which code it was refused."""
    try:
        client.engine.execute(action, body)
    except StoreError as error:
        return error.code
    return "answered"


@settings(max_examples=200)
@given(statement=statements)
def test_any_text_is_answered(hostile: Client, statement: str) -> None:
    assert outcome(hostile, "ExecuteStatement", Statement=statement) in EXPECTED


@settings(max_examples=100)
@given(several=st.lists(statements, min_size=1, max_size=3))
def test_any_texts_are_answered_together(hostile: Client, several: list[str]) -> None:
    members = [{"Statement": each} for each in several]

    codes = {
        outcome(hostile, "BatchExecuteStatement", Statements=members),
        outcome(hostile, "ExecuteTransaction", TransactStatements=members),
    }

    assert codes <= EXPECTED


@settings(max_examples=100)
@given(text=st.text(max_size=60), data=st.binary(max_size=40))
def test_any_iterator_and_token_is_answered(hostile: Client, text: str, data: bytes) -> None:
    codes = {
        outcome(hostile, "GetRecords", ShardIterator=text or "x"),
        outcome(hostile, "GetRecords", ShardIterator=f"{text}|1|{data.hex()}"),
        outcome(hostile, "ExecuteStatement", Statement="SELECT * FROM things", NextToken=text),
        outcome(hostile, "ListExports", NextToken=text),
        outcome(hostile, "ListStreams", ExclusiveStartStreamArn=f"arn:{text}" * 9),
    }

    assert codes <= EXPECTED
