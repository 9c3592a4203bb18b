"""`tavola query`: the items that an index or an access pattern finds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tavola.cli.data.given_words import conditions_of, filter_of, find_field, read_words
from tavola.cli.data.parsers import Subparsers, add_command, add_json
from tavola.cli.data.session import Session, open_session
from tavola.cli.data.show import show_items
from tavola.design.schema import ModelSchema
from tavola.errors import OperationError

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Ask what an index or an access pattern of the design answers, by its name there.

Key fields are name=value; the last one may be a condition: name>=value, name<value,
name^=beginning, or name>=low name<=high. Without a name, all items of an iterable
model are shown; a unique constraint's name finds its one item."""

_EXAMPLES = """\
  tavola query blog.yaml Post.postsForUser userId=01J8… --limit 20 --store blog.db
  tavola query blog.yaml Post.postsForUser userId=01J8… "createdAt>=2026-05-01" --descending
  tavola query blog.yaml Post.postsForUser userId=01J8… --where "views>100" --where "title~cat"
  tavola query blog.yaml User.uniqueEmail email=ada@example.com --json
  tavola query blog.yaml Post.postsForUser userId=01J8… --explain     what it would cost"""

_USUAL_LIMIT = 20


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "query",
        "show the items that an index or an access pattern finds",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
    )
    parser.add_argument("question", metavar="MODEL.INDEX", help="Post.postsForUser, or Post")
    parser.add_argument("given", metavar="NAME=VALUE", nargs="*")
    parser.add_argument(
        "--where",
        metavar="CONDITION",
        action="append",
        default=[],
        help='a filter: name>value, name~part, name!=value, or JSON such as {"views": {"$gt": 3}}',
    )
    parser.add_argument(
        "--limit", type=_count, default=_USUAL_LIMIT, help="items to show (default: %(default)s)"
    )
    parser.add_argument("--all", action="store_true", help="show all, however many there are")
    parser.add_argument("--cursor", help="where the last page ended")
    parser.add_argument("--descending", action="store_true", help="the last ones first")
    parser.add_argument("--only", metavar="FIELDS", help="read these fields alone: title,views")
    parser.add_argument("--count", action="store_true", help="show how many there are, only")
    parser.add_argument("--explain", action="store_true", help="show the requests; send nothing")
    parser.add_argument(
        "--scan", action="store_true", help="read the whole table for a model without iteration"
    )
    add_json(parser)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of items. Give 1 or more.")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Find the question in the design, ask it, and show the answer."""
    name, _, index = args.question.partition(".")
    with open_session(args) as session:
        model = session.model(name)
        if not index:
            return _show_all(session, model, args)
        unique = model.uniques.get(index) or _by_python_name(model.uniques, index)
        if unique is not None:
            return _find(session, model, unique, args)
        return _query(session, model, _method_of(session, model, index), args)


def _by_python_name(named: Any, name: str) -> Any:
    return next((one for one in named.values() if one.python_name == name), None)


def _method_of(session: Session, model: ModelSchema, name: str) -> str:
    patterns = {pattern.name: pattern for pattern in session.design.patterns_of(model.name)}
    known = {**model.indexes, **patterns}
    found: Any = known.get(name) or _by_python_name(known, name)
    if found is None:
        names = ", ".join((*known, *model.uniques)) or "none"
        raise OperationError(
            f"{model.name}.{name}: there is no such index or access pattern."
            f" {model.name} has {names}."
        )
    method: str = found.python_name
    return method


def _query(session: Session, model: ModelSchema, method: str, args: argparse.Namespace) -> int:
    handle = session.handle(model)
    options: dict[str, Any] = conditions_of(model, args.given)
    where = filter_of(model, args.where)
    if where is not None:
        options["filter"] = where
    if args.only:
        options["only"] = [
            find_field(model, one.strip()).python_name for one in args.only.split(",")
        ]
    if args.descending:
        options["descending"] = True
    if args.cursor:
        options["cursor"] = args.cursor
    if not args.all and not args.count:
        options["limit"] = args.limit
    plan = getattr(handle.plan, method)(**options)
    if args.explain:
        print(plan.explain())
        return 0
    if args.count:
        print(handle.count(plan))
        return 0
    return _show_page(model, getattr(handle, method)(**options), args)


def _show_page(model: ModelSchema, page: Any, args: argparse.Namespace) -> int:
    if args.all and args.json:
        for item in page.all():
            show_items(model, [item], is_json=True)
        return 0
    items = list(page.all()) if args.all else list(page.items)
    show_items(model, items, is_json=args.json)
    more = "" if args.all or page.cursor is None else f" More: --cursor {page.cursor}"
    if not args.json or more:
        print(f"{_items(len(items))}.{more}", file=sys.stderr)
    return 0


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count:,} items"


def _find(session: Session, model: ModelSchema, unique: Any, args: argparse.Namespace) -> int:
    given = {word.field.name: word.value for word in read_words(model, args.given)}
    missing = [name for name in unique.fields if name not in given]
    if missing:
        raise OperationError(f"{model.name}.{unique.name}: {', '.join(missing)} is missing.")
    values = [given[name] for name in unique.fields]
    found = getattr(session.handle(model), unique.python_name)(*values)
    show_items(model, [] if found is None else [found], is_json=args.json)
    if not args.json:
        print(f"{_items(found is not None)}.", file=sys.stderr)
    return 0


def _show_all(session: Session, model: ModelSchema, args: argparse.Namespace) -> int:
    if args.given:
        raise OperationError(
            f"{args.given[0]} has no meaning without an index. Ask as {model.name}.INDEX, or use"
            " --where."
        )
    if model.iteration is None and not args.scan:
        known = ", ".join(f"{model.name}.{name}" for name in model.indexes) or "none"
        raise OperationError(
            f"{model.name} is not iterable, so that showing all would read the whole table."
            f" Ask one of its indexes ({known}), or add --scan."
        )
    options: dict[str, Any] = {"allow_scan": True} if model.iteration is None else {}
    items: Iterator[Any] = session.handle(model).scan(
        filter=filter_of(model, args.where), **options
    )
    if args.count:
        print(sum(1 for _ in items))
        return 0
    if args.json:
        for item in items if args.all else islice(items, args.limit):
            show_items(model, [item], is_json=True)
        return 0
    shown = list(items if args.all else islice(items, args.limit))
    show_items(model, shown, is_json=False)
    print(f"{_items(len(shown))}.", file=sys.stderr)
    return 0
