"""The head of a message: its lines as a dictionary, strictly, and what they say about the body."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

Headers = dict[bytes, bytes]
"""Lower-case names to values; the values of a repeated header are joined by a comma."""

MAX_HEAD_BYTES: Final = 32 * 1024
END_OF_HEAD: Final = b"\r\n\r\n"

_TOKEN: Final = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_CONTROLS: Final = bytes([*range(9), *range(10, 32), 127])
_DIGITS_OF_A_LENGTH: Final = 15

_FAMILIAR_NAMES: Final = (
    "accept accept-encoding amz-sdk-invocation-id amz-sdk-request authorization connection"
    " content-encoding content-length content-type date expect host origin server transfer-encoding"
    " user-agent x-amz-content-sha256 x-amz-crc32 x-amz-date x-amz-security-token x-amz-target"
    " x-amz-user-agent x-amzn-requestid"
)


def _spellings(names: Iterable[str]) -> dict[bytes, bytes]:
    """List how clients write familiar names, so that looking one up is its check."""
    spelled: dict[bytes, bytes] = {}
    for name in names:
        for spelling in (name, name.title(), name.replace("requestid", "RequestId")):
            spelled[spelling.encode()] = name.encode()
    return spelled


_SPELLINGS: Final = _spellings(_FAMILIAR_NAMES.split())


def split_head(head: bytes) -> list[bytes]:
    """Cut a head into its lines; a ValueError if one contains a control character."""
    lines = head.split(b"\r\n")
    line_ends = 2 * (len(lines) - 1)
    if len(head.translate(None, _CONTROLS)) != len(head) - line_ends:
        raise ValueError("the head contains a control character")
    return lines


def parse_headers(lines: Iterable[bytes]) -> Headers:
    """Read header lines; a ValueError names the invalid line."""
    headers: Headers = {}
    for line in lines:
        spelling, colon, value = line.partition(b":")
        name = (colon and _SPELLINGS.get(spelling)) or _check_name(line)
        value = value.strip()
        if name in headers:
            value = _join_repeated(name, headers[name], value)
        headers[name] = value
    return headers


def _check_name(line: bytes) -> bytes:
    # A space before the colon and a line that goes on with a space are how requests are smuggled.
    match = _TOKEN.match(line)
    if match is None or line[match.end() : match.end() + 1] != b":":
        raise ValueError(f"{line[:80]!r} is not a header line")
    return match.group().lower()


def _join_repeated(name: bytes, first: bytes, second: bytes) -> bytes:
    if name not in (b"content-length", b"host"):
        return first + b"," + second
    if first != second:
        raise ValueError(f"{name.decode()} is given twice, as {first[:40]!r} and {second[:40]!r}")
    return first


def content_length(headers: Headers) -> int:
    """Read the announced length of the body, 0 without; a ValueError if it is not a number."""
    text = headers.get(b"content-length", b"0")
    if not text.isdigit() or len(text) > _DIGITS_OF_A_LENGTH:
        raise ValueError(f"Content-Length {text[:40]!r} is not a length")
    return int(text)


def is_chunked(headers: Headers) -> bool:
    """Return whether the body comes in chunks; a ValueError for codings we cannot undo."""
    coding = headers.get(b"transfer-encoding")
    if coding is None:
        return False
    if coding.lower() != b"chunked":
        raise ValueError(f"Transfer-Encoding {coding[:40]!r} is not 'chunked'")
    if b"content-length" in headers:
        raise ValueError("both Content-Length and Transfer-Encoding are given")
    return True


def stays_open(headers: Headers, version: bytes) -> bool:
    """Return whether the connection may carry another message after this one."""
    connection = headers.get(b"connection")
    if connection is None:
        return version == b"HTTP/1.1"
    options = connection.lower()
    return b"keep-alive" in options if version == b"HTTP/1.0" else b"close" not in options
