"""`tavola copy`: all items of a table, to another one."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable
from os.path import realpath
from typing import Any

from msgspec import Struct, field

from tavola.cli.data.parsers import Subparsers, add_command
from tavola.cli.move.journal import Journal, fingerprint_of, journal_path
from tavola.cli.move.move_options import add_moving, check_is_there
from tavola.cli.move.table_differences import Differences, compare
from tavola.cli.move.threads import Advance, Stop, progress_bar, work_side_by_side
from tavola.cli.move.transfer_endpoint import TransferEndpoint, count_of, keys_of
from tavola.design.load import load_design
from tavola.errors import OperationError
from tavola.operations.transfer.raw_items import PutItems, RawItem, ReadPage

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Copy all items of a design's table from one store to another: a file to DynamoDB, a table
to a file, a table to another. Items come as they are stored, so that index keys and
unique values come along.

After an interruption, however it came about, the same command goes on where it was: a
journal in the current directory knows what is done. Let nobody write to either table
meanwhile; --verify compares them afterwards, item by item, and changes nothing.

Exit codes: 0 done or equal, 1 refused or different, 2 wrong usage."""

_EXAMPLES = """\
  tavola copy blog.yaml --from blog.db --to dynamodb://eu-west-1/blog --workers 8
  tavola copy blog.yaml --from blog.db --to dynamodb://eu-west-1/blog --verify
  tavola copy blog.yaml --from dynamodb://eu-west-1/blog --to blog.db --capacity 200"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "copy",
        "copy a table's items to another store, or compare both",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
        has_store=False,
    )
    parser.add_argument("--from", dest="source", required=True, metavar="URL")
    parser.add_argument("--to", dest="target", required=True, metavar="URL")
    parser.add_argument("--verify", action="store_true", help="compare both, copy nothing")
    parser.add_argument(
        "--overwrite", action="store_true", help="copy to a table that holds items already"
    )
    add_moving(parser)


def run(args: argparse.Namespace) -> int:
    """Copy, or compare."""
    design = load_design(args.design)
    check_is_there(args.source)
    journals: list[Journal] = []
    code = 0
    sources = TransferEndpoint.each(design, args.source, args.capacity)
    targets = TransferEndpoint.each(design, args.target, args.capacity)
    for source, target in zip(sources, targets, strict=True):
        if _is_same(source, target):
            raise OperationError("--from and --to are the same table. There is nothing to copy.")
        if args.verify:
            code |= _verify(source, target, args.workers)
        else:
            journals.append(_copy(source, target, args))
    for journal in journals:
        journal.finish()
    return code


def _is_same(source: TransferEndpoint, target: TransferEndpoint) -> bool:
    return source.name == target.name and _resolved(source) == _resolved(target)


def _resolved(endpoint: TransferEndpoint) -> str:
    return endpoint.location if "://" in endpoint.location else realpath(endpoint.shown)


def _copy(source: TransferEndpoint, target: TransferEndpoint, args: argparse.Namespace) -> Journal:
    described = source.need()
    prepared = target.prepare()
    _check_keys(source, described, target, prepared)
    job = fingerprint_of("copy", source.location, source.name, target.location, target.name)
    journal = Journal(journal_path(args.journal, source.name, f"tavola-copy-{job}.json"), job)
    if not journal.is_resumed and not args.overwrite:
        target.check_empty()
    work = _Copy.of(source, target, journal, args.workers)
    if journal.is_resumed:
        print(f"Going on from {journal.path}: {work.copied:,} items are there.", file=sys.stderr)
    with progress_bar("copying", count_of(described), work.copied) as advance:
        work_side_by_side(work.jobs(advance), work.segments)
    print(f"{_items(work.copied)} copied from {source.shown} to {target.shown}.")
    return journal


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count:,} items"


def _check_keys(
    source: TransferEndpoint, ours: dict[str, Any], target: TransferEndpoint, theirs: dict[str, Any]
) -> None:
    def shape(described: dict[str, Any]) -> list[tuple[str, str]]:
        kinds = {
            each["AttributeName"]: each["AttributeType"]
            for each in described["AttributeDefinitions"]
        }
        return [(name, kinds[name]) for name in keys_of(described)]

    if shape(ours) != shape(theirs):
        raise OperationError(
            f"{target.shown}: the table has the key {shape(theirs)}, that of {source.shown} has"
            f" {shape(ours)}. Items of one do not fit the other."
        )


class _Copy(Struct):
    """A copy under way: each segment of the source, and where it stands."""

    source: TransferEndpoint
    target: TransferEndpoint
    journal: Journal
    segments: int
    starts: dict[str, Any]
    """Where each segment goes on: the last key that is copied, or True when it is done."""
    copied: int = 0
    lock: Any = field(default_factory=threading.Lock)

    @classmethod
    def of(
        cls, source: TransferEndpoint, target: TransferEndpoint, journal: Journal, workers: int
    ) -> _Copy:
        """Begin, or go on with as many segments as there were."""
        done = journal.done
        segments: int = done.get("segments", workers)
        return cls(source, target, journal, segments, done.get("starts", {}), done.get("copied", 0))

    def jobs(self, advance: Advance) -> list[Callable[[threading.Event], None]]:
        """The work of each segment that is not done."""

        def job_of(segment: int) -> Callable[[threading.Event], None]:
            return lambda stop: self._copy_segment(segment, stop, advance)

        return [
            job_of(number)
            for number in range(self.segments)
            if self.starts.get(str(number)) is not True
        ]

    def _copy_segment(self, segment: int, stop: threading.Event, advance: Advance) -> None:
        start: RawItem | None = self.starts.get(str(segment))
        rest: ReadPage | None = ReadPage(self.source.context, start, segment, self.segments)
        while rest is not None:
            if stop.is_set():
                raise Stop
            page = self.source.run(rest)
            self.target.run(PutItems(self.target.context, page.items))
            rest = page.rest
            self._remember(segment, True if rest is None else rest.start, len(page.items))
            advance(len(page.items))

    def _remember(self, segment: int, start: Any, copied: int) -> None:
        with self.lock:
            self.starts[str(segment)] = start
            self.copied += copied
            self.journal.write(
                {"segments": self.segments, "starts": self.starts, "copied": self.copied}
            )


def _verify(source: TransferEndpoint, target: TransferEndpoint, workers: int) -> int:
    described = source.need()
    keys = keys_of(described)
    target.need()
    with progress_bar("comparing", count_of(described)) as advance:
        found = compare(source, target, keys, workers, advance)
    _show(found)
    return 0 if found.is_none else 1


def _show(found: Differences) -> None:
    print(f"{_items(found.compared)} compared.")
    for count, what, keys in (
        (found.missing, "not copied", found.missing_keys),
        (found.different, "different", found.different_keys),
        (found.extra, "only in the copy", found.extra_keys),
    ):
        if count:
            print(f"{_items(count)} {what}:")
            print("\n".join(f"  {key}" for key in keys))
            if count > len(keys):
                print(f"  … and {count - len(keys):,} more")
    if found.is_none:
        print("Both tables hold the same items.")
