"""`tavola reindex`: bring stored items to what the design says now."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from tavola.operations.reindex.unknown_items import UnknownItems
from tavola.table.internals import context_of

if TYPE_CHECKING:
    from rich.console import Console

    from tavola.codec.codec import Codec
    from tavola.operations.reindex.reindex import Reindex, Reindexed
    from tavola.table import Table

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Bring all stored items to what the design says now: their index keys, after an index was
added, changed or removed or iterationBuckets changed, and their unique values, after a
unique constraint was added.

The whole table is read (an admin command: it costs a scan), and only items whose keys are
not right or whose values are not claimed are written, each on the condition that its fields
are still what was read. So it can run while the application does, and after an interruption
it is simply started again. Fields, versions and dates stay as they are.

Of two items that hold one unique value, the first to be read gets it; the other one is left
wholly as it is and named with the first. Change its value, and start again. Let the
application use the new design before, so that it claims what it writes meanwhile.

Items of no model and attributes of no field are counted and named; they stay as they are.

Exit codes: 0 all is right now, 1 some items were left as they are, 2 wrong usage."""

_EXAMPLES = """\
examples:
  tavola reindex blog.yaml --store blog.db --dry-run      count what would be written, and
                                                          name values that are not unique
  tavola reindex blog.yaml --store blog.db
  tavola reindex blog.yaml --store dynamodb://eu-west-1/blog --workers 8
  tavola reindex blog.yaml --store blog.db --model Post   only one model's items
"""


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage] # argparse has no public name for it
) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "reindex",
        help="bring stored items to what a changed design says",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("design", metavar="DESIGN", help="a design file, or a directory of them")
    parser.add_argument(
        "--store",
        required=True,
        metavar="URL",
        help="dynamodb://REGION/TABLE?endpoint=URL, or a file of the embedded engine",
    )
    parser.add_argument(
        "--model", metavar="NAME", action="append", help="only this model (may be repeated)"
    )
    parser.add_argument(
        "--workers",
        type=_workers,
        default=1,
        help="parts of the table read side by side (default: %(default)s)",
    )
    parser.add_argument("--dry-run", action="store_true", help="write nothing, only count")
    parser.set_defaults(run=run)


def _workers(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers. Give 1 to 256.")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Reindex, with a progress bar; 1 if some items were left as they are."""
    from rich.console import Console

    from tavola.cli.data.session import check_there
    from tavola.design.load import load_design
    from tavola.table.dynamic import table_class

    design = load_design(args.design)
    check_there(args.store, [one.name for one in design.tables])
    console = Console(stderr=True)
    with table_class(design).open(args.store) as table:
        parts = _parts(table, args)
        names = dict.fromkeys(part.context.table for part in parts)
        with _progress(console, _estimate(table, names)) as advance:
            totals = _drive(table, parts, advance)
    print(_summary(totals, would=args.dry_run))
    _name_left("does not fit the model", "do not fit the model", totals.unfit)
    _name_left("holds a unique value of another", "hold unique values of others", totals.taken)
    for line in totals.unknown.lines():
        print(line)
    return 1 if totals.unfit or totals.taken else 0


def _summary(totals: _Totals, *, would: bool) -> str:
    be = "would be " if would else ""
    claimed = "1 unique value" if totals.claimed == 1 else f"{totals.claimed:,} unique values"
    claims = f", {claimed} {be}claimed" if totals.claimed else ""
    return f"{_items(totals.read)} read, {totals.rewritten:,} {be}rewritten{claims}."


def _name_left(one: str, several: str, items: list[str]) -> None:
    """Name the items that were left as they are, and why."""
    if items:
        why = f"{one} and was" if len(items) == 1 else f"{several} and were"
        print(f"{_items(len(items))} {why} left unchanged:")
        print("\n".join(f"  {item}" for item in sorted(items)))


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count:,} items"


def _parts(table: Table, args: argparse.Namespace) -> list[Reindex]:
    import msgspec

    from tavola.errors import OperationError
    from tavola.operations.reindex.reindex import Reindex
    from tavola.table.internals import codecs_of

    codecs = codecs_of(table)
    if args.model:
        known = [codec.schema.name for codec in codecs]
        unknown = [name for name in args.model if name not in known]
        if unknown:
            raise OperationError(
                f"--model {unknown[0]}: the design has no such model. It has {', '.join(known)}."
            )
        codecs = tuple(codec for codec in codecs if codec.schema.name in args.model)
    by_table: dict[str, list[Codec[Any]]] = {}
    for codec in codecs:
        by_table.setdefault(context_of(table, codec).table, []).append(codec)
    wholes = [
        Reindex(
            context_of(table, own[0]),
            tuple(own),
            segments=args.workers,
            writes=not args.dry_run,
            is_whole=not args.model,
        )
        for own in by_table.values()
    ]
    return [
        msgspec.structs.replace(whole, segment=number)
        for whole in wholes
        for number in range(args.workers)
    ]


def _estimate(table: Table, names: Iterable[str]) -> int | None:
    """How many items DynamoDB says there are; its count is some hours old."""
    import msgspec

    count = 0
    for name in names:
        answer = table.store.execute("DescribeTable", {"TableName": name})
        described: dict[str, Any] = msgspec.json.decode(answer)
        count += int(described["Table"].get("ItemCount") or 0)
    return count or None


@contextmanager
def _progress(console: Console, total: int | None) -> Generator[Callable[[int, int], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        task = progress.add_task("reading", total=total)

        def advance(read: int, rewritten: int) -> None:
            progress.update(task, advance=read, description=f"{rewritten:,} rewritten")

        yield advance


class _Totals(Struct):
    read: int = 0
    rewritten: int = 0
    claimed: int = 0
    taken: list[str] = field(default_factory=list[str])
    unfit: list[str] = field(default_factory=list[str])
    unknown: UnknownItems = UnknownItems()


def _drive(table: Table, parts: list[Reindex], advance: Callable[[int, int], None]) -> _Totals:
    """Run all parts to their end, and add up what they did."""
    totals = _Totals()
    lock = threading.Lock()

    def count(page: Reindexed) -> None:
        with lock:
            totals.read += page.read
            totals.rewritten += page.rewritten
            totals.claimed += page.claimed
            totals.taken += map(str, page.taken)
            totals.unfit += page.unfit
            totals.unknown += page.unknown
            advance(page.read, totals.rewritten)

    def drive(part: Reindex) -> None:
        rest: Reindex | None = part
        while rest is not None:
            page = table.run(rest)
            count(page)
            rest = page.rest

    with ThreadPoolExecutor(max(part.segments for part in parts)) as pool:
        for future in [pool.submit(drive, part) for part in parts]:
            future.result()
    return totals
