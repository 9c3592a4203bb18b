"""A TCP proxy that hurts: it passes requests on, and does to each what a test's script says."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from enum import Enum, auto
from pathlib import Path
from urllib.parse import urlsplit

from tavola.errors import StoreError
from tavola.testing import Clock
from tavola.wire.envelopes import render_error
from tavola.wire.http1 import RequestReader, ResponseReader, render_response
from tests.patience import PATIENCE_SECONDS

_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class Fault(Enum):
    """What happens to one request; those named AFTER are executed, those named BEFORE are not."""

    NONE = auto()
    DROP_BEFORE = auto()
    DROP_AFTER = auto()
    RESET_AFTER = auto()
    TRUNCATE_AFTER = auto()
    CORRUPT_AFTER = auto()
    GARBAGE_AFTER = auto()
    STALL_AFTER = auto()
    ERROR_500_BEFORE = auto()
    ERROR_500_AFTER = auto()
    ERROR_503_BEFORE = auto()
    HTML_502_BEFORE = auto()
    THROTTLE_BEFORE = auto()
    SLOW_BYTES = auto()
    CLOSE_WHEN_IDLE = auto()


LOSING_ANSWERS = (
    Fault.DROP_AFTER,
    Fault.RESET_AFTER,
    Fault.TRUNCATE_AFTER,
    Fault.CORRUPT_AFTER,
    Fault.GARBAGE_AFTER,
    Fault.STALL_AFTER,
    Fault.ERROR_500_AFTER,
)

_ERRORS = {
    Fault.ERROR_500_BEFORE: StoreError("Internal server error", code="InternalServerError"),
    Fault.ERROR_503_BEFORE: StoreError("Service unavailable", code="ServiceUnavailable"),
    Fault.THROTTLE_BEFORE: StoreError("Slow down", code="ProvisionedThroughputExceededException"),
}


class FaultyProxy:
    """Listens on a port of its own before an endpoint; faults are taken from `script` in order."""

    def __init__(self, upstream: str, certificate: Path | None = None) -> None:
        """Listen, over TLS if there is a certificate for it."""
        parts = urlsplit(upstream)
        self._tls = None
        self.query = ""
        """What a location needs to say beside the URL."""
        if certificate is not None:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate)
            self.query = f"&caBundle={certificate}"
        self._upstream = (parts.hostname or "", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._ended = threading.Event()
        self.clock = Clock(0.0)
        """The time of the clients that go by it: it passes only while an answer stalls."""
        self.script: deque[Fault] = deque()
        self.requests: list[bytes] = []
        """The body of every request that came, also of those that were not passed on."""
        self.ended_connections = threading.Semaphore(0)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where clients find it."""
        scheme = "http" if self._tls is None else "https"
        return f"{scheme}://127.0.0.1:{self._listener.getsockname()[1]}"

    def hurt(self, *faults: Fault) -> None:
        """Let these happen to the next requests."""
        self.script.extend(faults)

    def close(self) -> None:
        """End, and let stalled connections end."""
        self._ended.set()
        # A blocked accept only notices that its socket was shut down, not that it was closed.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, accepted: socket.socket) -> None:
        with contextlib.suppress(OSError), accepted, self._secure(accepted) as client:
            for body, request in _requests(client):
                self.requests.append(body)
                fault = self.script.popleft() if self.script else Fault.NONE
                if not self._answer(client, request, fault):
                    break
        self.ended_connections.release()

    def _secure(self, accepted: socket.socket) -> socket.socket:
        return accepted if self._tls is None else self._tls.wrap_socket(accepted, server_side=True)

    def _answer(self, client: socket.socket, request: bytes, fault: Fault) -> bool:
        """Do what the fault says; False when the connection ends with it."""
        if fault in _ERRORS:
            client.sendall(_render(_ERRORS[fault]))
            return True
        if fault is Fault.HTML_502_BEFORE:
            client.sendall(render_response(502, b"", b"<html>Bad gateway</html>"))
            return True
        if fault is Fault.DROP_BEFORE:
            return False
        answer = self._pass_on(request)
        if fault is Fault.ERROR_500_AFTER:
            client.sendall(_render(_ERRORS[Fault.ERROR_500_BEFORE]))
            return True
        return self._send_back(client, answer, fault)

    def _send_back(self, client: socket.socket, answer: bytes, fault: Fault) -> bool:
        match fault:
            case Fault.DROP_AFTER:
                pass
            case Fault.RESET_AFTER:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
            case Fault.TRUNCATE_AFTER:
                client.sendall(answer[:-1])
            case Fault.CORRUPT_AFTER:
                client.sendall(answer[:-1] + bytes([answer[-1] ^ 1]))
            case Fault.GARBAGE_AFTER:
                client.sendall(b"220 mail.example.com ESMTP\r\n\r\n")
            case Fault.STALL_AFTER:
                # The first byte wakes a client that waits: it sees that its time is over.
                self.clock.advance(PATIENCE_SECONDS)
                client.sendall(answer[:1])
                self._ended.wait()
            case Fault.SLOW_BYTES:
                for place in range(len(answer)):
                    client.sendall(answer[place : place + 1])
            case _:
                client.sendall(answer)
        return fault in (Fault.NONE, Fault.SLOW_BYTES)

    def _pass_on(self, request: bytes) -> bytes:
        with socket.create_connection(self._upstream) as upstream:
            upstream.sendall(request)
            reader, received = ResponseReader(), b""
            while True:
                data = upstream.recv(65536)
                received += data
                if not data or reader.feed(data) is not None:
                    return received


def _requests(client: socket.socket) -> Iterator[tuple[bytes, bytes]]:
    """Give the body and the bytes of each request that a client sends."""
    reader, received = RequestReader(), b""
    while data := client.recv(65536):
        received += data
        reader.feed(data)
        request = reader.next_request()
        if request is not None:
            yield request.body, received
            received = b""


def _render(error: StoreError) -> bytes:
    status, body = render_error(error)
    return render_response(status, b"", body)


@contextlib.contextmanager
def faulty(
    upstream: str, faults: Iterable[Fault] = (), certificate: Path | None = None
) -> Generator[FaultyProxy]:
    """Run a proxy while the block runs."""
    proxy = FaultyProxy(upstream, certificate)
    proxy.hurt(*faults)
    try:
        yield proxy
    finally:
        proxy.close()
