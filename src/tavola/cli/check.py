"""`tavola check`: everything that is wrong with a design, at once, and advice."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from tavola.design.load import check_design
from tavola.errors import DesignError, Finding

__all__ = ["add_parser", "run"]

_HELP = "check a design: errors exit 1, advice exits 0"
_DESCRIPTION = """\
Check a design file, or a directory of design files, and print every finding as
file:line: where: what is wrong. What would be right.

Errors (exit 1) would lose or mix up data or need a scan. Advice (exit 0, with
--strict exit 1) is what would make the design cheaper or easier to change."""


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
    parser.add_argument("design", metavar="DESIGN", help="a design file, or a directory of them")
    parser.add_argument("--strict", action="store_true", help="exit 1 on advice too")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the design and print what was found."""
    try:
        findings = check_design(args.design)
    except DesignError as error:
        findings = list(error.findings)
    # soft_wrap keeps a finding on one line, so that an editor or grep can read it.
    console = Console(soft_wrap=True, highlight=False)
    for finding in findings:
        console.print(_line(finding))
    console.print(_summary(args.design, findings))
    errors = [finding for finding in findings if finding.is_error]
    return 1 if errors or (args.strict and findings) else 0


def _line(finding: Finding) -> Text:
    level, colour = ("error", "red") if finding.is_error else ("advice", "yellow")
    line = Text.assemble(
        (f"{finding.file}:{finding.line}:", "bold"),
        f" {finding.where}: ",
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
