from __future__ import annotations

import pickle

import pytest

from tavola.design.schema import FieldSchema


def field(name: str = "title", line: int = 0) -> FieldSchema:
    return FieldSchema(name=name, python_name=name, type="StringField", line=line)


def test_what_a_design_means_does_not_depend_on_the_line() -> None:
    assert field(line=3) == field(line=4)
    assert hash(field(line=3)) == hash(field(line=4))


def test_different_fields_differ() -> None:
    assert field("title") != field("text")


def test_a_schema_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        field().name = "text"  # type: ignore[misc]


def test_a_schema_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(field(line=3))).line == 3
