"""Open the store that a location names.

    memory:                                   the embedded engine, gone with the process
    blog.db, blog.db?durability=process       the embedded engine on a file
    dynamodb://eu-west-1/blog?endpoint=…      DynamoDB, or a service with its API

Each kind of store is imported when it is opened.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypedDict

from tavola.errors import OperationError
from tavola.stores.store import SCHEME, AsyncStore, Store

if TYPE_CHECKING:
    from tavola.stores.http.credentials import CredentialSource
    from tavola.stores.observing import Observer
    from tavola.wire.sigv4 import Credentials


__all__ = [
    "StoreOptions",
    "is_dynamodb",
    "open_async_store",
    "open_store",
    "refuse_options",
    "table_of",
]


class StoreOptions(TypedDict, total=False):
    """What can be said about opening a store, beside its location and clock."""

    environment: Mapping[str, str] | None
    """Where settings and credentials are looked for; None for the process's own."""
    credentials: Credentials | CredentialSource | None
    """Keys, or where they come from; None for the usual chain."""
    observer: Observer | None
    """Called with the event of every request."""


def is_dynamodb(location: str) -> bool:
    """Whether a location names a DynamoDB, not a file or memory."""
    return location.startswith(SCHEME)


def table_of(location: str) -> str | None:
    """Give the table that a location names, None for files and memory."""
    if not is_dynamodb(location):
        return None
    from tavola.stores.http.settings import parse_location

    return parse_location(location, os.environ).table


def open_store(
    location: str,
    *,
    clock: Callable[[], float] = time.time,
    environment: Mapping[str, str] | None = None,
    credentials: Credentials | CredentialSource | None = None,
    observer: Observer | None = None,
) -> tuple[Store, str | None]:
    """Open a store, and give the table's name if the location has one; nothing is sent."""
    if is_dynamodb(location):
        from tavola.stores.dynamodb import DynamoDBStore

        remote = DynamoDBStore.open(
            location,
            clock=clock,
            environment=environment,
            credentials=credentials,
            observer=observer,
        )
        return remote, remote.settings.table
    _check_is_file(location)
    from tavola.engine import Engine
    from tavola.stores.embedded import EmbeddedStore

    store = EmbeddedStore(Engine.open(location, clock=clock))
    if observer is None:
        return store, None
    from tavola.stores.observing import ObservedStore

    return ObservedStore(store, observer), None


def open_async_store(
    location: str,
    *,
    clock: Callable[[], float] = time.time,
    environment: Mapping[str, str] | None = None,
    credentials: Credentials | CredentialSource | None = None,
    observer: Observer | None = None,
) -> tuple[AsyncStore, str | None]:
    """Open a store for an event loop, and give the table's name if the location has one."""
    if is_dynamodb(location):
        from tavola.stores.async_dynamodb import AsyncDynamoDBStore

        remote = AsyncDynamoDBStore.open(
            location,
            clock=clock,
            environment=environment,
            credentials=credentials,
            observer=observer,
        )
        return remote, remote.settings.table
    _check_is_file(location)
    from tavola.engine import Engine
    from tavola.stores.embedded import AsyncEmbeddedStore

    store = AsyncEmbeddedStore(Engine.open(location, clock=clock))
    if observer is None:
        return store, None
    from tavola.stores.observing import AsyncObservedStore

    return AsyncObservedStore(store, observer), None


def refuse_options(options: Mapping[str, object]) -> None:
    """Refuse what is said about opening a store, where one is given that is open already."""
    if options:
        names = ", ".join(f"{name}=" for name in options)
        raise OperationError(
            f"open: has store= and {names}, which only a store that is opened here can take."
            " Give it to open_store() or open_async_store() instead."
        )


def _check_is_file(location: str) -> None:
    if not location or "://" in location:
        raise OperationError(
            f"store {location!r}: is not a location. Write memory:, a path, or"
            " dynamodb://REGION/TABLE?endpoint=URL."
        )
