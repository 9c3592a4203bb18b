"""Servers that are measured, each in a process of its own, under the same uvicorn.

`python -m benchmarks.cms_load.servers site STORE kept` serves the CMS as it is shipped, with `anew`
in place of `kept` one that keeps no rendered page; `... bare SIZE` a page of Starlette's that is
always the same. The first line printed is the port; a line on standard input ends
it, and the CPU seconds that it used and the times that requests took are printed.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import uvicorn


def main(argv: list[str]) -> None:
    """Serve until a line comes in; print what each request took then."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    port: int = listener.getsockname()[1]
    app, times = _bare(int(argv[1])) if argv[0] == "bare" else _site(argv[1], argv[2], port)
    # As `python -m tavola_systems` runs it.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    begun = time.process_time()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()

    def end() -> None:
        sys.stdin.readline()
        server.should_exit = True

    threading.Thread(target=end, daemon=True).start()
    server.run(sockets=[listener])
    used = time.process_time() - begun
    sys.stdout.write(f"{json.dumps({'cpu': used, 'times': times()})}\n")


def _bare(size: int) -> tuple[Any, Callable[[], list[float]]]:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    text = "x" * size

    async def page(request: Request) -> HTMLResponse:
        del request
        return HTMLResponse(text)

    return Starlette(routes=[Route("/{path:path}", page)]), list[float]


def _never(page: object) -> bool:
    del page
    return False


def _site(store: str, way: str, port: int) -> tuple[Any, Callable[[], list[float]]]:
    from tavola_systems.cms.system import SYSTEM
    from tavola_systems.cms.web import public
    from tavola_systems.platform.running.process import assemble
    from tavola_systems.platform.running.settings import Settings

    if way == "anew":
        setattr(public, "can_be_kept", _never)  # noqa: B010 - it is not the module's own
    lines: list[str] = []
    settings = Settings(store=store, base_url=f"http://127.0.0.1:{port}")
    process = assemble(settings, [SYSTEM], log=lines.append, has_workers=False)
    return process.application.asgi, lambda: [json.loads(line)["ms"] for line in lines]


if __name__ == "__main__":
    main(sys.argv[1:])
