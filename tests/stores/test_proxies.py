"""Which proxy the environment wants for an endpoint."""

from __future__ import annotations

import pytest

from tavola.errors import OperationError, StoreUnavailable
from tavola.stores.http.endpoint_settings import Endpoint
from tavola.stores.http.proxies import Proxy, find_proxy, is_tunnel_open, render_connect
from tavola.stores.http.transport_faults import Refusal

AWS = Endpoint("https", "dynamodb.eu-west-1.amazonaws.com", 443)
LOCAL = Endpoint("http", "10.1.2.3", 8000)
V6 = Endpoint("https", "fd00::1", 8443)


@pytest.mark.parametrize(
    ("endpoint", "environment", "proxy"),
    [
        (AWS, {}, None),
        (AWS, {"HTTPS_PROXY": "http://proxy:3128"}, Proxy("proxy", 3128)),
        (AWS, {"https_proxy": "proxy"}, Proxy("proxy", 80)),
        (AWS, {"https_proxy": "http://low:1", "HTTPS_PROXY": "http://up:2"}, Proxy("low", 1)),
        (AWS, {"HTTP_PROXY": "http://proxy:3128"}, None),
        (AWS, {"ALL_PROXY": "http://proxy:3128"}, Proxy("proxy", 3128)),
        (LOCAL, {"HTTP_PROXY": "http://proxy:3128"}, Proxy("proxy", 3128)),
        (LOCAL, {"HTTP_PROXY": "http://evil:1", "REQUEST_METHOD": "POST"}, None),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "*"}, None),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": ".amazonaws.com"}, None),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "x.com, amazonaws.com:443"}, None),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "x.com,amazonaws.com,y.com"}, None),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "aws.com"}, Proxy("proxy", 1)),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "x.com *.AmazonAWS.com"}, None),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "amazonaws.com:80"}, Proxy("proxy", 1)),
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": ". ,"}, Proxy("proxy", 1)),
        (V6, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "fd00::1"}, None),
        (V6, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "[fd00::1]"}, None),
        (V6, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "[fd00::1]:8443"}, None),
        (V6, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "[fd00::1]:443"}, Proxy("proxy", 1)),
        (V6, {"HTTPS_PROXY": "http://[fd00::2]:3128"}, Proxy("fd00::2", 3128)),
        (LOCAL, {"HTTP_PROXY": "http://proxy:1", "no_proxy": "10.0.0.0/8"}, None),
        (LOCAL, {"HTTP_PROXY": "http://proxy:1", "no_proxy": "10.9.0.0/16"}, Proxy("proxy", 1)),
    ],
)
def test_the_proxy_follows_from_the_environment(
    endpoint: Endpoint, environment: dict[str, str], proxy: Proxy | None
) -> None:
    assert find_proxy(endpoint, environment) == proxy


@pytest.mark.parametrize(
    "url",
    [
        "https://ada:hidden@proxy:1",
        "http://ada:hidden@proxy:x",
        "http://ada:hidden@proxy:0",
        "http://ada:hid/den@proxy:1",
        "http://[ada:hidden@proxy:1",
    ],
)
def test_a_proxy_that_cannot_be_used_is_named_without_its_password(url: str) -> None:
    with pytest.raises(OperationError, match="Proxy 'proxy:") as refused:
        find_proxy(AWS, {"HTTPS_PROXY": url})

    assert "hidden" not in str(refused.value)


def test_a_proxys_password_shows_in_no_repr() -> None:
    proxy = find_proxy(AWS, {"HTTPS_PROXY": "http://ada:hidden@proxy:1"})

    assert repr(proxy) == "Proxy(host='proxy', port=1)"


@pytest.mark.parametrize(
    ("endpoint", "authority"),
    [(AWS, b"dynamodb.eu-west-1.amazonaws.com:443"), (V6, b"[fd00::1]:8443")],
)
def test_a_tunnel_is_asked_for_by_host_and_port(endpoint: Endpoint, authority: bytes) -> None:
    asked = render_connect(Proxy("proxy", 1), endpoint)

    assert asked == b"CONNECT %b HTTP/1.1\r\nHost: %b\r\n\r\n" % (authority, authority)


def test_a_percent_sign_writes_what_stands_for_something_else_in_a_password() -> None:
    proxy = find_proxy(AWS, {"HTTPS_PROXY": "http://ada:p%40ss%3A@proxy:1"})

    assert proxy is not None
    # ada:p@ss:
    assert proxy.authorization == b"Proxy-Authorization: Basic YWRhOnBAc3M6\r\n"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("https://proxy:1", "Proxy 'https://proxy:1' cannot be used. Write http://host:port."),
        ("http://:1", "Proxy 'http://:1' cannot be used. Write http://host:port."),
        ("http://a@proxy:0", "Proxy 'proxy:0' cannot be used. Write http://host:port."),
        (
            "http://a\ud800:b@proxy:1",
            "proxy: its login is not text. Write http://name:password@host:port.",
        ),
    ],
)
def test_a_proxy_that_cannot_be_used_is_refused(url: str, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        find_proxy(AWS, {"HTTPS_PROXY": url})

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("login", "line"),
    [("ada", b"YWRhOg=="), ("ada:", b"YWRhOg=="), ("ad\udcff", b"YWT/Og==")],
)
def test_a_login_is_written_with_its_word_or_without(login: str, line: bytes) -> None:
    proxy = find_proxy(AWS, {"HTTPS_PROXY": f" http://{login}@proxy "})

    assert proxy == Proxy("proxy", 80, b"Proxy-Authorization: Basic %b\r\n" % line)
    assert render_connect(Proxy("proxy", 80, b"A: b\r\n"), V6) == (
        b"CONNECT [fd00::1]:8443 HTTP/1.1\r\nHost: [fd00::1]:8443\r\nA: b\r\n\r\n"
    )


@pytest.mark.parametrize(
    ("exception", "is_direct"),
    [
        ("dynamodb.eu-west-1.amazonaws.com", True),
        ("amazonaws.com:443", True),
        ("*", True),
        ("*.com", True),
        ("10.0.0.0/8", False),
        ("eu-west-1.amazonaws.co", False),
        ("fd00::/8", False),
        ("a/b", False),
    ],
)
def test_exceptions_name_hosts_their_ends_or_networks(exception: str, is_direct: bool) -> None:
    found = find_proxy(AWS, {"ALL_PROXY": "proxy:1", "NO_PROXY": exception})

    assert (found is None) is is_direct


def test_a_network_covers_the_addresses_in_it() -> None:
    assert find_proxy(V6, {"ALL_PROXY": "proxy", "NO_PROXY": "fd00::5/8"}) is None
    assert find_proxy(V6, {"ALL_PROXY": "proxy", "NO_PROXY": "fe00::/8"}) == Proxy("proxy", 80)


@pytest.mark.parametrize(
    ("answer", "is_open"),
    [
        (b"", False),
        (b"HTTP/1.1 200 OK\r\n", False),
        (b"x" * 32768, False),
        (b"HTTP/1.1 200 OK\r\n\r\n", True),
        (b"HTTP/1.0 299 Fine\r\nA: b\r\n\r\n", True),
    ],
)
def test_a_tunnel_is_open_once_the_proxy_s_answer_is_whole(answer: bytes, is_open: bool) -> None:
    assert is_tunnel_open(answer) is is_open


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        (b"x" * 32769, StoreUnavailable, "proxy: its answer to CONNECT does not end."),
        (
            b"HTTP/1.1 403 No\r\n\r\n",
            Refusal,
            "proxy: it refused to connect: 'HTTP/1.1 403 No'.",
        ),
        (
            b"HTTP/1.1 408 Slow\r\n\r\n",
            StoreUnavailable,
            "proxy: it refused to connect: 'HTTP/1.1 408 Slow'.",
        ),
        (
            b"HTTP/1.1 429 Often\r\n\r\n",
            StoreUnavailable,
            "proxy: it refused to connect: 'HTTP/1.1 429 Often'.",
        ),
        (
            b"HTTP/1.1 502 Bad\r\n\r\n",
            StoreUnavailable,
            "proxy: it refused to connect: 'HTTP/1.1 502 Bad'.",
        ),
        (
            b"ICY/4.00 200 OK\r\n\r\n",
            StoreUnavailable,
            "proxy: it refused to connect: 'ICY/4.00 200 OK'.",
        ),
        (
            b"z" * 81 + b"\r\n\r\n",
            StoreUnavailable,
            f"proxy: it refused to connect: '{'z' * 80}'.",
        ),
    ],
)
def test_a_proxy_s_refusal_is_final_unless_it_may_pass(
    answer: bytes, kind: type[StoreUnavailable], message: str
) -> None:
    with pytest.raises(StoreUnavailable) as refused:
        is_tunnel_open(answer)

    assert (type(refused.value), refused.value.message) == (kind, message)
