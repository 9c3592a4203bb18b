"""`python -m tavola_systems demo`: data once, an address, a clean end, and what pages did."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tavola_systems.platform.demonstration import DEMO_PASSWORD
from tests.parts import missing
from tests.patience import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]


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


def demo(folder: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "tavola_systems", "demo", "--folder", str(folder)]
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def _small_files() -> None:
    """As on a disk that is full: no file may grow past a megabyte."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))


def test_a_full_disk_is_told_in_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    ended = demo(tmp_path / "demo", preexec_fn=_small_files)
    assert (ended.returncode, ended.stdout, list(tmp_path.iterdir())) == (1, "", [])
    told = ended.stderr.strip().splitlines()
    assert len(told) == 1
    assert re.search("disk (is full|failed or is full)", told[0])


def test_another_port_is_taken_where_the_usual_one_is_not_free(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        # A folder that is there is served as it is, and an empty one has no sample data.
        (tmp_path / "demo").mkdir()
        words = [sys.executable, "-m", "tavola_systems", "demo", "--folder", str(tmp_path / "demo")]
        environment = {**os.environ, "TAVOLA_PORT": str(port)}
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE_SECONDS) == 0
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
    assert found is not None
    assert int(found[1]) not in {0, port}


def make_setup(folder: Path, *words: str, **environment: str) -> tuple[int, list[str]]:
    """Run `make setup` of this project for an environment elsewhere."""
    make = shutil.which("make")
    if make is None:
        missing("make is not there: apt-get install make")
    ended = subprocess.run(
        [make, "--no-print-directory", "setup", f"VENV={folder.name}", f"BIN={folder}/bin", *words],
        cwd=folder.parent,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in ended.stderr.splitlines() if not line.startswith("make")]
    return ended.returncode, ours


@pytest.fixture(name="checkout")
def copied(tmp_path: Path) -> Path:
    """The files that set-up needs, in a folder of their own."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "dev.lock").write_text(f"six==1.17.0 --hash=sha256:{'0' * 64}\n")
    (tmp_path / "packages" / "systems").mkdir(parents=True)
    (tmp_path / "packages" / "systems" / "pyproject.toml").write_text("")
    return tmp_path


def test_an_old_python_is_told_in_one_line(checkout: Path) -> None:
    old = checkout / "python3.9"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2" && exit 0\nexit 1\n')
    old.chmod(0o755)
    code, told = make_setup(checkout / "env", f"PYTHON={old}")
    assert code != 0
    assert [line.partition(". Say")[0] for line in told] == [
        "tavola: needs Python 3.11 or newer; here is Python 3.9.2"
    ]


def test_a_missing_network_is_told_in_one_line(checkout: Path, closed_port: int) -> None:
    code, told = make_setup(
        checkout / "env",
        f"PYTHON={sys.executable}",
        PIP_INDEX_URL=f"http://127.0.0.1:{closed_port}/simple",
        PIP_RETRIES="0",
        PIP_NO_CACHE_DIR="1",
        PIP_CONFIG_FILE=os.devnull,
    )
    assert code != 0
    assert [line.partition(",")[0] for line in told] == [
        "tavola: the package index cannot be reached. Look after the network"
    ]


def test_a_disk_that_pip_fills_is_told_in_one_line(checkout: Path) -> None:
    python = checkout / "env" / "bin" / "python"
    python.parent.mkdir(parents=True)
    words = (
        "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
    )
    python.write_text(f"#!/bin/sh\necho '{words}' >&2\nexit 1\n")
    python.chmod(0o755)
    code, told = make_setup(checkout / "env", f"PYTHON={sys.executable}")
    assert code != 0
    assert [line.partition(",")[0] for line in told] == ["tavola: the disk is full. Make room"]


def test_an_environment_that_cannot_be_made_is_told_in_one_line(checkout: Path) -> None:
    bare = checkout / "python3.12"
    bare.write_text(
        '#!/bin/sh\n[ "$2" = venv ] && echo "No module named venv" >&2 && exit 1\nexit 0\n'
    )
    bare.chmod(0o755)
    code, told = make_setup(checkout / "env", f"PYTHON={bare}")
    assert code != 0
    assert [line.partition(" (")[0] for line in told] == [
        f"tavola: {bare} cannot make an environment. Install its venv"
    ]
