from __future__ import annotations

from typing import Any

from tests.engine.client import Client


def specification(attribute: str, *, enabled: bool = True) -> dict[str, Any]:
    return {"TimeToLiveSpecification": {"AttributeName": attribute, "Enabled": enabled}}


def test_the_answer_repeats_the_setting(client: Client) -> None:
    answer = client("UpdateTimeToLive", TableName="flat", **specification("ttl"))

    assert answer == specification("ttl")


def test_it_is_not_switched_on_twice(client: Client) -> None:
    client("UpdateTimeToLive", TableName="flat", **specification("ttl"))

    message = client.invalid("UpdateTimeToLive", TableName="flat", **specification("ttl"))

    assert message == "TimeToLive is already enabled"


def test_it_is_not_switched_off_twice(client: Client) -> None:
    body = specification("ttl", enabled=False)

    message = client.invalid("UpdateTimeToLive", TableName="flat", **body)

    assert message == "TimeToLive is already disabled"


def test_one_attribute_at_a_time_counts(client: Client) -> None:
    client("UpdateTimeToLive", TableName="flat", **specification("ttl"))

    message = client.invalid("UpdateTimeToLive", TableName="flat", **specification("other"))

    assert message == (
        "TimeToLive is active on a different AttributeName: current AttributeName is ttl"
    )


def test_an_unknown_table_is_named(client: Client) -> None:
    refusal = client.refusal("UpdateTimeToLive", TableName="nowhere", **specification("ttl"))

    assert refusal == (
        "ResourceNotFoundException",
        "Requested resource not found: Table: nowhere not found",
    )
