"""A store's file is copied as it is at one moment, and nothing is ever written over."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import apsw
import pytest

from tavola.engine import Engine
from tavola.engine.database import location_text
from tavola.engine.storage import sqlite
from tavola.engine.storage.backup import backup_file
from tavola.errors import OperationError, StoreUnavailable
from tests.engine.client import Client, n, s
from tests.engine.conftest import FLAT
from tests.parts import needs_unix


def nothing(_left: int, _all: int) -> None:
    """Be told of the progress."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.db"
    with Engine.open(str(path)) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        client.put("flat", *({"id": s(f"k{i}"), "v": s("x" * 30_000)} for i in range(200)))
    return path


def items_of(path: Path) -> list[dict[str, Any]]:
    with Engine.open(str(path)) as engine:
        client = Client(engine)
        keys = ({"id": s(f"k{number}")} for number in range(200))
        return [client("GetItem", TableName="flat", Key=key)["Item"] for key in keys]


def count_of(path: Path) -> int:
    with Engine.open(str(path)) as engine:
        count: int = Client(engine)("DescribeTable", TableName="flat")["Table"]["ItemCount"]
        return count


def reserved(path: Path) -> int:
    return path.read_bytes()[20]


def test_a_copy_holds_what_the_store_holds(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    backup_file(store, copy, nothing)

    assert items_of(copy) == items_of(store)
    assert reserved(copy) == reserved(store) == 8


def test_a_copy_is_of_one_moment(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with Engine.open(str(store)) as engine:
        client = Client(engine)

        def write(left: int, _all: int) -> None:
            client.put("flat", {"id": s(f"late{left}")})

        backup_file(store, copy, write)

    assert count_of(copy) == 200
    assert count_of(store) > 200


def test_progress_counts_pages_down(store: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    backup_file(store, tmp_path / "copy.db", lambda left, every: told.append((left, every)))

    (every,) = {every for _, every in told}
    assert [left for left, _ in told] == [*range(every - 1_000, 0, -1_000), 0]


def test_a_copy_has_checksums_that_are_verified(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup_file(store, copy, nothing)
    data = bytearray(copy.read_bytes())
    data[len(data) // 2] ^= 1
    copy.write_bytes(data)

    with pytest.raises(StoreUnavailable, match="the file is damaged: a page is not what was"):
        items_of(copy)


def test_a_copy_of_a_store_without_checksums_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_has_checksums", lambda: False)
    path, copy = tmp_path / "plain.db", tmp_path / "copy.db"
    with Engine.open(str(path)) as engine:
        Client(engine)("CreateTable", **FLAT)

    backup_file(path, copy, nothing)

    assert (reserved(path), reserved(copy), count_of(copy)) == (0, 0, 0)


@needs_unix
def test_a_copy_has_the_permissions_of_the_store(store: Path, tmp_path: Path) -> None:
    store.chmod(0o640)

    backup_file(store, tmp_path / "copy.db", nothing)

    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o640


def test_a_link_to_a_store_is_followed(store: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(store)

    backup_file(link, tmp_path / "copy.db", nothing)

    assert count_of(tmp_path / "copy.db") == 200


def test_nothing_is_written_over(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("mine")

    with pytest.raises(StoreUnavailable) as refused:
        backup_file(store, copy, nothing)

    assert refused.value.message == f"{copy} already exists. Name a new file."
    assert copy.read_text() == "mine"


@pytest.mark.parametrize("is_there", [True, False])
def test_what_holds_nothing_is_not_copied(tmp_path: Path, is_there: bool) -> None:
    path = tmp_path / "empty.db"
    if is_there:
        path.touch()

    with pytest.raises(StoreUnavailable) as refused:
        backup_file(path, tmp_path / "copy.db", nothing)

    assert refused.value.message == f"{path}: there is no such file, or an empty one."


def test_a_foreign_file_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.close()

    with pytest.raises(StoreUnavailable) as refused:
        backup_file(path, tmp_path / "copy.db", nothing)

    assert refused.value.message == f"{path} is not a Tavola file. Give another path."


def test_a_copy_that_fails_leaves_nothing(store: Path, tmp_path: Path) -> None:
    def stop(_left: int, _all: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup_file(store, tmp_path / "copy.db", stop)

    assert sorted(each.name for each in tmp_path.glob("copy*")) == []


def test_a_damaged_store_is_told(store: Path, tmp_path: Path) -> None:
    data = store.read_bytes()
    store.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))

    with pytest.raises(StoreUnavailable) as refused:
        backup_file(store, tmp_path / "copy.db", nothing)

    assert refused.value.message == (
        f"{store}: the file is damaged: a page is not what was written. Restore it from a copy."
    )
    assert not (tmp_path / "copy.db").exists()


class BadPage(apsw.IOError):
    """What a wrong checksum is to SQLite."""

    extendedresult = apsw.SQLITE_IOERR_DATA


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (apsw.BusyError(), "locked by another writer for 2.5 s. End it, or try again."),
        (apsw.LockedError(), "locked by another writer for 2.5 s. End it, or try again."),
        (apsw.CorruptError("torn"), "the file is damaged: torn. Restore it from a copy."),
        (apsw.NotADBError("no"), "the file is damaged: no. Restore it from a copy."),
        (
            BadPage("disk I/O error"),
            "the file is damaged: a page is not what was written. Restore it from a copy.",
        ),
        (apsw.FullError(), "the disk is full. Make room; nothing was written."),
        (
            apsw.ReadOnlyError(),
            "the file is read-only. Make it and its directory writable.",
        ),
        (
            apsw.PermissionsError(),
            "the file is read-only. Make it and its directory writable.",
        ),
        (
            apsw.IOError("disk I/O error"),
            "the disk failed or is full: disk I/O error. Nothing was written.",
        ),
        (apsw.CantOpenError("no way"), "cannot be opened: no way."),
        (apsw.MisuseError("odd"), "SQLite failed: MisuseError: odd."),
    ],
)
def test_a_failure_of_sqlite_is_told_with_what_helps(error: apsw.Error, told: str) -> None:
    assert sqlite.describe(error, 2.5) == told


@pytest.mark.parametrize(
    ("error", "is_stale"),
    [
        (apsw.SQLError("no such table: t1"), True),
        (apsw.SQLError("no such index: i1"), True),
        (apsw.SQLError("no such column: c1"), True),
        (apsw.SQLError("near SELECT"), False),
        (apsw.BusyError("no such table: t1"), False),
    ],
)
def test_what_is_gone_is_a_stale_catalog(error: apsw.Error, is_stale: bool) -> None:
    assert sqlite.is_stale(error) is is_stale


class Named:
    """A path object of somebody else."""

    def __init__(self, path: str | bytes) -> None:
        self._path = path

    def __fspath__(self) -> str | bytes:
        return self._path


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("memory:", "memory:"),
        ("a.db?durability=disk", "a.db?durability=disk"),
        (Path("/a/b.db"), "/a/b.db"),
        (Path("memory:"), f"{Path.cwd()}/memory:"),
        (Named("b.db"), f"{Path.cwd()}/b.db"),
        (Named(""), ""),
    ],
)
def test_a_location_is_text_or_a_path(given: object, text: str) -> None:
    assert location_text(given) == text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (5, "The location is of type int. Give a string or a path."),
        (b"a.db", "The location is of type bytes. Give a string or a path."),
        (None, "The location is of type NoneType. Give a string or a path."),
        (Named(b"a.db"), "The location is of type Named. Give a string or a path."),
        (
            Path("/a?durability=disk"),
            "/a?durability=disk has a '?', where options begin. Give a path without one.",
        ),
    ],
)
def test_what_is_no_location_is_refused(given: object, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        location_text(given)

    assert str(refused.value) == message


def test_a_body_of_json_is_read_as_a_dictionary_is() -> None:
    with Engine.open("memory:") as engine:
        Client(engine)("CreateTable", **FLAT)
        engine.execute("PutItem", b'{"TableName":"flat","Item":{"id":{"S":"a"},"v":{"N":"1"}}}')

        assert Client(engine).items("flat") == [{"id": s("a"), "v": n(1)}]
