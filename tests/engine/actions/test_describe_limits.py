from __future__ import annotations

from tests.engine.client import Client


def test_limits_are_those_of_a_new_account(client: Client) -> None:
    assert client("DescribeLimits") == {
        "AccountMaxReadCapacityUnits": 80_000,
        "AccountMaxWriteCapacityUnits": 80_000,
        "TableMaxReadCapacityUnits": 40_000,
        "TableMaxWriteCapacityUnits": 40_000,
    }
