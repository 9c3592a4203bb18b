"""The environment's HTTP proxies: which one a request goes through, and how.

A secure endpoint is reached through a CONNECT tunnel, a plain one by naming it in the request.
It must not know connections.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from tavola.errors import OperationError, StoreUnavailable
from tavola.stores.http.endpoint_settings import Endpoint, Environment
from tavola.stores.http.transport_faults import Refusal

END_OF_HEAD: Final = b"\r\n\r\n"
_MAX_HEAD_BYTES: Final = 32 * 1024
_DEFAULT_PORT: Final = 80
# Refusals of a proxy that may pass: it was too slow, or asked too often.
_PASSING: Final = (b"408", b"429")


class Proxy(Struct, frozen=True):
    """A proxy; its password never shows."""

    host: str
    port: int
    authorization: bytes = b""
    """The Proxy-Authorization header line, or nothing."""

    def __repr__(self) -> str:
        return f"Proxy(host={self.host!r}, port={self.port})"


def find_proxy(endpoint: Endpoint, environment: Environment) -> Proxy | None:
    """Find the proxy that the environment wants for an endpoint."""
    url = _setting(environment, f"{endpoint.scheme}_proxy") or _setting(environment, "all_proxy")
    if not url or _is_excepted(endpoint, _setting(environment, "no_proxy")):
        return None
    return _parse_proxy(url)


def _setting(environment: Environment, name: str) -> str:
    # In a CGI program the client could set HTTP_PROXY by sending a header named Proxy.
    is_forged = name == "http_proxy" and "REQUEST_METHOD" in environment
    value = environment.get(name) or ("" if is_forged else environment.get(name.upper(), ""))
    return value.strip()


def _parse_proxy(url: str) -> Proxy:
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        port = _DEFAULT_PORT if parts.port is None else parts.port
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme != "http" or not parts.hostname or not port:
        shown = url.rpartition("@")[2]
        raise OperationError(f"Proxy {shown!r} cannot be used. Write http://host:port.")
    if parts.username is None:
        return Proxy(parts.hostname, port)
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    try:
        # What is not UTF-8 in the environment is read as surrogates.
        raw = login.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise OperationError(
            "proxy: its login is not text. Write http://name:password@host:port."
        ) from None
    line = b"Proxy-Authorization: Basic %b\r\n" % b64encode(raw)
    return Proxy(parts.hostname, port, line)


def _is_excepted(endpoint: Endpoint, exceptions: str) -> bool:
    parts = exceptions.lower().replace(",", " ").split()
    return any(_covers(part, endpoint) for part in parts)


def _covers(exception: str, endpoint: Endpoint) -> bool:
    if exception == "*":
        return True
    host = _without_port(exception, endpoint.port)
    if "/" in host:
        return _is_in_network(endpoint.host, host)
    suffix = host.lstrip("*").lstrip(".")
    return bool(suffix) and (endpoint.host == suffix or endpoint.host.endswith(f".{suffix}"))


def _without_port(exception: str, port: int) -> str:
    """Take this port off an exception; one for another port stays what no host is called."""
    if exception.startswith("["):
        return exception.removesuffix(f":{port}").removeprefix("[").removesuffix("]")
    return exception.removesuffix(f":{port}") if exception.count(":") == 1 else exception


def _is_in_network(host: str, network: str) -> bool:
    from ipaddress import ip_address, ip_network

    try:
        return ip_address(host) in ip_network(network, strict=False)
    except ValueError:
        return False


def render_connect(proxy: Proxy, endpoint: Endpoint) -> bytes:
    """Write the request for a tunnel to an endpoint."""
    host = f"[{endpoint.host}]" if ":" in endpoint.host else endpoint.host
    authority = f"{host}:{endpoint.port}".encode()
    lines = b"CONNECT %b HTTP/1.1\r\nHost: %b\r\n%b\r\n"
    return lines % (authority, authority, proxy.authorization)


def is_tunnel_open(answer: bytes) -> bool:
    """Read a proxy's answer to CONNECT as it arrives; StoreUnavailable when it refuses."""
    if END_OF_HEAD not in answer:
        if len(answer) > _MAX_HEAD_BYTES:
            raise StoreUnavailable("proxy: its answer to CONNECT does not end.")
        return False
    line, _, _ = answer.partition(b"\r\n")
    if not line.startswith(b"HTTP/1.") or line[9:10] != b"2":
        problem = f"proxy: it refused to connect: {line[:80].decode('latin-1')!r}."
        is_final = line[9:10] == b"4" and line[9:12] not in _PASSING
        raise Refusal(problem) if is_final else StoreUnavailable(problem)
    return True
