"""A unique value is taken in whatever format its owner stores it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tavola import UniqueTaken
from tavola.design.load import load_design
from tavola.table.dynamic import table_class
from tavola.table.internals import codec_of
from tests.table.internals import create_item
from tests.table.stores import Home, managed_key, set_raw

DESIGN = """
table: {name: badges}
models:
  Badge:
    modelPrefix: b
    iterable: false
    fields:
      holder: {type: StringField, required: true}
      issuedAt: {type: DateTimeField, storage: iso}
      code: {type: UuidField}
      weight: {type: FloatField}
    primaryKey: {partitionKey: holder}
    uniqueConstraints:
      uniqueIssue: {field: issuedAt, uniqueConstraintId: uc1}
      uniqueCode: {field: code, uniqueConstraintId: uc2}
      uniqueWeight: {field: weight, uniqueConstraintId: uc3}
"""
MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture
def badges(here: Home, tmp_path: Path) -> Any:
    """A table whose unique values can be written in several ways."""
    path = tmp_path / "badges.yaml"
    path.write_text(DESIGN)
    return here.open(table_class(load_design(path)), "badges")


def create(badges: Any, holder: str, **values: Any) -> Any:
    """Create a badge."""
    return create_item(badges, badges.models[0], {"holder": holder, **values})


WRITINGS = pytest.mark.parametrize(
    ("field", "value", "written"),
    [
        ("issuedAt", MOMENT, {"S": "2026-01-02T03:04:05Z"}),
        ("issuedAt", MOMENT, {"S": "2026-01-02T04:04:05+01:00"}),
        ("issuedAt", MOMENT, {"S": "2026-01-02T03:04:05.000400Z"}),
        ("code", UUID(int=255), {"S": "00000000-0000-0000-0000-0000000000FF"}),
        ("weight", 1e20, {"N": "100000000000000000000"}),
    ],
)


@WRITINGS
def test_a_value_in_another_writing_is_taken(
    badges: Any, field: str, value: Any, written: dict[str, Any]
) -> None:
    name = codec_of(badges, badges.models[0]).field(field).python_name
    create(badges, "ada", **{name: value})
    set_raw(badges, managed_key("b", "ada"), field, written)

    with pytest.raises(UniqueTaken) as refused:
        create(badges, "eve", **{name: value})

    assert (refused.value.field, refused.value.value) == (field, value)


@WRITINGS
def test_a_value_in_another_writing_is_free_once_its_owner_is_gone(
    badges: Any, field: str, value: Any, written: dict[str, Any]
) -> None:
    name = codec_of(badges, badges.models[0]).field(field).python_name
    ada = create(badges, "ada", **{name: value})
    set_raw(badges, managed_key("b", "ada"), field, written)

    ada.refresh().delete()

    assert getattr(create(badges, "eve", **{name: value}), name) == value
