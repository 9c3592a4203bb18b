"""Connections for an event loop: an asyncio.Protocol of our own, and a bounded pool.

A connection carries one request at a time. It must not know DynamoDB.
"""

from __future__ import annotations

import asyncio
import select
import socket
from collections import deque
from typing import Final, cast

from tavola.errors import StoreUnavailable
from tavola.stores.http.connecting import Route
from tavola.stores.http.faults import TransportFault
from tavola.stores.http.proxies import Proxy, is_tunnel_open, render_connect
from tavola.stores.http.settings import Endpoint
from tavola.wire.checksum import check_crc32
from tavola.wire.http1 import BadResponse, Response, ResponseReader

_RECEIVE_BYTES: Final = 64 * 1024
_WATCH_SECONDS: Final = 0.1


class Connection(asyncio.Protocol):
    """One connection to the endpoint; after a fault it is closed."""

    __slots__ = (
        "_answer",
        "_loop",
        "_poll",
        "_reader",
        "_transport",
        "deadline",
        "idle_since",
        "is_open",
    )

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._reader = ResponseReader()
        self._answer: asyncio.Future[Response] | None = None
        self._transport: asyncio.Transport | None = None
        self._poll = select.poll()
        self.deadline = 0.0
        self.idle_since = 0.0
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)
        self._poll.register(transport.get_extra_info("socket").fileno(), select.POLLIN)
        self.is_open = True

    def is_usable(self, oldest: float) -> bool:
        """Whether it was used since then, and the peer has neither closed it nor spoken unasked.

        The loop may not have heard yet what the kernel knows.
        """
        return self.idle_since > oldest and self.is_open and not self._poll.poll(0)

    def send(self, data: bytes, deadline: float) -> asyncio.Future[Response]:
        """Send a request; the future is its whole answer."""
        answer: asyncio.Future[Response] = self._loop.create_future()
        if self._transport is None or not self.is_open:
            raise TransportFault("the connection was closed", is_sent=False)
        self._answer = answer
        self.deadline = deadline
        self._transport.write(data)
        return answer

    def rest(self, now: float) -> None:
        """Wait for the next request; an answer that did not come would be taken for its own."""
        if self._answer is None or not self._answer.done() or self._answer.cancelled():
            self.close()
        self._answer = None
        self.idle_since = now

    def check_deadline(self, now: float) -> bool:
        """Give up a request whose time is over; says whether one is still under way."""
        if self._answer is None:
            return False
        if self.deadline <= now:
            self._fail("timed out", None)
        return self.is_open

    def data_received(self, data: bytes) -> None:
        """Take a part of the answer."""
        try:
            response = self._reader.feed(data)
            if response is None:
                return
            check_crc32(response)
            if response.coding is not None:
                response.undo_coding()
        except BadResponse as error:
            self._fail("no whole answer", error)
        else:
            self._finish(response)

    def eof_received(self) -> bool:
        """Take the peer's close."""
        self._end(None)
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Take the end of the connection."""
        self._end(exc)

    def _end(self, error: Exception | None) -> None:
        self.is_open = False
        if self._answer is None or self._answer.done():
            return
        try:
            response = self._reader.end_of_stream()
        except BadResponse as fault:
            self._fail("no whole answer", error or fault)
            return
        if response is None:
            self._fail("the connection was closed before an answer", error)
        else:
            self._finish(response)

    def _finish(self, response: Response) -> None:
        answer = self._answer
        if answer is None or answer.done():
            # Nothing was asked that this could answer: the connection is not to be trusted.
            self.close()
            return
        if not response.keep_alive:
            self.close()
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
            if route.tunnel is not None:
                return await _connect_through(route.tunnel, route, loop)
            host, port = route.address
            name = route.endpoint.host if route.tls is not None else None
            _, connection = await loop.create_connection(
                lambda: Connection(loop), host, port, ssl=route.tls, server_hostname=name
            )
            return connection
    except (OSError, StoreUnavailable) as error:
        reason = "timed out" if isinstance(error, TimeoutError) else str(error)
        raise TransportFault(
            f"cannot connect to {route.endpoint.url}: {reason}", is_sent=False
        ) from error


async def _connect_through(
    proxy: Proxy, route: Route, loop: asyncio.AbstractEventLoop
) -> Connection:
    found = await loop.getaddrinfo(proxy.host, proxy.port, type=socket.SOCK_STREAM)
    family, kind, protocol, _, address = found[0]
    opened = socket.socket(family, kind, protocol)
    try:
        opened.setblocking(False)
        await loop.sock_connect(opened, address)
        await _open_tunnel(opened, proxy, route.endpoint, loop)
        name = route.endpoint.host
        _, connection = await loop.create_connection(
            lambda: Connection(loop), sock=opened, ssl=route.tls, server_hostname=name
        )
    except BaseException:
        opened.close()
        raise
    return connection


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
            self._put(connection)
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

    def watch(self) -> None:
        """See that deadlines are kept: one timer for all requests costs less than one for each."""
        if not self._is_watching:
            self._is_watching = True
            self.loop.call_later(_WATCH_SECONDS, self._check_deadlines)

    def _check_deadlines(self) -> None:
        now = self.loop.time()
        self._opened = {connection for connection in self._opened if connection.is_open}
        is_busy = [connection.check_deadline(now) for connection in self._opened]
        self._is_watching = False
        if any(is_busy):
            self.watch()

    def close(self) -> None:
        """Close what is idle now, and the rest when its call ends."""
        self._is_closed = True
        for place in self._places:
            if place is not None:
                place.close()
