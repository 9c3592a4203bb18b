"""What requests of a demonstration did in the tables: lines of Python, requests, items, capacity.

A demonstration alone keeps it, each browser sees its own, and what is secret is left out.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavola.operations.consumed_capacity import OperationCapacity
from tavola.operations.steps import Request
from tavola.table import Table
from tavola_systems.platform.http.source_lines import SourceLine, find_caller, find_source
from tavola_systems.platform.http.written import WrittenItem, masked_json, written_items

__all__ = ["Happened", "Step", "Trail", "Visit"]

_KEPT: Final = 150
"""Visits that wrote something, and as many that only read."""
_APART: Final = ("/static/", "/what", "/mail", "/health", "/metrics", "/style", "/design")
_BEGINNINGS: Final = ("/", "/begin", "/what")
"""The pages of the demonstration that tell browsers apart; a system's pages set no such cookie."""
_COOKIE: Final = "tavola-visitor"
_COOKIE_FORM: Final = re.compile(r"[A-Za-z0-9_-]{16,40}")
_ROOT: Final = Path(__file__).parents[2]


class Step(Struct, frozen=True):
    """One operation on a table."""

    line: str
    """The call that asks for it, as users of the models write it."""
    source: SourceLine | None
    """The statement of the system that did it."""
    caller: SourceLine | None
    """The statement of a page or route that led to it."""
    models: str
    is_platform: bool
    """Whether it is about sessions and the like, which every system needs."""
    read: float
    write: float
    sent: Sequence[Request]
    items: Sequence[WrittenItem]

    @property
    def actions(self) -> list[str]:
        """The requests by their actions."""
        return [one.action for one in self.sent]

    @property
    def requests_json(self) -> list[str]:
        """The requests as JSON, without what is secret."""
        return [masked_json(one.body) for one in self.sent]


class Visit(Struct, frozen=True):
    """One request of a browser or a program, and its operations."""

    at: float
    visitor: str
    method: str
    path: str
    route: str
    """The route of the system that answered: `POST /elections/{name}/vote`."""
    status: int
    steps: Sequence[Step]

    @property
    def system(self) -> str:
        """The system that it was for."""
        return self.path.split("/")[1]

    @property
    def own_steps(self) -> list[Step]:
        """The steps in the system's own tables: those that wrote before those that read."""
        own = [one for one in self.steps if not one.is_platform]
        return sorted(own, key=lambda one: not one.items)

    @property
    def platform_steps(self) -> list[Step]:
        """The steps of the platform: sessions, limits, mails."""
        return [one for one in self.steps if one.is_platform]

    @property
    def writes(self) -> list[WrittenItem]:
        """The items of the system that were written."""
        return [item for step in self.own_steps for item in step.items]

    @property
    def requests(self) -> int:
        """How many requests the store got for the system."""
        return sum(len(step.sent) for step in self.own_steps)

    @property
    def read(self) -> float:
        """Read units of the system's operations."""
        return sum(step.read for step in self.own_steps)

    @property
    def write(self) -> float:
        """Write units of the system's operations."""
        return sum(step.write for step in self.own_steps)


class Trail:
    """Keeps the last visits; put around the application."""

    def __init__(
        self, app: ASGIApp, tables: Iterable[Table], platform: Table, clock: Callable[[], float]
    ) -> None:
        self._app = app
        self._platform = platform
        self._platform_names = frozenset(platform.table_names.values())
        self._keys = {
            name: one.design.tables[number].keys
            for one in tables
            for number, name in enumerate(one.table_names.values())
        }
        self._clock = clock
        # Apart, so that a page which asks again and again takes nothing that was done away.
        self._writes: deque[Visit] = deque(maxlen=_KEPT)
        self._reads: deque[Visit] = deque(maxlen=_KEPT)
        self._first_pages: OrderedDict[tuple[str, float], str] = OrderedDict()

    def is_new_on(self, visit: Visit, path: str) -> bool:
        """Say whether a page is the first that shows a visit; it stays so when it is read again."""
        first = self._first_pages.setdefault((visit.visitor, visit.at), path)
        if len(self._first_pages) > _KEPT:
            self._first_pages.popitem(last=False)
        return first == path

    def latest(self, visitor: str) -> list[Visit]:
        """A browser's last visits that touched a table, the latest first."""
        own = [one for one in (*self._writes, *self._reads) if one.visitor == visitor]
        return sorted(own, key=lambda one: one.at, reverse=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and remember what it took."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self._app(scope, receive, send)
            return
        known = _visitor_of(scope)
        method, path = scope["method"], scope["path"]  # routing may shorten the path
        begins = path in _BEGINNINGS
        visitor = known or secrets.token_urlsafe(18)
        scope.setdefault("state", {})["happened"] = Happened(self, visitor)
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if known is None and begins:
                    cookie = f"{_COOKIE}={visitor}; Path=/; HttpOnly; SameSite=lax"
                    MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        if path.startswith(_APART) or not (known or begins):
            await self._app(scope, receive, noting)
            return
        with self._platform.consumed(keeps_requests=True) as consumed:
            await self._app(scope, receive, noting)
        steps = tuple(self._step(one) for one in consumed.operations)
        if steps:
            route = getattr(scope.get("route"), "path", "")
            visit = Visit(self._clock(), visitor, method, path, f"{method} {route}", status, steps)
            (self._writes if visit.writes else self._reads).append(visit)

    def _step(self, operation: OperationCapacity) -> Step:
        sent = operation.sent or []
        items = [item for one in sent for item in written_items(one, self._keys)]
        tables = {table for one in sent for table in _tables_of(one.body)}
        return Step(
            line=_line(operation),
            source=find_source(operation.called_from, _ROOT),
            caller=find_caller(operation.called_from, _ROOT),
            models=", ".join(operation.models),
            is_platform=tables <= self._platform_names,
            read=operation.read,
            write=operation.write,
            sent=sent,
            items=[item for item in items if item.table not in self._platform_names],
        )


class Happened:
    """What one browser did, for the pages that show it."""

    def __init__(self, trail: Trail, visitor: str) -> None:
        self._trail = trail
        self._visitor = visitor

    def all(self) -> list[Visit]:
        """All that is kept, the latest first."""
        return self._trail.latest(self._visitor)

    def last_write(self, system: str) -> Visit | None:
        """The form that was sent last, if it is this system's and wrote something."""
        sent = (one for one in self.all() if one.method == "POST" and one.status < 400)
        last = next((one for one in sent if one.writes), None)
        return last if last is not None and last.system == system else None

    def is_new_on(self, visit: Visit, path: str) -> bool:
        """Say whether a page is the first that shows a visit."""
        return self._trail.is_new_on(visit, path)

    def finished(self, system: str, route: str) -> Visit | None:
        """The last visit that finished a task."""
        found = (one for one in self.all() if one.system == system and one.route == route)
        return next((one for one in found if one.status < 400 and one.writes), None)


def _visitor_of(scope: Scope) -> str | None:
    try:
        found = SimpleCookie(Headers(scope=scope).get("cookie", "")).get(_COOKIE)
    except CookieError:
        return None
    return found.value if found is not None and _COOKIE_FORM.fullmatch(found.value) else None


def _tables_of(body: dict[str, Any]) -> set[str]:
    if "TableName" in body:
        return {body["TableName"]}
    if "RequestItems" in body:
        return set(body["RequestItems"])
    return {part["TableName"] for item in body.get("TransactItems", []) for part in item.values()}


_LINES: Final = {
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


def _line(operation: OperationCapacity) -> str:
    model = operation.models[0] if operation.models else ""
    if operation.access_pattern:
        name = operation.access_pattern.rpartition(".")[2]
        return f"db.{_snake(model)}.{_snake(name)}(…)"
    kind = operation.operation
    return _LINES.get(kind, f"db.run({kind}(…))").format(handle=_snake(model))


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
