"""TLS sessions over their life: talk while idle, cancellation, many at once, forks, any cuts."""

from __future__ import annotations

import asyncio
import gc
import json
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uvloop
from hypothesis import given
from hypothesis import strategies as st

from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.dynamodb import DynamoDBStore
from tavola.stores.http.connecting import find_route
from tavola.stores.http.endpoint_settings import parse_location
from tavola.stores.http.streams import connect
from tavola.stores.http.tls import Tls
from tests.patience import PATIENCE_SECONDS, open_files, until
from tests.stores.conftest import TABLE
from tests.stores.tls_peers import (
    OK,
    Session,
    TlsPeer,
    answer_all,
    begin,
    server_context,
    tls_peer,
)

ROOT = Path(__file__).parents[2]
GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
REQUEST = b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"

NewLoop = Callable[[], asyncio.AbstractEventLoop]


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def new_loop(request: pytest.FixtureRequest) -> NewLoop:
    found: NewLoop = request.param
    found().close()  # libuv keeps the files of its first loop
    return found


@pytest.fixture
def modern(certificate: Path) -> ssl.SSLContext:
    """What a server of TLS 1.3 needs: it sends its session tickets after the handshake."""
    return server_context(certificate, ssl.TLSVersion.TLSv1_3)


class _LateTickets:
    """A peer that keeps its session tickets until the test wants them sent."""

    def __init__(self) -> None:
        self.is_begun, self.is_wanted, self.is_sent = (threading.Event() for _ in range(3))

    def __call__(self, session: Session) -> None:
        session.shake_hands()
        self.is_begun.set()
        assert self.is_wanted.wait(PATIENCE_SECONDS)
        session.flush()
        self.is_sent.set()
        while session.next_request() is not None:
            session.send(OK)

    def send(self) -> None:
        """Let them be sent, and wait until they are."""
        assert self.is_begun.wait(PATIENCE_SECONDS)
        self.is_wanted.set()
        assert self.is_sent.wait(PATIENCE_SECONDS)


def _location(url: str, certificate: Path, query: str = "") -> str:
    return f"dynamodb://us-east-1/{TABLE}?endpoint={url}&caBundle={certificate}{query}"


def test_threads_use_a_connection_on_after_tickets_that_came_late(
    modern: ssl.SSLContext, certificate: Path
) -> None:
    tickets = _LateTickets()
    with tls_peer(tickets, modern) as peer:
        location = _location(peer.url, certificate)
        store = DynamoDBStore.open(location, environment={}, monotonic=lambda: 0.0)
        store.pool.give_back(store.pool.take(0.0, PATIENCE_SECONDS), 0.0)
        tickets.send()

        answers = [store.execute("GetItem", GET), store.execute("GetItem", GET)]

        store.close()
        assert (answers, peer.connections) == ([b"{}", b"{}"], 1)


def test_an_event_loop_uses_a_connection_on_after_tickets_that_came_late(
    modern: ssl.SSLContext, certificate: Path, new_loop: NewLoop
) -> None:
    tickets = _LateTickets()

    async def ask(url: str) -> bytes:
        settings = parse_location(_location(url, certificate), {})
        loop = asyncio.get_running_loop()
        connection = await connect(find_route(settings, {}), loop, loop.time() + 60)
        await asyncio.to_thread(tickets.send)
        response = await connection.send(REQUEST, loop.time() + PATIENCE_SECONDS)
        connection.close()
        await asyncio.sleep(0)
        return response.body

    with tls_peer(tickets, modern) as peer, asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(ask(peer.url)) == b"{}"


@pytest.mark.parametrize("turns", range(14))
def test_a_call_that_is_cancelled_while_it_connects_leaks_nothing(
    modern: ssl.SSLContext, certificate: Path, new_loop: NewLoop, turns: int
) -> None:
    complaints: list[dict[str, Any]] = []

    async def cancel_one(url: str) -> bytes:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
        location = _location(url, certificate, "&connections=1&attempts=1")
        store = AsyncDynamoDBStore.open(location, environment={})
        cancelled = asyncio.create_task(store.execute("GetItem", GET))
        for _ in range(turns):
            await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
        answer = await store.execute("GetItem", GET)
        await store.close()
        await asyncio.sleep(0)
        gc.collect()
        return answer

    with tls_peer(answer_all, modern) as peer:
        before = open_files()
        with asyncio.Runner(loop_factory=new_loop) as runner:
            answer = runner.run(cancel_one(peer.url))
        for _ in range(peer.connections):
            peer.how_it_ended()
        assert (answer, complaints) == (b"{}", [])
        until(lambda: open_files() <= before, "all files are closed")


def test_a_call_that_is_cancelled_within_the_handshake_gives_its_place_back(
    modern: ssl.SSLContext, certificate: Path, new_loop: NewLoop
) -> None:
    is_greeted = threading.Event()

    def greet(session: Session) -> None:
        flight = session.first_flight()
        session.socket.sendall(flight[:80])
        is_greeted.set()
        session.wait_for_the_end()

    async def cancel_one(url: str) -> tuple[bool, int]:
        location = _location(url, certificate, "&connections=1")
        store = AsyncDynamoDBStore.open(location, environment={})
        call = asyncio.create_task(store.execute("GetItem", GET))
        await asyncio.to_thread(is_greeted.wait, PATIENCE_SECONDS)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        return call.cancelled(), store.pool.open_count

    with tls_peer(greet, modern) as peer, asyncio.Runner(loop_factory=new_loop) as runner:
        outcome = runner.run(cancel_one(peer.url))

        assert (outcome, peer.how_it_ended()) == ((True, 0), None)


def test_an_event_loop_closes_an_idle_connection_when_its_end_is_announced(
    modern: ssl.SSLContext, certificate: Path, new_loop: NewLoop
) -> None:
    def announce_when_idle(session: Session) -> None:
        begin(session)
        session.next_request()
        session.send(OK)
        session.socket.sendall(session.close_notify())
        session.wait_for_the_end()

    async def wait_for_the_end(peer: TlsPeer) -> OSError | None:
        store = AsyncDynamoDBStore.open(_location(peer.url, certificate), environment={})
        await store.execute("GetItem", GET)
        end = await asyncio.to_thread(peer.how_it_ended)
        await store.close()
        return end

    with tls_peer(announce_when_idle, modern) as peer, asyncio.Runner(loop_factory=new_loop) as run:
        assert run.run(wait_for_the_end(peer)) is None


def test_two_hundred_gets_at_once_stay_bounded_and_leak_nothing(
    modern: ssl.SSLContext, certificate: Path, new_loop: NewLoop
) -> None:
    async def get_often(url: str) -> tuple[list[bytes], int]:
        location = _location(url, certificate, "&connections=10")
        store = AsyncDynamoDBStore.open(location, environment={})
        answers = await asyncio.gather(*(store.execute("GetItem", GET) for _ in range(200)))
        most = store.pool.open_count
        await store.close()
        await asyncio.sleep(0)
        return answers, most

    with tls_peer(answer_all, modern) as peer:
        before = open_files()
        with asyncio.Runner(loop_factory=new_loop) as runner:
            answers, most = runner.run(get_often(peer.url))
        ends = [peer.how_it_ended() for _ in range(10)]

        assert (answers, most, ends) == ([b"{}"] * 200, 10, [None] * 10)
        assert (peer.connections, peer.most_connections) == (10, 10)
        until(lambda: open_files() <= before, "all files are closed")


def test_ctrl_c_within_the_handshake_closes_the_socket(
    modern: ssl.SSLContext, certificate: Path
) -> None:
    looks = iter([0.0, 0.0, 0.0, 0.0])

    def monotonic() -> float:
        found = next(looks, None)
        if found is None:
            raise KeyboardInterrupt
        return found

    with tls_peer(answer_all, modern) as peer:
        location = _location(peer.url, certificate)
        store = DynamoDBStore.open(location, environment={}, monotonic=monotonic)

        with pytest.raises(KeyboardInterrupt):
            store.execute("GetItem", GET)

        assert isinstance(peer.how_it_ended(), ConnectionResetError)
        assert store.pool.open_count == 0


FORK = """
import json, os, sys
from tavola.stores.dynamodb import DynamoDBStore

location, body = sys.argv[1], json.loads(sys.argv[2])
store = DynamoDBStore.open(location, environment={})
store.execute("GetItem", body)
child = os.fork()
answer = store.execute("GetItem", body)
if child == 0:
    os._exit(0 if answer == b"{}" else 1)
_, status = os.waitpid(child, 0)
again = store.execute("GetItem", body)
store.close()
print(json.dumps([answer.decode(), again.decode(), status]))
"""


def test_a_forked_process_leaves_its_parents_session_alone(
    modern: ssl.SSLContext, certificate: Path
) -> None:
    with tls_peer(answer_all, modern) as peer:
        told = subprocess.run(
            [sys.executable, "-c", FORK, _location(peer.url, certificate), json.dumps(GET)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            timeout=PATIENCE_SECONDS,
            check=True,
        ).stdout

        assert (json.loads(told), peer.connections) == (["{}", "{}", 0], 2)


@given(
    parts=st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=8),
    cuts=st.lists(st.integers(1, 60), min_size=1, max_size=8),
)
@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_data_comes_out_whole_however_its_records_are_cut(
    certificate: Path, version: ssl.TLSVersion, parts: list[bytes], cuts: list[int]
) -> None:
    tls, server = _session_in_memory(certificate, version)
    sealed = b"".join(server.seal(part) for part in parts) + server.close_notify()

    taken: list[bytes] = []
    while sealed:
        size = cuts[len(sealed) % len(cuts)]
        taken.append(tls.unseal(sealed[:size]) or b"")
        sealed = sealed[size:]

    assert (b"".join(taken), tls.is_over, tls.unseal(b"")) == (b"".join(parts), True, b"")


class _Memory:
    """A socket whose other end is a client without one."""

    def __init__(self, tls: Tls) -> None:
        self._tls = tls
        self._said = tls.shake_hands()

    def setsockopt(self, *_: int) -> None:
        """Do nothing."""

    def recv(self, _: int) -> bytes:
        said, self._said = self._said, b""
        return said

    def sendall(self, data: bytes) -> None:
        if data:
            self._said += self._tls.shake_hands(data)


def _session_in_memory(certificate: Path, version: ssl.TLSVersion) -> tuple[Tls, Session]:
    context = ssl.create_default_context(cafile=str(certificate))
    tls = Tls(context, "127.0.0.1")
    server = Session(_Memory(tls), server_context(certificate, version))  # type: ignore[arg-type] # all that a session asks of a socket
    server.shake_hands()
    if not tls.is_ready:
        server.flush()
    return tls, server
