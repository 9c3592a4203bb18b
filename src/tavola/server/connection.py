"""One client's connection: requests in, responses out, in order, with bounds on everything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, cast

from tavola.engine.engine import LARGE_BODY_BYTES, CheckedRequest
from tavola.server.responder import (
    TOO_MANY_LARGE,
    Executes,
    Outcome,
    Prepared,
    execute,
    execute_apart,
    execute_briefly,
    execute_unless_long,
    has_statements,
    may_wait,
    render_bad_request,
    start,
    takes_long_to_render,
)
from tavola.server.time_slices import Work
from tavola.server.traffic import Traffic
from tavola.server.worlds import World
from tavola.wire.http1 import BadRequest, HttpRequest, RequestReader

_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_REQUESTS_PER_TURN: Final = 16
_MAX_WAITING_BYTES: Final = 256 * 1024
_HEAVY_SECONDS: Final = 0.001
_WARY_REQUESTS: Final = 16
"""After a request that took long, so many more of that connection may have to wait."""
_PIECE_BYTES: Final = 64 * 1024
"""A piece of a request from which on others have theirs read first."""
_REQUEST_TIMEOUT: Final = 408
_UNAVAILABLE: Final = 503


def _always() -> bool:
    return True


class ClientConnection(asyncio.Protocol):
    """Reads requests as they come and answers them one after another.

    A request that may wait goes to the group committer; meanwhile this connection's next ones
    wait, and other connections go on.
    """

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._responder = traffic.responder
        self._reader = RequestReader(max_joined_bytes=LARGE_BODY_BYTES)
        self._loop = asyncio.get_running_loop()
        self._is_busy = False
        self._is_choked = False
        self._is_reading = True
        self._is_ending = False
        self._is_refused = False
        self._held_bytes = 0
        self._unsent_bytes = 0
        self._wary_requests = 1
        """How many of its requests may still turn out to take long on the event loop."""
        self._piece_bytes = 0
        """What was last received."""
        self.since = traffic.now
        """When the present state began: idle, receiving, choked or refused."""
        self.last_request = 0
        """The number of its last request among all; 0 before the first one."""

    @property
    def is_idle(self) -> bool:
        """Whether the client is between two requests."""
        return not self._is_busy and self._reader.is_idle

    @property
    def _has_answered_all(self) -> bool:
        return self._reader.is_idle and self._is_reading and not self._is_ending

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start, if there is room."""
        self._transport = cast("asyncio.Transport", transport)
        has_room = self._traffic.make_room()
        self._traffic.connections[self] = None
        if not has_room:
            self._refuse(_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client; an action under way still finishes."""
        del exc
        self._is_ending = True
        self._traffic.connections.pop(self, None)
        self._count_held(0)
        self._count_unsent(0)
        if self._traffic.is_stopping and not self._traffic.connections:
            self._traffic.emptied.set()

    def data_received(self, data: bytes) -> None:
        """Take what arrived and answer what is whole."""
        if self._is_refused:
            return
        if self._reader.is_idle:
            self.since = self._traffic.now
        self._reader.feed(data)
        self._piece_bytes = len(data)
        if not self._is_busy:
            self._work()
        elif self._reader.buffered_bytes > _MAX_WAITING_BYTES:
            self._pause_reading()

    def eof_received(self) -> bool:
        """Let a client that has said all still hear the answers."""
        self._is_ending = True
        return self._is_busy or self._is_choked

    def pause_writing(self) -> None:
        """Answer nothing more until the client has read."""
        self._is_choked = True
        self._count_unsent(self._transport.get_write_buffer_size())
        self.since = self._traffic.now
        if not self._is_refused:
            self._pause_reading()

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        self._is_choked = False
        self._count_unsent(0)
        self.since = self._traffic.now
        if not self._is_busy:
            self._work()

    def _work(self) -> None:
        """Answer what is whole, but let others have their turn."""
        for _ in range(_REQUESTS_PER_TURN):
            if self._is_choked or self._is_refused or self._transport.is_closing():
                return
            try:
                request = self._reader.next_request()
            except BadRequest as fault:
                self._refuse(fault.status)
                return
            if request is None:
                self._wait_for_more()
                return
            self._answer(request)
            if self._is_busy or self._has_answered_all:
                return
        self._pause_reading()
        self._is_busy = True
        self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        self._is_busy = False
        self._work()

    def _wait_for_more(self) -> None:
        self._count_held(self._reader.held_bytes)
        if self._traffic.held_bytes > self._traffic.limits.max_held_bytes:
            self._refuse(_UNAVAILABLE)
        elif self._is_ending or (self._traffic.is_stopping and self._reader.is_idle):
            self._transport.close()
        elif self._reader.owes_continue:
            self._reader.owes_continue = False
            self._transport.write(_CONTINUE)
        if self._piece_bytes >= _PIECE_BYTES and not self._reader.is_idle:
            self._piece_bytes = 0
            self._pause_reading()
            self._traffic.read_later(self)
        elif not self._is_reading:
            self.read_on()

    def read_on(self) -> None:
        """Take more of what the client sends."""
        if not self._is_reading and not self._transport.is_closing():
            self._is_reading = True
            self._transport.resume_reading()

    def _count_held(self, held_bytes: int) -> None:
        self._traffic.held_bytes += held_bytes - self._held_bytes
        self._held_bytes = held_bytes

    def _count_unsent(self, unsent_bytes: int) -> None:
        self._traffic.unsent_bytes += unsent_bytes - self._unsent_bytes
        self._unsent_bytes = unsent_bytes

    def _answer(self, request: HttpRequest) -> None:
        self.since = self._traffic.now
        self._traffic.requests += 1
        self.last_request = self._traffic.requests
        if self._held_bytes:
            self._count_held(0)
        if self._traffic.is_stopping:
            request.keep_alive = False
        if request.body_bytes >= LARGE_BODY_BYTES or b"content-encoding" in request.headers:
            self._answer_large(request)
            return
        responder = self._responder
        action = responder.find_action(request)
        if action is None:
            self._send(request, responder.refuse(request))
        else:
            self._run(action, request, None)

    def _answer_large(self, request: HttpRequest) -> None:
        """Let a thread read a request that takes long to read."""
        traffic, size = self._traffic, request.body_bytes
        if traffic.large_bytes and traffic.large_bytes + size > traffic.limits.max_large_bytes:
            self._send(request, self._responder.render_json(request, TOO_MANY_LARGE))
            return

        def finish(answer: bytes | Prepared) -> None:
            traffic.large_bytes -= size
            if isinstance(answer, bytes):
                self._deliver_rendered(request, answer)
            elif not self._transport.is_closing():
                self._run(answer[0], request, answer[1])

        traffic.large_bytes += size
        self._is_busy = True
        traffic.workers.reader.submit(lambda: self._responder.answer_apart(request), finish)

    def _run(self, action: str, request: HttpRequest, checked: CheckedRequest | None) -> None:
        """Let the engine work, where and how long others need not wait for it."""
        traffic = self._traffic
        world = self._responder.find_world(request)
        if isinstance(world, tuple):
            (self._deliver(request) if self._is_busy else partial(self._finish, request))(world)
            return
        engine = world.engine
        is_sliced = action in traffic.sliced_actions
        is_write = may_wait(action, request.body if checked is None else checked)
        if is_write and traffic.committer is not None:
            self._is_busy = True
            deliver = self._deliver(request)
            if is_sliced and not has_statements(action):
                traffic.workers.tables.submit(
                    lambda: execute(engine, action, request.body), deliver
                )
            else:
                traffic.committer.submit(world, action, request.body, deliver)
        elif is_write and (not is_sliced or has_statements(action)):
            self._write_to_memory(engine, action, request, checked)
        elif is_sliced or checked is not None:
            self._run_in_slices(engine, action, request, checked, is_write=is_write)
        elif self._wary_requests and (traffic.slices.has_new or traffic.turn.is_over()):
            # Others that came in this turn go first.
            work = self._execute_in_steps(world, action, request.body)
            self._begin_later(work, request, is_write=is_write)
        else:
            outcome = self._execute(world, action, request.body)
            if outcome is None:
                self._run_in_slices(engine, action, request, None, is_write=is_write)
            else:
                self._finish(request, outcome)

    def _execute(self, world: World, action: str, body: bytes) -> Outcome | None:
        """Let the engine work on the event loop; None if that takes long."""
        turn = self._traffic.turn
        turn.begin()
        outcome = execute_unless_long(world.brief_engine or world.engine, action, body)
        self._count_time(turn.end())
        return outcome

    def _execute_in_steps(self, world: World, action: str, body: bytes) -> Work:
        """Do the same later, and in one step if that does not take long."""
        outcome = self._execute(world, action, body)
        if outcome is not None:
            return outcome
        return (yield from start(world.engine, action, body, self._traffic.slices.pace))

    def _count_time(self, seconds: float) -> None:
        """Take note of how long a request took on the event loop."""
        if seconds > _HEAVY_SECONDS:
            self._wary_requests = _WARY_REQUESTS
        elif self._wary_requests:
            self._wary_requests -= 1

    def _write_to_memory(
        self, engine: Executes, action: str, request: HttpRequest, checked: CheckedRequest | None
    ) -> None:
        """Do what is short at once; what is long, or comes too often, goes to a thread."""
        turn = self._traffic.turn
        asked = request.body if checked is None else checked
        if not (self._wary_requests and turn.is_over()):
            turn.begin()
            outcome = execute_briefly(engine, action, asked)
            self._count_time(turn.end())
            if isinstance(outcome, tuple):
                (self._deliver(request) if self._is_busy else partial(self._finish, request))(
                    outcome
                )
                return
            asked = outcome
        self._is_busy = True
        self._traffic.workers.reader.submit(
            partial(execute_apart, engine, action, asked), self._deliver(request)
        )

    def _line_up(self, work: Work, request: HttpRequest, *, is_write: bool) -> None:
        self._is_busy = True
        is_wanted = _always if is_write else self._is_open
        self._traffic.slices.line_up(work, self._deliver(request), is_wanted)

    def _begin_later(self, work: Work, request: HttpRequest, *, is_write: bool) -> None:
        self._is_busy = True
        is_wanted = _always if is_write else self._is_open
        self._traffic.slices.begin_later(work, self._deliver(request), is_wanted)

    def _is_open(self) -> bool:
        """Whether somebody waits for what is read; what writes goes on to its end without."""
        return not self._transport.is_closing()

    def _run_in_slices(
        self,
        engine: Executes,
        action: str,
        request: HttpRequest,
        checked: CheckedRequest | None,
        *,
        is_write: bool,
    ) -> None:
        traffic = self._traffic
        if traffic.unsent_bytes > traffic.limits.max_unsent_bytes:
            self._is_busy = False
            self._finish(request, TOO_MANY_LARGE)
            return
        slices, turn = traffic.slices, traffic.turn
        body = request.body if checked is None else checked
        work = start(engine, action, body, slices.pace)
        if slices.has_new or turn.is_over():
            self._begin_later(work, request, is_write=is_write)
            return
        turn.begin()
        outcome = slices.run(work)
        turn.end()
        if outcome is None:
            self._line_up(work, request, is_write=is_write)
        elif self._is_busy:
            self._deliver(request)(outcome)
        else:
            self._finish(request, outcome)

    def _deliver(self, request: HttpRequest) -> Callable[[Outcome], None]:
        """Make what sends the outcome of a request that others did not have to wait for."""

        def deliver(outcome: Outcome) -> None:
            self._is_busy = False
            if not self._transport.is_closing():
                self._finish(request, outcome)
                self._go_on_after_answer()

        return deliver

    def _finish(self, request: HttpRequest, outcome: Outcome) -> None:
        """Send an outcome; a thread renders what takes long to render."""
        render = self._responder.render_json
        if takes_long_to_render(request, outcome):
            self._is_busy = True
            self._traffic.workers.renderer.submit(
                lambda: render(request, outcome), partial(self._deliver_rendered, request)
            )
        else:
            self._send(request, render(request, outcome))

    def _deliver_rendered(self, request: HttpRequest, response: bytes) -> None:
        self._is_busy = False
        if not self._transport.is_closing():
            self._send(request, response)
            self._go_on_after_answer()

    def _go_on_after_answer(self) -> None:
        if not self._is_busy and (self._traffic.is_stopping or not self._has_answered_all):
            self._work()

    def _send(self, request: HttpRequest, response: bytes) -> None:
        self._transport.write(response)
        if not request.keep_alive:
            self._linger()

    def _refuse(self, status: int) -> None:
        """Say what is wrong and end; the client may still be sending."""
        self._transport.write(render_bad_request(status))
        self._linger()

    def _linger(self) -> None:
        # Closing while bytes arrive would reset the connection, and the client lose the answer.
        self._is_refused = True
        self._reader = RequestReader()
        self._count_held(0)
        self.since = self._traffic.now
        if self._transport.can_write_eof():
            self._transport.write_eof()
        self.read_on()

    def _pause_reading(self) -> None:
        if self._is_reading and not self._transport.is_closing():
            self._is_reading = False
            self._transport.pause_reading()

    def check_deadline(self, now: float) -> None:
        """End what has taken too long."""
        limits = self._traffic.limits
        elapsed = now - self.since
        if self._is_choked:
            self._end_if(elapsed > limits.write_seconds)
        elif self._is_refused:
            self._end_if(elapsed > limits.linger_seconds)
        elif self._is_busy:
            return
        elif self._reader.is_idle:
            self._end_if(elapsed > limits.idle_seconds)
        elif self._traffic.is_stopping:
            self._end_if(elapsed > limits.linger_seconds)
        elif elapsed > limits.request_seconds:
            self._refuse(_REQUEST_TIMEOUT)

    def _end_if(self, is_late: bool) -> None:
        if is_late:
            self._transport.abort()

    def stop(self) -> None:
        """End when the requests that have begun are answered."""
        self.since = self._traffic.now
        if self.is_idle and not self._is_refused:
            self._transport.close()

    def abort(self) -> None:
        """End now."""
        self._transport.abort()
