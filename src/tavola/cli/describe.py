"""`tavola describe`: the book of a design, as Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from inspect import Parameter, signature
from pathlib import Path
from typing import Any
from uuid import UUID

from tavola.cli.data.parsers import Subparsers
from tavola.cli.data.session import Session, check_there, load_module
from tavola.design.load import load_design
from tavola.design.names import snake_case
from tavola.design.schema import FieldSchema, ModelSchema
from tavola.errors import TavolaError
from tavola.generate.book import MeasuredAnswer, describe_design
from tavola.keys import TENANT
from tavola.operations.transfer.raw_items import ReadPage
from tavola.table.internals import codecs_of, context_of

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
    design = load_design(args.design)
    module = load_module(design, Path(args.design).name)
    kind: Any = getattr(module, design.name)
    with kind.open("memory:") as empty:
        answers = _estimated(Session(design, module, _scoped(empty)))
    if args.store:
        check_there(args.store, [table.name for table in design.tables])
        with kind.open(args.store) as db:
            answers |= _measured(Session(design, module, db), answers)
    text = describe_design(design, answers)
    if args.output is None:
        print(text, end="")
    else:
        args.output.write_text(text, "utf-8")
        print(f"{args.output}: written.")
    return 0


def _scoped(db: Any) -> Any:
    return db.tenant("acme") if db.design.has_tenancy else db


def _handle(session: Session, model: ModelSchema) -> Any:
    has_none = session.design.has_tenancy and not model.is_tenanted
    return getattr(session.db.untenanted if has_none else session.db, model.handle)


QuestionCosts = dict[tuple[str, str], MeasuredAnswer]
Question = tuple[str, str, list[Any], dict[str, Any]]
"""Its name, the method that asks it, and what that is called with."""


def _estimated(session: Session) -> QuestionCosts:
    answers: QuestionCosts = {}
    for model in session.design.models.values():
        example = {name: _example(field) for name, field in model.fields.items()}
        for name, method, args, options in _calls(session, model, example):
            try:
                told = getattr(_handle(session, model).plan, method)(*args, **options).explain()
            except TavolaError:
                continue
            answers[model.name, name] = MeasuredAnswer(
                _request_text(told.action, told.request),
                told.index or "the table",
                told.requests,
                told.estimated_units,
            )
    return answers


def _calls(session: Session, model: ModelSchema, values: Mapping[str, Any]) -> Iterator[Question]:
    """Every question to a model, asked with some item's values."""
    if model.key_fields:
        yield "get", "get", [values[name] for name in model.key_fields], {}
    for index in model.indexes.values():
        yield index.name, index.python_name, [], _options(session, model, index.python_name, values)
    for pattern in session.design.patterns_of(model.name):
        options = _options(session, model, pattern.python_name, values)
        for name, how in pattern.given.items():
            if how in ("equals", "between") and name not in pattern.constants:
                value = _at(model, values, name)
                options[_argument(name)] = value if how == "equals" else (value, value)
        yield pattern.name, pattern.python_name, [], options
    for unique in model.uniques.values():
        yield unique.name, unique.python_name, [values[name] for name in unique.fields], {}


def _options(
    session: Session, model: ModelSchema, method: str, values: Mapping[str, Any]
) -> dict[str, Any]:
    """What a question cannot be asked without."""
    asked = signature(getattr(_handle(session, model).plan, method)).parameters.values()
    by_python = {field.python_name: values[name] for name, field in model.fields.items()}
    named = [one for one in asked if one.kind is Parameter.KEYWORD_ONLY]
    wanted = [one.name for one in named if one.default is Parameter.empty]
    inside = {_argument(path): _at(model, values, path) for path in _paths(model)}
    return {name: by_python[name] if name in by_python else inside.get(name) for name in wanted}


def _paths(model: ModelSchema) -> set[str]:
    """The paths into maps that the keys of a model's indexes are made of."""
    keys = (index.key for index in model.indexes.values())
    return {name for key in keys for name in key.fields if "." in name}


def _argument(path: str) -> str:
    """The argument that stands for a member of a map: `address_city`."""
    return "_".join(snake_case(part) for part in path.split("."))


def _at(model: ModelSchema, values: Mapping[str, Any], path: str) -> Any:
    """The value of a field, or of a member of a map in it."""
    first, *rest = path.split(".")
    field, value = model.fields[first], values[first]
    for name in rest:
        field = next(member for member in field.members if member.name == name)
        value = getattr(value, field.python_name, None)
    return _example(field) if value is None and rest else value


def _example(field: FieldSchema) -> Any:
    if field.is_date:
        return datetime(2026, 5, 1, tzinfo=UTC)
    if field.type == "EnumField":
        return field.values[0]
    return _EXAMPLES_OF_TYPES.get(field.type, field.name)


_EXAMPLES_OF_TYPES: Mapping[str, Any] = {
    "IntegerField": 1,
    "CounterField": 1,
    "FloatField": 1.0,
    "DecimalField": Decimal(1),
    "BooleanField": True,
    "BinaryField": b"x",
    "UuidField": UUID(int=0),
    "UlidField": "01J8ZQ6T4N2C9V5W7X3Y1K0M8B",
    "VersionField": "01J8ZQ6T4N2C9V5W7X3Y1K0M8B",
}


def _request_text(action: str, body: Mapping[str, Any]) -> str:
    """A request in one line: names and values in their places."""
    if "Key" in body:
        parts = (f"{name} = {_value(value)}" for name, value in body["Key"].items())
        return f"{action} {' AND '.join(parts)}"
    text: str = body.get("KeyConditionExpression", "")
    for alias, name in sorted(body.get("ExpressionAttributeNames", {}).items(), reverse=True):
        text = text.replace(alias, name)
    for alias, value in sorted(body.get("ExpressionAttributeValues", {}).items(), reverse=True):
        text = text.replace(alias, _value(value))
    limit = f" LIMIT {body['Limit']}" if "Limit" in body else ""
    return f"{action} {text}{limit}".strip()


def _value(value: Mapping[str, Any]) -> str:
    ((tag, inner),) = value.items()
    return f'"{inner}"' if tag == "S" else str(inner)


def _measured(session: Session, answers: QuestionCosts) -> QuestionCosts:
    """Ask the questions with stored values; where there are none, there is no answer."""
    found: QuestionCosts = {}
    for codec, item in _samples(session):
        model = codec.schema
        key_values: dict[str, Any] = codec.find_key_values(item) or {}
        tenant = key_values.get(TENANT)
        db = session.db.tenant(tenant) if isinstance(tenant, str) else session.db
        values = codec.values(codec.decoder.raw(item, None, tenant))
        scoped = Session(session.design, session.module, db)
        for question in _calls(scoped, model, values):
            key = (model.name, question[0])
            is_whole = all(one is not None for one in (*question[2], *question[3].values()))
            if key in answers and key not in found and is_whole:
                found[key] = _ask(scoped, model, question, answers[key])
    return found


def _ask(
    session: Session, model: ModelSchema, question: Question, answer: MeasuredAnswer
) -> MeasuredAnswer:
    _, method, args, options = question
    with session.db.consumed() as consumed:
        result = getattr(_handle(session, model), method)(*args, **options)
    items = len(result.items) if hasattr(result, "items") else int(result is not None)
    return MeasuredAnswer(
        answer.request,
        answer.index,
        answer.requests,
        answer.estimated_units,
        consumed.total,
        items,
    )


def _samples(session: Session) -> Iterator[tuple[Any, Any]]:
    """Some stored items of each table, with their models' codecs."""
    codecs = codecs_of(session.db)
    contexts = {
        context_of(session.db, codec).table: context_of(session.db, codec) for codec in codecs
    }
    for table, context in contexts.items():
        own = [codec for codec in codecs if context_of(session.db, codec).table == table]
        for item in session.db.run(ReadPage(context, page=_SAMPLED)).items:
            codec = next((one for one in own if one.find_key_values(item) is not None), None)
            if codec is not None:
                yield codec, item
