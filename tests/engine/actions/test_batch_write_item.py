from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.faults import Faults
from tests.engine.client import Client, key, n, s, units

DUPLICATES = "Provided list of item keys contains duplicates"


def put(item: dict[str, Any]) -> dict[str, Any]:
    return {"PutRequest": {"Item": item}}


def delete(wanted: dict[str, Any]) -> dict[str, Any]:
    return {"DeleteRequest": {"Key": wanted}}


def test_puts_and_deletions_of_several_tables_are_done(client: Client) -> None:
    client.put("things", key("a", 1))

    answer = client(
        "BatchWriteItem",
        RequestItems={
            "things": [delete(key("a", 1)), put(key("a", 2))],
            "flat": [put({"id": s("a")})],
        },
    )

    assert answer == {"UnprocessedItems": {}}
    assert client.items("things") == [key("a", 2)]
    assert client.items("flat") == [{"id": s("a")}]


def test_each_table_reports_its_units_and_collections(client: Client) -> None:
    client.put("things", {**key("a", 1), "g": s("g")})

    answer = client(
        "BatchWriteItem",
        RequestItems={"things": [delete(key("a", 1)), put(key("a", 2))]},
        ReturnConsumedCapacity="INDEXES",
        ReturnItemCollectionMetrics="SIZE",
    )

    (consumed,) = answer["ConsumedCapacity"]
    assert units(consumed) == {"total": 3.0, "table": 2.0, "whole": 1.0}
    assert answer["ItemCollectionMetrics"] == {
        "things": [
            {"ItemCollectionKey": {"pk": s("a")}, "SizeEstimateRangeGB": [0.0, 1.0]},
        ]
    }


def test_faults_leave_writes_unprocessed(client: Client, faults: Faults) -> None:
    faults.leave_unprocessed("BatchWriteItem", 1)
    first, second = {"id": s("a")}, {"id": s("b")}

    answer = client("BatchWriteItem", RequestItems={"flat": [put(first), put(second)]})

    assert answer == {"UnprocessedItems": {"flat": [put(second)]}}
    assert client.items("flat") == [first]


WRONG_BATCHES: list[tuple[dict[str, Any], str]] = [
    ({}, "The requestItems parameter is required for BatchWriteItem"),
    (
        {"things": []},
        "1 validation error detected: Value '{things=[]}' at 'requestItems' failed to satisfy "
        "constraint: Map value must satisfy constraint: [Member must have length less than or "
        "equal to 25, Member must have length greater than or equal to 1]",
    ),
    (
        {"things": [{}]},
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
        "the supported datatypes",
    ),
    (
        {
            "things": [put(key("a", number)) for number in range(20)],
            "flat": [put({"id": s(str(number))}) for number in range(6)],
        },
        "Too many items requested for the BatchWriteItem call",
    ),
    ({"things": [put(key("a", 1)), delete(key("a", 1))]}, DUPLICATES),
    ({"things": [put(key("a", 1)), put({"pk": s("a"), "sk": {"N": "1.0"}})]}, DUPLICATES),
    (
        {"things": [put({"pk": s("a")})]},
        "The provided key element does not match the schema",
    ),
    (
        {"things": [delete({"pk": s("a")})]},
        "The provided key element does not match the schema",
    ),
    (
        {"things": [put({"pk": n(1), "sk": n(1)})]},
        "The provided key element does not match the schema",
    ),
    (
        {"things": [put({**key("a", 1), "x": s("x" * 409_600)})]},
        "Item size has exceeded the maximum allowed size",
    ),
    (
        {"things": [put({**key("a", 1), "g": n(1)})]},
        "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S "
        "Actual: N IndexName: keys",
    ),
]


@pytest.mark.parametrize(("requests", "message"), WRONG_BATCHES)
def test_a_batch_must_be_right_as_a_whole(
    client: Client, requests: dict[str, Any], message: str
) -> None:
    assert client.invalid("BatchWriteItem", RequestItems=requests) == message


def test_26_writes_to_one_table_are_too_many(client: Client) -> None:
    requests = [delete({"id": s("a")})] * 26

    message = client.invalid("BatchWriteItem", RequestItems={"flat": requests})

    shown = (
        "WriteRequest(putRequest=null, deleteRequest=DeleteRequest(key={id=AttributeValue(s=a)}))"
    )
    assert message == (
        f"1 validation error detected: Value '{{flat=[{', '.join([shown] * 26)}]}}' at "
        "'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member "
        "must have length less than or equal to 25, Member must have length greater than or equal "
        "to 1]"
    )


def test_a_refused_batch_writes_nothing(client: Client) -> None:
    client.refusal(
        "BatchWriteItem",
        RequestItems={"flat": [put({"id": s("a")})], "things": [put({"pk": s("a")})]},
    )

    assert client.items("flat") == []


def test_a_missing_table_refuses_the_batch(client: Client) -> None:
    refused = client.refusal("BatchWriteItem", RequestItems={"nothing": [put({"id": s("a")})]})

    assert refused == ("ResourceNotFoundException", "Requested resource not found")
