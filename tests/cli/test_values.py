"""Values as people type them and as JSON: what is written is read back, whatever it is."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.cli.data.values import dump_line, from_json, load_line, to_json
from tavola.design.schema import FieldSchema

_moments = st.datetimes(timezones=st.just(UTC), min_value=datetime(1900, 1, 1))
_texts = st.text(st.characters(exclude_categories=["Cs"]))
_decimals = st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9))
_sets = (
    st.sets(_texts, min_size=1)
    | st.sets(st.binary(), min_size=1)
    | st.sets(st.integers(), min_size=1)
)
_documents: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | _decimals | _texts | st.binary() | _sets,
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(_texts | st.sampled_from(["$bytes", "$set", "$map"]), inner)
    ),
    max_leaves=8,
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "StringField": _texts,
    "IntegerField": st.integers(),
    "FloatField": st.floats(allow_nan=False, allow_infinity=False),
    "DecimalField": _decimals,
    "BooleanField": st.booleans(),
    "BinaryField": st.binary(),
    "UuidField": st.builds(UUID, int=st.integers(0, 2**128 - 1)),
    "StringSetField": st.sets(_texts),
    "MapField": st.dictionaries(_texts | st.sampled_from(["$bytes", "$set", "$map"]), _documents),
    "ListField": st.lists(_documents),
}


@pytest.mark.parametrize("kind", VALUES)
@given(st.data())
def test_a_value_survives_json(kind: Any, data: st.DataObject) -> None:
    value = data.draw(VALUES[kind])
    field = FieldSchema("field", "field", kind)
    assert from_json(field, load_line(dump_line(to_json(field, value)), "")) == value


@given(_moments)
def test_a_moment_survives_json(moment: datetime) -> None:
    field = FieldSchema("at", "at", "DateTimeField", storage="iso")
    assert from_json(field, load_line(dump_line(to_json(field, moment)), "")) == moment


def test_numbers_in_documents_keep_their_digits() -> None:
    field = FieldSchema("m", "m", "MapField")
    written = dump_line(to_json(field, {"n": Decimal("1.10000000000000000000000001")}))
    assert written == '{"n":1.10000000000000000000000001}'
    assert from_json(field, load_line(written, ""))["n"] == Decimal("1.10000000000000000000000001")
