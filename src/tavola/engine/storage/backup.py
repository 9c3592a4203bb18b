"""A copy of a store's file, made while others write to it."""

from __future__ import annotations

from collections.abc import Callable
from os.path import lexists, realpath
from pathlib import Path

from tavola.engine.storage.sqlite import SqliteError, check_file, copy_file, describe
from tavola.errors import StoreUnavailable

__all__ = ["backup_file"]

_LOCK_SECONDS = 10.0


def backup_file(path: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    """Copy a file as it is at one moment; nothing is ever written over."""
    path = Path(realpath(path))
    if not check_file(path):
        raise StoreUnavailable(f"{path}: there is no such file, or an empty one.")
    if lexists(target):
        raise StoreUnavailable(f"{target} already exists. Name a new file.")
    try:
        copy_file(path, target, progress)
    except SqliteError as error:
        raise StoreUnavailable(f"{path}: {describe(error, _LOCK_SECONDS)}") from error
