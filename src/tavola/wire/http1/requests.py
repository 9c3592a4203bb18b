"""Requests: a server reads them as they arrive."""

from __future__ import annotations

from typing import Final

from tavola.wire.http1.bad_messages import BadRequest
from tavola.wire.http1.bodies import ChunkedBody, ReceivedBody, SizedBody, TooLarge
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

# DynamoDB: a request may have 16 MB; a longer one is answered by 413.
MAX_REQUEST_BYTES: Final = 16 * 1024 * 1024

_BAD_REQUEST: Final = 400
BODY_TOO_LARGE: Final = 413
_HEAD_TOO_LARGE: Final = 431
_VERSION_NOT_SUPPORTED: Final = 505
# The first byte of a TLS handshake: without an answer its client would wait for one.
_HANDSHAKE: Final = b"\x16"


class HttpRequest:
    """A whole request, as a server sees it.

    A large body may have come and not be joined yet; `join_body` does that, in any thread.
    """

    __slots__ = ("_unjoined", "body", "headers", "keep_alive", "method", "target", "version")

    def __init__(
        self, method: bytes, target: bytes, version: bytes, headers: Headers, body: bytes
    ) -> None:
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.body = body
        self.keep_alive = stays_open(headers, version)
        self._unjoined: ReceivedBody | None = None

    @property
    def body_bytes(self) -> int:
        """How long the body is, joined or not."""
        return len(self.body) if self._unjoined is None else self._unjoined.held_bytes

    def take_body(self, body: ReceivedBody, *, is_joined: bool) -> None:
        """Take a body that has come."""
        if is_joined:
            self.body = body.content()
        else:
            self._unjoined = body

    def join_body(self) -> None:
        """Make one piece of the body; of 15 MB that takes some milliseconds."""
        if self._unjoined is not None:
            self.body = self._unjoined.content()
            self._unjoined = None


class RequestReader:
    """Cuts what a client sends into requests, one after another.

    It holds at most one head, one body, and what was fed since the last request.
    """

    __slots__ = (
        "_buffer",
        "_max_body_bytes",
        "_max_joined_bytes",
        "_seen",
        "_start",
        "_unfinished",
        "owes_continue",
    )

    def __init__(
        self,
        max_body_bytes: int = MAX_REQUEST_BYTES,
        max_joined_bytes: int = MAX_REQUEST_BYTES,
    ) -> None:
        """Begin; a body longer than `max_joined_bytes` is left for `join_body`."""
        self._max_body_bytes = max_body_bytes
        self._max_joined_bytes = max_joined_bytes
        self._buffer = b""
        self._start = 0
        self._seen: int = 0
        self._unfinished: tuple[HttpRequest, ReceivedBody] | None = None
        self.owes_continue = False
        """Whether the client waits for `100 Continue` before it sends the body."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing of a further request has arrived."""
        return self._unfinished is None and self._start == len(self._buffer)

    @property
    def buffered_bytes(self) -> int:
        """How much was fed that no request has taken yet."""
        return len(self._buffer) - self._start

    @property
    def held_bytes(self) -> int:
        """How much memory an unfinished request takes."""
        held = self.buffered_bytes
        return held if self._unfinished is None else held + self._unfinished[1].held_bytes

    def feed(self, data: bytes) -> None:
        """Take what arrived; look at it with `next_request`."""
        if self._start == len(self._buffer):
            self._buffer = data
        else:
            self._buffer = self._buffer[self._start :] + data
        self._seen -= self._start
        self._start = 0

    def next_request(self) -> HttpRequest | None:
        """Return the next whole request, None before it has come; BadRequest if it never can."""
        try:
            return self._next_request()
        except TooLarge as error:
            raise BadRequest(BODY_TOO_LARGE, str(error)) from error
        except ValueError as error:
            raise BadRequest(_BAD_REQUEST, str(error)) from error

    def _next_request(self) -> HttpRequest | None:
        if self._unfinished is not None:
            return self._take_body(*self._unfinished)
        request = self._take_head()
        if request is None:
            return None
        length = self._announced_length(request.headers)
        start = self._start
        if length is not None and start + length <= len(self._buffer):
            self._start = self._seen = start + length
            request.body = self._buffer[start : start + length]
            return request
        body = ChunkedBody(self._max_body_bytes) if length is None else SizedBody(length)
        self._unfinished = request, body
        expectation = request.headers.get(b"expect", b"").lower()
        self.owes_continue = expectation == b"100-continue" and start == len(self._buffer)
        return self._take_body(request, body)

    def _take_head(self) -> HttpRequest | None:
        start = self._start
        if self._buffer.startswith(b"\r\n", start):
            start += 2  # RFC 9112 §2.2: an empty line before a request is ignored
        end = self._buffer.find(END_OF_HEAD, max(start, self._seen - 3))
        if (len(self._buffer) if end < 0 else end) - start > MAX_HEAD_BYTES:
            raise BadRequest(_HEAD_TOO_LARGE, f"the head has more than {MAX_HEAD_BYTES} bytes")
        if end < 0:
            self._seen = len(self._buffer)
            if self._buffer.startswith(_HANDSHAKE, start):
                raise BadRequest(_BAD_REQUEST, "these bytes are not HTTP; TLS is not spoken here")
            return None
        lines = split_head(self._buffer[start:end])
        self._start = self._seen = end + 4
        method, target, version = _parse_request_line(lines[0])
        del lines[0]
        return HttpRequest(method, target, version, parse_headers(lines), b"")

    def _announced_length(self, headers: Headers) -> int | None:
        if is_chunked(headers):
            return None
        length = content_length(headers)
        if length > self._max_body_bytes:
            raise TooLarge(f"the body has {length} bytes, more than {self._max_body_bytes}")
        return length

    def _take_body(self, request: HttpRequest, body: ReceivedBody) -> HttpRequest | None:
        rest = body.feed(self._buffer[self._start :])
        self._buffer = rest or b""
        self._start = self._seen = 0
        if rest is None:
            return None
        request.take_body(body, is_joined=body.held_bytes <= self._max_joined_bytes)
        self._unfinished = None
        self.owes_continue = False
        return request


def _parse_request_line(line: bytes) -> tuple[bytes, bytes, bytes]:
    parts = line.split(b" ")
    if len(parts) != 3 or not parts[0].isalpha() or not parts[1]:
        raise ValueError(f"{line[:80]!r} is not a request line")
    method, target, version = parts
    if version not in (b"HTTP/1.1", b"HTTP/1.0"):
        if not version.startswith(b"HTTP/"):
            raise ValueError(f"{line[:80]!r} is not a request line")
        raise BadRequest(_VERSION_NOT_SUPPORTED, f"{version[:20]!r} is not HTTP/1.1")
    return method, target, version
