"""Connections to SQLite and MariaDB: how they begin transactions and wait for each other."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from tavola_systems.vote.backends.backend import LogHead
from tavola_systems.vote.backends.sql_tables import CURSOR, HEAD, META
from tavola_systems.vote.domain.errors import Unavailable

__all__ = ["explaining_errors", "open_engine", "snapshots_of"]

_LOCK_SECONDS = 30
_ONE = 1  # the only row of the head and of the cursor


@contextmanager
def explaining_errors() -> Generator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except DBAPIError as error:
        reason = str(error.orig).splitlines()[0]
        raise Unavailable(f"database: {reason}") from error


def open_engine(url: str) -> Engine:
    """Connect, and make what is missing."""
    options: dict[str, Any] = {"pool_size": 20, "max_overflow": 20}
    if url.startswith("sqlite"):
        options["connect_args"] = {"timeout": _LOCK_SECONDS, "check_same_thread": False}
    else:
        options["isolation_level"] = "READ COMMITTED"
        options["pool_pre_ping"] = True
    engine = create_engine(url, **options)
    if engine.dialect.name == "sqlite":
        _use_own_begin(engine)
    else:
        _set_lock_wait(engine)
    with explaining_errors():
        META.create_all(engine)
        _begin_log(engine)
    return engine


def snapshots_of(engine: Engine) -> Engine:
    """The same connections for questions: all that one transaction reads is of one moment."""
    if engine.dialect.name == "sqlite":
        return engine  # In WAL mode that is so of every transaction.
    return engine.execution_options(isolation_level="REPEATABLE READ")


def _begin_log(engine: Engine) -> None:
    """Write the one row of the head and of the cursor, unless another process has."""
    for statement in (
        insert(HEAD).values(id=_ONE, sequence=0, hash=LogHead().hash),
        insert(CURSOR).values(id=_ONE, last_event_id=0),
    ):
        try:
            with engine.begin() as connection:
                if connection.execute(select(statement.table)).first() is None:
                    connection.execute(statement)
        except IntegrityError:
            continue


def _use_own_begin(engine: Engine) -> None:
    """SQLite: a command takes the write lock at once, so that it never has to begin again."""

    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")

    def begun(connection: Connection) -> None:
        is_writing = connection.get_execution_options().get("is_writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)


def _set_lock_wait(engine: Engine) -> None:
    """MariaDB: how long a command waits for those before it."""

    def connected(connection: Any, _: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET SESSION innodb_lock_wait_timeout = {_LOCK_SECONDS}")

    event.listen(engine, "connect", connected)
