"""What compiled functions take without a check is what the check would return as it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.design.schema import FieldSchema
from tavola.model import inline
from tavola.model.compiled import compile_function
from tavola.model.kinds import kind_of

SCHEMAS = [
    FieldSchema(name="f", python_name="f", type="StringField"),
    FieldSchema(name="f", python_name="f", type="StringField", max_length=3),
    FieldSchema(name="f", python_name="f", type="RelatedField", model="Other"),
    FieldSchema(name="f", python_name="f", type="VersionField"),
    FieldSchema(name="f", python_name="f", type="EnumField", values=("a", "b")),
    FieldSchema(name="f", python_name="f", type="EnumField", values=("{0}", "'\ud800")),
    FieldSchema(name="f", python_name="f", type="IntegerField"),
    FieldSchema(name="f", python_name="f", type="CounterField"),
    FieldSchema(name="f", python_name="f", type="FloatField"),
    FieldSchema(name="f", python_name="f", type="FloatField", precision=2),
    FieldSchema(name="f", python_name="f", type="DecimalField"),
    FieldSchema(name="f", python_name="f", type="BooleanField"),
    FieldSchema(name="f", python_name="f", type="BinaryField"),
    FieldSchema(name="f", python_name="f", type="UuidField"),
    FieldSchema(name="f", python_name="f", type="ListField"),
    FieldSchema(name="f", python_name="f", type="StringSetField"),
    FieldSchema(name="f", python_name="f", type="DateTimeField", storage="epochMillis"),
    FieldSchema(name="f", python_name="f", type="DateTimeField", storage="epochSeconds"),
    FieldSchema(name="f", python_name="f", type="DateTimeField", storage="iso"),
    FieldSchema(name="f", python_name="f", type="DateTimeField", storage="isoSeconds"),
    FieldSchema(name="f", python_name="f", type="DateTimeField", storage="%Y-%m-%dT%H:%M:%S.%f%z"),
    FieldSchema(name="f", python_name="f", type="DateTimeField", storage="%Y-%m-%d %H:%M:%S"),
    FieldSchema(name="f", python_name="f", type="DateTimeField", storage="%Y-%m-%d %H:%M"),
    FieldSchema(name="f", python_name="f", type="BooleanField", storage="number"),
    FieldSchema(name="f", python_name="f", type="VersionField", storage="number"),
]


class Text(str):
    """A text of another class."""

    __slots__ = ()


ZONES = st.sampled_from([None, UTC, timezone(timedelta(hours=1))])
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(10**37, 10**39),
    st.floats(),
    st.decimals(),
    st.text(max_size=5),
    st.sampled_from(["abc", "abcd", "a", "{0}", "\ud800", Text("abc"), Text("a")]),
    st.binary(max_size=3),
    st.uuids(),
    st.datetimes(timezones=ZONES),
    st.sampled_from([datetime(2026, 1, 1, tzinfo=UTC), Decimal(1), UUID(int=1), [1], {"a"}]),
)


def glance(schema: FieldSchema) -> Callable[[object], bool]:
    """The expression by which usual values are told, as a function."""
    lines = [f"def fits(f): return {inline.fitting(schema, 'f')}"]
    return compile_function("M", "fits", lines, inline.NAMES)


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: f"{schema.type} {schema.storage}")
@settings(max_examples=60)
@given(value=VALUES)
def test_a_value_that_is_taken_at_once_would_pass_its_check(
    schema: FieldSchema, value: object
) -> None:
    fits = glance(schema)

    assert not fits(value) or kind_of(schema).check(value) == value


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (SCHEMAS[0], "abc"),
        (SCHEMAS[1], "abc"),
        (SCHEMAS[4], "b"),
        (SCHEMAS[5], "{0}"),
        (SCHEMAS[6], -(10**37)),
        (SCHEMAS[8], 1.5),
        (SCHEMAS[11], False),
        (SCHEMAS[12], b""),
        (SCHEMAS[13], UUID(int=1)),
        (SCHEMAS[16], datetime(2026, 1, 1, microsecond=5000, tzinfo=UTC)),
        (SCHEMAS[17], datetime(2026, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_usual_value_is_taken_at_once(schema: FieldSchema, value: object) -> None:
    fits = glance(schema)

    assert fits(value) is True


@pytest.mark.parametrize("storage", ["epochMillis", "epochSeconds", "iso"])
@given(moment=st.datetimes(timezones=st.just(UTC)))
def test_a_moment_is_written_in_place_as_its_kind_writes_it(storage: str, moment: datetime) -> None:
    kind = kind_of(FieldSchema(name="f", python_name="f", type="DateTimeField", storage=storage))
    lines = [f"def written(f): return {inline.encoding(kind, 'f', '_encode')}"]
    written = compile_function("M", "written", lines, {**inline.NAMES, "_encode": kind.encode})
    assert written(kind.check(moment)) == kind.attribute(kind.check(moment))
