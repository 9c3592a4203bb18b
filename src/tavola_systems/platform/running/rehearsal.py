"""What a process does before it says that it is ready: its first requests, beside its store.

The first request of a kind imports, compiles and fills caches, and takes a hundred times as long as
the next one. A system that a crowd may wait for plays some of them through on an application in
memory, which is dropped afterwards: nothing of it is stored, sent or counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from starlette.types import ASGIApp, Message, Scope

from tavola_systems.platform.running.process import assemble
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.system import System

__all__ = ["rehearse"]

_HOST: Final = "rehearsal"


def rehearse(systems: Sequence[System]) -> None:
    """Let each system that wants to play its first requests through."""
    for system in systems:
        if system.rehearse is None:
            continue
        settings = Settings(store="memory:", base_url=f"http://{_HOST}")
        process = assemble(settings, [system], log=None, has_workers=False)
        try:
            stage = _Stage(process.application.asgi)
            asyncio.run(system.rehearse(process.application.services[system.name], stage))
        finally:
            process.close()


class _Stage:
    """Takes requests of a program without a network."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, method: str, path: str, token: str) -> int:
        """Send a request that has no body; returns the status of its answer."""
        answers: list[Message] = []
        has_asked = False

        async def receive() -> Message:
            nonlocal has_asked
            if has_asked:
                await asyncio.Event().wait()  # the client stays until it is answered
            has_asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            answers.append(message)

        await self._application(_scope(method, path, token), receive, send)
        status: int = answers[0]["status"]
        return status


def _scope(method: str, path: str, token: str) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", _HOST.encode()), (b"authorization", f"Bearer {token}".encode())],
        "client": ("127.0.0.1", 1),
        "server": (_HOST, 80),
        "state": {},
    }
