"""A TLS session without a socket: what the client offers, seals and takes."""

from __future__ import annotations

import contextlib
import ssl
from pathlib import Path

import pytest

from tavola.stores.http.connecting import find_route
from tavola.stores.http.endpoint_settings import parse_location
from tavola.stores.http.tls import Tls
from tavola.stores.http.transport_faults import Refusal
from tests.stores.tls_peers import server_context


class Server:
    """The other end, in memory."""

    def __init__(self, certificate: Path) -> None:
        context = server_context(certificate, ssl.TLSVersion.TLSv1_3)
        context.set_alpn_protocols(["h2", "http/1.1"])
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)

    def answer(self, received: bytes) -> bytes:
        """Go on with the handshake; gives what is to be sent."""
        self._incoming.write(received)
        with contextlib.suppress(ssl.SSLWantReadError):
            self.tls.do_handshake()
        return self._outgoing.read()

    def read(self, sealed: bytes) -> bytes:
        self._incoming.write(sealed)
        return self.tls.read()

    def seal(self, data: bytes) -> bytes:
        self.tls.write(data)
        return self._outgoing.read()


def _new_tls(certificate: Path | None) -> Tls:
    bundle = "" if certificate is None else f"&caBundle={certificate}"
    location = f"dynamodb://x?endpoint=https://127.0.0.1{bundle}"
    tls = find_route(parse_location(location, {}), {}).new_tls()
    assert tls is not None
    return tls


def test_a_session_speaks_http_1_1_and_carries_data_both_ways(certificate: Path) -> None:
    tls, server = _new_tls(certificate), Server(certificate)
    said = tls.shake_hands(server.answer(tls.shake_hands()))
    assert (tls.is_ready, tls.is_over) == (True, False)

    tickets = server.answer(said)

    assert server.tls.selected_alpn_protocol() == "http/1.1"
    assert server.read(tls.seal(b"request")) == b"request"
    sealed = server.seal(b"answer")
    assert [tls.unseal(part) for part in (tickets, sealed[:5], sealed[5:])] == [
        None,
        None,
        b"answer",
    ]
    long = bytes(40_000)
    assert tls.unseal(b"".join(server.seal(long[at : at + 16_384]) for at in (0, 16_384, 32_768)))
    with pytest.raises(ssl.SSLEOFError, match="the connection was cut"):
        tls.unseal(b"")


def test_a_certificate_of_nobody_is_refused_with_what_to_name(certificate: Path) -> None:
    tls, server = _new_tls(None), Server(certificate)

    with pytest.raises(Refusal) as refused:
        tls.shake_hands(server.answer(tls.shake_hands()))

    assert refused.value.message.startswith("its certificate is refused: self")
    assert refused.value.message.endswith(
        " (CERTIFICATE_VERIFY_FAILED). Name a file with the certificates to trust as caBundle."
    )
    assert tls.last_words() != b""


def test_a_peer_without_tls_is_told_apart_from_one_that_fails(certificate: Path) -> None:
    with pytest.raises(Refusal) as plain:
        _new_tls(certificate).shake_hands(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    with pytest.raises(ssl.SSLError, match=r"the TLS handshake failed \(") as failed:
        _new_tls(certificate).shake_hands(b"\x15\x03\x03\x00\x02\x02\x28")

    assert plain.value.message == (
        "it does not speak TLS (WRONG_VERSION_NUMBER). Write http:// if it should not."
    )
    assert not isinstance(failed.value, Refusal)
