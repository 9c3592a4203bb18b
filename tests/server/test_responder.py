"""Responses as DynamoDB's front writes them, byte by byte; how an engine's outcomes are told."""

from __future__ import annotations

import gzip
import json
import logging
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.actions import ACTIONS
from tavola.engine.engine import LongWork
from tavola.errors import StoreError, StoreUnavailable, TableNotFound
from tavola.server.browsers import BrowserRules
from tavola.server.responder import (
    TOO_MANY_LARGE,
    Responder,
    execute,
    execute_apart,
    execute_briefly,
    execute_together,
    execute_unless_long,
    has_statements,
    may_wait,
    render_bad_request,
    start,
    takes_long_to_render,
)
from tavola.server.worlds import OneWorld
from tavola.wire.http1 import HttpRequest, RequestReader
from tests.server.client import TABLE, request

PAGE = "http://app.example"
NOW = 1_800_000_000.9


@pytest.fixture
def responder(engine: Engine) -> Responder:
    return Responder(
        OneWorld(engine),
        ACTIONS,
        clock=lambda: NOW,
        server_id="S" * 40,
        verifier=None,
        browsers=BrowserRules((), [PAGE]),
    )


def read(message: bytes) -> HttpRequest:
    reader = RequestReader()
    reader.feed(message)
    found = reader.next_request()
    assert found is not None
    return found


def written(
    status: str, lines: str, body: bytes, *, number: int = 1, connection: str = "keep-alive"
) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nServer: Server\r\nDate: Fri, 15 Jan 2027 08:00:00 GMT\r\n{lines}"
        f"Content-Length: {len(body)}\r\nConnection: {connection}\r\n"
        f"x-amzn-RequestId: {'S' * 40}{number:012X}\r\nx-amz-crc32: {zlib.crc32(body)}\r\n\r\n"
    )
    return head.encode() + body


JSON = "Content-Type: application/x-amz-json-1.0\r\n"
CORS = (
    f"Access-Control-Allow-Origin: {PAGE}\r\nVary: Origin\r\nAccess-Control-Expose-Headers:"
    " x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date\r\n"
)


def test_a_response_is_dynamodb_s_to_the_last_byte(responder: Responder) -> None:
    asked = read(request("ListTables"))

    answers = [responder.render_json(asked, (200, body)) for body in (b"{}", [b"{", b"}"])]

    assert answers == [written("200 OK", JSON, b"{}", number=n) for n in (1, 2)]


def test_a_client_that_leaves_is_told_so(responder: Responder) -> None:
    asked = read(request("ListTables", connection="close", content_type=None))

    answer = responder.render_json(asked, (400, b"{}"))

    lines = "Content-Type: application/json\r\n"
    assert answer == written("400 Bad Request", lines, b"{}", connection="close")


@pytest.mark.parametrize(
    ("headers", "lines"),
    [
        ({}, "Access-Control-Max-Age: 172800\r\n"),
        (
            {
                "access_control_request_headers": "a, b",
                "access_control_request_method": "PUT",
                "access_control_request_private_network": "true",
            },
            "Access-Control-Max-Age: 172800\r\nAccess-Control-Allow-Headers: a, b\r\n"
            "Access-Control-Allow-Methods: PUT\r\nAccess-Control-Allow-Private-Network: true\r\n",
        ),
    ],
)
def test_an_allowed_page_is_told_what_it_may_send(
    responder: Responder, headers: dict[str, str], lines: str
) -> None:
    asked = read(request(method="OPTIONS", body=b"", origin=PAGE, **headers))

    assert responder.refuse(asked) == written("200 OK", lines + CORS, b"")


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        (
            request(method="GET", body=b"", path="/ping?x"),
            written("200 OK", "", b"healthy: localhost "),
        ),
        (request(method="GET", body=b"", host=None), written("200 OK", "", b"healthy:  ")),
        (
            request(method="HEAD", body=b""),
            written("200 OK", "", b"healthy: localhost ")[: -len(b"healthy: localhost ")],
        ),
        (
            request(method="GET", body=b"", path="/other"),
            written("404 Not Found", "", b"<UnknownOperationException/>\n"),
        ),
        (
            request(method="OPTIONS", body=b""),
            written("404 Not Found", "", b"<UnknownOperationException/>\n"),
        ),
        (
            request("ListTables", content_type="text/plain"),
            written("404 Not Found", "", b"<UnknownOperationException/>\n"),
        ),
        (
            request("Nonsense"),
            written(
                "400 Bad Request",
                JSON,
                b'{"__type":"com.amazon.coral.service#UnknownOperationException"}',
            ),
        ),
        (
            request("ListTables", body=b"{"),
            written(
                "400 Bad Request",
                JSON,
                b'{"__type":"com.amazon.coral.service#SerializationException"}',
            ),
        ),
    ],
)
def test_what_asks_for_no_action_is_answered_as_dynamodb_does(
    responder: Responder, message: bytes, answer: bytes
) -> None:
    assert responder.refuse(read(message)) == answer


def test_an_action_that_is_only_on_aws_is_explained(responder: Responder) -> None:
    answer = responder.refuse(read(request("CreateGlobalTable")))

    assert json.loads(answer.partition(b"\r\n\r\n")[2])["message"]
    for target in ("X_20120810.CreateGlobalTable", "CreateGlobalTable"):
        unknown = responder.refuse(read(request(x_amz_target=target)))
        assert b'"message"' not in unknown


def test_long_json_is_looked_at_too(responder: Responder) -> None:
    good = b'{"a":"' + b"x" * 2_000_000 + b'"}'

    answers = [
        responder.refuse(read(request("Nonsense", body=body)))
        for body in (good, good[:-1], b" " + good, b"[" + good + b"]", b"[" + good)
    ]

    kinds = [answer.rpartition(b"#")[2].rstrip(b'"}') for answer in answers]
    unknown, malformed = b"UnknownOperationException", b"SerializationException"
    assert kinds == [unknown, malformed, unknown, unknown, malformed]


@pytest.mark.parametrize(
    ("size", "encoding"),
    [(4095, None), (4096, b"gzip"), (2 * 1024 * 1024, b"gzip"), (2 * 1024 * 1024 + 1, None)],
)
def test_what_is_neither_short_nor_long_is_compressed(
    responder: Responder, size: int, encoding: bytes | None
) -> None:
    asked = read(request("ListTables", accept_encoding="gzip"))

    answer = responder.render(asked, 200, b"x" * size)

    payload = gzip.compress(b"x" * size, 1, mtime=0) if encoding else b"x" * size
    lines = "Content-Encoding: gzip\r\n" if encoding else ""
    assert answer == written("200 OK", lines, payload)


def test_nothing_is_compressed_for_who_does_not_ask(responder: Responder) -> None:
    for message in (request("ListTables"), request("ListTables", accept_encoding="identity")):
        assert b"Content-Encoding" not in responder.render(read(message), 200, b"x" * 5000)


@pytest.mark.parametrize(
    ("size", "encoding", "is_long"),
    [
        (512 * 1024 - 1, None, False),
        (512 * 1024, None, True),
        (32 * 1024 - 1, "gzip", False),
        (32 * 1024, "gzip", True),
        (32 * 1024, None, False),
    ],
)
def test_a_long_answer_is_rendered_beside(size: int, encoding: str | None, is_long: bool) -> None:
    asked = read(request("ListTables", accept_encoding=encoding))

    assert takes_long_to_render(asked, (200, b"x" * size)) is is_long
    assert takes_long_to_render(asked, (200, [b"x" * (size - 1), b"x"])) is is_long


def test_a_server_that_has_too_much_says_try_again() -> None:
    status, body = TOO_MANY_LARGE

    assert (status, json.loads(body)) == (
        503,
        {
            "__type": "com.amazon.coral.availability#ServiceUnavailable",
            "message": "Too many large requests or answers at one time. Try again.",
        },
    )
    assert render_bad_request(431) == (
        b"HTTP/1.1 431 Request Header Fields Too Large\r\nServer: Server\r\n"
        b"Connection: close\r\nContent-Length: 0\r\n\r\n"
    )


SELECT = "SELECT * FROM t"


@pytest.mark.parametrize(
    ("action", "body", "expected"),
    [
        ("GetItem", b"", False),
        ("PutItem", b"", True),
        ("CreateTable", b"", True),
        ("ExecuteStatement", {"Statement": SELECT}, False),
        ("ExecuteStatement", {"Statement": "DELETE FROM t"}, True),
        ("ExecuteStatement", {}, True),
        ("ExecuteStatement", b"{", True),
        ("BatchExecuteStatement", {"Statements": [{"Statement": SELECT}]}, False),
        ("BatchExecuteStatement", {"Statements": []}, True),
        ("ExecuteTransaction", {"TransactStatements": [{"Statement": SELECT}] * 2}, False),
    ],
)
def test_only_what_reads_need_not_wait(action: str, body: Any, expected: bool) -> None:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()

    assert may_wait(action, raw) is expected
    assert has_statements(action) is action.startswith(("Execute", "Batch"))


class Failing:
    """An engine whose every action ends in the same way."""

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.asked: list[Sequence[tuple[str, bytes]]] = []

    def __getattr__(self, name: str) -> Any:
        def fail(*_: Any, **__: Any) -> Any:
            raise self._error

        return fail

    def execute_together(self, calls: Sequence[tuple[str, bytes]]) -> list[Any]:
        self.asked.append(calls)
        raise self._error


def _all_outcomes(engine: Any) -> list[Any]:
    steps = start(engine, "GetItem", b"{}", None)  # type: ignore[arg-type]  # nothing is paced
    with pytest.raises(StopIteration) as stopped:
        next(steps)
    return [
        execute(engine, "GetItem", b"{}"),
        execute_unless_long(engine, "GetItem", b"{}"),
        execute_briefly(engine, "GetItem", b"{}"),
        execute_apart(engine, "GetItem", b"{}"),
        stopped.value.value,
    ]


def test_a_refusal_is_an_answer_however_the_engine_is_asked() -> None:
    gone = b'{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"x"}'

    assert _all_outcomes(Failing(TableNotFound("x"))) == [(400, gone)] * 5


def test_a_fault_of_ours_is_an_answer_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    fault = ValueError("ours")

    with caplog.at_level(logging.ERROR, "tavola.server"):
        outcomes = _all_outcomes(Failing(fault))

    body = (
        b'{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",'
        b'"message":"Internal server error"}'
    )
    assert outcomes == [(500, body)] * 5
    assert [(r.name, r.getMessage(), r.exc_info and r.exc_info[1]) for r in caplog.records] == [
        ("tavola.server", "GetItem failed", fault)
    ] * 5


def test_writes_that_failed_together_are_tried_alone(caplog: pytest.LogCaptureFixture) -> None:
    engine: Any = Failing(StoreUnavailable("full"))

    with caplog.at_level(logging.ERROR, "tavola.server"):
        outcomes = execute_together(engine, [("PutItem", b"1"), ("PutItem", b"2")])
        alone = execute_together(engine, [("PutItem", b"3")])

    assert [status for status, _ in [*outcomes, *alone]] == [503, 503, 503]
    assert engine.asked == [[("PutItem", b"1"), ("PutItem", b"2")]]
    assert [record.getMessage() for record in caplog.records] == ["2 writes failed together"]


def test_writes_together_are_answered_or_refused_each_for_itself(engine: Engine) -> None:
    engine.execute("CreateTable", TABLE)
    good, wrong = (
        json.dumps({"TableName": name, "Item": {"pk": {"S": "a"}}}).encode()
        for name in ("things", "missing")
    )

    outcomes = execute_together(engine, [("PutItem", good), ("PutItem", wrong)])

    assert [status for status, _ in outcomes] == [200, 400]


def test_what_is_short_is_done_at_once_and_what_is_read_apart_is_done(engine: Engine) -> None:
    assert execute_briefly(engine, "ListTables", b"{}") == (200, b'{"TableNames":[]}')
    assert execute_apart(engine, "ListTables", b"{}") == (200, b'{"TableNames":[]}')
    checked = engine.read_request("ListTables", b"{}")
    assert execute_apart(engine, "ListTables", checked) == (200, b'{"TableNames":[]}')
    assert execute_unless_long(engine, "ListTables", b"{}") == (200, b'{"TableNames":[]}')


def test_what_takes_long_on_the_event_loop_is_given_up() -> None:
    engine: Any = Failing(LongWork(""))

    assert execute_unless_long(engine, "GetItem", b"") is None


def test_a_date_follows_the_clock(engine: Engine) -> None:
    times = iter((NOW, NOW + 0.05, NOW + 0.2, NOW + 86_400))
    clocked = Responder(
        OneWorld(engine),
        ACTIONS,
        clock=lambda: next(times),
        server_id="",
        verifier=None,
        browsers=BrowserRules(),
    )
    asked = read(request("ListTables"))

    dates = [clocked.render(asked, 200, b"").split(b"\r\n")[2] for _ in range(4)]

    assert [date.decode() for date in dates] == [
        "Date: Fri, 15 Jan 2027 08:00:00 GMT",
        "Date: Fri, 15 Jan 2027 08:00:00 GMT",
        "Date: Fri, 15 Jan 2027 08:00:01 GMT",
        "Date: Sat, 16 Jan 2027 08:00:00 GMT",
    ]


def test_a_request_read_apart_is_answered_prepared_or_refused(
    engine: Engine, responder: Responder
) -> None:
    engine.execute("CreateTable", TABLE)
    put = {"TableName": "things", "Item": {"pk": {"S": "a"}}}
    zipped = gzip.compress(json.dumps(put).encode(), mtime=0)

    answers = [
        responder.answer_apart(read(request("PutItem", zipped, content_encoding="gzip"))),
        responder.answer_apart(
            read(request("PutItem", b"no gzip at all", content_encoding="gzip"))
        ),
        responder.answer_apart(read(request("PutItem", {"TableName": "x" * 300}))),
        responder.answer_apart(read(request("Nonsense"))),
    ]
    prepared = responder.answer_apart(read(request("ListTables")))

    statuses = [one[:12] for one in answers if isinstance(one, bytes)]
    assert statuses == [b"HTTP/1.1 200", *[b"HTTP/1.1 400"] * 3]
    assert answers[0] == written("200 OK", JSON, b"{}")
    assert b'"Message":"The body is not gzip."' in bytes(answers[1])  # type: ignore[arg-type]
    assert isinstance(prepared, tuple)
    assert prepared[0] == "ListTables"


def test_an_error_with_its_own_code_stays_what_it_is() -> None:
    engine: Any = Failing(StoreError("odd", code="Odd"))

    assert execute(engine, "X", b"")[0] == 400
