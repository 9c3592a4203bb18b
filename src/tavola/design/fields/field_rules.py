"""Reading the rules of a field: bounds and patterns, transitions, and when an item expires."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

from msgspec.structs import replace

from tavola.design.fields.field_types import DATE_TYPES
from tavola.design.names import find_closest, suggest
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import FieldSchema, Number
from tavola.design.value_rules import exact_number, find_broken_rule

__all__ = ["add_rules", "check_default_by_rules", "check_expiry"]

_MOST = 10**9
_DURATION = re.compile(r"([0-9]{1,9})([smhdw])")
_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_AFTER = {"field": "the name of a date field", "add": "a duration, as 7d"}
_WRITE_DURATION = "Write a number and its unit (s, m, h, d or w), as 90d."


def add_rules(field: FieldSchema, reader: Reader) -> FieldSchema:
    """Read what restricts a field's values; what is wrong is reported and left out."""
    minimum = _read_bound(field, reader, "min")
    maximum = _read_bound(field, reader, "max")
    bounds = [exact_number(bound) for bound in (minimum, maximum) if bound is not None]
    if bounds != sorted(bounds):
        reader.error(f"'min' is {minimum} and 'max' is {maximum}.", "Swap them.", key="min")
        minimum = maximum = None
    shortest = reader.integer("minLength", 0, _MOST)
    if shortest is not None and field.max_length is not None and shortest > field.max_length:
        reader.error(
            f"'minLength' is {shortest} and 'maxLength' is {field.max_length}.",
            "Swap them.",
            key="minLength",
        )
        shortest = None
    after, source = _read_after(reader)
    if after is not None and field.required:
        reader.error(
            "'after' gives it a value by itself, and 'required' asks for one.",
            "Leave one of them out.",
            key="required",
        )
    return replace(
        field,
        min_length=shortest,
        pattern=_read_pattern(reader),
        minimum=minimum,
        maximum=maximum,
        transitions=_read_transitions(field, reader),
        initial=_read_initial(field, reader),
        expires_after=after,
        expires_from=source,
    )


def check_default_by_rules(field: FieldSchema, reader: Reader) -> None:
    """Report a default that the field itself would refuse."""
    default = field.default
    problem: str | None = None
    if (
        isinstance(default, str)
        and field.max_length is not None
        and len(default) > field.max_length
    ):
        problem = f"has {len(default)} characters. At most {field.max_length} are allowed."
    find = find_broken_rule(field)
    if problem is None and find is not None:
        is_number = field.minimum is not None or field.maximum is not None
        problem = find(exact_number(default) if is_number else default)  # type: ignore[arg-type]  # its type was checked
    if problem is not None:
        reader.error(f"the default {problem}", "Choose another.", key="defaultValue")
    if field.initial and default not in field.initial:
        reader.error(
            f"the default {default!r} is not among 'initial'.",
            f"A new item may have {_listed(field.initial)}.",
            key="defaultValue",
        )


def _read_bound(field: FieldSchema, reader: Reader, key: Literal["min", "max"]) -> Number | None:
    node = reader.child(key)
    if node is None:
        return None
    value = node.value
    wants_integer = field.type in ("IntegerField", "CounterField")
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not wants_integer and isinstance(value, float) and Decimal(repr(value)).is_finite():
        return value
    if field.type == "DecimalField" and isinstance(value, str) and _is_decimal(value):
        return value
    remedy = "Write an integer." if wants_integer else "Write a number."
    reader.error(f"'{key}' is {node.plain()!r}.", remedy, key=key)
    return None


def _is_decimal(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,38}(\.[0-9]{1,38})?", text) is not None


def _read_pattern(reader: Reader) -> str:
    pattern = reader.text("pattern") or ""
    try:
        re.compile(pattern)
    except re.error as wrong:
        reader.error(
            f"'pattern' is not a regular expression: {wrong}.",
            "Write one that Python's re module takes.",
            key="pattern",
        )
        return ""
    return pattern


def _read_transitions(
    field: FieldSchema, reader: Reader
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    node = reader.child("transitions")
    if node is None:
        return ()
    if not isinstance(node.value, dict) or not node.value:
        reader.error(
            f"'transitions' is {node.kind}.",
            "Write what each value may become, as {open: [paid], paid: [sent]}.",
            key="transitions",
        )
        return ()
    inner = Reader(node, f"{reader.where}.transitions", reader.findings)
    found: dict[str, tuple[str, ...]] = {}
    for value, targets in node.entries.items():
        known = _known_value(field, inner, value, targets)
        is_empty = isinstance(targets.value, list) and not targets.value
        texts = () if is_empty else inner.texts(value)
        allowed = [_known_value(field, inner, text, targets) for text in texts]
        if known is not None:
            found[known] = tuple(one for one in allowed if one is not None and one != known)
    return tuple(found.items())


def _known_value(field: FieldSchema, reader: Reader, value: str, at: Node) -> str | None:
    """Give a value of the enumeration; one that it does not have is reported."""
    if value in field.values:
        return value
    reader.findings.error(
        at, reader.where, f"'{value}' is none of the values.", suggest(value, field.values)
    )
    return find_closest(value, field.values)


def _read_initial(field: FieldSchema, reader: Reader) -> tuple[str, ...]:
    node = reader.child("initial")
    if node is None:
        return ()
    texts = (node.value,) if isinstance(node.value, str) else reader.texts("initial")
    found = [_known_value(field, reader, text, node) for text in texts]
    return tuple(one for one in found if one is not None)


def _read_after(reader: Reader) -> tuple[int | None, str]:
    node = reader.child("after")
    if node is None:
        return None, ""
    if not isinstance(node.value, dict):
        return _read_duration(reader, "after", low=1), ""
    inner = Reader(node, f"{reader.where}.after", reader.findings)
    inner.fix_keys(tuple(_AFTER))
    # A key that is not known may be the one that is missing.
    if node.entries.keys() <= _AFTER.keys():
        for key in [one for one in _AFTER if inner.child(one) is None]:
            inner.error(f"'{key}' is missing.", f"It takes {_AFTER[key]}.")
    source = inner.text("field") or ""
    seconds = _read_duration(inner, "add", low=0)
    return (seconds, source) if source and seconds is not None else (None, "")


def _read_duration(reader: Reader, key: str, *, low: int) -> int | None:
    node = reader.child(key)
    if node is None:
        return None
    found = _DURATION.fullmatch(node.value) if isinstance(node.value, str) else None
    seconds = int(found[1]) * _UNITS[found[2]] if found else -1
    # A hundred years after the last date of all there is none.
    if not low <= seconds <= 100 * 366 * 86_400:
        reader.error(f"'{key}' is {node.plain()!r}.", _WRITE_DURATION, key=key)
        return None
    return seconds


def check_expiry(fields: Mapping[str, FieldSchema], model: Reader) -> None:
    """Check that what a TtlField follows is a date of the model."""
    for field in fields.values():
        source = field.expires_from
        if not source:
            continue
        dates = [one.name for one in fields.values() if one.type in DATE_TYPES - {"TtlField"}]
        if source in dates:
            continue
        at = model.entries("fields")[field.name]
        reader = Reader(at, f"{model.where}.fields.{field.name}.after", model.findings)
        node = at.entries.get("after", at)
        what = "is not a date field" if source in fields else "is not a field"
        reader.findings.error(
            node.entries.get("field", node),
            reader.where,
            f"'{source}' {what}.",
            suggest(source, dates),
        )


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)
