"""Tables and items as single-table designs have them."""

from __future__ import annotations

from typing import Any

from tests.engine.client import s

FAILED = ("ConditionalCheckFailedException", "The conditional request failed")


def item(pk: str, sk: str, **attributes: dict[str, Any]) -> dict[str, Any]:
    return {"PK": s(pk), "SK": s(sk), **attributes}


def table(name: str, **indexes: tuple[str, str]) -> dict[str, Any]:
    """A table on PK and SK, with global indexes that project everything."""
    names = ["PK", "SK", *(name for key in indexes.values() for name in key)]
    definition: dict[str, Any] = {
        "TableName": name,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in names],
        "KeySchema": key_schema("PK", "SK"),
        "BillingMode": "PAY_PER_REQUEST",
    }
    made = [
        {
            "IndexName": name.replace("_", "-"),
            "KeySchema": key_schema(*keys),
            "Projection": {"ProjectionType": "ALL"},
        }
        for name, keys in indexes.items()
    ]
    return {**definition, "GlobalSecondaryIndexes": made} if made else definition


def key_schema(partition: str, sort: str) -> list[dict[str, str]]:
    return [
        {"AttributeName": partition, "KeyType": "HASH"},
        {"AttributeName": sort, "KeyType": "RANGE"},
    ]
