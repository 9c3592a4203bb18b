"""One thread's connection to the engine's file, and the write transactions on it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from threading import RLock
from types import TracebackType
from typing import Any, Literal

from msgspec import MsgspecError

from tavola.engine.storage.catalog import Catalog, TableInfo, decode_table, encode_table
from tavola.engine.storage.locking import Turnstile, Waiter
from tavola.engine.storage.sqlite import (
    SqliteBusy,
    SqliteConnection,
    SqliteCorrupt,
    SqliteCursor,
    SqliteError,
)
from tavola.errors import StoreUnavailable

__all__ = ["LongWork", "MemoryTransaction", "StaleCatalog", "StorageSession", "StorageTransaction"]

_VERSION = "SELECT value FROM counters WHERE name = 'version'"
_CATALOG = (
    "SELECT value, definition FROM counters LEFT JOIN catalog WHERE name = 'version' ORDER BY id"
)


class StaleCatalog(Exception):
    """The tables changed under an action; it must be run again from its start."""


class LongWork(StoreUnavailable):
    """A write would take longer than whoever runs it has; nothing of it was stored."""


class StorageSession:
    """One thread's connection, with the catalog as that thread last saw it."""

    def __init__(self, connection: SqliteConnection, lock_seconds: float) -> None:
        self.connection = connection
        self.execute = connection.cursor().execute
        self.reading: Callable[[], SqliteCursor | None] = lambda: None
        connection.set_busy_handler(Waiter(lock_seconds).wait)
        self.catalog = self._load()
        self.checked_data_version = -1
        """The file's version, as SQLite counts it, at which the catalog was known to be current."""

    def refresh(self) -> Catalog:
        """Load the catalog again if another connection changed it."""
        if self.execute(_VERSION).get != self.catalog.version:
            self.catalog = self._load()
        return self.catalog

    def _load(self) -> Catalog:
        # One statement, so that version and definitions are of one moment.
        rows: list[Any] = self.connection.execute(_CATALOG).fetchall()
        try:
            return Catalog(rows[0][0], [decode_table(row[1]) for row in rows if row[1] is not None])
        except (LookupError, ValueError, TypeError, MsgspecError, RecursionError) as error:
            raise SqliteCorrupt(f"its catalog cannot be read ({error!r:.200})") from error


class StorageTransaction:
    """A write transaction: it sees its own writes, others see all of them or none."""

    def __init__(
        self, session: StorageSession, turnstile: Turnstile | None, lock_seconds: float
    ) -> None:
        self._session = session
        self._execute = session.execute
        self._turnstile = turnstile
        self._lock_seconds = lock_seconds
        self._is_catalog_changed = False
        self._is_shared = False
        self.max_work: int | None = None
        """How much one write, or those of one transaction, may take; None for any."""
        self._work = 0
        self._last_put_replaced = True
        """Whether the last item that was put into an indexed table was there before."""

    @contextmanager
    def shared(self) -> Generator[None]:
        """Commit what is entered inside together; each still fails for itself."""
        with self:
            self._is_shared = True
            try:
                yield
            finally:
                self._is_shared = False

    def spend(self, work: int) -> None:
        """Take note of what a decision will take: bytes of an item times what is done with them."""
        if self.max_work is not None:
            self._work += work
            if self._work > self.max_work:
                raise LongWork("This write takes long. Run it where nobody waits for it.")

    def __enter__(self) -> StorageTransaction:
        self._work = 0
        if self._is_shared:
            # A savepoint outside a transaction would begin, and its release commit, one of its own.
            if not self._session.connection.in_transaction:
                raise SqliteError("the writes that would share a commit were rolled back")
            self._execute("SAVEPOINT own")
            return self
        self._begin()
        session = self._session
        # Unless another connection wrote meanwhile, the tables are what they were.
        if session.connection.data_version() == session.checked_data_version:
            return self
        try:
            is_current = self._execute(_VERSION).get == session.catalog.version
            if not is_current:
                session.refresh()
        except BaseException:
            self._roll_back()
            raise
        if not is_current:
            self._roll_back()
            raise StaleCatalog
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._is_shared:
            self._leave_shared(is_kept=kind is None)
        elif kind is None:
            try:
                self._execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
            if self._is_catalog_changed:
                self._is_catalog_changed = False
                self._session.refresh()
            self._session.checked_data_version = self._session.connection.data_version()
        else:
            self._roll_back()

    def _leave_shared(self, *, is_kept: bool) -> None:
        # SQLite may have rolled everything back; then the commit will fail too.
        if is_kept:
            self._execute("RELEASE own")
        elif self._session.connection.in_transaction:
            self._execute("ROLLBACK TO own")
            self._execute("RELEASE own")

    def _begin(self) -> None:
        turnstile = self._turnstile
        if turnstile is None:
            self._execute("BEGIN IMMEDIATE")
            return
        if not turnstile.enter(self._lock_seconds):
            raise SqliteBusy
        try:
            self._execute("BEGIN IMMEDIATE")
        finally:
            turnstile.leave()

    def _roll_back(self) -> None:
        self._is_catalog_changed = False
        # A failed write may have rolled back by itself.
        if self._session.connection.in_transaction:
            self._execute("ROLLBACK")

    @property
    def is_shared(self) -> bool:
        """Whether several writes share this transaction just now."""
        return self._is_shared

    def abandon(self) -> None:
        """Undo what an interruption left open: it may come before and after every line here.

        Whoever leaves a `with` block as usual has nothing left.
        """
        self._is_shared = False
        self._roll_back()
        # What was committed may have changed tables that this session has not read again.
        self._session.checked_data_version = -1
        if self._turnstile is not None:
            self._turnstile.abandon()

    def get(self, table: TableInfo, pk: bytes, sk: bytes) -> tuple[bytes, int] | None:
        """Read one item and its size."""
        entry: tuple[bytes, int] | None = self._execute(table.statements.get, (pk, sk)).get
        return entry

    def change_count(self) -> int:
        """Say how many rows this connection has written; all threads have one to what is memory."""
        return self._session.connection.total_changes()

    def is_still(self, table: TableInfo, pk: bytes, sk: bytes, data: bytes) -> bool:
        """Say whether an item stands there that has these bytes; sooner done than to read it."""
        return bool(self._execute(table.statements.compare, (data, pk, sk)).get)

    def put(self, table: TableInfo, row: tuple[Any, ...], *, is_new: bool = False) -> None:
        """Write one row: the base columns, then those of each index (see rows.py)."""
        statements = table.statements
        if statements.replace is None or is_new:
            self._execute(statements.put, row)
            return
        connection = self._session.connection
        # Puts of new items and of known ones come in runs: what the last one was is tried first.
        if self._last_put_replaced:
            self._execute(statements.replace, row)
            if connection.changes():
                return
        last = connection.last_insert_rowid()
        self._execute(statements.put, row)
        self._last_put_replaced = connection.last_insert_rowid() == last

    def delete(self, table: TableInfo, pk: bytes, sk: bytes) -> None:
        """Remove one item, if it is there."""
        self._execute(table.statements.delete, (pk, sk))

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Run one statement from sql.py."""
        return self._execute(statement, values).fetchall()

    def run_some(
        self, statement: str, values: tuple[Any, ...], max_bytes: int
    ) -> list[tuple[Any, ...]]:
        """Run a statement whose last column is an item, until those have so many bytes."""
        rows: list[tuple[Any, ...]] = []
        cursor = self._session.connection.execute(statement, values)
        for row in cursor:
            rows.append(row)
            max_bytes -= len(row[-1])
            if max_bytes < 0:
                break
        cursor.close()
        return rows

    def find_token(self, token: str, now: float) -> tuple[bytes, bytes] | None:
        """Find the digest and response of the transaction that used this token, if not expired."""
        found: tuple[bytes, bytes] | None = self._execute(
            "SELECT digest, response FROM tokens WHERE token = ? AND expires > ?", (token, now)
        ).get
        return found

    def keep_token(
        self, token: str, digest: bytes, response: bytes, *, now: float, expires: float
    ) -> None:
        """Remember a transaction's token until `expires`; forget those that are past."""
        self._execute("DELETE FROM tokens WHERE expires <= ?", (now,))
        self._execute(
            "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?)", (token, digest, response, expires)
        )

    def next_id(self, counter: Literal["table", "index"]) -> int:
        """Draw a number that was never used in this file."""
        number: int = self._execute(
            "UPDATE counters SET value = value + 1 WHERE name = ? RETURNING value", (counter,)
        ).get
        return number

    def save_table(self, table: TableInfo, statements: Iterable[str] = ()) -> None:
        """Store a definition, new or changed, with what it changes in the file."""
        self._change_catalog(statements)
        self._execute(
            "INSERT OR REPLACE INTO catalog VALUES (?, ?)", (table.id, encode_table(table))
        )

    def remove_table(self, table: TableInfo) -> None:
        """Forget a definition; its rows stay until they are dropped."""
        self._change_catalog(())
        self._execute("DELETE FROM catalog WHERE id = ?", (table.id,))

    def _change_catalog(self, statements: Iterable[str]) -> None:
        for statement in statements:
            self._execute(statement)
        self._execute("UPDATE counters SET value = value + 1 WHERE name = 'version'")
        self._is_catalog_changed = True


class MemoryTransaction(StorageTransaction):
    """A write transaction in memory, where all threads share one connection: it keeps them out."""

    def __init__(self, session: StorageSession, lock: RLock) -> None:
        super().__init__(session, None, 0.0)
        self._lock = lock
        self._held = 0
        """How often transactions hold the lock; whoever has it may ask."""

    def __enter__(self) -> StorageTransaction:
        with self._lock:
            super().__enter__()
            self._held += self._lock.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            super().__exit__(kind, error, traceback)
        finally:
            self._release()

    def _release(self) -> None:
        # One line, so that no interruption comes between the two.
        self._held -= self._lock.release() is None  # type: ignore[func-returns-value]  # None counts as one

    def abandon(self) -> None:
        """Undo what is left open, and let other threads in again; the caller holds the lock."""
        super().abandon()
        while self._held:
            self._release()
