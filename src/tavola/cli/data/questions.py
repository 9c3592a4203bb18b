"""The questions that a design answers, asked with example values or with those of stored items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from inspect import Parameter, signature
from typing import Any
from uuid import UUID

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.design.names import snake_case
from tavola.design.schema import FieldSchema, ModelSchema
from tavola.keys import TENANT
from tavola.operations.transfer.raw_items import RawItem, ReadPage
from tavola.table.internals import codecs_of, context_of

__all__ = [
    "Question",
    "Sample",
    "example_values",
    "handle_of",
    "questions_of",
    "request_text",
    "samples",
]


class Question(Struct, frozen=True):
    """A question to one model, with the values to ask it with."""

    name: str
    """An index, an access pattern or a constraint, as the design names it; or `get`."""
    method: str
    args: tuple[Any, ...]
    options: Mapping[str, Any]

    @property
    def is_whole(self) -> bool:
        """Whether every value that it needs is there."""
        return all(one is not None for one in (*self.args, *self.options.values()))

    def plan(self, db: Any, model: ModelSchema) -> Any:
        """Give the operation that asks it, unsent."""
        return getattr(handle_of(db, model).plan, self.method)(*self.args, **self.options)

    def ask(self, db: Any, model: ModelSchema) -> Any:
        """Ask it."""
        return getattr(handle_of(db, model), self.method)(*self.args, **self.options)


class Sample(Struct, frozen=True):
    """A stored item, and the table as its tenant sees it."""

    model: ModelSchema
    values: Mapping[str, Any]
    db: Any


def handle_of(db: Any, model: ModelSchema) -> Any:
    """Give the handle of a model: `db.post`, or `db.untenanted.post`."""
    has_none = db.design.has_tenancy and not model.is_tenanted
    return getattr(db.untenanted if has_none else db, model.handle)


def questions_of(db: Any, model: ModelSchema, values: Mapping[str, Any]) -> Iterator[Question]:
    """Every question to a model, asked with some item's values."""
    if model.key_fields:
        yield Question("get", "get", tuple(values[name] for name in model.key_fields), {})
    for index in model.indexes.values():
        method = index.python_name
        yield Question(index.name, method, (), _options(db, model, method, values))
    for pattern in db.design.patterns_of(model.name):
        options = _options(db, model, pattern.python_name, values)
        for name, how in pattern.given.items():
            if how in ("equals", "between") and name not in pattern.constants:
                value = _at(model, values, name)
                options[_argument(name)] = value if how == "equals" else (value, value)
        yield Question(pattern.name, pattern.python_name, (), options)
    for unique in model.uniques.values():
        given = tuple(values[name] for name in unique.fields)
        yield Question(unique.name, unique.python_name, given, {})


def _options(db: Any, model: ModelSchema, method: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a question cannot be asked without."""
    asked = signature(getattr(handle_of(db, model).plan, method)).parameters.values()
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


def example_values(model: ModelSchema) -> dict[str, Any]:
    """Values of the right kinds, for estimates."""
    return {name: _example(field) for name, field in model.fields.items()}


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


def samples(db: Any, most: int) -> Iterator[Sample]:
    """Some stored items of each table, at most so many read, with their models."""
    codecs = codecs_of(db)
    contexts = {context_of(db, codec).table: context_of(db, codec) for codec in codecs}
    for table, context in contexts.items():
        own = [codec for codec in codecs if context_of(db, codec).table == table]
        for item in db.run(ReadPage(context, page=most)).items:
            codec = next((one for one in own if one.find_key_values(item) is not None), None)
            if codec is not None:
                yield _sample(db, codec, item)


def _sample(db: Any, codec: Codec[Any], item: RawItem) -> Sample:
    found: Any = (codec.find_key_values(item) or {}).get(TENANT)
    tenant: str | None = found
    scoped = db if tenant is None else db.tenant(tenant)
    return Sample(codec.schema, codec.values(codec.decoder.raw(item, None, tenant)), scoped)


_ALIAS = re.compile(r"[#:][A-Za-z0-9_]+")


def request_text(action: str, body: Mapping[str, Any]) -> str:
    """A request in one line: names and values in their places."""
    if "Key" in body:
        parts = (f"{name} = {_value(value)}" for name, value in body["Key"].items())
        return f"{action} {' AND '.join(parts)}"
    texts = dict(body.get("ExpressionAttributeNames", {})) | {
        alias: _value(value) for alias, value in body.get("ExpressionAttributeValues", {}).items()
    }
    words: str = body.get("KeyConditionExpression", "")
    # All at once: what is put in place of one may look like another.
    text = _ALIAS.sub(lambda found: texts.get(found[0], found[0]), words)
    limit = f" LIMIT {body['Limit']}" if "Limit" in body else ""
    return f"{action} {text}{limit}".strip()


def _value(value: Mapping[str, Any]) -> str:
    ((tag, inner),) = value.items()
    return f'"{inner}"' if tag == "S" else str(inner)
