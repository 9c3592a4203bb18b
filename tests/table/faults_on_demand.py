"""Faults on demand for any store: what a service far away does only when it is busy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import msgspec

from tavola.engine.faults import Faults
from tavola.stores.store import AsyncStore, Call, Store
from tests.table.stores import Home

_LEFT = {"BatchGetItem": "UnprocessedKeys", "BatchWriteItem": "UnprocessedItems"}
"""Where the answer to a batch says what it left undone."""


def with_faults(home: Home) -> Home:
    """Give a home with faults; the engine has its own, requests to services meet them before."""
    if home.faults is not None:
        return home
    faults = Faults()
    return replace(home, store=FaultyStore(home.store, faults), faults=faults)


class FaultyStore:
    """Passes requests on to another store, unless a fault waits for them."""

    def __init__(self, store: Store, faults: Faults) -> None:
        self.store = store
        self.faults = faults

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        self.faults.raise_waiting(action, body)
        done, left = _parted(self.faults, action, body)
        answer = b"{}" if done is None else self.store.execute(action, done)
        return _with_left(action, answer, left)

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        self.store.close()


class AsyncFaultyStore:
    """The same, awaited."""

    def __init__(self, store: AsyncStore, faults: Faults) -> None:
        self.store = store
        self.faults = faults

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        self.faults.raise_waiting(action, body)
        done, left = _parted(self.faults, action, body)
        answer = b"{}" if done is None else await self.store.execute(action, done)
        return _with_left(action, answer, left)

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        return [await self.execute(action, body) for action, body in calls]

    async def close(self) -> None:
        await self.store.close()


def _parted(
    faults: Faults, action: str, body: dict[str, Any]
) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Part a batch of one table into the request that is sent, if any is, and what stays undone."""
    if action not in _LEFT:
        return body, {}
    (found,) = body["RequestItems"].items()
    table: str = found[0]
    asked: Any = found[1]
    members = cast("list[Any]", asked["Keys"] if action == "BatchGetItem" else asked)
    kept = len(members) - faults.unprocessed(action, len(members))
    if kept == len(members):
        return body, {}
    parts: list[Any] = [members[:kept], members[kept:]]
    if action == "BatchGetItem":
        parts = [{**asked, "Keys": part} for part in parts]
    done = {**body, "RequestItems": {table: parts[0]}}
    return done if kept else None, {table: parts[1]}


def _with_left(action: str, answer: bytes, left: dict[str, Any]) -> bytes:
    if not left:
        return answer
    shown = msgspec.json.decode(answer)
    return msgspec.json.encode({**shown, _LEFT[action]: left})
