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
