"""Serves the application: takes the port, one or several processes, ends cleanly on a signal."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn

from tavola_systems.platform.running.process import assemble
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.system import System

__all__ = ["listen", "serve"]


def listen(host: str, port: int) -> socket.socket:
    """Take the port; OSError if it is not free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=512)


def serve(
    listener: socket.socket,
    settings: Settings,
    systems: Sequence[System],
    announce: Callable[[], None] | None = None,
) -> None:
    """Serve until a signal says to stop, and close the store then; `announce` says where."""
    settings = settings.with_address(settings.host, listener.getsockname()[1])
    announce = announce or (lambda: _announce(systems, settings.base_url))
    if settings.workers <= 1:
        _serve_here(listener, settings, systems, announce)
        return
    _serve_in_processes(listener, settings, systems, announce)


def _serve_here(
    listener: socket.socket,
    settings: Settings,
    systems: Sequence[System],
    announce: Callable[[], None],
) -> None:
    process = assemble(settings, systems, on_start=announce)
    config = uvicorn.Config(
        process.application.asgi,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=10,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _serve_in_processes(
    listener: socket.socket,
    settings: Settings,
    systems: Sequence[System],
    announce: Callable[[], None],
) -> None:
    """Share the port among processes; each opens the store for itself."""
    children: list[int] = []
    for number in range(settings.workers):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                say = announce if number == 0 else lambda: None
                _serve_here(listener, settings.of_process(number), systems, say)
                code = 0
            finally:
                os._exit(code)
        children.append(child)

    def pass_on(number: int, _: object) -> None:
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, number)

    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGINT, pass_on)
    for child in children:
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def _announce(systems: Sequence[System], address: str) -> None:
    """Say where the systems are, once the port is theirs."""
    sys.stdout.writelines(f"{one.name}: {address}/{one.name}/\n" for one in systems)
    sys.stdout.flush()
