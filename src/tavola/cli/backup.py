"""`tavola backup`: a copy of a file of the embedded engine, while others write to it."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tavola.cli.data.parsers import Subparsers
from tavola.engine.storage.backup import backup_file
from tavola.errors import OperationError

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Copy a file of the embedded engine, with all its tables, as it is at one moment. Programs
go on writing meanwhile; the copy is whole, and opens like any other store.

Nothing is written over. To restore, stop the programs and put the copy in the place of
the file, without the `-wal` and `-shm` beside it.

A table on DynamoDB has backups of its own; `tavola dump` and `tavola copy` take its items."""

_EXAMPLES = """\
examples:
  tavola backup blog.db                    blog-20260501T093000Z.db, beside it
  tavola backup blog.db /backups/blog.db"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "backup",
        help="copy a file of the embedded engine while others write to it",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="what to copy, such as blog.db")
    parser.add_argument(
        "target",
        metavar="TO",
        nargs="?",
        type=Path,
        help="the copy, which is not there yet (default: beside FILE, named by the time)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Copy the file, with a progress bar."""
    if "://" in args.file or args.file == "memory:":
        raise OperationError(f"{args.file} is not a file. `tavola dump` takes a table's items.")
    source = Path(args.file.partition("?")[0])
    target: Path = args.target or _beside(source)
    share = TextColumn("{task.percentage:.0f}%")
    columns = (TextColumn("copying"), BarColumn(), share, TimeRemainingColumn())
    console = Console(stderr=True)
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=None)

        def show(left: int, pages: int) -> None:
            progress.update(task, total=pages, completed=pages - left)

        backup_file(source, target, show)
    print(f"{source}: copied to {target} ({target.stat().st_size:,} bytes).")
    return 0


def _beside(source: Path) -> Path:
    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    return source.parent / f"{source.stem}-{moment}{source.suffix}"
