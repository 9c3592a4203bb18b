"""Peers that do not speak: every wait has an end, and says where it ended."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Generator

import pytest

from tavola.errors import StoreUnavailable
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.peers import Peer

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
SHORT = "&attempts=1&connectTimeout=0.3&timeout=0.3"


@contextlib.contextmanager
def _mute(backlog: int = 8) -> Generator[int]:
    """Let clients connect, as many as wait in the line, and never answer."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(backlog)
        yield listener.getsockname()[1]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_an_endpoint_that_never_answers_is_given_up(open_client: OpenClient, scheme: str) -> None:
    started = time.monotonic()
    with _mute() as port:
        client = open_client(f"{scheme}://127.0.0.1:{port}", SHORT)

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)

        assert client.open_count() == 0
    assert time.monotonic() - started < 5


def test_a_proxy_that_never_answers_is_given_up(open_client: OpenClient) -> None:
    with _mute() as port:
        environment = {"HTTPS_PROXY": f"http://127.0.0.1:{port}"}
        client = open_client("https://127.0.0.1:9", SHORT, environment=environment)

        where = rf"https://127\.0\.0\.1:9 through the proxy 127\.0\.0\.1:{port}"
        with pytest.raises(StoreUnavailable, match=f"cannot connect to {where}: timed out"):
            client.execute("GetItem", GET)

        assert client.open_count() == 0


def test_an_endpoint_that_takes_no_connection_is_given_up(open_client: OpenClient) -> None:
    with _mute(backlog=0) as port, contextlib.ExitStack() as stack:
        for _ in range(3):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
        client = open_client(f"http://127.0.0.1:{port}", SHORT)

        with pytest.raises(StoreUnavailable, match=r"cannot connect to .*127.0.0.1:\d+: timed out"):
            client.execute("GetItem", GET)


class Dripping(Peer):
    """Says a byte now and then, but never anything whole."""

    def __init__(self, byte: bytes) -> None:
        self._ended = threading.Event()
        super().__init__(byte, None)

    def close(self) -> None:
        self._ended.set()
        super().close()

    def _converse(self, client: socket.socket) -> None:
        while not self._ended.wait(0.05):
            client.sendall(self._answer)


@contextlib.contextmanager
def _dripping(byte: bytes) -> Generator[int]:
    running = Dripping(byte)
    try:
        yield running.port
    finally:
        running.close()


def test_a_proxy_that_never_comes_to_an_end_is_given_up(open_client: OpenClient) -> None:
    with _dripping(b"H") as port:
        environment = {"HTTPS_PROXY": f"http://127.0.0.1:{port}"}
        client = open_client("https://127.0.0.1:9", SHORT, environment=environment)

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)


def test_an_answer_that_never_comes_to_an_end_is_given_up(open_client: OpenClient) -> None:
    with _dripping(b"H") as port:
        client = open_client(f"http://127.0.0.1:{port}", SHORT)

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)
