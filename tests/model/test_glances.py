"""Which values compiled functions take at a glance, up to the limits of each type of field."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from tavola.design.schema import FieldSchema
from tavola.model import inline
from tavola.model.compiled import compile_function
from tavola.model.kinds import kind_of


class Text(str):
    """A text of another class."""

    __slots__ = ()


class Number(int):
    """A number of another class."""


SECOND = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
MILLIS = SECOND.replace(microsecond=678000)
MICROS = SECOND.replace(microsecond=678001)
MINUTE = SECOND.replace(second=0)
EAST = SECOND.astimezone(timezone(timedelta(hours=1)))
NAIVE = SECOND.replace(tzinfo=None)
ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def field(kind: str, **options: Any) -> FieldSchema:
    return FieldSchema(name="f", python_name="f", type=kind, **options)  # type: ignore[arg-type]  # any of them


def glance(schema: FieldSchema) -> Callable[[object], bool]:
    lines = [f"def fits(f): return {inline.fitting(schema, 'f')}"]
    return compile_function("M", "fits", lines, inline.NAMES)


GLANCES: list[tuple[FieldSchema, list[Any], list[Any]]] = [
    (field("StringField"), ["", "abc"], ["ä", Text("a"), None, 1]),
    (field("StringField", max_length=3), ["abc"], ["abcd"]),
    (field("StringField", min_length=2), ["ab"], ["a"]),
    (field("StringField", pattern="a+"), [], ["a", "b"]),
    (field("RelatedField", model="Other"), ["abc"], ["ä", 1]),
    (field("VersionField"), [ULID, "v"], [1, None]),
    (field("VersionField", storage="number"), [1, -1], ["v", True]),
    (field("UlidField"), [ULID], ["v", ULID.lower(), Text(ULID), None]),
    (field("EnumField", values=("a", "b")), ["a", "b"], ["c", Text("a"), None]),
    (
        field("IntegerField"),
        [0, 10**38 - 1, 1 - 10**38],
        [10**38, -(10**38), True, Number(1), 1.0],
    ),
    (field("IntegerField", minimum=1, maximum=3), [1, 3], [0, 4]),
    (field("CounterField"), [0, 10**38 - 1], [10**38, True]),
    (field("FloatField"), [1e-130, 9.9e125], [0.0, -1.0, 9e-131, 1e126, 1]),
    (field("FloatField", precision=2), [], [1.5]),
    (field("DecimalField"), [], [Decimal(1)]),
    (field("BooleanField"), [True, False], [1, None]),
    (field("BooleanField", storage="number"), [True, False], [1]),
    (field("BinaryField"), [b"", b"a"], [bytearray(b"a"), "a"]),
    (field("UuidField"), [UUID(int=1)], ["1"]),
    (field("ListField"), [], [[]]),
    (field("StringSetField"), [], [{"a"}]),
    (field("JsonField"), [], ["a"]),
    *(
        (field("DateTimeField", storage=storage), [SECOND, MILLIS], [MICROS, EAST, NAIVE, 1])
        for storage in ("epochMillis", "iso")
    ),
    *(
        (field("DateTimeField", storage=storage), [SECOND], [MILLIS, EAST, NAIVE, 1])
        for storage in ("epochSeconds", "isoSeconds", "%Y-%m-%d %H:%M:%S")
    ),
    (
        field("DateTimeField", storage="%Y-%m-%dT%H:%M:%S.%f%z"),
        [SECOND, MICROS],
        [EAST, NAIVE, 1],
    ),
    (field("DateTimeField", storage="%Y-%m-%d %H:%M"), [], [MINUTE]),
]


@pytest.mark.parametrize(
    ("schema", "taken", "checked"),
    GLANCES,
    ids=lambda part: f"{part.type} {part.storage}" if isinstance(part, FieldSchema) else "",
)
def test_usual_values_are_taken_and_all_others_checked(
    schema: FieldSchema, taken: list[Any], checked: list[Any]
) -> None:
    fits = glance(schema)

    assert [bool(fits(value)) for value in taken] == [True] * len(taken)
    assert [bool(fits(value)) for value in checked] == [False] * len(checked)


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (field("StringField"), "{'S': v}"),
        (field("IntegerField"), "{'N': _str(v)}"),
        (field("UuidField"), "{'S': _str(v)}"),
        (field("BooleanField"), "{'BOOL': v}"),
        (field("BinaryField"), "{'B': e(v)}"),
        (field("StringSetField"), "{'SS': e(v)}"),
    ],
    ids=lambda part: part.type if isinstance(part, FieldSchema) else "",
)
def test_what_is_stored_as_it_is_needs_no_call(schema: FieldSchema, text: str) -> None:
    assert inline.encoding(kind_of(schema), "v", "e") == text
