from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.items import capacity_units
from tavola.engine.storage.collection_limit import FILE_BYTES
from tavola.engine.storage.storage import Storage
from tavola.errors import ConditionFailed
from tests.engine.client import Client, key, n, s, units

INVALID = "One or more parameter values were invalid: "
NOT_VALID = "One or more parameter values are not valid. "
EMPTY = "The AttributeValue for a key attribute cannot contain an empty string value."


def test_a_put_replaces_the_whole_item(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x"), "y": s("y")}, {**key("a", 1), "x": s("z")})

    assert client.items("things") == [{**key("a", 1), "x": s("z")}]


def test_numbers_are_stored_in_their_canonical_form(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": {"N": "001.500"}, "y": {"NS": ["1e2", "-0"]}})

    assert client.items("things") == [{**key("a", 1), "x": {"N": "1.5"}, "y": {"NS": ["0", "100"]}}]


def test_the_old_item_is_returned_when_asked_for(client: Client) -> None:
    old = {**key("a", 1), "x": s("x")}
    client.put("things", old)

    answer = client("PutItem", TableName="things", Item=key("a", 1), ReturnValues="ALL_OLD")

    assert answer == {"Attributes": old}


def test_no_old_item_returns_nothing(client: Client) -> None:
    answer = client("PutItem", TableName="things", Item=key("a", 1), ReturnValues="ALL_OLD")

    assert answer == {}


@pytest.mark.parametrize("wanted", ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"])
def test_a_put_returns_only_the_old_item(client: Client, wanted: str) -> None:
    message = client.invalid("PutItem", TableName="things", Item={}, ReturnValues=wanted)

    assert message == "1 validation error detected: ReturnValues can only be ALL_OLD or NONE"


def test_a_condition_that_fails_leaves_the_item(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("old")})

    refused = client.refusal(
        "PutItem",
        TableName="things",
        Item={**key("a", 1), "x": s("new")},
        ConditionExpression="attribute_not_exists(pk)",
    )

    assert refused == ("ConditionalCheckFailedException", "The conditional request failed")
    assert client.items("things") == [{**key("a", 1), "x": s("old")}]


@pytest.mark.parametrize(
    ("wanted", "item"), [("ALL_OLD", {**key("a", 1), "x": s("old")}), ("NONE", None)]
)
def test_a_failed_condition_shows_the_item_when_asked_to(
    client: Client, wanted: str, item: dict[str, Any] | None
) -> None:
    client.put("things", {**key("a", 1), "x": s("old")})

    with pytest.raises(ConditionFailed) as refused:
        client(
            "PutItem",
            TableName="things",
            Item=key("a", 1),
            ConditionExpression="x = :x",
            ExpressionAttributeValues={":x": s("other")},
            ReturnValuesOnConditionCheckFailure=wanted,
        )

    assert refused.value.item == item


def test_a_condition_that_holds_lets_the_item_in(client: Client) -> None:
    client.put("things", {**key("a", 1), "v": n(1)})

    client(
        "PutItem",
        TableName="things",
        Item={**key("a", 1), "v": n(2)},
        ConditionExpression="v < :v",
        ExpressionAttributeValues={":v": n(2)},
    )

    assert client.items("things") == [{**key("a", 1), "v": n(2)}]


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({}, INVALID + "Missing the key pk in the item"),
        ({"pk": s("a")}, INVALID + "Missing the key sk in the item"),
        (
            {"pk": s("a"), "sk": s("x")},
            INVALID + "Type mismatch for key sk expected: N actual: S",
        ),
        (key("", 1), f"{NOT_VALID}{EMPTY} Key: pk"),
        (
            key("é" * 1025, 1),
            INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes",
        ),
        (
            {**key("a", 1), "g": n(5)},
            INVALID + "Type mismatch for Index Key g Expected: S Actual: N IndexName: keys",
        ),
        (
            {**key("a", 1), "h": {"NULL": True}},
            INVALID + "Type mismatch for Index Key h Expected: S Actual: NULL IndexName: keys",
        ),
        (
            {**key("a", 1), "g": s("")},
            f"{NOT_VALID}A value specified for a secondary index key is not supported. {EMPTY} "
            "IndexName: keys, IndexKey: g",
        ),
        (
            {**key("a", 1), "x": s("x" * 409_600)},
            "Item size has exceeded the maximum allowed size",
        ),
    ],
)
def test_an_item_must_fit_the_table(client: Client, item: dict[str, Any], message: str) -> None:
    assert client.invalid("PutItem", TableName="things", Item=item) == message


def test_an_item_of_exactly_400_kb_fits(client: Client) -> None:
    size_of_the_rest = len("id" + "a" + "x")
    item = {"id": s("a"), "x": s("x" * (409_600 - size_of_the_rest))}

    client.put("flat", item)

    assert client("GetItem", TableName="flat", Key={"id": s("a")}) == {"Item": item}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"ConditionExpression": ""},
            "Invalid ConditionExpression: The expression can not be empty;",
        ),
        (
            {"ExpressionAttributeValues": {":a": s("a")}},
            "1 validation error detected: ExpressionAttributeValues can only be specified when "
            "using expressions",
        ),
        (
            {"ConditionExpression": "a = :a", "ExpressionAttributeValues": {}},
            "ExpressionAttributeValues must not be empty",
        ),
        (
            {
                "ConditionExpression": "attribute_exists(a)",
                "ExpressionAttributeValues": {":b": s("b")},
            },
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:b}",
        ),
        (
            {"ConditionExpression": "attribute_exists(a)", "Expected": {"a": {"Exists": False}}},
            "1 validation error detected: Can not use both expression and non-expression "
            "parameters in the same request: Non-expression parameters: {Expected} "
            "Expression parameters: {ConditionExpression}",
        ),
    ],
)
def test_expressions_must_be_used_rightly(
    client: Client, parameters: dict[str, Any], message: str
) -> None:
    refused = client.invalid("PutItem", TableName="things", Item=key("a", 1), **parameters)

    assert refused.endswith(message)


@pytest.mark.parametrize(
    ("item", "parameters", "fault"),
    [
        (
            {"x": {"NS": []}},
            {"ReturnValues": "ALL_NEW", "ConditionExpression": ""},
            "An number set  may not be empty",
        ),
        (
            {"x": s("x" * 409_600)},
            {"ReturnValues": "ALL_NEW", "ConditionExpression": ""},
            "ReturnValues can only be",
        ),
        ({"x": s("x" * 409_600)}, {"ConditionExpression": ""}, "The expression can not be empty"),
        ({"x": s("x" * 409_600)}, {}, "Item size has exceeded"),
        ({}, {}, "Requested resource not found"),
    ],
)
def test_faults_are_reported_in_dynamodbs_order(
    client: Client, item: dict[str, Any], parameters: dict[str, Any], fault: str
) -> None:
    _, message = client.refusal("PutItem", TableName="nothing", Item=item, **parameters)

    assert fault in message


FULL = {**key("a", 1), "g": s("g"), "h": s("h"), "x": s("x")}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {"total": 1.0, "table": 1.0}),
        ({"x": s("y")}, {"total": 3.0, "table": 1.0, "local": 1.0, "whole": 1.0}),
        ({"z": s("z")}, {"total": 2.0, "table": 1.0, "whole": 1.0}),
        ({"g": s("other")}, {"total": 5.0, "table": 1.0, "whole": 2.0, "keys": 2.0}),
        (
            {"h": s("other")},
            {"total": 6.0, "table": 1.0, "local": 2.0, "whole": 1.0, "keys": 2.0},
        ),
        ({"z": s("z" * 1100)}, {"total": 4.0, "table": 2.0, "whole": 2.0}),
    ],
)
def test_a_put_costs_by_what_it_changes_in_each_index(
    client: Client, changes: dict[str, Any], expected: dict[str, float]
) -> None:
    client.put("things", FULL)

    answer = client(
        "PutItem", TableName="things", Item={**FULL, **changes}, ReturnConsumedCapacity="INDEXES"
    )

    assert units(answer["ConsumedCapacity"]) == expected


def test_leaving_an_index_costs_a_write(client: Client) -> None:
    client.put("things", FULL)

    answer = client("PutItem", TableName="things", Item=key("a", 1), ReturnConsumedCapacity="TOTAL")

    assert answer == {"ConsumedCapacity": {"TableName": "things", "CapacityUnits": 4.0}}


def test_collection_metrics_are_for_tables_with_local_indexes(client: Client) -> None:
    things = client(
        "PutItem", TableName="things", Item=key("a", 1), ReturnItemCollectionMetrics="SIZE"
    )
    flat = client(
        "PutItem", TableName="flat", Item={"id": s("a")}, ReturnItemCollectionMetrics="SIZE"
    )

    assert (things, flat) == (
        {
            "ItemCollectionMetrics": {
                "ItemCollectionKey": {"pk": s("a")},
                "SizeEstimateRangeGB": [0.0, 1.0],
            }
        },
        {},
    )


def test_a_collection_is_measured_once_all_items_are_more_than_a_gigabyte(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity_units, "_GIGABYTE", 1_000)
    for number in range(1, 4):
        client.put("things", {**key("a", number), "text": s("x" * 800)})

    answer = client(
        "PutItem", TableName="things", Item=key("a", 4), ReturnItemCollectionMetrics="SIZE"
    )

    assert answer["ItemCollectionMetrics"]["SizeEstimateRangeGB"] == [2.0, 3.0]


def test_a_collection_is_not_read_for_its_size_in_a_small_store(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    total = Storage.total

    def watched(storage: Storage, statement: str, values: tuple[Any, ...] = ()) -> Any:
        read.append(statement)
        return total(storage, statement, values)

    monkeypatch.setattr(Storage, "total", watched)
    client("PutItem", TableName="things", Item=key("a", 1), ReturnItemCollectionMetrics="SIZE")

    assert read == [FILE_BYTES]
