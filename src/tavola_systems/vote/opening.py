"""Open the vote system by a URL: which backend, and the key that ballots are sealed with."""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.backends.memory import MemoryBackend
from tavola_systems.vote.domain.errors import BadArgument
from tavola_systems.vote.domain.sealing import KEY_BYTES

__all__ = ["BACKEND_VARIABLE", "KEY_VARIABLE", "key_file", "open_backend", "sealing_key"]

BACKEND_VARIABLE = "TAVOLA_VOTE_BACKEND"
"""The variable that names another backend than the store's tables to the server."""
KEY_VARIABLE = "TAVOLA_VOTE_KEY"
_SQL = ("sqlite:", "mysql", "mariadb")


def open_backend(url: str, **options: Any) -> Backend:
    """Open `python:` (memory, plain Python), a database URL, or tables.

    Database URLs are SQLAlchemy's (`sqlite:///vote.sqlite`, `mysql+pymysql://…`). Everything else
    is a location of Tavola's: `memory:`, a file, or `dynamodb://REGION/PREFIX-*`.
    """
    if url == "python:":
        return MemoryBackend()
    if url.startswith(_SQL):
        from tavola_systems.vote.backends.sql_database import SqlBackend

        return SqlBackend(url)
    from tavola_systems.vote.backends.dynamodb_table import open_tables

    return open_tables(url, **options)


def sealing_key(url: str, environment: Mapping[str, str], path: Path | None = None) -> bytes:
    """Read the key from the environment or a file; beside an embedded file one is made once."""
    given = environment.get(KEY_VARIABLE)
    if given:
        return _decoded(given, KEY_VARIABLE)
    if path is None:
        path = key_file(url)
    if path is None:
        raise BadArgument(
            f"sealing key: none is given. Set {KEY_VARIABLE} to {KEY_BYTES} bytes in base64, "
            "or name a file; keep it apart from the database."
        )
    if not path.exists():
        _make_key(path)
    return _decoded(path.read_text().strip(), str(path))


def _make_key(path: Path) -> None:
    """Write a new key; of several processes that do so at once, the first one's stays."""
    text = base64.b64encode(os.urandom(KEY_BYTES)).decode() + "\n"
    with NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path)


def key_file(url: str) -> Path | None:
    """Say where a file's key stands: in a file of its own beside it. None if it is not a file."""
    url = url.partition("?")[0]
    if url.startswith("sqlite:///"):
        return Path(url.removeprefix("sqlite:///") + ".key")
    if "://" in url or url.endswith(":") or url.startswith(_SQL):
        return None
    return Path(url + ".key")


def _decoded(text: str, where: str) -> bytes:
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise BadArgument(f"{where} is not a sealing key, which has {KEY_BYTES} bytes, in base64.")
    return key
