"""Connections: kept, pipelined, cut, slow, refused; none holds up another."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tavola.engine import Engine
from tavola.server import Limits, Server, serve
from tests.patience import RUNS_OUT_SECONDS
from tests.server.client import TABLE, Connect, Wire, request

HEALTH = request(method="GET", body=b"")
DESCRIBE = request("DescribeTable", {"TableName": "things"})
BEGUN = b"POST / HTTP/1.1\r\n"


def test_a_connection_carries_many_requests(wire: Wire) -> None:
    statuses = [wire.exchange(HEALTH).status for _ in range(3)]

    assert statuses == [200, 200, 200]


def test_pipelined_requests_are_answered_in_order(wire: Wire) -> None:
    wire.send((HEALTH + DESCRIBE) * 50)
    wire.socket.shutdown(socket.SHUT_WR)

    answered = b"".join(iter(lambda: wire.socket.recv(65536), b""))

    statuses = [line[:3] for line in answered.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"400"] * 50


def test_a_request_may_come_in_pieces(wire: Wire) -> None:
    wire.send(DESCRIBE[:30])
    wire.send(DESCRIBE[30:-5])

    assert wire.exchange(DESCRIBE[-5:]).status == 400


def test_a_client_that_asked_for_it_is_told_to_continue(wire: Wire) -> None:
    message = request("CreateTable", TABLE, expect="100-continue")
    head, separator, body = message.partition(b"\r\n\r\n")
    wire.send(head + separator)

    interim = wire.socket.recv(100)

    assert interim == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert wire.exchange(body).status == 200


def test_a_chunked_request_is_read(wire: Wire) -> None:
    head = request("DescribeTable", b"", content_length=None, transfer_encoding="chunked")

    response = wire.exchange(head + b'13\r\n{"TableName":"tab"}\r\n0\r\n\r\n')

    assert b"Table: tab not found" in response.body


@pytest.mark.parametrize(
    "message",
    [request(method="GET", body=b"", connection="close"), HEALTH.replace(b"/1.1", b"/1.0")],
)
def test_a_client_that_wants_to_leave_may(wire: Wire, message: bytes) -> None:
    response = wire.exchange(message)

    assert (response.status, response.headers[b"connection"]) == (200, b"close")
    assert wire.is_closed()


@pytest.mark.parametrize(
    ("message", "status"),
    [
        (b"\x16\x03\x01\x00\xa5\x01\x00\r\n\r\n", 400),
        (b"\x16\x03\x01\x00\xa5\x01\x00", 400),
        (b"GET / HTTP/1.1\r\nbad header\r\n\r\n", 400),
        (request("PutItem", content_length=str(16 * 1024 * 1024 + 1)), 413),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 40_000, 431),
        (b"PRI * HTTP/2.0\r\n\r\n", 505),
    ],
)
def test_what_is_no_request_is_refused_and_the_connection_ends(
    wire: Wire, message: bytes, status: int
) -> None:
    response = wire.exchange(message)

    assert (response.status, response.headers[b"connection"]) == (status, b"close")
    assert wire.is_closed()


def test_an_oversize_body_is_refused_while_it_is_being_sent(wire: Wire) -> None:
    size = 17 * 1024 * 1024
    wire.send(request("PutItem", content_length=str(size)))
    with ThreadPoolExecutor(1) as pool:
        pool.submit(wire.send, b"x" * size)

        assert wire.receive().status == 413


def test_a_request_that_never_ends_is_timed_out(engine: Engine, connect: Connect) -> None:
    with serve(
        engine, limits=Limits(request_seconds=RUNS_OUT_SECONDS, linger_seconds=RUNS_OUT_SECONDS)
    ) as url:
        wire = connect(url)
        wire.send(DESCRIBE[:-1])

        assert wire.receive().status == 408
        assert wire.is_closed()


def test_an_idle_connection_is_closed(engine: Engine, connect: Connect) -> None:
    with serve(
        engine, limits=Limits(idle_seconds=RUNS_OUT_SECONDS, linger_seconds=RUNS_OUT_SECONDS)
    ) as url:
        assert connect(url).is_closed()


def test_a_client_that_never_reads_is_cut_off(engine: Engine, connect: Connect) -> None:
    echoed = {"origin": "http://app", "access_control_request_headers": "x" * 30_000}
    limits = Limits(write_seconds=RUNS_OUT_SECONDS, linger_seconds=RUNS_OUT_SECONDS)
    with serve(engine, limits=limits, allowed_origins=["http://app"]) as url:
        wire = connect(url)

        with pytest.raises(ConnectionError):
            wire.send(request(method="OPTIONS", body=b"", **echoed) * 2000)


def test_a_client_that_leaves_may_take_its_time_to_read(engine: Engine, connect: Connect) -> None:
    keys = [{"pk": {"S": str(number)}} for number in range(30)]
    engine.execute("CreateTable", TABLE)
    for key in keys:
        item = {**key, "text": {"S": "x" * 390_000}}
        engine.execute("PutItem", {"TableName": "things", "Item": item})
    body = {"RequestItems": {"things": {"Keys": keys}}}
    message = request("BatchGetItem", body, connection="close")
    # Idle is who connects and sends nothing; a busy machine needs some time for that.
    with serve(engine, limits=Limits(linger_seconds=RUNS_OUT_SECONDS, idle_seconds=2)) as url:
        slow = connect(url)
        slow.send(message)
        assert connect(url).is_closed()

        response = slow.receive()

    assert (response.status, response.body.count(b"text")) == (200, 30)


def test_past_the_limit_the_longest_idle_connection_gives_way(
    engine: Engine, connect: Connect
) -> None:
    with serve(engine, limits=Limits(max_connections=2)) as url:
        oldest, other, newest = connect(url), connect(url), connect(url)

        assert oldest.is_closed()
        assert [other.exchange(HEALTH).status, newest.exchange(HEALTH).status] == [200, 200]


def test_a_crowd_of_silent_connections_pushes_out_none_that_is_used(
    engine: Engine, connect: Connect
) -> None:
    with serve(engine, limits=Limits(max_connections=5)) as url:
        used = connect(url)
        used.exchange(HEALTH)
        crowd = [connect(url) for _ in range(20)]

        assert crowd[0].is_closed()
        assert used.exchange(HEALTH).status == 200


def test_of_connections_that_were_used_the_one_used_last_stays(
    engine: Engine, connect: Connect
) -> None:
    with serve(engine, limits=Limits(max_connections=2)) as url:
        first, second = connect(url), connect(url)
        statuses = [wire.exchange(HEALTH).status for wire in (first, second, first)]
        third = connect(url)

        assert second.is_closed()
        assert [*statuses, first.exchange(HEALTH).status, third.exchange(HEALTH).status] == [
            200
        ] * 5


def test_past_the_limit_of_busy_connections_a_new_one_is_refused(
    engine: Engine, connect: Connect
) -> None:
    with serve(engine, limits=Limits(max_connections=2, linger_seconds=RUNS_OUT_SECONDS)) as url:
        busy = [connect(url), connect(url)]
        for wire in busy:
            # What is answered was read together with what follows it.
            wire.exchange(HEALTH + BEGUN)

        assert connect(url).receive().status == 503


def test_unfinished_requests_may_hold_only_so_much_memory(engine: Engine, connect: Connect) -> None:
    with serve(engine, limits=Limits(max_held_bytes=1000, linger_seconds=RUNS_OUT_SECONDS)) as url:
        small, large = connect(url), connect(url)
        begun = BEGUN + b"Content-Length: 900\r\n\r\n" + b"x" * 600
        small.exchange(HEALTH + begun)

        assert large.exchange(begun).status == 503
        assert small.exchange(b"x" * 300).status == 404


def test_slow_clients_do_not_hold_others_up(engine: Engine, connect: Connect) -> None:
    with serve(engine, limits=Limits(linger_seconds=RUNS_OUT_SECONDS)) as url:
        slow = [connect(url) for _ in range(50)]
        slow[0].send(b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")
        slow[1].send(b"POST / HT")

        assert connect(url).exchange(HEALTH).status == 200


def test_a_client_that_vanishes_does_no_harm(url: str, connect: Connect) -> None:
    gone = connect(url)
    gone.send(DESCRIBE * 100)
    gone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    gone.close()

    assert connect(url).exchange(HEALTH).status == 200


def test_a_write_that_waits_holds_nobody_else_up(tmp_path: Path, connect: Connect) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine, Engine.open(path) as other, serve(engine) as url:
        writer, reader = connect(url), connect(url)
        with other.storage.transaction():
            writer.send(request("CreateTable", TABLE))
            assert reader.exchange(DESCRIBE).status == 400

        assert writer.receive().status == 200


async def put_while_locked(path: str, connect: Connect) -> list[int]:
    with Engine.open(path) as engine, Engine.open(path, lock_seconds=RUNS_OUT_SECONDS) as inline:
        engine.execute("CreateTable", TABLE)
        put = request("PutItem", {"TableName": "things", "Item": {"pk": {"S": "a"}}})
        async with Server(engine, inline_engine=inline) as server:
            free, late, other = (connect(server.url) for _ in range(3))
            statuses = [(await asyncio.to_thread(free.exchange, put)).status]
            with Engine.open(path) as holder, holder.storage.transaction():
                late.send(put)
                statuses.append((await asyncio.to_thread(other.exchange, HEALTH)).status)
            statuses.append((await asyncio.to_thread(late.receive)).status)
            return statuses


def test_an_inline_write_that_would_wait_is_done_by_the_thread(
    tmp_path: Path, connect: Connect
) -> None:
    statuses = asyncio.run(put_while_locked(str(tmp_path / "a.db"), connect))

    assert statuses == [200, 200, 200]


ADD = request(
    "UpdateItem",
    {
        "TableName": "things",
        "Key": {"pk": {"S": "counter"}},
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    },
)


async def count_while_locked(path: str, connect: Connect, *, is_inline: bool) -> tuple[int, bytes]:
    """Add from six clients, again and again, while another process holds the lock now and then."""
    with Engine.open(path) as engine, Engine.open(path, lock_seconds=RUNS_OUT_SECONDS) as inline:
        engine.execute("CreateTable", TABLE)
        async with Server(engine, inline_engine=inline if is_inline else None) as server:
            wires, other = [connect(server.url) for _ in range(6)], connect(server.url)
            acknowledged = 0
            for _ in range(3):
                with Engine.open(path) as holder, holder.storage.transaction():
                    # The first one waits for the lock before the others come.
                    for wire in wires:
                        wire.send(ADD)
                        await asyncio.to_thread(other.exchange, HEALTH)
                answers = [await asyncio.to_thread(wire.receive) for wire in wires]
                answers += [await asyncio.to_thread(wire.exchange, ADD) for wire in wires]
                acknowledged += [answer.status for answer in answers].count(200)
        key = {"TableName": "things", "Key": {"pk": {"S": "counter"}}}
        return acknowledged, engine.execute("GetItem", key)


@pytest.mark.parametrize("is_inline", [True, False])
def test_what_is_added_under_contention_is_counted_once(
    tmp_path: Path, connect: Connect, is_inline: bool
) -> None:
    found = asyncio.run(count_while_locked(str(tmp_path / "a.db"), connect, is_inline=is_inline))

    assert found == (36, b'{"Item":{"pk":{"S":"counter"},"n":{"N":"36"}}}')


def test_stopping_finishes_what_is_under_way(tmp_path: Path, connect: Connect) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine, Engine.open(path) as other:
        server = serve(engine)
        url = server.__enter__()
        writer, idle, gone = connect(url), connect(url), connect(url)
        gone.close()
        stopper = threading.Thread(target=server.__exit__, args=(None, None, None))
        with other.storage.transaction():
            writer.send(request("CreateTable", TABLE))
            idle.exchange(HEALTH)
            stopper.start()
            assert idle.is_closed()

        assert writer.receive().status == 200
        assert writer.is_closed()
        stopper.join()


def test_the_standard_event_loop_serves_too(engine: Engine) -> None:
    async def ask() -> bytes:
        async with Server(engine) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(server.url).port)
            writer.write(request(method="GET", body=b"", connection="close"))
            answer = await reader.read()
            writer.close()
            return answer

    answer = asyncio.run(ask())

    assert answer.endswith(b"\r\n\r\nhealthy: localhost ")


def test_a_taken_port_is_reported(engine: Engine, url: str) -> None:
    port = int(url.rpartition(":")[2])

    with pytest.raises(OSError, match="in use"), serve(engine, port=port):
        pass
