"""DynamoDB, or any service that speaks its API, as a store for threads.

    store = DynamoDBStore.open("dynamodb://eu-west-1/blog")
    store.execute("GetItem", {"TableName": "blog", "Key": {"PK": {"S": "USER#ada"}, …}})

It only drives: what to send, and whether to try again, is the conversation's business.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Self

from tavola.stores.http.assembly import Assembly, assemble
from tavola.stores.http.conversation import Pause, Send, Step, Steps
from tavola.stores.http.faults import TransportFault
from tavola.stores.http.settings import Settings
from tavola.stores.http.sockets import Connection, Pool, connect
from tavola.stores.store import Call
from tavola.wire.http1 import Response

__all__ = ["DynamoDBStore"]

_PARALLEL: Final = 16

_Begun = tuple[Steps, Step, Connection | None, float]
"""The steps of a call, the one that is due, and where it was sent already, until when."""


class DynamoDBStore:
    """Answers from DynamoDB over HTTP; threads may share it."""

    def __init__(self, parts: Assembly, sleep: Callable[[float], None] = time.sleep) -> None:
        self.settings = parts.settings
        self._conversation = parts.conversation
        self._monotonic = parts.monotonic
        self._sleep = sleep
        self.pool = Pool(
            lambda: connect(parts.route, parts.monotonic),
            parts.settings.connections,
            parts.settings.idle_seconds,
        )

    @classmethod
    def open(cls, location: str | Settings, **options: Any) -> Self:
        """Open a location with the options of `assemble`; nothing is sent."""
        return cls(assemble(location, **options))

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request; a refusal is raised as a StoreError."""
        steps = self._conversation.steps(action, body)
        return self._drive(steps, next(steps))

    def _drive(self, steps: Steps, step: Step) -> bytes:
        while True:
            try:
                try:
                    answer = self._answer(step)
                except TransportFault as fault:
                    step = steps.throw(fault)
                else:
                    step = steps.send(answer)
            except StopIteration as done:
                body: bytes = done.value
                return body

    def _answer(self, step: Step) -> Response | None:
        if isinstance(step, Send):
            now = self._monotonic()
            deadline = now + step.seconds
            connection = self.pool.take(now, deadline)
            try:
                connection.send(step.wire, deadline)
                return connection.receive(deadline)
            finally:
                self.pool.give_back(connection, now)
        if isinstance(step, Pause):
            self._sleep(step.seconds)
        else:
            step.source.refresh(step.now)
        return None

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer several requests: all are sent before the first answer is awaited."""
        answers: list[bytes] = []
        for start in range(0, len(calls), _PARALLEL):
            answers += self._execute_some(calls[start : start + _PARALLEL])
        return answers

    def _execute_some(self, calls: Sequence[Call]) -> list[bytes]:
        begun: list[_Begun] = []
        try:
            begun.extend(self._begin(action, body) for action, body in calls)
            begun.reverse()
            return [self._finish(*begun.pop()) for _ in calls]
        finally:
            for _, _, connection, _ in begun:
                self._abandon(connection)

    def _begin(self, action: str, body: dict[str, Any]) -> _Begun:
        """Send a request if a connection is free; if not, `_finish` will."""
        steps = self._conversation.steps(action, body)
        step = next(steps)
        if not isinstance(step, Send):
            return steps, step, None, 0.0
        now = self._monotonic()
        deadline = now + step.seconds
        connection = None
        try:
            connection = self.pool.try_take(now)
            if connection is not None:
                connection.send(step.wire, deadline)
        except TransportFault as fault:
            if connection is not None:
                self.pool.give_back(connection, now)
            return steps, steps.throw(fault), None, 0.0
        return steps, step, connection, deadline

    def _finish(
        self, steps: Steps, step: Step, connection: Connection | None, deadline: float
    ) -> bytes:
        if connection is None:
            return self._drive(steps, step)
        try:
            try:
                response = connection.receive(deadline)
            finally:
                self.pool.give_back(connection, self._monotonic())
        except TransportFault as fault:
            step = steps.throw(fault)
        else:
            try:
                step = steps.send(response)
            except StopIteration as done:
                body: bytes = done.value
                return body
        return self._drive(steps, step)

    def _abandon(self, connection: Connection | None) -> None:
        if connection is not None:
            connection.close()
            self.pool.give_back(connection, 0.0)

    def close(self) -> None:
        """Close the connections."""
        self.pool.close()

    def __repr__(self) -> str:
        return f"DynamoDBStore({self.settings.endpoint.url!r}, region={self.settings.region!r})"
