from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client
from tests.engine.streaming import create_streamed


def test_streams_are_listed_a_page_at_a_time(client: Client) -> None:
    first, second = create_streamed(client, name="one"), create_streamed(client, name="two")

    page = client("ListStreams", Limit=1)
    rest = client("ListStreams", ExclusiveStartStreamArn=page["LastEvaluatedStreamArn"])

    assert [each["StreamArn"] for each in (*page["Streams"], *rest["Streams"])] == [first, second]
    assert "LastEvaluatedStreamArn" not in rest


def test_streams_of_one_table_are_listed(client: Client) -> None:
    create_streamed(client, name="one")
    arn = create_streamed(client, name="two")

    assert client("ListStreams", TableName="two") == {
        "Streams": [
            {"StreamArn": arn, "TableName": "two", "StreamLabel": "2027-01-15T08:00:00.000"}
        ]
    }


def test_a_table_without_streams_has_none(client: Client) -> None:
    assert client("ListStreams", TableName="flat") == {"Streams": []}


def test_a_new_stream_of_a_table_stands_beside_the_old_one(client: Client) -> None:
    create_streamed(client)
    on = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    client("UpdateTable", TableName="log", StreamSpecification={"StreamEnabled": False})
    described = client("UpdateTable", TableName="log", StreamSpecification=on)

    streams = client("ListStreams", TableName="log")["Streams"]

    assert len(streams) == 2
    assert streams[1]["StreamArn"] == described["TableDescription"]["LatestStreamArn"]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"Limit": 0},
            "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
            "Member must have value greater than or equal to 1",
        ),
        (
            {"Limit": 101},
            "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: "
            "Member must have value less than or equal to 100",
        ),
        ({"ExclusiveStartStreamArn": "x" * 40}, f"Invalid StreamArn: {'x' * 40}"),
    ],
)
def test_wrong_parameters_are_refused(
    client: Client, parameters: dict[str, Any], message: str
) -> None:
    assert client.invalid("ListStreams", **parameters) == message
