"""Peers that speak TLS record by record: a test says what arrives, in which parts, and when."""

from __future__ import annotations

import contextlib
import queue
import socket
import ssl
import threading
from collections.abc import Callable, Generator
from pathlib import Path

from tavola.wire.http1 import HttpRequest, RequestReader, render_response
from tests.patience import PATIENCE_SECONDS

OK = render_response(200, b"", b"{}")
RECORD_BYTES = 16 * 1024


class Session:
    """The server's end of one connection."""

    def __init__(self, client: socket.socket, context: ssl.SSLContext) -> None:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = client
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._reader = RequestReader()

    @property
    def version(self) -> str | None:
        """What was agreed on."""
        return self._tls.version()

    def shake_hands(self) -> None:
        """Begin TLS; what the server says last, its session tickets, is not sent yet."""
        while True:
            try:
                self._tls.do_handshake()
                return
            except ssl.SSLWantReadError:
                self.flush()
                self._receive()

    def first_flight(self) -> bytes:
        """Wait for the client's first words; returns what a handshake answers to them."""
        self._receive()
        with contextlib.suppress(ssl.SSLWantReadError):
            self._tls.do_handshake()
        return self.take()

    def flush(self) -> None:
        """Send what TLS has to say."""
        self.socket.sendall(self.take())

    def take(self) -> bytes:
        """Give what would be sent."""
        return self._outgoing.read()

    def seal(self, data: bytes, record_bytes: int = RECORD_BYTES) -> bytes:
        """Write data as records of at most that size."""
        for start in range(0, len(data), record_bytes):
            self._tls.write(data[start : start + record_bytes])
        return self.take()

    def send(self, data: bytes) -> None:
        """Send data, as TLS does."""
        self.socket.sendall(self.seal(data))

    def close_notify(self) -> bytes:
        """Write the end of the data; the connection stays."""
        with contextlib.suppress(ssl.SSLWantReadError):
            self._tls.unwrap()
        return self.take()

    def next_request(self) -> HttpRequest | None:
        """Wait for a request; None if the client has gone."""
        while (request := self._reader.next_request()) is None:
            try:
                self._reader.feed(self._tls.read(RECORD_BYTES))
            except ssl.SSLWantReadError:
                try:
                    self._receive()
                except OSError:
                    return None
        return request

    def wait_for_the_end(self) -> None:
        """Wait until the client closes its socket."""
        with contextlib.suppress(OSError):
            while self.socket.recv(65536):
                pass

    def _receive(self) -> None:
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionResetError("the client closed the connection")
        self._incoming.write(received)


Script = Callable[[Session], None]
"""What a peer does with a connection; at its end the connection is closed."""


def begin(session: Session) -> None:
    """Shake hands, and send the session tickets."""
    session.shake_hands()
    session.flush()


def answer_all(session: Session) -> None:
    """Answer every request with an empty object."""
    begin(session)
    while session.next_request() is not None:
        session.send(OK)


def answering(answer: Callable[[Session], bytes]) -> Script:
    """Send these bytes to one request, and wait for the client to close."""
    return reacting(lambda session: session.socket.sendall(answer(session)))


def reacting(react: Script) -> Script:
    """Do this when a request has come, and wait for the client to close."""

    def script(session: Session) -> None:
        begin(session)
        session.next_request()
        react(session)
        session.wait_for_the_end()

    return script


def then_well(*scripts: Script) -> Script:
    """Run these on the first connections, and answer on the others."""
    left = list(reversed(scripts))
    return lambda session: (left.pop() if left else answer_all)(session)


def cut(session: Session) -> None:
    """End the connection as somebody between could: TLS does not know."""
    session.socket.shutdown(socket.SHUT_WR)


class TlsPeer:
    """Runs a script on every connection."""

    def __init__(self, script: Script, context: ssl.SSLContext) -> None:
        self._script = script
        self._context = context
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._count = threading.Lock()
        self.connections = 0
        """How many were opened."""
        self.most_connections = 0
        """How many were open at once."""
        self._open = 0
        self.ended: queue.Queue[OSError | None] = queue.Queue()
        """How each connection ended, in order."""
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"https://127.0.0.1:{self.port}"

    def how_it_ended(self) -> OSError | None:
        """Wait for the end of a connection."""
        return self.ended.get(timeout=PATIENCE_SECONDS)

    def close(self) -> None:
        """End."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._counted(1)
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        fault = None
        with client:
            try:
                self._script(Session(client, self._context))
            except OSError as error:
                fault = error
        self._counted(-1)
        self.ended.put(fault)

    def _counted(self, change: int) -> None:
        with self._count:
            self._open += change
            self.connections += change > 0
            self.most_connections = max(self.most_connections, self._open)


def server_context(
    certificate: Path, version: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3
) -> ssl.SSLContext:
    """Make what a server of one version of TLS needs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = context.maximum_version = version
    context.load_cert_chain(certificate)
    return context


@contextlib.contextmanager
def tls_peer(script: Script, context: ssl.SSLContext) -> Generator[TlsPeer]:
    """Run a peer while the block runs."""
    running = TlsPeer(script, context)
    try:
        yield running
    finally:
        running.close()
