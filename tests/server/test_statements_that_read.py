"""Which statements the server takes for reads: those that the engine runs as reads."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine.engine import CheckedRequest
from tavola.engine.partiql.binding import parse_statement
from tavola.engine.partiql.statements import SelectStatement
from tavola.server.responder import may_wait

STATEMENTS = {
    "SELECT * FROM things": True,
    "select x from things where pk = 'a'": True,
    "SELECT/**/x FROM things": True,
    "UPDATE things SET x = 1 WHERE pk = 'a'": False,
    "DELETE FROM things WHERE pk = 'a'": False,
    "INSERT INTO things VALUE {'pk': 'SELECT'}": False,
}
ahead = st.lists(
    st.sampled_from([" ", "\n", "\t", "--SELECT\n", "--\n", "/**/", "/*SELECT*/", "/* -- */"])
).map("".join)


def is_taken_for_a_read(statement: str) -> bool:
    """Ask the server."""
    single = {"Statement": statement}
    asked: dict[str, dict[str, Any]] = {
        "ExecuteStatement": single,
        "BatchExecuteStatement": {"Statements": [single]},
        "ExecuteTransaction": {"TransactStatements": [single, single]},
    }
    found = {not may_wait(action, msgspec.json.encode(body)) for action, body in asked.items()}
    found |= {not may_wait(action, CheckedRequest(body)) for action, body in asked.items()}
    (is_read,) = found
    return is_read


@given(ahead=ahead, statement=st.sampled_from(sorted(STATEMENTS)))
def test_comments_ahead_of_a_statement_do_not_matter(ahead: str, statement: str) -> None:
    parsed = parse_statement(ahead + statement, ())

    assert isinstance(parsed, SelectStatement) is STATEMENTS[statement]
    assert is_taken_for_a_read(ahead + statement) is STATEMENTS[statement]


@pytest.mark.parametrize(
    "statement",
    ["", "--SELECT", "/*SELECT", "'SELECT'", '"SELECT" x', "SELECTED", "(SELECT", "-SELECT", "/"],
)
def test_what_is_no_select_may_wait(statement: str) -> None:
    assert not is_taken_for_a_read(statement)


def test_one_write_among_reads_may_wait() -> None:
    statements = [{"Statement": "SELECT * FROM a"}, {"Statement": "DELETE FROM a WHERE pk = 'x'"}]
    body = msgspec.json.encode({"Statements": statements})

    assert may_wait("BatchExecuteStatement", body)


@pytest.mark.parametrize("body", [b"", b"{", b'{"Statement": 5}', b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_may_wait(body: bytes) -> None:
    assert may_wait("ExecuteStatement", body)
