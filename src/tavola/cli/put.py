"""`tavola put`: write a new item, or one whole over another."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, cast

from tavola.cli.data.given_words import find_field, read_words
from tavola.cli.data.parsers import Subparsers, add_command, add_confirmation, is_confirmed
from tavola.cli.data.session import Session, open_session
from tavola.cli.data.show import show_change, show_item
from tavola.cli.data.values import from_json, load_line
from tavola.design.schema import ModelSchema
from tavola.errors import OperationError

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Write one item: its fields as name=value, or as one JSON object from a file or, with
`-`, from standard input. Ids, dates and versions that the table sets may be left out.

What would be written is shown, and you are asked. An item that stands there already is
refused, unless --replace says that it goes."""

_EXAMPLES = """\
  tavola put blog.yaml User name=Ada email=ada@example.com --store blog.db
  tavola get blog.yaml User 01J8… --store blog.db --json > ada.json
  tavola put blog.yaml User --from ada.json --replace --store copy.db --yes"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers, "put", "write an item", description=_DESCRIPTION, examples=_EXAMPLES, run=run
    )
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("given", metavar="NAME=VALUE", nargs="*")
    parser.add_argument("--from", dest="file", metavar="FILE", help="a JSON object; - for stdin")
    parser.add_argument("--replace", action="store_true", help="write over what stands there")
    add_confirmation(parser)


def run(args: argparse.Namespace) -> int:
    """Show what would be written, ask, and write it."""
    with open_session(args) as session:
        model = session.model(args.model)
        values = _values(model, args)
        handle = session.handle(model)
        item = getattr(session.module, model.name)(**values)
        _show(session, model, values)
        if not is_confirmed(args, "Write it?"):
            return 0
        written = handle.put(item) if args.replace else handle.add(item)
        show_item(model, written, is_json=False)
    return 0


def _values(model: ModelSchema, args: argparse.Namespace) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if args.file:
        is_input = args.file == "-"
        content = sys.stdin.buffer.read() if is_input else Path(args.file).read_bytes()
        document: Any = load_line(content, f"--from {args.file}")
        if not isinstance(document, dict):
            raise OperationError(f"--from {args.file} is not a JSON object.")
        for name, value in cast("dict[str, Any]", document).items():
            field = find_field(model, name)
            values[field.python_name] = from_json(field, value)
    for word in read_words(model, args.given):
        values[word.field.python_name] = word.value
    if not values:
        raise OperationError(f"{model.name} has no fields. Give name=value, or --from FILE.")
    return values


def _show(session: Session, model: ModelSchema, values: dict[str, Any]) -> None:
    """Show the fields, beside what stands at the key now, where the key is known."""
    keys = [values.get(model.fields[name].python_name) for name in model.key_fields]
    stored = None
    if all(value is not None for value in keys):
        stored = session.handle(model).get(*keys, include_expired=True)
    names = {field.python_name: name for name, field in model.fields.items()}
    wanted = values if stored is None else {**dict.fromkeys(names), **values}
    rows = ((names[one], getattr(stored, one, None), value) for one, value in wanted.items())
    changed = [row for row in rows if row[1] != row[2]]
    title = f"{model.name}, new" if stored is None else f"{model.name}, over the one that is there"
    show_change(model, title, changed)
