"""Which requests a browser may have been made to send: Origin and Host, looked at before all else.

A web page can send requests to a server on its visitor's machine. Two headers tell: a browser
names the page's site in Origin whenever another site's answer could be read or changed by it, and
the name by which it found the server in Host. A page that lets its own name point to 127.0.0.1
(DNS rebinding) is of the same origin, so that only Host gives it away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from tavola.wire.http1 import Headers

__all__ = ["BrowserRules", "parse_host_name", "parse_origin"]

_HOST: Final = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._-]+)(?::\d{0,5})?")
_NAME: Final = re.compile(r"[0-9A-Za-z_]([0-9A-Za-z._-]*[0-9A-Za-z])?")
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_REMEMBERED_HOSTS: Final = 64


class BrowserRules:
    """Refuses what a web page may have sent; `hosts` and `origins` are allowed besides."""

    def __init__(self, hosts: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        """Raise a ValueError for an invalid origin."""
        self._names = {"localhost", *(host.lower().rstrip(".") for host in hosts if host)}
        self._origins = {parse_origin(origin).encode() for origin in origins}
        self._is_allowed_host = lru_cache(_REMEMBERED_HOSTS)(self._read_host)

    def allow(self, headers: Headers) -> bool:
        """Return whether a request may be answered."""
        # A browser always sends a Host; without one this is an old program.
        host = headers.get(b"host")
        return (host is None or self._is_allowed_host(host)) and (
            b"origin" not in headers or headers[b"origin"] in self._origins
        )

    def find_refusal(self, headers: Headers) -> str | None:
        """Say what is wrong with a request and what would allow it, None if it is allowed."""
        if self.allow(headers):
            return None
        host = headers.get(b"host")
        if host is not None and not self._is_allowed_host(host):
            return (
                f"Host: {_shown(host)} is not a name of this server. Use its address or localhost,"
                " or start it with --allow-host and this name."
            )
        return (
            f"Origin: {_shown(headers[b'origin'])} may not use this server. Start it with"
            " --allow-origin and this origin if it should."
        )

    def _read_host(self, value: bytes) -> bool:
        match = _HOST.fullmatch(value)
        if match is None:
            return False
        name = match[1].decode().lower()
        return name.rstrip(".") in self._names or _is_address(name.strip("[]"))


def parse_origin(text: str) -> str:
    """Read an origin as a browser writes it; a ValueError if it is not a distinguishable one."""
    # `null` is the origin of every sandboxed frame, whoever made it; `*` is everybody.
    scheme, separator, rest = text.lower().partition("://")
    try:
        parts = urlsplit(text.lower())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    name = parts.hostname or ""
    if not separator or not _SCHEME.fullmatch(scheme) or rest != parts.netloc or "@" in rest:
        raise ValueError(_no_origin(text))
    if not _NAME.fullmatch(name) and not _is_address(name):
        raise ValueError(_no_origin(text))
    shown = f"[{name}]" if ":" in name else name
    is_usual = port is None or port == _DEFAULT_PORTS.get(scheme)
    return f"{scheme}://{shown}" if is_usual else f"{scheme}://{shown}:{port}"


def parse_host_name(text: str) -> str:
    """Read the name of a host, without a port; a ValueError if it is not one."""
    if not _NAME.fullmatch(text.rstrip(".")):
        raise ValueError(f"{text!r} is not a host name. Give a name without a port, such as db.")
    return text.lower().rstrip(".")


def _no_origin(text: str) -> str:
    return (
        f"{text!r} is not the origin of a site. Give its scheme, host and port, such as"
        " http://localhost:3000."
    )


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _shown(value: bytes) -> str:
    return repr(value[:100].decode("latin-1"))
