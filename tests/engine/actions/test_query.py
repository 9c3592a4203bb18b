from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.client import Client, key, n, s, units

BY_PK = {
    "TableName": "things",
    "KeyConditionExpression": "pk = :p",
    "ExpressionAttributeValues": {":p": s("a")},
}
BY_G = {
    "TableName": "things",
    "KeyConditionExpression": "g = :g",
    "ExpressionAttributeValues": {":g": s("g")},
}


def thing(number: int, **attributes: Any) -> dict[str, Any]:
    return {**key("a", number), "g": s("g"), "h": s(f"h{9 - number}"), **attributes}


@pytest.fixture
def filled(client: Client) -> Client:
    """Five items of one partition, whose `h` runs against `sk`, and one of another."""
    items = [thing(number, x=s("x"), y=n(number % 2)) for number in (-1, 0, 2, 3, 10)]
    client.put("things", *items, key("b", 1))
    return client


def sort_keys(answer: dict[str, Any]) -> list[str]:
    return [item["sk"]["N"] for item in answer["Items"]]


def test_a_partition_comes_in_the_order_of_its_sort_key(filled: Client) -> None:
    answer = filled("Query", **BY_PK)

    assert sort_keys(answer) == ["-1", "0", "2", "3", "10"]
    assert (answer["Count"], answer["ScannedCount"]) == (5, 5)
    assert "LastEvaluatedKey" not in answer


def test_a_partition_can_be_read_backwards(filled: Client) -> None:
    assert sort_keys(filled("Query", **BY_PK, ScanIndexForward=False)) == [
        "10",
        "3",
        "2",
        "0",
        "-1",
    ]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("sk = :a", ["0"]),
        ("sk < :b", ["-1", "0"]),
        ("sk <= :b", ["-1", "0", "2"]),
        ("sk > :b", ["3", "10"]),
        ("sk >= :b", ["2", "3", "10"]),
        ("sk BETWEEN :a AND :b", ["0", "2"]),
        (":b > sk", ["-1", "0"]),
    ],
)
def test_conditions_on_a_number(filled: Client, condition: str, expected: list[str]) -> None:
    values = {":p": s("a"), ":a": n(0), ":b": n(2)}
    used = {name: value for name, value in values.items() if name in f"{condition} :p"}

    answer = filled(
        "Query",
        TableName="things",
        KeyConditionExpression=f"pk = :p AND {condition}",
        ExpressionAttributeValues=used,
    )

    assert sort_keys(answer) == expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("begins_with(h, :t)", ["k", "kk", "k\x7f", "ké"]),
        ("h > :t", ["kk", "k\x7f", "ké", "l"]),
        ("h <= :t", ["a", "k"]),
    ],
)
def test_conditions_on_a_string_go_by_its_bytes(
    client: Client, condition: str, expected: list[str]
) -> None:
    texts = ["a", "k", "kk", "k\x7f", "ké", "l"]
    client.put("things", *({**key("a", number), "h": s(text)} for number, text in enumerate(texts)))

    answer = client(
        "Query",
        TableName="things",
        IndexName="local",
        KeyConditionExpression=f"pk = :p AND {condition}",
        ExpressionAttributeValues={":p": s("a"), ":t": s("k")},
    )

    assert [item["h"]["S"] for item in answer["Items"]] == expected


def test_a_limit_ends_the_page_with_the_last_key(filled: Client) -> None:
    answer = filled("Query", **BY_PK, Limit=2)

    assert (sort_keys(answer), answer["LastEvaluatedKey"]) == (["-1", "0"], key("a", 0))


def test_a_page_that_ends_at_the_last_item_still_names_its_key(filled: Client) -> None:
    answer = filled("Query", **BY_PK, Limit=5)
    rest = filled("Query", **BY_PK, ExclusiveStartKey=answer["LastEvaluatedKey"])

    assert rest == {"Count": 0, "ScannedCount": 0, "Items": []}


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("place", [{}, {"IndexName": "local"}])
def test_pages_of_one_item_are_the_whole_partition(
    filled: Client, place: dict[str, str], forward: bool
) -> None:
    whole = filled("Query", **BY_PK, **place, ScanIndexForward=forward)["Items"]

    pages = list(_pages(filled, **BY_PK, **place, ScanIndexForward=forward, Limit=1))

    assert [item for page in pages for item in page["Items"]] == whole


@pytest.mark.parametrize("forward", [True, False])
def test_pages_of_an_index_keep_items_of_equal_index_keys_apart(
    client: Client, forward: bool
) -> None:
    client.put("things", *({**key(f"p{i % 3}", i), "g": s("g"), "h": s("h")} for i in range(9)))
    request = {**BY_G, "IndexName": "keys", "ScanIndexForward": forward}
    whole = client("Query", **request)["Items"]

    pages = list(_pages(client, **request, Limit=2))

    assert len(whole) == 9
    assert [item for page in pages for item in page["Items"]] == whole


def _pages(client: Client, **request: Any) -> Iterator[dict[str, Any]]:
    page = client("Query", **request)
    yield page
    while "LastEvaluatedKey" in page:
        page = client("Query", **request, ExclusiveStartKey=page["LastEvaluatedKey"])
        yield page


def test_a_page_holds_at_most_one_megabyte(client: Client) -> None:
    client.put("things", *({**key("a", i), "x": s("x" * 300_000)} for i in range(5)))

    first = client("Query", **BY_PK, ReturnConsumedCapacity="TOTAL")
    second = client("Query", **BY_PK, ExclusiveStartKey=first["LastEvaluatedKey"])

    assert (sort_keys(first), sort_keys(second)) == (["0", "1", "2"], ["3", "4"])
    assert "LastEvaluatedKey" not in second
    assert first["ConsumedCapacity"]["CapacityUnits"] == 110.0


def test_a_filter_drops_items_but_not_their_cost(filled: Client) -> None:
    answer = filled(
        "Query",
        TableName="things",
        KeyConditionExpression="pk = :p",
        FilterExpression="y = :y",
        ExpressionAttributeValues={":p": s("a"), ":y": n(1)},
        Limit=4,
    )

    assert sort_keys(answer) == ["-1", "3"]
    assert (answer["Count"], answer["ScannedCount"]) == (2, 4)
    assert answer["LastEvaluatedKey"] == key("a", 3)


def test_a_projection_takes_what_it_names(filled: Client) -> None:
    answer = filled("Query", **BY_PK, ProjectionExpression="sk, x", Limit=1)

    assert answer["Items"] == [{"sk": n(-1), "x": s("x")}]


def test_a_count_has_no_items(filled: Client) -> None:
    answer = filled("Query", **BY_PK, Select="COUNT")

    assert answer == {"Count": 5, "ScannedCount": 5}


def test_a_count_counts_what_the_filter_lets_through(filled: Client) -> None:
    answer = filled(
        "Query",
        TableName="things",
        KeyConditionExpression="pk = :p",
        FilterExpression="y = :y",
        ExpressionAttributeValues={":p": s("a"), ":y": n(1)},
        Select="COUNT",
    )

    assert answer == {"Count": 2, "ScannedCount": 5}


def test_an_index_gives_what_it_projects(filled: Client) -> None:
    whole = filled("Query", **BY_G, IndexName="whole", Limit=1)["Items"]
    keys = filled("Query", **BY_G, IndexName="keys", Limit=1)["Items"]
    local = filled("Query", **BY_PK, IndexName="local", Limit=1)["Items"]

    assert whole == [thing(-1, x=s("x"), y=n(1))]
    assert keys == [thing(10)]
    assert local == [{**key("a", 10), "h": s("h-1"), "x": s("x")}]


def test_an_index_holds_only_items_that_have_its_key(filled: Client) -> None:
    filled.put("things", {**key("c", 1), "g": s("g")})

    with_sort_key = filled("Query", **BY_G, IndexName="keys", Select="COUNT")["Count"]
    without = filled("Query", **BY_G, IndexName="whole", Select="COUNT")["Count"]

    assert (with_sort_key, without) == (5, 6)


def test_an_index_on_binary_finds_its_items(client: Client) -> None:
    client.put("things", {**key("a", 1), "b": {"B": "AAE="}}, {**key("a", 2), "b": {"B": "AAI="}})

    answer = client(
        "Query",
        TableName="things",
        IndexName="binary",
        KeyConditionExpression="b = :b",
        ExpressionAttributeValues={":b": {"B": "AAI="}},
    )

    assert answer["Items"] == [{**key("a", 2), "b": {"B": "AAI="}}]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"Select": "ALL_ATTRIBUTES"}, [thing(10, x=s("x"), y=n(0)), thing(-1, x=s("x"), y=n(1))]),
        ({"ProjectionExpression": "y"}, [{"y": n(0)}, {"y": n(1)}]),
    ],
)
def test_a_local_index_fetches_from_the_table_what_it_does_not_project(
    filled: Client, wanted: dict[str, Any], expected: list[dict[str, Any]]
) -> None:
    answer = filled(
        "Query", **BY_PK, IndexName="local", Limit=2, **wanted, ReturnConsumedCapacity="INDEXES"
    )

    assert answer["Items"] == expected
    assert units(answer["ConsumedCapacity"]) == {"total": 1.5, "table": 1.0, "local": 0.5}


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (BY_PK, {"total": 0.5, "table": 0.5}),
        ({**BY_PK, "ConsistentRead": True}, {"total": 1.0, "table": 1.0}),
        ({**BY_G, "IndexName": "whole"}, {"total": 0.5, "table": 0.0, "whole": 0.5}),
        (
            {**BY_PK, "IndexName": "local", "ConsistentRead": True},
            {"total": 1.0, "table": 0.0, "local": 1.0},
        ),
    ],
)
def test_a_query_costs_the_sum_of_what_it_reads(
    filled: Client, request_: dict[str, Any], expected: dict[str, float]
) -> None:
    answer = filled("Query", **request_, ReturnConsumedCapacity="INDEXES")

    assert units(answer["ConsumedCapacity"]) == expected


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"IndexName": "nothing"}, "The table does not have the specified index: nothing"),
        ({"IndexName": "whole"}, "Query condition missed key schema element: g"),
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES"},
            "1 validation error detected: "
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
        ),
        (
            {"Select": "SPECIFIC_ATTRIBUTES"},
            "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression "
            "when choosing to get SPECIFIC_ATTRIBUTES",
        ),
        (
            {"Select": "COUNT", "ProjectionExpression": "x"},
            "1 validation error detected: "
            "Cannot specify the ProjectionExpression when choosing to get only the Count",
        ),
        (
            {"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "x"},
            "1 validation error detected: "
            "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES",
        ),
        (
            {"FilterExpression": "sk = :p"},
            "Filter Expression can only contain non-primary key attributes: Primary key "
            "attribute: sk",
        ),
        (
            {"AttributesToGet": ["x"]},
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet} "
            "Expression parameters: {KeyConditionExpression}",
        ),
        ({"ExclusiveStartKey": {}}, "The provided starting key is invalid"),
        ({"ExclusiveStartKey": {"pk": s("a")}}, "The provided starting key is invalid"),
        (
            {"ExclusiveStartKey": {**key("a", 1), "z": n(1)}},
            "The provided starting key is invalid",
        ),
        (
            {"ExclusiveStartKey": {"pk": s("a"), "sk": s("1")}},
            "The provided starting key is invalid: The provided key element does not match the "
            "schema",
        ),
        (
            {"ExclusiveStartKey": {"pk": s("a"), "sk": {}}},
            "The provided starting key is invalid: Supplied AttributeValue is empty, must contain "
            "exactly one of the supported datatypes",
        ),
        (
            {"ExclusiveStartKey": {"pk": s("a"), "sk": {"N": "x"}}},
            "The parameter cannot be converted to a numeric value: x",
        ),
        (
            {"ExclusiveStartKey": key("b", 1)},
            "The provided starting key is outside query boundaries based on provided conditions",
        ),
    ],
)
def test_a_query_must_fit_the_table(filled: Client, changes: dict[str, Any], message: str) -> None:
    assert filled.invalid("Query", **BY_PK, **changes) == message


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        (
            {"KeyConditionExpression": "name = :p", "FilterExpression": "status = :p"},
            "Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved "
            "keyword: name",
        ),
        (
            {"FilterExpression": "status = :p", "Select": "SPECIFIC_ATTRIBUTES"},
            "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: "
            "status",
        ),
        (
            {"ProjectionExpression": "x", "Select": "ALL_PROJECTED_ATTRIBUTES"},
            "Cannot specify the ProjectionExpression when choosing to get ALL_PROJECTED_ATTRIBUTES",
        ),
        (
            {"FilterExpression": "status = :p", "ProjectionExpression": "size"},
            "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: "
            "status",
        ),
    ],
)
def test_key_condition_filter_select_and_projection_are_checked_in_this_order(
    filled: Client, changes: dict[str, Any], named: str
) -> None:
    message = filled.invalid("Query", **{**BY_PK, **changes})

    assert message.removeprefix("1 validation error detected: ") == named


def test_a_start_must_fit_the_sort_condition(filled: Client) -> None:
    message = filled.invalid(
        "Query",
        TableName="things",
        KeyConditionExpression="pk = :p AND sk > :s",
        ExpressionAttributeValues={":p": s("a"), ":s": n(3)},
        ExclusiveStartKey=key("a", 1),
    )

    assert message == "The provided starting key does not match the range key predicate"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"ConsistentRead": True},
            "Consistent reads are not supported on global secondary indexes",
        ),
        (
            {"Select": "ALL_ATTRIBUTES"},
            "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
            "supported for global secondary index keys because its projection type is not ALL",
        ),
        (
            {"ProjectionExpression": "x, pk, a"},
            "One or more parameter values were invalid: Global secondary index keys does not "
            "project [a, x]",
        ),
        ({"ExclusiveStartKey": key("a", 1)}, "The provided starting key is invalid"),
    ],
)
def test_a_query_must_fit_a_global_index(
    filled: Client, changes: dict[str, Any], message: str
) -> None:
    assert filled.invalid("Query", **BY_G, IndexName="keys", **changes) == message


def test_a_query_needs_a_key_condition(client: Client) -> None:
    assert client.invalid("Query", TableName="things") == (
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
        "request."
    )


def test_a_table_without_sort_key_has_one_item_per_partition(client: Client) -> None:
    client.put("flat", {"id": s("a")}, {"id": s("b")})

    answer = client(
        "Query",
        TableName="flat",
        KeyConditionExpression="id = :id",
        ExpressionAttributeValues={":id": s("a")},
        Limit=1,
    )

    assert (answer["Items"], answer["LastEvaluatedKey"]) == ([{"id": s("a")}], {"id": s("a")})
