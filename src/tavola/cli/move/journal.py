"""What a command has certainly done: a small file that a kill leaves whole.

It is written beside and renamed over the last one, so that it is either the old or the new. It
belongs to one job, by a fingerprint of what is moved from where to where; that of another job is
never taken for one's own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tavola.errors import OperationError

__all__ = ["Journal", "fingerprint_of", "journal_path"]

Done = dict[str, Any]


def fingerprint_of(*parts: object) -> str:
    """Tell a job from others, without a word of what it is about."""
    # A file's name may not be UTF-8.
    texts = [str(part).encode("utf-8", "backslashreplace").decode() for part in parts]
    return sha256(msgspec.json.encode(texts)).hexdigest()[:12]


def journal_path(given: str | None, table: str, usual: str | Path) -> Path:
    """Where the journal of one table stands: where it is usual, or where somebody wants it."""
    if given is None:
        return Path(usual)
    path = Path(given)
    return path / f"{table}.json" if path.is_dir() else path


class Journal:
    """Remembers what is done of one job; it is removed at the end."""

    def __init__(self, path: Path, job: str) -> None:
        self.path = path
        self._job = job
        self.done: Done = {}
        """What an earlier run has done; empty for a new job."""
        if path.exists():
            self.done = self._read()

    @property
    def is_resumed(self) -> bool:
        """Whether an earlier run has done a part of the job."""
        return bool(self.done)

    def _read(self) -> Done:
        try:
            known: dict[str, Any] = msgspec.json.decode(self.path.read_bytes())
            job, done = known["job"], dict(known["done"])
        except (msgspec.MsgspecError, UnicodeError, KeyError, TypeError, ValueError):
            job, done = None, dict[str, Any]()
        if job != self._job:
            raise OperationError(
                f"{self.path} is the journal of another job. Finish that one, or remove the file."
            )
        found: Done = done
        return found

    def write(self, done: Mapping[str, Any]) -> None:
        """Remember what is done, for good."""
        self.done = dict(done)
        # Named by its job, so that what a kill left is written over, and nothing of anybody else's.
        draft = self.path.with_name(f"{self.path.name}.{self._job}.new")
        with draft.open("wb") as file:
            file.write(msgspec.json.encode({"job": self._job, "done": self.done}))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)

    def finish(self) -> None:
        """Forget the job: all of it is done."""
        self.path.unlink(missing_ok=True)
