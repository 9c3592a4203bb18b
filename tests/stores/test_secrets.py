"""Secrets show nowhere: neither in tracebacks, nor in logs, nor in what a debugger prints."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

import pytest

from tavola.engine import Engine
from tavola.errors import AccessRefused, StoreError
from tavola.server import serve
from tavola.stores.http.credentials import find_credentials
from tavola.stores.http.endpoint_settings import parse_location
from tavola.wire.http1 import render_response
from tavola.wire.sigv4 import Credentials
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.peers import peer, tunnel

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
KEYS = Credentials("AKIDEXAMPLE", "very-hidden-secret", "hidden-token")
REFUSED = b'{"__type":"com.amazon.coral.service#ExpiredTokenException","message":"Too old"}'


def _everything(error: BaseException, caplog: pytest.LogCaptureFixture) -> str:
    return "".join(traceback.format_exception(error)) + caplog.text


def test_a_refused_call_shows_none(
    open_client: OpenClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with (
        Engine.open("memory:") as engine,
        serve(engine, credentials=Credentials("AKIDEXAMPLE", "right")) as url,
    ):
        client = open_client(url, credentials=KEYS)

        with pytest.raises(AccessRefused) as refused:
            client.execute("GetItem", GET)

    assert "hidden" not in _everything(refused.value, caplog)


@pytest.mark.parametrize(
    "answer", [render_response(400, b"", REFUSED), b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"]
)
def test_a_failed_call_shows_none(
    open_client: OpenClient, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with peer(answer) as address:
        client = open_client(address.url, "&attempts=2", credentials=KEYS)

        with pytest.raises(StoreError) as ended:
            client.execute("GetItem", GET)

    assert "hidden" not in _everything(ended.value, caplog)


def test_a_proxys_refusal_shows_none(
    open_client: OpenClient, closed_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with tunnel(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n") as proxy:
        environment = {"HTTPS_PROXY": f"http://ada:hidden@127.0.0.1:{proxy.port}"}
        client = open_client(
            f"https://127.0.0.1:{closed_port}",
            "&attempts=1",
            environment=environment,
            credentials=KEYS,
        )

        with pytest.raises(StoreError) as ended:
            client.execute("GetItem", GET)

    # The header that carries the password: ada:hidden.
    assert "YWRhOmhpZGRlbg" not in _everything(ended.value, caplog)
    assert "hidden" not in _everything(ended.value, caplog)


@pytest.mark.parametrize(
    "text",
    [
        "[staging]\naws_access_key_id = AKIDFILE\naws_secret_access_key hidden\n",
        "hidden\n",
        "[staging]\naws_access_key_id = AKIDFILE\n aws_secret_access_key = hidden\n",
        "[staging]\ncredential_process = /bin/echo hidden\n",
    ],
    ids=["no equals sign", "no section", "indented", "no JSON"],
)
def test_a_shared_file_that_cannot_be_read_is_not_quoted(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "credentials"
    file.write_text(text)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(file))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    source = find_credentials(parse_location("dynamodb://us-east-1?profile=staging", {}), {})

    with pytest.raises(AccessRefused, match="botocore could not find them") as refused:
        source.refresh(0.0)

    assert "hidden" not in _everything(refused.value, caplog)


@pytest.mark.parametrize(
    ("profile", "reason"),
    [
        ("nowhere", "(ProfileNotFound). The config profile (nowhere) could not be found."),
        (
            "staging",
            "(PartialCredentialsError). Partial credentials found in shared-credentials-file,"
            " missing: aws_secret_access_key.",
        ),
    ],
)
def test_a_profile_that_is_missing_or_half_is_named(
    profile: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "credentials"
    file.write_text("[staging]\naws_access_key_id = AKIDFILE\n")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(file))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    source = find_credentials(parse_location(f"dynamodb://us-east-1?profile={profile}", {}), {})

    with pytest.raises(AccessRefused) as refused:
        source.refresh(0.0)

    assert refused.value.message == f"credentials: botocore could not find them {reason}"
