"""The one middleware: hosts, addresses, sizes, headers, CORS, log lines and metrics.

It knows requests and answers, not systems. It is plain ASGI, because wrapping each answer in
another task, as Starlette's own base class does, costs more than most answers.
"""

from __future__ import annotations

import json
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.routing import Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavola_systems.platform.http.metrics import Metrics
from tavola_systems.platform.http.problems import Problem, to_response

__all__ = ["Doorway", "DoorwaySettings"]

MAX_BODY_BYTES: Final = 6 * 1024 * 1024
_HOST_SECONDS: Final = 1.0
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_MAX_HOSTS: Final = 1000
CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'self'"
)
_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_RAW_HEADERS: Final = [
    (name.lower().encode(), value.encode())
    for name, value in {**_HEADERS, "Cache-Control": "private, no-store"}.items()
]


def write_line(line: str) -> None:
    """Write a log line to standard error, in one call."""
    sys.stderr.write(line + "\n")


class DoorwaySettings(Struct, frozen=True):
    """What the doorway is told by the configuration."""

    base_url: str
    allowed_hosts: Sequence[str] = ()
    proxies: Sequence[str] = ()
    cors_origins: Sequence[str] = ()
    path_of_host: Callable[[str], str | None] = lambda _: None
    """Where the pages of another host stand here; None if it is not served."""
    shared_paths: re.Pattern[str] = re.compile(r"/static/.*")
    """What pages of other hosts are made with: each answers these addresses as they are."""
    log: Callable[[str], None] | None = write_line
    timer: Callable[[], float] = time.perf_counter

    @property
    def is_https(self) -> bool:
        """Whether browsers reach us under TLS."""
        return self.base_url.startswith("https://")


class Doorway:
    """Every request comes in and every answer goes out here."""

    def __init__(self, app: ASGIApp, settings: DoorwaySettings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._hosts = {_host_of(urlsplit(settings.base_url).netloc)} | {
            host.lower() for host in settings.allowed_hosts
        }
        self._proxies = [ip_network(one, strict=False) for one in settings.proxies]
        self._known_hosts: dict[str, tuple[float, str | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visit = _Visit(scope, self._settings, self._address_of(scope))
        try:
            await self._answer(visit, scope, receive, visit.wrap(send))
        finally:
            visit.finish(self._metrics)

    async def _answer(self, visit: _Visit, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host = _host_of(headers.get("host", ""))
        if host not in self._hosts:
            path = await self._path_of(host)
            if path is None:
                told = "This host is not served here."
                await self._refuse(visit, 421, told, scope, receive, send)
                return
            _lead_to(scope, path, self._settings.shared_paths)
        if _CONTROL.search(scope["path"]):
            # Patterns of routes treat the end of a line as the end of the path.
            told = "The address has control characters. Leave them out."
            await self._refuse(visit, 400, told, scope, receive, send)
            return
        if visit.is_preflight(headers):
            await visit.answer_preflight(headers, send)
            return
        length = headers.get("content-length", "0")
        # Short enough to be converted; what is no plain number is taken for too much.
        is_number = length.isascii() and length.isdigit() and len(length) < 20
        if not is_number or int(length) > MAX_BODY_BYTES:
            detail = f"The body is too large. At most {MAX_BODY_BYTES} bytes are taken."
            await self._refuse(visit, 413, detail, scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope["method"] = "GET"
            send = _without_body(send)
        try:
            await self._app(scope, _limited(receive), send)
        except _TooLarge:
            detail = f"The body is too large. At most {MAX_BODY_BYTES} bytes are taken."
            await self._refuse(visit, 413, detail, scope, receive, send)
        except Exception as error:  # noqa: BLE001 - the last place that can answer or log
            visit.error = error
            if visit.status:
                return
            detail = "Something went wrong here. The log has the request's id."
            await self._refuse(visit, 500, detail, scope, receive, send)

    async def _path_of(self, host: str) -> str | None:
        """Look up another host, at most once a second."""
        now = self._settings.timer()
        known = self._known_hosts.get(host)
        if known is None or now - known[0] >= _HOST_SECONDS:
            if len(self._known_hosts) >= _MAX_HOSTS:
                self._known_hosts.clear()
            known = now, await run_in_threadpool(self._settings.path_of_host, host)
            self._known_hosts[host] = known
        return known[1]

    async def _refuse(
        self, visit: _Visit, status: int, detail: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        response = to_response(Problem(status, detail), visit.request_id)
        await response(scope, receive, send)

    def _address_of(self, scope: Scope) -> str:
        """Return the caller's address: the nearest that is not one of our own proxies."""
        peer = (scope.get("client") or ("", 0))[0]
        if not self._proxies:
            return peer
        forwarded = Headers(scope=scope).getlist("x-forwarded-for")
        hops = [hop.strip() for line in forwarded for hop in line.split(",")]
        for hop in [peer, *reversed(hops)]:
            try:
                is_proxy = any(ip_address(hop) in network for network in self._proxies)
            except ValueError:
                return peer
            peer = hop
            if not is_proxy:
                break
        return peer


class _Visit:
    """One request and what is known of it."""

    def __init__(self, scope: Scope, settings: DoorwaySettings, address: str) -> None:
        self.request_id = secrets.token_hex(8)
        self.status = 0
        self.error: Exception | None = None
        self._scope = scope
        self._settings = settings
        self._address = address
        self._method: str = scope["method"]
        self._path: str = scope["path"]
        self._began = settings.timer()
        self._bytes = 0
        state = scope.setdefault("state", {})
        state["request_id"] = self.request_id
        state["address"] = address
        if settings.is_https:
            scope["scheme"] = "https"

    def wrap(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self._add_headers(MutableHeaders(scope=message))
            elif message["type"] == "http.response.body":
                self._bytes += len(message.get("body", b""))
            await send(message)

        return sending

    def _add_headers(self, headers: MutableHeaders) -> None:
        # By hand: to look for each of them again would take as long as all the rest here.
        given = {name for name, _ in headers.raw}
        headers.raw.append((b"x-request-id", self.request_id.encode()))
        headers.raw.extend(one for one in _RAW_HEADERS if one[0] not in given)
        for name, value in self._scope["state"].get("cookies", ()):
            secure = "; Secure" if self._settings.is_https else ""
            headers.append("Set-Cookie", f"{name}={value}; Path=/; HttpOnly; SameSite=lax{secure}")
        if self._settings.is_https:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        if self._is_api() and self._settings.cors_origins:
            # Also of an answer to nobody else's page: a cache may keep it, and give it to one.
            headers.add_vary_header("Origin")
            origin = Headers(scope=self._scope).get("origin")
            if origin in self._settings.cors_origins:
                headers["Access-Control-Allow-Origin"] = str(origin)
                headers["Access-Control-Expose-Headers"] = "ETag, Link, Location, X-Request-Id"

    def _is_api(self) -> bool:
        return "/api/" in self._path

    def is_preflight(self, headers: Headers) -> bool:
        """Whether a browser asks if another site's page may call the API."""
        return (
            self._method == "OPTIONS"
            and self._is_api()
            and headers.get("origin") in self._settings.cors_origins
            and "access-control-request-method" in headers
        )

    async def answer_preflight(self, headers: Headers, send: Send) -> None:
        """Allow what the API takes; cookies never, since they do not authorise it."""
        allowed = "authorization, content-type, idempotency-key, if-match, if-none-match"
        answer = [
            (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
            (b"access-control-allow-headers", allowed.encode()),
            (b"access-control-max-age", b"600"),
        ]
        del headers
        await send({"type": "http.response.start", "status": 204, "headers": answer})
        await send({"type": "http.response.body", "body": b""})

    def finish(self, metrics: Metrics) -> None:
        seconds = self._settings.timer() - self._began
        route = _route_of(self._scope)
        metrics.observe(route, self._method, self.status, seconds)
        if self._settings.log is not None:
            self._settings.log(json.dumps(self._line(route, seconds)))

    def _line(self, route: str, seconds: float) -> dict[str, Any]:
        """One line without secrets: no query, no headers, and the route in place of the path."""
        line: dict[str, Any] = {
            "request": self.request_id,
            "method": self._method,
            "route": route,
            "status": self.status,
            "ms": round(seconds * 1000, 2),
            "bytes": self._bytes,
            "address": self._address,
        }
        state = self._scope.get("state", {})
        if state.get("subject"):
            line["subject"] = state["subject"]
        if state.get("is_length_secret"):
            del line["bytes"]
        if self.error is not None:
            line["error"] = f"{type(self.error).__name__}: {self.error}"[:500]
            frames = traceback.extract_tb(self.error.__traceback__)[-3:]
            line["at"] = [f"{Path(one.filename).name}:{one.lineno}" for one in frames]
        return line


class _TooLarge(Exception):
    """A body without a length went on too long."""


def _limited(receive: Receive) -> Receive:
    taken = 0

    async def receiving() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MAX_BODY_BYTES:
            raise _TooLarge
        return message

    return receiving


def _without_body(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return sending


def _lead_to(scope: Scope, path: str, shared_paths: re.Pattern[str]) -> None:
    """Let another host see its own pages, and the files that they are made with, alone."""
    scope["state"]["site_base"] = ""
    if not shared_paths.fullmatch(scope["path"]):
        scope["path"] = f"{path}{scope['path'].removesuffix('/')}"
        scope["raw_path"] = scope["path"].encode()


def _host_of(text: str) -> str:
    """A host without its port, in lower case and without a final dot."""
    host, colon, port = text.lower().rpartition(":")
    if not colon or not port.isdigit():
        host = text.lower()
    return host.removesuffix(".")


def _route_of(scope: Scope) -> str:
    """The template of the route that answered, under the system that it belongs to."""
    route = scope.get("route")
    if route is None:
        return "unrouted"
    if isinstance(route, Mount):
        return f"{route.path}/*"
    return f"{scope.get('root_path', '')}{route.path}"
