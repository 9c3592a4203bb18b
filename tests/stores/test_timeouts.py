"""Peers that do not speak: every wait has an end, and says where it ended."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Generator
from functools import partial
from typing import Any

import pytest

from tavola.errors import StoreUnavailable
from tavola.testing import Clock
from tavola.wire.sigv4 import Credentials
from tests.parts import needs_linux
from tests.patience import RUNS_OUT_SECONDS
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.peers import Peer, peer

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
KEYS = {"AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "hidden"}
SHORT = f"&attempts=1&connectTimeout={RUNS_OUT_SECONDS}&timeout={RUNS_OUT_SECONDS}"


@contextlib.contextmanager
def _mute(backlog: int = 8) -> Generator[int]:
    """Let clients connect, as many as wait in the line, and never answer."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(backlog)
        yield listener.getsockname()[1]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_an_endpoint_that_never_answers_is_given_up(open_client: OpenClient, scheme: str) -> None:
    with _mute() as port:
        client = open_client(f"{scheme}://127.0.0.1:{port}", SHORT)

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)

        assert client.open_count() == 0


def test_a_proxy_that_never_answers_is_given_up(open_client: OpenClient) -> None:
    with _mute() as port:
        environment = {"HTTPS_PROXY": f"http://127.0.0.1:{port}"}
        client = open_client("https://localhost", SHORT, environment=environment)

        where = rf"https://localhost through the proxy 127\.0\.0\.1:{port}"
        with pytest.raises(StoreUnavailable, match=f"cannot connect to {where}: timed out"):
            client.execute("GetItem", GET)

        assert client.open_count() == 0


@contextlib.contextmanager
def _full() -> Generator[int]:
    """Let nobody connect any more, as Linux does when the line is full."""
    with _mute(backlog=0) as port, contextlib.ExitStack() as stack:
        for _ in range(3):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
        yield port


@needs_linux
@pytest.mark.parametrize("dead_ones", [1, 3])
def test_an_address_that_takes_no_connection_leaves_time_to_the_next_one(
    open_client: OpenClient, monkeypatch: pytest.MonkeyPatch, dead_ones: int
) -> None:
    def found(_: str, port: int, *options: Any, **more: Any) -> list[Any]:
        del options, more
        ports = [full] * dead_ones + [port]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", one)) for one in ports]

    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    with _full() as full, peer(answer) as alive:
        monkeypatch.setattr(socket, "getaddrinfo", found)
        client = open_client(
            f"http://many.example:{alive.port}", "&attempts=1&connectTimeout=2", environment=KEYS
        )

        assert client.execute("GetItem", GET) == b"{}"


@needs_linux
def test_all_addresses_together_have_the_time_of_a_connection(
    open_client: OpenClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(_: str, port: int, *options: Any, **more: Any) -> list[Any]:
        del options, more
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))] * 20

    clock = _LookedAt(0.0)
    with _full() as full:
        monkeypatch.setattr(socket, "getaddrinfo", found)
        monkeypatch.setattr(socket, "socket", partial(_Unreachable, clock))
        client = open_client(
            f"http://many.example:{full}", SHORT, environment=KEYS, monotonic=clock
        )

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)

    # One address after the other with as long for each would take twenty times as long.
    assert RUNS_OUT_SECONDS < clock.now < 10 * RUNS_OUT_SECONDS


class _LookedAt(Clock):
    """A clock that goes on with each look at it."""

    def __call__(self) -> float:
        self.advance(0.01)
        return self.now


class _Unreachable(socket.socket):
    """A socket that waits in vain for as long as it may, by the clock of a test."""

    def __init__(self, clock: Clock, *options: Any) -> None:
        super().__init__(*options)
        self._clock = clock

    def connect(self, address: Any) -> None:
        seconds = self.gettimeout()
        if seconds:
            self._clock.advance(seconds)
            raise TimeoutError("timed out")
        super().connect(address)


@needs_linux
def test_an_endpoint_that_takes_no_connection_is_given_up(open_client: OpenClient) -> None:
    with _full() as port:
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
        client = open_client("https://localhost", SHORT, environment=environment)

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)


def test_an_answer_that_never_comes_to_an_end_is_given_up(open_client: OpenClient) -> None:
    with _dripping(b"H") as port:
        client = open_client(f"http://127.0.0.1:{port}", SHORT)

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)


def test_a_deadline_bounds_connecting_too(open_client: OpenClient) -> None:
    """Without it the test would last as long as the suite lets it."""
    with _full() as port:
        client = open_client(
            f"http://127.0.0.1:{port}", f"&connectTimeout=3000&deadline={RUNS_OUT_SECONDS}"
        )

        with pytest.raises(StoreUnavailable, match=r"cannot connect to .*: timed out"):
            client.execute("GetItem", GET)


def test_a_deadline_bounds_the_first_answer_too(open_client: OpenClient) -> None:
    with _mute() as port:
        client = open_client(
            f"http://127.0.0.1:{port}", f"&timeout=3000&deadline={RUNS_OUT_SECONDS}"
        )

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)


def test_a_deadline_bounds_a_handshake_too(open_client: OpenClient) -> None:
    with _mute() as port:
        client = open_client(
            f"https://127.0.0.1:{port}",
            f"&connectTimeout=3000&timeout=3000&deadline={RUNS_OUT_SECONDS}",
        )

        with pytest.raises(StoreUnavailable, match=r"cannot connect to .*: timed out"):
            client.execute("GetItem", GET)


class _BusyOnce(Peer):
    """Is busy for the first request, and has nothing to say to any other."""

    def _converse(self, client: socket.socket) -> None:
        while data := client.recv(65536):
            self.received.append(data)
            if len(self.received) == 1:
                client.sendall(self._answer)


def test_a_deadline_bounds_the_attempts_after_the_first_too(open_client: OpenClient) -> None:
    busy = _BusyOnce(b"HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\n{}", None)
    with contextlib.closing(busy):
        client = open_client(busy.url, "&connectTimeout=3000&timeout=3000&deadline=2&attempts=9")

        with pytest.raises(StoreUnavailable, match=r"in \d attempts?: .*timed out"):
            client.execute("GetItem", GET)


def test_a_deadline_bounds_requests_that_are_sent_together(open_client: OpenClient) -> None:
    with _mute() as port:
        client = open_client(
            f"http://127.0.0.1:{port}", f"&timeout=3000&deadline={RUNS_OUT_SECONDS}&attempts=1"
        )

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute_all([("GetItem", GET)] * 3)


def test_a_deadline_bounds_the_look_up_of_a_name(
    open_client: OpenClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def never(_: str, port: int, *options: Any, flags: int = 0, **more: Any) -> list[Any]:
        del port, options, more
        if flags & socket.AI_NUMERICHOST:
            raise socket.gaierror
        ended.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", never)
    client = open_client(
        "http://slow.example",
        f"&connectTimeout=3000&deadline={RUNS_OUT_SECONDS}&attempts=1",
        environment=KEYS,
    )

    with pytest.raises(StoreUnavailable, match="timed out"):
        client.execute("GetItem", GET)

    ended.set()


class _SlowSource:
    """Looks for credentials until the test ends."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def fresh(self, now: float) -> Credentials | None:
        del now
        return None

    def refresh(self, now: float) -> None:
        del now
        self.ended.wait()

    def reject(self) -> bool:
        return False


def test_a_deadline_bounds_the_search_for_credentials(open_client: OpenClient) -> None:
    source = _SlowSource()
    client = open_client("http://127.0.0.1", f"&deadline={RUNS_OUT_SECONDS}", credentials=source)

    with pytest.raises(StoreUnavailable, match="none were found before the call's deadline"):
        client.execute("GetItem", GET)

    source.ended.set()
