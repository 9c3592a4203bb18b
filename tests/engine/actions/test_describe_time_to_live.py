from __future__ import annotations

from tests.engine.client import Client


def test_it_is_off_at_first(client: Client) -> None:
    assert client("DescribeTimeToLive", TableName="flat") == {
        "TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}
    }


def test_it_names_its_attribute(client: Client) -> None:
    client(
        "UpdateTimeToLive",
        TableName="flat",
        TimeToLiveSpecification={"AttributeName": "ttl", "Enabled": True},
    )

    assert client("DescribeTimeToLive", TableName="flat") == {
        "TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": "ttl"}
    }


def test_it_is_off_again(client: Client) -> None:
    setting = {"AttributeName": "ttl", "Enabled": True}
    client("UpdateTimeToLive", TableName="flat", TimeToLiveSpecification=setting)
    client(
        "UpdateTimeToLive",
        TableName="flat",
        TimeToLiveSpecification={**setting, "Enabled": False},
    )

    assert client("DescribeTimeToLive", TableName="flat") == {
        "TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}
    }
