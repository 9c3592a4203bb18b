from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import CancellationReason, TransactionCancelled
from tests.engine.client import Client, key, s


def get(wanted: dict[str, Any], table: str = "things", **parameters: Any) -> dict[str, Any]:
    return {"Get": {"TableName": table, "Key": wanted, **parameters}}


def test_items_come_in_the_order_of_the_request(client: Client) -> None:
    client.put("things", key("a", 1), {**key("a", 2), "x": s("x")})
    client.put("flat", {"id": s("f")})

    answer = client(
        "TransactGetItems",
        TransactItems=[
            get({"id": s("f")}, "flat"),
            get(key("a", 9)),
            get(key("a", 2), ProjectionExpression="x"),
            get(key("a", 1)),
        ],
    )

    assert answer == {
        "Responses": [
            {"Item": {"id": s("f")}},
            {},
            {"Item": {"x": s("x")}},
            {"Item": key("a", 1)},
        ]
    }


def test_a_projection_that_finds_nothing_leaves_no_item(client: Client) -> None:
    client.put("things", key("a", 1))

    answer = client("TransactGetItems", TransactItems=[get(key("a", 1), ProjectionExpression="x")])

    assert answer == {"Responses": [{}]}


def test_a_transaction_costs_two_consistent_reads_per_item(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x" * 5000)})

    answer = client(
        "TransactGetItems",
        TransactItems=[get(key("a", 1)), get(key("a", 2))],
        ReturnConsumedCapacity="INDEXES",
    )

    both = {"CapacityUnits": 6.0, "ReadCapacityUnits": 6.0}
    assert answer["ConsumedCapacity"] == [{"TableName": "things", **both, "Table": both}]


def test_a_wrong_key_is_a_reason(client: Client) -> None:
    with pytest.raises(TransactionCancelled) as refused:
        client("TransactGetItems", TransactItems=[get(key("a", 1)), get({"pk": s("a")})])

    assert refused.value.reasons == (
        CancellationReason("None"),
        CancellationReason("ValidationError", "The provided key element does not match the schema"),
    )


WRONG_REQUESTS: list[tuple[list[dict[str, Any]], str]] = [
    (
        [get(key("a", 1)), get({"pk": s("a"), "sk": {"N": "1.0"}})],
        "Transaction request cannot include multiple operations on one item",
    ),
    (
        [get(key("a", 1), ProjectionExpression="")],
        "Invalid ProjectionExpression: The expression can not be empty;",
    ),
    (
        [{}],
        "1 validation error detected: Value null at 'transactItems.1.member.get' failed to "
        "satisfy constraint: Member must not be null",
    ),
]


@pytest.mark.parametrize(("actions", "message"), WRONG_REQUESTS)
def test_a_wrong_request_is_refused_as_a_whole(
    client: Client, actions: list[dict[str, Any]], message: str
) -> None:
    assert client.invalid("TransactGetItems", TransactItems=actions) == message


def test_more_than_4_megabytes_are_refused(client: Client) -> None:
    client.put("things", *({**key("a", i), "x": s("x" * 400_000)} for i in range(11)))

    message = client.invalid(
        "TransactGetItems", TransactItems=[get(key("a", i)) for i in range(11)]
    )

    assert message.endswith("exceeding the 4MB limit")


def test_a_missing_table_is_not_found(client: Client) -> None:
    refused = client.refusal("TransactGetItems", TransactItems=[get(key("a", 1), "nothing")])

    assert refused == ("ResourceNotFoundException", "Requested resource not found")
