"""The words of a command: `name=value`, `createdAt>=2026-05-01`, `title^=He`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from tavola.cli.data.values import load_line, read_text
from tavola.design.schema import FieldSchema, ModelSchema
from tavola.errors import OperationError
from tavola.keys import SortCondition

__all__ = ["Word", "conditions_of", "filter_of", "find_field", "read_key", "read_words"]

_WORD = re.compile(r"([A-Za-z_][\w.-]*?)(\^=|>=|<=|!=|\+=|=|>|<|~)(.*)", re.DOTALL)

_FILTERS = {
    "=": "$eq",
    "!=": "$ne",
    ">": "$gt",
    ">=": "$gte",
    "<": "$lt",
    "<=": "$lte",
    "^=": "$beginsWith",
    "~": "$contains",
}


class Word(Struct, frozen=True):
    """One word: a field, what is said of it, and the text."""

    field: FieldSchema
    operator: str
    text: str

    @property
    def value(self) -> Any:
        """The text as a value of the field."""
        return read_text(self.field, self.text)


def find_field(model: ModelSchema, name: str) -> FieldSchema:
    """Find a field by its own or its Python name."""
    found = _field(model, name)
    if found is None:
        near = get_close_matches(name, model.fields, n=1)
        hint = f" Did you mean {near[0]}?" if near else f" It has {', '.join(model.fields)}."
        raise OperationError(f"{name}: {model.name} has no such field.{hint}")
    return found


def _field(model: ModelSchema, name: str) -> FieldSchema | None:
    by_python = {field.python_name: field for field in model.fields.values()}
    return model.fields.get(name) or by_python.get(name)


def read_words(
    model: ModelSchema, words: Iterable[str], allowed: Sequence[str] = ("=",)
) -> list[Word]:
    """Read words that each name a field; an OperationError for anything else."""
    return [_word(model, text, allowed) for text in words]


def _word(model: ModelSchema, text: str, allowed: Sequence[str]) -> Word:
    match = _WORD.fullmatch(text)
    if match is None or match[2] not in allowed:
        forms = ", ".join(f"name{operator}value" for operator in allowed)
        raise OperationError(f"{text} names no field and value. Write {forms}.")
    return Word(find_field(model, match[1]), match[2], match[3])


def read_key(model: ModelSchema, words: Sequence[str]) -> tuple[list[Any], list[str]]:
    """Read the values of a model's key, by name or in its order; give the words that are left."""
    named: dict[str, Any] = {}
    plain: list[str] = []
    rest: list[str] = []
    for text in words:
        match = _WORD.fullmatch(text)
        field = _field(model, match[1]) if match is not None else None
        if match is None or field is None:
            plain.append(text)
        elif field.name in model.key_fields and match[2] == "=":
            named[field.name] = read_text(field, match[3])
        else:
            rest.append(text)
    for name in model.key_fields:
        if name not in named and plain:
            named[name] = read_text(model.fields[name], plain.pop(0))
    missing = [name for name in model.key_fields if name not in named]
    if missing or plain:
        _refuse_key(model, missing, plain)
    return [named[name] for name in model.key_fields], rest


def _refuse_key(model: ModelSchema, missing: list[str], extra: list[str]) -> None:
    wanted = " ".join(f"{name}=…" for name in model.key_fields) or "no key"
    wrong = f"{extra[0]!r} is too much" if extra else f"{', '.join(missing)} is missing"
    raise OperationError(f"{model.name}: {wrong}. Its key is {wanted}.")


_CONDITIONS: dict[str, str] = {">": ">", ">=": ">=", "<": "<", "<=": "<=", "^=": "begins_with"}


def conditions_of(model: ModelSchema, words: Iterable[str]) -> dict[str, Any]:
    """Read the arguments of a query, by their Python names: values, or conditions of the last."""
    found: dict[str, Any] = {}
    for word in read_words(model, words, ("=", *_CONDITIONS)):
        name = word.field.python_name
        text = word.text if word.operator == "^=" else word.value
        given = text if word.operator == "=" else _condition(word.operator, text)
        found[name] = _merge(name, found[name], given) if name in found else given
    return found


def _condition(operator: str, value: Any) -> SortCondition:
    known: Any = _CONDITIONS[operator]
    return SortCondition(known, value)


def _merge(name: str, first: Any, second: Any) -> SortCondition:
    """A lower and an upper bound are one range."""
    if isinstance(first, SortCondition) and isinstance(second, SortCondition):
        if first.operator == "<=":
            first, second = second, first
        if (first.operator, second.operator) == (">=", "<="):
            return SortCondition("between", first.value, second.value)
    raise OperationError(f"{name} is given twice. A range is {name}>=LOW {name}<=HIGH.")


def filter_of(model: ModelSchema, texts: Sequence[str]) -> dict[str, Any] | None:
    """Read what `--where` says: words, or the `$` form as JSON; all must hold."""
    parts = [_filter(model, text) for text in texts]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else {"$and": parts}


def _filter(model: ModelSchema, text: str) -> dict[str, Any]:
    if text.lstrip().startswith("{"):
        form: dict[str, Any] = load_line(text, "--where")
        return form
    word = _word(model, text, tuple(_FILTERS))
    value = word.text if word.operator in ("^=", "~") else word.value
    return {word.field.name: {_FILTERS[word.operator]: value}}
