"""What was acknowledged is on the disk, seen below SQLite and not through a kill."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


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
