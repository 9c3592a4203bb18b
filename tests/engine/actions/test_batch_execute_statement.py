from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, n, s


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
