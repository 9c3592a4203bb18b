"""`tavola load`: items from files into a table."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from os.path import realpath
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from tavola.cli.data.parsers import Subparsers, add_command
from tavola.cli.data.session import add_store, load_module
from tavola.cli.move.documents import Restored, restore_item
from tavola.cli.move.dump_files import OTHER, data_files, read_documents, read_items
from tavola.cli.move.journal import Journal, fingerprint_of, journal_path
from tavola.cli.move.move_options import add_moving
from tavola.cli.move.threads import Advance, Stop, progress_bar, work_side_by_side
from tavola.cli.move.transfer_endpoint import TransferEndpoint
from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.load import load_design
from tavola.errors import OperationError, TransactionCancelled
from tavola.operations.transfer.raw_items import PutClaiming, PutItems

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Read items from files and put them into a table: a folder that `tavola dump` wrote, or an
export of DynamoDB's (JSON, gzip) as it came from S3, or one such file.

A line of DynamoDB's JSON is put as it is. A document of a model's fields (Post.jsonl)
becomes the item that the model writes: index keys follow, and its unique values are
claimed in the same transaction. A document that does not fit, or whose value belongs to
another item, is named with its line and left out; the exit code is 1 then.

After an interruption the same command goes on where it was."""

_EXAMPLES = """\
  tavola load blog.yaml blog-dump --store copy.db
  tavola load blog.yaml Post.jsonl --store dynamodb://eu-west-1/blog --capacity 100"""

_CHUNK = 500
_NAMED = 20


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "load",
        "put items from files into a table",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
        has_store=False,
    )
    parser.add_argument("source", type=Path, metavar="FOLDER", help="a folder, or one file")
    add_store(parser, has_tenant=False)
    parser.add_argument(
        "--overwrite", action="store_true", help="load into a table that holds items already"
    )
    add_moving(parser)


def run(args: argparse.Namespace) -> int:
    """Put the items, with a progress bar."""
    design = load_design(args.design)
    module = load_module(design, Path(args.design).name)
    if design.more_tables and not args.source.is_dir():
        raise OperationError(f"{args.source}: give a folder with one for each table in it.")
    journals: list[Journal] = []
    code = 0
    for endpoint in TransferEndpoint.each(design, args.store, args.capacity):
        name = endpoint.design.table.name
        source: Path = args.source / name if design.more_tables else args.source
        codecs = {
            one: Codec(endpoint.design, getattr(module, one)) for one in endpoint.design.models
        }
        work = _load(endpoint, codecs, source, args)
        journals.append(work.journal)
        code |= bool(work.refused)
    for journal in journals:
        journal.finish()
    return code


def _load(
    endpoint: TransferEndpoint,
    codecs: dict[str, Codec[Any]],
    source: Path,
    args: argparse.Namespace,
) -> _Load:
    files = data_files(source)
    job = fingerprint_of("load", realpath(source), args.store, endpoint.name)
    journal = Journal(journal_path(args.journal, endpoint.name, f"tavola-load-{job}.json"), job)
    endpoint.prepare()
    if not journal.is_resumed and not args.overwrite:
        endpoint.check_empty()
    work = _Load.of(endpoint, journal, codecs)
    if journal.is_resumed:
        print(f"Going on: {work.count:,} items are there.", file=sys.stderr)
    with progress_bar("loading", None, work.count) as advance:
        work_side_by_side(work.jobs(files, args.workers, advance), args.workers)
    print(f"{work.count - work.refused:,} items put into {endpoint.shown}.")
    if work.refused:
        print(f"{work.refused:,} left out:")
        print("\n".join(f"  {line}" for line in work.named))
    return work


class _Chunk(Struct, frozen=True):
    """Some lines of a file that follow each other."""

    path: Path
    number: int
    lines: list[Any]


class _Load(Struct):
    """A load under way: how many chunks of each file are done without a gap."""

    endpoint: TransferEndpoint
    journal: Journal
    codecs: dict[str, Codec[Any]]
    done: dict[str, int]
    count: int = 0
    refused: int = 0
    named: list[str] = field(default_factory=list[str])
    ahead: dict[tuple[str, int], tuple[int, list[str]]] = field(
        default_factory=dict[tuple[str, int], tuple[int, list[str]]]
    )
    """What came of chunks that are done while an earlier one of their file is not."""
    lock: Any = field(default_factory=threading.Lock)

    @classmethod
    def of(
        cls, endpoint: TransferEndpoint, journal: Journal, codecs: dict[str, Codec[Any]]
    ) -> _Load:
        """Begin, or go on."""
        done = journal.done
        return cls(
            endpoint,
            journal,
            codecs,
            done.get("done", {}),
            done.get("count", 0),
            done.get("refused", 0),
            done.get("named", []),
        )

    def jobs(
        self, files: list[Path], workers: int, advance: Advance
    ) -> list[Callable[[threading.Event], None]]:
        """Workers that take chunks from one stream of them."""
        chunks = self._chunks(files)
        turn = threading.Lock()

        def work(stop: threading.Event) -> None:
            while not stop.is_set():
                with turn:
                    chunk = next(chunks, None)
                if chunk is None:
                    return
                self._put(chunk)
                advance(len(chunk.lines))
            raise Stop

        return [work] * workers

    def _chunks(self, files: list[Path]) -> Iterator[_Chunk]:
        for path in files:
            lines: Iterator[Any] = self._lines(path)
            skipped = self.done.get(str(path), 0)
            number = 0
            while chunk := list(islice(lines, _CHUNK)):
                if number >= skipped:
                    yield _Chunk(path, number, chunk)
                number += 1

    def _lines(self, path: Path) -> Iterator[Any]:
        is_raw = path.suffix == ".gz" or path.name == OTHER or path.stem not in self.codecs
        return read_items(path) if is_raw else read_documents(path)

    def _put(self, chunk: _Chunk) -> None:
        codec = self.codecs.get(chunk.path.stem) if chunk.path.suffix == ".jsonl" else None
        refused: list[str] = []
        if codec is None:
            self._put_items(chunk.lines)
        else:
            refused = self._put_documents(codec, chunk)
        self._remember(chunk, refused)

    def _put_documents(self, codec: Codec[Any], chunk: _Chunk) -> list[str]:
        refused: list[str] = []
        plain: list[RawItem] = []
        for at, document in enumerate(chunk.lines, chunk.number * _CHUNK + 1):
            try:
                restored = restore_item(codec, document)
                if restored.locks:
                    self._claim(codec, restored)
                else:
                    plain.append(restored.item)
            except OperationError as wrong:
                refused.append(f"{chunk.path.name}:{at}: {wrong}")
        self._put_items(plain)
        return refused

    def _put_items(self, items: list[RawItem]) -> None:
        """Put items; of two with one key, which no batch takes, the later one."""
        table = self.endpoint.design.table
        names = [name for name in (table.partition_key, table.sort_key) if name]
        by_key = {tuple(str(item.get(name)) for name in names): item for item in items}
        self.endpoint.run(PutItems(self.endpoint.context, list(by_key.values())))

    def _claim(self, codec: Codec[Any], restored: Restored) -> None:
        partition = codec.schema.key.partition_attribute
        uniques = codec.schema.uniques.values()
        parts = dict.fromkeys(name for one in uniques for name in one.parts)
        decisive = tuple(codec.shape.by_name[name].attribute_name for name in parts)
        put = PutClaiming(self.endpoint.context, restored.item, restored.locks, partition, decisive)
        try:
            self.endpoint.run(put)
        except TransactionCancelled as cancelled:
            if cancelled.reasons[0].code == "ConditionalCheckFailed":
                raise OperationError(
                    "an item stands there with other unique values. Change it with `tavola update`."
                ) from None
            names = list(codec.schema.uniques)
            held = [
                one for one, reason in enumerate(cancelled.reasons[1:]) if reason.code != "None"
            ]
            what = names[held[0]] if held and held[0] < len(names) else "a unique value"
            raise OperationError(f"{what} belongs to another item.") from None

    def _remember(self, chunk: _Chunk, refused: list[str]) -> None:
        """Note a chunk; what counts are those before which nothing is missing."""
        name = str(chunk.path)
        with self.lock:
            self.ahead[name, chunk.number] = (len(chunk.lines), refused)
            while (name, self.done.get(name, 0)) in self.ahead:
                lines, left_out = self.ahead.pop((name, self.done.get(name, 0)))
                self.done[name] = self.done.get(name, 0) + 1
                self.count += lines
                self.refused += len(left_out)
                self.named += left_out[: _NAMED - len(self.named)]
            known = {"count": self.count, "refused": self.refused, "named": self.named}
            self.journal.write({"done": self.done, **known})
