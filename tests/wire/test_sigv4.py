"""Signatures: AWS's published vectors, and botocore as a second opinion."""

from __future__ import annotations

import calendar
import json
import time
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from botocore import auth as botocore_auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials as BotocoreCredentials
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from tavola.errors import OperationError
from tavola.wire.http1 import RequestReader
from tavola.wire.sigv4 import (
    Credentials,
    CredentialScope,
    DynamoDBSigner,
    SignedParts,
    canonical_request,
    signature,
    signing_key,
    string_to_sign,
)

VECTORS: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "vectors" / "aws4_testsuite.json").read_text("utf-8")
)
SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
SCOPE = CredentialScope("20150830", "us-east-1", "service")
MOMENT = "20150830T123600Z"


def parts_of(vector: dict[str, str]) -> SignedParts:
    head, _, body = vector["request"].partition("\n\n")
    request_line, *lines = head.replace("\n ", " ").splitlines()
    method, target = request_line.rsplit(" ", 1)[0].split(" ", 1)
    path, _, query = target.partition("?")
    headers = [(name, value) for name, _, value in (line.partition(":") for line in lines)]
    names = vector["authorization"].partition("SignedHeaders=")[2].partition(",")[0].split(";")
    return SignedParts(method, path, query, headers, names, sha256(body.encode()).hexdigest())


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS.keys())
def test_the_canonical_request_is_aws_s(vector: dict[str, str]) -> None:
    assert canonical_request(parts_of(vector)) == vector["canonical"]


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS.keys())
def test_the_string_to_sign_is_aws_s(vector: dict[str, str]) -> None:
    assert string_to_sign(MOMENT, SCOPE, vector["canonical"]) == vector["string_to_sign"]


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS.keys())
def test_the_signature_is_aws_s(vector: dict[str, str]) -> None:
    signed = signature(signing_key(SECRET, SCOPE), vector["string_to_sign"])

    assert vector["authorization"].endswith(f"Signature={signed}")


def sign_with_botocore(
    credentials: Credentials, host: str, target: str, body: bytes
) -> dict[str, str]:
    headers = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": target}
    request: Any = AWSRequest("POST", f"http://{host}/", headers, body)
    keys = BotocoreCredentials(
        credentials.access_key, credentials.secret_key, credentials.session_token
    )
    signer: Any = botocore_auth.SigV4Auth(keys, "dynamodb", "eu-west-1")
    signer.add_auth(request)
    return dict(request.headers.items())


def headers_of(message: bytes) -> dict[str, str]:
    reader = RequestReader()
    reader.feed(message)
    request = reader.next_request()
    assert request is not None
    return {name.decode(): value.decode() for name, value in request.headers.items()}


keys = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=16, max_size=40)


@settings(max_examples=100)
@given(
    credentials=st.builds(Credentials, keys, keys, st.none() | keys),
    host=st.sampled_from(["127.0.0.1:8000", "dynamodb.eu-west-1.amazonaws.com"]),
    action=st.sampled_from(["GetItem", "TransactWriteItems"]),
    body=st.binary(max_size=2000),
)
def test_botocore_signs_the_same(
    credentials: Credentials, host: str, action: str, body: bytes
) -> None:
    target = f"DynamoDB_20120810.{action}"
    theirs = sign_with_botocore(credentials, host, target, body)
    now = calendar.timegm(time.strptime(theirs["X-Amz-Date"], "%Y%m%dT%H%M%SZ"))

    ours = headers_of(DynamoDBSigner(credentials, "eu-west-1", host).request(target, body, now))

    assert ours["authorization"] == theirs["Authorization"]


def test_a_signer_follows_the_clock_into_the_next_day() -> None:
    credentials = Credentials("AKIDEXAMPLE", SECRET)
    signer = DynamoDBSigner(credentials, "eu-west-1", "localhost")
    midnight = calendar.timegm((2026, 11, 16, 0, 0, 0))
    signer.request("DynamoDB_20120810.ListTables", b"{}", midnight - 0.5)

    message = signer.request("DynamoDB_20120810.ListTables", b"{}", midnight)

    fresh = DynamoDBSigner(credentials, "eu-west-1", "localhost")
    assert message == fresh.request("DynamoDB_20120810.ListTables", b"{}", midnight)


def test_secrets_do_not_show() -> None:
    assert repr(Credentials("AKIDEXAMPLE", "secret", "token")) == (
        "Credentials(access_key='AKIDEXAMPLE')"
    )


def test_rich_shows_no_secrets_either() -> None:
    shown = StringIO()

    Console(file=shown).print(Credentials("AKIDEXAMPLE", "hidden", "token"))

    assert shown.getvalue() == "Credentials(access_key='AKIDEXAMPLE')\n"


@pytest.mark.parametrize("sign", ["\n", "\x7f", "é", "\r", "\t"])
@pytest.mark.parametrize(
    ("name", "place"), [("access key", 0), ("secret key", 1), ("session token", 2)]
)
def test_a_key_that_cannot_stand_in_a_header_is_refused_unseen(
    name: str, place: int, sign: str
) -> None:
    keys = ["hidden", "hidden", "hidden"]
    keys[place] += sign

    with pytest.raises(OperationError) as refused:
        Credentials(*keys)

    assert str(refused.value) == (
        f"credentials: the {name} has a character that is neither a letter, a digit nor a sign of"
        " ASCII. Look for a line break or a space at its end."
    )


def test_keys_have_any_sign_of_ascii_and_no_token_has_to_be() -> None:
    visible = "".join(map(chr, range(33, 127)))

    assert Credentials(visible, f"{visible} ", visible).session_token == visible
    assert Credentials("", "").session_token is None
    assert Credentials("", "", "").session_token == ""


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("/", "/"),
        ("", "/"),
        ("//", "/"),
        ("/a/../..", "/"),
        ("/a/./b/", "/a/b/"),
        ("/a/b/../c", "/a/c"),
        ("/a%20b/é~-_.", "/a%2520b/%C3%A9~-_."),
    ],
)
def test_a_path_is_resolved_and_encoded_once_more(path: str, canonical: str) -> None:
    parts = SignedParts("POST", path, "", [], ["host"], "digest")

    assert canonical_request(parts) == f"POST\n{canonical}\n\nhost:\n\nhost\ndigest"


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("b=2&a=1&a=0", "a=0&a=1&b=2"),
        ("a", "a="),
        ("a=%7e%20/é", "a=~%20%2F%C3%A9"),
        ("X-Amz-Signature=s&X-Amz-Date=d", "X-Amz-Date=d"),
    ],
)
def test_a_query_is_sorted_encoded_and_without_its_signature(query: str, canonical: str) -> None:
    parts = SignedParts("GET", "/", query, [], [], "digest")

    assert canonical_request(parts) == f"GET\n/\n{canonical}\n\n\ndigest"


def test_signed_headers_are_joined_and_their_spaces_are_one() -> None:
    headers = [("A", "  x \t y "), ("b", "unsigned"), ("a", "z")]
    parts = SignedParts("GET", "/", "", headers, ["a"], "digest")

    assert canonical_request(parts) == "GET\n/\n\na:x y,z\n\na\ndigest"


def test_a_request_is_written_whole_and_the_same_within_its_second() -> None:
    signer = DynamoDBSigner(
        Credentials("AKIDEXAMPLE", SECRET, "token"),
        "eu-west-1",
        "localhost",
        b"POST / X\r\nB: c\r\n",
    )
    now = calendar.timegm((2026, 11, 16, 1, 2, 3))

    message = signer.request("T.Action", b"{}", now)

    head, _, signed = message.partition(b"Signature=")
    assert head == (
        b"POST / X\r\nB: c\r\nX-Amz-Target: T.Action\r\nContent-Type: application/x-amz-json-1.0"
        b"\r\nHost: localhost\r\nX-Amz-Date: 20261116T010203Z\r\nX-Amz-Security-Token: token\r\n"
        b"Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261116/eu-west-1/dynamodb"
        b"/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;"
        b"x-amz-target, "
    )
    assert signed[64:] == b"\r\nContent-Length: 2\r\n\r\n{}"
    assert signer.request("T.Action", b"{}", now + 0.9) == message
