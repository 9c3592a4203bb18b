"""A bounded pool of connections of threads."""

from __future__ import annotations

import os
import threading
import weakref
from collections import deque
from collections.abc import Callable

from tavola.errors import StoreUnavailable
from tavola.stores.http.sockets import SocketConnection
from tavola.stores.http.transport_faults import TransportFault


class SocketPool:
    """A bounded set of connections, the most recently used first; threads share it.

    There is a place for every connection that may be open: an idle connection, or None for one
    yet to be opened. Taking and giving back a place is atomic; only waiting needs the lock.
    """

    def __init__(
        self, open_connection: Callable[[float], SocketConnection], most: int, idle_seconds: float
    ) -> None:
        """Prepare; `open_connection` takes the moment by which it has to be done."""
        self._open_connection = open_connection
        self._most = most
        self._idle_seconds = idle_seconds
        self._is_closed = False
        self._places: deque[SocketConnection | None] = deque([None] * most)
        self._waiting = 0
        self._freed = threading.Condition(threading.Lock())
        _forget_after_fork(self)

    def forget(self) -> None:
        """Start afresh in a forked process: its parent's connections stay open there."""
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

    def take(self, now: float, seconds: float) -> SocketConnection:
        """Give a connection that works, waiting for a place if all are in use."""
        try:
            place = self._places.pop()
        except IndexError:
            place = self._wait(seconds)
        return self._usable(place, now, now + seconds)

    def try_take(self, now: float, seconds: float) -> SocketConnection | None:
        """Give a connection unless all are in use."""
        try:
            place = self._places.pop()
        except IndexError:
            return None
        return self._usable(place, now, now + seconds)

    def _wait(self, seconds: float) -> SocketConnection | None:
        with self._freed:
            self._waiting += 1
            try:
                if not self._freed.wait_for(lambda: self._places, seconds):
                    message = f"all {self._most} connections stayed in use"
                    raise TransportFault(message, is_sent=False)
                return self._places.pop()
            finally:
                self._waiting -= 1

    def _usable(
        self, place: SocketConnection | None, now: float, deadline: float
    ) -> SocketConnection:
        """Give the connection of a place that was taken, a new one if it has none that works."""
        try:
            if place is not None:
                if place.is_usable(now - self._idle_seconds):
                    return place
                place.close()
            self._check_open()
            return self._open_connection(deadline)
        except BaseException:
            self._put(None)
            raise

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("The store is closed; open a new one.")

    def give_back(self, connection: SocketConnection, now: float) -> None:
        """Take a connection back, to be used again if it still works."""
        place = None
        try:
            connection.rest(now)
            if connection.is_open and not self._is_closed:
                place = connection
            else:
                connection.close()
        finally:
            self._put(place)

    def _put(self, place: SocketConnection | None) -> None:
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


def _forget_after_fork(pool: SocketPool) -> None:
    reference = weakref.ref(pool)

    def forget() -> None:
        alive = reference()
        if alive is not None:
            alive.forget()

    os.register_at_fork(after_in_child=forget)
