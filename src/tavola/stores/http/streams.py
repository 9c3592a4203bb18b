"""Connections for an event loop: an asyncio.Protocol of our own.

A connection carries one request at a time. It must not know DynamoDB.
"""

from __future__ import annotations

import asyncio
import select
import socket
from typing import TYPE_CHECKING, Final, cast

from tavola.errors import StoreUnavailable
from tavola.stores.http.connecting import Route
from tavola.stores.http.endpoint_settings import Endpoint
from tavola.stores.http.proxies import Proxy, is_tunnel_open, render_connect
from tavola.stores.http.transport_faults import Refusal, TransportFault, cannot_connect
from tavola.wire.http1 import BadResponse, Response, ResponseReader

if TYPE_CHECKING:
    from tavola.stores.http.tls import Tls

_RECEIVE_BYTES: Final = 64 * 1024


class StreamConnection(asyncio.Protocol):
    """One connection to the endpoint; after a fault it is closed."""

    __slots__ = (
        "_loop",
        "_polled",
        "_reader",
        "_tls",
        "_transport",
        "answer",
        "deadline",
        "idle_since",
        "is_open",
        "opened",
        "poll",
    )

    def __init__(self, loop: asyncio.AbstractEventLoop, tls: Tls | None = None) -> None:
        self._loop = loop
        self._tls = tls
        self._reader = ResponseReader()
        self._transport: asyncio.Transport | None = None
        self._polled = select.poll()
        self.poll = self._polled.poll
        """Asks the kernel whether anything has come."""
        self.answer: asyncio.Future[Response] | None = None
        """What the request under way will be answered."""
        self.opened: asyncio.Future[None] = loop.create_future()
        """Done when requests can be sent."""
        self.deadline = 0.0
        self.idle_since = 0.0
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)
        self._polled.register(transport.get_extra_info("socket").fileno(), select.POLLIN)
        self.is_open = True
        if self._tls is None:
            self.opened.set_result(None)
        else:
            self._transport.write(self._tls.shake_hands())

    def send(self, data: bytes, deadline: float) -> asyncio.Future[Response]:
        """Send a request; the future is its whole answer."""
        transport = self._transport
        if transport is None or not self.is_open:
            raise TransportFault("the connection was closed", is_sent=False)
        if self._tls is not None:
            try:
                data = self._tls.seal(data)
            except OSError as error:
                self.close()
                raise TransportFault(f"cannot send: {error}", is_sent=False) from error
        self.deadline = deadline
        self.answer = answer = self._loop.create_future()
        transport.write(data)
        return answer

    def check_deadline(self, now: float) -> None:
        """Give up a request that has timed out."""
        if self.answer is not None and self.deadline <= now:
            self._fail("timed out", None)

    def data_received(self, data: bytes) -> None:
        """Take a part of the answer."""
        tls = self._tls
        try:
            if tls is None:
                response = self._reader.feed(data)
            elif tls.is_ready:
                unsealed = tls.unseal(data)
                if tls.is_over:
                    self._receive_end(unsealed)
                response = self._reader.feed(unsealed) if unsealed else None
            else:
                self._shake_hands(tls, data)
                return
            if response is None:
                return
            answer = self.answer
            if response.is_plain and answer is not None and not answer.done():
                self.answer = None
                answer.set_result(response)
            else:
                self._take(response)
        except BadResponse as error:
            self._fail("no whole answer", error)
        except OSError as error:
            self._end(error)
            self.close()

    def _receive_end(self, last: bytes | None) -> None:
        """Take the end that TLS announces."""
        if last:
            # What came before the end is taken before it, and both before the connection rests.
            self._loop.call_soon(self._end, None)
        else:
            self._end(None)
            self.close()

    def _shake_hands(self, tls: Tls, received: bytes) -> None:
        transport = cast(asyncio.Transport, self._transport)
        try:
            transport.write(tls.shake_hands(received))
        except (OSError, Refusal) as error:
            # To abort would take back what was written.
            transport.write(tls.last_words())
            transport.close()
            self._end(error)
            return
        if tls.is_ready and not self.opened.done():
            self.opened.set_result(None)

    def eof_received(self) -> bool:
        """Take the peer's close."""
        if self._tls is not None and self._tls.is_ready:
            self.data_received(b"")
        else:
            self._end(None)
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Take the end of the connection."""
        self._end(exc)

    def _end(self, error: Exception | None) -> None:
        self.is_open = False
        if not self.opened.done():
            closed = ConnectionResetError("the connection was closed during the TLS handshake")
            self.opened.set_exception(error or closed)
        if self.answer is None or self.answer.done():
            return
        if error is None:
            try:
                response = self._reader.end_of_stream()
                if response is not None:
                    self._take(response)
                    return
            except BadResponse as fault:
                self._fail("no whole answer", fault)
                return
        self._fail("the connection was closed before an answer", error)

    def _take(self, response: Response) -> None:
        """Take a whole answer; BadResponse if it is not what was sent."""
        if response.coding is not None:
            response.undo_coding()
        answer = self.answer
        if answer is None or answer.done():
            # Nothing was asked that this could answer: the connection is not to be trusted.
            self.close()
            return
        if not response.keep_alive:
            self.close()
        self.answer = None
        answer.set_result(response)

    def _fail(self, what: str, cause: Exception | None) -> None:
        self.close()
        answer = self.answer
        if answer is not None and not answer.done():
            reason = cause.message if isinstance(cause, StoreUnavailable) else cause
            text = f"{what}: {reason}" if reason else what
            fault = TransportFault(text, is_sent=True)
            fault.__cause__ = cause
            answer.set_exception(fault)

    def close(self) -> None:
        """Give the socket back to the system."""
        self.is_open = False
        if self._transport is not None:
            self._transport.abort()


async def connect(
    route: Route, loop: asyncio.AbstractEventLoop, deadline: float
) -> StreamConnection:
    """Open a connection; every fault here is one before anything was sent."""
    deadline = min(loop.time() + route.connect_seconds, deadline)
    try:
        async with asyncio.timeout_at(deadline):
            connection = StreamConnection(loop, route.new_tls())
            opened = await _reach(route, loop, deadline)
            try:
                if route.tunnel is not None:
                    await _open_tunnel(opened, route.tunnel, route.endpoint, loop)
                await loop.create_connection(lambda: connection, sock=opened)
                await connection.opened
            except BaseException:
                connection.opened.cancel()
                connection.close()
                opened.close()
                raise
            return connection
    except (OSError, StoreUnavailable, UnicodeError) as error:
        # A UnicodeError is about a host whose name cannot be one.
        raise cannot_connect(route.peer, error) from error


async def _reach(route: Route, loop: asyncio.AbstractEventLoop, deadline: float) -> socket.socket:
    """Connect to the first of a host's addresses that answers."""
    host, port = route.address
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    fault: OSError = OSError(f"{host} has no address")
    for number, (family, kind, protocol, _, address) in enumerate(found):
        opened = socket.socket(family, kind, protocol)
        try:
            opened.setblocking(False)
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # One that does not answer must leave time to the others.
            async with asyncio.timeout((deadline - loop.time()) / (len(found) - number)):
                await loop.sock_connect(opened, address)
        except OSError as error:
            opened.close()
            fault = error
        except BaseException:
            opened.close()
            raise
        else:
            return opened
    raise fault


async def _open_tunnel(
    opened: socket.socket, proxy: Proxy, endpoint: Endpoint, loop: asyncio.AbstractEventLoop
) -> None:
    await loop.sock_sendall(opened, render_connect(proxy, endpoint))
    answer = b""
    while not is_tunnel_open(answer):
        data = await loop.sock_recv(opened, _RECEIVE_BYTES)
        if not data:
            raise ConnectionResetError("the proxy closed the connection")
        answer += data
