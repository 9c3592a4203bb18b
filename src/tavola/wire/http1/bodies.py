"""Bodies that arrive in pieces: sized ones and chunked ones, each with a bound."""

from __future__ import annotations

from typing import Final, Protocol

MAX_CHUNK_LINE_BYTES: Final = 4 * 1024
MAX_TRAILER_BYTES: Final = 16 * 1024
# A chunk takes a microsecond, however little is in it: many small ones are an attack.
_FREE_CHUNKS: Final = 4096
_LEAST_CHUNK_BYTES: Final = 64


class TooLarge(ValueError):
    """The body grew past its bound."""


class ReceivedBody(Protocol):
    """A body that is being received."""

    @property
    def held_bytes(self) -> int:
        """How much of it has come."""
        ...

    def feed(self, data: bytes) -> bytes | None:
        """Take what arrived; the bytes after the body once it is whole, before that None."""
        ...

    def content(self) -> bytes:
        """Return the whole body."""
        ...


class SizedBody:
    """A body whose length was announced."""

    __slots__ = ("_joined", "_missing")

    def __init__(self, length: int) -> None:
        self._missing = length
        self._joined = bytearray()

    @property
    def held_bytes(self) -> int:
        """How much of it has come."""
        return len(self._joined)

    def feed(self, data: bytes) -> bytes | None:
        """Take what arrived; the bytes after the body once it is whole, before that None."""
        if len(data) < self._missing:
            self._joined += data
            self._missing -= len(data)
            return None
        self._joined += data[: self._missing]
        rest = data[self._missing :]
        self._missing = 0
        return rest

    def content(self) -> bytes:
        """Return the whole body."""
        return bytes(self._joined)


class ChunkedBody:
    """A body in chunks, each announced by its length; trailers are read and dropped."""

    __slots__ = (
        "_buffer",
        "_chunks",
        "_in_trailers",
        "_joined",
        "_max_bytes",
        "_missing",
        "_trailer_bytes",
    )

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._joined = bytearray()
        self._buffer = bytearray()
        self._missing = 0
        self._chunks = 0
        self._in_trailers = False
        self._trailer_bytes = 0

    @property
    def held_bytes(self) -> int:
        """How much of it has come."""
        return len(self._joined) + len(self._buffer)

    def feed(self, data: bytes) -> bytes | None:
        """Take what arrived; the bytes after the body once it is whole, before that None."""
        self._buffer += data
        position: int | None = 0
        while position is not None:
            start = position
            if self._missing:
                position = self._take_chunk(start)
            elif self._in_trailers:
                position, is_whole = self._take_trailer(start)
                if is_whole and position is not None:
                    rest = bytes(self._buffer[position:])
                    self._buffer.clear()
                    return rest
            else:
                position = self._take_length(start)
        return None

    def content(self) -> bytes:
        """Return the whole body."""
        return bytes(self._joined)

    def _take_length(self, start: int) -> int | None:
        end = self._end_of_line(start, MAX_CHUNK_LINE_BYTES)
        if end is None:
            return None
        digits = bytes(self._buffer[start:end]).partition(b";")[0].strip()
        if not digits or len(digits) > 12 or digits.strip(b"0123456789abcdefABCDEF"):
            raise ValueError(f"chunk length {digits[:40]!r} is not a hexadecimal number")
        length = int(digits, 16)
        if length == 0:
            self._in_trailers = True
        elif len(self._joined) + length > self._max_bytes:
            raise TooLarge(f"the body is longer than {self._max_bytes} bytes")
        else:
            self._missing = length + 2
            self._chunks += 1
            if len(self._joined) < (self._chunks - _FREE_CHUNKS) * _LEAST_CHUNK_BYTES:
                raise ValueError("the body has too many small chunks")
        return end + 2

    def _take_chunk(self, start: int) -> int | None:
        """Move what is there of a chunk; its line end stays until both bytes have come."""
        content = self._buffer[start : start + self._missing - 2]
        self._joined += content
        self._missing -= len(content)
        position = start + len(content)
        if self._missing > 2 or len(self._buffer) < position + 2:
            del self._buffer[:position]
            return None
        if not self._buffer.startswith(b"\r\n", position):
            raise ValueError("a chunk does not end where its length says")
        self._missing = 0
        return position + 2

    def _take_trailer(self, start: int) -> tuple[int | None, bool]:
        end = self._end_of_line(start, MAX_TRAILER_BYTES)
        if end is None:
            return None, False
        self._trailer_bytes += end - start
        if self._trailer_bytes > MAX_TRAILER_BYTES:
            raise ValueError("the trailers are too long")
        return end + 2, end == start

    def _end_of_line(self, start: int, max_bytes: int) -> int | None:
        end = self._buffer.find(b"\r\n", start)
        if end >= 0:
            return end
        if len(self._buffer) - start > max_bytes:
            raise ValueError("a line of the chunked body is too long")
        del self._buffer[:start]
        return None
