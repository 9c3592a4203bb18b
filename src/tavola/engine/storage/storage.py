"""The engine's file: items by key, ranges, write transactions and the catalog, on SQLite.

    storage.get(table, pk, sk)                               # (item, size) or None
    storage.read(table.statements.query, pk, low, high)      # lazily (item, size), (item, size), …
    with storage.transaction() as tx:                        # all or nothing
        tx.get(table, pk, sk); tx.put(table, row); tx.delete(table, pk, sk)

Keys and items are bytes here; what they mean is the actions' business. A failure of SQLite leaves
as SqliteError; `explain` says what it means.
"""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tavola.engine.storage import sqlite
from tavola.engine.storage.catalog import Catalog, TableInfo
from tavola.engine.storage.key_encoding import TOP, HashName
from tavola.engine.storage.ledger import LEDGER_TABLES
from tavola.engine.storage.locking import Turnstile
from tavola.engine.storage.sessions import (
    MemoryTransaction,
    StaleCatalog,
    StorageSession,
    StorageTransaction,
)
from tavola.engine.storage.sql import FIND_TABLES, FORMAT, RangeStatements
from tavola.engine.storage.sqlite import SqliteBusy, SqliteConnection, SqliteError
from tavola.errors import StoreError, StoreUnavailable

__all__ = ["SqliteError", "StaleCatalog", "Storage", "StorageTransaction"]


_SCHEMA = (
    "CREATE TABLE catalog (id INTEGER PRIMARY KEY, definition BLOB NOT NULL)",
    "CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "INSERT INTO counters VALUES ('version', 1), ('table', 0), ('index', 0)",
    "CREATE TABLE tokens (token TEXT PRIMARY KEY, digest BLOB NOT NULL, response BLOB NOT NULL,"
    " expires REAL NOT NULL) WITHOUT ROWID",
    "CREATE INDEX tokens_expires ON tokens (expires)",
    *LEDGER_TABLES,
)


def _start_session(connection: SqliteConnection, lock_seconds: float) -> StorageSession:
    """Begin on a connection; one that is of no use is not left open."""
    try:
        return StorageSession(connection, lock_seconds)
    except BaseException:
        connection.close()
        raise


class Storage:
    """A file, or memory, that holds tables; a file may be shared by threads and processes.

    Memory has one connection: who calls from several threads must take turns.
    """

    def __init__(self, path: Path | None, *, is_synced: bool, lock_seconds: float) -> None:
        self.path = path
        self._is_synced = is_synced
        self._lock_seconds = lock_seconds
        self._is_closed = False
        self.memory_lock = threading.RLock()
        """Held by whoever reads or writes in memory."""
        self._turnstile: Turnstile | None = None
        self._connections: weakref.WeakSet[SqliteConnection] = weakref.WeakSet()
        self._local: Any = SimpleNamespace() if path is None else threading.local()
        if path is not None:
            is_there = sqlite.check_file(path)
            self._turnstile = _open_turnstile(path)
            if not is_there:
                self._create(path)
            _call_in_forked_child(weakref.WeakMethod(self._drop_parent_connections))
        self.session()

    def session(self) -> StorageSession:
        """Return this thread's connection."""
        try:
            session: StorageSession = self._local.session
        except AttributeError:
            session = self._local.session = self._connect()
        return session

    def get(self, table: TableInfo, pk: bytes, sk: bytes) -> tuple[bytes, int] | None:
        """Read one item and its size."""
        entry: tuple[bytes, int] | None = self.session().execute(table.statements.get, (pk, sk)).get
        return entry

    def read(
        self,
        reading: RangeStatements,
        partition: bytes | None,
        low: bytes = b"",
        high: bytes = TOP,
        *,
        is_ascending: bool = True,
        after: tuple[bytes, ...] = (),
    ) -> Iterator[tuple[Any, ...]]:
        """Read a half-open range, `low <= key < high`, lazily, starting behind position `after`.

        `partition` is the hashed partition key of a query and None for a scan. Positions are
        (sk,) in a table's query, (pk, sk) in its scan, (index sk, pk, sk) in an index's query and
        (index pk, index sk, pk, sk) in its scan.
        """
        keys = () if partition is None else (partition,)
        if is_ascending:
            statement, values = reading.ascending, (*keys, low, high)
            if after and after[0] >= low:
                statement, values = reading.ascending_after, (*keys, *after, high)
        else:
            statement, values = reading.descending, (*keys, low, high)
            if after and after[0] < high:
                statement, values = reading.descending_after, (*keys, low, *after)
        session = self.session()
        cursor = session.connection.execute(statement, values)
        session.reading = weakref.ref(cursor)
        return cursor

    def close_open_cursor(self) -> None:
        """Close a cursor that this thread left half read: it would keep its snapshot open."""
        cursor = self.session().reading()
        if cursor is not None:
            cursor.close()

    def abandon(self) -> None:
        """Undo what an interruption of this thread left: a cursor, a transaction, a lock."""
        with self.alone_in_memory():
            self.close_open_cursor()
            self.transaction().abandon()

    def total(self, statement: str, values: tuple[Any, ...] = ()) -> Any:
        """Run a statement that gives one row: a count, a sum, a size."""
        with self.alone_in_memory():
            return self.session().execute(statement, values).get

    def rows(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Run one statement from ledger.py."""
        with self.alone_in_memory():
            return self.session().execute(statement, values).fetchall()

    def transaction(self) -> StorageTransaction:
        """Return this thread's write transaction, to be entered with `with`."""
        try:
            transaction: StorageTransaction = self._local.transaction
        except AttributeError:
            transaction = (
                MemoryTransaction(self.session(), self.memory_lock)
                if self.path is None
                else StorageTransaction(self.session(), self._turnstile, self._lock_seconds)
            )
            self._local.transaction = transaction
        return transaction

    def alone_in_memory(self) -> AbstractContextManager[Any]:
        """Keep other threads out of memory for a moment; a file has a connection for each."""
        return self.memory_lock if self.path is None else nullcontext()

    @contextmanager
    def snapshot(self) -> Generator[None]:
        """Let all reads inside see the same snapshot."""
        execute = self.session().execute
        execute("BEGIN")
        try:
            yield
        finally:
            execute("COMMIT")

    def catalog(self) -> Catalog:
        """Return the catalog as this thread last saw it."""
        return self.session().catalog

    def refresh(self) -> Catalog:
        """Return the catalog as it is now."""
        with self.alone_in_memory():
            return self.session().refresh()

    def partition_hash(self) -> HashName:
        """Return by what new tables hash: a file keeps to what it was begun with.

        So an earlier version of Tavola that has it open never meets a table that it would misread.
        """
        return "md5" if self.total(FORMAT) >= sqlite.MD5_VERSION else "crc32"

    def find_table_ids(self) -> set[int]:
        """Find the numbers of all tables in the file, also of those that no catalog names."""
        return {int(name[1:]) for (name,) in self.rows(FIND_TABLES)}

    def connection_count(self) -> int:
        """Return how many connections are open, one for each thread that used this storage."""
        return len(self._connections)

    def close(self) -> None:
        """Close every thread's connection; another thread must not be using its own."""
        self._is_closed = True
        self._local = SimpleNamespace()
        for connection in list(self._connections):
            try:
                connection.close()
            except SqliteError as error:
                raise StoreUnavailable(
                    f"{self.path}: another thread still uses it. Close it again when that is done."
                ) from error
        if self._turnstile is not None:
            self._turnstile.close()
            self._turnstile = None

    def explain(self, error: SqliteError) -> StoreError | StaleCatalog:
        """Translate a failure of SQLite into our error."""
        if sqlite.is_stale(error):
            return StaleCatalog()
        where = "memory:" if self.path is None else str(self.path)
        return StoreUnavailable(f"{where}: {sqlite.describe(error, self._lock_seconds)}")

    def _create(self, path: Path) -> None:
        turnstile = self._turnstile
        if turnstile is None or not turnstile.enter(self._lock_seconds):
            raise StoreUnavailable(f"{path}: {sqlite.describe(SqliteBusy(), self._lock_seconds)}")
        try:
            # Another process may have made it while this one waited.
            if not sqlite.check_file(path):
                sqlite.create_file(path, _SCHEMA)
        except (OSError, SqliteError) as error:
            raise StoreUnavailable(f"{path} cannot be created: {error}.") from error
        finally:
            turnstile.leave()

    def _connect(self) -> StorageSession:
        if self._is_closed:
            raise StoreUnavailable(
                f"{self.path or 'memory:'}: the engine is closed. Open a new one."
            )
        try:
            if self.path is None:
                connection = sqlite.connect_memory(_SCHEMA)
            else:
                connection = sqlite.connect_file(
                    self.path, is_synced=self._is_synced, lock_seconds=self._lock_seconds
                )
            self._connections.add(connection)
            return _start_session(connection, self._lock_seconds)
        except SqliteError as error:
            # What lacks even the list of its tables was cut off.
            if sqlite.is_stale(error):
                raise StoreUnavailable(
                    f"{self.path}: the file is damaged: it has no catalog. Restore it from a copy."
                ) from error
            raise self.explain(error) from error

    def _drop_parent_connections(self) -> None:
        """Drop the parent's connections in a forked child, without closing them.

        SQLite forbids carrying a connection across a fork, closing included; the extra reference
        keeps the interpreter from closing them at its end.
        """
        for connection in list(self._connections):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))
        self._connections = weakref.WeakSet()
        self._local = threading.local()
        if self._turnstile is not None:
            self._turnstile.reopen()


def _open_turnstile(path: Path) -> Turnstile:
    lock = Path(f"{path}-lock")
    if lock.exists() and not lock.is_file():
        raise StoreUnavailable(f"{lock} is not an ordinary file. Move it away.")
    try:
        return Turnstile(lock, mode=path.stat().st_mode & 0o666 if path.exists() else 0o644)
    except OSError as error:
        raise StoreUnavailable(
            f"{path}: its lock file cannot be opened: {error}. Allow writing to it."
        ) from error


def _call_in_forked_child(method: weakref.WeakMethod[Any]) -> None:
    def call() -> None:
        bound = method()
        if bound is not None:
            bound()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=call)
