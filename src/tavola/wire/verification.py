"""Is a request signed, and rightly? The server's side of SigV4, in AWS's words and order.

It must not know clocks or sockets: the time and the request are arguments.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Final
from urllib.parse import parse_qsl

from msgspec import Struct

from tavola.errors import AccessRefused
from tavola.wire.http1 import HttpRequest
from tavola.wire.sigv4 import (
    ALGORITHM,
    TERMINATOR,
    Credentials,
    CredentialScope,
    SignedParts,
    canonical_request,
    signature,
    signing_key,
    string_to_sign,
    timestamp,
)

SERVICE: Final = "dynamodb"
ALLOWED_SKEW_SECONDS: Final = 15 * 60

_BASIC_FORMAT: Final = re.compile(r"\d{8}T\d{6}Z")
_REGION: Final = re.compile(r"[a-z0-9-]+")
_QUERY_PARAMETERS: Final = ("Algorithm", "Credential", "Signature", "SignedHeaders", "Date")

_MISMATCH: Final = (
    "The request signature we calculated does not match the signature you provided."
    " Check your AWS Secret Access Key and signing method."
    " Consult the service documentation for details."
)


class Authentication(Struct, frozen=True):
    """What a request says about its signature, in the header or in the query string."""

    algorithm: str
    credential: str
    signed_headers: str
    signature: str
    moment: str


def _refuse(code: str, message: str) -> AccessRefused:
    return AccessRefused(message, code=code)


def _incomplete(message: str) -> AccessRefused:
    return _refuse("IncompleteSignatureException", message)


def _invalid(message: str) -> AccessRefused:
    return _refuse("InvalidSignatureException", message)


def is_plainly_signed(request: HttpRequest) -> bool:
    """Tell fast, for the usual request, that `read_authentication` would find nothing missing."""
    headers = request.headers
    given = headers.get(b"authorization", b"")
    return (
        request.target == b"/"
        and b"x-amz-date" in headers
        and given.startswith(b"AWS4-HMAC-SHA256 Credential=")
        and b", SignedHeaders=" in given
        and b", Signature=" in given
        and b"=," not in given
        and not given.endswith(b"=")
    )


def read_authentication(request: HttpRequest) -> Authentication:
    """Read who signed a request and how; AccessRefused if something of that is missing."""
    given = request.headers.get(b"authorization")
    query = request.target.partition(b"?")[2].decode("latin-1")
    parameters = dict(parse_qsl(query, keep_blank_values=True))
    is_in_query = "X-Amz-Algorithm" in parameters
    if given is not None and is_in_query:
        raise _invalid(
            "Found both 'X-Amz-Algorithm' as a query-string param"
            " and 'Authorization' as HTTP header."
        )
    if is_in_query:
        return _read_query(parameters)
    if given is None or not given.startswith(b"AWS4-"):
        message = "Request is missing Authentication Token"
        raise _refuse("MissingAuthenticationTokenException", message)
    return _read_header(given.decode("latin-1"), request)


def _read_query(parameters: Mapping[str, str]) -> Authentication:
    missing = [name for name in _QUERY_PARAMETERS if not parameters.get(f"X-Amz-{name}")]
    if missing:
        faults = [f"AWS query-string parameters must include 'X-Amz-{name}'." for name in missing]
        raise _incomplete(" ".join([*faults, "Re-examine the query-string parameters."]))
    return Authentication(
        parameters["X-Amz-Algorithm"],
        parameters["X-Amz-Credential"],
        parameters["X-Amz-SignedHeaders"],
        parameters["X-Amz-Signature"],
        parameters["X-Amz-Date"],
    )


def _read_header(given: str, request: HttpRequest) -> Authentication:
    algorithm, *pairs = (part for part in re.split("[, ]", given) if part)
    parameters = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
    faults = [
        f"Authorization header requires '{name}' parameter. "
        for name in ("Credential", "Signature", "SignedHeaders")
        if not parameters.get(name)
    ]
    moment = _read_date(request)
    if moment is None:
        faults.append(
            "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
        )
    if faults or moment is None:
        raise _incomplete(f"{''.join(faults)}Authorization={given}")
    return Authentication(
        algorithm,
        parameters["Credential"],
        parameters["SignedHeaders"],
        parameters["Signature"],
        moment,
    )


def _read_date(request: HttpRequest) -> str | None:
    given = request.headers.get(b"x-amz-date") or request.headers.get(b"date")
    if given is None:
        return None
    text = given.decode("latin-1")
    if _BASIC_FORMAT.fullmatch(text):
        return text
    try:
        return timestamp(parsedate_to_datetime(text).timestamp())
    except (ValueError, TypeError, IndexError, OverflowError):
        return text


class Verifier:
    """Checks signatures against known keys; the signing keys of a day are kept."""

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials
        self._scope: CredentialScope | None = None
        self._key = b""

    def check(self, request: HttpRequest, now: float) -> None:
        """Accept a request that one of the known keys signed; AccessRefused for all others."""
        given = read_authentication(request)
        _check_date(given.moment, now)
        signed_names = given.signed_headers.split(";")
        if "host" not in (name.lower() for name in signed_names):
            raise _invalid("'Host' must be a 'SignedHeader' in the AWS Authorization.")
        if given.algorithm != ALGORITHM:
            raise _incomplete(
                f"Unsupported AWS 'algorithm': '{given.algorithm}' (only {ALGORITHM} for now). "
            )
        access_key, scope = _read_credential(given)
        if access_key != self._credentials.access_key:
            message = "The security token included in the request is invalid."
            raise _refuse("UnrecognizedClientException", message)
        parts = _signed_parts(request, signed_names)
        text = string_to_sign(given.moment, scope, canonical_request(parts))
        expected = signature(self._signing_key(scope), text)
        if not hmac.compare_digest(expected.encode(), given.signature.encode()):
            raise _invalid(_MISMATCH)

    def _signing_key(self, scope: CredentialScope) -> bytes:
        if scope != self._scope:
            self._key = signing_key(self._credentials.secret_key, scope)
            self._scope = scope
        return self._key


def _check_date(moment: str, now: float) -> None:
    then = _seconds(moment)
    if then is None:
        raise _incomplete(
            f"Date must be in ISO-8601 'basic format'. Got '{moment}'."
            " See http://en.wikipedia.org/wiki/ISO_8601"
        )
    minutes = ALLOWED_SKEW_SECONDS // 60
    if then < now - ALLOWED_SKEW_SECONDS:
        earliest = timestamp(now - ALLOWED_SKEW_SECONDS)
        raise _invalid(
            f"Signature expired: {moment} is now earlier than {earliest}"
            f" ({timestamp(now)} - {minutes} min.)"
        )
    if then > now + ALLOWED_SKEW_SECONDS:
        latest = timestamp(now + ALLOWED_SKEW_SECONDS)
        raise _invalid(
            f"Signature not yet current: {moment} is still later than {latest}"
            f" ({timestamp(now)} + {minutes} min.)"
        )


def _seconds(moment: str) -> float | None:
    if not _BASIC_FORMAT.fullmatch(moment):
        return None
    try:
        return datetime.strptime(moment, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _read_credential(given: Authentication) -> tuple[str, CredentialScope]:
    parts = given.credential.rstrip("/").split("/")
    if len(parts) != 5:
        raise _incomplete(
            "Credential must have exactly 5 slash-delimited elements,"
            f" e.g. keyid/date/region/service/term, got '{given.credential}'"
        )
    access_key, day, region, service, terminator = parts
    faults: list[str] = []
    if not _REGION.fullmatch(region):
        faults.append(f"Credential should be scoped to a valid region, not '{region}'. ")
    if service != SERVICE:
        faults.append(f"Credential should be scoped to correct service: '{SERVICE}'. ")
    if terminator != TERMINATOR:
        faults.append(
            f"Credential should be scoped with a valid terminator: '{TERMINATOR}',"
            f" not '{terminator}'. "
        )
    if day != given.moment[:8]:
        faults.append(
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from"
            f" HTTP: '{day}' != '{given.moment[:8]}', from '{given.moment}'."
        )
    if faults:
        raise _invalid("".join(faults))
    return access_key, CredentialScope(day, region, service)


def _signed_parts(request: HttpRequest, signed_names: list[str]) -> SignedParts:
    path, _, query = request.target.decode("utf-8", "surrogateescape").partition("?")
    headers = [
        (name.decode(), value.decode("utf-8", "surrogateescape"))
        for name, value in request.headers.items()
    ]
    digest = sha256(request.body).hexdigest()
    return SignedParts(request.method.decode(), path, query, headers, signed_names, digest)
