"""The one door to SQLite: connections, creating and checking files, what its errors mean.

The only module that knows the binding; what is stored is the storage's business.

Every page of a file ends with a checksum, which SQLite's own extension `cksumvfs` writes and
verifies: damage is found when it is read, and never answered. Formats 1 and 5 have none, because
apsw brought no extension where such a file was made.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from os import SEEK_END, fsync
from os.path import lexists
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISREG
from typing import Any, Protocol, cast

import apsw

from tavola.errors import StoreUnavailable

__all__ = [
    "SqliteBusy",
    "SqliteConnection",
    "SqliteCorrupt",
    "SqliteCursor",
    "SqliteError",
    "check_file",
    "connect_file",
    "connect_memory",
    "copy_file",
    "create_file",
    "describe",
    "is_stale",
]

SqliteError = apsw.Error
SqliteBusy = apsw.BusyError
SqliteCorrupt = apsw.CorruptError

# "tavo" in ASCII; the four bytes at offset 68 of the file.
APPLICATION_ID = 0x7461766F
FORMAT_VERSION = 5
"""The newest one. 4 has checksums, 5 has none; both hash partition keys by MD5.

Earlier ones hash by crc32 (storage/key_encoding.py) and stay what they are: 2 has checksums, 1 has
none, and 3 has a vector index, with or without them.
"""
MD5_VERSION = 4
_CHECKED_VERSION, _UNCHECKED_VERSION = 4, 5

_HEADER_BYTES = 100
# SQLite: where the header says how many bytes at the end of a page are not its own, and how many
# the checksums take. File format, 1.3.4; the checksum VFS shim.
_RESERVED_AT = 20
_CHECKSUM_BYTES = 8
_RESERVED = {
    1: (0,),
    2: (_CHECKSUM_BYTES,),
    3: (0, _CHECKSUM_BYTES),
    _CHECKED_VERSION: (_CHECKSUM_BYTES,),
    _UNCHECKED_VERSION: (0,),
}
_CHECKSUMS = "cksmvfs"
_STATEMENT_CACHE = 256
# SQLite finds a page through a hash table that doubles when it is full: with 3,900 pages (16 MB) it
# was, and a read in a large file met a second cold entry for each page. More pages gain nothing,
# because what is not in the processor's own caches costs about as much as what the system has.
_PAGE_CACHE_PAGES = 5000
_WAL_BYTES_KEPT = 33_554_432
# The log is copied into the file when it has grown to so many pages; a longer one copies a page
# that was written often in between only once.
_WAL_PAGES = _WAL_BYTES_KEPT // 4096
# Copying syncs the file, tens of milliseconds in which that writer's clients wait: not too often.
# A longer log would make opening longer.
_SYNCED_WAL_PAGES = 2000
# SQLite: a header, then each page with a header of its own. File format, 4.1 WAL file format.
_SYNCED_WAL_BYTES = 32 + _SYNCED_WAL_PAGES * (24 + 4096)
_PREALLOCATION_CHUNK_BYTES = 16_384
_PAGES_AT_ONCE = 1000


class SqliteCursor(Protocol):
    """A running statement."""

    @property
    def get(self) -> Any:
        """Run to the end: None, a value, a row or several rows."""
        ...

    def fetchall(self) -> list[Any]:
        """Run to the end and give all rows."""
        ...

    def __iter__(self) -> Iterator[Any]: ...

    def __next__(self) -> Any: ...

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> SqliteCursor:
        """Start another statement."""
        ...

    def close(self) -> None:
        """End the statement, wherever it stands."""
        ...


class SqliteConnection(Protocol):
    """A connection, as far as the storage uses it."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> SqliteCursor:
        """Start a statement on a cursor of its own."""
        ...

    def data_version(self) -> int:
        """Return a number that changes with every commit that this connection made or has seen."""
        ...

    def last_insert_rowid(self) -> int:
        """Return the number of the last row that was inserted, and not only changed."""
        ...

    def changes(self) -> int:
        """Return how many rows the last statement wrote."""
        ...

    def total_changes(self) -> int:
        """Return how many rows were written since the connection was opened."""
        ...

    def cursor(self) -> SqliteCursor:
        """Make a cursor."""
        ...

    def set_busy_handler(self, handler: Callable[[int], bool], /) -> None:
        """Ask `handler`, with the number of attempts so far, whether to wait for a lock."""
        ...

    def close(self) -> None:
        """Close for good."""
        ...


def check_file(path: Path) -> bool:
    """Refuse what is not a file of ours before it is opened for writing; False if there is none."""
    try:
        is_there = _check_kind(path)
        if not is_there or not path.stat().st_size:
            return False
        application, version, reserved = _read_header(path)
    except (OSError, ValueError, apsw.Error) as error:
        # A ValueError is about a path that can be none: with a NUL, or a lone surrogate.
        raise StoreUnavailable(f"{_shown(path)} cannot be opened: {error}.") from error
    if application != APPLICATION_ID:
        raise StoreUnavailable(f"{path} is not a Tavola file. Give another path.")
    if version > FORMAT_VERSION:
        raise StoreUnavailable(
            f"{path} has format {version}, newer than {FORMAT_VERSION}. Update Tavola."
        )
    if reserved not in _RESERVED.get(version, ()):
        raise StoreUnavailable(f"{path}: the file is damaged: its head. Restore it from a copy.")
    return True


def _check_kind(path: Path) -> bool:
    """Refuse what is neither an ordinary file nor absent, and is not to be replaced by one."""
    if path.is_symlink():
        raise StoreUnavailable(f"{path} is a symbolic link to nothing. Give the file's own path.")
    if not path.parent.is_dir():
        raise StoreUnavailable(f"{path}: there is no directory {path.parent}. Make it first.")
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    if S_ISDIR(mode):
        raise StoreUnavailable(f"{path} is a directory. Give the path of a file in it.")
    if not S_ISREG(mode):
        raise StoreUnavailable(f"{path} is not an ordinary file. Give another path.")
    return True


def _shown(path: Path) -> str:
    """A path as text that can be printed, however long or strange it is."""
    return str(path).encode("utf-8", "backslashreplace").decode()[:300].replace("\0", "\\0")


def create_file(path: Path, schema: Sequence[str]) -> None:
    """Make a file with its schema; whole, so that a crash leaves it or nothing."""
    draft = _free_name(path)
    has_checksums = _has_checksums()
    connection = apsw.Connection(str(draft), vfs=_CHECKSUMS if has_checksums else None)
    try:
        with closing(connection):
            if has_checksums:
                connection.reserve_bytes("main", _CHECKSUM_BYTES)
            opened = cast("SqliteConnection", connection)
            version = _CHECKED_VERSION if has_checksums else _UNCHECKED_VERSION
            _initialise(opened, schema, version)
            opened.execute("PRAGMA journal_mode = WAL")
        _copy_permissions(path, draft)
        draft.replace(path)
        _sync_directory(path.parent)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _sync_directory(path: Path) -> None:
    """Let a new name survive a loss of power; Windows opens no directories."""
    with suppress(PermissionError):
        directory = os.open(path, os.O_RDONLY)
        try:
            _flush(directory)
        finally:
            os.close(directory)


def _flush(file: int) -> None:
    """Let the disk write what it was given; macOS has a call of its own for that."""
    if sys.platform == "darwin":
        import fcntl  # only Unix has it

        fcntl.fcntl(file, fcntl.F_FULLFSYNC)
    else:
        fsync(file)


def _free_name(path: Path) -> Path:
    """Find a name beside a path that nothing has: what stands there is not ours to remove."""
    names = (Path(f"{path}-new{number or ''}") for number in count())
    return next(name for name in names if not lexists(name))


def _copy_permissions(path: Path, draft: Path) -> None:
    """Give the file that is to be made what an empty one has in its place."""
    with suppress(FileNotFoundError):
        status = path.stat()
        draft.chmod(S_IMODE(status.st_mode))
        # Only root may give a file away, and Windows has no owners of this kind.
        with suppress(PermissionError, AttributeError):
            os.chown(draft, status.st_uid, status.st_gid)


def _has_checksums() -> bool:
    """Load SQLite's extension for checksums, once for a process, where apsw brings it."""
    if _CHECKSUMS in apsw.vfs_names():
        return True
    # What few processes need twice is imported by those: a first open should be short.
    from apsw import sqlite_extra

    usual = apsw.vfs_names()[0]
    with closing(apsw.Connection(":memory:")) as connection:
        try:
            sqlite_extra.load(connection, "cksumvfs")
        except (apsw.Error, sqlite_extra.NotAvailable, OSError):
            return False
    # It makes itself the default, also for others who use apsw in this process.
    apsw.set_default_vfs(usual)
    return True


def connect_memory(schema: Sequence[str]) -> SqliteConnection:
    """Make an empty store in memory."""
    connection = apsw.Connection(":memory:", statementcachesize=_STATEMENT_CACHE)
    _initialise(cast("SqliteConnection", connection), schema, _CHECKED_VERSION)
    return cast("SqliteConnection", connection)


def connect_file(path: Path, *, is_synced: bool, lock_seconds: float) -> SqliteConnection:
    """Open an existing file for writing; wait for who is about to leave it."""
    has_checksums = _read_header(path)[2] == _CHECKSUM_BYTES
    if has_checksums and not _has_checksums():
        raise apsw.CantOpenError("its checksums need apsw with SQLite's extension cksumvfs")
    connection = apsw.Connection(
        str(path),
        flags=apsw.SQLITE_OPEN_READWRITE,
        statementcachesize=_STATEMENT_CACHE,
        vfs=_CHECKSUMS if has_checksums else None,
    )
    if connection.readonly("main"):
        raise apsw.ReadOnlyError
    # The last one to leave a file holds it alone while it clears the log away.
    connection.set_busy_timeout(int(lock_seconds * 1000))
    opened = cast("SqliteConnection", connection)
    # FULL syncs the log at every commit, NORMAL only before it is copied into the file.
    opened.execute(f"PRAGMA synchronous = {'FULL' if is_synced else 'NORMAL'}")
    # macOS: only this makes the disk itself write. Elsewhere it does nothing.
    opened.execute(f"PRAGMA fullfsync = {'ON' if is_synced else 'OFF'}")
    opened.execute(f"PRAGMA checkpoint_fullfsync = {'ON' if is_synced else 'OFF'}")
    opened.execute(f"PRAGMA cache_size = {_PAGE_CACHE_PAGES}")
    opened.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES_KEPT}")
    pages = _SYNCED_WAL_PAGES if is_synced else _WAL_PAGES
    opened.execute(f"PRAGMA wal_autocheckpoint = {pages}")
    if is_synced:
        _preallocate_log(opened, Path(f"{path}-wal"))
        connection.set_busy_timeout(int(lock_seconds * 1000))
    return opened


def _preallocate_log(connection: SqliteConnection, log: Path) -> None:
    """Give the log its whole length at once.

    A disk syncs what is written over in place about twice as fast as a file that grows. Who holds
    the write lock is alone in the log, and zeros are not a page to whoever recovers it.
    """
    if log.exists() and log.stat().st_size >= _SYNCED_WAL_BYTES:
        return
    connection.set_busy_handler(lambda _: False)
    try:
        connection.execute("BEGIN IMMEDIATE")
    except apsw.BusyError:
        return
    try:
        # On a full disk the log is as long as it gets.
        with suppress(OSError), log.open("r+b", buffering=0) as file:
            # In pieces: what is written at once, Linux keeps as one, and writes into slowly.
            while (missing := _SYNCED_WAL_BYTES - file.seek(0, SEEK_END)) > 0:
                file.write(bytes(min(missing, _PREALLOCATION_CHUNK_BYTES)))
            _flush(file.fileno())
    finally:
        connection.execute("ROLLBACK")


def copy_file(path: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    """Copy a file of ours as it is at one moment, while others write to it.

    A transaction that reads holds that moment for the whole copy. What is written is a draft until
    all of it is on disk; `progress` is called with the pages that are left, and all of them.
    """
    draft = _free_name(target)
    has_checksums = _read_header(path)[2] == _CHECKSUM_BYTES and _has_checksums()
    vfs = _CHECKSUMS if has_checksums else None
    source = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
    try:
        with closing(source), closing(apsw.Connection(str(draft), vfs=vfs)) as copy:
            if has_checksums:
                # Only a file whose head asks for checksums gets them; those that come along are of
                # pages in the log, which has none.
                copy.reserve_bytes("main", _CHECKSUM_BYTES)
                cast("SqliteConnection", copy).execute("VACUUM")
            source.set_busy_timeout(10_000)
            reading = cast("SqliteConnection", source)
            reading.execute("BEGIN")
            reading.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            with copy.backup("main", source, "main") as backup:
                while not backup.done:
                    backup.step(_PAGES_AT_ONCE)
                    progress(backup.remaining, backup.page_count)
            reading.execute("COMMIT")
        _sync_file(draft)
        _copy_permissions(path, draft)
        draft.replace(target)
        _sync_directory(target.parent)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        fsync(file.fileno())


def is_stale(error: SqliteError) -> bool:
    """Return whether a statement failed because a table or index is gone."""
    missing = ("no such table", "no such index", "no such column")
    return isinstance(error, apsw.SQLError) and str(error).startswith(missing)


def describe(error: SqliteError, lock_seconds: float) -> str:
    """Describe what went wrong and what helps."""
    match error:
        case apsw.BusyError() | apsw.LockedError():
            return f"locked by another writer for {lock_seconds:g} s. End it, or try again."
        case apsw.CorruptError() | apsw.NotADBError():
            return f"the file is damaged: {error}. Restore it from a copy."
        case apsw.IOError() if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_DATA:
            return "the file is damaged: a page is not what was written. Restore it from a copy."
        case apsw.FullError():
            return "the disk is full. Make room; nothing was written."
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return "the file is read-only. Make it and its directory writable."
        case apsw.IOError():
            return f"the disk failed or is full: {error}. Nothing was written."
        case apsw.CantOpenError():
            return f"cannot be opened: {error}."
        case _:
            return f"SQLite failed: {type(error).__name__}: {error}."


def _read_header(path: Path) -> tuple[int, int, int]:
    """Read application id, format version, bytes that pages reserve; zeros if it is not SQLite's.

    A connection might recover, and so change, a foreign file. Opening the file ourselves would, at
    closing it, drop the locks that this process holds on it; SQLite's own files take care of that.
    """
    flags = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY
    file = apsw.VFSFile("", str(path.absolute()), [flags, 0])
    try:
        header = file.xRead(_HEADER_BYTES, 0)
    finally:
        file.xClose()
    if len(header) < _HEADER_BYTES or not header.startswith(b"SQLite format 3\0"):
        return 0, 0, 0
    application, version = header[68:72], header[60:64]
    return int.from_bytes(application), int.from_bytes(version), header[_RESERVED_AT]


def _initialise(connection: SqliteConnection, schema: Sequence[str], version: int) -> None:
    connection.execute("BEGIN")
    for statement in schema:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("COMMIT")
