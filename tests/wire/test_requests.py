"""A server reads requests, whole, in pieces, pipelined, and refuses what is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.wire.http1 import BadRequest, HttpRequest, RequestReader

SIMPLE = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
CHUNKED = (
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"2;note=x\r\nbo\r\n2\r\ndy\r\n0\r\nTrailer: dropped\r\n\r\n"
)


def seen(
    request: HttpRequest | None,
) -> tuple[bytes, bytes, dict[bytes, bytes], bytes, bool] | None:
    if request is None:
        return None
    return (request.method, request.target, request.headers, request.body, request.keep_alive)


def read_all(*pieces: bytes, max_body_bytes: int = 100) -> list[bytes]:
    reader = RequestReader(max_body_bytes)
    bodies: list[bytes] = []
    for piece in pieces:
        reader.feed(piece)
        while (request := reader.next_request()) is not None:
            bodies.append(request.body)
    return bodies


def test_a_whole_request_is_read_at_once() -> None:
    reader = RequestReader()

    reader.feed(SIMPLE)

    headers = {b"host": b"a", b"content-length": b"4"}
    assert seen(reader.next_request()) == (b"POST", b"/", headers, b"body", True)
    assert reader.is_idle


@pytest.mark.parametrize("message", [SIMPLE, CHUNKED])
def test_a_request_may_come_byte_by_byte(message: bytes) -> None:
    assert read_all(*(message[i : i + 1] for i in range(len(message)))) == [b"body"]


@settings(max_examples=200)
@given(st.lists(st.sampled_from([SIMPLE, CHUNKED]), max_size=4), st.data())
def test_where_the_pieces_are_cut_makes_no_difference(
    messages: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]

    assert read_all(*pieces) == [b"body"] * len(messages)


def test_a_client_that_expects_continue_is_owed_one() -> None:
    reader = RequestReader()

    reader.feed(b"POST / HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")

    assert (reader.next_request(), reader.owes_continue) == (None, True)


def test_a_body_that_came_with_its_head_needs_no_continue() -> None:
    reader = RequestReader()

    reader.feed(b"POST / HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbo")

    assert (reader.next_request(), reader.owes_continue) == (None, False)


@pytest.mark.parametrize(
    ("version", "connection", "keep_alive"),
    [
        (b"HTTP/1.1", b"", True),
        (b"HTTP/1.1", b"Connection: close\r\n", False),
        (b"HTTP/1.1", b"Connection: Keep-Alive\r\n", True),
        (b"HTTP/1.0", b"", False),
        (b"HTTP/1.0", b"Connection: keep-alive\r\n", True),
    ],
)
def test_version_and_header_say_whether_the_connection_stays(
    version: bytes, connection: bytes, keep_alive: bool
) -> None:
    reader = RequestReader()

    reader.feed(b"GET / " + version + b"\r\n" + connection + b"\r\n")

    request = reader.next_request()
    assert request is not None
    assert request.keep_alive is keep_alive


def test_names_have_no_case_and_repeated_headers_are_joined() -> None:
    reader = RequestReader()

    reader.feed(b"GET / HTTP/1.1\r\nX-AMZ-Target: a\r\nx-Odd: 1\r\nX-ODD:2 \r\n\r\n")

    request = reader.next_request()
    assert request is not None
    assert request.headers == {b"x-amz-target": b"a", b"x-odd": b"1,2"}


@pytest.mark.parametrize(
    ("message", "status"),
    [
        (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00", 400),
        (b"hello\r\n\r\n", 400),
        (b"GET  HTTP/1.1\r\n\r\n", 400),
        (b"GET / SPDY/3\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\n\r\n", 505),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length : 4\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nA: b\nContent-Length: 4\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nA: \x00\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1" * 5000, 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n", 413),
        (b"POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n", 413),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 40_000, 431),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 40_000 + b"\r\n\r\n", 431),
    ],
)
def test_what_is_no_request_is_refused_with_its_status(message: bytes, status: int) -> None:
    with pytest.raises(BadRequest) as refusal:
        read_all(message)

    assert refusal.value.status == status


def outcome(reader: RequestReader) -> int:
    try:
        reader.next_request()
    except BadRequest as refusal:
        return refusal.status
    return 200


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_request_or_refused(stream: bytes) -> None:
    reader = RequestReader(100)

    reader.feed(b"POST / HTTP/1.1\r\n" + stream + b"\r\n\r\n")

    assert outcome(reader) in (200, 400, 413)


CHUNKED_HEAD = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_small_chunks_are_taken_while_there_are_few() -> None:
    reader = RequestReader()
    reader.feed(CHUNKED_HEAD + b"1\r\nx\r\n" * 4000 + b"0\r\n\r\n")

    request = reader.next_request()

    assert request is not None
    assert request.body == b"x" * 4000


def test_many_small_chunks_are_refused() -> None:
    """Each takes a moment: three million of one byte would take five seconds."""
    reader = RequestReader()
    reader.feed(CHUNKED_HEAD + b"1\r\nx\r\n" * 5000)

    with pytest.raises(BadRequest, match="too many small chunks"):
        reader.next_request()


def test_many_large_chunks_are_taken() -> None:
    reader = RequestReader()
    reader.feed(CHUNKED_HEAD + (b"80\r\n" + b"x" * 128 + b"\r\n") * 9000 + b"0\r\n\r\n")

    request = reader.next_request()

    assert request is not None
    assert len(request.body) == 128 * 9000


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (b"hello\r\n\r\n", "b'hello' is not a request line"),
        (b"G3T / HTTP/1.1\r\n\r\n", "b'G3T / HTTP/1.1' is not a request line"),
        (b"GET  HTTP/1.1\r\n\r\n", "b'GET  HTTP/1.1' is not a request line"),
        (b"GET / a HTTP/1.1\r\n\r\n", "b'GET / a HTTP/1.1' is not a request line"),
        (b"GET / SPDY/3\r\n\r\n", "b'GET / SPDY/3' is not a request line"),
        (b"a" * 90 + b"\r\n\r\n", f"b'{'a' * 80}' is not a request line"),
        (b"GET / HTTP/2.0\r\n\r\n", "b'HTTP/2.0' is not HTTP/1.1"),
        (b"GET / HTTP/" + b"2" * 30 + b"\r\n\r\n", f"b'HTTP/{'2' * 15}' is not HTTP/1.1"),
        (b"\x16\x03", "these bytes are not HTTP; TLS is not spoken here"),
        (b"\r\n\x16\x03", "these bytes are not HTTP; TLS is not spoken here"),
        (
            b"POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n",
            "the body has 101 bytes, more than 100",
        ),
    ],
)
def test_a_refusal_names_what_is_wrong(message: bytes, problem: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        read_all(message)

    assert str(refusal.value) == problem


@pytest.mark.parametrize("pieces", [(b"x" * 100,), (b"x" * 50, b"x" * 50)])
def test_a_body_is_as_long_as_a_reader_takes(pieces: tuple[bytes, ...]) -> None:
    head = b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n"

    assert read_all(head + pieces[0], *pieces[1:]) == [b"x" * 100]


def test_a_reader_takes_16_mb_and_no_more_unless_told() -> None:
    reader = RequestReader()
    reader.feed(b"POST / HTTP/1.1\r\nContent-Length: 16777216\r\n\r\n")
    assert reader.next_request() is None

    reader = RequestReader()
    reader.feed(b"POST / HTTP/1.1\r\nContent-Length: 16777217\r\n\r\n")
    with pytest.raises(BadRequest, match=r"^the body has 16777217 bytes, more than 16777216$"):
        reader.next_request()


@pytest.mark.parametrize(("most", "is_joined"), [(3, False), (4, True)])
def test_a_large_body_is_joined_when_it_is_asked_for(most: int, is_joined: bool) -> None:
    reader = RequestReader(max_joined_bytes=most)
    reader.feed(CHUNKED)

    request = reader.next_request()

    assert request is not None
    assert (request.body, request.body_bytes) == (b"body" if is_joined else b"", 4)
    request.join_body()
    assert (request.body, request.body_bytes) == (b"body", 4)
    request.join_body()
    assert request.body == b"body"


def test_a_reader_says_what_it_holds() -> None:
    reader = RequestReader()
    assert (reader.is_idle, reader.held_bytes) == (True, 0)

    reader.feed(SIMPLE[:20])
    assert (reader.next_request(), reader.is_idle, reader.held_bytes) == (None, False, 20)

    reader.feed(SIMPLE[20:-2])
    assert (reader.next_request(), reader.is_idle, reader.held_bytes) == (None, False, 2)

    reader.feed(SIMPLE[-2:] + SIMPLE[:7])
    assert reader.next_request() is not None
    assert (reader.is_idle, reader.held_bytes, reader.buffered_bytes) == (False, 7, 7)


def test_the_first_empty_line_before_a_request_is_passed_over() -> None:
    assert read_all(b"\r\n" + SIMPLE + b"\r\n" + SIMPLE) == [b"body", b"body"]


@pytest.mark.parametrize(
    ("expectation", "owes"), [(b"100-Continue", True), (b"", False), (b"200-ok", False)]
)
def test_a_continue_is_owed_until_the_body_came(expectation: bytes, owes: bool) -> None:
    reader = RequestReader()
    assert not reader.owes_continue

    reader.feed(b"POST / HTTP/1.1\r\nContent-Length: 4\r\nExpect: %b\r\n\r\n" % expectation)
    assert (reader.next_request(), reader.owes_continue) == (None, owes)

    reader.feed(b"body")
    assert reader.next_request() is not None
    assert not reader.owes_continue
