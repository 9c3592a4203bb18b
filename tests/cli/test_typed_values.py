"""What somebody types for a field of any type, and what is told of what does not fit."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from tavola.cli.data.values import dump_line, from_json, load_line, read_text, to_json
from tavola.design.schema import FieldSchema
from tavola.errors import OperationError

MOMENT = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
READ: list[tuple[str, str, Any]] = [
    ("StringField", "7", "7"),
    ("IntegerField", "-7", -7),
    ("CounterField", "7", 7),
    ("FloatField", "1.5", 1.5),
    ("DecimalField", "1.10", Decimal("1.10")),
    ("BooleanField", "Yes", True),
    ("BooleanField", "true", True),
    ("BooleanField", "NO", False),
    ("BooleanField", "false", False),
    ("BinaryField", "AAE=", b"\x00\x01"),
    ("UuidField", "00000000-0000-0000-0000-000000000007", UUID(int=7)),
    ("StringSetField", " a, b,, ", {"a", "b"}),
    ("StringSetField", '["a", "b, c"]', {"a", "b, c"}),
    ("ListField", '[1.10, {"$bytes": "AAE="}]', [Decimal("1.10"), b"\x00\x01"]),
    ("MapField", '{"a": {"$set": [1, 2]}}', {"a": {1, 2}}),
    ("MapField", '{"$map": {"$set": [1]}}', {"$set": [1]}),
    ("JsonField", '{"a": [1, null]}', {"a": [1, None]}),
    ("DateTimeField", "2026-05-01T11:30:00+02:00", MOMENT),
    ("DateTimeField", "2026-05-01T09:30", MOMENT),
    ("DateTimeField", "2026-05-01", datetime(2026, 5, 1, tzinfo=UTC)),
    ("EnumField", "out", "out"),
]
REFUSED = [
    ("IntegerField", "a whole number"),
    ("CounterField", "a whole number"),
    ("FloatField", "a number"),
    ("DecimalField", "a number"),
    ("BooleanField", "true or false"),
    ("BinaryField", "base64"),
    ("UuidField", "a UUID"),
    ("StringSetField", "strings with commas between them, or a JSON list"),
    ("ListField", "JSON"),
    ("MapField", "JSON"),
    ("JsonField", "JSON"),
    ("DateTimeField", "a date such as 2026-05-01 or 2026-05-01T09:30:00Z"),
    ("EnumField", "one of in, out"),
]


def field_of(kind: Any) -> FieldSchema:
    """A field `f` of a type."""
    return FieldSchema("f", "f", kind, values=("in", "out") if kind == "EnumField" else ())


@pytest.mark.parametrize(("kind", "text", "value"), READ)
def test_what_is_typed_becomes_a_value_of_the_field(kind: str, text: str, value: Any) -> None:
    read = read_text(field_of(kind), text)

    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(("kind", "right"), REFUSED)
def test_what_does_not_fit_is_told_with_what_would(kind: str, right: str) -> None:
    with pytest.raises(OperationError) as caught:
        read_text(field_of(kind), "[?")

    assert str(caught.value) == f"f=[? is not {right}."


@pytest.mark.parametrize(
    ("kind", "value", "right"),
    [
        ("BinaryField", "A*A=", "base64"),
        ("UuidField", "7", "a UUID"),
        ("DecimalField", [], "a number"),
        ("FloatField", "x", "a number"),
        ("StringSetField", 7, "strings with commas between them, or a JSON list"),
        ("DateTimeField", 7, "a date such as 2026-05-01 or 2026-05-01T09:30:00Z"),
    ],
)
def test_json_that_does_not_fit_is_told_with_what_would(kind: str, value: Any, right: str) -> None:
    with pytest.raises(OperationError) as caught:
        from_json(field_of(kind), value)

    assert str(caught.value) == f"f: {value!r} is not {right}."


@pytest.mark.parametrize(
    ("kind", "value", "written"),
    [
        ("DateTimeField", MOMENT, '"2026-05-01T09:30:00.000Z"'),
        ("DateTimeField", MOMENT.replace(microsecond=1000), '"2026-05-01T09:30:00.001Z"'),
        ("DateTimeField", MOMENT.replace(microsecond=1001), '"2026-05-01T09:30:00.001001Z"'),
        ("StringField", date(2026, 5, 1), '"2026-05-01"'),
        ("BinaryField", b"\x00\x01", '"AAE="'),
        ("UuidField", UUID(int=7), '"00000000-0000-0000-0000-000000000007"'),
        ("StringSetField", frozenset({"b", "a"}), '["a","b"]'),
        ("ListField", [{b"\x01", b"\x00"}], '[{"$set":[{"$bytes":"AA=="},{"$bytes":"AQ=="}]}]'),
        ("MapField", {"$set": 1}, '{"$map":{"$set":1}}'),
        ("MapField", {"$set": 1, "n": (1, 2)}, '{"$set":1,"n":[1,2]}'),
        ("JsonField", {"$set": 1}, '{"$set":1}'),
        ("IntegerField", None, "null"),
    ],
)  # fmt: skip
def test_a_value_is_written_so_that_it_can_be_told_apart(
    kind: str, value: Any, written: str
) -> None:
    assert dump_line(to_json(field_of(kind), value)) == written


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "here is not JSON: Input data was truncated."),
        (b'"\xff"', "here is not JSON: "),
        ("[" * 100_000, "here is nested too deep."),
    ],
)
def test_a_line_that_is_no_json_is_told_with_its_place(line: str | bytes, told: str) -> None:
    with pytest.raises(OperationError) as caught:
        load_line(line, "here")

    assert str(caught.value).startswith(told)
