"""`tavola items`: everything in one partition, with the model of each item."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tavola.cli.data.parsers import Subparsers, add_command, add_json
from tavola.cli.data.session import Session, open_session
from tavola.cli.data.values import dump_line
from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import PhysicalIndex, TableSettings
from tavola.errors import OperationError
from tavola.table.internals import codecs_of

__all__ = ["add_parser", "model_of", "run"]

_DESCRIPTION = """\
Show all items of one partition of the table, or of an index, in the order of their sort
keys: as they are stored, each with the model that it belongs to. Unique values show as
locks, and what belongs to no model shows as such."""

_EXAMPLES = """\
  tavola items vote.yaml "ELECTION#Best language" --store vote.db
  tavola items vote.yaml "ada@example.com" --index GSI-1 --store vote.db --json"""


_WIDEST = 30
"""Characters after which a key is folded."""


class _Page(msgspec.Struct):
    Items: list[RawItem]
    LastEvaluatedKey: dict[str, Any] | None = None


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "items",
        "show one partition as it is stored, with the model of each item",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
    )
    parser.add_argument("partition", metavar="PARTITION", help="the partition key, as it is stored")
    parser.add_argument("--table", metavar="NAME", help="which table, where the design has several")
    parser.add_argument("--index", metavar="NAME", help="a partition of this index of the table")
    parser.add_argument("--begins-with", metavar="TEXT", help="sort keys that begin with this")
    parser.add_argument("--limit", type=int, default=100, help="(default: %(default)s)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Read the partition and show it."""
    with open_session(args) as session:
        table = session.table(args.table)
        codecs = [one for one in codecs_of(session.db) if one.design.table.name == table.name]
        keys, items = _read(session, table, args)
        shown = [(item, model_of(codecs, item)) for item in items]
        if args.json:
            for item, model in shown:
                print(dump_line({"model": model, "item": item}))
            return 0
        _show(keys, shown)
        print("1 item." if len(shown) == 1 else f"{len(shown):,} items.", file=sys.stderr)
    return 0


def model_of(codecs: Sequence[Codec[Any]], item: RawItem) -> str | None:
    """Say whose an item is: a model's name, or `lock of` one; None if nobody's."""
    for codec in codecs:
        if codec.find_key_values(item) is not None:
            return codec.schema.name
    owner = item.get("relatedModel", {}).get("S")
    is_lock = owner is not None and "relatedId" in item and "uniqueValue" in item
    return f"lock of {owner}" if is_lock else None


def _read(
    session: Session, table: TableSettings, args: argparse.Namespace
) -> tuple[list[str], list[Any]]:
    index = _index(table.indexes, args.index)
    names = (
        [index.partition_key, index.sort_key] if index else [table.partition_key, table.sort_key]
    )
    keys = [name for name in names if name]
    body = _body(session.db, session.db.table_names[table.name], keys, args)
    if index is not None:
        body["IndexName"] = index.name
    items: list[Any] = []
    for page in _pages(session.db, body):
        items += page.Items
        if len(items) >= args.limit:
            break
    return list(dict.fromkeys((*keys, table.partition_key, *_some(table.sort_key)))), items[
        : args.limit
    ]


def _some(name: str | None) -> list[str]:
    return [name] if name else []


def _index(indexes: Sequence[PhysicalIndex], name: str | None) -> PhysicalIndex | None:
    if name is None:
        return None
    found = next((index for index in indexes if index.name == name), None)
    if found is None:
        known = ", ".join(index.name for index in indexes) or "none"
        raise OperationError(f"--index {name}: the table has no such index. It has {known}.")
    return found


def _body(db: Any, table: str, keys: list[str], args: argparse.Namespace) -> dict[str, Any]:
    types = _key_types(db, table)
    body: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "#p = :p",
        "ExpressionAttributeNames": {"#p": keys[0]},
        "ExpressionAttributeValues": {":p": {types[keys[0]]: args.partition}},
    }
    if args.begins_with is not None:
        if len(keys) < 2 or types[keys[1]] != "S":
            raise OperationError("--begins-with: the sort key is not a string here.")
        body["KeyConditionExpression"] += " AND begins_with(#s, :s)"
        body["ExpressionAttributeNames"]["#s"] = keys[1]
        body["ExpressionAttributeValues"][":s"] = {"S": args.begins_with}
    return body


def _key_types(db: Any, table: str) -> dict[str, str]:
    answer = db.store.execute("DescribeTable", {"TableName": table})
    described = msgspec.json.decode(answer)["Table"]["AttributeDefinitions"]
    return {one["AttributeName"]: one["AttributeType"] for one in described}


def _pages(db: Any, body: dict[str, Any]) -> Iterator[_Page]:
    start: dict[str, Any] | None = None
    while True:
        request = body if start is None else {**body, "ExclusiveStartKey": start}
        page = msgspec.json.decode(db.store.execute("Query", request), type=_Page)
        yield page
        start = page.LastEvaluatedKey
        if start is None:
            return


def _show(keys: list[str], shown: list[tuple[RawItem, str | None]]) -> None:
    if not shown:
        return
    grid = Grid(expand=True)
    for name in keys:
        longest = max(len(_value(item.get(name))) for item, _ in shown)
        grid.add_column(name, overflow="fold", min_width=max(len(name), min(longest, _WIDEST)))
    grid.add_column("model", no_wrap=True)
    grid.add_column("attributes", overflow="ellipsis", no_wrap=True, ratio=1)
    for item, model in shown:
        texts = [_value(item.get(name)) for name in keys]
        rest = {name: _value(value) for name, value in item.items() if name not in keys}
        others = "  ".join(f"{name}={text}" for name, text in sorted(rest.items()))
        whose = Text(model) if model else Text("no model", style="yellow")
        grid.add_row(*map(Text, texts), whose, Text(others))
    Console(highlight=False).print(grid)


def _value(attribute: Mapping[str, Any] | None) -> str:
    if not attribute:
        return ""
    ((tag, inner),) = attribute.items()
    return inner if tag in ("S", "N", "B") else dump_line(inner)
