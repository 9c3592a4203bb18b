"""Every system behind one port."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from tavola_systems.lifespan import together

__all__ = ["listen", "serve"]

_SYSTEMS = ("blog", "vote", "cms", "branding", "requests")


def listen(host: str, port: int) -> socket.socket:
    """Take the port; OSError if it is not free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def serve(listener: socket.socket, host: str, folder: Path | None) -> None:
    """Serve until a signal says to stop, and close every table then."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    systems = _open_systems(folder)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}"
    app = FastAPI(
        title="Tavola's systems",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=together(systems.values(), lambda: _announce(systems, address)),
    )
    for system, one in systems.items():
        app.mount(f"/{system}", one)
    page = _front_page({system: one.summary or one.title for system, one in systems.items()})
    app.add_api_route("/", lambda: HTMLResponse(page))
    with suppress(KeyboardInterrupt):
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def _open_systems(folder: Path | None) -> dict[str, FastAPI]:
    systems: dict[str, FastAPI] = {}
    for name in _SYSTEMS:
        if find_spec(f"tavola_systems.{name}") and find_spec(f"tavola_systems.{name}.api"):
            location = str(folder / f"{name}.db") if folder else "memory:"
            systems[name] = import_module(f"tavola_systems.{name}.api").open_app(location)
    return systems


def _announce(systems: Mapping[str, FastAPI], address: str) -> None:
    """Say where the systems are, once a signal ends them well and the port is theirs."""
    sys.stdout.writelines(f"{name}: {address}/{name}/docs\n" for name in systems)
    sys.stdout.flush()


def _front_page(summaries: Mapping[str, str]) -> str:
    """The page at `/`, which leads to the systems."""
    links = "\n".join(
        f'<li><a href="/{name}/docs">{name}</a>: {escape(summary)}</li>'
        for name, summary in summaries.items()
    )
    return f"<!doctype html>\n<title>Tavola's systems</title>\n<ul>\n{links}\n</ul>\n"
