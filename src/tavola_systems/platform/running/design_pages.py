"""The design of each system as a page: models, tables, and questions that can be asked there.

A demonstration alone has it: questions are asked with the values of its own sample data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct, to_builtins
from starlette.requests import Request
from starlette.responses import Response

from tavola.cli.data.questions import (
    Question,
    Sample,
    example_values,
    questions_of,
    request_text,
    samples,
)
from tavola.design.schema import Design, ModelSchema
from tavola.errors import TavolaError
from tavola.generate.book import (
    PlacedItem,
    items_of_index,
    items_of_table,
    projection_text,
)
from tavola.table import Table
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.http.written import is_secret, masked_json
from tavola_systems.platform.pages.drawings import draw_models, relations_of
from tavola_systems.platform.system import Services, System

__all__ = ["DesignPages"]

_SAMPLED: Final = 4000
_SHOWN: Final = 5
_MAX_TEXT: Final = 200


class DesignPlace(Struct, frozen=True):
    """A table or an index, with what stands in it."""

    name: str
    held: str
    keys: Sequence[str]
    items: Sequence[PlacedItem]


class TableView(Struct, frozen=True):
    """One table of a system, drawn."""

    name: str
    drawing: Markup
    relations: Sequence[tuple[str, str]]
    places: Sequence[DesignPlace]
    questions: Sequence[QuestionView]


class QuestionView(Struct, frozen=True):
    """One question: how it is asked, and about what it costs."""

    id: str
    told: str
    python: str
    request: str
    index: str
    requests: int
    estimated: float
    can_run: bool


class AnswerView(Struct, frozen=True):
    """What a question was answered with, and what it cost."""

    id: str
    python: str
    requests: Sequence[tuple[str, str]]
    units: float
    count: int
    has_more: bool
    items: Sequence[str]


class DesignFigures(Struct, frozen=True):
    """A design in numbers."""

    models: int
    tables: int
    indexes: int
    questions: int
    lines: int


class DesignPages:
    """Shows the designs of all systems."""

    def __init__(self, systems: Sequence[System], services: Mapping[str, Services]) -> None:
        self._systems = {one.name: one for one in systems}
        self._services = services
        self.figures = {one.name: _figures(one, services[one.name]) for one in systems}

    def show(self, request: Request) -> Response:
        """Show a system's design; `?ask=` asks one of its questions."""
        system = self._systems.get(request.path_params["system"])
        if system is None:
            raise NotFound
        services = self._services[system.name]
        tables = _tables(system, services)
        asked = request.query_params.get("ask", "")
        answer = next((one for one in (_answer(db, asked) for db in tables) if one), None)
        if asked and answer is None:
            raise NotFound
        return services.pages.render(
            request,
            "design.html",
            system=system,
            figures=self.figures[system.name],
            views=[_view(db) for db in tables],
            answer=answer,
            source=(system.folder / "design.yaml").read_text("utf-8"),
            happened=None,
        )


def _tables(system: System, services: Services) -> list[Any]:
    return [services.table(kind) for kind in system.tables]


def _figures(system: System, services: Services) -> DesignFigures:
    designs: list[Design] = [one.design for one in _tables(system, services)]
    source: Path = system.folder / "design.yaml"
    return DesignFigures(
        models=sum(len(one.models) for one in designs),
        tables=sum(len(one.tables) for one in designs),
        indexes=sum(len(table.indexes) for one in designs for table in one.tables),
        questions=sum(_count_questions(one) for one in designs),
        lines=len(source.read_text("utf-8").splitlines()) if source.exists() else 0,
    )


def _count_questions(design: Design) -> int:
    return sum(
        bool(model.key_fields)
        + len(model.indexes)
        + len(design.patterns_of(model.name))
        + len(model.uniques)
        for model in design.models.values()
    )


def _view(db: Table) -> TableView:
    design = db.design
    table = design.table
    places = [DesignPlace(table.name, "", table.keys, items_of_table(design))]
    places += [
        DesignPlace(index.name, projection_text(index).replace("`", ""), index.keys, items)
        for index in table.indexes
        if (items := items_of_index(design, index))
    ]
    return TableView(
        table.name, draw_models(design), relations_of(design), places, list(_questions(db))
    )


def _questions(db: Any) -> Iterator[QuestionView]:
    found = _first_samples(db)
    for model in db.design.models.values():
        sample = found.get(model.name)
        scoped = sample.db if sample else _any_tenant(db)
        values = sample.values if sample else example_values(model)
        for question in questions_of(scoped, model, values):
            view = _question(scoped, model, question, can_run=sample is not None)
            if view is not None:
                yield view


def _any_tenant(db: Any) -> Any:
    return db.tenant("example") if db.design.has_tenancy else db


def _first_samples(db: Any) -> dict[str, Sample]:
    """The first stored item of each model that can be asked for."""
    found: dict[str, Sample] = {}
    for sample in samples(db, _SAMPLED):
        found.setdefault(sample.model.name, sample)
        if len(found) == len(db.design.models):
            break
    return found


def _question(
    db: Any, model: ModelSchema, question: Question, *, can_run: bool
) -> QuestionView | None:
    try:
        told = question.plan(db, model).explain()
    except TavolaError:
        return None
    pattern = db.design.patterns.get(question.name)
    return QuestionView(
        id=f"{model.name}.{question.name}",
        told=pattern.description if pattern is not None else "",
        python=_python(db, model, question),
        request=request_text(told.action, told.request),
        index=told.index or "table",
        requests=told.requests,
        estimated=told.estimated_units,
        can_run=can_run and question.is_whole,
    )


def _python(db: Any, model: ModelSchema, question: Question) -> str:
    if db.design.has_tenancy:
        start = "db.tenant(…)" if model.is_tenanted else "db.untenanted"
    else:
        start = "db"
    given = [_value(one) for one in question.args]
    given += [f"{name}={_value(value)}" for name, value in question.options.items()]
    return f"{start}.{model.handle}.{question.method}({', '.join(given)})"


def _value(value: Any) -> str:
    text = repr(value) if isinstance(value, str | int | float | bool) else repr(str(value))
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"


def _answer(db: Any, asked: str) -> AnswerView | None:
    """Ask one question with the values of a stored item."""
    name = asked.partition(".")[0]
    sample = _first_samples(db).get(name) if name in db.design.models else None
    if sample is None:
        return None
    for question in questions_of(sample.db, sample.model, sample.values):
        if f"{name}.{question.name}" == asked and question.is_whole:
            return _asked(sample, question, asked)
    return None


def _asked(sample: Sample, question: Question, asked: str) -> AnswerView:
    with sample.db.consumed(keeps_requests=True) as consumed:
        result = question.ask(sample.db, sample.model)
    found: list[Any] = (
        list(result.items) if hasattr(result, "items") else [result] if result is not None else []
    )
    sent = [one for operation in consumed.operations for one in operation.sent or ()]
    return AnswerView(
        id=asked,
        python=_python(sample.db, sample.model, question),
        requests=[(one.action, masked_json(one.body)) for one in sent],
        units=consumed.total,
        count=len(found),
        has_more=getattr(result, "cursor", None) is not None,
        items=[_item(sample.model, one) for one in found[:_SHOWN]],
    )


def _item(model: ModelSchema, instance: Any) -> str:
    """An instance as Python shows it, without what is secret."""
    values = {
        field.python_name: getattr(instance, field.python_name, None)
        for field in model.fields.values()
    }
    lines = [
        f"    {name}={'…' if is_secret(name) else _plain(value)},"
        for name, value in values.items()
        if value is not None
    ]
    return "\n".join([f"{model.name}(", *lines, ")"])


def _plain(value: Any) -> str:
    if isinstance(value, str | int | float | bool):
        return _value(value)
    text = json.dumps(to_builtins(value, enc_hook=str), ensure_ascii=False)
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"
