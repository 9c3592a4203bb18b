from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.engine.client import Client, n, s
from tests.engine.searching import (
    TENANTS,
    ids,
    in_tenant,
    put_vectors,
    query,
    scores,
    search,
    vector,
    vector_index,
    vector_table,
)

AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "xy": (1, 1, 0), "far": (-1, 0, 0)}


@pytest.fixture
def docs(client: Client) -> Client:
    client("CreateTable", **TENANTS)
    return client


def made(client: Client, **changes: Any) -> Client:
    """Make a table with one vector index and the axes in it."""
    client("CreateTable", **vector_table(vector_index(**changes)))
    put_vectors(client, AXES)
    return client


def refused(client: Client, **changes: Any) -> str:
    body = {"TableName": "docs", "IndexName": "near", "SearchVector": query(1, 0, 0), "TopK": 1}
    return client.invalid("SearchVectors", **{**body, **changes})


def test_cosine_is_zero_for_the_same_direction_and_two_for_the_opposite(client: Client) -> None:
    answer = search(made(client), 2, 0, 0)

    assert ids(answer) == ["x", "xy", "y", "far"]
    assert scores(answer) == pytest.approx([0.0, 1 - 1 / sqrt(2), 1.0, 2.0])


def test_euclidean_is_the_distance(client: Client) -> None:
    answer = search(made(client, DistanceFunction="EUCLIDEAN"), 2, 0, 0)

    assert ids(answer) == ["x", "xy", "y", "far"]
    assert scores(answer) == pytest.approx([1.0, sqrt(2), sqrt(5), 3.0])


def test_dot_product_is_highest_first(client: Client) -> None:
    answer = search(made(client, DistanceFunction="DOT_PRODUCT"), 2, 1, 0)

    assert list(zip(ids(answer), scores(answer), strict=True)) == [
        ("xy", 3.0),
        ("x", 2.0),
        ("y", 1.0),
        ("far", -2.0),
    ]


def test_a_hundred_are_given_at_most(docs: Client) -> None:
    put_vectors(docs, {f"k{number:03}": (1, number, 0) for number in range(150)})

    found = ids(search(docs, 1, 0, 0, TopK=100))

    assert found == [f"k{number:03}" for number in range(100)]


def test_as_many_are_given_as_asked_for(client: Client) -> None:
    assert ids(search(made(client), 1, 0, 0, TopK=2)) == ["x", "xy"]


def test_an_empty_index_gives_nothing(docs: Client) -> None:
    assert search(docs, 1, 0, 0) == {"SearchResults": []}


def test_equal_scores_are_in_one_order_each_time(docs: Client) -> None:
    put_vectors(docs, {f"k{number}": (1, 1, 1) for number in range(50)})

    assert ids(search(docs, 1, 1, 1)) == ids(search(docs, 1, 1, 1))


def test_a_vector_of_zeros_is_at_a_right_angle_to_all(docs: Client) -> None:
    put_vectors(docs, {"zero": (0, 0, 0), "x": (1, 0, 0)})

    assert scores(search(docs, 1, 0, 0)) == [0.0, 1.0]
    assert scores(search(docs, 0, 0, 0)) == [1.0, 1.0]


def test_the_vector_is_shown_only_if_it_is_asked_for(docs: Client) -> None:
    item = {"id": s("a"), "e": vector("0.123456789", 1, 0), "title": s("t")}
    docs.put("docs", item)

    plain = search(docs, 1, 0, 0)["SearchResults"][0]["Item"]
    asked = search(docs, 1, 0, 0, ProjectionExpression="e, title")["SearchResults"][0]["Item"]

    assert plain == {"id": s("a"), "title": s("t")}
    # As the index has it, in 32 bits.
    assert asked == {"e": vector("0.12345679", 1, 0), "title": s("t")}


@pytest.mark.parametrize(
    ("projection", "shown"),
    [
        ({"ProjectionType": "KEYS_ONLY"}, {"id", "kind"}),
        ({"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]}, {"id", "kind", "title"}),
        ({"ProjectionType": "ALL"}, {"id", "kind", "title", "text"}),
    ],
)
def test_what_is_projected_is_shown(
    client: Client, projection: dict[str, Any], shown: set[str]
) -> None:
    index = vector_index(Projection=projection, schema={"kind": "INLINE_FILTER"})
    client("CreateTable", **vector_table(index, types={"kind": "S"}))
    item = {"id": s("a"), "e": vector(1, 0, 0), "kind": s("k"), "title": s("t"), "text": s("x")}
    client.put("docs", item)

    (found,) = search(client, 1, 0, 0)["SearchResults"]

    assert found["Item"].keys() == shown


def test_filters_choose_before_the_nearest_are_taken(docs: Client) -> None:
    for number in range(60):
        kind = "rare" if number == 59 else "usual"
        docs.put(
            "docs",
            {
                "id": s(f"k{number}"),
                "e": vector(1, number / 60, 0),
                "tenant": s("acme"),
                "kind": s(kind),
                "year": n(2_000 + number % 2),
            },
        )
    condition = {
        "IndexName": "tenants",
        "SearchConditionExpression": "tenant = :t AND #k = :k AND :y = #y",
        "ExpressionAttributeNames": {"#k": "kind", "#y": "year"},
        "ExpressionAttributeValues": {":t": s("acme"), ":k": s("rare"), ":y": {"N": "2001.0"}},
    }

    assert ids(search(docs, 1, 0, 0, TopK=1, **condition)) == ["k59"]
    other = {**condition["ExpressionAttributeValues"], ":y": n(1999)}  # type: ignore[dict-item]
    assert ids(search(docs, 1, 0, 0, **{**condition, "ExpressionAttributeValues": other})) == []


def test_an_item_without_the_partition_key_is_not_in_the_index(docs: Client) -> None:
    docs.put("docs", {"id": s("a"), "e": vector(1, 0, 0)})
    docs.put("docs", {"id": s("b"), "e": vector(1, 0, 0), "tenant": s("acme")})

    assert ids(search(docs, 1, 0, 0)) == ["b", "a"] or ids(search(docs, 1, 0, 0)) == ["a", "b"]
    assert ids(search(docs, 1, 0, 0, **in_tenant("acme"))) == ["b"]
    docs("UpdateItem", TableName="docs", Key={"id": s("b")}, UpdateExpression="REMOVE tenant")
    assert ids(search(docs, 1, 0, 0, **in_tenant("acme"))) == []


def test_capacity_is_told_in_bytes(docs: Client) -> None:
    put_vectors(docs, {f"k{number}": (1, 1, 1) for number in range(100)})

    few = search(docs, 1, 1, 1, **in_tenant("acme"), ReturnConsumedCapacity="TOTAL")
    all_of_them = search(docs, 1, 1, 1, ReturnConsumedCapacity="INDEXES")

    assert few["ConsumedCapacity"] == {"VectorSearchRequestBytes": 1024.0}
    assert all_of_them["ConsumedCapacity"] == {"VectorSearchRequestBytes": 1200.0}
    assert "ConsumedCapacity" not in search(docs, 1, 1, 1, ReturnConsumedCapacity="NONE")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"TopK": 101},
            "Provided TopK value '101' is out of valid range. The value must be between 1 and 100 "
            "inclusive",
        ),
        (
            {"TopK": 0},
            "1 validation error detected: Value at 'TopK' failed to satisfy constraint: Member "
            "must have value greater than or equal to 1",
        ),
        (
            {"IndexName": "ab"},
            "1 validation error detected: Value at 'IndexName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 3",
        ),
        (
            {"SearchVector": []},
            "1 validation error detected: Value at 'SearchVector' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1",
        ),
        (
            {"IndexName": "x" * 256},
            "1 validation error detected: Value at 'IndexName' failed to satisfy constraint: "
            "Member must have length less than or equal to 255",
        ),
        (
            {"IndexName": "x" * 255},
            f"The table does not have the specified index: {'x' * 255}",
        ),
        ({"IndexName": "abc"}, "The table does not have the specified index: abc"),
        ({"IndexName": "other"}, "The table does not have the specified index: other"),
        (
            {"SearchVector": query(1, 0)},
            "Input search vector dimension 2 does not match vector index dimension 3",
        ),
        (
            {"IndexName": "tenants"},
            "SearchConditionExpression must be provided when SearchSchema has a HASH key",
        ),
    ],
)
def test_a_wrong_search_is_refused(docs: Client, changes: dict[str, Any], message: str) -> None:
    assert refused(docs, **changes) == message


@pytest.mark.parametrize(
    "wrong", [[{"L": query(1, 0, 0)}], [s("a"), n(1), n(1)], query("1e39", 0, 0)]
)
def test_a_search_vector_has_numbers_of_32_bits(docs: Client, wrong: list[Any]) -> None:
    assert refused(docs, SearchVector=wrong) == (
        "Search vector contains invalid values. All values in the search vector must be a 32-bit "
        "floating-point number attribute"
    )


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (
            "tenant < :t",
            "Invalid SearchConditionExpression: Invalid comparator used in "
            "SearchConditionExpression",
        ),
        (
            "tenant = :t OR kind = :t",
            "Invalid SearchConditionExpression: Invalid operator used in SearchConditionExpression",
        ),
        (
            "tenant = :t AND tenant = :t",
            "Invalid SearchConditionExpression: SearchConditionExpression must only contain one "
            "condition per attribute",
        ),
        (
            "tenant.x = :t",
            "Invalid SearchConditionExpression: SearchConditionExpression cannot have conditions "
            "on nested attributes",
        ),
        (
            "tenant = :t AND title = :t",
            "SearchConditionExpression must not contain any attributes that is not in "
            "SearchSchema. Invalid attribute: title",
        ),
        (
            "kind = :t",
            "SearchConditionExpression must have all HASH attributes in configured SearchSchema",
        ),
        (
            "tenant = :t AND #y = :t",
            "Type of 'year' attribute in SearchConditionExpression (S) does not match type in "
            "search schema (N)",
        ),
        (
            "tenant = :x",
            "Invalid SearchConditionExpression: An expression attribute value used in expression "
            "is not defined; attribute value: :x",
        ),
    ],
)
def test_a_condition_is_made_of_equalities(docs: Client, condition: str, message: str) -> None:
    more = {"ExpressionAttributeNames": {"#y": "year"}} if "#y" in condition else {}
    assert message == refused(
        docs,
        IndexName="tenants",
        SearchConditionExpression=condition,
        ExpressionAttributeValues={":t": s("acme")},
        **more,
    )


def test_an_empty_partition_key_is_refused(docs: Client) -> None:
    assert refused(docs, **in_tenant("")) == (
        "One or more parameter values are not valid. The AttributeValue for a key attribute "
        "cannot contain an empty string value. Key: tenant"
    )


def test_a_table_must_be_there(docs: Client) -> None:
    refusal = docs.refusal(
        "SearchVectors", TableName="none", IndexName="near", SearchVector=query(1), TopK=1
    )

    assert refusal == ("ResourceNotFoundException", "Requested resource not found")


def test_a_vector_index_is_neither_queried_nor_scanned(docs: Client) -> None:
    message = docs.invalid("Scan", TableName="docs", IndexName="near")

    assert message == "The table does not have the specified index: near"


def test_answers_of_more_than_16_mb_are_refused(docs: Client) -> None:
    for number in range(60):
        docs.put("docs", {"id": s(f"k{number}"), "e": vector(1, 1, 1), "text": s("x" * 300_000)})

    assert "limit of 16 MB" in refused(docs, SearchVector=query(1, 1, 1), TopK=60)
    assert len(ids(search(docs, 1, 1, 1, TopK=60, ProjectionExpression="id"))) == 60
