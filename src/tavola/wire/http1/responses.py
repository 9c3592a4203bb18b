"""Responses: a server renders them, a client reads them as they arrive."""

from __future__ import annotations

import re
import zlib
from http import HTTPStatus
from typing import Final

from msgspec import Struct

from tavola.wire.http1.bad_messages import BadResponse
from tavola.wire.http1.bodies import ChunkedBody, ReceivedBody, SizedBody
from tavola.wire.http1.heads import (
    END_OF_HEAD,
    MAX_HEAD_BYTES,
    Headers,
    content_length,
    is_chunked,
    parse_headers,
    split_head,
    stays_open,
)

# Far past the 16 MB of a BatchGetItem: a bound on memory, not a rule of DynamoDB.
MAX_RESPONSE_BYTES: Final = 64 * 1024 * 1024

_GZIP: Final = 16 + zlib.MAX_WBITS
_BODILESS: Final = (204, 304)
_FINAL: Final = 200
# DynamoDB: the head of its answers. Only the date and the request id differ from one to another
# with the same body, and these have a fixed length.
_UNTIL_DATE: Final = b"HTTP/1.1 200 OK\r\nServer: Server\r\nDate: "
_WITH_DATE: Final = re.compile(re.escape(_UNTIL_DATE) + rb"[ -~]*")
_UNTIL_ID: Final = (
    b"\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: %d\r\n"
    b"Connection: keep-alive\r\nx-amzn-RequestId: "
)
_UNTIL_BODY: Final = b"\r\nx-amz-crc32: %d\r\n\r\n"
_DATE_END: Final = len(_UNTIL_DATE) + len("Sun, 15 Nov 2026 10:00:00 GMT")
_ID_BYTES: Final = 52
_LEAST_HEAD: Final = _DATE_END + len(_UNTIL_ID % 0) + _ID_BYTES + len(_UNTIL_BODY % 0) - 4
_REASONS: Final = {status.value: status.phrase.encode() for status in HTTPStatus}


class Response(Struct):
    """A whole response, as a client sees it."""

    status: int
    head: bytes
    """The first line and the headers, as they were sent, and maybe what came after them."""
    payload: bytes
    """The body as it was sent."""
    body: bytes
    """The body; its content coding is there until `undo_coding`."""
    is_plain: bool = False
    """Whether it is an object as DynamoDB sends it when all is well: nothing is left to do."""
    coding: bytes | None = None
    keep_alive: bool = True
    _headers: Headers | None = None

    @property
    def headers(self) -> Headers:
        """All headers, read when they are asked for."""
        if self._headers is None:
            self._headers = parse_headers(split_head(self.head.partition(END_OF_HEAD)[0])[1:])
        return self._headers

    def undo_coding(self) -> None:
        """Unzip the body; BadResponse for any other coding, since none was asked for."""
        if self.coding is None or self.coding.lower() == b"identity":
            return
        if self.coding.lower() != b"gzip":
            raise BadResponse(f"response: Content-Encoding {self.coding[:40]!r} was not asked for.")
        self.body = _gunzip(self.payload)


def _gunzip(payload: bytes) -> bytes:
    unzipper = zlib.decompressobj(_GZIP)
    try:
        body = unzipper.decompress(payload, MAX_RESPONSE_BYTES)
    except zlib.error as error:
        raise BadResponse(f"response: the gzip body is damaged: {error}.") from error
    if unzipper.unconsumed_tail:
        raise BadResponse(f"response: the gzip body has more than {MAX_RESPONSE_BYTES} bytes.")
    if not unzipper.eof:
        raise BadResponse("response: the gzip body is cut off.")
    if unzipper.unused_data:
        raise BadResponse("response: data follows the gzip body.")
    return body


def render_response(status: int, head: bytes, body: bytes, rest_of_head: bytes = b"") -> bytes:
    """Write a response with these header lines, each ended by CRLF, and this body.

    The length of the body stands between `head` and `rest_of_head`.
    """
    whole_head = b"HTTP/1.1 %d %b\r\n%bContent-Length: %d\r\n%b\r\n" % (
        status,
        _REASONS.get(status, b""),
        head,
        len(body),
        rest_of_head,
    )
    # Other threads go on while a long body is joined; while one is formatted, they do not.
    return b"".join((whole_head, body))


class _BodyUntilClose:
    """A body without a length: it ends with the connection."""

    __slots__ = ("_joined", "_max_bytes")

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._joined = bytearray()

    @property
    def held_bytes(self) -> int:
        """How much of it has come."""
        return len(self._joined)

    def feed(self, data: bytes) -> bytes | None:
        """Take what arrived; only the end of the stream makes the body whole."""
        self._joined += data
        if len(self._joined) > self._max_bytes:
            raise ValueError(f"the body has more than {self._max_bytes} bytes")
        return None

    def content(self) -> bytes:
        """Return the whole body."""
        return bytes(self._joined)


class ResponseReader:
    """Reads one response after another from what a server sends; no request may be a HEAD."""

    __slots__ = ("_buffer", "_max_body_bytes", "_seen", "_start", "_unfinished")

    def __init__(self, max_body_bytes: int = MAX_RESPONSE_BYTES) -> None:
        self._max_body_bytes = max_body_bytes
        self._buffer = b""
        self._seen = 0
        self._start = b""
        self._unfinished: tuple[Response, ReceivedBody] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing has arrived since the last whole response."""
        return self._unfinished is None and not self._buffer

    def feed(self, data: bytes) -> Response | None:
        """Take what arrived; the response once it is whole, BadResponse if it never can be."""
        if self._unfinished is None and not self._buffer:
            # Most answers are recognized at once: they begin as DynamoDB's would for their body.
            body = data[data.find(END_OF_HEAD, _LEAST_HEAD) + 4 :]
            until_id, until_body = _UNTIL_ID % len(body), _UNTIL_BODY % zlib.crc32(body)
            id_start = _DATE_END + len(until_id)
            id_end = id_start + _ID_BYTES
            if (
                data[_DATE_END:id_start] == until_id
                and data[id_end : id_end + len(until_body)] == until_body
                and data[id_start:id_end].isalnum()
                and len(body) <= self._max_body_bytes
                and (data[:_DATE_END] == self._start or self._begins_as_usual(data))
            ):
                return Response(_FINAL, data, body, body, body[:1] == b"{")
        self._buffer += data
        try:
            return self._next_response()
        except ValueError as error:
            raise BadResponse(f"response: {error}.") from error

    def _begins_as_usual(self, data: bytes) -> bool:
        """Check what stands until the date's end; it stays the same for all answers of a second."""
        if _WITH_DATE.fullmatch(data, 0, _DATE_END) is None:
            return False
        self._start = data[:_DATE_END]
        return True

    def end_of_stream(self) -> Response | None:
        """Take the peer's close: the response that ends there, or None between two of them."""
        if self.is_idle:
            return None
        if self._unfinished is not None:
            response, body = self._unfinished
            if isinstance(body, _BodyUntilClose):
                return self._finish(response, body.content(), b"")
        raise BadResponse("response: the connection was closed in the middle of it.")

    def _next_response(self) -> Response | None:
        if self._unfinished is None:
            response = self._take_head()
            if response is None:
                return None
            length = self._announced_length(response)
            if length is not None and length <= len(self._buffer):
                return self._finish(response, self._buffer[:length], self._buffer[length:])
            self._unfinished = response, self._await_body(response, length)
        response, body = self._unfinished
        data, self._buffer = self._buffer, b""
        rest = body.feed(data)
        return None if rest is None else self._finish(response, body.content(), rest)

    def _take_head(self) -> Response | None:
        """Read a head; 1xx ones only announce that the real one is still to come."""
        while True:
            end = self._buffer.find(END_OF_HEAD, max(0, self._seen - 3))
            if (len(self._buffer) if end < 0 else end) > MAX_HEAD_BYTES:
                raise ValueError(f"the head has more than {MAX_HEAD_BYTES} bytes")
            if end < 0:
                self._seen = len(self._buffer)
                return None
            head = self._buffer[:end]
            lines = split_head(head)
            self._buffer = self._buffer[end + 4 :]
            self._seen = 0
            status = _parse_status_line(lines[0])
            if status >= _FINAL:
                headers = parse_headers(lines[1:])
                response = Response(status, head, b"", b"")
                response.keep_alive = stays_open(headers, head[:8])
                return response

    def _announced_length(self, response: Response) -> int | None:
        if response.status in _BODILESS:
            return 0
        if is_chunked(response.headers) or b"content-length" not in response.headers:
            return None
        length = content_length(response.headers)
        if length > self._max_body_bytes:
            raise ValueError(f"the body has {length} bytes, more than {self._max_body_bytes}")
        return length

    def _await_body(self, response: Response, length: int | None) -> ReceivedBody:
        if length is not None:
            return SizedBody(length)
        if is_chunked(response.headers):
            return ChunkedBody(self._max_body_bytes)
        response.keep_alive = False
        return _BodyUntilClose(self._max_body_bytes)

    def _finish(self, response: Response, payload: bytes, rest: bytes) -> Response:
        response.payload = response.body = payload
        checksum = response.headers.get(b"x-amz-crc32")
        # DynamoDB: the checksum is that of the bytes on the wire, taken after compression.
        if checksum is not None and checksum != b"%d" % zlib.crc32(payload):
            raise _damaged(checksum, payload)
        response.coding = response.headers.get(b"content-encoding")
        if rest:
            # Nothing was asked that this could answer: the connection is not to be trusted.
            response.keep_alive = False
        self._unfinished = None
        self._buffer = b""
        return response


def _damaged(checksum: bytes, payload: bytes) -> BadResponse:
    shown, found = checksum[:20].decode("latin-1"), zlib.crc32(payload)
    return BadResponse(f"response: x-amz-crc32 is {shown}, but the body's is {found}.")


def _parse_status_line(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    status = rest[:3]
    if version not in (b"HTTP/1.1", b"HTTP/1.0") or not status.isdigit() or len(status) != 3:
        raise ValueError(f"{line[:80]!r} is not a status line")
    return int(status)
