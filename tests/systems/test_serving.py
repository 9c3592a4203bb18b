"""`python -m tavola_systems --serve`: every system behind one port."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus

import pytest

START_SECONDS = 30.0


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve all systems from a new folder while the tests of this module run."""
    folder = str(tmp_path_factory.mktemp("systems") / "made" / "here")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    options = ["--serve", "--port", str(port), "--folder", folder]
    command = [sys.executable, "-m", "tavola_systems", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(port, server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until the port answers, as long as the server lives."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the systems were not served")


@pytest.mark.parametrize("system", ["blog", "branding"])
def test_every_system_shows_its_api(address: str, system: str) -> None:
    with urllib.request.urlopen(f"{address}/{system}/openapi.json", timeout=10) as answer:
        assert answer.status == HTTPStatus.OK
        assert b'"openapi"' in answer.read()


@pytest.mark.parametrize("system", ["blog", "branding"])
def test_the_front_page_leads_to_every_system(address: str, system: str) -> None:
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert f'<a href="/{system}/docs">' in answer.read().decode()
