"""Open the vote system by a URL: which backend, and the key that ballots are sealed with."""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.backends.memory import MemoryBackend
from tavola_systems.vote.domain.errors import BadArgument
from tavola_systems.vote.domain.sealing import KEY_BYTES

__all__ = ["KEY_VARIABLE", "open_backend", "sealing_key"]

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
        from tavola_systems.vote.backends.sql import SqlBackend

        return SqlBackend(url)
    from tavola_systems.vote.backends.table import open_tables

    return open_tables(url, **options)


def sealing_key(url: str, environment: Mapping[str, str], path: Path | None = None) -> bytes:
    """Read the key from the environment or a file; beside an embedded file one is made once."""
    given = environment.get(KEY_VARIABLE)
    if given:
        return _decoded(given, KEY_VARIABLE)
    if path is None:
        path = _beside(url)
    if path is None:
        raise BadArgument(
            f"sealing key: none is given. Set {KEY_VARIABLE} to {KEY_BYTES} bytes in base64, "
            "or name a file; keep it apart from the database."
        )
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _decoded(path.read_text().strip(), str(path))
    key = os.urandom(KEY_BYTES)
    with os.fdopen(descriptor, "w") as file:
        file.write(base64.b64encode(key).decode() + "\n")
    return key


def _beside(url: str) -> Path | None:
    """An embedded file's key stands in a file of its own beside it."""
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
        raise BadArgument(f"{where}: is not a sealing key. It has {KEY_BYTES} bytes, in base64.")
    return key
