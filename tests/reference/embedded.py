"""Tavola's own engine behind the interface that the tests use for every implementation."""

from __future__ import annotations

import json
from typing import Any

from tavola.engine import Engine
from tavola.errors import ConditionFailed, StoreError, TransactionCancelled
from tests.reference.endpoint import Answer, Body


class EngineEndpoint:
    """Tavola's own engine, called in this process."""

    name = "tavola"

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def execute(self, action: str, body: Body) -> Answer:
        """Run one action; a refusal becomes the answer that HTTP would carry."""
        try:
            content = self._engine.execute(action, json.dumps(body).encode())
        except StoreError as error:
            return _refusal(error)
        return Answer(200, None, None, json.loads(content))


def _refusal(error: StoreError) -> Answer:
    body: dict[str, Any] = {}
    match error:
        case ConditionFailed(item=item) if item is not None:
            body["Item"] = item
        case TransactionCancelled(reasons=reasons):
            body["CancellationReasons"] = [
                {
                    name: value
                    for name, value in (
                        ("Code", reason.code),
                        ("Message", reason.message),
                        ("Item", reason.item),
                    )
                    if value is not None
                }
                for reason in reasons
            ]
        case _:
            pass
    return Answer(400, error.code, error.message, json.loads(json.dumps(body)))
