"""The beginning of TLS: peers that are slow, mute, unknown or somebody else, and what is told."""

from __future__ import annotations

import ssl
import threading
from pathlib import Path

import pytest

from tavola.errors import StoreUnavailable
from tavola.wire.http1 import render_response
from tavola.wire.sigv4 import Credentials
from tests.patience import PATIENT_CLIENT, RUNS_OUT_SECONDS
from tests.stores.conftest import EVERY_DRIVER, TABLE, OpenClient, Reach
from tests.stores.tls_peers import (
    Script,
    Session,
    answer_all,
    answering,
    begin,
    cut,
    reacting,
    then_well,
    tls_peer,
)

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
COUNT = {
    "TableName": TABLE,
    "Key": {"pk": {"S": "a"}},
    "UpdateExpression": "ADD hits :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}
ONCE = f"&attempts=1{PATIENT_CLIENT}"

pytestmark = EVERY_DRIVER


def test_a_handshake_that_drips_ends_after_the_time_to_connect(
    reach: Reach, context: ssl.SSLContext
) -> None:
    pace = threading.Event()

    def drip(session: Session) -> None:
        # A length that no test waits for, in a message that is not over yet.
        session.first_flight()
        session.socket.sendall(b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc")
        while not pace.wait(0.02):
            session.socket.sendall(b"x")

    with tls_peer(drip, context) as peer:
        client = reach(peer, "&attempts=1&connectTimeout=1")

        with pytest.raises(StoreUnavailable, match=r"cannot connect to https://.*: timed out"):
            client.execute("GetItem", GET)

        assert client.open_count() == 0
        assert isinstance(peer.how_it_ended(), ConnectionError)


def test_a_request_after_a_slow_handshake_has_its_deadline(
    reach: Reach, context: ssl.SSLContext
) -> None:
    pace = threading.Event()

    def begin_slowly(session: Session) -> None:
        pace.wait(0.25)
        begin(session)
        session.wait_for_the_end()

    with tls_peer(begin_slowly, context) as peer:
        client = reach(peer, f"&attempts=1&timeout={RUNS_OUT_SECONDS}")

        with pytest.raises(StoreUnavailable, match="timed out"):
            client.execute("GetItem", GET)

        assert client.open_count() == 0


def _close(_: Session) -> None:
    pass


def _close_halfway(session: Session) -> None:
    session.socket.sendall(session.first_flight()[:50])


@pytest.mark.parametrize("script", [_close, _close_halfway])
def test_a_peer_that_closes_during_the_handshake_is_told_and_tried_again(
    reach: Reach, context: ssl.SSLContext, script: Script
) -> None:
    with tls_peer(then_well(script, script), context) as peer:
        client = reach(peer, "&attempts=2&connections=1")

        with pytest.raises(
            StoreUnavailable, match=r"cannot connect to https://.*: .*(closed|reset)"
        ):
            client.execute("UpdateItem", COUNT)

        assert client.execute("UpdateItem", COUNT) == b"{}"


def test_a_peer_that_speaks_plain_http_is_told_apart(reach: Reach, context: ssl.SSLContext) -> None:
    def refuse(session: Session) -> None:
        session.socket.recv(65536)
        session.socket.sendall(render_response(400, b"", b"Bad request"))
        session.wait_for_the_end()

    with tls_peer(refuse, context) as peer:
        with pytest.raises(StoreUnavailable, match=r"it does not speak TLS .* Write http://"):
            reach(peer).execute("GetItem", GET)

        assert peer.how_it_ended() is None


@pytest.mark.parametrize("host", ["a..b", ".example.com", f"{'x' * 64}.com"])
def test_a_host_whose_name_cannot_be_one_is_told(open_client: OpenClient, host: str) -> None:
    client = open_client(f"https://{host}", ONCE, credentials=Credentials("AKIDEXAMPLE", "secret"))

    with pytest.raises(StoreUnavailable, match=f"cannot connect to .*{host}"):
        client.execute("GetItem", GET)

    assert client.open_count() == 0


def test_an_unknown_certificate_is_refused_and_the_peer_learns_why(
    open_client: OpenClient, context: ssl.SSLContext
) -> None:
    with tls_peer(answer_all, context) as peer:
        with pytest.raises(
            StoreUnavailable, match=r"certificate is refused: self.signed certificate .*caBundle"
        ):
            open_client(peer.url, ONCE).execute("GetItem", GET)

        assert "ALERT_UNKNOWN_CA" in str(peer.how_it_ended())


def test_a_certificate_of_another_host_is_refused_and_the_peer_learns_why(
    open_client: OpenClient, certificate: Path, context: ssl.SSLContext
) -> None:
    with tls_peer(answer_all, context) as peer:
        client = open_client(f"https://localhost:{peer.port}", f"{ONCE}&caBundle={certificate}")

        with pytest.raises(StoreUnavailable, match="certificate is not valid for 'localhost'"):
            client.execute("GetItem", GET)

        assert "ALERT_BAD_CERTIFICATE" in str(peer.how_it_ended())


@pytest.mark.parametrize(
    "script",
    [_close, reacting(cut), answering(lambda _: b"x" * 100)],
    ids=["closed at once", "cut", "garbage"],
)
def test_no_message_about_tls_shows_a_secret(
    reach: Reach, context: ssl.SSLContext, script: Script
) -> None:
    keys = Credentials("AKIDEXAMPLE", "secret-of-ada", "token-of-an-hour")
    with tls_peer(script, context) as peer:
        client = reach(peer, credentials=keys)

        with pytest.raises(StoreUnavailable) as ended:
            client.execute("GetItem", GET)

    told = _all_that_is_told(ended.value)
    assert [word for word in ("secret-of-ada", "token-of-an-hour") if word in told] == []


def _all_that_is_told(error: BaseException | None) -> str:
    told = ""
    while error is not None:
        told += f"{error} {error!r} {vars(error)}"
        error = error.__cause__
    return told
