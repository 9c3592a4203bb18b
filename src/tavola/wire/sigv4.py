"""AWS Signature Version 4: the string that both sides sign, and a signer for DynamoDB's requests.

It must not know clocks: the time is an argument. Secrets never appear in a `repr` or a message.
"""

from __future__ import annotations

import hmac
import re
import time
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote, unquote_to_bytes

from msgspec import Struct

from tavola.errors import OperationError

ALGORITHM: Final = "AWS4-HMAC-SHA256"
TERMINATOR: Final = "aws4_request"
CONTENT_TYPE: Final = "application/x-amz-json-1.0"

Hash = Any
"""A hash of hashlib's, whose type has no name at run time."""

_SPACES: Final = re.compile(r"\s+")
_VISIBLE: Final = re.compile(r"[!-~]+")


class Credentials(Struct, frozen=True):
    """Keys of AWS; only the access key shows in the `repr`.

    What stands in headers must be visible ASCII: a line break would begin another header.
    """

    access_key: str
    secret_key: str
    session_token: str | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot stand in a header; the message shows none of it."""
        for name, text in (("access key", self.access_key), ("session token", self.session_token)):
            if text and not _VISIBLE.fullmatch(text):
                raise OperationError(_no_key(name))
        if not self.secret_key.isascii() or not self.secret_key.isprintable():
            raise OperationError(_no_key("secret key"))

    def __repr__(self) -> str:
        return f"Credentials(access_key={self.access_key!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """What rich shows instead of the `repr`."""
        return [("access_key", self.access_key)]


def _no_key(name: str) -> str:
    return (
        f"credentials: the {name} has a character that is neither a letter, a digit nor a sign of"
        " ASCII. Look for a line break or a space at its end."
    )


class CredentialScope(Struct, frozen=True):
    """Where and when a signing key is good: a day, a region, a service."""

    day: str
    region: str
    service: str

    def __str__(self) -> str:
        return f"{self.day}/{self.region}/{self.service}/{TERMINATOR}"


class SignedParts(Struct, frozen=True):
    """What a signature covers, as it stands in the request."""

    method: str
    path: str
    query: str
    headers: Sequence[tuple[str, str]]
    """Names in any case, in the order sent; a repeated name stands once per line."""
    signed_names: Sequence[str]
    """The lower-case names of the headers that are signed."""
    payload_hash: str


def timestamp(now: float) -> str:
    """Write a time as SigV4 wants it: `20150830T123600Z`."""
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))


def signing_key(secret_key: str, scope: CredentialScope) -> bytes:
    """Derive the key of one day, region and service."""
    key = f"AWS4{secret_key}".encode()
    for part in (scope.day, scope.region, scope.service, TERMINATOR):
        key = hmac.digest(key, part.encode(), "sha256")
    return key


def signature(key: bytes, text: str) -> str:
    """Sign a string to sign."""
    return hmac.digest(key, text.encode(), "sha256").hex()


def string_to_sign(moment: str, scope: CredentialScope, canonical: str) -> str:
    """Write the string to sign for a canonical request."""
    digest = sha256(canonical.encode("utf-8", "surrogateescape")).hexdigest()
    return f"{ALGORITHM}\n{moment}\n{scope}\n{digest}"


def canonical_request(parts: SignedParts) -> str:
    """Write a request in the one form that both sides agree on."""
    return "\n".join(
        (
            parts.method,
            _canonical_path(parts.path),
            _canonical_query(parts.query),
            *_canonical_headers(parts.headers, parts.signed_names),
            "",
            ";".join(parts.signed_names),
            parts.payload_hash,
        )
    )


def _canonical_path(path: str) -> str:
    """Resolve `.` and `..`, drop empty segments, and percent-encode once more."""
    segments: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            del segments[-1:]
        elif segment not in ("", "."):
            segments.append(segment)
    resolved = "/" + "/".join(segments)
    if segments and path.endswith("/"):
        resolved += "/"
    return quote(resolved.encode("utf-8", "surrogateescape"))


def _canonical_query(query: str) -> str:
    if not query:
        return ""
    pairs = (pair.partition("=") for pair in query.split("&"))
    return "&".join(
        f"{name}={value}"
        for name, value in sorted((_encode(name), _encode(value)) for name, _, value in pairs)
        if name != "X-Amz-Signature"
    )


def _encode(text: str) -> str:
    return quote(unquote_to_bytes(text.encode("utf-8", "surrogateescape")), safe="")


def _canonical_headers(
    headers: Iterable[tuple[str, str]], signed_names: Sequence[str]
) -> Iterable[str]:
    values: dict[str, list[str]] = {name: [] for name in signed_names}
    for name, value in headers:
        if name.lower() in values:
            values[name.lower()].append(_SPACES.sub(" ", value.strip()))
    return (f"{name}:{','.join(values[name])}" for name in signed_names)


def _keyed(key: bytes, text: bytes) -> tuple[Hash, Hash]:
    """Begin HMAC-SHA256 of texts that begin with this one; the key has at most 64 bytes.

    The inner hash goes on with the rest of a text, the outer one with the inner's digest.
    """
    block = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in block) + text)
    return inner, sha256(bytes(byte ^ 0x5C for byte in block))


class _SigningSecond(Struct, frozen=True):
    """All of a signature that depends on its second alone."""

    second: int
    inner: Hash
    outer: Hash
    canonical: tuple[str, str]
    """The canonical request before the target, and from there to the body's digest."""
    opening: str
    lines: str
    """The header lines after the target, until the signature."""
    by_target: dict[str, tuple[Hash, bytes]]
    """The canonical request's hash until the body's digest, the request until the signature."""

    def start_target(self, target: str) -> tuple[Hash, bytes]:
        """Prepare what depends on the target too."""
        before, after = self.canonical
        made = (
            sha256(f"{before}{target}{after}".encode()),
            f"{self.opening}X-Amz-Target: {target}\r\n{self.lines}".encode("latin-1"),
        )
        self.by_target[target] = made
        return made


class DynamoDBSigner:
    """Writes signed requests to one endpoint, keeping what is costly.

    The signing key is kept for its day, all that depends on the time and the action for their
    second: a call hashes its body and little more. Threads may share a signer: what belongs
    together changes together.
    """

    __slots__ = ("_credentials", "_day_and_key", "_host", "_moment", "_opening", "_region")

    def __init__(
        self,
        credentials: Credentials,
        region: str,
        host: str,
        opening: bytes = b"POST / HTTP/1.1\r\n",
    ) -> None:
        """Prepare; requests begin with `opening`: the first line, and headers that are unsigned."""
        self._credentials = credentials
        self._region = region
        self._host = host
        self._opening = opening.decode("latin-1")
        self._day_and_key = ("", b"")
        self._moment = self._start_second(0)

    def request(self, target: str, body: bytes, now: float) -> bytes:
        """Write a request that is signed for now."""
        moment = self._moment
        if int(now) != moment.second:
            moment = self._moment = self._start_second(int(now))
        canonical, lines = moment.by_target.get(target) or moment.start_target(target)
        request = canonical.copy()
        request.update(sha256(body).hexdigest().encode())
        inner, outer = moment.inner.copy(), moment.outer.copy()
        inner.update(request.hexdigest().encode())
        outer.update(inner.digest())
        return b"%b%b\r\nContent-Length: %d\r\n\r\n%b" % (
            lines,
            outer.hexdigest().encode(),
            len(body),
            body,
        )

    def _start_second(self, second: int) -> _SigningSecond:
        moment = timestamp(second)
        scope = CredentialScope(moment[:8], self._region, "dynamodb")
        day, key = self._day_and_key
        if scope.day != day:
            key = signing_key(self._credentials.secret_key, scope)
            self._day_and_key = scope.day, key
        signed = [("Content-Type", CONTENT_TYPE), ("Host", self._host), ("X-Amz-Date", moment)]
        if self._credentials.session_token:
            signed.append(("X-Amz-Security-Token", self._credentials.session_token))
        names = ";".join([*(name.lower() for name, _ in signed), "x-amz-target"])
        canonical_lines = "".join(f"{name.lower()}:{value}\n" for name, value in signed)
        lines = "".join(f"{name}: {value}\r\n" for name, value in signed)
        inner, outer = _keyed(key, f"{ALGORITHM}\n{moment}\n{scope}\n".encode())
        return _SigningSecond(
            second,
            inner,
            outer,
            (f"POST\n/\n\n{canonical_lines}x-amz-target:", f"\n\n{names}\n"),
            self._opening,
            f"{lines}Authorization: {ALGORITHM}"
            f" Credential={self._credentials.access_key}/{scope},"
            f" SignedHeaders={names}, Signature=",
            {},
        )
