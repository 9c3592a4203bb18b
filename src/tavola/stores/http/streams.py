"""Connections for an event loop: an asyncio.Protocol of our own, and a bounded pool.

A connection carries one request at a time. It must not know DynamoDB.
"""

from __future__ import annotations

import asyncio
import select
import socket
from collections import deque
from typing import TYPE_CHECKING, Final, cast

from tavola.errors import StoreUnavailable
from tavola.stores.http.connecting import Route
from tavola.stores.http.faults import Refusal, TransportFault, cannot_connect
from tavola.stores.http.proxies import Proxy, is_tunnel_open, render_connect
from tavola.stores.http.settings import Endpoint
from tavola.wire.http1 import BadResponse, Response, ResponseReader

if TYPE_CHECKING:
    from tavola.stores.http.tls import Tls

_RECEIVE_BYTES: Final = 64 * 1024
_WATCH_SECONDS: Final = 0.1


class Connection(asyncio.Protocol):
    """One connection to the endpoint; after a fault it is closed."""

    __slots__ = (
        "_answer",
        "_loop",
        "_poll",
        "_reader",
        "_tls",
        "_transport",
        "deadline",
        "idle_since",
        "is_open",
        "opened",
    )

    def __init__(self, loop: asyncio.AbstractEventLoop, tls: Tls | None = None) -> None:
        self._loop = loop
        self._tls = tls
        self._reader = ResponseReader()
        self._answer: asyncio.Future[Response] | None = None
        self._transport: asyncio.Transport | None = None
        self._poll = select.poll()
        self.opened: asyncio.Future[None] = loop.create_future()
        """Done when requests can be sent."""
        self.deadline = 0.0
        self.idle_since = 0.0
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)
        self._poll.register(transport.get_extra_info("socket").fileno(), select.POLLIN)
        self.is_open = True
        if self._tls is None:
            self.opened.set_result(None)
        else:
            self._transport.write(self._tls.shake_hands())

    def is_usable(self, oldest: float) -> bool:
        """Whether it was used since then, and the peer has neither closed it nor spoken unasked.

        The loop may not have heard yet what the kernel knows.
        """
        return self.idle_since > oldest and self.is_open and not self._poll.poll(0)

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
        self._answer = answer = self._loop.create_future()
        transport.write(data)
        return answer

    def rest(self, now: float) -> None:
        """Wait for the next request; an answer that did not come would be taken for its own."""
        if self._answer is not None:
            self.close()
            self._answer = None
        self.idle_since = now

    def check_deadline(self, now: float) -> None:
        """Give up a request whose time is over."""
        if self._answer is not None and self.deadline <= now:
            self._fail("timed out", None)

    def data_received(self, data: bytes) -> None:
        """Take a part of the answer."""
        if self._tls is not None:
            unsealed = self._unseal(self._tls, data)
            if unsealed is None:
                return
            data = unsealed
        try:
            response = self._reader.feed(data)
            if response is not None:
                self._take(response)
        except BadResponse as error:
            self._fail("no whole answer", error)

    def _unseal(self, tls: Tls, received: bytes) -> bytes | None:
        """Undo TLS; None if it was TLS's own, or the end of the stream."""
        if not tls.is_ready:
            self._shake_hands(tls, received)
            return None
        try:
            data = tls.unseal(received)
        except OSError as error:
            self._end(error)
            self.close()
            return None
        if tls.is_over:
            if data:
                # What came before the end is taken before it, and both before the connection rests.
                self._loop.call_soon(self._end, None)
            else:
                self._end(None)
                self.close()
        return data or None

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
            self._unseal(self._tls, b"")
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
        if self._answer is None or self._answer.done():
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
        answer = self._answer
        if answer is None or answer.done():
            # Nothing was asked that this could answer: the connection is not to be trusted.
            self.close()
            return
        if not response.keep_alive:
            self.close()
        self._answer = None
        answer.set_result(response)

    def _fail(self, what: str, cause: Exception | None) -> None:
        self.close()
        answer = self._answer
        if answer is not None and not answer.done():
            text = f"{what}: {cause}" if cause else what
            fault = TransportFault(text, is_sent=True)
            fault.__cause__ = cause
            answer.set_exception(fault)

    def close(self) -> None:
        """Give the socket back to the system."""
        self.is_open = False
        if self._transport is not None:
            self._transport.abort()


async def connect(route: Route, loop: asyncio.AbstractEventLoop) -> Connection:
    """Open a connection; every fault here is one before anything was sent."""
    try:
        async with asyncio.timeout(route.connect_seconds):
            connection = Connection(loop, route.new_tls())
            tunnel = None
            if route.tunnel is not None:
                tunnel = await _tunnel_through(route.tunnel, route.endpoint, loop)
            await _open(connection, route.address, loop, tunnel)
            return connection
    except (OSError, StoreUnavailable, UnicodeError) as error:
        # A UnicodeError is about a host whose name cannot be one.
        raise cannot_connect(route.endpoint.url, error) from error


async def _open(
    connection: Connection,
    address: tuple[str, int],
    loop: asyncio.AbstractEventLoop,
    tunnel: socket.socket | None,
) -> None:
    try:
        if tunnel is None:
            await loop.create_connection(lambda: connection, *address)
        else:
            await loop.create_connection(lambda: connection, sock=tunnel)
        await connection.opened
    except BaseException:
        connection.opened.cancel()
        connection.close()
        if tunnel is not None:
            tunnel.close()
        raise


async def _tunnel_through(
    proxy: Proxy, endpoint: Endpoint, loop: asyncio.AbstractEventLoop
) -> socket.socket:
    opened = await _reach(proxy, loop)
    try:
        await _open_tunnel(opened, proxy, endpoint, loop)
    except BaseException:
        opened.close()
        raise
    return opened


async def _reach(proxy: Proxy, loop: asyncio.AbstractEventLoop) -> socket.socket:
    """Connect to the first of a proxy's addresses that answers."""
    fault: OSError = OSError(f"{proxy.host} has no address")
    for family, kind, protocol, _, address in await loop.getaddrinfo(
        proxy.host, proxy.port, type=socket.SOCK_STREAM
    ):
        opened = socket.socket(family, kind, protocol)
        try:
            opened.setblocking(False)
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


class Pool:
    """A bounded set of connections of one event loop, the most recently used first.

    There is a place for every connection that may be open: an idle connection, or None for one
    yet to be opened.
    """

    def __init__(
        self, route: Route, most: int, idle_seconds: float, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.loop = loop
        self._route = route
        self._most = most
        self._idle_seconds = idle_seconds
        self._places: deque[Connection | None] = deque([None] * most)
        self._waiting: deque[asyncio.Future[Connection | None]] = deque()
        self._opened: set[Connection] = set()
        self._is_watching = False
        self._is_closed = False

    @property
    def open_count(self) -> int:
        """How many connections there are, in use or idle."""
        return self._most - self._places.count(None)

    @property
    def idle_count(self) -> int:
        """How many connections wait for a request."""
        return len(self._places) - self._places.count(None)

    def find_idle(self, now: float) -> Connection | None:
        """Take an idle connection that works, if there is one; this never waits."""
        places = self._places
        if not self._is_watching:
            self._watch()
        while places and (place := places[-1]) is not None:
            places.pop()
            if place.is_usable(now - self._idle_seconds):
                return place
            place.close()
            self._put(None)
        return None

    async def take(self, seconds: float) -> Connection:
        """Open a connection, waiting for a place if all are in use."""
        place = self._places.pop() if self._places else await self._wait(seconds)
        if place is not None:
            if place.is_usable(self.loop.time() - self._idle_seconds):
                return place
            place.close()
        try:
            self._check_open()
            connection = await connect(self._route, self.loop)
        except BaseException:
            self._put(None)
            raise
        self._opened.add(connection)
        return connection

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("store: it is closed. Open it anew.")

    async def _wait(self, seconds: float) -> Connection | None:
        """Wait for the place of a call that ends."""
        place: asyncio.Future[Connection | None] = self.loop.create_future()
        self._waiting.append(place)
        try:
            async with asyncio.timeout(seconds):
                return await place
        except BaseException as error:
            if place.done() and not place.cancelled():
                self._put(place.result())
            if isinstance(error, TimeoutError):
                message = f"all {self._most} connections stayed in use"
                raise TransportFault(message, is_sent=False) from error
            raise

    def give_back(self, connection: Connection, now: float) -> None:
        """Take a connection back, to be used again if it still works."""
        connection.rest(now)
        if connection.is_open and not self._is_closed:
            if self._waiting:
                self._put(connection)
            else:
                self._places.append(connection)
        else:
            connection.close()
            self._put(None)

    def _put(self, place: Connection | None) -> None:
        """Hand a place to the call that waits longest, or keep it."""
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(place)
                return
        if place is None:
            self._places.appendleft(None)
        else:
            self._places.append(place)

    def _watch(self) -> None:
        """See that deadlines are kept: one timer for all requests costs less than one for each."""
        self._is_watching = True
        self.loop.call_later(_WATCH_SECONDS, self._check_deadlines)

    def _check_deadlines(self) -> None:
        now = self.loop.time()
        self._opened = {connection for connection in self._opened if connection.is_open}
        for connection in self._opened:
            connection.check_deadline(now)
        # A call that still opens its connection has a place, too.
        self._is_watching = len(self._places) < self._most
        if self._is_watching:
            self._watch()

    def close(self) -> None:
        """Close what is idle now, and the rest when its call ends."""
        self._is_closed = True
        for place in self._places:
            if place is not None:
                place.close()
