"""`tavola dump`: all items of a table, as files."""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import os
import sys
import threading
from collections.abc import Callable
from os.path import realpath
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from tavola.cli.data.parsers import Subparsers, add_command
from tavola.cli.data.session import add_store, check_there, load_module
from tavola.cli.move.dump_files import FORMATS, OTHER, Pieces, columns_of, file_names
from tavola.cli.move.journal import Journal, fingerprint_of, journal_path
from tavola.cli.move.move_options import add_moving
from tavola.cli.move.threads import Advance, Stop, progress_bar, work_side_by_side
from tavola.cli.move.transfer_endpoint import TransferEndpoint, count_of
from tavola.codec.codec import Codec
from tavola.design.load import load_design
from tavola.design.schema import Design
from tavola.errors import OperationError
from tavola.operations.transfer.raw_items import RawItem, ReadPage

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Write all items of a table into a folder:

  dynamodb   JSON as DynamoDB exports it to S3, with its manifests; everything, as it is
             stored
  json       a file for each model, one document of typed fields a line; `tavola load`
             makes the items of them again, with index keys and unique values
  csv        a file for each model, for spreadsheets

After an interruption the same command goes on where it was. Items of no model are not
lost: they stand in other.jsonl, and the command names their number."""

_EXAMPLES = """\
  tavola dump blog.yaml --store blog.db --to blog-dump
  tavola dump blog.yaml --store dynamodb://eu-west-1/blog --to dump --format json --workers 4
  tavola load blog.yaml dump --store copy.db"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "dump",
        "write a table's items as files",
        description=_DESCRIPTION,
        examples=_EXAMPLES,
        run=run,
        has_store=False,
    )
    add_store(parser, has_tenant=False)
    parser.add_argument("--to", dest="folder", required=True, type=Path, metavar="FOLDER")
    parser.add_argument(
        "--format", choices=tuple(FORMATS), default="dynamodb", help="(default: %(default)s)"
    )
    add_moving(parser)


def run(args: argparse.Namespace) -> int:
    """Write the files, with a progress bar."""
    design = load_design(args.design)
    check_there(args.store, [table.name for table in design.tables])
    codecs = _codecs(design)
    # Only when all tables are there the journals go: until then a finished one is passed over.
    journals: list[Journal] = []
    for endpoint in TransferEndpoint.each(design, args.store, args.capacity):
        name = endpoint.design.table.name
        folder: Path = args.folder / name if design.more_tables else args.folder
        journals.append(_dump(endpoint, codecs[name], folder, args))
    for journal in journals:
        journal.finish()
    return 0


def _dump(
    endpoint: TransferEndpoint, codecs: list[Codec[Any]], folder: Path, args: argparse.Namespace
) -> Journal:
    job = fingerprint_of("dump", args.store, endpoint.name, args.format, realpath(folder))
    journal = Journal(journal_path(args.journal, endpoint.name, folder / ".tavola-dump.json"), job)
    if not journal.is_resumed:
        _make_empty(folder)
    total = count_of(endpoint.need())
    work = _Dump.of(endpoint, journal, folder, args.format, codecs, args.workers)
    if journal.is_resumed:
        print(f"Going on: {work.read:,} items are there.", file=sys.stderr)
    with progress_bar("dumping", total, work.read) as advance:
        work_side_by_side(work.jobs(advance), work.segments)
    if args.format == "dynamodb":
        _write_manifests(folder, endpoint, work)
    print(f"{work.read:,} items read, written to {folder}.")
    others = work.lines(OTHER)
    if others:
        print(f"{others:,} of no model, or unlike theirs, stand in {folder / OTHER}.")
    return journal


def _codecs(design: Design) -> dict[str, list[Codec[Any]]]:
    """The codecs of the models, by their tables."""
    module = load_module(design, "design.yaml")
    return {
        part.table.name: [Codec(part, getattr(module, name)) for name in part.models]
        for part in design.parts
    }


def _make_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OperationError(f"--to {folder} exists and is not empty. Name a new folder.")
    folder.mkdir(parents=True, exist_ok=True)


class _Dump(Struct):
    """A dump under way: where each segment stands, and how long each file is."""

    endpoint: TransferEndpoint
    journal: Journal
    folder: Path
    format: str
    codecs: list[Codec[Any]]
    segments: int
    starts: dict[str, Any]
    sizes: dict[str, int]
    counts: dict[str, int]
    """Items in each file of DynamoDB's JSON."""
    read: int = 0
    lock: Any = field(default_factory=threading.Lock)

    @classmethod
    def of(
        cls,
        endpoint: TransferEndpoint,
        journal: Journal,
        folder: Path,
        form: str,
        codecs: list[Codec[Any]],
        workers: int,
    ) -> _Dump:
        """Begin, or cut the files to what is certain and go on."""
        done = journal.done
        sizes: dict[str, int] = done.get("sizes", {})
        segments: int = done.get("segments", workers)
        models = [codec.schema.name for codec in codecs]
        for name in file_names(form, models, segments):
            if (folder / name).is_file():
                os.truncate(folder / name, sizes.get(name, 0))
        starts: dict[str, Any] = done.get("starts", {})
        counts: dict[str, int] = done.get("counts", {})
        read: int = done.get("read", 0)
        return cls(endpoint, journal, folder, form, codecs, segments, starts, sizes, counts, read)

    def jobs(self, advance: Advance) -> list[Callable[[threading.Event], None]]:
        """The work of each segment that is not done."""

        def job_of(segment: int) -> Callable[[threading.Event], None]:
            return lambda stop: self._dump_segment(segment, stop, advance)

        open_ones = (n for n in range(self.segments) if self.starts.get(str(n)) is not True)
        return [job_of(number) for number in open_ones]

    def _dump_segment(self, segment: int, stop: threading.Event, advance: Advance) -> None:
        start: RawItem | None = self.starts.get(str(segment))
        rest: ReadPage | None = ReadPage(self.endpoint.context, start, segment, self.segments)
        while rest is not None:
            if stop.is_set():
                raise Stop
            page = self.endpoint.run(rest)
            pieces = FORMATS[self.format](self.codecs, segment, page.items)
            rest = page.rest
            self._add(pieces, segment, True if rest is None else rest.start, len(page.items))
            advance(len(page.items))

    def _add(self, pieces: Pieces, segment: int, start: Any, read: int) -> None:
        """Add to the files, then remember it; a kill in between leaves too long a file."""
        with self.lock:
            for name, piece in pieces.items():
                self._append(name, piece)
                self.counts[name] = self.counts.get(name, 0) + read
            self.starts[str(segment)] = start
            self.read += read
            self.journal.write(
                {
                    "segments": self.segments,
                    "starts": self.starts,
                    "sizes": self.sizes,
                    "counts": self.counts,
                    "read": self.read,
                }
            )

    def _append(self, name: str, piece: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        with path.open("ab") as file:
            if not self.sizes.get(name) and name.endswith(".csv"):
                file.write(self._header(path.stem))
            file.write(piece)
            file.flush()
            os.fsync(file.fileno())
            self.sizes[name] = file.tell()

    def _header(self, model: str) -> bytes:
        codec = next(codec for codec in self.codecs if codec.schema.name == model)
        out = io.StringIO()
        csv.writer(out).writerow(columns_of(codec))
        return out.getvalue().encode()

    def lines(self, name: str) -> int:
        """How many lines a file has."""
        path = self.folder / name
        return path.read_bytes().count(b"\n") if path.exists() else 0


def _write_manifests(folder: Path, endpoint: TransferEndpoint, work: _Dump) -> None:
    """Say what the files are, as DynamoDB's exports do."""
    files = [
        {
            "itemCount": number,
            "md5Checksum": hashlib.md5(
                (folder / name).read_bytes(), usedforsecurity=False
            ).hexdigest(),
            "dataFileS3Key": name,
        }
        for name, number in sorted(work.counts.items())
    ]
    lines = b"".join(msgspec.json.encode(each) + b"\n" for each in files)
    (folder / "manifest-files.json").write_bytes(lines)
    summary = {
        "version": "2020-06-30",
        "tableArn": endpoint.need().get("TableArn"),
        "itemCount": work.read,
        "outputFormat": "DYNAMODB_JSON",
        "exportType": "FULL_EXPORT",
        "manifestFilesS3Key": "manifest-files.json",
    }
    (folder / "manifest-summary.json").write_bytes(msgspec.json.encode(summary))
