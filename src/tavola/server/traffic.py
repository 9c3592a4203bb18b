"""What the connections of one server share: threads, bounds on memory, whose turn it is."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

from msgspec import Struct

from tavola.server.group_commit import GroupCommitter
from tavola.server.job_thread import JobThread
from tavola.server.responder import Responder
from tavola.server.time_slices import LoopTurn, TimeSlices

__all__ = ["Limits", "Traffic", "Workers"]


class Connection(Protocol):
    """A client's connection, as far as others are concerned."""

    last_request: int

    @property
    def is_idle(self) -> bool:
        """Whether the client is between two requests."""
        ...

    def read_on(self) -> None:
        """Take more of what the client sends."""
        ...

    def check_deadline(self, now: float) -> None:
        """End what has taken too long."""
        ...

    def stop(self) -> None:
        """End when the requests that have begun are answered."""
        ...

    def abort(self) -> None:
        """End now."""
        ...


class Limits(Struct, frozen=True):
    """How long and how much a server bears."""

    request_seconds: float = 60.0
    """For all of a request to arrive, once it has begun."""
    write_seconds: float = 60.0
    """For a client to read a response that the socket no longer holds."""
    idle_seconds: float = 600.0
    """Between two requests."""
    linger_seconds: float = 2.0
    """For a refused client to read why, and for half a request to go on when the server stops."""
    shutdown_seconds: float = 10.0
    """For requests under way to finish when the server stops."""
    max_connections: int = 900
    max_held_bytes: int = 128 * 1024 * 1024
    """Of requests that are not whole yet, over all connections; past it 503."""
    max_large_bytes: int = 64 * 1024 * 1024
    """Of large requests that wait to be read; past it 503."""
    max_unsent_bytes: int = 128 * 1024 * 1024
    """Of answers that clients have not read yet; past it reads that may be long get 503."""

    @property
    def sweep_seconds(self) -> float:
        """How often deadlines are looked at."""
        shortest = min(self.request_seconds, self.write_seconds, self.idle_seconds)
        return min(1.0, shortest / 2, self.linger_seconds / 2)


class Workers:
    """The threads for what takes long; each has a connection of its own to a file."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.reader = JobThread("tavola-reader", loop)
        """Reads large requests and writes what they bring."""
        self.tables = JobThread("tavola-tables", loop)
        """Changes tables of a file: filling an index may take minutes."""
        self.renderer = JobThread("tavola-renderer", loop)
        """Writes large answers."""

    @property
    def is_idle(self) -> bool:
        """Whether none has anything to do."""
        return self.reader.is_idle and self.tables.is_idle and self.renderer.is_idle

    def close(self) -> None:
        """Finish, and end."""
        for worker in (self.reader, self.tables, self.renderer):
            worker.close()


class Traffic:
    """What the connections of one server share."""

    def __init__(
        self,
        responder: Responder,
        committer: GroupCommitter | None,
        workers: Workers,
        slices: TimeSlices,
        turn: LoopTurn,
        sliced_actions: frozenset[str],
        limits: Limits,
        now: float,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.responder = responder
        self.committer = committer
        self.workers = workers
        self.large_bytes = 0
        """How much waits to be read by the reader."""
        self.unsent_bytes = 0
        """What was answered and waits for clients to read it."""
        self.slices = slices
        self.turn = turn
        self.sliced_actions = sliced_actions
        """Those that the engine runs in steps."""
        self.limits = limits
        self.connections: dict[Connection, None] = {}
        """In the order in which they came."""
        self.now = now
        """The time of the last sweep: precise enough for deadlines, and free."""
        self.requests = 0
        """How many were answered: who was answered last stays longest."""
        self.held_bytes = 0
        """What all connections hold of requests that are not whole yet."""
        self._receiving: deque[Connection] = deque()
        """Those that have sent a large piece of a request, and wait to send the next."""
        self.is_stopping = False
        self.emptied = asyncio.Event()

    def read_later(self, connection: Connection) -> None:
        """Let a connection read on when it is its turn: one does in each turn of the event loop.

        A piece is a wait for the interpreter while a thread computes, and a socket may have thirty.
        """
        if not self._receiving:
            self._loop.call_soon(self._read_on)
        self._receiving.append(connection)

    def _read_on(self) -> None:
        self._receiving.popleft().read_on()
        if self._receiving:
            self._loop.call_soon(self._read_on)

    @property
    def is_calm(self) -> bool:
        """Whether nothing that may be long is in work."""
        is_writing = self.committer is not None and not self.committer.is_idle
        return self.slices.is_empty and self.workers.is_idle and not is_writing

    def sweep(self, now: float) -> None:
        """Look at all deadlines."""
        self.now = now
        for connection in tuple(self.connections):
            connection.check_deadline(now)

    def stop(self) -> None:
        """End every connection as soon as its requests are answered."""
        self.is_stopping = True
        if not self.connections:
            self.emptied.set()
        for connection in tuple(self.connections):
            connection.stop()

    def make_room(self) -> bool:
        """Return whether one more connection fits; the longest idle one gives way.

        One that never asked for anything goes before one that did, so that a crowd of silent
        connections pushes nobody out but each other.
        """
        if len(self.connections) < self.limits.max_connections:
            return True
        idle = (connection for connection in self.connections if connection.is_idle)
        # One that never asked for anything ends the search.
        longest: Connection | None = None
        for connection in idle:
            if longest is None or connection.last_request < longest.last_request:
                longest = connection
            if not connection.last_request:
                break
        if longest is None:
            return False
        longest.abort()
        return True
