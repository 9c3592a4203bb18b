"""Serves the application: takes the port, one or several processes, ends cleanly on a signal."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

import uvicorn

from tavola.errors import OperationError, TavolaError
from tavola_systems.platform.running.process import assemble
from tavola_systems.platform.running.rehearsal import rehearse
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.system import System

__all__ = ["listen", "serve"]

_SWITCH_SECONDS: Final = 0.0001


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
    # What writes in a thread must not wait 5 ms, at every statement, for a loop that is busy.
    sys.setswitchinterval(_SWITCH_SECONDS)
    rehearse(systems)
    process = assemble(settings, systems, on_start=announce)
    # What is there now stays. Looked through again with every full collection, it held all requests
    # up for 85 ms every other second.
    gc.collect()
    gc.freeze()
    config = uvicorn.Config(
        process.application.asgi,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=10,
    )
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    if not server.started:
        raise OperationError("The systems did not start; the lines above say why.")


def _serve_in_processes(
    listener: socket.socket,
    settings: Settings,
    systems: Sequence[System],
    announce: Callable[[], None],
) -> None:
    """Share the port among processes; each opens the store for itself."""
    children: set[int] = set()
    told: list[int] = []

    def pass_on(number: int, _: object) -> None:
        told.append(number)
        _send(children, number)

    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGINT, pass_on)
    for number in range(settings.workers):
        say = announce if number == 0 else _mute
        children.add(_started(listener, settings.of_process(number), systems, say))
    for number in told:
        _send(children, number)
    has_failed = False
    while children:
        child, _ = os.wait()
        children.discard(child)
        if not told and not has_failed:
            # Who started us starts all of them again; few processes would serve for ever otherwise.
            has_failed = True
            _send(children, signal.SIGTERM)
    if has_failed:
        raise OperationError("One of the processes has ended, so the others were ended too.")


def _started(
    listener: socket.socket,
    settings: Settings,
    systems: Sequence[System],
    announce: Callable[[], None],
) -> int:
    """Begin a process that serves, and return its id."""
    child = os.fork()
    if child != 0:
        return child
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = 1
    try:
        _serve_here(listener, settings, systems, announce)
        code = 0
    except (OSError, TavolaError) as error:
        sys.stderr.write(f"tavola_systems: {error}\n")
    finally:
        os._exit(code)


def _send(children: Iterable[int], number: int) -> None:
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(child, number)


def _mute() -> None:
    """Say nothing: the first process says where the systems are."""


def _announce(systems: Sequence[System], address: str) -> None:
    """Say where the systems are, once the port is theirs."""
    sys.stdout.writelines(f"{one.name}: {address}/{one.name}/\n" for one in systems)
    sys.stdout.flush()
