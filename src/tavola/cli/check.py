"""`tavola check`: everything that is wrong with a design, at once, and advice."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tavola.cli.move.move_options import add_moving
from tavola.design.load import check_design, load_design
from tavola.errors import DesignError, Finding, OperationError

if TYPE_CHECKING:
    from tavola.cli.data_check.check_data import DataReport

__all__ = ["add_parser", "run"]

_SHOWN = 50

_HELP = "check a design: errors exit 1, advice exits 0"
_DESCRIPTION = """\
Check a design file, or a directory of design files, and print every finding as
file:line: where: what is wrong. What would be right.

Errors (exit 1) would lose or mix up data or need a scan. Advice (exit 0, with
--strict exit 1) is what would make the design cheaper or easier to change.

With --data the stored items are looked through, too: items of no model, values that do
not fit their fields or their rules, index keys that are not right, unique values without
lock and locks without owner, and access patterns that cost more than their budget
(maxCapacity, maxReads, maxItems) where they find most. Exit 1 if there are any."""


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage] # argparse has no public name for it
) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "check",
        help=_HELP,
        description=_DESCRIPTION,
        epilog="example: tavola check blog.yaml --strict",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "designs", metavar="DESIGN", nargs="+", help="a design file, or a directory of them"
    )
    parser.add_argument("--strict", action="store_true", help="exit 1 on advice too")
    parser.add_argument(
        "--format",
        choices=("text", "json", "github"),
        default="text",
        help="json: one object a line; github: annotations of a pull request",
    )
    parser.add_argument(
        "--data", metavar="URL", help="look through the stored items, too; nothing is written"
    )
    add_moving(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check each design and print what was found."""
    if args.data and len(args.designs) > 1:
        raise OperationError("--data goes with one design. Check the others without it.")
    return max([_check(design, args) for design in args.designs])


def _check(design: str, args: argparse.Namespace) -> int:
    try:
        findings = check_design(design)
    except DesignError as error:
        findings = list(error.findings)
    _SHOW[args.format](design, findings)
    errors = [finding for finding in findings if finding.is_error]
    if errors or (args.strict and findings):
        return 1
    return _judge(design, args) if args.data else 0


def _judge(design: str, args: argparse.Namespace) -> int:
    """Look through stored items; 1 if anything is wrong with them."""
    from tavola.cli.data_check.check_data import check_data

    report = check_data(load_design(design), design, args)
    if args.format == "json":
        for kind, text in report.named:
            print(msgspec.json.encode({"level": "data", "kind": kind, "problem": text}).decode())
    elif args.format == "github":
        for kind, text in report.named:
            print(f"::error title={_escaped(kind, ':,')}::{_escaped(text, '')}")
    else:
        _show_report(args.data, report)
    return 1 if report.faults else 0


def _show_report(location: str, report: DataReport) -> None:
    console = Console(soft_wrap=True, highlight=False)
    grid = Grid(title=location.partition("?")[0], title_justify="left")
    grid.add_column("items")
    grid.add_column("count", justify="right")
    for name, count in sorted(report.counts.items()):
        grid.add_row(name, f"{count:,}")
    console.print(grid)
    for kind, text in report.named[:_SHOWN]:
        console.print(Text.assemble((f"{kind}: ", "red"), text))
    for kind, count in report.faults.items():
        console.print(Text(f"{kind}: {count:,}", "bold"))
    if not report.faults:
        console.print(Text("The items are what the design says.", "green"))


def _show_text(design: str, findings: Sequence[Finding]) -> None:
    # soft_wrap keeps a finding on one line, so that an editor or grep can read it.
    console = Console(soft_wrap=True, highlight=False)
    for finding in findings:
        console.print(_line(finding))
    console.print(_summary(design, findings))


def _show_json(_: str, findings: Sequence[Finding]) -> None:
    for finding in findings:
        document = {
            "file": finding.file,
            "line": finding.line,
            "level": "error" if finding.is_error else "advice",
            "where": finding.where,
            "problem": finding.problem,
            "remedy": finding.remedy,
        }
        print(msgspec.json.encode(document).decode())


def _show_github(_: str, findings: Sequence[Finding]) -> None:
    # GitHub: `::error file=…,line=…,title=…::message`, with these characters escaped. GitHub
    # documentation, Workflow commands.
    for finding in findings:
        level = "error" if finding.is_error else "notice"
        where = (
            f"file={_escaped(finding.file, ':,')},line={finding.line}"
            f",title={_escaped(finding.where, ':,')}"
        )
        text = f"{finding.lead}{finding.problem} {finding.remedy}".strip()
        print(f"::{level} {where}::{_escaped(text, '')}")


def _escaped(text: str, more: str) -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


_SHOW = {"text": _show_text, "json": _show_json, "github": _show_github}


def _line(finding: Finding) -> Text:
    level, colour = ("error", "red") if finding.is_error else ("advice", "yellow")
    line = Text.assemble(
        (f"{finding.file}:{finding.line}:", "bold"),
        f" {finding.lead}",
        (finding.problem, colour),
    )
    if finding.remedy:
        line.append(f" {finding.remedy}", "green" if finding.is_error else "dim")
    if level == "advice":
        line.append(" (advice)", "dim")
    return line


def _summary(design: str, findings: Sequence[Finding]) -> Text:
    errors = sum(finding.is_error for finding in findings)
    advice = len(findings) - errors
    if not findings:
        return Text(f"{design}: nothing to complain about.", "green")
    parts = [_count(errors, "error"), _count(advice, "piece of advice", "pieces of advice")]
    return Text(f"{design}: {', '.join(part for part in parts if part)}.", "bold")


def _count(number: int, one: str, many: str | None = None) -> str:
    if number == 0:
        return ""
    return f"{number} {one if number == 1 else many or one + 's'}"
