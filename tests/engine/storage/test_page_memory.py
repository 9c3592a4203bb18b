"""A reading holds a page in memory, however much there is to read."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

from tests.engine.client import Client, key, s

MIB = 1024 * 1024
PARTITION = {"KeyConditionExpression": "pk = :pk", "ExpressionAttributeValues": {":pk": s("p")}}
INDEX = {"KeyConditionExpression": "g = :g", "ExpressionAttributeValues": {":g": s("g")}}
NOTHING = {"FilterExpression": "attribute_not_exists(big)"}


@pytest.fixture(name="full")
def client_of_twenty_mebibytes(client: Client) -> Client:
    """Far more than the page of 1 MB that one response may be made of."""
    text = s("x" * 100_000)
    client.put("things", *({**key("p", n), "g": s("g"), "big": text} for n in range(200)))
    return client


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("Scan", {}),
        ("Scan", NOTHING),
        ("Scan", {"IndexName": "whole"}),
        ("Query", PARTITION),
        ("Query", PARTITION | NOTHING),
        ("Query", PARTITION | {"ProjectionExpression": "pk"}),
        ("Query", INDEX | {"IndexName": "whole"}),
        ("Query", PARTITION | {"Select": "COUNT"}),
    ],
)
def test_a_page_is_all_that_is_held(full: Client, action: str, body: dict[str, Any]) -> None:
    tracemalloc.start()
    try:
        answer = full.engine.execute(action, {"TableName": "things", **body})
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert b"LastEvaluatedKey" in answer
    assert peak < 5 * MIB
