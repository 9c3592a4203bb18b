"""`tavola update`: change fields of one item."""

from __future__ import annotations

import argparse
from typing import Any

from tavola.cli.data.given_words import Word, find_field, read_key, read_words
from tavola.cli.data.parsers import Subparsers, add_command, add_confirmation, is_confirmed
from tavola.cli.data.session import open_session
from tavola.cli.data.show import show_change
from tavola.design.schema import ModelSchema
from tavola.errors import OperationError
from tavola.model.field_expressions import FieldRef, NumberRef

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Change fields of one item: name=value sets, name+=number adds, --remove takes a value
away. Index keys and unique values follow in the same write.

The change is shown, and you are asked; it is refused if a field that it changes is not
what was shown any more."""

_EXAMPLES = """\
  tavola update blog.yaml Post 01J8… title="A better title" --store blog.db
  tavola update blog.yaml User 01J8… postCount+=1 --remove nickname --store blog.db --yes"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "update",
        "change fields of an item",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
    )
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("words", metavar="KEY… NAME=VALUE", nargs="*")
    parser.add_argument("--remove", metavar="FIELD", action="append", default=[])
    add_confirmation(parser)


def run(args: argparse.Namespace) -> int:
    """Show the change, ask, and make it."""
    with open_session(args) as session:
        model = session.model(args.model)
        key, rest = read_key(model, args.words)
        words = read_words(model, rest, ("=", "+="))
        removed = [find_field(model, name) for name in args.remove]
        if not words and not removed:
            raise OperationError(f"{model.name}: nothing would change. Give name=value.")
        fields = session.fields(model)
        changes = [_change(fields, word) for word in words]
        changes += [getattr(fields, field.python_name).remove() for field in removed]
        handle = session.handle(model)
        item = handle.get(*key)
        if item is None:
            raise OperationError(f"{model.name} {' '.join(map(str, key))}: there is no such item.")
        before = {one.name: getattr(item, one.python_name) for one in model.fields.values()}
        rows = [(one.field.name, before[one.field.name], _after(one, before)) for one in words]
        rows += [(field.name, before[field.name], None) for field in removed]
        show_change(model, f"{model.name} {' '.join(map(str, key))}", rows)
        if not is_confirmed(args, "Change it?"):
            return 0
        handle.update(*key, *changes, condition=_unchanged(model, rows))
        print("1 item changed.")
    return 0


def _after(word: Word, before: dict[str, Any]) -> Any:
    return word.value if word.operator == "=" else (before[word.field.name] or 0) + word.value


def _change(fields: Any, word: Word) -> Any:
    field: FieldRef[Any] = getattr(fields, word.field.python_name)
    if word.operator == "=":
        return field.set(word.value)
    if not isinstance(field, NumberRef):
        raise OperationError(f"{word.field.name}: += adds to numbers only. Set it with =.")
    return field.add(word.value)


def _unchanged(model: ModelSchema, rows: list[tuple[str, Any, Any]]) -> dict[str, Any]:
    """What must still be so when the change is made."""
    said: dict[str, Any] = {}
    for name, before, _ in rows:
        is_missing = before is None or before == set()
        if model.fields[name].type != "CounterField":
            said[name] = {"$exists": False} if is_missing else {"$eq": before}
    return said or {model.key_fields[0]: {"$exists": True}} if model.key_fields else said
