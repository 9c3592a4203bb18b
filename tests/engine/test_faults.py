from __future__ import annotations

from tavola.engine.faults import Faults
from tests.engine.client import Client, s


def test_a_throttled_action_does_nothing_until_the_trouble_is_over(
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


def test_a_wrong_request_is_refused_before_the_trouble(client: Client, faults: Faults) -> None:
    faults.throttle("GetItem")

    assert client.refusal("GetItem", TableName="flat")[0] == "ValidationException"
