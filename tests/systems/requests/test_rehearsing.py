"""A server is warm when it says that it is ready, and nothing of its rehearsal is left."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tavola.errors import OperationError
from tavola_systems.platform.running.rehearsal import rehearse
from tavola_systems.platform.system import Services, Stage
from tavola_systems.requests.system import SYSTEM
from tests.patience import PATIENCE_SECONDS

ROOT = Path(__file__).parents[3]


def first_requests(folder: Path, *arguments: str) -> Any:
    """Let a new process take its first requests in."""
    module = "tests.systems.requests.first_requests"
    command = [sys.executable, "-m", module, str(folder / "requests.db"), *arguments]
    ended = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True
    )
    return json.loads(ended.stdout)


def test_after_a_rehearsal_the_first_requests_load_nothing(tmp_path: Path) -> None:
    found = first_requests(tmp_path, "rehearsed")

    assert found == {"answers": [202] * 4, "loaded": []}


def test_without_one_they_wait_for_functions_to_be_compiled(tmp_path: Path) -> None:
    found = first_requests(tmp_path)

    assert found["answers"] == [202] * 4
    assert any(one.startswith("<compiled Request.") for one in found["loaded"])


def test_a_rehearsal_that_is_refused_ends_the_start() -> None:
    async def ask_for_nothing(services: Services, send: Stage) -> None:
        del services
        if await send("POST", "/requests/api/events/none/requests", "token") != 202:
            raise OperationError("refused")

    with pytest.raises(OperationError, match="refused"):
        rehearse([replace(SYSTEM, rehearse=ask_for_nothing)])
