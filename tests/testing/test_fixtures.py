"""The fixtures that Tavola brings to every test suite."""

from __future__ import annotations

from typing import Any, cast

import boto3
import pytest

from tavola.engine import Engine
from tavola.errors import Throttled
from tavola.testing import Clock, Faults

TABLE: dict[str, Any] = {
    "TableName": "notes",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}
NOTE: dict[str, Any] = {
    "TableName": "notes",
    "Item": {"id": {"S": "1"}, "ttl": {"N": "1800000060"}},
}


def test_an_engine_expires_items_by_the_clock_that_the_test_moves(
    tavola_engine: Engine, tavola_clock: Clock
) -> None:
    tavola_engine.execute("CreateTable", TABLE)
    setting = {"AttributeName": "ttl", "Enabled": True}
    tavola_engine.execute(
        "UpdateTimeToLive", {"TableName": "notes", "TimeToLiveSpecification": setting}
    )
    tavola_engine.execute("PutItem", NOTE)
    before = tavola_engine.sweep_expired()
    tavola_clock.advance(61)
    assert (before, tavola_engine.sweep_expired()) == (0, 1)


def test_a_fault_is_met_once(tavola_engine: Engine, tavola_faults: Faults) -> None:
    tavola_engine.execute("CreateTable", TABLE)
    tavola_faults.throttle("PutItem")
    with pytest.raises(Throttled):
        tavola_engine.execute("PutItem", NOTE)
    assert tavola_engine.execute("PutItem", NOTE) == b"{}"


def test_boto3_talks_to_the_endpoint(tavola_endpoint: str) -> None:
    client: Any = cast("Any", boto3).client(
        "dynamodb",
        endpoint_url=tavola_endpoint,
        region_name="eu-west-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    client.create_table(**TABLE)
    client.put_item(**NOTE)
    found = client.get_item(TableName="notes", Key={"id": {"S": "1"}})
    assert found["Item"] == NOTE["Item"]
