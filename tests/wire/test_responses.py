"""A client reads responses, however they are framed, and notices what is cut off."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.wire.http1 import BadResponse, Response, ResponseReader, render_response

SIZED = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n"
UNSIZED = b"HTTP/1.1 200 OK\r\n\r\nbody"


def read(*pieces: bytes) -> Response:
    reader = ResponseReader(max_body_bytes=100)
    responses = [reader.feed(piece) for piece in pieces]
    assert responses[:-1] == [None] * (len(pieces) - 1)
    response = responses[-1] or reader.end_of_stream()
    assert response is not None
    return response


@pytest.mark.parametrize(
    ("message", "keep_alive"), [(SIZED, True), (CHUNKED, True), (UNSIZED, False)]
)
def test_each_framing_gives_the_body(message: bytes, keep_alive: bool) -> None:
    response = read(message)

    assert (response.status, response.body, response.keep_alive) == (200, b"body", keep_alive)


def test_what_a_server_renders_a_client_reads() -> None:
    response = read(render_response(400, b"x-amzn-RequestId: A1\r\n", b"{}"))

    headers = {b"x-amzn-requestid": b"A1", b"content-length": b"2"}
    assert (response.status, response.headers, response.body) == (400, headers, b"{}")


@settings(max_examples=200)
@given(st.sampled_from([SIZED, CHUNKED]), st.data())
def test_where_the_pieces_are_cut_makes_no_difference(message: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(message) - 1))
    reader = ResponseReader()

    first = reader.feed(message[:cut])
    second = reader.feed(message[cut:])

    assert first is None
    assert second is not None
    assert second.body == b"body"


USUAL = (
    b"HTTP/1.1 200 OK\r\nServer: Server\r\nDate: Sun, 15 Nov 2026 10:00:00 GMT\r\n"
    b"Content-Type: application/x-amz-json-1.0\r\nContent-Length: 4\r\n"
    b"Connection: keep-alive\r\n"
    b"x-amzn-RequestId: 8T4TI3JUQ4MHJKJJ0D7P2R2VNNVV4KQNSO5AEMVJF66Q9ASUAAJG\r\n"
    b"x-amz-crc32: 1984744305\r\n\r\n{ok}"
)


@pytest.mark.parametrize("pieces", [(USUAL,), (USUAL[:40], USUAL[40:])])
def test_a_usual_answer_is_read_alike_in_one_piece_and_in_two(pieces: tuple[bytes, ...]) -> None:
    response = read(*pieces)

    assert (response.body, response.keep_alive, len(response.headers)) == (b"{ok}", True, 7)
    assert response.is_plain is (len(pieces) == 1)


@pytest.mark.parametrize("cut", [len(USUAL), 40])
def test_a_damaged_usual_answer_is_refused_in_one_piece_and_in_two(cut: int) -> None:
    damaged = USUAL.replace(b"{ok}", b"{ko}")

    with pytest.raises(BadResponse, match="x-amz-crc32 is 1984744305, but the body's is"):
        read(damaged[:cut], damaged[cut:])


def outcome(*pieces: bytes) -> tuple[object, ...]:
    """What a client knows after these pieces and a close."""
    reader = ResponseReader(max_body_bytes=100)
    try:
        responses = [reader.feed(piece) for piece in pieces]
        response = responses[-1] or reader.end_of_stream()
        if response is None:
            return responses[-1], None
        response.undo_coding()
    except BadResponse:
        return (BadResponse,)
    return response.body, response.headers, response.keep_alive


LINES = [
    b"Connection: close",
    b"Content-Encoding: gzip",
    b"Transfer-Encoding: chunked",
    b"Content-Length: 2",
    b"",
]


def _joined(parts: list[str]) -> bytes:
    return "".join(parts).encode()


@settings(max_examples=400)
@given(st.data())
def test_what_is_nearly_usual_is_read_as_if_it_came_in_pieces(data: st.DataObject) -> None:
    message = USUAL
    for _ in range(data.draw(st.integers(1, 2))):
        start = data.draw(st.integers(0, len(message)))
        written = data.draw(
            st.sampled_from(LINES).map(lambda line: b"\r\n" + line + b"\r\nX: ")
            | st.lists(st.sampled_from([*"aA0 :+_\n\r\0\t", "\r\n"]), max_size=2).map(_joined)
        )
        # As often as not in the place of so many bytes, so that what follows stays where it was.
        end = start + data.draw(st.sampled_from([0, len(written)]))
        message = message[:start] + written + message[end:]

    whole, pieces = outcome(message), outcome(message[:40], message[40:])

    assert whole == pieces


@pytest.mark.parametrize("start", [USUAL.index(b"Sun,"), USUAL.index(b"8T4T")])
@pytest.mark.parametrize("line", LINES)
def test_a_line_in_the_place_of_a_date_or_an_id_is_minded(start: int, line: bytes) -> None:
    written = b"\r\n" + line
    message = USUAL[:start] + written + USUAL[start + len(written) :]

    assert outcome(message) == outcome(message[:40], message[40:])


@pytest.mark.parametrize("start", [USUAL.index(b"Sun,"), USUAL.index(b"8T4T")])
@pytest.mark.parametrize("sign", [b"\0", b"\r", b"\x7f"])
def test_a_control_character_in_a_date_or_an_id_is_refused(start: int, sign: bytes) -> None:
    with pytest.raises(BadResponse, match="the head contains a control character"):
        read(USUAL[:start] + sign + USUAL[start + 1 :])


def test_a_usual_answer_is_as_long_as_a_reader_takes_and_no_longer() -> None:
    assert ResponseReader(max_body_bytes=4).feed(USUAL) is not None
    with pytest.raises(BadResponse, match="the body has 4 bytes, more than 3"):
        ResponseReader(max_body_bytes=3).feed(USUAL)


def test_an_answer_of_another_second_is_as_usual_as_the_one_before() -> None:
    reader = ResponseReader()
    later = USUAL.replace(b"10:00:00", b"10:00:01")

    answers = [reader.feed(message) for message in (USUAL, USUAL, later, USUAL)]

    dates = [answer and (answer.is_plain, answer.headers[b"date"][-12:]) for answer in answers]
    first, second = (True, b"10:00:00 GMT"), (True, b"10:00:01 GMT")
    assert dates == [first, first, second, first]


@pytest.mark.parametrize(
    ("header", "keep_alive", "body"),
    [
        (b"Connection: close\r\n", False, b"body"),
        (b"Content-Encoding: identity\r\n", True, b"body"),
        (b"Content-Length: 4\r\n", True, b"body"),
    ],
)
def test_a_header_that_is_not_usual_is_minded(header: bytes, keep_alive: bool, body: bytes) -> None:
    response = read(SIZED.replace(b"OK\r\n", b"OK\r\n" + header))

    assert (response.keep_alive, response.body) == (keep_alive, body)


@pytest.mark.parametrize("rest", [b"", b"!"])
def test_two_lengths_that_differ_are_refused(rest: bytes) -> None:
    with pytest.raises(BadResponse, match="given twice"):
        read(SIZED.replace(b"OK\r\n", b"OK\r\nContent-Length: 5\r\n") + rest)


def test_an_interim_response_is_passed_over() -> None:
    assert read(b"HTTP/1.1 100 Continue\r\n\r\n" + SIZED).body == b"body"


def test_a_response_without_content_has_no_body() -> None:
    assert read(b"HTTP/1.1 204 No Content\r\n\r\n").body == b""


def test_a_reader_goes_on_with_the_next_response() -> None:
    reader = ResponseReader()
    reader.feed(SIZED)

    response = reader.feed(CHUNKED)

    assert response is not None
    assert response.body == b"body"


def test_bytes_that_nobody_asked_for_end_the_connection() -> None:
    assert not read(SIZED + b"HTTP/1.1 200 OK\r\n").keep_alive


@pytest.mark.parametrize("message", [SIZED, CHUNKED])
def test_a_body_that_is_cut_off_is_noticed(message: bytes) -> None:
    reader = ResponseReader()
    reader.feed(message[:-1])

    with pytest.raises(BadResponse, match="closed in the middle"):
        reader.end_of_stream()


def test_a_close_between_two_responses_is_no_fault() -> None:
    assert ResponseReader().end_of_stream() is None


@pytest.mark.parametrize(
    "message",
    [
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 2xx OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: four\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"a" * 40_000,
        UNSIZED + b"x" * 100,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n",
    ],
)
def test_what_is_no_response_is_refused(message: bytes) -> None:
    with pytest.raises(BadResponse):
        ResponseReader(max_body_bytes=100).feed(message)


def zipped(payload: bytes) -> Response:
    response = read(render_response(200, b"Content-Encoding: gzip\r\n", payload))
    response.undo_coding()
    return response


def test_a_gzip_body_is_unzipped() -> None:
    assert zipped(gzip.compress(b"body", mtime=0)).body == b"body"


@pytest.mark.parametrize("payload", [b"body", gzip.compress(b"body", mtime=0)[:-4]])
def test_a_damaged_gzip_body_is_refused(payload: bytes) -> None:
    with pytest.raises(BadResponse, match="gzip body is"):
        _ = zipped(payload).body


def test_a_right_checksum_passes() -> None:
    payload = gzip.compress(b"body", mtime=0)
    lines = b"Content-Encoding: gzip\r\nx-amz-crc32: %d\r\n" % zlib.crc32(payload)

    assert read(render_response(200, lines, payload)).payload == payload


def test_a_wrong_checksum_is_refused() -> None:
    with pytest.raises(BadResponse, match="x-amz-crc32 is 1, but the body's is 2745614147"):
        read(render_response(200, b"x-amz-crc32: 1\r\n", b"{}"))


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (b"SSH-2.0-OpenSSH\r\n\r\n", "b'SSH-2.0-OpenSSH' is not a status line"),
        (b"HTTP/1.1 20\r\n\r\n", "b'HTTP/1.1 20' is not a status line"),
        (b"HTTP/1.1 2x0 OK\r\n\r\n", "b'HTTP/1.1 2x0 OK' is not a status line"),
        (b"HTTP/2.0 200 OK\r\n\r\n", "b'HTTP/2.0 200 OK' is not a status line"),
        (b"a" * 90 + b"\r\n\r\n", f"b'{'a' * 80}' is not a status line"),
        (b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "b'no colon' is not a header line"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n",
            "the body has 101 bytes, more than 100",
        ),
        (UNSIZED + b"x" * 97, "the body has more than 100 bytes"),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n",
            "the body is longer than 100 bytes",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nx-amz-crc32: " + b"1" * 30 + b"\r\n\r\n",
            f"x-amz-crc32 is {'1' * 20}, but the body's is 0",
        ),
    ],
)
def test_a_refusal_names_what_is_wrong(message: bytes, problem: str) -> None:
    with pytest.raises(BadResponse) as refused:
        ResponseReader(max_body_bytes=100).feed(message)

    assert refused.value.message == f"response: {problem}."


@pytest.mark.parametrize(
    "message",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + b"x" * 100,
        b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 100,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n%b\r\n0\r\n\r\n"
        % (b"x" * 100),
    ],
)
def test_a_body_is_as_long_as_a_reader_takes(message: bytes) -> None:
    assert read(message).body == b"x" * 100


@pytest.mark.parametrize(
    ("response", "whole"),
    [
        (render_response(200, b"A: b\r\n", b"x"), b"200 OK\r\nA: b\r\nContent-Length: 1\r\n\r\nx"),
        (
            render_response(404, b"", b"", b"C: d\r\n"),
            b"404 Not Found\r\nContent-Length: 0\r\nC: d\r\n\r\n",
        ),
        (render_response(599, b"", b""), b"599 \r\nContent-Length: 0\r\n\r\n"),
    ],
)
def test_a_response_is_written_with_its_reason_and_its_length(
    response: bytes, whole: bytes
) -> None:
    assert response == b"HTTP/1.1 " + whole


@pytest.mark.parametrize(
    ("coding", "problem"),
    [
        (b"gzip", "response: data follows the gzip body."),
        (b"br" + b"x" * 50, f"response: Content-Encoding b'br{'x' * 38}' was not asked for."),
    ],
)
def test_a_body_in_no_coding_that_was_asked_for_is_refused(coding: bytes, problem: str) -> None:
    payload = gzip.compress(b"body", mtime=0) + b"more"
    response = read(render_response(200, b"Content-Encoding: %b\r\n" % coding, payload))

    with pytest.raises(BadResponse) as refused:
        response.undo_coding()

    assert refused.value.message == problem


def test_a_gzip_body_of_more_than_64_mb_is_refused() -> None:
    most = 64 * 1024 * 1024
    longest, longer = (gzip.compress(bytes(length), 1, mtime=0) for length in (most, most + 1))
    response = Response(200, b"", longest, longest, coding=b"GZIP")

    response.undo_coding()

    assert len(response.body) == most
    with pytest.raises(BadResponse) as refused:
        Response(200, b"", longer, longer, coding=b"gzip").undo_coding()
    assert refused.value.message == "response: the gzip body has more than 67108864 bytes."


@pytest.mark.parametrize(("status", "body"), [(204, b""), (304, b""), (203, b"body")])
def test_some_statuses_have_no_body_whatever_their_length_says(status: int, body: bytes) -> None:
    message = b"HTTP/1.1 %d X\r\nContent-Length: 4\r\n\r\n" % status

    assert read(message + body).body == body


def test_a_reader_is_idle_between_two_responses() -> None:
    reader = ResponseReader()
    assert reader.is_idle

    reader.feed(SIZED[:-1])
    assert not reader.is_idle

    reader.feed(SIZED[-1:])
    assert reader.is_idle


def test_a_response_of_http_1_0_ends_its_connection_unless_it_says_otherwise() -> None:
    older = SIZED.replace(b"HTTP/1.1", b"HTTP/1.0")

    assert not read(older).keep_alive
    assert read(older.replace(b"OK\r\n", b"OK\r\nConnection: keep-alive\r\n")).keep_alive


def test_a_usual_answer_that_is_no_object_is_not_plain() -> None:
    message = USUAL.replace(b"{ok}", b"[ok]").replace(b"1984744305", b"%d" % zlib.crc32(b"[ok]"))

    assert (read(message).body, read(message).is_plain) == (b"[ok]", False)


def test_the_shortest_usual_answer_is_plain_too() -> None:
    """Its length and its checksum, 5, have one digit each."""
    body = b"{c^[x"
    message = USUAL.replace(b"Content-Length: 4", b"Content-Length: 5")

    response = read(message.replace(b"1984744305", b"5").replace(b"{ok}", body))

    assert (response.body, response.is_plain) == (body, True)


def test_an_answer_that_begins_with_its_end_is_refused() -> None:
    with pytest.raises(BadResponse, match=r"b'' is not a status line\.$"):
        ResponseReader().feed(b"\r\n\r\n")


def test_responses_come_one_after_another_in_any_pieces() -> None:
    reader = ResponseReader()
    bodies = [
        response.body
        for message in (SIZED, CHUNKED, SIZED)
        for at in range(len(message))
        if (response := reader.feed(message[at : at + 1])) is not None
    ]

    assert bodies == [b"body"] * 3
