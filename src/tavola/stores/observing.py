"""What operators see: one event per request, passed to observers.

    totals = CapacityTotals()
    db = Blog.open("dynamodb://eu-west-1/blog", observer=totals)

Tables say which access pattern a request serves; `naming` says it better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tavola.errors import StoreError
from tavola.stores.store import AsyncStore, Call, Store, identity_of
from tavola.wire.metering import consumed_units, with_capacity

_access_pattern: Final[ContextVar[str | None]] = ContextVar("access_pattern", default=None)


class RequestEvent(Struct, frozen=True, gc=False):
    """One request and what became of it."""

    action: str
    tables: tuple[str, ...] = ()
    access_pattern: str | None = None
    seconds: float = 0.0
    """From the call to its answer, with all attempts and pauses."""
    retries: int = 0
    capacity: float | None = None
    """The consumed units, where the request asked for them."""
    error_code: str | None = None
    """DynamoDB's own name for a refusal; StoreUnavailable when there was no answer."""
    batch_size: int = 1
    """How many items a batch or a transaction names."""
    region: str | None = None
    host: str | None = None
    """Where the request was sent; nothing for the embedded engine."""
    port: int | None = None

    @property
    def table(self) -> str | None:
        """The table, when there is just one."""
        return self.tables[0] if len(self.tables) == 1 else None

    def finished(
        self, seconds: float, answer: bytes, *, retries: int = 0, error_code: str | None = None
    ) -> RequestEvent:
        """Give the event of the answered request."""
        units = consumed_units(self.action, answer)
        return replace(
            self,
            seconds=seconds,
            retries=retries,
            capacity=None if units is None else units.total,
            error_code=error_code,
        )


Observer = Callable[[RequestEvent], None]
"""Called with every event, in the thread or task of the call; it must not raise or wait."""


def describe_request(action: str, body: dict[str, Any]) -> RequestEvent:
    """Say what a request is about before it is sent."""
    try:
        tables, size = _subject_of(body)
    except (AttributeError, KeyError, TypeError):
        tables, size = (), 1  # what is wrong with it, the service will say
    return RequestEvent(action, tables, _access_pattern.get(), batch_size=size)


def _subject_of(body: dict[str, Any]) -> tuple[tuple[str, ...], int]:
    """Find the tables of a request, and how many items it names."""
    if "TableName" in body:
        return (body["TableName"],), 1
    if "RequestItems" in body:
        asked: dict[str, Any] = body["RequestItems"]
        sizes = (len(part["Keys"]) if "Keys" in part else len(part) for part in asked.values())
        return tuple(asked), sum(sizes)
    items: list[dict[str, Any]] = body.get("TransactItems", [])
    tables = dict.fromkeys(part["TableName"] for item in items for part in item.values())
    return tuple(tables), max(1, len(items))


def place_events(observer: Observer, region: str, host: str, port: int) -> Observer:
    """Make an observer's events say where their requests were sent."""

    def tell(event: RequestEvent) -> None:
        observer(replace(event, region=region, host=host, port=port))

    return tell


@contextmanager
def naming(access_pattern: str) -> Generator[None]:
    """Name the access pattern of the requests within; an outer name stays."""
    token = _access_pattern.set(_access_pattern.get() or access_pattern)
    try:
        yield
    finally:
        _access_pattern.reset(token)


class ObservedStore:
    """Tells an observer about every request to a store that does not by itself."""

    def __init__(
        self, store: Store, observer: Observer, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.store = store
        self._observer = observer
        self._monotonic = monotonic

    @property
    def identity(self) -> object:
        """What two stores of one place have in common."""
        return identity_of(self.store)

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request."""
        event, started = describe_request(action, body), self._monotonic()
        try:
            answer = self.store.execute(action, with_capacity(action, body))
        except StoreError as error:
            self._observer(event.finished(self._monotonic() - started, b"", error_code=error.code))
            raise
        self._observer(event.finished(self._monotonic() - started, answer))
        return answer

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other."""
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Close the store behind."""
        self.store.close()


class AsyncObservedStore:
    """The same, awaited."""

    def __init__(
        self, store: AsyncStore, observer: Observer, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.store = store
        self._observer = observer
        self._monotonic = monotonic

    @property
    def identity(self) -> object:
        """What two stores of one place have in common."""
        return identity_of(self.store)

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request."""
        event, started = describe_request(action, body), self._monotonic()
        try:
            answer = await self.store.execute(action, with_capacity(action, body))
        except StoreError as error:
            self._observer(event.finished(self._monotonic() - started, b"", error_code=error.code))
            raise
        self._observer(event.finished(self._monotonic() - started, answer))
        return answer

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other."""
        return [await self.execute(action, body) for action, body in calls]

    async def close(self) -> None:
        """Close the store behind."""
        await self.store.close()
