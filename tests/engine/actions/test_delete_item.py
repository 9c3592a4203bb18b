from __future__ import annotations

import pytest

from tavola.errors import ConditionFailed
from tests.engine.client import Client, key, s, units


def test_a_deleted_item_is_gone_from_table_and_indexes(client: Client) -> None:
    client.put("things", {**key("a", 1), "g": s("g")}, key("a", 2))

    client("DeleteItem", TableName="things", Key=key("a", 1))

    assert client.items("things") == [key("a", 2)]
    assert client("Scan", TableName="things", IndexName="whole")["Items"] == []


def test_deleting_what_is_not_there_succeeds(client: Client) -> None:
    answer = client("DeleteItem", TableName="things", Key=key("a", 1), ReturnValues="ALL_OLD")

    assert answer == {}


def test_the_deleted_item_is_returned_when_asked_for(client: Client) -> None:
    item = {**key("a", 1), "x": s("x")}
    client.put("things", item)

    answer = client("DeleteItem", TableName="things", Key=key("a", 1), ReturnValues="ALL_OLD")

    assert answer == {"Attributes": item}


def test_a_condition_that_fails_keeps_the_item(client: Client) -> None:
    item = {**key("a", 1), "x": s("x")}
    client.put("things", item)

    with pytest.raises(ConditionFailed) as refused:
        client(
            "DeleteItem",
            TableName="things",
            Key=key("a", 1),
            ConditionExpression="attribute_not_exists(x)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )

    assert (refused.value.item, client.items("things")) == (item, [item])


def test_a_condition_on_a_missing_item_shows_none(client: Client) -> None:
    with pytest.raises(ConditionFailed) as refused:
        client(
            "DeleteItem",
            TableName="things",
            Key=key("a", 1),
            ConditionExpression="attribute_exists(pk)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )

    assert refused.value.item is None


@pytest.mark.parametrize("wanted", ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"])
def test_a_deletion_returns_only_the_old_item(client: Client, wanted: str) -> None:
    message = client.invalid("DeleteItem", TableName="things", Key=key("a", 1), ReturnValues=wanted)

    assert message == "1 validation error detected: ReturnValues can only be ALL_OLD or NONE"


def test_a_deletion_costs_what_it_removes(client: Client) -> None:
    client.put("things", {**key("a", 1), "g": s("g"), "h": s("h"), "x": s("x" * 1500)})

    answer = client(
        "DeleteItem",
        TableName="things",
        Key=key("a", 1),
        ReturnConsumedCapacity="INDEXES",
        ReturnItemCollectionMetrics="SIZE",
    )

    assert units(answer["ConsumedCapacity"]) == {
        "total": 7.0,
        "table": 2.0,
        "local": 2.0,
        "whole": 2.0,
        "keys": 1.0,
    }
    assert answer["ItemCollectionMetrics"]["ItemCollectionKey"] == {"pk": s("a")}


def test_deleting_nothing_costs_a_write(client: Client) -> None:
    answer = client(
        "DeleteItem", TableName="things", Key=key("a", 1), ReturnConsumedCapacity="TOTAL"
    )

    assert answer == {"ConsumedCapacity": {"TableName": "things", "CapacityUnits": 1.0}}


def test_a_key_must_fit_the_table(client: Client) -> None:
    message = client.invalid("DeleteItem", TableName="things", Key={"pk": s("a")})

    assert message == "The provided key element does not match the schema"
