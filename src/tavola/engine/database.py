"""What every action works on: the storage, the tables, the clock.

It knows no actions; the engine adds them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl
from uuid import uuid4

from tavola.engine.callers import Caller
from tavola.engine.faults import Faults
from tavola.engine.pacing import MOST_TEXT
from tavola.engine.storage.catalog import TableInfo, table_name
from tavola.engine.storage.collection_limit import MAX_COLLECTION_BYTES, CollectionLimit
from tavola.engine.storage.sessions import LongWork
from tavola.engine.storage.storage import StaleCatalog, Storage
from tavola.engine.vectors.kept import MAX_VECTOR_BYTES, KeptVectors
from tavola.errors import OperationError, StoreUnavailable, TableNotFound

__all__ = ["Database"]

_DURABILITIES = {"disk": True, "process": False}


class Database:
    """Storage, tables and clock; thread-safe through the engine that owns it."""

    def __init__(
        self,
        storage: Storage,
        clock: Callable[[], float],
        *,
        faults: Faults | None = None,
        table_delay: float = 0.0,
        buckets: Path | None = None,
        max_collection_bytes: int = MAX_COLLECTION_BYTES,
        is_lenient: bool = False,
        max_vector_bytes: int = MAX_VECTOR_BYTES,
        new_id: Callable[[], str] = lambda: str(uuid4()),
    ) -> None:
        self.storage = storage
        self.clock = clock
        self.faults = faults
        self.table_delay = table_delay
        self.buckets = buckets
        self.collection_limit = CollectionLimit(max_collection_bytes)
        self.is_lenient = is_lenient
        self.kept_vectors = KeptVectors(max_vector_bytes)
        self.new_id = new_id
        self.totals: dict[int, tuple[Mapping[int, tuple[int, int]], float]] = {}
        """What large tables and their indexes hold, and when that was counted (tables/totals.py)"""
        self.running_exports: list[str] = []
        self.caller = Caller()
        self.is_apart = False
        """Whether this is what a thread beside the one that does all else sees of memory."""
        self.is_brief = False
        """Whether what would take long is to be given up, as a LongWork, and run in steps."""
        self._memory_lock = storage.memory_lock

    @property
    def region(self) -> str:
        """The region of whoever asks."""
        return self.caller.region

    @property
    def account_id(self) -> str:
        """The account of whoever asks."""
        return self.caller.account_id

    def table(self, name_or_arn: str) -> TableInfo:
        """Find a table for an item action, or refuse as DynamoDB does."""
        known = self.storage.session().catalog.tables
        table = known.get(name_or_arn) or self.find_table(name_or_arn)
        if table is None or (table.ready_at is not None and self.clock() < table.ready_at):
            raise TableNotFound("Requested resource not found")
        return table

    def managed_table(self, name_or_arn: str) -> TableInfo:
        """Find a table, as it is now, for an action on tables, or refuse as DynamoDB does."""
        table = self.storage.refresh().find(name_or_arn)
        if table is None:
            name = table_name(name_or_arn)
            raise TableNotFound(f"Requested resource not found: Table: {name} not found")
        return table

    def table_for_backups(self, name_or_arn: str) -> TableInfo:
        """Find a table for an action on its backups, or refuse as DynamoDB does."""
        table = self.storage.refresh().find(name_or_arn)
        if table is None:
            raise TableNotFound(
                f"Table not found: {table_name(name_or_arn)}", code="TableNotFoundException"
            )
        return table

    def find_table(self, name_or_arn: str) -> TableInfo | None:
        """Find a table; one that is not known yet may have been made by another process."""
        table = self.storage.catalog().find(name_or_arn)
        return self.storage.refresh().find(name_or_arn) if table is None else table

    def check_current(self, table: TableInfo) -> None:
        """Let an action begin again if a table is not what it was when it was found.

        To be called inside a transaction. In memory all share one connection, which cannot tell
        that others changed tables since: in a pause, or beside a thread that was deciding.
        """
        current = self.storage.catalog().tables.get(table.name)
        if current is not table and current != table:
            raise StaleCatalog

    def check_texts(self, texts: Iterable[str]) -> None:
        """Give up a write with many different texts to parse, if others wait for it."""
        transaction = self.storage.transaction()
        if transaction.max_work is not None and sum(map(len, set(texts))) > MOST_TEXT:
            raise LongWork("This write takes long to parse. Run it where nobody waits for it.")

    def close(self) -> None:
        """Close the file; memory is gone."""
        self.storage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def location_text(given: object) -> str:
    """Give a location as a string; a path object names a file, whatever its name looks like."""
    if isinstance(given, str):
        return given
    kind = type(given)
    as_path: Any = getattr(kind, "__fspath__", None)
    path: Any = as_path(given) if as_path is not None else None
    if not isinstance(path, str):
        raise OperationError(f"The location is of type {kind.__name__}. Give a string or a path.")
    if "?" in path:
        raise OperationError(f"{path} has a '?', where options begin. Give a path without one.")
    # Absolute, so that it is neither memory nor a URL.
    return str(Path(path).absolute()) if path else path


def open_storage(location: str | os.PathLike[str], lock_seconds: float) -> Storage:
    """Open "memory:", a path, or a path with `?durability=process`."""
    location = location_text(location)
    if location == "memory:":
        return Storage(None, is_synced=False, lock_seconds=lock_seconds)
    if location.startswith(("memory:", ":memory:")):
        raise OperationError(
            f"{location} is neither memory nor a path. Write memory: alone, or ./{location} for a"
            " file of that name."
        )
    path, _, query = location.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    is_synced = _DURABILITIES.get(options.pop("durability", "disk"))
    if is_synced is None or options:
        raise OperationError(
            f"{location} has unknown option '?{query}'. Write ?durability=disk or"
            " ?durability=process."
        )
    return Storage(_follow_links(path), is_synced=is_synced, lock_seconds=lock_seconds)


def _follow_links(path: str) -> Path:
    """Give the path of the file itself: SQLite's log and our lock stand beside it, once."""
    try:
        given = Path(path).absolute()
        # What leads to nothing stays the link, which nobody may take for a file to make.
        return given if given.is_symlink() and not given.exists() else given.resolve()
    except (OSError, ValueError, RuntimeError) as error:
        shown = path.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
        raise StoreUnavailable(f"{shown:.300} cannot be opened: {error}.") from error
