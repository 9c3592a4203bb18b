"""All items of a design's tables, looked through side by side; an interruption costs a page."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable
from os.path import realpath
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from tavola.cli.data.session import check_there, load_module
from tavola.cli.data_check.budgets import Budgets
from tavola.cli.move.journal import Journal, fingerprint_of, journal_path
from tavola.cli.move.threads import Advance, Stop, progress_bar, work_side_by_side
from tavola.cli.move.transfer_endpoint import TransferEndpoint, count_of
from tavola.codec.codec import Codec
from tavola.design.schema import Design
from tavola.operations.reindex.inspect import Inspect, Inspected
from tavola.operations.transfer.raw_items import ReadPage

__all__ = ["DataReport", "check_data"]

_NAMED = 1000
"""Faults of which more is kept than their number."""


class DataReport(Struct):
    """What was found in the data."""

    counts: dict[str, int] = field(default_factory=dict[str, int])
    faults: dict[str, int] = field(default_factory=dict[str, int])
    """How many of each kind."""
    named: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """The first ones: kind, and a sentence."""

    def add(self, page: Inspected) -> None:
        """Count a page."""
        for name, count in page.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count
        for fault in page.faults:
            self.add_fault(fault.kind, str(fault))

    def add_fault(self, kind: str, text: str) -> None:
        """Count one fault."""
        self.faults[kind] = self.faults.get(kind, 0) + 1
        if len(self.named) < _NAMED:
            self.named.append((kind, text))


def check_data(design: Design, source: str, args: argparse.Namespace) -> DataReport:
    """Look through the data of a design, and measure its access patterns there."""
    check_there(args.data, [table.name for table in design.tables])
    module = load_module(design, Path(source).name)
    budgets = Budgets(design)
    report = DataReport()
    journals: list[Journal] = []
    for endpoint in TransferEndpoint.each(design, args.data, args.capacity):
        codecs = tuple(
            Codec(endpoint.design, getattr(module, name)) for name in endpoint.design.models
        )
        job = fingerprint_of("check", args.data, endpoint.name, realpath(source))
        path = journal_path(args.journal, endpoint.name, f"tavola-check-{job}.json")
        work = _Search.of(endpoint, Journal(path, job), codecs, budgets, args.workers)
        with progress_bar("checking", count_of(endpoint.need()), work.read) as advance:
            work_side_by_side(work.jobs(advance), work.segments)
        journals.append(work.journal)
        _join(report, work.report)
    with getattr(module, design.name).open(args.data) as db:
        for line in budgets.measure(db):
            report.add_fault("budget", line)
    for journal in journals:
        journal.finish()
    return report


def _join(whole: DataReport, part: DataReport) -> None:
    for name, count in part.counts.items():
        whole.counts[name] = whole.counts.get(name, 0) + count
    for kind, count in part.faults.items():
        whole.faults[kind] = whole.faults.get(kind, 0) + count
    whole.named += part.named


class _Search(Struct):
    """A search under way: where each segment stands, and what was found so far."""

    endpoint: TransferEndpoint
    journal: Journal
    codecs: tuple[Codec[Any], ...]
    budgets: Budgets
    segments: int
    starts: dict[str, Any]
    report: DataReport
    read: int = 0
    lock: Any = field(default_factory=threading.Lock)

    @classmethod
    def of(
        cls,
        endpoint: TransferEndpoint,
        journal: Journal,
        codecs: tuple[Codec[Any], ...],
        budgets: Budgets,
        workers: int,
    ) -> _Search:
        """Begin, or go on."""
        # A journal of an earlier version has no places: what they hold is looked through again.
        done = journal.done if "places" in journal.done else {}
        budgets.go_on_from(done.get("places", {}))
        named = [(kind, text) for kind, text in done.get("named", [])]
        report = DataReport(done.get("counts", {}), done.get("faults", {}), named)
        segments, starts = done.get("segments", workers), done.get("starts", {})
        return cls(
            endpoint, journal, codecs, budgets, segments, starts, report, done.get("read", 0)
        )

    def jobs(self, advance: Advance) -> list[Callable[[threading.Event], None]]:
        """The work of each segment that is not done."""

        def job_of(segment: int) -> Callable[[threading.Event], None]:
            return lambda stop: self._search(segment, stop, advance)

        open_ones = (n for n in range(self.segments) if self.starts.get(str(n)) is not True)
        return [job_of(number) for number in open_ones]

    def _search(self, segment: int, stop: threading.Event, advance: Advance) -> None:
        context = self.endpoint.context
        page = ReadPage(context, self.starts.get(str(segment)), segment, self.segments)
        rest: Inspect | None = Inspect(context, self.codecs, page)
        while rest is not None:
            if stop.is_set():
                raise Stop
            found = self.endpoint.run(rest)
            rest = found.rest
            count = sum(found.counts.values())
            self._remember(segment, True if rest is None else rest.page.start, found, count)
            advance(count)

    def _remember(self, segment: int, start: Any, found: Inspected, count: int) -> None:
        with self.lock:
            self.starts[str(segment)] = start
            self.read += count
            self.report.add(found)
            self.budgets.add(found.items)
            self.journal.write(
                {
                    "segments": self.segments,
                    "starts": self.starts,
                    "read": self.read,
                    "counts": self.report.counts,
                    "faults": self.report.faults,
                    "named": self.report.named,
                    "places": self.budgets.seen_in(self.endpoint.design.models),
                }
            )
