"""Open the store that a location names.

    memory:                                   the embedded engine, gone with the process
    blog.db, blog.db?durability=process       the embedded engine on a file
    dynamodb://eu-west-1/blog?endpoint=…      DynamoDB, or a service with its API

Each kind of store is imported when it is opened.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, cast

from tavola.errors import OperationError
from tavola.stores.store import SCHEME, AsyncStore, Store

if TYPE_CHECKING:
    from tavola.stores.http.credentials import CredentialSource
    from tavola.stores.observing import Observer
    from tavola.wire.sigv4 import Credentials


__all__ = [
    "StoreOptions",
    "check_kind",
    "is_dynamodb",
    "locate_tables",
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


Location = str | os.PathLike[str]
"""`memory:`, a path as a string or an object, or `dynamodb://REGION/TABLE`."""


def is_dynamodb(location: str) -> bool:
    """Whether a location names a DynamoDB, not a file or memory."""
    return location.startswith(SCHEME)


def table_of(location: str) -> str | None:
    """Give the table that a location names, None for files and memory."""
    if not is_dynamodb(location):
        return None
    from tavola.stores.http.endpoint_settings import parse_location

    return parse_location(location, os.environ).table


def locate_tables(
    given: Location | Mapping[str, Location], tables: Sequence[str], name: str | None = None
) -> tuple[str, dict[str, str]]:
    """Give the one location of some tables, and the names that they have there.

    `name`, or the table of a location, names the only one, or with a `*` each of them; a mapping
    has the location of each.
    """
    _check_texts(given, name)
    if not isinstance(given, Mapping):
        location = _as_text(given)
        on_store = name or _split_table(location)[1]
        return location, {table: _name_on_store(on_store, table, tables) for table in tables}
    if name is not None:
        raise OperationError(f"open has table={name!r} beside a location for each. Keep one.")
    locations = {table: _as_text(one) for table, one in given.items()}
    _check_locations(locations, tables)
    names = {table: _split_table(locations[table])[1] or table for table in tables}
    if len(set(names.values())) < len(names):
        raise OperationError(
            f"open: two tables have one name, {', '.join(names.values())}. Give each its own."
        )
    return locations[tables[0]], names


def _check_texts(location: object, name: object) -> None:
    if name is not None and not isinstance(name, str):
        raise OperationError(f"open: table is {type(name).__name__}. Give its name as a string.")
    given: tuple[object, ...] = (location,)
    if isinstance(location, Mapping):
        given = tuple(cast("Mapping[str, object]", location).values())
    for one in given:
        if not isinstance(one, str | os.PathLike):
            raise OperationError(
                f"open: location is {type(one).__name__}. Give a string or a path: memory:, a file,"
                " or dynamodb://REGION/TABLE."
            )


def _as_text(location: Location) -> str:
    if isinstance(location, str):
        return location
    from tavola.engine.database import location_text

    return location_text(location)


def _name_on_store(given: str | None, table: str, tables: Sequence[str]) -> str:
    """Give the name of one of some tables; `given` is the location's, with a `*` or without."""
    if given is None:
        return table
    if "*" in given:
        if given.count("*") > 1:
            raise OperationError(
                f"Table {given!r} has several '*'. One stands for the table's own name."
            )
        return given.replace("*", table)
    if len(tables) > 1:
        raise OperationError(
            f"Table {given!r} names one table, and the design has {', '.join(tables)}. Write "
            "what all their names have, and '*' for each one's own, as dynamodb://REGION/prod-*."
        )
    return given


def _check_locations(locations: Mapping[str, str], tables: Sequence[str]) -> None:
    """Refuse locations of other tables than the design's, or on more than one endpoint."""
    missing = [table for table in tables if table not in locations]
    unknown = [table for table in locations if table not in tables]
    if missing or unknown:
        wrong = f"no location for {missing[0]!r}" if missing else f"no table {unknown[0]!r}"
        raise OperationError(f"open: there is {wrong}. The tables are {', '.join(tables)}.")
    stores = {_split_table(location)[0] for location in locations.values()}
    if len(stores) > 1:
        raise OperationError(
            "open: the tables are on different stores. Locations may differ in the table alone."
        )


def _split_table(location: str) -> tuple[str, str | None]:
    """Take the table out of a location; what else is wrong with it is found when it is opened."""
    if not is_dynamodb(location):
        return location, None
    path, mark, options = location.removeprefix(SCHEME).partition("?")
    region, _, table = path.partition("/")
    return f"{SCHEME}{region}{mark}{options}", table.strip("/") or None


def open_store(
    location: Location,
    *,
    clock: Callable[[], float] = time.time,
    environment: Mapping[str, str] | None = None,
    credentials: Credentials | CredentialSource | None = None,
    observer: Observer | None = None,
) -> tuple[Store, str | None]:
    """Open a store, and give the table's name if the location has one; nothing is sent."""
    _check_options(environment, observer)
    location = _as_text(location)
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
    location: Location,
    *,
    clock: Callable[[], float] = time.time,
    environment: Mapping[str, str] | None = None,
    credentials: Credentials | CredentialSource | None = None,
    observer: Observer | None = None,
) -> tuple[AsyncStore, str | None]:
    """Open a store for an event loop, and give the table's name if the location has one."""
    _check_options(environment, observer)
    location = _as_text(location)
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
            f"open has store= and {names}, which only a store that is opened here can take."
            " Give it to open_store() or open_async_store() instead."
        )


def check_kind(store: object, table: str, *, is_async: bool) -> None:
    """Refuse a store that is not awaited for a table that awaits, and the other way round."""
    if not hasattr(store, "execute_all"):
        raise OperationError(
            f"{table}.open: store is {type(store).__name__}, which is not a store."
        )
    code = getattr(getattr(type(store), "execute_all", None), "__code__", None)
    if code is None or bool(code.co_flags & _CO_COROUTINE) is is_async:
        return
    kind = "an async table takes a store that is awaited" if is_async else "it is awaited"
    opener = "open_async_store()" if is_async else "open_store()"
    fixture = "tavola_async_store" if is_async else "tavola_store"
    raise OperationError(
        f"{table}.open: store is {type(store).__name__}, but {kind}. Open one with {opener};"
        f" in tests of pytest, take {fixture}."
    )


# Python: the flag of functions that are defined by `async def`; inspect.CO_COROUTINE.
_CO_COROUTINE = 0x80


def _check_options(environment: Any, observer: Any) -> None:
    if environment is not None and not isinstance(environment, Mapping):
        raise OperationError("open: environment takes a mapping of strings, as os.environ.")
    if observer is not None and not callable(observer):
        raise OperationError("open: observer takes a function of one event.")


def _check_is_file(location: str) -> None:
    if not location or "://" in location:
        raise OperationError(
            f"Store {location!r} is not a location. Write memory:, a path, or"
            " dynamodb://REGION/TABLE?endpoint=URL."
        )
