"""Searches through vectors find what dynoxide and ExtendDB find, and are refused in the same words.

Both compare with every vector too. Scores are compared to six digits: ExtendDB adds up in 32 bits.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.difference.conftest import Comparison
from tests.difference.examples import many
from tests.engine.client import n, s
from tests.engine.searching import DISTANCES, query, vector, vector_index, vector_table
from tests.patience import until
from tests.reference.endpoint import Answer, Endpoint

DIMENSIONS = 5
ITEMS = 60
SCHEMA = {"tenant": "HASH", "kind": "INLINE_FILTER", "year": "INLINE_FILTER"}
TABLE = vector_table(
    *(
        vector_index(each.lower(), DistanceFunction=each, Dimensions=DIMENSIONS)
        for each in DISTANCES
    ),
    vector_index(
        "tenants",
        Dimensions=DIMENSIONS,
        schema=SCHEMA,
        Projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": ["note"]},
    ),
    types={"tenant": "S", "kind": "S", "year": "N"},
    TableName="vector_docs",
)


def items() -> list[dict[str, Any]]:
    """Make items that are the same in every run; not all of them are in every index."""
    rng = Random(23)
    made: list[dict[str, Any]] = []
    for number in range(ITEMS):
        numbers = [rng.randint(-400, 400) / 16 for _ in range(DIMENSIONS)]
        made.append({"id": s(f"k{number:02}"), "e": vector(*numbers), "note": s(f"n{number}")})
        if number % 7:
            made[-1]["tenant"] = s(f"t{number % 3}")
        if number % 5:
            made[-1] |= {"kind": s(f"kind{number % 2}"), "year": n(2_000 + number % 4)}
    return made


@pytest.fixture(scope="module")
def everyone(comparison: Comparison) -> list[Endpoint]:
    """Ours and the others, each with the same vectors."""
    endpoints: list[Endpoint] = [comparison.ours, *comparison.references]
    for endpoint in endpoints:
        assert not endpoint.execute("CreateTable", TABLE).is_error
        for item in items():
            until(partial(is_put, endpoint, item), "the table takes items")
        for index in ("cosine", "dot_product", "euclidean"):
            until(partial(found_all, endpoint, index), "the index shows every item")
    return endpoints


def is_put(endpoint: Endpoint, item: dict[str, Any], table: str = "vector_docs") -> bool:
    return not endpoint.execute("PutItem", {"TableName": table, "Item": item}).is_error


def found_all(endpoint: Endpoint, index: str) -> bool:
    """Whether an engine, whose indexes may lag, shows all items."""
    answer = ask(endpoint, index, [1.0] * DIMENSIONS, 100)
    return len(answer.body.get("SearchResults", ())) == ITEMS


def ask(endpoint: Endpoint, index: str, wanted: list[float], count: int, **more: Any) -> Answer:
    body = {"TableName": "vector_docs", "IndexName": index, "TopK": count, **more}
    return endpoint.execute("SearchVectors", {**body, "SearchVector": query(*wanted)})


def ranking(answer: Answer) -> list[float]:
    return [each["Score"] for each in answer.body["SearchResults"]]


def shown(answer: Answer) -> dict[str, tuple[float, Any]]:
    """Give score and item by key."""
    results = answer.body["SearchResults"]
    return {each["Item"]["id"]["S"]: (each["Score"], each["Item"]) for each in results}


VECTORS = st.lists(
    st.integers(-400, 400).map(lambda each: each / 16), min_size=DIMENSIONS, max_size=DIMENSIONS
)


@many
@given(
    index=st.sampled_from(["cosine", "dot_product", "euclidean"]),
    wanted=VECTORS,
    count=st.integers(1, 100),
)
def test_the_nearest_are_the_same(
    everyone: list[Endpoint], index: str, wanted: list[float], count: int
) -> None:
    ours, *others = [ask(endpoint, index, wanted, count) for endpoint in everyone]

    for other in others:
        assert ranking(other) == pytest.approx(ranking(ours), rel=1e-5, abs=1e-5)
        both = shown(ours).keys() & shown(other).keys()
        assert {key: shown(other)[key][1] for key in both} == {
            key: shown(ours)[key][1] for key in both
        }


@many
@given(
    wanted=VECTORS,
    tenant=st.sampled_from(["t0", "t1", "t2", "t9"]),
    kind=st.sampled_from([None, "kind0", "kind1", "other"]),
    year=st.sampled_from([None, "2001", "2002.0", "1"]),
)
def test_filters_choose_the_same(
    everyone: list[Endpoint], wanted: list[float], tenant: str, kind: str | None, year: str | None
) -> None:
    values: dict[str, Any] = {":t": s(tenant)}
    condition = "tenant = :t"
    if kind is not None:
        values[":k"], condition = s(kind), f"{condition} AND kind = :k"
    if year is not None:
        values[":y"], condition = {"N": year}, f"{condition} AND #y = :y"
    more: dict[str, Any] = {
        "SearchConditionExpression": condition,
        "ExpressionAttributeValues": values,
    }
    if year is not None:
        more["ExpressionAttributeNames"] = {"#y": "year"}

    ours, *others = [ask(one, "tenants", wanted, 100, **more) for one in everyone]

    for other in others:
        assert {key: item for key, (_, item) in shown(other).items()} == {
            key: item for key, (_, item) in shown(ours).items()
        }


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("SearchVectors", {"TopK": 101}),
    ("SearchVectors", {"IndexName": "ab"}),
    ("SearchVectors", {"IndexName": "none"}),
    ("SearchVectors", {"TableName": "no_such_table"}),
    ("SearchVectors", {"SearchVector": []}),
    ("SearchVectors", {"SearchVector": query(1, 2)}),
    ("SearchVectors", {"SearchVector": [{"S": "x"}] * DIMENSIONS}),
    ("SearchVectors", {"SearchVector": query("1e39", 1, 1, 1, 1)}),
    ("SearchVectors", {"IndexName": "tenants"}),
    ("SearchVectors", {"ReturnConsumedCapacity": "X"}),
    (
        "SearchVectors",
        {
            "IndexName": "tenants",
            "SearchConditionExpression": "tenant < :t",
            "ExpressionAttributeValues": {":t": s("t")},
        },
    ),
    (
        "SearchVectors",
        {
            "SearchConditionExpression": "tenant = :t",
            "ExpressionAttributeValues": {":t": s("t")},
        },
    ),
    ("PutItem", {"Item": {"id": s("x"), "e": s("x")}}),
    ("PutItem", {"Item": {"id": s("x"), "e": vector(1, 2)}}),
    ("PutItem", {"Item": {"id": s("x"), "e": {"L": [n(1), s("x"), n(1), n(1), n(1)]}}}),
    ("PutItem", {"Item": {"id": s("x"), "tenant": n(1)}}),
    ("PutItem", {"Item": {"id": s("x"), "kind": {"L": []}}}),
    ("PutItem", {"Item": {"id": s("x"), "tenant": s("")}}),
    (
        "UpdateTable",
        {"VectorIndexUpdates": [{"Create": vector_index("a1a")}, {"Create": vector_index("b1b")}]},
    ),
    ("UpdateTable", {"VectorIndexUpdates": [{"Delete": {"IndexName": "none"}}]}),
    (
        "UpdateTable",
        {"VectorIndexUpdates": [{"Create": vector_index("new", schema={"tenant": "HASH"})}]},
    ),
]


@pytest.mark.parametrize(("action", "changes"), REFUSED)
def test_what_is_wrong_is_refused_in_the_same_words(
    everyone: list[Endpoint], action: str, changes: dict[str, Any]
) -> None:
    body: dict[str, Any] = {"TableName": "vector_docs"}
    if action == "SearchVectors":
        body |= {"IndexName": "cosine", "TopK": 1, "SearchVector": query(*[1.0] * DIMENSIONS)}

    answers = [endpoint.execute(action, {**body, **changes}) for endpoint in everyone]

    assert answers[0].is_error
    assert {(each.code, each.message) for each in answers} == {
        (answers[0].code, answers[0].message)
    }


def test_a_write_costs_the_same(comparison: Comparison) -> None:
    item = {"id": s("a"), "e": vector(1, 2, 3, 4, 5), "tenant": s("t"), "text": s("x" * 3_000)}
    body = {"TableName": "vector_costs", "Item": item, "ReturnConsumedCapacity": "INDEXES"}
    costs: list[Any] = []
    for endpoint in (comparison.ours, *comparison.references):
        endpoint.execute("CreateTable", {**TABLE, "TableName": "vector_costs"})
        until(partial(is_put, endpoint, {"id": s("other")}, "vector_costs"), "the table is there")
        costs.append(endpoint.execute("PutItem", body).body["ConsumedCapacity"])

    assert costs[1:] == [costs[0]] * (len(costs) - 1)
