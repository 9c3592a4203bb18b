"""DynamoDB, or any service that speaks its API, as a store for threads.

    store = DynamoDBStore.open("dynamodb://eu-west-1/blog")
    store.execute("GetItem", {"TableName": "blog", "Key": {"PK": {"S": "USER#ada"}, …}})

It only drives: what to send, and whether to try again, is the conversation's business.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Self

from tavola.errors import StoreError, StoreUnavailable
from tavola.stores.http.assembly import Assembly, assemble
from tavola.stores.http.bounded import run_bounded
from tavola.stores.http.conversation import (
    REFRESH_TIMED_OUT,
    Call,
    Outcome,
    Pause,
    Refresh,
    Send,
    Steps,
)
from tavola.stores.http.endpoint_settings import EndpointSettings
from tavola.stores.http.socket_pool import SocketPool
from tavola.stores.http.sockets import SocketConnection, connect
from tavola.stores.http.transport_faults import TransportFault
from tavola.stores.store import Call as StoreCall
from tavola.wire.http1 import Response

__all__ = ["DynamoDBStore"]

_PARALLEL: Final = 16

_Begun = tuple[Call, Outcome, SocketConnection | None, float]
"""A call, how its first attempt has failed, or where it was sent, and until when."""


class DynamoDBStore:
    """Answers from DynamoDB over HTTP; threads may share it."""

    def __init__(self, parts: Assembly, sleep: Callable[[float], None] = time.sleep) -> None:
        self.settings = parts.settings
        self._conversation = parts.conversation
        self._monotonic = parts.monotonic
        self._sleep = sleep
        self._first_seconds = parts.settings.first_seconds
        self.pool = SocketPool(
            lambda deadline: connect(parts.route, parts.monotonic, deadline),
            parts.settings.connections,
            parts.settings.idle_seconds,
        )

    @classmethod
    def open(cls, location: str | EndpointSettings, **options: Any) -> Self:
        """Open a location with the options of `assemble`; nothing is sent."""
        return cls(assemble(location, **options))

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request; a refusal is raised as a StoreError."""
        talk = self._conversation
        call = talk.begin(action, body)
        wire = call.wire
        outcome = None if wire is None else self._exchange(wire, self._first_seconds)
        answer = talk.accept(call, outcome)
        return self._drive(talk.rest(call, outcome)) if answer is None else answer

    def _exchange(self, wire: bytes, seconds: float) -> Response | TransportFault:
        """Send a request and wait for its answer."""
        now = self._monotonic()
        try:
            connection = self.pool.take(now, seconds)
            try:
                connection.send(wire, now + seconds)
                return connection.receive(now + seconds)
            finally:
                self.pool.give_back(connection, now)
        except TransportFault as fault:
            return fault

    def _drive(self, steps: Steps) -> bytes:
        outcome: Outcome = None
        try:
            while True:
                step = steps.send(outcome)
                outcome = None
                if isinstance(step, Send):
                    outcome = self._exchange(step.wire, step.seconds)
                elif isinstance(step, Pause):
                    self._sleep(step.seconds)
                else:
                    self._refresh(step)
        except StopIteration as done:
            body: bytes = done.value
            return body

    def _refresh(self, step: Refresh) -> None:
        try:
            run_bounded(partial(step.source.refresh, step.now), step.seconds)
        except TimeoutError as error:
            raise StoreUnavailable(REFRESH_TIMED_OUT) from error

    def execute_all(self, calls: Sequence[StoreCall]) -> list[bytes]:
        """Answer several requests: all are sent before the first answer is awaited."""
        answers: list[bytes] = []
        for start in range(0, len(calls), _PARALLEL):
            answers += self._execute_some(calls[start : start + _PARALLEL])
        return answers

    def _execute_some(self, calls: Sequence[StoreCall]) -> list[bytes]:
        begun: list[_Begun] = []
        try:
            begun.extend(self._begin(action, body) for action, body in calls)
            begun.reverse()
            return [self._finish(*begun.pop()) for _ in calls]
        except StoreError:
            while begun:
                self._let_end(*begun.pop())
            raise
        finally:
            for _, _, connection, _ in begun:
                self._abandon(connection)

    def _begin(self, action: str, body: dict[str, Any]) -> _Begun:
        """Send a request if a connection is free; if not, `_finish` will."""
        call = self._conversation.begin(action, body)
        wire = call.wire
        if wire is None:
            return call, None, None, 0.0
        now = self._monotonic()
        deadline = now + self._first_seconds
        connection = None
        try:
            connection = self.pool.try_take(now, self._first_seconds)
            if connection is not None:
                connection.send(wire, deadline)
        except BaseException as fault:
            if connection is not None:
                self.pool.give_back(connection, now)
            if isinstance(fault, TransportFault):
                return call, fault, None, 0.0
            raise
        return call, None, connection, deadline

    def _finish(
        self, call: Call, outcome: Outcome, connection: SocketConnection | None, deadline: float
    ) -> bytes:
        if connection is not None:
            outcome = self._receive(connection, deadline)
        answer = self._conversation.accept(call, outcome)
        return self._drive(self._conversation.rest(call, outcome)) if answer is None else answer

    def _let_end(
        self, call: Call, outcome: Outcome, connection: SocketConnection | None, deadline: float
    ) -> None:
        """Wait for the answer to a request beside which another has failed; try no more."""
        if connection is not None:
            outcome = self._receive(connection, deadline)
        if self._conversation.accept(call, outcome) is None:
            self._conversation.leave(call, outcome)

    def _receive(self, connection: SocketConnection, deadline: float) -> Response | TransportFault:
        try:
            return connection.receive(deadline)
        except TransportFault as fault:
            return fault
        finally:
            self.pool.give_back(connection, self._monotonic())

    def _abandon(self, connection: SocketConnection | None) -> None:
        if connection is not None:
            connection.close()
            self.pool.give_back(connection, 0.0)

    def close(self) -> None:
        """Close the connections."""
        self.pool.close()

    def __repr__(self) -> str:
        return f"DynamoDBStore({self.settings.endpoint.url!r}, region={self.settings.region!r})"
