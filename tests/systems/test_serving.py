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
def address() -> Iterator[str]:
    """Serve all systems while the tests of this module run."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "tavola_systems", "--serve", "--port", str(port)]
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
