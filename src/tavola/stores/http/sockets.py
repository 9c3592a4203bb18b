"""Connections for threads: non-blocking sockets with a poll of their own, and a bounded pool.

A connection carries one request at a time. It must not know DynamoDB.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
import weakref
from collections import deque
from collections.abc import Callable
from typing import Final

from tavola.errors import StoreUnavailable
from tavola.stores.http.connecting import Route
from tavola.stores.http.faults import TransportFault
from tavola.stores.http.proxies import Proxy, is_tunnel_open, render_connect
from tavola.stores.http.settings import Endpoint
from tavola.wire.checksum import check_crc32
from tavola.wire.http1 import BadResponse, Response, ResponseReader

_RECEIVE_BYTES: Final = 64 * 1024
_MILLISECONDS: Final = 1000.0
_NOTHING_YET: Final = (BlockingIOError, InterruptedError)


class Connection:
    """One connection to the endpoint; after a fault it is closed."""

    __slots__ = (
        "_monotonic",
        "_owes_answer",
        "_poll_in",
        "_reader",
        "_socket",
        "_wants",
        "idle_since",
        "is_open",
    )

    def __init__(self, opened: socket.socket, wants: Wants, monotonic: Callable[[], float]) -> None:
        opened.setblocking(False)
        self._socket = opened
        self._wants = wants
        self._monotonic = monotonic
        self._reader = ResponseReader()
        self._poll_in = select.poll()
        self._poll_in.register(opened, select.POLLIN)
        self._owes_answer = False
        self.idle_since = 0.0
        self.is_open = True

    def is_usable(self, oldest: float) -> bool:
        """Whether it was used since then, and the peer has neither closed it nor spoken unasked."""
        return (
            self.idle_since > oldest
            and self.is_open
            and (not self._poll_in.poll(0) or self._is_only_tls_talking())
        )

    def _is_only_tls_talking(self) -> bool:
        """Whether what has come is TLS's own, such as a session ticket."""
        if not self._wants.may_hold_more:
            return False
        try:
            self._socket.recv(1)
        except self._wants.retry:
            return True
        except OSError:
            return False
        return False

    def send(self, data: bytes, deadline: float) -> None:
        """Send a request.

        After a fault here the peer lacks a part of the body, so that it cannot have acted on it.
        """
        self._owes_answer = True
        try:
            try:
                sent = self._socket.send(data)
            except self._wants.retry:
                sent = 0
            if sent < len(data):
                self._send_rest(memoryview(data)[sent:], deadline)
        except OSError as error:
            self.close()
            raise TransportFault(f"cannot send: {error}", is_sent=False) from error

    def _send_rest(self, rest: memoryview, deadline: float) -> None:
        while rest:
            self._await_room(deadline)
            with contextlib.suppress(*self._wants.retry):
                rest = rest[self._socket.send(rest) :]

    def _await_room(self, deadline: float) -> None:
        poll = select.poll()
        poll.register(self._socket, select.POLLOUT)
        left = deadline - self._monotonic()
        if left <= 0 or not poll.poll(left * _MILLISECONDS):
            raise TimeoutError("timed out")

    def receive(self, deadline: float) -> Response:
        """Wait for the whole answer."""
        try:
            while True:
                self._await_data(deadline)
                response = self._read()
                if response is not None:
                    check_crc32(response)
                    self._owes_answer = False
                    if not response.keep_alive:
                        self.close()
                    return response
        except (OSError, BadResponse) as error:
            self.close()
            raise TransportFault(f"no whole answer: {error}", is_sent=True) from error

    def _read(self) -> Response | None:
        """Take what has come; TLS may hold more than the kernel says."""
        while True:
            try:
                data = self._socket.recv(_RECEIVE_BYTES)
            except self._wants.retry:
                return None
            response = self._reader.feed(data) if data else self._reader.end_of_stream()
            if response is not None:
                return response
            if not data:
                raise ConnectionResetError("the connection was closed before an answer")
            if not self._wants.may_hold_more:
                return None

    def _await_data(self, deadline: float) -> None:
        left = deadline - self._monotonic()
        if left <= 0 or not self._poll_in.poll(left * _MILLISECONDS):
            raise TimeoutError("timed out")

    def rest(self, now: float) -> None:
        """Wait for the next request; an answer that did not come would be taken for its own."""
        if self._owes_answer:
            self.close()
        self.idle_since = now

    def close(self) -> None:
        """Give the socket back to the system."""
        self.is_open = False
        self._socket.close()


class Wants:
    """How a kind of socket says that it must wait."""

    __slots__ = ("may_hold_more", "retry")

    def __init__(self, retry: tuple[type[OSError], ...], *, may_hold_more: bool) -> None:
        self.retry = retry
        self.may_hold_more = may_hold_more


_PLAIN: Final = Wants(_NOTHING_YET, may_hold_more=False)


def connect(route: Route, monotonic: Callable[[], float]) -> Connection:
    """Open a connection; every fault here is one before anything was sent."""
    try:
        opened = socket.create_connection(route.address, route.connect_seconds)
    except OSError as error:
        host, port = route.address
        raise TransportFault(f"cannot connect to {host}:{port}: {error}", is_sent=False) from error
    try:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if route.tunnel is not None:
            _open_tunnel(opened, route.tunnel, route.endpoint)
        if route.tls is None:
            return Connection(opened, _PLAIN, monotonic)
        secured = route.tls.wrap_socket(opened, server_hostname=route.endpoint.host)
        return Connection(secured, _tls_wants(), monotonic)
    except (OSError, StoreUnavailable) as error:
        opened.close()
        raise TransportFault(
            f"cannot connect to {route.endpoint.url}: {error}", is_sent=False
        ) from error


def _tls_wants() -> Wants:
    from ssl import SSLWantReadError, SSLWantWriteError

    retry = (*_NOTHING_YET, SSLWantReadError, SSLWantWriteError)
    return Wants(retry, may_hold_more=True)


def _open_tunnel(opened: socket.socket, proxy: Proxy, endpoint: Endpoint) -> None:
    opened.sendall(render_connect(proxy, endpoint))
    answer = b""
    while not is_tunnel_open(answer):
        data = opened.recv(_RECEIVE_BYTES)
        if not data:
            raise ConnectionResetError("the proxy closed the connection")
        answer += data


class Pool:
    """A bounded set of connections, the most recently used first; threads share it.

    There is a place for every connection that may be open: an idle connection, or None for one
    yet to be opened. Taking and giving back a place is atomic; only waiting needs the lock.
    """

    def __init__(
        self, open_connection: Callable[[], Connection], most: int, idle_seconds: float
    ) -> None:
        self._open_connection = open_connection
        self._most = most
        self._idle_seconds = idle_seconds
        self._is_closed = False
        self._places: deque[Connection | None] = deque([None] * most)
        self._waiting = 0
        self._freed = threading.Condition(threading.Lock())
        _forget_after_fork(self)

    def forget(self) -> None:
        """Start anew in a forked process: the connections are the parent's, and stay open there."""
        inherited = self._places
        self._places = deque([None] * self._most)
        self._waiting = 0
        self._freed = threading.Condition(threading.Lock())
        for connection in inherited:
            if connection is not None:
                connection.close()

    @property
    def open_count(self) -> int:
        """How many connections there are, in use or idle."""
        return self._most - self._places.count(None)

    @property
    def idle_count(self) -> int:
        """How many connections wait for a request."""
        return len(self._places) - self._places.count(None)

    def take(self, now: float, deadline: float) -> Connection:
        """Give a connection that works, waiting for a place if all are in use."""
        try:
            place = self._places.pop()
        except IndexError:
            place = self._wait(deadline - now)
        if place is not None and place.is_usable(now - self._idle_seconds):
            return place
        return self._replace(place)

    def try_take(self, now: float) -> Connection | None:
        """Give a connection unless all are in use."""
        try:
            place = self._places.pop()
        except IndexError:
            return None
        if place is not None and place.is_usable(now - self._idle_seconds):
            return place
        return self._replace(place)

    def _wait(self, seconds: float) -> Connection | None:
        with self._freed:
            self._waiting += 1
            try:
                if not self._freed.wait_for(lambda: self._places, seconds):
                    message = f"all {self._most} connections stayed in use"
                    raise TransportFault(message, is_sent=False)
                return self._places.pop()
            finally:
                self._waiting -= 1

    def _replace(self, place: Connection | None) -> Connection:
        if place is not None:
            place.close()
        try:
            self._check_open()
            return self._open_connection()
        except BaseException:
            self._put(None)
            raise

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("store: it is closed. Open it anew.")

    def give_back(self, connection: Connection, now: float) -> None:
        """Take a connection back, to be used again if it still works."""
        connection.rest(now)
        if connection.is_open and not self._is_closed:
            self._put(connection)
        else:
            connection.close()
            self._put(None)

    def _put(self, place: Connection | None) -> None:
        if place is None:
            self._places.appendleft(None)
        else:
            self._places.append(place)
        if self._waiting:
            with self._freed:
                self._freed.notify()

    def close(self) -> None:
        """Close what is idle now, and the rest when it comes back."""
        self._is_closed = True
        for place in list(self._places):
            if place is not None:
                place.close()


def _forget_after_fork(pool: Pool) -> None:
    reference = weakref.ref(pool)

    def forget() -> None:
        alive = reference()
        if alive is not None:
            alive.forget()

    os.register_at_fork(after_in_child=forget)
