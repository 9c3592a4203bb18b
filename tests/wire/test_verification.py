"""Signatures are verified in AWS's words and order."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from typing import Any

import pytest
from botocore import auth as botocore_auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials as BotocoreCredentials

from tavola.errors import AccessRefused
from tavola.wire.http1 import HttpRequest, RequestReader
from tavola.wire.sigv4 import Credentials, DynamoDBSigner
from tavola.wire.verification import (
    Authentication,
    Verifier,
    is_plainly_signed,
    read_authentication,
)

KEYS = Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
NOW = calendar.timegm((2026, 11, 15, 12, 0, 0))
Edit = Callable[[bytes], bytes]


def read(message: bytes) -> HttpRequest:
    reader = RequestReader()
    reader.feed(message)
    request = reader.next_request()
    assert request is not None
    return request


def signed(edit: Edit = bytes, *, keys: Credentials = KEYS, at: float = NOW) -> HttpRequest:
    signer = DynamoDBSigner(keys, "eu-west-1", "localhost:8000")
    return read(edit(signer.request("DynamoDB_20120810.ListTables", b"{}", at)))


def replace(old: bytes, new: bytes) -> Edit:
    return lambda message: message.replace(old, new)


def refusal(request: HttpRequest) -> tuple[str, str]:
    with pytest.raises(AccessRefused) as refused:
        Verifier(KEYS).check(request, NOW)
    return refused.value.code, refused.value.message


@pytest.mark.parametrize("at", [NOW, NOW - 890, NOW + 890])
def test_a_rightly_signed_request_passes(at: float) -> None:
    Verifier(KEYS).check(signed(at=at), NOW)


def test_the_usual_request_is_recognised_fast() -> None:
    assert is_plainly_signed(signed())


@pytest.mark.parametrize(
    "edit",
    [
        replace(b"AKIAIOSFODNN7EXAMPLE/20261115/eu-west-1/dynamodb/aws4_request", b""),
        replace(b"POST / ", b"POST /?X-Amz-Algorithm "),
        replace(b"X-Amz-Date", b"X-Date"),
        replace(b"Authorization", b"X-Authorization"),
    ],
)
def test_an_unusual_request_is_looked_at_closely(edit: Edit) -> None:
    assert not is_plainly_signed(signed(edit))


def test_a_request_with_a_session_token_passes() -> None:
    keys = Credentials(KEYS.access_key, KEYS.secret_key, "token")

    Verifier(KEYS).check(signed(keys=keys), NOW)


def test_a_presigned_request_passes() -> None:
    presigned: Any = AWSRequest("POST", "http://localhost:8000/", {}, b"")
    keys = BotocoreCredentials(KEYS.access_key, KEYS.secret_key)
    signer: Any = botocore_auth.SigV4QueryAuth(keys, "dynamodb", "eu-west-1")
    signer.add_auth(presigned)
    target = presigned.url.removeprefix("http://localhost:8000")

    request = read(f"POST {target} HTTP/1.1\r\nHost: localhost:8000\r\n\r\n".encode())

    moment = read_authentication(request).moment
    now = calendar.timegm((int(moment[:4]), int(moment[4:6]), int(moment[6:8]), 0, 0, 0))
    seconds = int(moment[9:11]) * 3600 + int(moment[11:13]) * 60
    Verifier(KEYS).check(request, now + seconds)


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        (
            signed(replace(b"Authorization:", b"X:")),
            "MissingAuthenticationTokenException",
            "Request is missing Authentication Token",
        ),
        (
            signed(replace(b"Authorization: AWS4-HMAC", b"Authorization: Basic")),
            "MissingAuthenticationTokenException",
            "Request is missing Authentication Token",
        ),
        (
            signed(replace(b"POST /", b"POST /?X-Amz-Algorithm=AWS4-HMAC-SHA256")),
            "InvalidSignatureException",
            "Found both 'X-Amz-Algorithm' as a query-string param"
            " and 'Authorization' as HTTP header.",
        ),
        (
            read(b"POST /?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Date=d HTTP/1.1\r\n\r\n"),
            "IncompleteSignatureException",
            "AWS query-string parameters must include 'X-Amz-Signature'. "
            "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
            "Re-examine the query-string parameters.",
        ),
        (
            read(b"POST / HTTP/1.1\r\nAuthorization: AWS4- Signature=b,Credential=a\r\n\r\n"),
            "IncompleteSignatureException",
            "Authorization header requires 'SignedHeaders' parameter. "
            "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
            "Authorization=AWS4- Signature=b,Credential=a",
        ),
        (
            signed(replace(b"X-Amz-Date: 2026", b"X-Amz-Date: x026")),
            "IncompleteSignatureException",
            "Date must be in ISO-8601 'basic format'. Got 'x0261115T120000Z'."
            " See http://en.wikipedia.org/wiki/ISO_8601",
        ),
        (
            signed(at=NOW - 3600),
            "InvalidSignatureException",
            "Signature expired: 20261115T110000Z is now earlier than 20261115T114500Z"
            " (20261115T120000Z - 15 min.)",
        ),
        (
            signed(at=NOW + 3600),
            "InvalidSignatureException",
            "Signature not yet current: 20261115T130000Z is still later than 20261115T121500Z"
            " (20261115T120000Z + 15 min.)",
        ),
        (
            signed(replace(b";host;", b";")),
            "InvalidSignatureException",
            "'Host' must be a 'SignedHeader' in the AWS Authorization.",
        ),
        (
            signed(replace(b"SHA256 ", b"SHA25 ")),
            "IncompleteSignatureException",
            "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). ",
        ),
        (
            signed(replace(b"/dynamodb/aws4_request", b"/aws4_request")),
            "IncompleteSignatureException",
            "Credential must have exactly 5 slash-delimited elements, e.g."
            " keyid/date/region/service/term, got"
            " 'AKIAIOSFODNN7EXAMPLE/20261115/eu-west-1/aws4_request'",
        ),
        (
            signed(replace(b"/20261115/eu-west-1/dynamodb/aws4_request", b"/b/C/d/e")),
            "InvalidSignatureException",
            "Credential should be scoped to a valid region, not 'C'. "
            "Credential should be scoped to correct service: 'dynamodb'. "
            "Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. "
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from"
            " HTTP: 'b' != '20261115', from '20261115T120000Z'.",
        ),
        (
            signed(keys=Credentials("AKIAOTHER", KEYS.secret_key)),
            "UnrecognizedClientException",
            "The security token included in the request is invalid.",
        ),
        (
            signed(keys=Credentials(KEYS.access_key, "other")),
            "InvalidSignatureException",
            "The request signature we calculated does not match the signature you provided."
            " Check your AWS Secret Access Key and signing method."
            " Consult the service documentation for details.",
        ),
        (
            signed(replace(b"\r\n\r\n{}", b"\r\n\r\n[]")),
            "InvalidSignatureException",
            "The request signature we calculated does not match the signature you provided."
            " Check your AWS Secret Access Key and signing method."
            " Consult the service documentation for details.",
        ),
    ],
)
def test_a_fault_is_named_as_aws_names_it(request_: HttpRequest, code: str, message: str) -> None:
    assert refusal(request_) == (code, message)


def test_a_date_header_does_for_the_date() -> None:
    request = read(
        b"POST / HTTP/1.1\r\nDate: Sun, 15 Nov 2026 12:00:00 GMT\r\n"
        b"Authorization: AWS4-HMAC-SHA256 Credential=a, SignedHeaders=host, Signature=c\r\n\r\n"
    )

    assert read_authentication(request).moment == "20261115T120000Z"


@pytest.mark.parametrize("away", [-900, 900])
def test_a_signature_is_good_for_15_minutes_to_both_sides(away: int) -> None:
    Verifier(KEYS).check(signed(at=NOW + away), NOW)

    with pytest.raises(AccessRefused, match=r"^InvalidSignatureException: Signature "):
        Verifier(KEYS).check(signed(at=NOW + away + away // 900), NOW)


def test_a_verifier_checks_one_request_after_another() -> None:
    verifier = Verifier(KEYS)
    other = DynamoDBSigner(KEYS, "us-east-1", "localhost:8000").request("T.A", b"{}", NOW)

    verifier.check(signed(), NOW)
    verifier.check(read(other), NOW)
    verifier.check(signed(at=NOW + 1), NOW)


def test_a_slash_after_the_credential_is_passed_over() -> None:
    Verifier(KEYS).check(signed(replace(b"/aws4_request,", b"/aws4_request/,")), NOW)


UNUSUAL: list[Edit] = [
    replace(b", SignedHeaders=", b",SignedHeaders="),
    replace(b", Signature=", b",Signature="),
    replace(b"SignedHeaders=", b"SignedHeaders=,"),
    replace(b"SHA256 Credential=", b"SHA256  Credential="),
    lambda message: message[: message.index(b", Signature=")] + b", Signature=\r\n\r\n",
    replace(b"POST / ", b"POST /? "),
]


@pytest.mark.parametrize("edit", UNUSUAL)
def test_what_is_not_written_as_usual_is_looked_at_closely(edit: Edit) -> None:
    assert not is_plainly_signed(signed(edit))


_AUTHORIZATION = b"Authorization: AWS4-HMAC-SHA256 Credential=a,SignedHeaders=b  Signature=c=d\r\n"


@pytest.mark.parametrize(
    ("dates", "moment"),
    [
        (b"X-Amz-Date: 20261115T120000Z\r\nDate: 20261115T130000Z\r\n", "20261115T120000Z"),
        (b"Date: 20261115T130000Z\r\n", "20261115T130000Z"),
        (b"Date: Sun, 15 Nov 2026 14:00:00 +0200\r\n", "20261115T120000Z"),
        (b"Date: once\r\n", "once"),
        (b"X-Amz-Date: 20261115T120000\r\n", "20261115T120000"),
    ],
)
def test_a_date_is_read_as_clients_write_it(dates: bytes, moment: str) -> None:
    request = read(b"POST / HTTP/1.1\r\n" + dates + _AUTHORIZATION + b"\r\n")

    assert read_authentication(request) == Authentication(
        "AWS4-HMAC-SHA256", "a", "b", "c=d", moment
    )


def test_a_query_names_all_that_a_signature_needs() -> None:
    names = ("Algorithm", "Credential", "Signature", "SignedHeaders", "Date")
    query = "&".join(f"X-Amz-{name}={name.lower()}" for name in names)
    empty = "&".join(f"X-Amz-{name}=" for name in names)

    assert read_authentication(read(f"POST /?{query} HTTP/1.1\r\n\r\n".encode())) == (
        Authentication("algorithm", "credential", "signedheaders", "signature", "date")
    )
    with pytest.raises(AccessRefused) as refused:
        read_authentication(read(f"POST /?{empty} HTTP/1.1\r\n\r\n".encode()))
    assert (refused.value.code, refused.value.message) == (
        "IncompleteSignatureException",
        "".join(f"AWS query-string parameters must include 'X-Amz-{name}'. " for name in names)
        + "Re-examine the query-string parameters.",
    )


@pytest.mark.parametrize("moment", ["20261315T120000Z", "20261115T250000Z"])
def test_a_moment_that_no_calendar_has_is_refused(moment: str) -> None:
    request = signed(replace(b"X-Amz-Date: 20261115T120000Z", f"X-Amz-Date: {moment}".encode()))

    assert refusal(request) == (
        "IncompleteSignatureException",
        f"Date must be in ISO-8601 'basic format'. Got '{moment}'."
        " See http://en.wikipedia.org/wiki/ISO_8601",
    )


@pytest.mark.parametrize("header", [b"Host", b"HOST"])
def test_the_host_is_signed_in_any_case(header: bytes) -> None:
    code, message = refusal(signed(replace(b";host;", b";%b;" % header)))

    assert (code, message[:21]) == ("InvalidSignatureException", "The request signature")


NO_UTF_8: list[Edit] = [
    replace(b"POST / ", b"POST /\xff?\xfe "),
    replace(b".ListTables", b".List\xff"),
    replace(b"Content-Length", b"X: \xff\r\nContent-Length"),
    lambda message: message.replace(b"Signature=", b"Signature=\xff"),
]


@pytest.mark.parametrize("edit", NO_UTF_8)
def test_what_is_no_utf_8_is_signed_as_its_bytes(edit: Edit) -> None:
    signer = DynamoDBSigner(Credentials(KEYS.access_key, "other"), "eu-west-1", "localhost:8000")
    message = signer.request("DynamoDB_20120810.ListTables", b"{}", NOW)

    assert refusal(read(edit(message)))[1].startswith("The request signature we calculated does")
