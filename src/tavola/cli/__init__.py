"""The tavola command: a file for each of its commands.

A command's module is imported when it is called, so that `tavola --help` is fast.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from tavola.cli.words import CommandParser

__all__ = ["main", "whole_parser"]

_COMMANDS: Mapping[str, str] = {
    "init": "make a folder with a design, a program and a test to begin with",
    "check": "check a design: errors exit 1, advice exits 0",
    "generate": "write a design as typed Python",
    "serve": "serve the embedded engine as DynamoDB over HTTP",
    "table": "create, update, describe or delete the table of a design",
    "export": "write a design for CloudFormation, Terraform, NoSQL Workbench, IAM or the AWS CLI",
    "reindex": "bring stored items to what a changed design says",
    "get": "show one item",
    "query": "show the items that an index or an access pattern finds",
    "items": "show one partition as it is stored, with the model of each item",
    "put": "write an item",
    "update": "change fields of an item",
    "delete": "delete an item",
    "shell": "open a Python prompt with the table and its models",
    "copy": "copy a table's items to another store, or compare both",
    "dump": "write a table's items as files",
    "load": "put items from files into a table",
    "backup": "copy a file of the embedded engine while others write to it",
    "describe": "write the book of a design: models, table, questions and their cost",
    "schema": "print the JSON Schema of design files, for editors",
    "completion": "print a script that lets a shell complete the commands",
}

DESIGN_VARIABLE = "TAVOLA_DESIGN"
TRACEBACK_VARIABLE = "TAVOLA_TRACEBACK"
_OWN_FAULT = f"This is a fault of Tavola's; {TRACEBACK_VARIABLE}=1 shows where it is."
_CLI_MODULES = ("rich", "yaml")
"""What the command line needs beyond the library."""
_WITHOUT_DESIGN = ("init", "serve", "backup", "schema", "completion")
"""The commands that do not begin with a design."""

_DESCRIPTION = """\
A DynamoDB single-table design, as typed Python: on an embedded engine and, unchanged, on DynamoDB.

From a design to a running application:

  tavola check blog.yaml                        is the design sound?
  tavola generate blog.yaml -o blog_models.py   typed models and access patterns
  python -c 'from blog_models import Blog; Blog.open("blog.db")'
"""

_EPILOG = """\
tavola COMMAND --help explains a command. Exit codes: 0 done, 1 refused or wrong, 2 wrong usage.
TAVOLA_DESIGN names the design where a command is given none, TAVOLA_STORE the store.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tavola command; an error is one line and exit code 1."""
    words = list(sys.argv[1:] if argv is None else argv)
    _write_any_text()
    try:
        return _run(words)
    except ModuleNotFoundError as error:
        if error.name not in _CLI_MODULES:
            raise
        needed = "pip install 'tavola[cli]'"
        print(f"tavola: the command line needs {error.name}: {needed}.", file=sys.stderr)
        return 1


def _run(words: list[str]) -> int:
    if any("\0" in word for word in words):
        return _complain("tavola: a word with a NUL in it names nothing.", 2)
    parser = _parser(words)
    if not words:
        parser.print_help(sys.stderr)
        return 2
    args = parser.parse_args(_with_design(words, os.environ.get(DESIGN_VARIABLE)))
    try:
        code: int = args.run(args)
    except BrokenPipeError:
        # Who read our output has seen enough; what is left in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except ModuleNotFoundError:
        raise
    except Exception as error:
        told = _describe(error, words[0])
        if told is None and os.environ.get(TRACEBACK_VARIABLE):
            raise
        return _complain(told or f"tavola {words[0]}: {_shown(error)}. {_OWN_FAULT}", 1)
    return code


def _describe(error: Exception, command: str) -> str | None:
    """Say what went wrong with what was given; None for a fault of ours."""
    from tavola.errors import DesignError, TavolaError

    if isinstance(error, DesignError):
        return str(error)
    if isinstance(error, TavolaError):
        return f"tavola {command}: {' '.join(str(error).split())}"
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"tavola {command}: {where}{error.strerror or error}."
    return None


def _shown(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def _complain(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code


def _with_design(words: list[str], usual: str | None) -> list[str]:
    """Put the usual design where a command would begin with one and is given something else."""
    if usual is None or words[0] in _WITHOUT_DESIGN or words[0] not in _COMMANDS:
        return words
    at = 2 if words[0] == "table" else 1
    if len(words) < at:
        return words
    given = words[at] if len(words) > at else "-"
    is_given = _is_design(given) or (given.startswith("-") and _has_design_behind(words[at:]))
    return words if is_given or given in ("-h", "--help") else [*words[:at], usual, *words[at:]]


def _is_design(word: str) -> bool:
    return word.endswith((".yaml", ".yml")) or any(Path(word).glob("*.y*ml"))


def _has_design_behind(options: list[str]) -> bool:
    """Return whether a design's file follows an option; the first word may be the option's value.

    A folder does not count: it may be where the option says that something is to be written.
    """
    plain = [word for word in options if not word.startswith("-")][:2]
    return any(word.endswith((".yaml", ".yml")) and Path(word).is_file() for word in plain)


def _write_any_text() -> None:
    """Show what a terminal or a file cannot take, such as lone surrogates, by its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def whole_parser() -> argparse.ArgumentParser:
    """The parser with all commands, for what tells about them."""
    return _parser(list(_COMMANDS), every=True)


def _parser(words: Sequence[str], *, every: bool = False) -> argparse.ArgumentParser:
    parser = CommandParser(
        prog="tavola",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tavola {_version()}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    called = next((word for word in words if not word.startswith("-")), None)
    for name, meaning in _COMMANDS.items():
        if every or name == called:
            import_module(f"tavola.cli.{name}").add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=meaning)
    return parser


def _version() -> str:
    import tavola

    return tavola.__version__
