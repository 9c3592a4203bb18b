"""Idempotency-Key: a POST that is repeated gives the first one's answer again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute

from tavola.errors import AlreadyExists
from tavola_systems.platform.http.guard import RequestGuard
from tavola_systems.platform.http.problems import Refused
from tavola_systems.platform.models import Platform, Reply

__all__ = ["Replies", "replaying_route"]

_KEPT: Final = timedelta(hours=24)
_MAX_KEY_LENGTH: Final = 200
_MAX_BODY_BYTES: Final = 200_000


class Replies:
    """The answers that may be asked for again."""

    def __init__(self, db: Platform, clock: Callable[[], float]) -> None:
        self._db = db
        self._clock = clock

    def begin(self, digest: str, request: str) -> Response | None:
        """Take a key for a request; return the answer if it was given already."""
        ttl = datetime.fromtimestamp(self._clock(), UTC) + _KEPT
        try:
            self._db.reply.create(digest=digest, request=request, ttl=ttl)
        except AlreadyExists:
            reply = self._db.reply.get(digest)
            return _replayed(reply, request) if reply else None
        return None

    def finish(self, digest: str, response: Response) -> None:
        """Keep an answer; a refusal is not kept, so that the request may be fixed."""
        body = bytes(response.body)
        if response.status_code >= 400 or len(body) > _MAX_BODY_BYTES:
            self.abandon(digest)
            return
        self._db.reply.update(
            digest,
            status=response.status_code,
            body=body.decode(),
            media_type=response.headers.get("content-type"),
            location=response.headers.get("location"),
        )

    def abandon(self, digest: str) -> None:
        """Free a key whose request did nothing."""
        self._db.reply.delete(digest)


def _replayed(reply: Reply, request: str) -> Response:
    if reply.request != request:
        raise Refused(422, "This Idempotency-Key belongs to another request. Use a new one.")
    if reply.status is None:
        raise Refused(409, "The first request with this Idempotency-Key is still at work.")
    headers = {"Idempotent-Replayed": "true"}
    if reply.location:
        headers["Location"] = reply.location
    if reply.media_type:
        headers["Content-Type"] = reply.media_type
    return Response(reply.body, reply.status, headers)


def replaying_route(guard: RequestGuard, replies: Replies) -> type[APIRoute]:
    """Return the route class of a system's API."""

    class ReplayingRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def answer(request: Request) -> Response:
                key = request.headers.get("idempotency-key")
                if request.method != "POST" or key is None:
                    return await handle(request)
                if not 0 < len(key) <= _MAX_KEY_LENGTH:
                    raise Refused(400, f"Idempotency-Key: use 1 to {_MAX_KEY_LENGTH} characters.")
                await guard.admit(request)
                digest, content = await _digests(guard, request, key)
                known = await run_in_threadpool(replies.begin, digest, content)
                if known is not None:
                    return known
                try:
                    response = await handle(request)
                except BaseException:
                    await run_in_threadpool(replies.abandon, digest)
                    raise
                await run_in_threadpool(replies.finish, digest, response)
                return response

            return answer

    return ReplayingRoute


async def _digests(guard: RequestGuard, request: Request, key: str) -> tuple[str, str]:
    """Digest who asks what with which key, and the body; another's key is another key."""
    identity = await guard.identify(request)
    subject = identity.subject if identity else request.state.address
    named = "\0".join((guard.system, subject, request.method, request.url.path, key))
    body = await request.body()
    return hashlib.sha256(named.encode()).hexdigest(), hashlib.sha256(body).hexdigest()
