from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.faults import Faults
from tests.engine.client import Client, key, s


def test_a_throttled_action_does_nothing_until_the_fault_is_gone(
    client: Client, faults: Faults
) -> None:
    faults.throttle("PutItem", times=2)
    request = {"TableName": "flat", "Item": {"id": s("a")}}

    codes = [client.refusal("PutItem", **request)[0] for _ in range(2)]

    assert codes == ["ProvisionedThroughputExceededException"] * 2
    assert client.items("flat") == []
    assert client("PutItem", **request) == {}


def test_other_actions_are_not_throttled(client: Client, faults: Faults) -> None:
    faults.throttle("GetItem")

    assert client("PutItem", TableName="flat", Item={"id": s("a")}) == {}


def test_a_single_write_may_meet_a_transaction(client: Client, faults: Faults) -> None:
    faults.conflict("PutItem")

    refused = client.refusal("PutItem", TableName="flat", Item={"id": s("a")})

    assert refused == ("TransactionConflictException", "Transaction is ongoing for the item")


def test_a_wrong_request_is_refused_before_the_fault(client: Client, faults: Faults) -> None:
    faults.throttle("GetItem")

    assert client.refusal("GetItem", TableName="flat")[0] == "ValidationException"


def thing(number: int, **attributes: dict[str, str]) -> dict[str, Any]:
    return {**key("a", number), "g": s("g"), "h": s(f"h{number}"), **attributes}


@pytest.fixture
def lagging(client: Client, faults: Faults) -> Client:
    """Indexes that hold items 1 to 4, over a table that has changed since."""
    client.put("things", *(thing(number) for number in range(1, 5)))
    faults.lag_indexes()
    client.put("things", thing(0), thing(2, x=s("new")), {**thing(3), "g": s("elsewhere")})
    client("DeleteItem", TableName="things", Key=key("a", 4))
    return client


def query(client: Client, index: str, **parameters: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client(
        "Query",
        TableName="things",
        IndexName=index,
        KeyConditionExpression="g = :g",
        ExpressionAttributeValues={":g": s("g")},
        **parameters,
    )["Items"]
    return found


@pytest.mark.parametrize("index", ["whole", "keys"])
def test_a_lagging_index_shows_items_as_they_were(lagging: Client, index: str) -> None:
    assert query(lagging, index) == [thing(number) for number in range(1, 5)]
    assert lagging("Scan", TableName="things", IndexName=index)["Count"] == 4


def test_a_lagging_index_can_be_paged_in_both_directions(lagging: Client) -> None:
    upwards = query(lagging, "keys", ExclusiveStartKey=thing(2), Limit=1)
    downwards = query(lagging, "keys", ExclusiveStartKey=thing(2), ScanIndexForward=False)

    assert (upwards, downwards) == ([thing(3)], [thing(1)])


def test_tables_and_local_indexes_never_lag(lagging: Client) -> None:
    local = lagging("Scan", TableName="things", IndexName="local")["Items"]

    assert [item["sk"]["N"] for item in lagging.items("things")] == ["0", "1", "2", "3"]
    assert [item["sk"]["N"] for item in local] == ["0", "1", "2", "3"]


def test_settled_indexes_show_what_the_table_holds(lagging: Client, faults: Faults) -> None:
    faults.settle_indexes()

    assert query(lagging, "whole") == [thing(0), thing(1), thing(2, x=s("new"))]
