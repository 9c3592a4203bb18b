"""`python -m tavola_systems`: see a design at work in the terminal, or serve it over HTTP."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

_SYSTEMS = ("blog", "vote", "cms", "branding", "requests")

_DESCRIPTION = """\
Run a blog on the embedded engine and show what happens: what is written, where it stands in
the table, what each question costs. It ends by itself."""

_EXAMPLES = """\
examples:
  python -m tavola_systems                           the tour, in memory
  python -m tavola_systems --serve                   the systems over HTTP, with OpenAPI pages
  python -m tavola_systems --serve --folder data     the same, kept in files
"""


def main(argv: list[str] | None = None) -> int:
    """Show the tour, or serve the systems."""
    parser = argparse.ArgumentParser(
        prog="python -m tavola_systems",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--serve", action="store_true", help="serve over HTTP until stopped")
    parser.add_argument("--host", default="127.0.0.1", help="listen here (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8080, help="default: %(default)s")
    parser.add_argument(
        "--folder", type=Path, help="keep the tables in files here (default: memory)"
    )
    args = parser.parse_args(argv)
    if args.serve:
        return _serve(args.host, args.port, args.folder)
    from tavola_systems.blog.tour import show_tour

    show_tour()
    return 0


def _serve(host: str, port: int, folder: Path | None) -> int:
    try:
        import uvicorn
        from fastapi import FastAPI
        from fastapi.responses import HTMLResponse
    except ImportError:
        sys.stderr.write("Serving needs FastAPI and uvicorn: pip install 'tavola[systems]'.\n")
        return 1
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    app = FastAPI(title="Tavola's systems", docs_url=None, redoc_url=None, openapi_url=None)
    served: dict[str, FastAPI] = {}
    for name in _SYSTEMS:
        if find_spec(f"tavola_systems.{name}") and find_spec(f"tavola_systems.{name}.api"):
            location = str(folder / f"{name}.db") if folder else "memory:"
            served[name] = import_module(f"tavola_systems.{name}.api").open_app(location)
            app.mount(f"/{name}", served[name])
            sys.stdout.write(f"{name}: http://{host}:{port}/{name}/docs\n")
    sys.stdout.flush()
    page = _front_page({name: one.summary or one.title for name, one in served.items()})
    app.add_api_route("/", lambda: HTMLResponse(page))
    uvicorn.run(app, host=host, port=port, log_level="warning")
    return 0


def _front_page(summaries: Mapping[str, str]) -> str:
    """The page at `/`, which leads to the systems."""
    links = "\n".join(
        f'<li><a href="/{name}/docs">{name}</a>: {escape(summary)}</li>'
        for name, summary in summaries.items()
    )
    return f"<!doctype html>\n<title>Tavola's systems</title>\n<ul>\n{links}\n</ul>\n"


if __name__ == "__main__":
    raise SystemExit(main())
