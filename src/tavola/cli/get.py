"""`tavola get`: one item, by its key."""

from __future__ import annotations

import argparse

from tavola.cli.data.given_words import read_key
from tavola.cli.data.parsers import Subparsers, add_command, add_json
from tavola.cli.data.session import open_session
from tavola.cli.data.show import show_item
from tavola.errors import OperationError

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Read one item by its key, and show all its fields.

The key's values stand in the key's order, or by name. Exit code 1 if there is no
such item."""

_EXAMPLES = """\
  tavola get blog.yaml Post 01J8ZQ6T4N2C9V5W7X3Y1K0M8B --store blog.db
  tavola get blog.yaml Comment postId=01J8… commentId=01J9… --store blog.db --json
  export TAVOLA_DESIGN=blog.yaml TAVOLA_STORE=blog.db; tavola get Post 01J8…"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "get",
        "show one item",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
    )
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("key", metavar="KEY", nargs="*", help="a value, or name=value")
    parser.add_argument(
        "--include-expired", action="store_true", help="show an item that has expired, too"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Read the item and show it."""
    with open_session(args) as session:
        model = session.model(args.model)
        key, rest = read_key(model, args.key)
        if rest:
            raise OperationError(f"{rest[0]} is not part of the key of {model.name}.")
        found = session.handle(model).get(*key, include_expired=args.include_expired)
        if found is None:
            raise OperationError(f"{model.name} {' '.join(map(str, key))}: there is no such item.")
        show_item(model, found, is_json=args.json)
    return 0
