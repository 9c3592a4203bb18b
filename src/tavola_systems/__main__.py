"""`python -m tavola_systems`: see a design at work in the terminal, or serve it over HTTP."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tavola.cli.serve import describe_refusal, port_number
from tavola.errors import TavolaError

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
    parser.add_argument(
        "--port", type=port_number, default=8080, help="0 for a free one (default: %(default)s)"
    )
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
        from tavola_systems.serving import listen, serve
    except ImportError:
        return _complain("serving needs FastAPI and uvicorn: pip install 'tavola[systems]'.")
    try:
        listener = listen(host, port)
    except OSError as error:
        return _complain(describe_refusal(host, port, error))
    with listener:
        try:
            serve(listener, host, folder)
        except (OSError, TavolaError) as error:
            return _complain(str(error))
    return 0


def _complain(message: str) -> int:
    sys.stderr.write(f"tavola_systems: {message}\n")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
