"""Which proxy the environment wants for an endpoint."""

from __future__ import annotations

import pytest

from tavola.errors import OperationError
from tavola.stores.http.proxies import Proxy, find_proxy
from tavola.stores.http.settings import Endpoint

AWS = Endpoint("https", "dynamodb.eu-west-1.amazonaws.com", 443)
LOCAL = Endpoint("http", "10.1.2.3", 8000)


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
        (AWS, {"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "aws.com"}, Proxy("proxy", 1)),
        (LOCAL, {"HTTP_PROXY": "http://proxy:1", "no_proxy": "10.0.0.0/8"}, None),
        (LOCAL, {"HTTP_PROXY": "http://proxy:1", "no_proxy": "10.9.0.0/16"}, Proxy("proxy", 1)),
    ],
)
def test_the_proxy_follows_from_the_environment(
    endpoint: Endpoint, environment: dict[str, str], proxy: Proxy | None
) -> None:
    assert find_proxy(endpoint, environment) == proxy


@pytest.mark.parametrize("url", ["https://ada:hidden@proxy:1", "http://ada:hidden@proxy:x"])
def test_a_proxy_that_cannot_be_used_is_named_without_its_password(url: str) -> None:
    with pytest.raises(OperationError, match="proxy 'proxy:") as refused:
        find_proxy(AWS, {"HTTPS_PROXY": url})

    assert "hidden" not in str(refused.value)


def test_a_proxys_password_shows_in_no_repr() -> None:
    proxy = find_proxy(AWS, {"HTTPS_PROXY": "http://ada:hidden@proxy:1"})

    assert repr(proxy) == "Proxy(host='proxy', port=1)"
