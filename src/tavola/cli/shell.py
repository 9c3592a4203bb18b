"""`tavola shell`: a Python prompt with the design's table and models."""

from __future__ import annotations

import argparse
import code
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import tavola
from tavola.cli.data.parsers import Subparsers, add_command
from tavola.cli.data.session import Session, open_session

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Open a Python prompt in which `db` is the design's table, its models are there by name,
and so are the conditions of queries (ge, between, begins_with, …). Tab completes.

Nothing has to be generated before: the models are those that `tavola generate` writes."""

_EXAMPLES = """\
  tavola shell blog.yaml --store blog.db
  tavola shell blog.yaml --store "dynamodb://eu-west-1/blog" --tenant acme
  tavola shell blog.yaml --store blog.db -c 'print(db.user.find_by_email("ada@example.com"))'"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "shell",
        "open a Python prompt with the table and its models",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
    )
    parser.add_argument("-c", dest="command", metavar="CODE", help="run this, and leave")


def run(args: argparse.Namespace) -> int:
    """Open the prompt, or run one command."""
    with open_session(args) as session:
        names = _names(session)
        if args.command:
            exec(compile(args.command, "<-c>", "exec"), names)  # noqa: S102 - the user's own code
            return 0
        _complete(names)
        console = code.InteractiveConsole(names)
        console.interact(banner=_banner(session, args.store), exitmsg="")
    return 0


def _names(session: Session) -> dict[str, Any]:
    """What is known at the prompt."""
    names: dict[str, Any] = {"__name__": "__console__", "__doc__": None}
    names |= {name: getattr(session.module, name) for name in session.design.models}
    conditions = ("begins_with", "between", "eq", "ge", "gt", "le", "lt")
    names |= {name: getattr(tavola, name) for name in conditions}
    names |= {"datetime": datetime, "timedelta": timedelta, "UTC": UTC, "tavola": tavola}
    return {**names, "db": session.db}


def _banner(session: Session, store: str) -> str:
    handles = ", ".join(f"db.{model.handle}" for model in session.design.models.values())
    version = sys.version.partition(" ")[0]
    tables = ", ".join(table.name for table in session.design.tables)
    tenant = "" if session.tenant is None else f" for tenant {session.tenant}"
    return (
        f"Tavola {tavola.__version__}, Python {version}: {tables} on "
        f"{store.partition('?')[0]}{tenant}\n{handles}\nTab completes; Ctrl-D leaves."
    )


def _complete(names: dict[str, Any]) -> None:
    """Let Tab complete the names, where Python has what it takes."""
    try:
        import readline
        import rlcompleter
    except ImportError:
        return
    readline.set_completer(rlcompleter.Completer(names).complete)
    readline.parse_and_bind("tab: complete")
