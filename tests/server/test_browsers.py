"""No website reaches a local server: Origin and Host, over the wire and from a real browser."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tavola.engine import Engine
from tavola.server import serve
from tavola.server.browsers import parse_origin
from tests.patience import PATIENCE_SECONDS
from tests.server.browser import WebSite, flags, web_site
from tests.server.client import AUTHORIZATION, TABLE, Connect, Wire, request

PAGE = "http://app.example"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[WebSite]:
    with web_site(tmp_path / "profile") as site:
        yield site


@pytest.mark.parametrize("origin", [PAGE, "null", "http://127.0.0.1:8000", "file://", "*"])
def test_a_page_s_request_is_refused_and_not_carried_out(
    engine: Engine, wire: Wire, origin: str
) -> None:
    response = wire.exchange(request("CreateTable", TABLE, origin=origin))

    assert (response.status, json.loads(response.body)) == (
        403,
        {
            "__type": "com.amazon.coral.service#AccessDeniedException",
            "Message": f"Origin: {origin!r} may not use this server. Start it with"
            " --allow-origin and this origin if it should.",
        },
    )
    assert engine.execute("ListTables", {}) == b'{"TableNames":[]}'


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
def test_a_page_is_told_of_no_permission(wire: Wire, method: str) -> None:
    wire.send(request(method=method, body=b"", origin=PAGE, access_control_request_method="POST"))

    head = wire.socket.recv(65536)
    assert head.startswith(b"HTTP/1.1 403 ")
    assert b"access-control-" not in head.lower()


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "[::1].evil.example",
        "localhost:80:80",
        "2130706433.",
        ".",
        "[::1",
    ],
)
def test_a_name_that_is_not_the_server_s_is_refused(engine: Engine, wire: Wire, host: str) -> None:
    response = wire.exchange(request("CreateTable", TABLE, host=host))

    assert (response.status, json.loads(response.body)) == (
        403,
        {
            "__type": "com.amazon.coral.service#AccessDeniedException",
            "Message": f"Host: {host!r} is not a name of this server. Use its address or"
            " localhost, or start it with --allow-host and this name.",
        },
    )
    assert engine.execute("ListTables", {}) == b'{"TableNames":[]}'


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1:1", "[::1]:8000", "192.0.2.7", None],
)
def test_an_address_or_localhost_is_answered(wire: Wire, host: str | None) -> None:
    assert wire.exchange(request("ListTables", host=host)).status == 200


@pytest.mark.parametrize("host", ["db", "DB:8000", "db."])
def test_an_allowed_name_is_answered(engine: Engine, connect: Connect, host: str) -> None:
    with serve(engine, allowed_hosts=["Db"]) as url:
        assert connect(url).exchange(request("ListTables", host=host)).status == 200


def test_an_allowed_page_may_ask_first(engine: Engine, connect: Connect) -> None:
    message = request(
        method="OPTIONS",
        body=b"",
        origin=PAGE,
        access_control_request_method="POST",
        access_control_request_headers="x-amz-target, authorization",
        access_control_request_private_network="true",
    )

    with serve(engine, allowed_origins=[PAGE]) as url:
        response = connect(url).exchange(message)

    cors = {name: v for name, v in response.headers.items() if name.startswith(b"access-control")}
    assert (response.status, response.body, response.headers[b"vary"]) == (200, b"", b"Origin")
    assert cors == {
        b"access-control-allow-origin": PAGE.encode(),
        b"access-control-expose-headers": b"x-amzn-RequestId,x-amzn-ErrorType,"
        b"x-amzn-ErrorMessage,Date",
        b"access-control-allow-headers": b"x-amz-target, authorization",
        b"access-control-allow-methods": b"POST",
        b"access-control-allow-private-network": b"true",
        b"access-control-max-age": b"172800",
    }


def test_an_allowed_page_is_not_another_one(engine: Engine, connect: Connect) -> None:
    with serve(engine, allowed_origins=[PAGE]) as url:
        wire = connect(url)
        answers = [
            wire.exchange(request("ListTables", origin=origin)).status
            for origin in (PAGE, f"{PAGE}:81", f"{PAGE}.evil.example", "https://app.example")
        ]

    assert answers == [200, 403, 403, 403]


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("http://localhost:3000", "http://localhost:3000"),
        ("HTTP://App.Example:80", "http://app.example"),
        ("https://app.example:443", "https://app.example"),
        ("https://app.example:80", "https://app.example:80"),
        ("http://[::1]:3000", "http://[::1]:3000"),
        ("chrome-extension://abcdef", "chrome-extension://abcdef"),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(given: str, sent: str) -> None:
    assert parse_origin(given) == sent


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "null",
        "app",
        "http://",
        "http://a/",
        "http://a?b",
        "http://a@b",
        "http://a:x",
        "//a",
    ],
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not the origin of a site"):
        parse_origin(text)


def attempts(url: str) -> str:
    """What a page can try: a call of the API as an SDK sends it, and what needs no permission."""
    call = {
        "method": "POST",
        "headers": {
            "X-Amz-Target": "DynamoDB_20120810.CreateTable",
            "Content-Type": "application/x-amz-json-1.0",
            "Authorization": AUTHORIZATION,
            "X-Amz-Date": "20261115T000000Z",
        },
        "body": json.dumps(TABLE),
    }
    plain = {"method": "POST", "mode": "no-cors", "body": json.dumps(TABLE)}
    return f"""{{
        call: async () => (await (await fetch("{url}", {json.dumps(call)})).json()),
        read: async () => (await (await fetch("{url}")).text()),
        plain: async () => (await fetch("{url}", {json.dumps(plain)})).type,
    }}"""


def test_a_page_in_a_browser_neither_reads_nor_writes(
    engine: Engine, url: str, site: WebSite
) -> None:
    report = site.visit(attempts(url))

    assert report == {"call": "TypeError", "read": "TypeError", "plain": "opaque"}
    assert engine.execute("ListTables", {}) == b'{"TableNames":[]}'


def test_an_allowed_page_in_a_browser_reads_and_writes(engine: Engine, site: WebSite) -> None:
    with serve(engine, allowed_origins=[site.origin]) as url:
        report = site.visit(attempts(url))

    assert report["call"]["TableDescription"]["TableName"] == "things"
    assert engine.execute("ListTables", {}) == b'{"TableNames":["things"]}'


def test_a_browser_that_was_led_here_by_another_name_sees_nothing(url: str, tmp_path: Path) -> None:
    port = urlsplit(url).port
    rebound = "--host-resolver-rules=MAP evil.example 127.0.0.1"
    command = flags(tmp_path, rebound, "--dump-dom", f"http://evil.example:{port}/")

    shown = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=PATIENCE_SECONDS
    ).stdout

    assert "is not a name of this server" in shown
    assert "healthy" not in shown
