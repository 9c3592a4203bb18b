"""TLS as peers speak it: many records and parts of some, ends announced and not, damage, faults."""

from __future__ import annotations

import json
import queue
import ssl
import threading
from collections.abc import Callable

import pytest

from tavola.errors import OutcomeUnknown, StoreUnavailable
from tavola.stores.http.transport_faults import TransportFault
from tavola.wire.http1 import render_response
from tests.patience import PATIENCE_SECONDS, PATIENT_CLIENT
from tests.stores.conftest import EVERY_DRIVER, TABLE, Reach
from tests.stores.tls_peers import (
    OK,
    Script,
    Session,
    answer_all,
    answering,
    begin,
    cut,
    reacting,
    then_well,
    tls_peer,
)

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
PUT = {"TableName": TABLE, "Item": {"pk": {"S": "a"}, "text": {"S": "é" * 500_000}}}
COUNT = {
    "TableName": TABLE,
    "Key": {"pk": {"S": "a"}},
    "UpdateExpression": "ADD hits :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}
UNTIL_CLOSE = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}"
LONG = json.dumps({"Item": {"text": {"S": "x" * 1_000_000}}}, separators=(",", ":")).encode()

pytestmark = EVERY_DRIVER


def test_requests_one_after_another_share_a_session(reach: Reach, context: ssl.SSLContext) -> None:
    with tls_peer(answer_all, context) as peer:
        client = reach(peer)

        answers = [client.execute("UpdateItem", COUNT) for _ in range(5)]

        assert (answers, peer.connections) == ([b"{}"] * 5, 1)


def test_an_answer_of_many_records_is_read_whole(reach: Reach, context: ssl.SSLContext) -> None:
    def answer(session: Session) -> bytes:
        return session.seal(render_response(200, b"", LONG))

    with tls_peer(answering(answer), context) as peer:
        body = reach(peer).execute("GetItem", GET)

    assert body == LONG


def test_a_request_of_many_records_arrives_whole(reach: Reach, context: ssl.SSLContext) -> None:
    bodies: queue.Queue[bytes] = queue.Queue()

    def keep(session: Session) -> None:
        begin(session)
        while (request := session.next_request()) is not None:
            bodies.put(request.body)
            session.send(OK)

    with tls_peer(keep, context) as peer:
        reach(peer).execute("PutItem", PUT)

    assert json.loads(bodies.get(timeout=PATIENCE_SECONDS)) == PUT


@pytest.mark.parametrize("record_bytes", [1, 100])
@pytest.mark.parametrize("part_bytes", [1, 7])
def test_an_answer_that_drips_is_read_whole(
    reach: Reach, context: ssl.SSLContext, record_bytes: int, part_bytes: int
) -> None:
    def drip(session: Session) -> None:
        begin(session)
        while session.next_request() is not None:
            sealed = session.seal(OK, record_bytes)
            for start in range(0, len(sealed), part_bytes):
                session.socket.sendall(sealed[start : start + part_bytes])

    with tls_peer(drip, context) as peer:
        client = reach(peer)

        answers = [client.execute("GetItem", GET), client.execute("GetItem", GET)]

        assert (answers, peer.connections) == ([b"{}", b"{}"], 1)


def _announce(session: Session) -> None:
    session.socket.sendall(session.close_notify())


def _cut_within_a_record(session: Session) -> None:
    session.socket.sendall(session.seal(OK)[:9])
    cut(session)


@pytest.mark.parametrize("end", [_announce, cut, _cut_within_a_record])
@pytest.mark.parametrize("is_heard", [False, True])
def test_an_end_while_idle_is_noticed_before_a_write_is_sent(
    reach: Reach, context: ssl.SSLContext, end: Script, is_heard: bool
) -> None:
    has_ended = threading.Semaphore(0)

    def end_when_idle(session: Session) -> None:
        begin(session)
        session.next_request()
        session.send(OK)
        end(session)
        has_ended.release()
        session.wait_for_the_end()

    with tls_peer(then_well(end_when_idle), context) as peer:
        client = reach(peer)
        client.execute("UpdateItem", COUNT)
        assert has_ended.acquire(timeout=PATIENCE_SECONDS)
        if is_heard:
            client.settle()

        answer = client.execute("UpdateItem", COUNT)

        assert (answer, client.pauses, peer.connections) == (b"{}", [], 2)


def test_an_end_that_comes_with_the_answer_is_noticed_before_a_write_is_sent(
    reach: Reach, context: ssl.SSLContext
) -> None:
    script = answering(lambda session: session.seal(OK) + session.close_notify())
    with tls_peer(then_well(script), context) as peer:
        client = reach(peer)
        first = client.execute("UpdateItem", COUNT)
        left_open = client.open_count()

        second = client.execute("UpdateItem", COUNT)

        assert (first, left_open, second, client.pauses) == (b"{}", 0, b"{}", [])


def _in_one_part(session: Session) -> bytes:
    return session.seal(UNTIL_CLOSE) + session.close_notify()


def _in_two_parts(session: Session) -> bytes:
    session.send(UNTIL_CLOSE)
    return session.close_notify()


@pytest.mark.parametrize("render", [_in_one_part, _in_two_parts])
def test_a_body_that_ends_with_the_connection_is_taken_if_the_end_was_announced(
    reach: Reach, context: ssl.SSLContext, render: Callable[[Session], bytes]
) -> None:
    with tls_peer(answering(render), context) as peer:
        client = reach(peer)

        body = client.execute("GetItem", GET)

        assert (body, client.open_count()) == (b"{}", 0)


def test_a_body_that_ends_with_a_cut_connection_is_refused(
    reach: Reach, context: ssl.SSLContext
) -> None:
    def send_and_cut(session: Session) -> None:
        session.send(UNTIL_CLOSE)
        cut(session)

    with tls_peer(reacting(send_and_cut), context) as peer:
        client = reach(peer)

        with pytest.raises(StoreUnavailable, match="the connection was cut") as ended:
            client.execute("GetItem", GET)

        assert isinstance(ended.value.__cause__, TransportFault)
        assert client.open_count() == 0


def _flipped(sealed: bytes) -> bytes:
    return sealed[:-1] + bytes([sealed[-1] ^ 1])


def _in_the_clear(sealed: bytes) -> bytes:
    return sealed[:40] + OK


def _too_long(_: bytes) -> bytes:
    return b"\x17\x03\x03\xff\xff" + b"x" * 70_000


def _alarmed(_: bytes) -> bytes:
    return b"\x15\x03\x03\x00\x02\x02\x50"


@pytest.mark.parametrize("damage", [_flipped, _in_the_clear, _too_long, _alarmed])
def test_a_damaged_record_is_one_of_our_errors_and_the_pool_recovers(
    reach: Reach, context: ssl.SSLContext, damage: Callable[[bytes], bytes]
) -> None:
    script = answering(lambda session: damage(session.seal(OK, 10)))
    with tls_peer(then_well(script, script), context) as peer:
        client = reach(peer, f"&attempts=1{PATIENT_CLIENT}&connections=1")

        with pytest.raises(StoreUnavailable, match=f"GetItem on {TABLE}: .* gave no answer"):
            client.execute("GetItem", GET)
        with pytest.raises(OutcomeUnknown, match=f"UpdateItem on {TABLE}: the answer was lost"):
            client.execute("UpdateItem", COUNT)

        assert client.execute("GetItem", GET) == b"{}"
        assert client.open_count() == client.idle_count() == 1
