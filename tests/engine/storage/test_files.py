"""Files that are not ours, damaged, unwritable or full: one clear error, nothing overwritten."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.storage import sqlite
from tavola.errors import OperationError, StoreError, StoreUnavailable
from tests.engine.client import Client
from tests.engine.storage.writer import TABLE
from tests.parts import needs_unix

NOBODY = 65534


def refusal(location: Path | str) -> str:
    with pytest.raises(StoreUnavailable) as refused:
        Engine.open(str(location))
    return refused.value.message


def make(path: Path) -> None:
    with Engine.open(str(path)) as engine:
        engine.execute("CreateTable", TABLE)
        item: dict[str, Any] = {"id": {"S": "a"}, "x": {"S": "x" * 30_000}}
        engine.execute("PutItem", {"TableName": "written", "Item": item})


def test_a_file_is_made_and_found_again(tmp_path: Path) -> None:
    make(tmp_path / "new.db")

    with Engine.open(str(tmp_path / "new.db")) as engine:
        assert Client(engine)("ListTables") == {"TableNames": ["written"]}


def test_an_empty_file_is_taken(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()

    make(tmp_path / "empty.db")

    assert (tmp_path / "empty.db").stat().st_size > 0


def test_only_the_store_and_its_lock_are_left_behind(tmp_path: Path) -> None:
    make(tmp_path / "new.db")

    left = sorted(each.name for each in tmp_path.iterdir())
    assert left == ["new.db", "new.db-lock"]


@pytest.mark.parametrize("content", [b"x", b"not a database" * 100, b"\0" * 5000])
def test_a_foreign_file_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)

    message = refusal(path)

    assert message == f"{path} is not a Tavola file. Give another path."
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (content, [path])


def test_another_programs_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.close()
    before = path.read_bytes()

    message = refusal(path)

    assert message == f"{path} is not a Tavola file. Give another path."
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [6, 99])
def test_a_newer_format_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "newer.db"
    make(path)
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {version}")
    newer.close()

    assert refusal(path) == f"{path} has format {version}, newer than 5. Update Tavola."


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is a directory. Give the path of a file in it."


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "new.db"

    assert refusal(path) == f"{path}: there is no directory {path.parent}. Make it first."


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    make(path)
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 20_000)

    assert refusal(path).startswith(f"{path}: the file is damaged: ")


def test_damage_further_in_is_reported_when_it_is_met(tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    make(path)
    path.write_bytes(path.read_bytes()[:-20_000] + b"\xff" * 20_000)

    with Engine.open(str(path)) as engine, pytest.raises(StoreUnavailable) as refused:
        engine.execute("GetItem", {"TableName": "written", "Key": {"id": {"S": "a"}}})

    assert refused.value.message.startswith(f"{path}: the file is damaged: ")


def test_a_full_disk_refuses_the_write_and_keeps_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "full.db"
    make(path)
    with Engine.open(str(path)) as engine:
        connection = engine.storage.session().connection
        connection.execute("PRAGMA max_page_count = 20")
        item: dict[str, Any] = {"id": {"S": "b"}, "x": {"S": "x" * 300_000}}
        with pytest.raises(StoreUnavailable) as refused:
            engine.execute("PutItem", {"TableName": "written", "Item": item})
        count = Client(engine)("Scan", TableName="written")["Count"]

    assert refused.value.message == f"{path}: the disk is full. Make room; nothing was written."
    assert count == 1


@needs_unix
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_read_only_file_is_refused() -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "fixed.db"
        make(path)
        path.parent.chmod(0o755)
        path.chmod(0o444)
        Path(f"{path}-lock").chmod(0o666)
        message = refusal_without_rights(path)

    assert message == f"{path}: the file is read-only. Make it and its directory writable."


def refusal_without_rights(path: Path) -> str:
    """Open a file in a child process that is not root, who may write anywhere."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setuid(NOBODY)
            os.write(writer, refusal(path).encode())
        except BaseException as error:  # noqa: BLE001 - the child must not go on as pytest
            os.write(writer, f"no refusal: {error!r}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as said:
        return said.read().decode()


def test_a_synced_file_has_its_whole_log_from_the_start(tmp_path: Path) -> None:
    lengths = {}
    for option in ("", "?durability=process"):
        with Engine.open(f"{tmp_path / 'store.db'}{option}"):
            lengths[option] = (tmp_path / "store.db-wal").stat().st_size

    assert lengths == {"": 8_240_032, "?durability=process": 0}


def test_a_log_that_was_being_laid_out_is_recovered(tmp_path: Path) -> None:
    with Engine.open(f"{tmp_path / 'store.db'}?durability=process") as engine:
        Client(engine)("CreateTable", **TABLE)
        shutil.copy(tmp_path / "store.db", tmp_path / "copy.db")
        log = (tmp_path / "store.db-wal").read_bytes()
    (tmp_path / "copy.db-wal").write_bytes(log + bytes(10_000))

    with Engine.open(str(tmp_path / "copy.db")) as engine:
        assert Client(engine)("ListTables") == {"TableNames": [TABLE["TableName"]]}


def test_an_unknown_option_is_refused(tmp_path: Path) -> None:
    location = f"{tmp_path}/new.db?durability=none"

    with pytest.raises(OperationError) as refused:
        Engine.open(location)

    assert str(refused.value) == (
        f"{location} has unknown option '?durability=none'. "
        "Write ?durability=disk or ?durability=process."
    )


@pytest.mark.parametrize("location", ["memory:", "closed.db"])
def test_a_closed_engine_says_so(tmp_path: Path, location: str) -> None:
    place = location if location == "memory:" else str(tmp_path / location)
    engine = Engine.open(place)
    engine.close()

    with pytest.raises(StoreUnavailable, match=r"the engine is closed\. Open a new one\."):
        engine.execute("ListTables", {})


def test_a_second_closing_does_nothing(tmp_path: Path) -> None:
    engine = Engine.open(str(tmp_path / "new.db"))
    engine.close()

    engine.close()


def other_kinds(folder: Path) -> dict[str, Path]:
    """Things that are no ordinary file, each under its name."""
    paths = {name: folder / name for name in ("fifo", "socket", "dangling", "loop")}
    os.mkfifo(paths["fifo"])
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(paths["socket"]))
    paths["dangling"].symlink_to(folder / "nothing")
    paths["loop"].symlink_to(paths["loop"])
    return paths


@needs_unix
@pytest.mark.parametrize("kind", ["fifo", "socket", "dangling", "loop"])
def test_what_is_no_ordinary_file_is_refused_and_kept(tmp_path: Path, kind: str) -> None:
    path = other_kinds(tmp_path)[kind]
    before = (path.lstat().st_mode, path.lstat().st_ino)
    names = sorted(tmp_path.iterdir())

    message = refusal(path)

    assert message.startswith(str(path))
    assert ((path.lstat().st_mode, path.lstat().st_ino), sorted(tmp_path.iterdir())) == (
        before,
        names,
    )


@needs_unix
def test_a_symbolic_link_to_a_store_is_that_store(tmp_path: Path) -> None:
    make(tmp_path / "store.db")
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(tmp_path / "store.db")

    with Engine.open(str(link)) as one, Engine.open(str(tmp_path / "store.db")) as other:
        one.execute("DeleteTable", {"TableName": "written"})
        assert Client(other)("ListTables") == {"TableNames": []}

    assert (link.is_symlink(), list((tmp_path / "elsewhere").iterdir())) == (True, [link])


@needs_unix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_an_empty_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    path.chmod(mode)

    make(path)

    assert stat.S_IMODE(path.stat().st_mode) == mode


@needs_unix
def test_a_lock_is_no_more_open_than_its_store(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch(mode=0o600)

    make(path)

    assert stat.S_IMODE((tmp_path / "empty.db-lock").stat().st_mode) == 0o600


def test_a_neighbour_that_has_the_name_of_a_draft_is_kept(tmp_path: Path) -> None:
    neighbour = tmp_path / "a.db-new"
    neighbour.write_text("mine")

    make(tmp_path / "a.db")

    names = sorted(path.name for path in tmp_path.iterdir())
    assert (neighbour.read_text(), names) == ("mine", ["a.db", "a.db-lock", "a.db-new"])


@needs_unix
def test_a_lock_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.db-lock")

    assert (
        refusal(tmp_path / "a.db") == f"{tmp_path}/a.db-lock is not an ordinary file. Move it away."
    )


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 300, "x/" * 3000, "file/within"])
def test_a_path_that_can_be_none_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()

    assert "cannot be opened" in (told := refusal(f"{tmp_path}/{name}")) or "no directory" in told


@pytest.mark.parametrize(
    "location", [":memory:", "memory:?durability=disk", "memory:x", ":memory:?durability=process"]
)
def test_what_is_nearly_memory_makes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, location: str
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(OperationError, match=r"is neither memory nor a path\. Write memory: alone"):
        Engine.open(location)

    assert list(tmp_path.iterdir()) == []


def test_a_file_without_checksums_is_read_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(sqlite, "_has_checksums", lambda: False)
        make(tmp_path / "old.db")
    with Engine.open(str(tmp_path / "old.db")) as engine:
        engine.execute("DeleteTable", {"TableName": "written"})

    with Engine.open(str(tmp_path / "old.db")) as engine:
        assert Client(engine)("ListTables") == {"TableNames": []}
    assert (tmp_path / "old.db").read_bytes()[20] == 0


def test_a_file_with_checksums_is_refused_where_they_cannot_be_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "new.db")
    monkeypatch.setattr(sqlite, "_has_checksums", lambda: False)

    assert refusal(tmp_path / "new.db").endswith(
        "cannot be opened: its checksums need apsw with SQLite's extension cksumvfs."
    )


@pytest.mark.parametrize("gone", ["the file", "its log", "its lock", "the folder", "all but names"])
def test_a_file_that_goes_while_it_is_open_ends_in_answers_or_errors_of_ours(
    tmp_path: Path, gone: str
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "a.db"
    with Engine.open(str(path)) as engine:
        engine.execute("CreateTable", TABLE)
        if gone == "the folder":
            shutil.rmtree(folder)
        elif gone == "all but names":
            # Not the log's index: SQLite maps it, and Linux ends who reads behind its end.
            for file in (path, Path(f"{path}-wal")):
                os.truncate(file, 0)
        else:
            suffix = {"the file": "", "its log": "-wal", "its lock": "-lock"}[gone]
            Path(f"{path}{suffix}").unlink(missing_ok=True)

        def ask() -> list[str]:
            return [kind for action, body in ASKED for kind in outcomes(engine, action, body)]

        here = ask()
        # A thread of its own opens the path anew.
        with ThreadPoolExecutor(1) as beside:
            there = beside.submit(ask).result()

    assert {*here, *there} <= {"answered", "refused"}


ASKED: list[tuple[str, dict[str, Any]]] = [
    ("PutItem", {"TableName": "written", "Item": {"id": {"S": "a"}}}),
    ("GetItem", {"TableName": "written", "Key": {"id": {"S": "a"}}}),
    ("Scan", {"TableName": "written"}),
    ("DescribeTable", {"TableName": "written"}),
]


def outcomes(engine: Engine, action: str, body: dict[str, Any]) -> Iterator[str]:
    """Ask once; anything but an answer or a StoreError goes on."""
    try:
        engine.execute(action, body)
        yield "answered"
    except StoreError:
        yield "refused"
