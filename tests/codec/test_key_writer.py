"""Compiled keys are the ones that templates write, whatever the value is."""

from __future__ import annotations

import inspect
from datetime import UTC, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.codec.codec import NO_KEY
from tavola.codec.key_writer import Text, key_from_parts, key_from_values, write_template
from tavola.errors import OperationError
from tavola.keys import Placeholder, Template
from tests.table.generated.library import Book

ZONES = st.sampled_from([UTC, timezone(timedelta(0)), timezone(timedelta(hours=9))])
VALUES = st.one_of(
    st.integers(-(10**14), 10**14),
    st.integers(-12, 12),
    st.booleans(),
    st.datetimes(timezones=ZONES),
    st.datetimes(),
    st.text(max_size=3),
    st.none(),
    st.floats(),
)
FORMS = ("int", "int:1", "int:8", "ms", "ms:13", "s", "s:10", "desc:8", "descms:13", "ms20", "text")


def compiled(template: Template, value: Any) -> str | None:
    text = Text("write", "_value")
    source = write_template(text, template, {"n": "_value"})
    text.lines.append(f" return {source}")
    try:
        key: str = text.compiled("Any")(value)
    except NO_KEY:
        return None
    return key


def formatted(template: Template, value: Any) -> str | None:
    try:
        return template.format({"n": value})
    except OperationError:
        return None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("escaped", ["", "#%", "1"])
@given(value=VALUES)
def test_a_compiled_key_is_what_the_template_writes(form: str, escaped: str, value: Any) -> None:
    template = Template(("A#", Placeholder("n", form, escaped), "#B"))
    assert compiled(template, value) == formatted(template, value)


def test_a_template_that_stands_twice_is_written_once() -> None:
    text, template = Text("write", "_value"), Template(("A#", Placeholder("n", "int")))
    first, lines = write_template(text, template, {"n": "_value"}), len(text.lines)
    assert (write_template(text, template, {"n": "_value"}), len(text.lines)) == (first, lines)


def test_a_constant_needs_no_line() -> None:
    text = Text("write", "_value")
    assert (write_template(text, Template(("META",)), {}), len(text.lines)) == ("'META'", 1)


def test_the_two_functions_of_a_model_are_told_apart_by_their_names() -> None:
    shape = Book.__shape__
    by_name = key_from_values("Book", shape.schema.key)
    fields = [shape.by_name[name] for name in shape.schema.key_fields]
    in_order = key_from_parts("Book", shape.schema.key, fields)

    written = [inspect.getsource(one).partition("(")[0] for one in (by_name, in_order)]
    assert written == ["def write_key", "def write_key_from_parts"]
    assert by_name({"shelf": "a", "number": 1}, None) == in_order(("a", 1), None)
