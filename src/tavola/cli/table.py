"""`tavola table`: create, update, describe and delete the table of a design."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import parse_qs

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from tavola.codec.codec import Codec
from tavola.design import Design
from tavola.design.load import load_design
from tavola.errors import OperationError, TavolaError
from tavola.operations.reindex.unknown_items import FindUnknownItems
from tavola.operations.steps import Operation
from tavola.operations.tables.describe import TableState
from tavola.operations.tables.table_operations import (
    DescribeTable,
    DropTable,
    PlanTable,
    TableChange,
    TablePlan,
)
from tavola.stores.opening import is_dynamodb, locate_tables, open_store
from tavola.table.base import new_contexts
from tavola.table.dynamic import table_class
from tavola.table.internals import context_of
from tavola.table.table import Table

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Make the table of a design, and keep it what the design says.

Every command shows what it would do; --yes does it, and waits until the table is
active. Indexes are added one at a time, as DynamoDB wants it. Nothing that holds
items is removed: an index or a tag that the design does not name stays."""

_EXAMPLES = """\
examples:
  tavola table create blog.yaml --store dynamodb://eu-west-1
  tavola table create blog.yaml --store dynamodb://eu-west-1 --yes
  tavola table update blog.yaml --store dynamodb://eu-west-1/blog-staging --yes
  tavola table create arcade.yaml --store "dynamodb://eu-west-1/prod-*" --yes
  tavola table describe blog.yaml --store blog.db
  tavola table delete blog.yaml --yes \\
      --store "dynamodb://eu-west-1/blog-test?endpoint=http://127.0.0.1:8000"

The table's name is the location's, or else the design's; of several tables, each has its
own: dynamodb://eu-west-1/prod-* puts prod- before it. Credentials come from the
environment, or from any source that botocore knows (tavola[aws])."""

_COMMANDS = {
    "create": "make the table, with its indexes, expiry, recovery, protection and tags",
    "update": "change an existing table to what the design says",
    "describe": "show the table, and how it differs from the design",
    "delete": "delete the table with all its items",
}

_TELL_SECONDS = 60.0

R = TypeVar("R")


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage] # argparse has no public name for it
) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "table",
        help="create, update, describe or delete the table of a design",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, meaning in _COMMANDS.items():
        command = commands.add_parser(name, help=meaning, description=f"{meaning.capitalize()}.")
        command.add_argument(
            "design", metavar="DESIGN", help="a design file, or a directory of them"
        )
        command.add_argument(
            "--store",
            required=True,
            metavar="URL",
            help="dynamodb://REGION/TABLE?endpoint=URL, or a file of the embedded engine",
        )
        command.add_argument(
            "--table",
            action="append",
            metavar="NAME",
            help="only this one of the design's tables; may be given several times",
        )
        if name != "describe":
            command.add_argument("--yes", action="store_true", help="do it, do not only show it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run one command; 1 if it failed or something cannot be changed."""
    console = Console(soft_wrap=True, highlight=False)
    try:
        design = load_design(args.design)
        is_confirmed: bool = getattr(args, "yes", False)
        makes = is_confirmed and args.command == "create"
        location, names = locate_tables(args.store, [table.name for table in design.tables])
        codes: list[int] = []
        for part in _chosen(design, args.table):
            name = names[part.table.name]
            with _Session(part, name, location, console, makes=makes) as session:
                codes.append(_RUN[args.command](session, is_confirmed))
        return max(codes)
    except TavolaError as error:
        return _complain(f"tavola table {args.command}: {error}")


def _chosen(design: Design, names: Sequence[str] | None) -> Iterable[Design]:
    """Give the design of each table, or of those that were named."""
    known = [table.name for table in design.tables]
    for name in names or ():
        if name not in known:
            raise OperationError(f"--table {name}: the design has {', '.join(known)}.")
    return [part for part in design.parts if not names or part.table.name in names]


def _complain(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


class _Session:
    """A design, its table and a console to tell about them."""

    def __init__(
        self, design: Design, name: str, location: str, console: Console, *, makes: bool
    ) -> None:
        self.design = design
        self.console = console
        self.name = name
        self.location = _shown(location)
        self.is_embedded = not is_dynamodb(location)
        self._progress: Callable[[], None] | None = None
        # Opening makes a file that is not there; whoever only looks is shown an empty store.
        self._store, _ = open_store(location if makes or _is_there(location) else "memory:")
        names = {design.table.name: name}
        contexts = new_contexts(self._store, design, names, time.time, random.SystemRandom(), None)
        self._table = Table(self._store, contexts, {}, self._sleep)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    def ask(self, operation: Operation[R]) -> R:
        """Run an operation."""
        return self._table.run(operation)

    def look_for_unknown_items(self) -> FindUnknownItems:
        """Look for what the design does not know of the table's first items."""
        codecs = tuple(Codec(self.design, model) for model in table_class(self.design).models)
        return FindUnknownItems(context_of(self._table), codecs)

    def do(self, operation: Operation[Any], summary: str) -> None:
        """Run an operation that takes its time, with a line that shows how long.

        What is not a terminal gets a new line every minute: who reads a log wants to know, too.
        """
        started = told = time.monotonic()

        def progress() -> None:
            nonlocal told
            now = time.monotonic()
            line = f"{escape(summary)} … {now - started:.0f} s"
            if self.console.is_terminal:
                status.update(line)
            elif now - told >= _TELL_SECONDS:
                told = now
                self.console.print(f"wait  {line}")

        with self.console.status(escape(summary)) as status:
            self._progress = progress
            self.ask(operation)
        self._progress = None
        seconds = time.monotonic() - started
        self.console.print(f"[green]done[/]  {escape(summary)} ({seconds:.1f} s)")

    def _sleep(self, seconds: float) -> None:
        """Sleep in short steps, so that the progress line moves."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self._progress is not None:
                self._progress()
            time.sleep(min(0.5, left))


def _is_there(location: str) -> bool:
    is_file = bool(location) and "://" not in location
    return not is_file or Path(location.partition("?")[0]).exists()


def _shown(location: str) -> str:
    """A location as people know it: where a table is deleted, the endpoint matters most."""
    path, _, options = location.partition("?")
    endpoint = parse_qs(options).get("endpoint")
    return f"{path} at {endpoint[0]}" if endpoint else path


def _create(session: _Session, is_confirmed: bool) -> int:
    if session.ask(DescribeTable(session.name)) is not None:
        return _complain(
            f"tavola table create: {session.name} exists on {session.location}."
            " Change it with `tavola table update`."
        )
    table = session.design.table
    code = _carry_out(session, is_confirmed)
    _show_idle_settings(
        session,
        is_encrypted=table.encryption != "owned",
        is_provisioned=table.billing == "provisioned",
        is_recoverable=table.point_in_time_recovery,
    )
    return code


def _update(session: _Session, is_confirmed: bool) -> int:
    if session.ask(DescribeTable(session.name)) is None:
        return _complain(_missing("update", session) + " Make it with `tavola table create`.")
    return _carry_out(session, is_confirmed)


def _missing(command: str, session: _Session) -> str:
    return f"tavola table {command}: there is no table {session.name} on {session.location}."


def _carry_out(session: _Session, is_confirmed: bool) -> int:
    plan = session.ask(PlanTable(session.design, session.name))
    _show_plan(session.console, plan, session.location)
    if plan.changes and not is_confirmed:
        session.console.print("Nothing was changed. Add --yes to do it.")
    elif plan.changes:
        for change in plan.changes:
            session.do(change, change.summary)
    return 1 if plan.obstacles else 0


def _show_plan(console: Console, plan: TablePlan, location: str) -> None:
    if plan.is_empty and not plan.obstacles:
        console.print(f"{plan.table} on {location} is what the design says.")
    if plan.changes:
        console.print(_grid(f"{plan.table} on {location}", plan.changes))
    for obstacle in plan.obstacles:
        console.print(f"[red]cannot change[/]  {escape(obstacle)}")
    for note in plan.notes:
        console.print(f"[yellow]note[/]  {escape(note)}")


def _grid(title: str, changes: tuple[TableChange, ...]) -> Grid:
    grid = Grid(title=title, title_justify="left")
    grid.add_column("#", justify="right")
    grid.add_column("change")
    grid.add_column("action")
    for number, change in enumerate(changes, 1):
        grid.add_row(str(number), change.summary, change.action)
    return grid


def _describe(session: _Session, is_confirmed: bool) -> int:
    del is_confirmed
    state = session.ask(DescribeTable(session.name))
    if state is None:
        return _complain(_missing("describe", session))
    session.console.print(_description(state))
    _show_idle_settings(
        session,
        is_encrypted=state.encryption != "owned",
        is_provisioned=state.billing == "PROVISIONED",
        is_recoverable=bool(state.point_in_time_recovery),
    )
    plan = session.ask(PlanTable(session.design, session.name))
    _show_plan(session.console, plan, session.location)
    for line in session.ask(session.look_for_unknown_items()).lines():
        session.console.print(
            f"[yellow]note[/]  {escape(line)}" if line[0] != " " else escape(line)
        )
    return 0


def _show_idle_settings(
    session: _Session, *, is_encrypted: bool, is_provisioned: bool, is_recoverable: bool
) -> None:
    """Say which settings the embedded engine keeps and shows, and does nothing about."""
    settings = {
        "encryption (the file is plain text)": is_encrypted,
        "provisioned capacity (nothing is throttled)": is_provisioned,
        "point-in-time recovery (it only allows exports)": is_recoverable,
    }
    idle = ", ".join(name for name, is_set in settings.items() if is_set)
    if idle and session.is_embedded:
        told = "On the embedded engine these are kept and shown, and do nothing"
        session.console.print(f"[yellow]note[/]  {told}: {idle}.")


def _description(state: TableState) -> Grid:
    grid = Grid(title=f"{state.name}: {state.status}", title_justify="left", show_header=False)
    grid.add_row("key", ", ".join(state.keys))
    for index in state.indexes:
        kind = "local index" if index.is_local else "index"
        text = f"{index.name} ({', '.join(index.keys)}) {index.projection} {index.status}"
        grid.add_row(kind, text)
    grid.add_row("billing", _billing(state))
    grid.add_row("items", f"{state.item_count:,} ({state.size_bytes:,} bytes)")
    grid.add_row("expires by", state.ttl_attribute if state.has_ttl else "never")
    grid.add_row("recovery", _on_or_off(state.point_in_time_recovery))
    grid.add_row("deletion protection", _on_or_off(state.deletion_protection))
    grid.add_row("stream", state.stream or "none")
    grid.add_row("encryption", state.encryption)
    grid.add_row("tags", ", ".join(f"{key}={text}" for key, text in (state.tags or {}).items()))
    return grid


def _billing(state: TableState) -> str:
    if state.billing != "PROVISIONED":
        return state.billing
    return (
        f"{state.billing}, {state.read_capacity} reads and {state.write_capacity} writes a second"
    )


def _on_or_off(is_on: bool | None) -> str:
    return "unknown" if is_on is None else "on" if is_on else "off"


def _delete(session: _Session, is_confirmed: bool) -> int:
    state = session.ask(DescribeTable(session.name))
    if state is None:
        return _complain(_missing("delete", session))
    if state.deletion_protection:
        return _complain(
            f"tavola table delete: {state.name} on {session.location} is protected against"
            " deletion. Say `deletionProtection: false` in the design, run `tavola table update`,"
            " try again."
        )
    summary = f"Delete {state.name} on {session.location} with {state.item_count:,} items"
    if not is_confirmed:
        session.console.print(f"{escape(summary)}.\nNothing was changed. Add --yes to do it.")
        return 0
    session.do(DropTable(session.name), summary)
    return 0


_RUN: dict[str, Callable[[_Session, bool], int]] = {
    "create": _create,
    "update": _update,
    "describe": _describe,
    "delete": _delete,
}
