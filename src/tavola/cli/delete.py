"""`tavola delete`: remove one item, with what belongs to it."""

from __future__ import annotations

import argparse

from tavola.cli.data.given_words import read_key
from tavola.cli.data.parsers import Subparsers, add_command, add_confirmation, is_confirmed
from tavola.cli.data.session import open_session
from tavola.cli.data.show import show_item
from tavola.errors import OperationError

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Delete one item; its unique values are free again in the same write.

The item is shown, and you are asked. With a version field, it is refused if somebody
has changed it since."""

_EXAMPLES = "  tavola delete blog.yaml Post 01J8… --store blog.db"


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "delete",
        "delete an item",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
    )
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("key", metavar="KEY", nargs="*", help="a value, or name=value")
    add_confirmation(parser)


def run(args: argparse.Namespace) -> int:
    """Show the item, ask, and delete it."""
    with open_session(args) as session:
        model = session.model(args.model)
        key, rest = read_key(model, args.key)
        if rest:
            raise OperationError(f"{rest[0]} is not part of the key of {model.name}.")
        item = session.handle(model).get(*key, include_expired=True)
        if item is None:
            raise OperationError(f"{model.name} {' '.join(map(str, key))}: there is no such item.")
        show_item(model, item, is_json=False)
        if not is_confirmed(args, "Delete it?"):
            return 0
        item.delete()
        print("1 item deleted.")
    return 0
