"""The way to an endpoint: its certificate, and proxies between."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.errors import StoreUnavailable
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.peers import Peer, Tunnel, peer, tunnel

KEYS = {"AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "hidden"}
GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}


@pytest.fixture
def secure(certificate: Path) -> Iterator[Peer]:
    with peer(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", certificate) as address:
        yield address


def test_tls_is_verified_against_the_given_certificates(
    open_client: OpenClient, secure: Peer, certificate: Path
) -> None:
    client = open_client(secure.url, f"&caBundle={certificate}")

    answers = [client.execute("GetItem", GET), client.execute("GetItem", GET)]

    assert answers == [b"{}", b"{}"]
    assert client.open_count() == 1


def test_an_unknown_certificate_is_refused(open_client: OpenClient, secure: Peer) -> None:
    client = open_client(secure.url, "&attempts=1")

    with pytest.raises(StoreUnavailable, match="CERTIFICATE_VERIFY_FAILED"):
        client.execute("GetItem", GET)


def test_a_secure_endpoint_is_reached_through_a_tunnel(
    open_client: OpenClient, secure: Peer, certificate: Path
) -> None:
    with tunnel() as proxy:
        environment = {"HTTPS_PROXY": f"http://ada:secret@127.0.0.1:{proxy.port}"}
        client = open_client(secure.url, f"&caBundle={certificate}", environment=environment)

        answer = client.execute("GetItem", GET)

    assert answer == b"{}"
    assert _first_lines(proxy) == [
        f"CONNECT 127.0.0.1:{secure.port} HTTP/1.1",
        f"Host: 127.0.0.1:{secure.port}",
        "Proxy-Authorization: Basic YWRhOnNlY3JldA==",
    ]


def test_a_proxy_that_refuses_is_named(
    open_client: OpenClient, secure: Peer, certificate: Path
) -> None:
    with tunnel(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n") as proxy:
        environment = {"https_proxy": f"http://ada:secret@127.0.0.1:{proxy.port}"}
        client = open_client(secure.url, "&attempts=1", environment=environment)

        with pytest.raises(StoreUnavailable, match="407 Proxy Authentication Required") as ended:
            client.execute("GetItem", GET)

    assert "secret" not in f"{ended.value} {ended.value!r}"


def test_an_unknown_certificate_is_not_asked_for_again(
    open_client: OpenClient, secure: Peer
) -> None:
    client = open_client(secure.url)

    with pytest.raises(StoreUnavailable, match=r"in 1 attempt: .*its certificate is refused"):
        client.execute("GetItem", GET)

    assert client.pauses == []


@pytest.mark.parametrize(
    ("status", "attempts"),
    [
        (b"403 Forbidden", "1 attempt:"),
        (b"407 Unknown", "1 attempt:"),
        (b"503 Busy", "3 attempts:"),
    ],
)
def test_a_tunnel_is_asked_for_again_only_if_that_may_help(
    open_client: OpenClient, secure: Peer, status: bytes, attempts: str
) -> None:
    with tunnel(b"HTTP/1.1 %b\r\n\r\n" % status, times=3) as proxy:
        environment = {"https_proxy": f"http://127.0.0.1:{proxy.port}"}
        client = open_client(secure.url, "&attempts=3", environment=environment)

        with pytest.raises(StoreUnavailable, match=f"in {attempts} .*{status.decode()}"):
            client.execute("GetItem", GET)


def test_every_address_of_a_proxy_is_tried(
    open_client: OpenClient, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = socket.getaddrinfo

    def with_a_dead_one(host: str, port: int, *options: Any, **more: Any) -> list[Any]:
        address = "127.0.0.1" if host == "proxy.example" else host
        found = real(address, port, *options, **more)
        dead = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", closed_port))
        return [dead, *found] if host == "proxy.example" else found

    monkeypatch.setattr(socket, "getaddrinfo", with_a_dead_one)
    with tunnel(b"HTTP/1.1 403 Forbidden\r\n\r\n") as proxy:
        environment = {"https_proxy": f"http://proxy.example:{proxy.port}"}
        client = open_client("https://localhost", environment=environment)

        with pytest.raises(StoreUnavailable, match="403 Forbidden"):
            client.execute("GetItem", GET)


def test_a_plain_endpoint_is_named_to_the_proxy(open_client: OpenClient) -> None:
    with peer(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") as proxy:
        environment = KEYS | {"http_proxy": proxy.url}
        client = open_client("http://dynamodb.example:8000", environment=environment)

        answer = client.execute("GetItem", GET)

    assert answer == b"{}"
    assert proxy.received[0].startswith(b"POST http://dynamodb.example:8000/ HTTP/1.1\r\n")


def _first_lines(proxy: Tunnel) -> list[str]:
    return proxy.asked.decode().split("\r\n")[:3]
