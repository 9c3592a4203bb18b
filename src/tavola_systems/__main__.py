"""`python -m tavola_systems`: a tour in the terminal, the systems over HTTP, and their commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tavola.cli.serve import describe_refusal, port_number
from tavola.errors import OperationError, TavolaError

_DESCRIPTION = """\
Without arguments: run a blog on the embedded engine and show what happens, what is written, where
it stands in the table, what each question costs. It ends by itself.
With --serve: serve the systems to people and programs, until stopped."""

_EXAMPLES = """\
examples:
  python -m tavola_systems demo                             all systems with sample data
  python -m tavola_systems                                  the tour, in memory
  python -m tavola_systems seed --store demo.db             sample data into a new file
  python -m tavola_systems --serve --store demo.db          all systems at http://127.0.0.1:8080
  python -m tavola_systems --serve blog --store 'dynamodb://eu-west-1/prod-*' \\
      --uploads s3://prod-uploads --base-url https://blog.example.com --mail smtp://mail.example.com
  python -m tavola_systems create-user ada@example.com 'Ada Lovelace' --password
  python -m tavola_systems grant ada@example.com blog admin
  python -m tavola_systems COMMAND --help

Every option may be given as a variable (TAVOLA_STORE, TAVOLA_BASE_URL, TAVOLA_SECRET, …) or in a
TOML file (--config)."""


def main(argv: list[str] | None = None) -> int:
    """Show the tour, serve the systems, or run one of their commands."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        if arguments[:1] == ["demo"]:
            from tavola_systems.demo import main as demonstrate

            return demonstrate(arguments[1:])
        if arguments and not arguments[0].startswith("-"):
            return _run_command(arguments)
        args = _main_parser().parse_args(arguments)
        if args.serve is None:
            from tavola_systems.blog.tour import show_tour

            show_tour()
            return 0
        return _serve(args)
    except ImportError as error:
        if (error.name or "").startswith("tavola"):
            raise
        return _complain(f"the systems need {error.name}: pip install tavola-systems.")
    except (OSError, TavolaError) as error:
        return _complain(str(error))


def _main_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tavola_systems",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
    )
    parser.add_argument(
        "--serve", nargs="*", metavar="SYSTEM", help="serve these systems; all if none is named"
    )
    parser.add_argument("--host", help="listen here (default: 127.0.0.1)")
    parser.add_argument("--port", type=port_number, help="0 for a free one (default: 8080)")
    parser.add_argument("--workers", type=int, help="so many processes (default: 1)")
    parser.add_argument("--allow-host", nargs="*", help="other hosts than the base URL's")
    parser.add_argument("--proxy", nargs="*", help="whose X-Forwarded-For counts: 10.0.0.0/8")
    parser.add_argument("--cors", nargs="*", help="origins whose pages may call the API")
    parser.add_argument(
        "--mail", help="smtp://host:587 (TAVOLA_MAIL if it has a password), or a folder"
    )
    parser.add_argument(
        "--metrics-port", type=port_number, help="serve metrics there, without a token"
    )
    parser.add_argument("--sender", help="whom mails are from")
    parser.add_argument(
        "--insecure", action="store_true", default=None, help="serve a demonstration to others"
    )
    return parser


def _common_options() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--store", help="a file (default: tavola-systems.db) or dynamodb://…-*")
    common.add_argument("--uploads", help="a folder or s3://bucket (default: beside the file)")
    common.add_argument("--base-url", help="where browsers reach the systems")
    common.add_argument("--config", type=Path, help="a TOML file with any of these")
    return common


def _serve(args: argparse.Namespace) -> int:
    from tavola_systems.platform.running.listening import listen, serve
    from tavola_systems.platform.running.settings import read_settings
    from tavola_systems.registry import load_systems

    settings = read_settings(vars(args), os.environ, args.config)
    systems = load_systems(args.serve)
    try:
        listener = listen(settings.host, settings.port)
    except OSError as error:
        return _complain(describe_refusal(settings.host, settings.port, error))
    with listener:
        serve(listener, settings, systems)
    return 0


def _run_command(arguments: Sequence[str]) -> int:
    from tavola_systems.platform.running.process import assemble
    from tavola_systems.platform.running.settings import read_settings
    from tavola_systems.platform.running.terminal import COMMANDS, add_commands
    from tavola_systems.registry import load_systems

    parser = argparse.ArgumentParser(prog="python -m tavola_systems")
    add_commands(parser, _common_options())
    args = parser.parse_args(arguments)
    settings = read_settings(vars(args), os.environ, args.config)
    settings = settings.with_address(settings.host, settings.port)
    if settings.store.startswith("memory:"):
        raise OperationError("store: memory is gone when this command ends. Name a file.")
    process = assemble(settings, load_systems(), log=None, has_workers=False)
    try:
        COMMANDS[args.command](args, process, load_systems())
    finally:
        process.close()
    return 0


def _complain(message: str) -> int:
    sys.stderr.write(f"tavola_systems: {message}\n")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
