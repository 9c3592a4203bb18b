"""Servers that say what a test wants: canned answers, over TLS too, and a CONNECT proxy."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Generator
from pathlib import Path

from tavola.wire.http1 import RequestReader


class Peer:
    """Answers every request with the same bytes."""

    def __init__(self, answer: bytes, certificate: Path | None) -> None:
        self._answer = answer
        self._tls = None
        if certificate is not None:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.received: list[bytes] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"{'http' if self._tls is None else 'https'}://127.0.0.1:{self.port}"

    def close(self) -> None:
        """End."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), client:
            secured = client if self._tls is None else self._tls.wrap_socket(client, True)
            with secured:
                self._converse(secured)

    def _converse(self, client: socket.socket) -> None:
        reader = RequestReader()
        while data := client.recv(65536):
            self.received.append(data)
            reader.feed(data)
            if reader.next_request() is not None:
                client.sendall(self._answer)
                if b"Content-Length" not in self._answer and b"chunked" not in self._answer:
                    return


@contextlib.contextmanager
def peer(answer: bytes, certificate: Path | None = None) -> Generator[Peer]:
    """Run a peer while the block runs."""
    running = Peer(answer, certificate)
    try:
        yield running
    finally:
        running.close()


class Tunnel:
    """A proxy that opens one tunnel, or refuses to, so many times."""

    def __init__(self, refusal: bytes | None, times: int) -> None:
        self._refusal = refusal
        self._times = times
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.asked = b""
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._listener.getsockname()[1]
        return port

    def close(self) -> None:
        """End."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        for _ in range(self._times):
            with contextlib.suppress(OSError):
                client, _ = self._listener.accept()
                with client:
                    self._answer(client)

    def _answer(self, client: socket.socket) -> None:
        self.asked = b""
        while b"\r\n\r\n" not in self.asked:
            self.asked += client.recv(4096)
        if self._refusal is not None:
            client.sendall(self._refusal)
        else:
            self._connect(client)

    def _connect(self, client: socket.socket) -> None:
        host, _, port = self.asked.split(b" ")[1].decode().rpartition(":")
        with socket.create_connection((host, int(port))) as upstream:
            client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = threading.Thread(target=_copy, args=(upstream, client), daemon=True)
            back.start()
            _copy(client, upstream)
            back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def tunnel(refusal: bytes | None = None, times: int = 1) -> Generator[Tunnel]:
    """Run a CONNECT proxy while the block runs."""
    running = Tunnel(refusal, times)
    try:
        yield running
    finally:
        running.close()
