"""Bodies that arrive in pieces, at the bounds of what they may be."""

from __future__ import annotations

import pytest

from tavola.wire.http1.bodies import ChunkedBody, SizedBody, TooLarge


def test_a_sized_body_ends_where_its_length_says() -> None:
    body = SizedBody(4)

    assert (body.feed(b"bo"), body.held_bytes) == (None, 2)
    assert (body.feed(b"dy"), body.held_bytes) == (b"", 4)
    assert body.feed(b"next") == b"next"
    assert body.content() == b"body"


def test_what_follows_a_sized_body_is_given_back() -> None:
    body = SizedBody(4)

    assert (body.feed(b"bodynext"), body.content()) == (b"next", b"body")


def test_a_chunked_body_holds_what_has_come_and_gives_back_the_rest() -> None:
    body = ChunkedBody(100)

    assert (body.feed(b"4\r\nbod"), body.held_bytes) == (None, 3)
    assert (body.feed(b"y\r"), body.held_bytes) == (None, 5)
    assert (body.feed(b"\n0"), body.held_bytes) == (None, 5)
    assert (body.feed(b"\r\nT: x\r\n\r\nnext"), body.content()) == (b"next", b"body")
    assert body.held_bytes == 4


def test_a_chunked_body_is_as_long_as_its_bound_and_no_longer() -> None:
    assert ChunkedBody(4).feed(b"2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n") == b""
    with pytest.raises(TooLarge, match=r"^the body is longer than 4 bytes$"):
        ChunkedBody(4).feed(b"2\r\nbo\r\n3\r\n")


@pytest.mark.parametrize("length", [b"A", b" a ", b"00000000000a", b"a;name=value"])
def test_a_length_is_hexadecimal(length: bytes) -> None:
    body = ChunkedBody(100)

    assert body.feed(length + b"\r\n0123456789\r\n0\r\n\r\n") == b""
    assert body.content() == b"0123456789"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\r\n", "chunk length b'' is not a hexadecimal number"),
        (b"g\r\n", "chunk length b'g' is not a hexadecimal number"),
        (b"0000000000001\r\n", "chunk length b'0000000000001' is not a hexadecimal number"),
        (b"x" * 41 + b"\r\n", f"chunk length b'{'x' * 40}' is not a hexadecimal number"),
        (b"1\r\nab\r\n", "a chunk does not end where its length says"),
        (b"1" * 4097, "a line of the chunked body is too long"),
        (b"0\r\n" + b"T" * 16385, "a line of the chunked body is too long"),
        (b"0\r\n" + b"T" * 16385 + b"\r\n", "the trailers are too long"),
        (b"0\r\n" + b"T" * 16384 + b"\r\nT\r\n", "the trailers are too long"),
    ],
)
def test_what_is_no_chunk_is_named(data: bytes, problem: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole message is compared
        ChunkedBody(100).feed(data)

    assert str(refused.value) == problem


@pytest.mark.parametrize("data", [b"1" * 4096, b"0\r\n" + b"T" * 16384])
def test_a_line_may_be_as_long_as_its_bound(data: bytes) -> None:
    assert ChunkedBody(100).feed(data) is None


def test_trailers_may_be_as_long_as_their_bound() -> None:
    lines = b"T" * 16383 + b"\r\nT\r\n"

    assert ChunkedBody(100).feed(b"0\r\n" + lines + b"\r\nnext") == b"next"


def test_after_4096_chunks_each_further_one_needs_64_bytes_that_have_come() -> None:
    """The 4,161st comes after 4,160 bytes, which are 65 times 64."""
    small = b"1\r\nx\r\n"

    assert ChunkedBody(10_000).feed(small * 4161 + b"0\r\n\r\n") == b""
    with pytest.raises(ValueError, match=r"^the body has too many small chunks$"):
        ChunkedBody(10_000).feed(small * 4162)
