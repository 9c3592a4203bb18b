"""Which proxy the environment wants for an endpoint."""

from __future__ import annotations

import pytest

from tavola.errors import OperationError
from tavola.stores.http.endpoint_settings import Endpoint
from tavola.stores.http.proxies import Proxy, find_proxy, render_connect

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
