"""What was acknowledged is on the disk, seen below SQLite and not through a kill."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from stat import S_ISDIR

import pytest

from tavola.engine import Engine
from tavola.engine.storage.sqlite import connect_file
from tests.patience import PATIENCE_SECONDS


def run(work: str, folder: Path, durability: str) -> list[str]:
    """What a process on such a disk has found."""
    command = [sys.executable, "-m", "tests.engine.storage.losing", work, str(folder), durability]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[str] = json.loads(ended.stdout)
    return found


def test_a_loss_of_power_costs_no_acknowledged_write(tmp_path: Path) -> None:
    assert run("lose", tmp_path, "disk") == []


def test_with_durability_of_the_process_it_may(tmp_path: Path) -> None:
    """If this finds nothing missing, the test above finds nothing either."""
    assert "one4" in run("lose", tmp_path, "process")


@pytest.mark.parametrize("kind", ["failed", "busy"])
def test_a_commit_that_fails_on_the_disk_leaves_nothing_and_blocks_nobody(
    tmp_path: Path, kind: str
) -> None:
    assert run("fail", tmp_path, kind) == [
        "alone: StoreUnavailable, False",
        "a: StoreUnavailable, False",
        "b: StoreUnavailable, False",
        "later: bytes, True",
    ]


@pytest.mark.parametrize("is_synced", [True, False])
def test_a_disk_is_told_to_write_and_not_only_to_take_it(tmp_path: Path, is_synced: bool) -> None:
    """macOS's own way; other systems know the setting and do nothing."""
    path = tmp_path / "store.db"
    Engine.open(str(path)).close()
    connection = connect_file(path, is_synced=is_synced, lock_seconds=PATIENCE_SECONDS)

    names = ("synchronous", "fullfsync", "checkpoint_fullfsync")
    found = [connection.execute(f"PRAGMA {name}").get for name in names]

    connection.close()
    assert found == ([2, 1, 1] if is_synced else [1, 0, 0])


def test_a_new_file_s_name_is_on_the_disk_before_anything_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[str] = []

    def note(file: int) -> None:
        kind = "folder" if S_ISDIR(os.fstat(file).st_mode) else "file"
        flushed.append(f"{kind}, named {(tmp_path / 'store.db').exists()}")

    monkeypatch.setattr("tavola.engine.storage.sqlite._flush", note)
    Engine.open(str(tmp_path / "store.db")).close()

    assert flushed == ["folder, named True", "file, named True"]
