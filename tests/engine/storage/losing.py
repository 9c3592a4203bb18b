"""A disk that loses what was not synced, opened after each write as if power had been lost.

    python -m tests.engine.storage.losing lose FOLDER disk|process
    python -m tests.engine.storage.losing fail FOLDER failed|busy

prints which acknowledged items were missing then, as JSON. A kill shows nothing of this, because
the system keeps what was written and not yet synced.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import apsw

from tavola.engine import Engine
from tavola.errors import StoreError
from tests.engine.storage.writer import TABLE

LARGE = "x" * 200_000
"""Some of these fill the log, so that it is copied into the file."""


class LosingFile(apsw.VFSFile):
    """A file of which only what was synced is kept."""

    def __init__(self, name: Any, flags: list[int], disk: LosingDisk) -> None:
        super().__init__("unix", name, flags)
        self._path = name if isinstance(name, str) else name.filename()
        self._disk = disk

    def xSync(self, flags: int) -> None:  # noqa: N802 - apsw's name
        """Sync, and keep what the file holds now."""
        self._disk.meet_sync()
        super().xSync(flags)
        self._disk.kept[self._path] = Path(self._path).read_bytes()


class LosingDisk(apsw.VFS):
    """The system's files, with a copy of what a loss of power would leave."""

    def __init__(self) -> None:
        super().__init__("losing", "unix", makedefault=True)
        self.kept: dict[str, bytes] = {}
        self.fault: type[apsw.Error] | None = None
        """How every sync ends just now, if not well."""

    def xOpen(self, name: Any, flags: list[int]) -> LosingFile:  # noqa: N802 - apsw's name
        """Open a file below SQLite."""
        return LosingFile(name, flags, self)

    def meet_sync(self) -> None:
        """Fail where a sync is to fail."""
        if self.fault is not None:
            raise self.fault("the disk failed")

    def leave(self, path: Path, copy: Path) -> None:
        """Write what would be left of a store."""
        for ending in ("", "-wal", "-shm"):
            Path(f"{copy}{ending}").unlink(missing_ok=True)
            if f"{path}{ending}" in self.kept:
                Path(f"{copy}{ending}").write_bytes(self.kept[f"{path}{ending}"])


def put(name: str, text: str = "") -> tuple[str, bytes]:
    item = {"id": {"S": name}, "x": {"S": text}}
    return "PutItem", json.dumps({"TableName": "written", "Item": item}).encode()


def transact(names: list[str]) -> tuple[str, bytes]:
    writes = [{"Put": {"TableName": "written", "Item": {"id": {"S": name}}}} for name in names]
    return "TransactWriteItems", json.dumps({"TransactItems": writes}).encode()


def find_missing(copy: Path, names: list[str]) -> list[str]:
    """Open what was left, and name the items that are not there."""
    try:
        with Engine.open(f"{copy}?durability=process") as engine:
            keys = [{"TableName": "written", "Key": {"id": {"S": name}}} for name in names]
            answers = [engine.execute("GetItem", key) for key in keys]
    except StoreError:
        return names
    return [name for name, answer in zip(names, answers, strict=True) if answer == b"{}"]


def write_and_lose(disk: LosingDisk, folder: Path, durability: str) -> list[str]:
    """Write in every way that acknowledges; return what a loss of power would have cost."""
    path, copy = folder / "store.db", folder / "left.db"
    Engine.open(str(path)).close()
    disk.kept[str(path)] = path.read_bytes()
    missing: list[str] = []
    with Engine.open(f"{path}?durability={durability}") as engine:
        engine.execute("CreateTable", TABLE)
        groups = [
            *([(put(f"one{n}"), [f"one{n}"]) for n in range(5)]),
            *([(put(f"large{n}", LARGE), [f"large{n}"]) for n in range(25)]),
            (transact(["a", "b", "c"]), ["a", "b", "c"]),
        ]
        acknowledged: list[str] = []
        for (action, body), names in groups:
            engine.execute(action, body)
            acknowledged += names
            disk.leave(path, copy)
            missing += find_missing(copy, acknowledged)
        together = [f"together{n}" for n in range(4)]
        engine.execute_together([put(name) for name in together])
        disk.leave(path, copy)
        missing += find_missing(copy, acknowledged + together)
    return missing


def refusal_of(engine: Engine, action: str, body: bytes) -> bytes | StoreError:
    try:
        return engine.execute(action, body)
    except StoreError as refusal:
        return refusal


def fail_to_commit(disk: LosingDisk, folder: Path, kind: str) -> list[str]:
    """Let commits fail on the disk, one alone and several together; return what is there then."""
    with Engine.open(str(folder / "store.db")) as engine:
        engine.execute("CreateTable", TABLE)
        disk.fault = FAULTS[kind]
        refusals: list[object] = [refusal_of(engine, *put("alone"))]
        refusals += engine.execute_together([put("a"), put("b")])
        disk.fault = None
        stored = [engine.execute(*put("later"))]
        names = ["alone", "a", "b", "later"]
        keys = [{"TableName": "written", "Key": {"id": {"S": name}}} for name in names]
        found = [engine.execute("GetItem", key) != b"{}" for key in keys]
    kinds = [type(one).__name__ for one in (*refusals, *stored)]
    return [
        f"{name}: {kind}, {there}" for name, kind, there in zip(names, kinds, found, strict=True)
    ]


FAULTS: dict[str, type[apsw.Error]] = {"failed": apsw.IOError, "busy": apsw.BusyError}
"""After the first SQLite rolls back by itself, after the second it does not."""
WORKS = {"lose": write_and_lose, "fail": fail_to_commit}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(WORKS[sys.argv[1]](LosingDisk(), Path(sys.argv[2]), sys.argv[3])))
