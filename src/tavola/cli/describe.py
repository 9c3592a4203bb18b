"""`tavola describe`: the book of a design, as Markdown."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tavola.cli.data.parsers import Subparsers
from tavola.cli.data.questions import (
    Question,
    Sample,
    example_values,
    questions_of,
    request_text,
    samples,
)
from tavola.cli.data.session import check_there, load_module
from tavola.cli.output_files import check_output
from tavola.design.load import load_design
from tavola.errors import TavolaError
from tavola.generate.book import MeasuredAnswer, describe_design, is_book

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Write the book of a design as Markdown: models and their relations drawn, the table and
its indexes by partitions as single-table designs are drawn, and every question that it
answers, with its request, its index and its estimated cost.

With --store, questions are also asked with the values of some stored items, and what
they consumed stands beside the estimate. Nothing is written there."""

_EXAMPLES = """\
examples:
  tavola describe blog.yaml
  tavola describe blog.yaml --store blog.db -o blog-design.md"""

_SAMPLED = 300
"""Items of each table whose values questions are asked with."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "describe",
        help="write the book of a design: models, table, questions and their cost",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("design", metavar="DESIGN", help="a design file, or a directory of them")
    parser.add_argument("--store", metavar="URL", help="ask the questions there, too")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="(default: stdout)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the book."""
    if args.output is not None:
        check_output(args.output, "describe", is_book, Path(args.design))
    design = load_design(args.design)
    module = load_module(design, Path(args.design).name)
    kind: Any = getattr(module, design.name)
    with kind.open("memory:") as empty:
        answers = _estimated(_scoped(empty))
    if args.store:
        check_there(args.store, [table.name for table in design.tables])
        with kind.open(args.store) as db:
            answers |= _measured(db, answers)
    text = describe_design(design, answers)
    if args.output is None:
        print(text, end="")
    else:
        args.output.write_text(text, "utf-8")
        print(f"{args.output}: written.")
    return 0


def _scoped(db: Any) -> Any:
    return db.tenant("acme") if db.design.has_tenancy else db


QuestionCosts = dict[tuple[str, str], MeasuredAnswer]


def _estimated(db: Any) -> QuestionCosts:
    answers: QuestionCosts = {}
    for model in db.design.models.values():
        for question in questions_of(db, model, example_values(model)):
            try:
                told = question.plan(db, model).explain()
            except TavolaError:
                continue
            answers[model.name, question.name] = MeasuredAnswer(
                request_text(told.action, told.request),
                told.index or "the table",
                told.requests,
                told.estimated_units,
            )
    return answers


def _measured(db: Any, answers: QuestionCosts) -> QuestionCosts:
    """Ask the questions with stored values; where there are none, there is no answer."""
    found: QuestionCosts = {}
    for sample in samples(db, _SAMPLED):
        for question in questions_of(sample.db, sample.model, sample.values):
            key = (sample.model.name, question.name)
            if key in answers and key not in found and question.is_whole:
                found[key] = _ask(sample, question, answers[key])
    return found


def _ask(sample: Sample, question: Question, answer: MeasuredAnswer) -> MeasuredAnswer:
    with sample.db.consumed() as consumed:
        result = question.ask(sample.db, sample.model)
    items = len(result.items) if hasattr(result, "items") else int(result is not None)
    return replace(answer, measured_units=consumed.total, measured_items=items)
