"""Whom the store trusts: certificates, and proxies on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.errors import OperationError, StoreUnavailable
from tavola.wire.http1 import RequestReader, render_response
from tests.stores.certificates import make_certificate
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.peers import Peer, peer, tunnel

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
KEYS = {"AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret"}
DONE = render_response(200, b"", b"{}")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def secure(certificate: Path) -> Iterator[Peer]:
    with peer(DONE, certificate) as address:
        yield address


def test_the_environment_may_name_the_certificates(
    open_client: OpenClient, secure: Peer, certificate: Path
) -> None:
    client = open_client(secure.url, environment=KEYS | {"AWS_CA_BUNDLE": str(certificate)})

    assert client.execute("GetItem", GET) == b"{}"


def test_a_certificate_for_another_host_is_refused(
    open_client: OpenClient, secure: Peer, certificate: Path
) -> None:
    url = f"https://localhost:{secure.port}"
    client = open_client(url, f"&attempts=1&caBundle={certificate}", environment=KEYS)

    with pytest.raises(StoreUnavailable, match="certificate is not valid for 'localhost'"):
        client.execute("GetItem", GET)


@pytest.mark.parametrize("text", [None, "no certificate\n"], ids=["missing", "not PEM"])
def test_certificates_that_cannot_be_read_are_named_at_once(
    open_client: OpenClient, tmp_path: Path, text: str | None
) -> None:
    file = tmp_path / "ca.pem"
    if text is not None:
        file.write_text(text)

    with pytest.raises(OperationError, match=f"caBundle '{file}' cannot be read"):
        open_client("https://localhost", environment={"AWS_CA_BUNDLE": str(file)})


def test_a_proxy_of_a_plain_endpoint_is_told_who_asks(open_client: OpenClient) -> None:
    with peer(DONE) as proxy:
        environment = KEYS | {"HTTP_PROXY": f"http://ada:secret@127.0.0.1:{proxy.port}"}
        open_client("http://db.example", environment=environment).execute("GetItem", GET)

        reader = RequestReader()
        reader.feed(b"".join(proxy.received))
        request = reader.next_request()

    assert request is not None
    assert (request.target, request.headers[b"proxy-authorization"]) == (
        b"http://db.example/",
        b"Basic YWRhOnNlY3JldA==",
    )
    assert b"proxy-authorization" not in request.headers[b"authorization"]


def test_a_tunnel_carries_no_password_of_the_proxy_to_the_endpoint(
    open_client: OpenClient, secure: Peer, certificate: Path
) -> None:
    with tunnel() as proxy:
        environment = KEYS | {"HTTPS_PROXY": f"http://ada:secret@127.0.0.1:{proxy.port}"}
        client = open_client(secure.url, f"&caBundle={certificate}", environment=environment)
        client.execute("GetItem", GET)

    assert b"proxy-authorization" not in b"".join(secure.received).lower()


def test_what_the_environment_excepts_goes_past_the_proxy(
    open_client: OpenClient, closed_port: int
) -> None:
    with peer(DONE) as address:
        proxy = f"http://127.0.0.1:{closed_port}"
        environment = {"HTTP_PROXY": proxy, "NO_PROXY": "127.0.0.0/8"}
        client = open_client(address.url, environment=environment)

        assert client.execute("GetItem", GET) == b"{}"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 403 Forbidden\r\n\r\n",
        b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nbusy",
        b"220 mail.example.com\r\n\r\n",
    ],
)
def test_a_tunnel_that_is_not_opened_is_told_with_the_proxys_words(
    open_client: OpenClient, answer: bytes
) -> None:
    with tunnel(answer) as proxy:
        environment = KEYS | {"ALL_PROXY": f"127.0.0.1:{proxy.port}"}
        client = open_client("https://db.example", "&attempts=1", environment=environment)

        words = answer.partition(b"\r\n")[0].decode()
        with pytest.raises(StoreUnavailable, match=f"refused to connect: '{words}'"):
            client.execute("GetItem", GET)
