"""Connections for threads: sockets that block for a moment, then poll.

A connection carries one request at a time. It must not know DynamoDB.
"""

from __future__ import annotations

import select
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tavola.errors import StoreUnavailable
from tavola.stores.http.bounded import run_bounded
from tavola.stores.http.connecting import Route
from tavola.stores.http.endpoint_settings import Endpoint
from tavola.stores.http.proxies import Proxy, is_tunnel_open, render_connect
from tavola.stores.http.transport_faults import Refusal, TransportFault, cannot_connect
from tavola.wire.http1 import BadResponse, Response, ResponseReader

if TYPE_CHECKING:
    from tavola.stores.http.tls import Tls

_RECEIVE_BYTES: Final = 64 * 1024
_MILLISECONDS: Final = 1000.0
# How long a call of a socket blocks: an answer within saves asking the kernel whether it is there.
# A longer wait polls until the deadline. Blocking until then would not keep it: Python begins
# an interrupted call again, which never ends if signals come more often.
_FIRST_WAIT_SECONDS: Final = 0.005
_NOTHING_YET: Final = (BlockingIOError, TimeoutError)
_FIRST_WAIT: Final = struct.pack("@ll", 0, int(_FIRST_WAIT_SECONDS * 1e6))
# How often an idle connection is listened to; a peer that talks on then is not worth it.
_MOST_READS_OF_TALK: Final = 8


class SocketConnection:
    """One connection to the endpoint; after a fault it is closed."""

    __slots__ = (
        "_monotonic",
        "_owes_answer",
        "_poll_in",
        "_reader",
        "_socket",
        "_tls",
        "idle_since",
        "is_open",
    )

    def __init__(
        self, opened: socket.socket, monotonic: Callable[[], float], tls: Tls | None = None
    ) -> None:
        self._socket = opened
        # The kernel's own limit: Python's would ask the kernel twice for every part.
        opened.settimeout(None)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _FIRST_WAIT)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _FIRST_WAIT)
        self._monotonic = monotonic
        self._tls = tls
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
        """Whether all that has come is TLS's own, such as a session ticket."""
        if self._tls is None:
            return False
        try:
            for _ in range(_MOST_READS_OF_TALK):
                if self._tls.unseal(self._socket.recv(_RECEIVE_BYTES)) is not None:
                    return False
                if not self._poll_in.poll(0):
                    return True
        except OSError:
            pass
        return False

    def send(self, data: bytes, deadline: float) -> None:
        """Send a request.

        After a fault here the peer lacks a part of the body, so that it cannot have acted on it.
        """
        self._owes_answer = True
        try:
            if self._tls is not None:
                data = self._tls.seal(data)
            try:
                sent = self._socket.send(data)
            except _NOTHING_YET:
                sent = 0
            if sent < len(data):
                self._send_rest(memoryview(data)[sent:], deadline)
        except OSError as error:
            self.close()
            raise TransportFault(f"cannot send: {error}", is_sent=False) from error

    def _send_rest(self, rest: memoryview, deadline: float) -> None:
        poll_out = select.poll()
        poll_out.register(self._socket, select.POLLOUT)
        while rest:
            left = self._check_time(deadline)
            try:
                rest = rest[self._socket.send(rest) :]
            except _NOTHING_YET:
                poll_out.poll(left * _MILLISECONDS)

    def receive(self, deadline: float) -> Response:
        """Wait for the whole answer; one that is there already is taken however late it is."""
        try:
            response = self._read(deadline)
            while response is None:
                self._check_time(deadline)
                response = self._read(deadline)
            if response.coding is not None:
                response.undo_coding()
        except (OSError, BadResponse) as error:
            self.close()
            reason = error.message if isinstance(error, BadResponse) else str(error)
            raise TransportFault(f"no whole answer: {reason}", is_sent=True) from error
        self._owes_answer = False
        if not response.keep_alive:
            self.close()
        return response

    def _read(self, deadline: float) -> Response | None:
        try:
            received = self._socket.recv(_RECEIVE_BYTES)
        except _NOTHING_YET:
            self._poll_in.poll(self._check_time(deadline) * _MILLISECONDS)
            return None
        tls = self._tls
        data = received if tls is None else tls.unseal(received)
        if data and (tls is None or not tls.is_over):
            return self._reader.feed(data)
        return None if data is None else self._read_last(data)

    def _read_last(self, data: bytes) -> Response:
        """Take what came with the end of the stream; nothing can be asked any more."""
        response = self._reader.feed(data) if data else None
        if response is None:
            response = self._reader.end_of_stream()
        if response is None:
            raise ConnectionResetError("the connection was closed before an answer")
        response.keep_alive = False
        return response

    def _check_time(self, deadline: float) -> float:
        left = deadline - self._monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left

    def rest(self, now: float) -> None:
        """Wait for the next request; an answer that did not come would be taken for its own."""
        if self._owes_answer:
            self.close()
        self.idle_since = now

    def close(self) -> None:
        """Give the socket back to the system."""
        self.is_open = False
        self._socket.close()


class _Opening:
    """A connection while it is opened, all of which must be done by a deadline."""

    def __init__(self, route: Route, monotonic: Callable[[], float], deadline: float) -> None:
        self._monotonic = monotonic
        self._deadline = min(monotonic() + route.connect_seconds, deadline)
        self.socket = self._reach(*route.address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _reach(self, host: str, port: int) -> socket.socket:
        """Connect to the first of a host's addresses that answers."""
        found = self._find_addresses(host, port)
        fault: OSError = OSError(f"{host} has no address")
        for number, (family, kind, protocol, _, address) in enumerate(found):
            opened = socket.socket(family, kind, protocol)
            try:
                # One that does not answer must leave time to the others.
                opened.settimeout(self._left() / (len(found) - number))
                opened.connect(address)
            except OSError as error:
                opened.close()
                fault = error
            except BaseException:
                opened.close()
                raise
            else:
                return opened
        raise fault

    def _find_addresses(self, host: str, port: int) -> list[Any]:
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        with suppress(socket.gaierror):
            return look_up(flags=socket.AI_NUMERICHOST)
        # The system takes as long as it likes to find a name.
        return run_bounded(look_up, self._left())

    def _send(self, data: bytes) -> None:
        self._limit()
        self.socket.sendall(data)

    def _receive(self, who: str) -> bytes:
        self._limit()
        received = self.socket.recv(_RECEIVE_BYTES)
        if not received:
            raise ConnectionResetError(f"{who} closed the connection")
        return received

    def _limit(self) -> None:
        self.socket.settimeout(self._left())

    def _left(self) -> float:
        left = self._deadline - self._monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left

    def open_tunnel(self, proxy: Proxy, endpoint: Endpoint) -> None:
        """Ask a proxy for the way to an endpoint."""
        self._send(render_connect(proxy, endpoint))
        answer = b""
        while not is_tunnel_open(answer):
            answer += self._receive("the proxy")

    def shake_hands(self, tls: Tls) -> None:
        """Begin TLS."""
        self._send(tls.shake_hands())
        while not tls.is_ready:
            received = self._receive("the endpoint")
            try:
                answer = tls.shake_hands(received)
            except (OSError, Refusal):
                with suppress(OSError):
                    self._send(tls.last_words())
                raise
            self._send(answer)


def connect(route: Route, monotonic: Callable[[], float], deadline: float) -> SocketConnection:
    """Open a connection; every fault here is one before anything was sent."""
    try:
        opening = _Opening(route, monotonic, deadline)
    except (OSError, UnicodeError) as error:
        # A UnicodeError is about a host whose name cannot be one.
        raise cannot_connect(route.peer, error) from error
    try:
        if route.tunnel is not None:
            opening.open_tunnel(route.tunnel, route.endpoint)
        tls = route.new_tls()
        if tls is not None:
            opening.shake_hands(tls)
        return SocketConnection(opening.socket, monotonic, tls)
    except BaseException as error:
        opening.socket.close()
        if not isinstance(error, OSError | StoreUnavailable | UnicodeError):
            raise
        raise cannot_connect(route.peer, error) from error
