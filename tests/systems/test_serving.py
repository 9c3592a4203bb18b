"""`python -m tavola_systems --serve`: every system behind one port."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.patience import PATIENCE_SECONDS

COMMAND = (sys.executable, "-m", "tavola_systems", "--serve")


@contextmanager
def serving(folder: Path) -> Generator[tuple[subprocess.Popen[str], str]]:
    """All systems in a process of its own, and their address."""
    command = [*COMMAND, "--port=0", f"--folder={folder}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            first_line = server.stdout.readline()
            yield server, first_line.removeprefix("blog: ").removesuffix("/blog/docs\n")
        finally:
            server.kill()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve all systems from a new folder while the tests of this module run."""
    with serving(tmp_path_factory.mktemp("systems") / "made" / "here") as (_, found):
        yield found


@pytest.mark.parametrize("system", ["blog", "branding"])
def test_every_system_shows_its_api(address: str, system: str) -> None:
    with urllib.request.urlopen(
        f"{address}/{system}/openapi.json", timeout=PATIENCE_SECONDS
    ) as answer:
        assert answer.status == HTTPStatus.OK
        assert b'"openapi"' in answer.read()


@pytest.mark.parametrize("system", ["blog", "branding"])
def test_the_front_page_leads_to_every_system(address: str, system: str) -> None:
    with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
        assert f'<a href="/{system}/docs">' in answer.read().decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_every_table(tmp_path: Path, number: signal.Signals) -> None:
    user = b'{"name": "Ada", "email": "ada@example.com"}'
    with serving(tmp_path) as (server, address):
        request = urllib.request.Request(
            f"{address}/blog/users", user, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            assert answer.status == HTTPStatus.CREATED

        server.send_signal(number)
        server.wait(timeout=PATIENCE_SECONDS)

    assert sorted(path.name for path in tmp_path.glob("blog.db*")) == ["blog.db", "blog.db-lock"]


def test_a_port_that_is_taken_is_named_before_anything_is_opened(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ended = subprocess.run(
            [*COMMAND, f"--port={port}", f"--folder={tmp_path / 'new'}"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert (ended.returncode, ended.stdout, ended.stderr) == (
        1,
        "",
        f"tavola_systems: cannot listen on 127.0.0.1:{port}: Address already in use."
        " Choose another one with --port, or 0 for a free one.\n",
    )
    assert list(tmp_path.iterdir()) == []
