"""What clients were told is what the file holds, whichever commit fails."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.failing_commits import CLIENTS, ROUNDS


@pytest.mark.parametrize("kind", ["failed", "busy"])
def test_only_what_is_acknowledged_is_stored_and_once(tmp_path: Path, kind: str) -> None:
    command = [sys.executable, "-m", "tests.server.failing_commits", str(tmp_path), kind]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)

    told, counted, failed = json.loads(ended.stdout)

    assert told == counted
    # Some failed, and cost at most those that shared a commit with them.
    assert (failed > 0, 2 * CLIENTS * ROUNDS > told >= CLIENTS * ROUNDS) == (True, True)
