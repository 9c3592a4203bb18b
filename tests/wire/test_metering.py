"""Consumed capacity: asked for where DynamoDB tells it, and added up."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.wire.metering import Units, consumed_units, with_capacity


@pytest.mark.parametrize(
    ("action", "body", "sent"),
    [
        ("GetItem", {"a": 1}, {"a": 1, "ReturnConsumedCapacity": "TOTAL"}),
        ("PutItem", {}, {"ReturnConsumedCapacity": "TOTAL"}),
        (
            "PutItem",
            {"ReturnConsumedCapacity": "INDEXES"},
            {"ReturnConsumedCapacity": "INDEXES"},
        ),
        ("ListTables", {"a": 1}, {"a": 1}),
        ("ExecuteStatement", {}, {}),
    ],
)
def test_capacity_is_asked_for_where_nobody_did(
    action: str, body: dict[str, Any], sent: dict[str, Any]
) -> None:
    given = dict(body)

    assert with_capacity(action, body) == sent
    assert body == given


@pytest.mark.parametrize(
    ("action", "answer", "units"),
    [
        ("GetItem", b"{}", None),
        ("GetItem", b'{"ConsumedCapacity":null}', None),
        ("GetItem", b'{"ConsumedCapacity"', None),
        ("GetItem", b'{"ConsumedCapacity":{}}', Units()),
        ("GetItem", b'{"ConsumedCapacity":{"CapacityUnits":0.5}}', Units(0.5)),
        (
            "Query",
            b'{"ScannedCount":7,"ConsumedCapacity":{"CapacityUnits":2.5}}',
            Units(2.5, 0.0, 7),
        ),
        ("PutItem", b'{"ConsumedCapacity":{"CapacityUnits":3.0}}', Units(0.0, 3.0)),
        (
            "BatchGetItem",
            b'{"ConsumedCapacity":[{"CapacityUnits":1.5},{"CapacityUnits":2.0}]}',
            Units(3.5),
        ),
        (
            "TransactWriteItems",
            b'{"ConsumedCapacity":[{"CapacityUnits":6.0,"ReadCapacityUnits":2.0},'
            b'{"CapacityUnits":1.0}]}',
            Units(2.0, 5.0),
        ),
    ],
)
def test_the_units_of_an_answer_are_added_up(
    action: str, answer: bytes, units: Units | None
) -> None:
    assert consumed_units(action, answer) == units


def test_units_are_none_unless_told_and_add_up() -> None:
    unsaid = Units()

    assert (unsaid.read, unsaid.write, unsaid.items, unsaid.total) == (0.0, 0.0, 0, 0.0)
    assert Units(1.5, 2.0, 9).total == 3.5
