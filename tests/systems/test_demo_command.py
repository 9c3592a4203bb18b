"""`python -m tavola_systems demo`: data once, an address, a clean end, and what pages did."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tavola_systems.platform.demonstration import DEMO_PASSWORD
from tests.patience import PATIENCE_SECONDS


@contextmanager
def demonstrated(folder: Path) -> Generator[str]:
    words = [sys.executable, "-m", "tavola_systems", "demo", "--folder", str(folder), "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert found is not None, line
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(PATIENCE_SECONDS)
        assert code == 0


def test_the_demonstration_keeps_its_data_and_shows_what_happened(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    with (
        demonstrated(folder) as address,
        httpx.Client(base_url=address, timeout=PATIENCE_SECONDS) as client,
    ):
        front = client.get("/").text
        assert front.count('name="task" value="yes"') == 5
        page = client.get("/blog/sign-in").text
        token = re.search(r'name="_csrf" value="([^"]+)"', page)
        assert token is not None
        given = {"_csrf": token[1], "name": "grace@example.com", "password": DEMO_PASSWORD}
        assert client.post("/blog/sign-in", data=given).status_code == 303
        happened = client.get("/what").text
        assert "POST /blog/sign-in" in happened
        assert DEMO_PASSWORD not in happened
    before = (folder / "demo.db").stat().st_ino
    with demonstrated(folder) as address:
        assert httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS).status_code == 200
    assert (folder / "demo.db").stat().st_ino == before
    ended = subprocess.run(
        [sys.executable, "-m", "tavola_systems", "demo", "--folder", str(folder), "--reset"],
        check=False,
    )
    assert (ended.returncode, folder.exists()) == (0, False)
