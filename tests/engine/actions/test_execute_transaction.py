from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.faults import Faults
from tavola.errors import CancellationReason, TransactionCancelled
from tests.engine.client import Client, n, s

FIRST = "Validation failed in TransactStatements[0]: "


@pytest.fixture
def filled(client: Client) -> Client:
    client.put("flat", {"id": s("a"), "v": n(1)}, {"id": s("b"), "v": n(2)})
    return client


def request(*statements: str, **more: Any) -> dict[str, Any]:
    return {"TransactStatements": [{"Statement": each} for each in statements], **more}


def execute(client: Client, *statements: str, **more: Any) -> dict[str, Any]:
    return client("ExecuteTransaction", **request(*statements, **more))


def values(client: Client) -> dict[str, str]:
    return {item["id"]["S"]: item["v"]["N"] for item in client.items("flat")}


def test_reads_see_one_moment(filled: Client) -> None:
    answer = execute(
        filled,
        "SELECT v FROM flat WHERE id = 'a'",
        "SELECT * FROM flat WHERE id = 'zz'",
        ReturnConsumedCapacity="TOTAL",
    )

    assert answer == {
        "Responses": [{"Item": {"v": n(1)}}, {}],
        "ConsumedCapacity": [{"TableName": "flat", "CapacityUnits": 4.0, "ReadCapacityUnits": 4.0}],
    }


def test_writes_are_done_together(filled: Client) -> None:
    answer = execute(
        filled,
        "EXISTS(SELECT * FROM flat WHERE id = 'a' AND v = 1)",
        "INSERT INTO flat VALUE {'id': 'c', 'v': 3}",
        "UPDATE flat SET v = v + 10 WHERE id = 'b'",
    )

    assert answer == {"Responses": []}
    assert values(filled) == {"a": "1", "b": "12", "c": "3"}


def test_one_fault_cancels_all(filled: Client) -> None:
    with pytest.raises(TransactionCancelled) as cancelled:
        execute(
            filled,
            "UPDATE flat SET v = 9 WHERE id = 'b'",
            "INSERT INTO flat VALUE {'id': 'a'}",
            "EXISTS(SELECT * FROM flat WHERE id = 'zz' AND v = 1)",
            "DELETE FROM flat WHERE id = 'q'",
        )

    assert cancelled.value.reasons == (
        CancellationReason("None"),
        CancellationReason("DuplicateItem", "Duplicate primary key exists in table"),
        CancellationReason("ConditionalCheckFailed", "The conditional request failed"),
        CancellationReason("None"),
    )
    assert values(filled) == {"a": "1", "b": "2"}


def test_a_repeated_request_changes_nothing_again(filled: Client) -> None:
    statement = "UPDATE flat SET v = v + 1 WHERE id = 'a'"

    first = execute(filled, statement, ClientRequestToken="token")
    again = execute(filled, statement, ClientRequestToken="token")

    assert first == again == {"Responses": []}
    assert values(filled)["a"] == "2"


def test_a_conflict_on_demand_cancels(filled: Client, faults: Faults) -> None:
    faults.conflict("ExecuteTransaction")

    code, message = filled.refusal(
        "ExecuteTransaction", **request("DELETE FROM flat WHERE id = 'a'")
    )

    assert (code, message) == (
        "TransactionCanceledException",
        "Transaction cancelled, please refer cancellation reasons for specific reasons "
        "[TransactionConflict]",
    )


def test_a_token_belongs_to_one_request(filled: Client) -> None:
    execute(filled, "DELETE FROM flat WHERE id = 'a'", ClientRequestToken="token")

    code, _ = filled.refusal(
        "ExecuteTransaction",
        **request("DELETE FROM flat WHERE id = 'b'", ClientRequestToken="token"),
    )

    assert code == "IdempotentParameterMismatchException"


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (
            ["SELECT * FROM flat WHERE id = 'a'", "DELETE FROM flat WHERE id = 'b'"],
            "ExecuteTransaction API does not support both read and write operations in the same "
            "request.",
        ),
        (
            ["SELECT * FROM flat WHERE id = 'a' AND v = 1"],
            f"{FIRST}Select statements within ExecuteTransaction must specify the primary key in "
            "the where clause.",
        ),
        (
            ["SELECT * FROM things.whole WHERE g = 'a'"],
            f"{FIRST}Reads on indices are not supported within transactions.",
        ),
        (
            ["EXISTS(SELECT * FROM flat WHERE id = 'a')", "DELETE FROM flat WHERE id = 'b'"],
            f"{FIRST}EXISTS() must contain a single item read with additional condition",
        ),
        (
            ["DELETE FROM flat WHERE id = 'a' RETURNING ALL OLD *"],
            f"{FIRST}RETURNING clause is not supported in ExecuteTransaction.",
        ),
        (
            ["UPDATE flat SET v = 1 WHERE v = 1"],
            f"{FIRST}Where clause does not contain a mandatory equality on all key attributes",
        ),
        (
            ["EXISTS(SELECT * FROM things.whole WHERE g = 'a' AND v = 1)"],
            f"{FIRST}Operations on indices are not supported in transactions",
        ),
        (
            ["DELETE FROM flat WHERE id = ''"],
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: id",
        ),
        (
            ["UPDATE flat SET v = 1 WHERE id = 'a'", "SLECT"],
            "Validation failed in TransactStatements[1]: Statement wasn't well formed, can't be "
            "processed: Expected data manipulation",
        ),
        (
            ["SELECT * FROM flat WHERE id = 'a'", "SELECT * FROM flat WHERE v = 1"],
            "Validation failed in TransactStatements[1]: Select statements within "
            "ExecuteTransaction must specify the primary key in the where clause.",
        ),
        (
            ["UPDATE flat SET v = 1 WHERE id = 'a'", "DELETE FROM flat WHERE id = 'a'"],
            "Transaction request cannot include multiple operations on one item",
        ),
    ],
)
def test_a_transaction_that_is_none_is_refused(
    filled: Client, statements: list[str], message: str
) -> None:
    assert filled.invalid("ExecuteTransaction", **request(*statements)) == message


def test_a_fault_of_an_item_is_a_reason(filled: Client) -> None:
    with pytest.raises(TransactionCancelled) as cancelled:
        execute(filled, "UPDATE flat SET id = 'z' WHERE id = 'a'")

    assert cancelled.value.reasons == (
        CancellationReason(
            "ValidationError",
            "One or more parameter values were invalid: Cannot update attribute id. This "
            "attribute is part of the key",
        ),
    )


@pytest.mark.parametrize(
    ("asked", "shown"), [("ALL_OLD", {"id": s("a"), "v": n(1)}), ("NONE", None)]
)
def test_a_failed_condition_shows_the_item_when_asked(
    filled: Client, asked: str, shown: dict[str, Any] | None
) -> None:
    statement = {
        "Statement": "DELETE FROM flat WHERE id = 'a' AND v = 7",
        "ReturnValuesOnConditionCheckFailure": asked,
    }

    with pytest.raises(TransactionCancelled) as cancelled:
        filled("ExecuteTransaction", TransactStatements=[statement])

    assert cancelled.value.reasons == (
        CancellationReason("ConditionalCheckFailed", "The conditional request failed", shown),
    )


def test_a_hundred_statements_are_enough(client: Client) -> None:
    reads = [f"SELECT * FROM flat WHERE id = '{number}'" for number in range(101)]

    assert len(execute(client, *reads[:100])["Responses"]) == 100
    assert client.invalid("ExecuteTransaction", **request(*reads)).endswith(
        "at 'transactStatements' failed to satisfy constraint: Member must have length less than "
        "or equal to 100"
    )
