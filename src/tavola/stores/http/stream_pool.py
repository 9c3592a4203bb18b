"""A bounded pool of connections of an event loop, and the watch over their deadlines."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from tavola.errors import StoreUnavailable
from tavola.stores.http.connecting import Route
from tavola.stores.http.streams import StreamConnection, connect
from tavola.stores.http.transport_faults import TransportFault

_WATCH_SECONDS: Final = 0.1


class StreamPool:
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
        self._places: deque[StreamConnection | None] = deque([None] * most)
        self._waiting: deque[asyncio.Future[StreamConnection | None]] = deque()
        self._opened: set[StreamConnection] = set()
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

    def find_idle(self, now: float) -> StreamConnection | None:
        """Take an idle connection that works, if there is one; this never waits.

        The loop may not have heard yet what the kernel knows: the peer has closed it, or spoken
        unasked.
        """
        if not self._is_watching:
            self._watch()
        places = self._places
        while places:
            place = places.pop()
            if place is None:
                places.append(None)
                return None
            is_fresh = place.idle_since > now - self._idle_seconds
            if is_fresh and place.is_open and not place.poll(0):
                return place
            place.close()
            self._put(None)
        return None

    async def take(self, seconds: float) -> StreamConnection:
        """Open a connection, waiting for a place if all are in use."""
        deadline = self.loop.time() + seconds
        place = self._places.pop() if self._places else await self._wait(seconds)
        if place is not None:
            if place.is_open and not place.poll(0):
                return place
            place.close()
        try:
            self._check_open()
            connection = await connect(self._route, self.loop, deadline)
        except BaseException:
            self._put(None)
            raise
        self._opened.add(connection)
        return connection

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("The store is closed; open a new one.")

    async def _wait(self, seconds: float) -> StreamConnection | None:
        """Wait for the place of a call that ends."""
        place: asyncio.Future[StreamConnection | None] = self.loop.create_future()
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

    def give_back(self, connection: StreamConnection, now: float) -> None:
        """Take a connection back, to be used again if it still works."""
        # An answer that did not come would be taken for the next request's own.
        if connection.answer is None and connection.is_open and not self._is_closed:
            connection.idle_since = now
            if self._waiting:
                self._put(connection)
            else:
                self._places.append(connection)
        else:
            connection.close()
            connection.answer = None
            self._put(None)

    def _put(self, place: StreamConnection | None) -> None:
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
