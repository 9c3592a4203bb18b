"""Pools and their connections, one step at a time; how a store is put together."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.errors import OperationError, StoreError, StoreUnavailable
from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.dynamodb import DynamoDBStore
from tavola.stores.embedded import AsyncEmbeddedStore, EmbeddedStore
from tavola.stores.http.assembly import assemble
from tavola.stores.http.bounded import run_bounded
from tavola.stores.http.connecting import Route, find_route
from tavola.stores.http.credentials import (
    BotocoreCredentials,
    CredentialSource,
    FixedCredentials,
    find_credentials,
)
from tavola.stores.http.endpoint_settings import Endpoint, parse_location
from tavola.stores.http.proxies import Proxy
from tavola.stores.http.socket_pool import SocketPool
from tavola.stores.http.sockets import SocketConnection
from tavola.stores.http.streams import StreamConnection
from tavola.stores.http.transport_faults import Refusal, TransportFault, cannot_connect
from tavola.stores.recording import RecordingStore
from tavola.wire.http1 import render_response
from tavola.wire.sigv4 import Credentials
from tests.stores.conftest import CREATE, TABLE

DONE = render_response(200, b"", b"{}")
LATE = 1e9
Pair = tuple[SocketConnection, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """A connection on a clock that stands still, and its peer."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield SocketConnection(ours, lambda: 100.0), theirs


def test_a_connection_carries_one_request_after_another(pair: Pair) -> None:
    connection, peer = pair
    for _ in range(2):
        connection.send(b"request", LATE)
        assert peer.recv(100) == b"request"
        peer.sendall(DONE)
        assert connection.receive(LATE).body == b"{}"
        connection.rest(7.0)

    assert (connection.is_open, connection.idle_since) == (True, 7.0)


@pytest.mark.parametrize(("oldest", "is_usable"), [(6.9, True), (7.0, False), (7.1, False)])
def test_a_connection_is_used_again_while_it_is_young(
    pair: Pair, oldest: float, is_usable: bool
) -> None:
    connection, _ = pair
    connection.rest(7.0)

    assert connection.is_usable(oldest) is is_usable


def test_a_connection_whose_peer_spoke_unasked_is_not_used_again(pair: Pair) -> None:
    connection, peer = pair
    connection.rest(7.0)
    peer.sendall(b"x")

    assert not connection.is_usable(0.0)


def test_a_connection_that_is_owed_an_answer_does_not_rest(pair: Pair) -> None:
    connection, _ = pair
    connection.send(b"request", LATE)

    connection.rest(7.0)

    assert not connection.is_open
    assert not connection.is_usable(0.0)


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        (b"", "no whole answer: the connection was closed before an answer"),
        (DONE[:-1], "no whole answer: response: the connection was closed in the middle of it."),
        (b"nonsense\r\n\r\n", "no whole answer: response: b'nonsense' is not a status line."),
    ],
)
def test_an_answer_that_is_not_whole_is_a_fault_after_sending(
    pair: Pair, sent: bytes, problem: str
) -> None:
    connection, peer = pair
    connection.send(b"request", LATE)
    peer.sendall(sent)
    peer.shutdown(socket.SHUT_WR)

    with pytest.raises(TransportFault) as fault:
        connection.receive(LATE)

    assert (fault.value.message, fault.value.is_sent) == (problem, True)
    assert (fault.value.is_final, connection.is_open) == (False, False)


@pytest.mark.parametrize("deadline", [99.0, 100.0])
def test_an_answer_that_does_not_come_in_time_is_a_fault(pair: Pair, deadline: float) -> None:
    connection, _ = pair
    connection.send(b"request", LATE)

    with pytest.raises(TransportFault) as fault:
        connection.receive(deadline)

    assert (fault.value.message, fault.value.is_sent) == ("no whole answer: timed out", True)


def test_an_answer_that_is_there_is_taken_however_late_it_is(pair: Pair) -> None:
    connection, peer = pair
    connection.send(b"request", LATE)
    peer.sendall(DONE)

    assert connection.receive(0.0).body == b"{}"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\n\r\n{}",
    ],
)
def test_a_connection_that_the_peer_ends_is_closed_after_its_answer(
    pair: Pair, answer: bytes
) -> None:
    connection, peer = pair
    connection.send(b"request", LATE)
    peer.sendall(answer)
    peer.shutdown(socket.SHUT_WR)

    assert (connection.receive(LATE).body, connection.is_open) == (b"{}", False)


def test_what_cannot_be_sent_is_a_fault_before_sending(pair: Pair) -> None:
    connection, peer = pair
    peer.close()

    with pytest.raises(TransportFault, match=r"^cannot send: ") as fault:
        connection.send(b"request", LATE)

    assert (fault.value.is_sent, connection.is_open) == (False, False)


def test_what_is_not_taken_in_time_was_not_sent(pair: Pair) -> None:
    connection, _ = pair

    with pytest.raises(TransportFault) as fault:
        connection.send(bytes(10_000_000), 100.0)

    assert (fault.value.message, fault.value.is_sent) == ("cannot send: timed out", False)


class Opener:
    """Opens connections to peers that keep still."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.opened: list[SocketConnection] = []

    def __call__(self, deadline: float) -> SocketConnection:
        del deadline
        ours, theirs = socket.socketpair()
        self._stack.enter_context(ours)
        self._stack.enter_context(theirs)
        self.opened.append(SocketConnection(ours, lambda: 100.0))
        return self.opened[-1]


@pytest.fixture
def opener() -> Iterator[Opener]:
    with ExitStack() as stack:
        yield Opener(stack)


def test_a_pool_gives_what_was_used_last_and_counts(opener: Opener) -> None:
    pool = SocketPool(opener, 3, 20.0)
    first, second = pool.take(100.0, 1.0), pool.take(100.0, 1.0)
    counts = [(pool.open_count, pool.idle_count)]
    pool.give_back(first, 100.0)
    pool.give_back(second, 101.0)
    counts.append((pool.open_count, pool.idle_count))

    again = [pool.take(102.0, 1.0), pool.take(102.0, 1.0)]
    third, fourth = pool.try_take(102.0, 1.0), pool.try_take(102.0, 1.0)

    assert counts == [(2, 0), (2, 2)]
    assert again == [second, first]
    assert (third, fourth, pool.open_count) == (opener.opened[2], None, 3)
    for one in opener.opened:
        one.close()
        pool.give_back(one, 0.0)
    assert (pool.open_count, pool.idle_count) == (0, 0)


@pytest.mark.parametrize(("now", "is_same"), [(119.9, True), (120.0, False)])
def test_a_pool_opens_another_after_the_idle_time(
    opener: Opener, now: float, is_same: bool
) -> None:
    pool = SocketPool(opener, 1, 20.0)
    first = pool.take(100.0, 1.0)
    pool.give_back(first, 100.0)

    second = pool.take(now, 1.0)

    assert (second is first, first.is_open, len(opener.opened)) == (
        is_same,
        is_same,
        2 - is_same,
    )


def test_a_full_pool_says_so_and_a_closed_one_too(opener: Opener) -> None:
    pool = SocketPool(opener, 1, 20.0)
    taken = pool.take(100.0, 1.0)

    with pytest.raises(TransportFault) as full:
        pool.take(100.0, 0.0)
    pool.close()
    pool.give_back(taken, 100.0)
    with pytest.raises(StoreUnavailable) as closed:
        pool.take(100.0, 1.0)

    assert (full.value.message, full.value.is_sent) == ("all 1 connections stayed in use", False)
    assert closed.value.message == "The store is closed; open a new one."
    assert (taken.is_open, pool.open_count) == (False, 0)


def test_closing_a_pool_closes_what_is_idle(opener: Opener) -> None:
    pool = SocketPool(opener, 2, 20.0)
    taken = pool.take(100.0, 1.0)
    pool.give_back(taken, 100.0)

    pool.close()

    assert not taken.is_open


def test_a_pool_that_forgets_begins_anew(opener: Opener) -> None:
    pool = SocketPool(opener, 2, 20.0)
    taken = pool.take(100.0, 1.0)
    pool.give_back(taken, 100.0)

    pool.forget()

    assert (taken.is_open, pool.open_count, pool.idle_count) == (False, 0, 0)
    again = [pool.try_take(100.0, 1.0) for _ in range(3)]
    assert again == [*opener.opened[1:], None]


def test_who_waits_gets_the_place_that_comes_back(opener: Opener) -> None:
    pool = SocketPool(opener, 1, 20.0)
    taken = pool.take(100.0, 1.0)
    got: list[SocketConnection] = []
    waiter = threading.Thread(target=lambda: got.append(pool.take(100.0, 60.0)))

    waiter.start()
    pool.give_back(taken, 100.0)
    waiter.join()

    assert got == [taken]


class Recorder(asyncio.Transport):
    """A transport that remembers what was written and whether it was ended."""

    def __init__(self, extra: dict[str, Any]) -> None:
        super().__init__(extra)
        self.told: list[object] = []

    def write(self, data: Any) -> None:
        self.told.append(bytes(data))

    def abort(self) -> None:
        self.told.append("abort")


def _streamed(play: Callable[[StreamConnection, asyncio.Future[Any]], None]) -> tuple[Any, ...]:
    """Play a peer's part; gives the answer or the fault, whether it is open, what was done."""

    async def run() -> tuple[Any, ...]:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            connection = StreamConnection(asyncio.get_running_loop())
            transport = Recorder({"socket": ours})
            connection.connection_made(transport)
            assert connection.opened.done()
            answer = connection.send(b"request", 100.0)
            play(connection, answer)
            fault = answer.exception() if answer.done() else None
            told: object = fault.message if isinstance(fault, TransportFault) else fault
            if fault is None and answer.done():
                told = answer.result().body
            return told, connection.is_open, transport.told

    return asyncio.run(run())


PLAYED: list[tuple[Callable[[Any, Any], Any], object, bool]] = [
    (lambda it, _: it.data_received(DONE), b"{}", True),
    (lambda it, _: [it.data_received(DONE[:9]), it.data_received(DONE[9:])], b"{}", True),
    (lambda it, _: it.data_received(DONE + b"more"), b"{}", False),
    (
        lambda it, _: it.data_received(b"nonsense\r\n\r\n"),
        "no whole answer: response: b'nonsense' is not a status line.",
        False,
    ),
    (
        lambda it, _: it.eof_received(),
        "the connection was closed before an answer",
        False,
    ),
    (
        lambda it, _: [it.data_received(DONE[:9]), it.eof_received()],
        "no whole answer: response: the connection was closed in the middle of it.",
        False,
    ),
    (
        lambda it, _: it.connection_lost(OSError("reset")),
        "the connection was closed before an answer: reset",
        False,
    ),
    (
        lambda it, _: [it.data_received(b"HTTP/1.1 200 OK\r\n\r\n{}"), it.eof_received()],
        b"{}",
        False,
    ),
    (lambda it, _: it.check_deadline(99.9), None, True),
    (lambda it, _: it.check_deadline(100.0), "timed out", False),
    (lambda it, _: [it.data_received(DONE), it.check_deadline(200.0)], b"{}", True),
    (lambda it, _: [it.data_received(DONE), it.data_received(DONE)], b"{}", False),
]


@pytest.mark.parametrize(("play", "told", "is_open"), PLAYED)
def test_a_connection_of_a_loop_takes_what_its_peer_does(
    play: Any, told: object, is_open: bool
) -> None:
    found, stays, done = _streamed(play)

    assert (found, stays, done[0]) == (told, is_open, b"request")
    assert not (is_open and "abort" in done)


def test_nothing_is_sent_on_a_connection_that_is_closed() -> None:
    async def run() -> TransportFault:
        with pytest.raises(TransportFault) as fault:
            StreamConnection(asyncio.get_running_loop()).send(b"request", 1.0)
        return fault.value

    fault = asyncio.run(run())

    assert (fault.message, fault.is_sent) == ("the connection was closed", False)


@pytest.mark.parametrize(
    ("error", "message", "is_final"),
    [
        (OSError("no"), "cannot connect to x: no", False),
        (TimeoutError(), "cannot connect to x: timed out", False),
        (Refusal("never"), "cannot connect to x: never", True),
        (StoreUnavailable("later"), "cannot connect to x: later", False),
    ],
)
def test_a_connection_that_cannot_be_opened_says_why(
    error: Exception, message: str, is_final: bool
) -> None:
    fault = cannot_connect("x", error)

    assert (fault.message, fault.is_sent, fault.is_final) == (message, False, is_final)
    assert fault.__cause__ is error


PLAIN, SECURE = Endpoint("http", "db", 8000), Endpoint("https", "db", 443)
PROXY = Proxy("proxy", 3128, b"Proxy-Authorization: x\r\n")


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        (Route(PLAIN, None, None, 3.0), (("db", 8000), "http://db:8000", None, b"/", b"")),
        (
            Route(PLAIN, PROXY, None, 3.0),
            (
                ("proxy", 3128),
                "http://db:8000 through the proxy proxy:3128",
                None,
                b"http://db:8000/",
                b"Proxy-Authorization: x\r\n",
            ),
        ),
        (
            Route(SECURE, PROXY, ssl.create_default_context(), 3.0),
            (("proxy", 3128), "https://db through the proxy proxy:3128", PROXY, b"/", b""),
        ),
        (
            Route(SECURE, None, ssl.create_default_context(), 3.0),
            (("db", 443), "https://db", None, b"/", b""),
        ),
    ],
)
def test_a_route_says_whom_to_connect_to_and_what_to_ask(
    route: Route, expected: tuple[Any, ...]
) -> None:
    found = (route.address, route.peer, route.tunnel, route.target, route.header_lines)

    assert found == expected
    assert (route.new_tls() is None) is (route.tls is None)


def test_certificates_that_are_none_are_named(tmp_path: Path) -> None:
    path = tmp_path / "none.pem"
    settings = parse_location(f"dynamodb://x?caBundle={path}", {})

    with pytest.raises(OperationError) as refused:
        find_route(settings, {})

    assert str(refused.value) == (
        f"caBundle {str(path)!r} cannot be read: [Errno 2] No such file or directory."
        " Give a file of certificates."
    )


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("", b"User-Agent: tavola\r\n"),
        ("&gzip=true", b"User-Agent: tavola\r\nAccept-Encoding: gzip\r\n"),
    ],
)
def test_a_request_begins_with_who_asks_and_what_it_can_read(query: str, lines: bytes) -> None:
    location = f"dynamodb://eu-west-1/t?endpoint=http://127.0.0.1:8000{query}"
    parts = assemble(location, environment={}, clock=lambda: 1.8e9)

    wire = parts.conversation.begin("ListTables", {}).wire

    assert wire is not None
    assert wire.startswith(b"POST / HTTP/1.1\r\n" + lines + b"X-Amz-Target: ")
    assert b"Credential=AKIAIOSFODNN7EXAMPLE/20270115/eu-west-1/dynamodb/aws4_request" in wire


def test_stores_show_where_they_are() -> None:
    location = "dynamodb://eu-west-1/t?endpoint=http://db:8000"

    shown = [
        repr(kind.open(location, environment={})) for kind in (DynamoDBStore, AsyncDynamoDBStore)
    ]

    assert shown == [
        "DynamoDBStore('http://db:8000', region='eu-west-1')",
        "AsyncDynamoDBStore('http://db:8000', region='eu-west-1')",
    ]


KEYS = {"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "secret"}
EXAMPLE = Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")


@pytest.mark.parametrize(
    ("query", "environment", "found"),
    [
        ("", KEYS, Credentials("AKID", "secret")),
        ("", KEYS | {"AWS_SESSION_TOKEN": "t"}, Credentials("AKID", "secret", "t")),
        ("", KEYS | {"AWS_SESSION_TOKEN": ""}, Credentials("AKID", "secret")),
        ("", KEYS | {"AWS_SECRET_ACCESS_KEY": ""}, None),
        ("", KEYS | {"AWS_ACCESS_KEY_ID": ""}, None),
        ("&profile=p", KEYS, None),
        ("&endpoint=http://localhost", {}, EXAMPLE),
        ("&endpoint=http://localhost", KEYS, Credentials("AKID", "secret")),
        ("&endpoint=http://localhost", {"AWS_PROFILE": "p"}, None),
        ("&endpoint=http://localhost&profile=p", {}, None),
        ("", {}, None),
    ],
)
def test_keys_come_from_the_environment_or_from_botocore(
    query: str, environment: dict[str, str], found: Credentials | None
) -> None:
    source = find_credentials(parse_location(f"dynamodb://x?gzip=false{query}", {}), environment)

    assert source.fresh(0.0) == found
    assert isinstance(source, BotocoreCredentials if found is None else FixedCredentials)


def test_fixed_keys_have_no_others_and_botocore_s_may() -> None:
    sources: list[CredentialSource] = [
        FixedCredentials(EXAMPLE),
        BotocoreCredentials(lambda: None),
    ]

    assert [source.reject() for source in sources] == [False, True]


def test_what_is_bounded_returns_raises_or_times_out() -> None:
    never = threading.Event()

    def fail() -> None:
        raise KeyError("x")

    assert run_bounded(lambda: 7, 60.0) == 7
    with pytest.raises(KeyError):
        run_bounded(fail, 60.0)
    with pytest.raises(TimeoutError, match=r"^timed out$"):
        run_bounded(never.wait, -1.0)
    never.set()


def test_a_recording_store_keeps_what_was_asked_and_closes_what_is_behind() -> None:
    engine = Engine.open("memory:")
    store = RecordingStore(EmbeddedStore(engine))

    store.execute("CreateTable", CREATE)
    answers = store.execute_all([("ListTables", {}), ("ListTables", {"Limit": 1})])
    store.close()

    assert answers == [b'{"TableNames":["things"]}'] * 2
    assert store.calls == [
        ("CreateTable", CREATE),
        ("ListTables", {}),
        ("ListTables", {"Limit": 1}),
    ]
    with pytest.raises(StoreError):
        engine.execute("ListTables", {})


def test_two_stores_of_one_file_are_the_same_place_and_two_of_memory_are_not(
    tmp_path: Path,
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "a.db")
    engines = [Engine.open(str(path)) for path in (tmp_path / "a.db", link)]
    engines += [Engine.open("memory:"), Engine.open("memory:")]

    for kind in (EmbeddedStore, AsyncEmbeddedStore):
        one, two, three, four = (kind(engine).identity for engine in engines)
        assert one == two == str((tmp_path / "a.db").resolve())
        assert three != four
    for engine in engines:
        engine.close()


@pytest.mark.parametrize("location", ["memory:", "a.db"])
def test_an_awaited_engine_answers_in_order_and_closes(tmp_path: Path, location: str) -> None:
    item = {"pk": {"S": "a"}}

    async def run() -> list[bytes]:
        engine = Engine.open(location if location == "memory:" else str(tmp_path / location))
        store = AsyncEmbeddedStore(engine)
        await store.execute("CreateTable", CREATE)
        answers = await store.execute_all(
            [
                ("PutItem", {"TableName": TABLE, "Item": item}),
                ("GetItem", {"TableName": TABLE, "Key": item}),
            ]
        )
        await store.close()
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.execute("PutItem", {"TableName": TABLE, "Item": item})
        return answers

    assert asyncio.run(run()) == [b"{}", b'{"Item":{"pk":{"S":"a"}}}']
