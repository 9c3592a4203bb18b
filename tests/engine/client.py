"""A caller of the engine for tests: answers as dicts, refusals as code and message."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.errors import StoreError


class Client:
    """Calls actions of one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def __call__(self, action: str, **body: Any) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.json.decode(self.engine.execute(action, body))
        return answer

    def refusal(self, action: str, **body: Any) -> tuple[str, str]:
        with pytest.raises(StoreError) as refused:
            self.engine.execute(action, body)
        return refused.value.code, refused.value.message

    def invalid(self, action: str, **body: Any) -> str:
        code, message = self.refusal(action, **body)
        assert code == "ValidationException"
        return message

    def put(self, table: str, *items: dict[str, Any]) -> None:
        for item in items:
            self("PutItem", TableName=table, Item=item)

    def items(self, table: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self("Scan", TableName=table)["Items"]
        return found


def s(text: str) -> dict[str, str]:
    return {"S": text}


def n(number: float) -> dict[str, str]:
    return {"N": str(number)}


def key(partition: str, sort: float) -> dict[str, dict[str, str]]:
    return {"pk": s(partition), "sk": n(sort)}


def units(consumed: dict[str, Any]) -> dict[str, float]:
    """Flatten a report of consumed capacity: the total, the table's and each index's units."""
    indexes = {
        **consumed.get("LocalSecondaryIndexes", {}),
        **consumed.get("GlobalSecondaryIndexes", {}),
    }
    return {
        "total": consumed["CapacityUnits"],
        "table": consumed["Table"]["CapacityUnits"],
        **{name: each["CapacityUnits"] for name, each in indexes.items()},
    }
