"""How a command of the terminal is added: one form for all of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from tavola.cli.data.session import add_design, add_store

__all__ = ["Subparsers", "add_command", "add_confirmation", "add_json", "is_confirmed"]

if TYPE_CHECKING:
    # argparse has no public name for it.
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
else:
    Subparsers = object


def add_command(
    subparsers: Subparsers,
    name: str,
    summary: str,
    *,
    description: str,
    examples: str,
    run: Callable[[argparse.Namespace], int],
    has_store: bool = True,
) -> argparse.ArgumentParser:
    """Add a command on a design and, unless said otherwise, a store."""
    parser = subparsers.add_parser(
        name,
        help=summary,
        description=description,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_design(parser)
    if has_store:
        add_store(parser)
    parser.set_defaults(run=run)
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")


def add_confirmation(parser: argparse.ArgumentParser) -> None:
    """Add `--yes`."""
    parser.add_argument("--yes", action="store_true", help="do it without asking")


def is_confirmed(args: argparse.Namespace, question: str) -> bool:
    """Ask before something is written; who cannot be asked has to say --yes."""
    if args.yes:
        return True
    if not sys.stdin.isatty():
        print("Nothing was changed. Add --yes to do it.")
        return False
    try:
        answer = input(f"{question} [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().lower() in ("y", "yes"):
        return True
    print("Nothing was changed.")
    return False
