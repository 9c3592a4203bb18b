"""What requests of a demonstration did in the tables: the last ones, with what each consumed.

A demonstration alone keeps it. Everybody on the machine sees everything there, so it tells names of
operations and models, never keys or values.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from tavola.table import Table

__all__ = ["Step", "Trail", "Visit"]

_KEPT = 40
_APART = ("/static/", "/what", "/mail", "/health", "/metrics", "/style")


@dataclass(frozen=True, slots=True)
class Step:
    """One operation on a table."""

    line: str
    """The line of Python that asks for it."""
    models: str
    requests: int
    read: float
    write: float


@dataclass(frozen=True, slots=True)
class Visit:
    """One request of a browser or a program, and its operations."""

    at: float
    method: str
    path: str
    status: int
    steps: Sequence[Step]

    @property
    def read(self) -> float:
        """Read units of all operations."""
        return sum(step.read for step in self.steps)

    @property
    def write(self) -> float:
        """Write units of all operations."""
        return sum(step.write for step in self.steps)


class Trail:
    """Keeps the last visits; put around the application."""

    def __init__(self, app: ASGIApp, table: Table, clock: Callable[[], float]) -> None:
        self._app = app
        self._table = table
        self._clock = clock
        self._visits: deque[Visit] = deque(maxlen=_KEPT)

    def latest(self) -> list[Visit]:
        """The last visits that touched a table, the latest first."""
        return list(reversed(self._visits))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and remember what it took."""
        if scope["type"] != "http" or scope["path"].startswith(_APART):
            await self._app(scope, receive, send)
            return
        status = 0

        async def noting(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._table.consumed() as consumed:
            await self._app(scope, receive, noting)
        steps = tuple(_step(one) for one in consumed.operations)
        if steps:
            path = scope["path"]
            self._visits.append(Visit(self._clock(), scope["method"], path, status, steps))


def _step(operation: Any) -> Step:
    models = ", ".join(operation.models)
    return Step(_line(operation), models, operation.requests, operation.read, operation.write)


_LINES = {
    "Get": "db.{handle}.get(…)",
    "GetMany": "db.{handle}.get_many(…)",
    "Create": "db.{handle}.create(…)",
    "Update": "db.{handle}.update(…)",
    "Upsert": "db.{handle}.upsert(…)",
    "Delete": "db.{handle}.delete(…)",
    "Save": "{handle}.save()",
    "FindByUnique": "db.{handle}.find_by_…(…)",
    "Transaction": "with db.transaction() as tx: …",
}


def _line(operation: Any) -> str:
    model = operation.models[0] if operation.models else ""
    if operation.access_pattern:
        name = operation.access_pattern.rpartition(".")[2]
        return f"db.{_snake(model)}.{_snake(name)}(…)"
    kind: str = operation.operation
    return _LINES.get(kind, kind).format(handle=_snake(model))


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
