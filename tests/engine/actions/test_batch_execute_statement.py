from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s, units


@pytest.fixture
def filled(client: Client) -> Client:
    client.put("flat", {"id": s("a"), "v": n(1)}, {"id": s("b"), "v": n(2)})
    return client


def batch(client: Client, *statements: str, **more: Any) -> dict[str, Any]:
    return client(
        "BatchExecuteStatement", Statements=[{"Statement": each} for each in statements], **more
    )


def test_reads_answer_one_by_one(filled: Client) -> None:
    answer = batch(
        filled, "SELECT * FROM flat WHERE id = 'a'", "SELECT v FROM flat WHERE id = 'zz'"
    )

    assert answer == {
        "Responses": [
            {"TableName": "flat", "Item": {"id": s("a"), "v": n(1)}},
            {"TableName": "flat"},
        ]
    }


def test_a_fault_of_one_write_does_not_stop_the_others(filled: Client) -> None:
    answer = batch(
        filled,
        "INSERT INTO flat VALUE {'id': 'a'}",
        "UPDATE flat SET v = 9 WHERE id = 'b' AND v = 7",
        "SLECT",
        "UPDATE gone SET v = 9 WHERE id = 'b'",
        "UPDATE flat SET v = 9 WHERE v = 2",
        "INSERT INTO flat VALUE {'id': 'c'}",
    )

    assert [each.get("Error", {}).get("Code") for each in answer["Responses"]] == [
        "DuplicateItem",
        "ConditionalCheckFailed",
        "ValidationError",
        "ResourceNotFound",
        "ValidationError",
        None,
    ]
    assert len(filled.items("flat")) == 3


def test_writes_return_what_they_are_asked_for(filled: Client) -> None:
    answer = batch(
        filled,
        "UPDATE flat SET v = 5 WHERE id = 'a' RETURNING MODIFIED NEW *",
        "DELETE FROM flat WHERE id = 'b' RETURNING ALL OLD *",
    )

    assert answer["Responses"] == [
        {"TableName": "flat", "Item": {"v": n(5)}},
        {"TableName": "flat", "Item": {"id": s("b"), "v": n(2)}},
    ]


def test_a_failed_condition_shows_the_item_when_asked(filled: Client) -> None:
    answer = filled(
        "BatchExecuteStatement",
        Statements=[
            {
                "Statement": "DELETE FROM flat WHERE id = 'a' AND v = 7",
                "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            }
        ],
    )

    assert answer["Responses"][0]["Error"]["Item"] == {"id": s("a"), "v": n(1)}


def test_capacity_is_added_up_by_table(filled: Client) -> None:
    answer = filled(
        "BatchExecuteStatement",
        Statements=[
            {"Statement": "SELECT * FROM flat WHERE id = 'a'", "ConsistentRead": True},
            {"Statement": "SELECT * FROM flat WHERE id = 'b'"},
        ],
        ReturnConsumedCapacity="TOTAL",
    )

    assert answer["ConsumedCapacity"] == [{"TableName": "flat", "CapacityUnits": 1.5}]


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (
            ["SELECT * FROM flat WHERE id = 'a'", "DELETE FROM flat WHERE id = 'b'"],
            "Read and write requests together in the same batch is not supported.",
        ),
        (
            ["SELECT * FROM flat WHERE id = 'a'", "SELECT v FROM flat WHERE id = 'a'"],
            "Provided list of item keys contains duplicates",
        ),
        (
            [],
            "1 validation error detected: Value '[]' at 'statements' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1",
        ),
    ],
)
def test_a_batch_that_is_no_batch_is_refused(
    filled: Client, statements: list[str], message: str
) -> None:
    requests = [{"Statement": each} for each in statements]

    assert filled.invalid("BatchExecuteStatement", Statements=requests) == message


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM flat WHERE v = 1",
        "SELECT * FROM flat WHERE id = 'a' AND v = 1",
        "SELECT * FROM things.whole WHERE g = 'x'",
    ],
)
def test_a_read_must_name_its_item(filled: Client, statement: str) -> None:
    assert batch(filled, statement)["Responses"] == [
        {
            "Error": {
                "Code": "ValidationError",
                "Message": "Select statements within BatchExecuteStatement must specify the "
                "primary key in the where clause.",
            }
        }
    ]


def test_each_fault_is_told_in_its_own_words(filled: Client) -> None:
    answer = batch(
        filled,
        "INSERT INTO flat VALUE {'id': 'a'}",
        "UPDATE flat SET v = 9 WHERE id = 'b' AND v = 7",
        "UPDATE gone SET v = 9 WHERE id = 'b'",
        "EXISTS(SELECT * FROM flat WHERE id = 'a' AND v = 1)",
    )

    assert answer["Responses"] == [
        {
            "Error": {
                "Code": "DuplicateItem",
                "Message": "Duplicate primary key exists in table",
            },
            "TableName": "flat",
        },
        {
            "Error": {
                "Code": "ConditionalCheckFailed",
                "Message": "The conditional request failed",
            },
            "TableName": "flat",
        },
        {
            "Error": {"Code": "ResourceNotFound", "Message": "Requested resource not found"},
            "TableName": "gone",
        },
        {
            "Error": {
                "Code": "ValidationError",
                "Message": "EXISTS can only be used in ExecuteTransaction write requests.",
            }
        },
    ]


def test_capacity_of_indexes_is_added_up_too(filled: Client) -> None:
    answer = batch(
        filled,
        "INSERT INTO things VALUE {'pk': 'a', 'sk': 1, 'g': 'x'}",
        "INSERT INTO things VALUE {'pk': 'a', 'sk': 2, 'g': 'x'}",
        "SLECT",
        "DELETE FROM flat WHERE id = 'a'",
        ReturnConsumedCapacity="INDEXES",
    )

    things, flat = answer["ConsumedCapacity"]
    assert units(things) == {"total": 4.0, "table": 2.0, "whole": 2.0}
    assert flat == {"TableName": "flat", "CapacityUnits": 1.0, "Table": {"CapacityUnits": 1.0}}


def test_25_statements_are_enough(client: Client) -> None:
    reads = [f"SELECT * FROM flat WHERE id = '{number}'" for number in range(26)]

    assert len(batch(client, *reads[:25])["Responses"]) == 25
    message = client.invalid(
        "BatchExecuteStatement", Statements=[{"Statement": each} for each in reads]
    )
    assert message.endswith(
        "at 'statements' failed to satisfy constraint: Member must have length less than or equal "
        "to 25"
    )


def test_a_read_needs_both_parts_of_a_key(client: Client) -> None:
    client.put("things", key("a", 1))

    answer = batch(
        client,
        "SELECT * FROM things WHERE pk = 'a' AND sk = 1",
        "SELECT * FROM things WHERE pk = 'a'",
    )

    whole, part = answer["Responses"]
    assert whole == {"TableName": "things", "Item": key("a", 1)}
    assert part["Error"]["Code"] == "ValidationError"
