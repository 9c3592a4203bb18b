"""The way to an endpoint: directly or through a proxy, in the clear or over TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from tavola.errors import OperationError
from tavola.stores.http.endpoint_settings import Endpoint, EndpointSettings, Environment
from tavola.stores.http.proxies import Proxy, find_proxy

if TYPE_CHECKING:
    from ssl import SSLContext

    from tavola.stores.http.tls import Tls


class Route(Struct, frozen=True):
    """What a connection needs to know."""

    endpoint: Endpoint
    proxy: Proxy | None
    tls: SSLContext | None
    connect_seconds: float

    @property
    def address(self) -> tuple[str, int]:
        """The host and port that the socket connects to."""
        peer = self.proxy or self.endpoint
        return peer.host, peer.port

    @property
    def peer(self) -> str:
        """What a connection that could not be opened was to, in words."""
        if self.proxy is None:
            return self.endpoint.url
        return f"{self.endpoint.url} through the proxy {self.proxy.host}:{self.proxy.port}"

    @property
    def tunnel(self) -> Proxy | None:
        """The proxy that must be asked for a tunnel first."""
        return self.proxy if self.tls is not None else None

    def new_tls(self) -> Tls | None:
        """Begin a TLS session, where the endpoint wants one."""
        if self.tls is None:
            return None
        from tavola.stores.http.tls import Tls

        return Tls(self.tls, self.endpoint.host)

    @property
    def target(self) -> bytes:
        """What a request asks for: a proxy without tunnel needs the whole address."""
        if self.proxy is None or self.tls is not None:
            return b"/"
        return f"{self.endpoint.url}/".encode()

    @property
    def header_lines(self) -> bytes:
        """What a request must tell a proxy without tunnel."""
        if self.proxy is None or self.tls is not None:
            return b""
        return self.proxy.authorization


def find_route(settings: EndpointSettings, environment: Environment) -> Route:
    """Decide how to reach the endpoint."""
    tls = _open_tls(settings.ca_bundle) if settings.endpoint.is_secure else None
    proxy = find_proxy(settings.endpoint, environment)
    return Route(settings.endpoint, proxy, tls, settings.connect_seconds)


def _open_tls(ca_bundle: str | None) -> SSLContext:
    # Importing ssl and reading the system's certificates takes longer than all else at the start.
    from ssl import create_default_context

    try:
        context = create_default_context(cafile=ca_bundle)
    except (OSError, ValueError) as error:
        raise OperationError(
            f"caBundle {ca_bundle!r} cannot be read: {error}. Give a file of certificates."
        ) from error
    context.set_alpn_protocols(["http/1.1"])
    return context
