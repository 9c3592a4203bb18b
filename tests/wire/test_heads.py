"""The head of a message: its limits, its lines, and what they say of what follows."""

from __future__ import annotations

import pytest

from tavola.wire.http1 import BadRequest, BadResponse, RequestReader, ResponseReader
from tavola.wire.http1.heads import (
    Headers,
    content_length,
    is_chunked,
    parse_headers,
    split_head,
    stays_open,
)

MOST = 32 * 1024


def _head(opening: bytes, length: int) -> bytes:
    line = opening + b"\r\nA: "
    return line + b"a" * (length - len(line)) + b"\r\n\r\n"


@pytest.mark.parametrize("blank", [b"", b"\r\n"])
def test_a_request_s_head_has_at_most_32_kb(blank: bytes) -> None:
    reader = RequestReader()
    reader.feed(blank + _head(b"GET / HTTP/1.1", MOST))
    assert reader.next_request() is not None

    reader.feed(blank + _head(b"GET / HTTP/1.1", MOST + 1))
    with pytest.raises(BadRequest, match=r"^the head has more than 32768 bytes$"):
        reader.next_request()


def test_a_request_s_head_that_has_not_ended_may_have_32_kb_too() -> None:
    reader = RequestReader()
    reader.feed(_head(b"GET / HTTP/1.1", MOST)[:MOST])
    assert reader.next_request() is None

    reader.feed(b"a")
    with pytest.raises(BadRequest, match=r"^the head has more than 32768 bytes$"):
        reader.next_request()


def test_a_response_s_head_has_at_most_32_kb() -> None:
    whole = _head(b"HTTP/1.1 204 No Content", MOST)
    assert ResponseReader().feed(whole) is not None
    assert ResponseReader().feed(whole[:MOST]) is None

    with pytest.raises(BadResponse, match=r"the head has more than 32768 bytes\.$"):
        ResponseReader().feed(_head(b"HTTP/1.1 204 No Content", MOST + 1))


@pytest.mark.parametrize("code", [*range(9), *range(10, 32), 127])
def test_a_control_character_in_a_head_is_refused(code: int) -> None:
    with pytest.raises(ValueError, match=r"^the head contains a control character$"):
        split_head(b"GET / HTTP/1.1\r\nA: " + bytes([code]))


def test_a_tab_and_all_that_is_no_control_character_may_stand_in_a_head() -> None:
    line = b"A: \t" + bytes([*range(32, 127), *range(128, 256)])

    assert split_head(b"GET / HTTP/1.1\r\n" + line) == [b"GET / HTTP/1.1", line]


@pytest.mark.parametrize(
    ("lines", "headers"),
    [
        ([], {}),
        (
            [b"x-amzn-RequestId: A", b"User-Agent:b"],
            {b"x-amzn-requestid": b"A", b"user-agent": b"b"},
        ),
        ([b"X-OWN: \ta b\t "], {b"x-own": b"a b"}),
        ([b"Accept: a", b"ACCEPT: b", b"accept: c"], {b"accept": b"a,b,c"}),
        ([b"Host: a", b"HOST: a"], {b"host": b"a"}),
        ([b"Content-Length: 4", b"content-length: 4"], {b"content-length": b"4"}),
        ([b"!#$%&'*+-.^_`|~09azAZ: "], {b"!#$%&'*+-.^_`|~09azaz": b""}),
    ],
)
def test_header_lines_are_read_by_their_names(lines: list[bytes], headers: Headers) -> None:
    assert parse_headers(lines) == headers


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([b"Host: a", b"Host: b"], "host is given twice, as b'a' and b'b'"),
        (
            [b"Content-Length: 4", b"Content-Length: " + b"5" * 50],
            f"content-length is given twice, as b'4' and b'{'5' * 40}'",
        ),
        ([b"no colon"], "b'no colon' is not a header line"),
        ([b"Host"], "b'Host' is not a header line"),
        ([b"x-amz-target"], "b'x-amz-target' is not a header line"),
        ([b": a"], "b': a' is not a header line"),
        ([b"(" + b"a" * 100], f"b'({'a' * 79}' is not a header line"),
    ],
)
def test_what_is_no_header_is_named(lines: list[bytes], problem: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole message is compared
        parse_headers(lines)

    assert str(refused.value) == problem


def test_a_length_has_at_most_15_digits() -> None:
    assert content_length({}) == 0
    assert content_length({b"content-length": b"9" * 15}) == 10**15 - 1
    with pytest.raises(ValueError, match=r"^Content-Length b'9999999999999999' is not a length$"):
        content_length({b"content-length": b"9" * 16})


def test_a_body_is_chunked_or_sized_and_nothing_else() -> None:
    assert not is_chunked({b"content-length": b"4"})
    assert is_chunked({b"transfer-encoding": b"Chunked"})
    with pytest.raises(ValueError, match=r"^Transfer-Encoding b'gzip' is not 'chunked'$"):
        is_chunked({b"transfer-encoding": b"gzip"})
    with pytest.raises(ValueError, match=r"^both Content-Length and Transfer-Encoding are given$"):
        is_chunked({b"transfer-encoding": b"chunked", b"content-length": b"4"})


@pytest.mark.parametrize(
    ("version", "connection", "stays"),
    [
        (b"HTTP/1.1", None, True),
        (b"HTTP/1.0", None, False),
        (b"HTTP/1.1", b"Close", False),
        (b"HTTP/1.1", b"upgrade", True),
        (b"HTTP/1.1", b"keep-alive, close", False),
        (b"HTTP/1.0", b"upgrade", False),
        (b"HTTP/1.0", b"upgrade, Keep-Alive", True),
    ],
)
def test_a_connection_stays_as_its_version_and_header_say(
    version: bytes, connection: bytes | None, stays: bool
) -> None:
    headers = {} if connection is None else {b"connection": connection}

    assert stays_open(headers, version) is stays
