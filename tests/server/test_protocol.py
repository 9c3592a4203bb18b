"""What DynamoDB's front answers: routes, headers, and faults outside of the actions."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.wire.http1 import Response, ResponseReader
from tests.server.client import TABLE, Wire, request

UNKNOWN = {"__type": "com.amazon.coral.service#UnknownOperationException"}
MALFORMED = {"__type": "com.amazon.coral.service#SerializationException"}
UNSIGNED = {
    "__type": "com.amazon.coral.service#MissingAuthenticationTokenException",
    "message": "Request is missing Authentication Token",
}


def seen(response: Response) -> tuple[int, Any]:
    return response.status, json.loads(response.body)


def test_an_answer_has_dynamodb_s_headers(wire: Wire) -> None:
    response = wire.exchange(request("DescribeTable", {"TableName": "things"}))

    headers = {name: value for name, value in response.headers.items() if name != b"date"}
    request_id = headers.pop(b"x-amzn-requestid")
    assert re.fullmatch(rb"[0-9A-Z]{52}", request_id)
    assert headers == {
        b"server": b"Server",
        b"content-type": b"application/x-amz-json-1.0",
        b"connection": b"keep-alive",
        b"x-amz-crc32": b"%d" % zlib.crc32(response.payload),
        b"content-length": b"%d" % len(response.payload),
    }


def test_the_headers_come_as_dynamodb_sends_them_so_that_clients_know_them_at_once(
    wire: Wire,
) -> None:
    response = wire.exchange(request("ListTables"))

    head = response.head.partition(b"\r\n\r\n")[0]
    names = "server date content-type content-length connection x-amzn-requestid x-amz-crc32"
    assert [name.decode() for name in response.headers] == names.split()
    again = ResponseReader().feed(head + b"\r\n\r\n" + response.payload)
    assert again is not None
    assert again.is_plain


def test_every_request_has_its_own_id(wire: Wire) -> None:
    first = wire.exchange(request("ListTables"))
    second = wire.exchange(request("ListTables"))

    assert first.headers[b"x-amzn-requestid"] != second.headers[b"x-amzn-requestid"]


def test_an_action_answers_200(wire: Wire) -> None:
    response = wire.exchange(request("CreateTable", TABLE))

    assert response.status == 200
    assert json.loads(response.body)["TableDescription"]["TableName"] == "things"


def test_a_refusal_of_the_engine_answers_400(wire: Wire) -> None:
    assert seen(wire.exchange(request("DescribeTable", {"TableName": "things"}))) == (
        400,
        {
            "__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
            "message": "Requested resource not found: Table: things not found",
        },
    )


@pytest.mark.parametrize("path", ["/", "/ping", "/?a=b"])
def test_the_health_page_is_dynamodb_s(wire: Wire, path: str) -> None:
    response = wire.exchange(request(method="GET", path=path, body=b""))

    assert (response.status, response.body) == (
        200,
        b"healthy: localhost ",
    )


@pytest.mark.parametrize(
    "message",
    [
        request(method="GET", path="/other", body=b""),
        request("ListTables", method="PUT"),
        request("ListTables", method="DELETE"),
        request(method="OPTIONS", body=b""),
        request("ListTables", content_type=None),
        request("ListTables", content_type="text/plain"),
        request("ListTables", content_type="application/x-amz-json-1.1"),
    ],
)
def test_what_is_no_call_of_the_api_is_not_found(wire: Wire, message: bytes) -> None:
    response = wire.exchange(message)

    assert (response.status, response.body) == (404, b"<UnknownOperationException/>\n")


def test_a_head_request_gets_no_body(wire: Wire) -> None:
    wire.send(request(method="HEAD", path="/elsewhere", body=b""))

    assert wire.socket.recv(65536).partition(b"\r\n\r\n")[2] == b""


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        (request(None), UNKNOWN),
        (request("Nonsense"), UNKNOWN),
        (request(x_amz_target="DynamoDB_20111205.ListTables"), UNKNOWN),
        (request(x_amz_target="DynamoDBStreams_20120810.ListTables"), UNKNOWN),
        (request(x_amz_target="DynamoDB_20120810.ListStreams"), UNKNOWN),
        (request("Nonsense", authorization=None), UNKNOWN),
        (request("Nonsense", body=b"hi"), MALFORMED),
        (request("DescribeTable", body=b"hi"), MALFORMED),
        (request("DescribeTable", body=b""), MALFORMED),
        (request("DescribeTable", body=b"", content_type=None), MALFORMED),
        (request("DescribeTable", body=b"\xff"), MALFORMED),
        (request("DescribeTable", body=b'{"TableName":'), MALFORMED),
        (request("DescribeTable", body=b"hi", authorization=None), MALFORMED),
        (request("DescribeTable", authorization=None), UNSIGNED),
        (request("DescribeTable", authorization="Basic YWJj"), UNSIGNED),
    ],
)
def test_faults_are_found_in_dynamodb_s_order(
    wire: Wire, message: bytes, answer: dict[str, str]
) -> None:
    assert seen(wire.exchange(message)) == (400, answer)


def test_an_incomplete_signature_is_named(wire: Wire) -> None:
    assert seen(wire.exchange(request("DescribeTable", authorization="AWS4-"))) == (
        400,
        {
            "__type": "com.amazon.coral.service#IncompleteSignatureException",
            "message": "Authorization header requires 'Credential' parameter."
            " Authorization header requires 'Signature' parameter."
            " Authorization header requires 'SignedHeaders' parameter. Authorization=AWS4-",
        },
    )


@pytest.mark.parametrize(
    ("given", "answered"),
    [
        ("application/x-amz-json-1.0", b"application/x-amz-json-1.0"),
        ("application/x-amz-json-1.0; charset=utf-8", b"application/x-amz-json-1.0"),
        ("application/json", b"application/json"),
        ("application/json;x", b"application/json"),
    ],
)
def test_the_answer_has_the_content_type_of_the_request(
    wire: Wire, given: str, answered: bytes
) -> None:
    response = wire.exchange(request("CreateTable", TABLE, content_type=given))

    assert (response.status, response.headers[b"content-type"]) == (200, answered)


def test_a_long_answer_is_zipped_for_those_who_ask(engine: Engine, wire: Wire) -> None:
    key = {"pk": {"S": "a"}}
    item = {**key, "text": {"S": "x" * 5000}}
    engine.execute("CreateTable", TABLE)
    engine.execute("PutItem", {"TableName": "things", "Item": item})

    response = wire.exchange(
        request("GetItem", {"TableName": "things", "Key": key}, accept_encoding="gzip, deflate")
    )

    assert response.headers[b"content-encoding"] == b"gzip"
    assert json.loads(gzip.decompress(response.payload)) == {"Item": item}
    assert response.headers[b"x-amz-crc32"] == b"%d" % zlib.crc32(response.payload)


def test_a_short_answer_is_not_zipped(wire: Wire) -> None:
    response = wire.exchange(request("DescribeTable", {"TableName": "x"}, accept_encoding="gzip"))

    assert b"content-encoding" not in response.headers


def test_the_health_page_has_a_head(wire: Wire) -> None:
    wire.send(request(method="HEAD", body=b"", connection="close"))

    received = b""
    while data := wire.socket.recv(65536):
        received += data
    head, _, body = received.partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nContent-Length: 19\r\n" in head + b"\r\n"
    assert body == b""
