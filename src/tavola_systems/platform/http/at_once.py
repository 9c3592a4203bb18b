"""Public pages that are answered at once: on the event loop, before routing and the guard.

Most of what a request costs is the way to its route and into a thread and back. An endpoint that is
a method of an object with `at_once` is asked first, before any of that: it answers what it can
answer without waiting, and returns None for the rest, which then goes the usual way. It must be
public, since nobody has looked who asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["AtOnce", "at_once_first"]


@runtime_checkable
class AtOnce(Protocol):
    """Has an endpoint that can be answered at once."""

    def at_once(self, request: Request, parameters: Mapping[str, Any]) -> Response | None:
        """Answer a GET without waiting, or return None; it raises nothing."""
        ...


def at_once_first(app: FastAPI) -> ASGIApp:
    """Ask the endpoints of a system that can answer at once, then the system."""
    quick = [
        (route, owner)
        for route in app.routes
        if isinstance(route, APIRoute) and "GET" in (route.methods or ())
        if isinstance(owner := getattr(route.endpoint, "__self__", None), AtOnce)
    ]
    return _AtOnceFirst(app, quick) if quick else app


class _AtOnceFirst:
    def __init__(self, app: ASGIApp, quick: Sequence[tuple[APIRoute, AtOnce]]) -> None:
        self._app = app
        self._quick = quick

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http" and scope["method"] == "GET":
            for route, owner in self._quick:
                match, found = route.matches(scope)
                if match is not Match.FULL:
                    continue
                response = owner.at_once(Request(scope), found["path_params"])
                if response is None:
                    break
                scope["route"] = route
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)
