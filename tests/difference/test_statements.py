"""PartiQL statements find and change what they find and change in dynoxide.

ExtendDB has no PartiQL. Where dynoxide cannot follow DynamoDB's grammar, the statements here keep
to what it can.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine import Engine
from tests.difference.compare import order
from tests.difference.examples import few, many
from tests.reference.embedded import EngineEndpoint
from tests.reference.endpoint import Answer, Endpoint, HttpEndpoint

Pair = tuple[Endpoint, Endpoint]

TABLE = {
    "TableName": "stated",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"},
        {"AttributeName": "sk", "AttributeType": "N"},
    ],
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
}
ITEMS: list[dict[str, Any]] = [
    {"pk": {"S": "a"}, "sk": {"N": "1"}, "v": {"N": "1"}, "t": {"S": "abc"}},
    {"pk": {"S": "a"}, "sk": {"N": "2"}, "v": {"S": "1"}, "m": {"M": {"x": {"N": "1"}}}},
    {"pk": {"S": "b"}, "sk": {"N": "1"}, "t": {"SS": ["a", "b"]}, "v": {"N": "10"}},
    {"pk": {"S": "b"}, "sk": {"N": "-1"}, "t": {"S": ""}, "m": {"M": {}}},
]
PATHS = ("pk", "sk", "v", "t", "m.x")
TEXTS = ("'a'", "'b'", "'abc'")
NUMBERS = ("0", "1", "1.0", "-1", "10")
LITERALS = {"pk": TEXTS, "sk": NUMBERS}
"""What a key is compared with; DynamoDB refuses another type there, dynoxide finds nothing."""


@pytest.fixture(scope="module")
def pair(dynoxide: HttpEndpoint) -> Iterator[Pair]:
    """Our engine and dynoxide, with the same items."""
    with Engine.open("memory:") as engine:
        endpoints = (EngineEndpoint(engine), dynoxide)
        for endpoint in endpoints:
            endpoint.execute("CreateTable", TABLE)
        yield endpoints


def refill(endpoint: Endpoint) -> None:
    """Bring the table back to its items."""
    for item in endpoint.execute("Scan", {"TableName": "stated"}).body["Items"]:
        key = {"pk": item["pk"], "sk": item["sk"]}
        endpoint.execute("DeleteItem", {"TableName": "stated", "Key": key})
    for item in ITEMS:
        endpoint.execute("PutItem", {"TableName": "stated", "Item": item})


def outcome(answer: Answer) -> tuple[str | None, list[str]]:
    """Give what is comparable: the code, and the items without their order."""
    return answer.code, sorted(order(item) for item in answer.body.get("Items", []))


@st.composite
def predicates(draw: st.DrawFn) -> str:
    path = draw(st.sampled_from(PATHS))
    literals = st.sampled_from(LITERALS.get(path, (*TEXTS, *NUMBERS, "''", "true")))
    literal = draw(literals)
    kind = draw(st.sampled_from(("compare", "compare", "in", "is", "begins", "contains")))
    if kind == "compare":
        operator = draw(st.sampled_from(("=", "<>", "<", "<=", ">", ">=")))
        return f"{path} {operator} {literal}"
    if kind == "in":
        return f"{path} IN [{literal}, {draw(literals)}]"
    if kind == "is":
        return f"{path} IS {draw(st.sampled_from(('', 'NOT ')))}MISSING"
    function = "begins_with" if kind == "begins" else "contains"
    return f"{function}({'t' if path == 'sk' else path}, 'a')"


conditions = st.recursive(
    predicates(),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(("AND", "OR")), inner).map(
            lambda parts: f"({' '.join(parts)})"
        ),
        inner.map(lambda condition: f"NOT ({condition})"),
    ),
    max_leaves=4,
)


def is_ordering_of_booleans(condition: str) -> bool:
    """Say whether a condition orders by a boolean, which DynamoDB refuses and dynoxide does not."""
    return any(f"{sign} true" in condition for sign in ("<", "<=", ">", ">="))


@many
@given(conditions.filter(lambda condition: not is_ordering_of_booleans(condition)))
def test_a_select_finds_the_same_items(pair: Pair, condition: str) -> None:
    for endpoint in pair:
        refill_once(endpoint)
    ours, theirs = (
        outcome(
            endpoint.execute(
                "ExecuteStatement", {"Statement": f"SELECT * FROM stated WHERE {condition}"}
            )
        )
        for endpoint in pair
    )

    assert ours == theirs


def refill_once(endpoint: Endpoint) -> None:
    """Fill the table if it has not the items of a read."""
    found = endpoint.execute("Scan", {"TableName": "stated"}).body["Items"]
    if sorted(map(order, found)) != sorted(map(order, ITEMS)):
        refill(endpoint)


CHANGES = (
    "INSERT INTO stated VALUE {'pk': 'c', 'sk': 1, 'l': [1, 'x', null, true], 'm': {'k': {}}}",
    "INSERT INTO stated VALUE {'pk': 'c', 'sk': 1, 's': <<'a', 'b'>>, 'n': <<1, 2>>}",
    "INSERT INTO stated VALUE {'pk': 'a', 'sk': 1}",
    "INSERT INTO stated VALUE {'pk': 'c'}",
    "INSERT INTO stated VALUE {'pk': 1, 'sk': 1}",
    "UPDATE stated SET v = 5 WHERE pk = 'a' AND sk = 1",
    "UPDATE stated SET v = v + 5 WHERE pk = 'a' AND sk = 1 RETURNING ALL NEW *",
    "UPDATE stated SET v = v - 5 WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD *",
    "UPDATE stated SET v = 5, w = 'x' WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED NEW *",
    "UPDATE stated SET m.x = 5 WHERE pk = 'a' AND sk = 2 RETURNING ALL NEW *",
    "UPDATE stated REMOVE v WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED OLD *",
    "UPDATE stated REMOVE v WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED NEW *",
    "UPDATE stated SET v = 5 WHERE pk = 'nobody' AND sk = 1",
    "UPDATE stated SET v = 5 WHERE pk = 'a' AND sk = 1 AND v = 99",
    "UPDATE stated SET v = 5 WHERE pk = 'a'",
    "DELETE FROM stated WHERE pk = 'a' AND sk = 1",
    "DELETE FROM stated WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD *",
    "DELETE FROM stated WHERE pk = 'a' AND sk = 1 AND v = 99",
    "DELETE FROM stated WHERE pk = 'nobody' AND sk = 1 RETURNING ALL OLD *",
    "DELETE FROM stated WHERE pk = 'a'",
)


@pytest.mark.parametrize("statement", CHANGES)
def test_a_write_leaves_the_same_items(pair: Pair, statement: str) -> None:
    ours, theirs = (_written(endpoint, statement) for endpoint in pair)

    assert ours == theirs


def _written(endpoint: Endpoint, statement: str) -> Any:
    refill(endpoint)
    answer = endpoint.execute("ExecuteStatement", {"Statement": statement})
    left = endpoint.execute("Scan", {"TableName": "stated"}).body["Items"]
    return _plain(answer), sorted(map(order, map(_sorted_sets, left)))


def _plain(answer: Answer) -> Any:
    return answer.code, answer.message, json.dumps(_sorted_sets(answer.body), sort_keys=True)


def _sorted_sets(value: Any) -> Any:
    if isinstance(value, dict):
        members: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType] - it is JSON
        return {
            name: sorted(inner) if name in ("SS", "NS") else _sorted_sets(inner)
            for name, inner in members.items()
        }
    if isinstance(value, list):
        return [_sorted_sets(inner) for inner in value]  # pyright: ignore[reportUnknownVariableType] - as above
    return value


@few
@given(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=4, unique=True))
def test_a_transaction_of_statements_ends_alike(pair: Pair, statements: list[str]) -> None:
    kept = [each for each in statements if "RETURNING" not in each and _names_its_key(each)]
    ours, theirs = (_transacted(endpoint, kept or [CHANGES[0]]) for endpoint in pair)

    assert ours == theirs


def _names_its_key(statement: str) -> bool:
    """Say whether a statement names one item; DynamoDB refuses others before it begins."""
    return "sk" in statement and "'pk': 1" not in statement


def _transacted(endpoint: Endpoint, statements: list[str]) -> Any:
    """Run a transaction; of several faults dynoxide reports the first, DynamoDB all."""
    refill(endpoint)
    body = {"TransactStatements": [{"Statement": each} for each in statements]}
    answer = endpoint.execute("ExecuteTransaction", body)
    left = endpoint.execute("Scan", {"TableName": "stated"}).body["Items"]
    return answer.code, sorted(map(order, map(_sorted_sets, left)))
