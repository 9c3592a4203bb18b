"""Answers as services and proxies write them: compressed, in chunks, with checksums."""

from __future__ import annotations

import gzip
import zlib

import pytest

from tavola.errors import StoreUnavailable
from tavola.wire.http1 import RequestReader, render_response
from tavola.wire.sigv4 import Credentials
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.peers import Peer, peer

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
PLAIN = b'{"Item":{"pk":{"S":"a"}}}'
ZIPPED = gzip.compress(PLAIN, mtime=0)
GZIP = b"Content-Encoding: gzip\r\n"


def _checksum(payload: bytes) -> bytes:
    return b"x-amz-crc32: %d\r\n" % zlib.crc32(payload)


def _chunked(head: bytes, payload: bytes, trailers: bytes = b"") -> bytes:
    """Write a payload in two chunks, the first one with an extension."""
    first, second = payload[:9], payload[9:]
    return (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n%b\r\n9;part=1\r\n%b\r\n"
        b"%x\r\n%b\r\n0\r\n%b\r\n" % (head, first, len(second), second, trailers)
    )


@pytest.mark.parametrize(
    "answer",
    [
        render_response(200, _checksum(PLAIN), PLAIN),
        render_response(200, GZIP + _checksum(ZIPPED), ZIPPED),
        _chunked(GZIP + _checksum(ZIPPED), ZIPPED),
        _chunked(_checksum(PLAIN), PLAIN),
        _chunked(b"Trailer: X-Took\r\n", PLAIN, b"X-Took: 3\r\nX-Other: 4\r\n"),
        _chunked(GZIP + _checksum(ZIPPED), ZIPPED, b"X-Took: 3\r\n"),
    ],
    ids=["plain", "gzip", "chunked gzip", "chunked", "trailers", "chunked gzip with trailers"],
)
def test_an_answer_is_read_and_its_connection_kept(open_client: OpenClient, answer: bytes) -> None:
    with peer(answer) as address:
        client = open_client(address.url, "&gzip=true")

        answers = [client.execute("GetItem", GET), client.execute("GetItem", GET)]

        assert (answers, client.open_count()) == ([PLAIN, PLAIN], 1)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (render_response(200, GZIP + _checksum(PLAIN), ZIPPED), "x-amz-crc32 is"),
        (_chunked(GZIP + _checksum(PLAIN), ZIPPED), "x-amz-crc32 is"),
        (_chunked(_checksum(PLAIN), PLAIN[:-1] + b"!"), "x-amz-crc32 is"),
        (render_response(200, GZIP, ZIPPED[:-1]), "the gzip body is cut off"),
        (render_response(200, GZIP, PLAIN), "the gzip body is damaged"),
        (render_response(200, b"Content-Encoding: br\r\n", PLAIN), "'br' was not asked for"),
        (_chunked(b"", PLAIN)[:-2] + b"X: y\r\n" * 9_000, "trailers are too long"),
    ],
    ids=[
        *("checksum of another body", "chunked and so", "damaged chunk", "cut off", "not gzip"),
        *("another coding", "endless trailers"),
    ],
)
def test_an_answer_that_is_not_what_was_sent_is_refused(
    open_client: OpenClient, answer: bytes, fault: str
) -> None:
    with peer(answer) as address:
        client = open_client(address.url, "&gzip=true&attempts=1")

        with pytest.raises(StoreUnavailable, match=fault):
            client.execute("GetItem", GET)

        assert client.open_count() == 0


def test_a_request_asks_for_no_more_than_it_needs(open_client: OpenClient) -> None:
    with peer(render_response(200, b"", b"{}")) as address:
        open_client(address.url).execute("PutItem", {"TableName": TABLE, "Item": GET["Key"]})

        assert sorted(_headers(address)) == [
            *(b"authorization", b"content-length", b"content-type", b"host", b"user-agent"),
            *(b"x-amz-date", b"x-amz-target"),
        ]


def test_a_session_token_travels_signed(open_client: OpenClient) -> None:
    keys = Credentials("AKIDEXAMPLE", "secret", "token-of-an-hour")
    with peer(render_response(200, b"", b"{}")) as address:
        open_client(address.url, credentials=keys).execute("GetItem", GET)

        headers = _headers(address)

    assert headers[b"x-amz-security-token"] == b"token-of-an-hour"
    assert b";x-amz-security-token;" in headers[b"authorization"]


def _headers(address: Peer) -> dict[bytes, bytes]:
    reader = RequestReader()
    reader.feed(b"".join(address.received))
    request = reader.next_request()
    assert request is not None
    return request.headers
