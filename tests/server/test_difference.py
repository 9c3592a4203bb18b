"""Faults in a request's head are answered byte for byte as another implementation answers them."""

from __future__ import annotations

import pytest

from tavola.engine import Engine
from tavola.server import serve
from tavola.wire.http1 import Response
from tests.reference.endpoint import HttpEndpoint
from tests.server.client import AUTHORIZATION, Connect, request

COMPARED = (b"content-type", b"content-length", b"x-amz-crc32")
# Other tests have tables there, too.
NONE = {"ExclusiveStartTableName": "zzz"}
WITH_CHARSET = "application/x-amz-json-1.0; charset=utf-8"
MESSAGES = {
    "an answer": request("ListTables", NONE),
    "plain JSON": request("ListTables", NONE, content_type="application/json"),
    "a charset": request("ListTables", NONE, content_type=WITH_CHARSET),
    "no content type": request("ListTables", content_type=None),
    "another content type": request("ListTables", content_type="application/x-amz-json-1.1"),
    "another path": request(method="GET", path="/x", body=b""),
    "PUT": request("ListTables", method="PUT"),
    "OPTIONS": request(method="OPTIONS", body=b""),
    "preflight": request(
        method="OPTIONS",
        body=b"",
        origin="http://a",
        access_control_request_method="POST",
        access_control_request_headers="a, b",
    ),
    "no JSON": request("ListTables", b"hi"),
    "no body": request("ListTables", b""),
    "half a body": request("ListTables", b'{"a":'),
    "no target": request(None),
    "an unknown action": request("Nonsense"),
    "an unknown version": request(x_amz_target="DynamoDB_2011.ListTables"),
    "no JSON for no action": request("Nonsense", b"hi"),
    "unsigned": request("ListTables", authorization=None),
    "another scheme": request("ListTables", authorization="X"),
    "a signature of nothing": request("ListTables", authorization="AWS4-"),
    "half a signature": request("ListTables", authorization="AWS4- Signature=b, Credential=a"),
    "no date": request("ListTables", x_amz_date=None),
    "unsigned, no action": request("Nonsense", authorization=None),
    "unsigned, no JSON": request("ListTables", b"hi", authorization=None),
    "signed twice": request("ListTables", path="/?X-Amz-Algorithm", authorization=AUTHORIZATION),
    "presigned, empty": request("ListTables", path="/?X-Amz-Algorithm", authorization=None),
    "presigned, in part": request(
        "ListTables",
        path="/?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-Date=d",
        authorization=None,
    ),
    "no such table": request("GetItem", {"TableName": "nowhere", "Key": {"a": {"S": "x"}}}),
}


def seen(response: Response) -> tuple[int, bytes, dict[bytes, bytes | None]]:
    headers = {name: response.headers.get(name) for name in COMPARED}
    return response.status, response.body, headers


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES.keys())
def test_a_head_is_answered_as_dynoxide_answers_it(
    engine: Engine, dynoxide: HttpEndpoint, connect: Connect, message: bytes
) -> None:
    theirs = connect(f"http://127.0.0.1:{dynoxide.port}").exchange(message)

    with serve(engine, allowed_origins=["http://a"]) as url:
        ours = connect(url).exchange(message)

    assert seen(ours) == seen(theirs)
