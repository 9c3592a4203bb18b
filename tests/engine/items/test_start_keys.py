"""Where a query goes on: behind its starting key, never before it, and only within its range."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import ValidationFailed
from tests.engine.client import Client


def s(text: str) -> dict[str, str]:
    return {"S": text}


TABLE: dict[str, Any] = {
    "TableName": "ranges",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk", "g", "h")
    ],
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "byG",
            "KeySchema": [
                {"AttributeName": "g", "KeyType": "HASH"},
                {"AttributeName": "h", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}


@pytest.mark.parametrize("is_index", [False, True])
@pytest.mark.parametrize(
    ("condition", "is_ascending", "start", "found"),
    [
        (">= :b", True, "b", "cd"),
        ("BETWEEN :b AND :c", True, "b", "c"),
        ("BETWEEN :b AND :c", True, "c", ""),
        ("BETWEEN :b AND :c", True, "a", None),
        ("BETWEEN :b AND :c", True, "d", None),
        ("> :b", True, "b", None),
        ("> :b", True, "c", "d"),
        ("< :c", True, "b", ""),
        ("< :c", True, "c", None),
        ("<= :c", False, "c", "ba"),
        ("< :c", False, "b", "a"),
        ("< :c", False, "c", None),
        (">= :b", False, "b", ""),
        ("> :b", False, "b", None),
    ],
)
def test_a_start_key_at_either_end_of_a_range_is_not_read_again(
    client: Client,
    condition: str,
    is_ascending: bool,
    start: str,
    found: str | None,
    is_index: bool,
) -> None:
    client("CreateTable", **TABLE)
    client.put("ranges", *({"pk": s("p"), "sk": s(x), "g": s("p"), "h": s(x)} for x in "abcd"))
    part, sort = ("g", "h") if is_index else ("pk", "sk")
    key = {"pk": s("p"), "sk": s(start)} | ({"g": s("p"), "h": s(start)} if is_index else {})
    body: dict[str, Any] = {
        "TableName": "ranges",
        "KeyConditionExpression": f"{part} = :p AND {sort} {condition}",
        "ExpressionAttributeValues": {
            ":p": s("p"),
            **{name: s(name[1]) for name in (":b", ":c") if name in condition},
        },
        "ExclusiveStartKey": key,
        "ScanIndexForward": is_ascending,
        **({"IndexName": "byG"} if is_index else {}),
    }

    if found is None:
        with pytest.raises(ValidationFailed, match="starting key does not match the range key"):
            client("Query", **body)
    else:
        assert "".join(item["sk"]["S"] for item in client("Query", **body)["Items"]) == found
