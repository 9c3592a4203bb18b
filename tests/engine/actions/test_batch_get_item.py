from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.faults import Faults
from tests.engine.client import Client, key, n, s

DUPLICATES = "Provided list of item keys contains duplicates"


def flat(*names: str) -> dict[str, Any]:
    return {"Keys": [{"id": s(name)} for name in names]}


def test_items_of_several_tables_come_together(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x")})
    client.put("flat", {"id": s("a")}, {"id": s("b")})

    answer = client(
        "BatchGetItem",
        RequestItems={"things": {"Keys": [key("a", 1), key("a", 2)]}, "flat": flat("a", "b")},
    )

    assert answer == {
        "Responses": {
            "things": [{**key("a", 1), "x": s("x")}],
            "flat": [{"id": s("a")}, {"id": s("b")}],
        },
        "UnprocessedKeys": {},
    }


def test_each_table_has_its_own_projection(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x"), "y": s("y")})

    answer = client(
        "BatchGetItem",
        RequestItems={
            "things": {
                "Keys": [key("a", 1)],
                "ProjectionExpression": "#x",
                "ExpressionAttributeNames": {"#x": "x"},
            }
        },
    )

    assert answer["Responses"] == {"things": [{"x": s("x")}]}


def test_every_key_costs_a_read(client: Client) -> None:
    client.put("flat", {"id": s("a"), "x": s("x" * 5000)})

    answer = client(
        "BatchGetItem",
        RequestItems={"flat": {**flat("a", "b"), "ConsistentRead": True}},
        ReturnConsumedCapacity="INDEXES",
    )

    assert answer["ConsumedCapacity"] == [
        {"TableName": "flat", "CapacityUnits": 3.0, "Table": {"CapacityUnits": 3.0}}
    ]


def test_more_than_16_megabytes_are_left_for_the_next_request(client: Client) -> None:
    names = [str(number) for number in range(50)]
    client.put("flat", *({"id": s(name), "x": s("x" * 400_000)} for name in names))

    first = client("BatchGetItem", RequestItems={"flat": flat(*names)})
    second = client("BatchGetItem", RequestItems=first["UnprocessedKeys"])

    assert len(first["Responses"]["flat"]) == 41
    assert first["UnprocessedKeys"] == {"flat": flat(*names[41:])}
    assert (len(second["Responses"]["flat"]), second["UnprocessedKeys"]) == (9, {})


def test_faults_leave_keys_unprocessed(client: Client, faults: Faults) -> None:
    client.put("flat", {"id": s("a")}, {"id": s("b")})
    faults.leave_unprocessed("BatchGetItem", 1)

    answer = client("BatchGetItem", RequestItems={"flat": flat("a", "b")})

    assert answer == {
        "Responses": {"flat": [{"id": s("a")}]},
        "UnprocessedKeys": {"flat": flat("b")},
    }


@pytest.mark.parametrize(
    ("requests", "message"),
    [
        (
            {},
            "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1",
        ),
        (
            {"flat": {"Keys": []}},
            "1 validation error detected: Value at 'RequestItems.flat.member.Keys' failed to "
            "satisfy constraint: Member must have length greater than or equal to 1",
        ),
        (
            {"flat": flat(*map(str, range(101)))},
            "1 validation error detected: Value at 'RequestItems.flat.member.Keys' failed to "
            "satisfy constraint: Member must have length less than or equal to 100",
        ),
        (
            {
                "flat": flat(*map(str, range(60))),
                "things": {"Keys": [key("a", number) for number in range(60)]},
            },
            "Too many items requested for the BatchGetItem call",
        ),
        ({"flat": flat("a", "a")}, DUPLICATES),
        ({"nothing": flat("a", "a")}, DUPLICATES),
        (
            {"things": {"Keys": [key("a", 1), {"sk": {"N": "1.0"}, "pk": s("a")}]}},
            DUPLICATES,
        ),
        (
            {"things": {"Keys": [{"pk": s("a")}]}},
            "The provided key element does not match the schema",
        ),
        (
            {"flat": {**flat("a"), "ExpressionAttributeNames": {"#a": "a"}}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
    ],
)
def test_a_batch_must_be_right_as_a_whole(
    client: Client, requests: dict[str, Any], message: str
) -> None:
    assert client.invalid("BatchGetItem", RequestItems=requests) == message


def test_a_missing_table_refuses_the_batch(client: Client) -> None:
    refused = client.refusal("BatchGetItem", RequestItems={"nothing": flat("a")})

    assert refused == ("ResourceNotFoundException", "Requested resource not found")


def test_a_number_key_is_found_in_any_writing(client: Client) -> None:
    client.put("things", key("a", 10))

    answer = client(
        "BatchGetItem",
        RequestItems={"things": {"Keys": [{"pk": s("a"), "sk": {"N": "1e1"}}]}},
    )

    assert answer["Responses"]["things"] == [{"pk": s("a"), "sk": n(10)}]


def test_what_cannot_be_a_tables_name_is_refused(client: Client) -> None:
    message = client.invalid("BatchGetItem", RequestItems={"a!": flat("a")})

    assert message == (
        '1 validation error detected: Value \'{"a!":{"Keys":[{"id":{"S":"a"}}]}}\' at '
        "'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: [Member "
        "must have length less than or equal to 255, Member must have length greater than or equal "
        "to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]"
    )


def test_a_table_is_answered_under_the_name_it_was_asked_by(client: Client, faults: Faults) -> None:
    client.put("flat", {"id": s("a")}, {"id": s("b")})
    arn = client("DescribeTable", TableName="flat")["Table"]["TableArn"]
    faults.leave_unprocessed("BatchGetItem", 1)

    answer = client("BatchGetItem", RequestItems={arn: flat("a", "b")})

    assert answer == {
        "Responses": {arn: [{"id": s("a")}]},
        "UnprocessedKeys": {arn: flat("b")},
    }
