from __future__ import annotations

from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.faults import Faults
from tavola.errors import CancellationReason, TransactionCancelled
from tests.engine.client import Client, key, n, s, units
from tests.engine.conftest import FLAT

CANCELLED = "Transaction cancelled, please refer cancellation reasons for specific reasons "
FAILED = CancellationReason("ConditionalCheckFailed", "The conditional request failed")
FINE = CancellationReason("None")


def put(item: dict[str, Any], table: str = "things", **parameters: Any) -> dict[str, Any]:
    return {"Put": {"TableName": table, "Item": item, **parameters}}


def delete(wanted: dict[str, Any], **parameters: Any) -> dict[str, Any]:
    return {"Delete": {"TableName": "things", "Key": wanted, **parameters}}


def check(wanted: dict[str, Any], condition: str, **parameters: Any) -> dict[str, Any]:
    return {
        "ConditionCheck": {
            "TableName": "things",
            "Key": wanted,
            "ConditionExpression": condition,
            **parameters,
        }
    }


def update(wanted: dict[str, Any], expression: str, **values: dict[str, str]) -> dict[str, Any]:
    return {
        "Update": {
            "TableName": "things",
            "Key": wanted,
            "UpdateExpression": expression,
            "ExpressionAttributeValues": {f":{name}": value for name, value in values.items()},
        }
    }


def cancelled(client: Client, *actions: dict[str, Any]) -> TransactionCancelled:
    with pytest.raises(TransactionCancelled) as refused:
        client("TransactWriteItems", TransactItems=list(actions))
    return refused.value


def test_every_kind_of_action_in_several_tables_is_done(client: Client) -> None:
    client.put("things", key("a", 1), {**key("a", 2), "v": n(1)}, key("a", 3))

    answer = client(
        "TransactWriteItems",
        TransactItems=[
            put({**key("a", 1), "x": s("x")}),
            update(key("a", 2), "ADD v :one", one=n(1)),
            delete(key("a", 3)),
            check(key("a", 4), "attribute_not_exists(pk)"),
            put({"id": s("f")}, "flat"),
        ],
    )

    assert answer == {}
    assert client.items("things") == [
        {**key("a", 1), "x": s("x")},
        {**key("a", 2), "v": n(2)},
    ]
    assert client.items("flat") == [{"id": s("f")}]


def test_one_failed_condition_undoes_everything(client: Client) -> None:
    error = cancelled(
        client,
        put(key("a", 1)),
        put(key("a", 2), ConditionExpression="attribute_exists(pk)"),
    )

    assert error.message == f"{CANCELLED}[None, ConditionalCheckFailed]"
    assert error.reasons == (FINE, FAILED)
    assert client.items("things") == []


def test_a_reason_shows_the_item_when_asked_to(client: Client) -> None:
    item = {**key("a", 1), "x": s("x")}
    client.put("things", item)
    shown = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}

    error = cancelled(
        client,
        put(key("a", 1), ConditionExpression="attribute_not_exists(pk)", **shown),
        check(key("a", 2), "attribute_exists(pk)", **shown),
    )

    assert error.reasons == (
        CancellationReason("ConditionalCheckFailed", "The conditional request failed", item),
        FAILED,
    )


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (
            put({"pk": s("a")}),
            "One or more parameter values were invalid: Missing the key sk in the item",
        ),
        (delete({"pk": s("a")}), "The provided key element does not match the schema"),
        (
            delete(key("a" * 2049, 1)),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes",
        ),
        (
            put({**key("a", 2), "g": n(1)}),
            "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S "
            "Actual: N IndexName: keys",
        ),
        (
            update(key("a", 1), "SET x = x + :one", one=n(1)),
            "An operand in the update expression has an incorrect data type",
        ),
        (
            update(key("a", 1), "SET z = :z", z=s("z" * 409_600)),
            "Item size to update has exceeded the maximum allowed size",
        ),
    ],
)
def test_what_does_not_fit_the_table_or_the_item_is_a_reason(
    client: Client, action: dict[str, Any], message: str
) -> None:
    client.put("things", {**key("a", 1), "x": s("x")})

    error = cancelled(client, put(key("b", 1)), action)

    assert error.reasons == (FINE, CancellationReason("ValidationError", message))


def test_reasons_stand_in_the_order_of_the_actions(client: Client) -> None:
    error = cancelled(
        client,
        check(key("a", 1), "attribute_exists(pk)"),
        put(key("a", 2)),
        delete({"pk": s("a")}),
    )

    assert [reason.code for reason in error.reasons] == [
        "ConditionalCheckFailed",
        "None",
        "ValidationError",
    ]


WRONG_REQUESTS: list[tuple[list[dict[str, Any]], str]] = [
    (
        [put(key("a", 1)), delete({"pk": s("a"), "sk": {"N": "1.0"}})],
        "Transaction request cannot include multiple operations on one item",
    ),
    ([{}], "TransactItems can only contain one of Check, Put, Update or Delete"),
    (
        [{**put(key("a", 1)), **delete(key("a", 1))}],
        "TransactItems can only contain one of Check, Put, Update or Delete",
    ),
    (
        [put(key("", 1))],
        "One or more parameter values are not valid. The AttributeValue for a key attribute "
        "cannot contain an empty string value. Key: pk",
    ),
    (
        [update(key("a", 1), "SET pk = :x", x=s("x"))],
        "One or more parameter values were invalid: Cannot update attribute pk. This attribute "
        "is part of the key",
    ),
    (
        [put({**key("a", 1), "x": s("x" * 409_600)})],
        "Item size has exceeded the maximum allowed size",
    ),
    (
        [put({**key("a", i), "x": s("x" * 400_000)}) for i in range(11)],
        "Collection size of items exceeded, which can also be caused by the aggregate size of "
        "the items in the transaction exceeding the 4MB limit",
    ),
    (
        [put({**key("a", 1), "x": {}})],
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    ),
    (
        [check(key("a", 1), "")],
        "Invalid ConditionExpression: The expression can not be empty;",
    ),
    (
        [{"Put": {}}],
        "2 validation errors detected: Value null at 'transactItems.1.member.put.item' failed "
        "to satisfy constraint: Member must not be null; Value null at "
        "'transactItems.1.member.put.tableName' failed to satisfy constraint: Member must not "
        "be null",
    ),
    (
        [],
        "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
        "constraint: Member must have length greater than or equal to 1",
    ),
]


@pytest.mark.parametrize(("actions", "message"), WRONG_REQUESTS)
def test_a_wrong_request_is_refused_as_a_whole(
    client: Client, actions: list[dict[str, Any]], message: str
) -> None:
    assert client.invalid("TransactWriteItems", TransactItems=actions) == message
    assert client.items("things") == []


def test_more_than_100_actions_are_refused(client: Client) -> None:
    actions = [put(key("a", number)) for number in range(101)]

    message = client.invalid("TransactWriteItems", TransactItems=actions)

    assert message.endswith("Member must have length less than or equal to 100")


def test_100_actions_are_done(client: Client) -> None:
    actions = [put(key("a", number)) for number in range(100)]

    client("TransactWriteItems", TransactItems=actions)

    assert client("Scan", TableName="things", Select="COUNT")["Count"] == 100


def test_expressions_are_read_before_a_table_is_looked_for(client: Client) -> None:
    refused = client.refusal(
        "TransactWriteItems",
        TransactItems=[put(key("a", 1), "nothing", ConditionExpression="")],
    )

    assert refused == (
        "ValidationException",
        "Invalid ConditionExpression: The expression can not be empty;",
    )


def test_a_transaction_costs_two_writes_per_item(client: Client) -> None:
    answer = client(
        "TransactWriteItems",
        TransactItems=[
            put({**key("a", 1), "x": s("x" * 1500)}),
            check(key("a", 2), "attribute_not_exists(pk)"),
        ],
        ReturnConsumedCapacity="INDEXES",
        ReturnItemCollectionMetrics="SIZE",
    )

    (consumed,) = answer["ConsumedCapacity"]
    assert units(consumed) == {"total": 6.0, "table": 6.0}
    assert consumed["WriteCapacityUnits"] == 6.0
    assert list(answer["ItemCollectionMetrics"]) == ["things"]


def test_only_collections_that_are_changed_are_measured(client: Client) -> None:
    answer = client(
        "TransactWriteItems",
        TransactItems=[put(key("a", 1)), check(key("b", 1), "attribute_not_exists(pk)")],
        ReturnItemCollectionMetrics="SIZE",
    )

    measured = answer["ItemCollectionMetrics"]["things"]
    assert [each["ItemCollectionKey"] for each in measured] == [{"pk": s("a")}]


ADD = {"TransactItems": [update(key("a", 1), "ADD v :one", one=n(1))], "ClientRequestToken": "t"}


def test_a_repeated_token_does_nothing_again(client: Client) -> None:
    client("TransactWriteItems", **ADD)

    again = client("TransactWriteItems", **ADD, ReturnConsumedCapacity="TOTAL")

    assert client.items("things") == [{**key("a", 1), "v": n(1)}]
    assert again == {
        "ConsumedCapacity": [
            {"TableName": "things", "CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}
        ]
    }


def test_a_token_of_another_request_is_refused(client: Client) -> None:
    client("TransactWriteItems", **ADD)

    refused = client.refusal(
        "TransactWriteItems", TransactItems=[put(key("a", 1))], ClientRequestToken="t"
    )

    assert refused == (
        "IdempotentParameterMismatchException",
        "The request uses the same client token as a previous, but different, request.",
    )


def test_a_failed_transaction_leaves_its_token_free(client: Client) -> None:
    condition = check(key("a", 1), "attribute_exists(pk)")
    request = {"TransactItems": [condition, put(key("b", 1))], "ClientRequestToken": "t"}
    client.refusal("TransactWriteItems", **request)
    client.put("things", key("a", 1))

    assert client("TransactWriteItems", **request) == {}
    assert client("Scan", TableName="things", Select="COUNT")["Count"] == 2


@pytest.mark.parametrize(("seconds", "total"), [(599.0, 1), (601.0, 2)])
def test_a_token_is_remembered_for_ten_minutes(seconds: float, total: int) -> None:
    now = [1000.0]
    with Engine.open("memory:", clock=lambda: now[0]) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        request: dict[str, Any] = {
            "TransactItems": [
                {
                    "Update": {
                        "TableName": "flat",
                        "Key": {"id": s("a")},
                        "UpdateExpression": "ADD v :one",
                        "ExpressionAttributeValues": {":one": n(1)},
                    }
                }
            ],
            "ClientRequestToken": "t",
        }
        client("TransactWriteItems", **request)
        now[0] += seconds
        client("TransactWriteItems", **request)

        assert client.items("flat") == [{"id": s("a"), "v": n(total)}]


def test_faults_cancel_a_transaction_with_a_conflict(client: Client, faults: Faults) -> None:
    faults.conflict("TransactWriteItems")

    error = cancelled(client, put(key("a", 1)), put(key("a", 2)))

    assert error.message == f"{CANCELLED}[TransactionConflict, None]"
    assert error.reasons == (
        CancellationReason("TransactionConflict", "Transaction is ongoing for the item"),
        FINE,
    )
    assert client.items("things") == []
