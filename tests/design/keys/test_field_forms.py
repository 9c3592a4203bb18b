"""Which form each type of field has: in items, in keys, in comparisons and in estimates."""

from __future__ import annotations

from typing import Final

import pytest

from tavola.design import FieldSchema
from tavola.design.checks.cost import field_bytes
from tavola.design.keys.field_forms import (
    form_of_field,
    form_problem,
    managed_form,
    natural_form,
    stored_tag,
)
from tavola.design.schema import FieldType

MICROSECONDS = "%Y-%m-%dT%H:%M:%S.%f"

STORED: list[tuple[FieldType, str | None, str | None, str | None, str, str, int]] = [
    ("StringField", None, "S", "text", "text", "string", 30),
    ("IntegerField", None, "N", "number:int", "int20", "number", 6),
    ("FloatField", None, "N", "number:float", "float16", "number", 9),
    ("DecimalField", None, "N", "number:decimal", "decimal", "number", 8),
    ("BooleanField", None, None, None, "bool", "BooleanField", 1),
    ("BooleanField", "number", None, None, "bool", "BooleanField stored as number", 1),
    ("BinaryField", None, "B", "binary", "text", "BinaryField", 1000),
    ("StringSetField", None, None, None, "text", "StringSetField", 60),
    ("EnumField", None, "S", "text", "text", "string", 10),
    ("ListField", None, None, None, "text", "ListField", 200),
    ("MapField", None, None, None, "text", "MapField", 200),
    ("JsonField", None, None, None, "text", "JsonField", 400),
    ("UuidField", None, "S", "uuid", "uuid", "UuidField", 36),
    ("UlidField", None, "S", "text", "text", "string", 26),
    ("VersionField", None, "S", "text", "text", "string", 26),
    ("VersionField", "number", "N", "number:int", "int20", "number", 26),
    ("CounterField", None, "N", "number:int", "int20", "number", 4),
    ("RelatedField", None, "S", "text", "text", "string", 26),
    ("DateTimeField", "iso", "S", "iso", "ms20", "date stored as iso", 8),
    ("CreateDateField", "isoSeconds", "S", "isoSeconds", "ms20", "date stored as isoSeconds", 8),
    ("ModifiedDateField", "epochMillis", "N", "number:ms", "ms20", "date stored as epochMillis", 8),
    ("TtlField", "epochSeconds", "N", "number:s", "ms20", "date stored as epochSeconds", 8),
    (
        "DateTimeField",
        "%Y-%m-%d",
        "S",
        "date:%Y-%m-%d",
        "date:%Y-%m-%d",
        "date stored as %Y-%m-%d",
        8,
    ),
]


def made(kind: FieldType, storage: str | None = None) -> FieldSchema:
    return FieldSchema("x", "x", kind, storage=storage)


@pytest.mark.parametrize(
    ("kind", "storage", "tag", "natural", "managed", "compared", "size"), STORED
)
def test_a_type_is_stored_written_compared_and_estimated(
    kind: FieldType,
    storage: str | None,
    tag: str | None,
    natural: str | None,
    managed: str,
    compared: str,
    size: int,
) -> None:
    field = made(kind, storage)

    assert stored_tag(field) == tag
    assert (natural_form(field, tag) if tag else None) == natural
    assert (managed_form(field), field.compared_as) == (managed, compared)
    assert field_bytes(field) == size


SPECS: Final = (
    *("", "lower", "fold", "raw", "sortable", "08d", "desc:013d", "iso", "isoSeconds"),
    *("012.2f", "04.2f", "03.2f", "0d", "00d", "8d", "desc:", "x"),
)
INTEGER = {"": "int", "sortable": "int20", "08d": "int:8", "desc:013d": "desc:13"}
MILLIS = {"sortable": "ms20", "08d": "ms:8", "desc:013d": "descms:13", "iso": "iso"}
SECONDS = {
    "sortable": "ms20",
    "08d": "s:8",
    "desc:013d": "descs:13",
    "iso": "iso",
    "isoSeconds": "isoSeconds",
}
FIXED = {"012.2f": "fixed:12.2", "04.2f": "fixed:4.2"}
WRITTEN: list[tuple[FieldType, str | None, dict[str, str]]] = [
    ("StringField", None, {"": "text", "lower": "lower", "fold": "fold", "raw": "raw"}),
    ("EnumField", None, {"": "text", "raw": "raw"}),
    ("RelatedField", None, {"": "text", "raw": "raw"}),
    ("UlidField", None, {"": "text"}),
    ("UuidField", None, {"": "uuid"}),
    ("BooleanField", None, {"": "bool"}),
    ("IntegerField", None, INTEGER),
    ("CounterField", None, INTEGER),
    ("VersionField", "number", INTEGER),
    ("VersionField", None, {"": "text"}),
    ("FloatField", None, {"sortable": "float16", **FIXED}),
    ("DecimalField", None, {"": "decimal", **FIXED}),
    ("DateTimeField", "iso", {"": "iso", **MILLIS}),
    ("DateTimeField", "epochMillis", {"": "ms", **MILLIS}),
    ("DateTimeField", "isoSeconds", {"": "isoSeconds", **SECONDS}),
    ("DateTimeField", "epochSeconds", {"": "s", **SECONDS}),
    ("DateTimeField", "%Y-%m-%d", {"": "date:%Y-%m-%d", **SECONDS}),
    ("DateTimeField", MICROSECONDS, {"": f"date:{MICROSECONDS}"}),
]


@pytest.mark.parametrize(("kind", "storage", "forms"), WRITTEN)
def test_a_type_has_these_forms_and_no_others(
    kind: FieldType, storage: str | None, forms: dict[str, str]
) -> None:
    field = made(kind, storage)
    found = {spec: form_of_field(field, spec, is_sort=False) for spec in SPECS}
    sorting = {spec: form_of_field(field, spec, is_sort=True) for spec in SPECS}

    assert {spec: form for spec, form in found.items() if form is not None} == forms
    unsorted = {"int", "decimal", "ms", "s"}
    assert sorting == {spec: None if form in unsorted else form for spec, form in found.items()}


@pytest.mark.parametrize(
    ("kind", "storage", "spec", "is_sort", "problem", "remedy"),
    [
        ("IntegerField", None, "", True, "has the number 'x', which does not sort.", "{x:08d}."),
        ("CounterField", None, "", True, "has the number 'x', which does not sort.", "{x:08d}."),
        (
            "VersionField",
            "number",
            "",
            True,
            "has the number 'x', which does not sort.",
            "{x:08d}.",
        ),
        ("FloatField", None, "", True, "has the number 'x', which does not sort.", "{x:sortable}."),
        ("DecimalField", None, "", True, "has the number 'x', which does not sort.", "{x:012.2f}."),
        ("FloatField", None, "", False, "has the number 'x' in no exact form.", "{x:sortable}."),
        (
            "DateTimeField",
            "epochMillis",
            "",
            True,
            "has the date 'x', which does not sort.",
            "{x:013d}.",
        ),
        (
            "DateTimeField",
            "epochSeconds",
            "",
            True,
            "has the date 'x', which does not sort.",
            "{x:010d}.",
        ),
        (
            "DateTimeField",
            MICROSECONDS,
            "iso",
            False,
            "drops the microseconds of 'x', so that two items could share a key.",
            "{x}.",
        ),
        (
            "DateTimeField",
            "iso",
            "isoSeconds",
            False,
            "drops the milliseconds of 'x', so that two items could share a key.",
            "{x:iso}, or store the field as isoSeconds.",
        ),
        (
            "StringField",
            None,
            "08d",
            False,
            "asks for 'x' as '08d', which StringField has not.",
            "{x}.",
        ),
        (
            "IntegerField",
            None,
            "lower",
            False,
            "asks for 'x' as 'lower', which IntegerField has not.",
            "{x:08d}.",
        ),
    ],
)
def test_a_form_that_a_type_has_not_is_told_with_one_that_it_has(
    kind: FieldType, storage: str | None, spec: str, is_sort: bool, problem: str, remedy: str
) -> None:
    found = form_problem("K#{x}", made(kind, storage), spec, is_sort=is_sort)

    assert found == (f"'K#{{x}}' {problem}", f"Write {remedy}")


@pytest.mark.parametrize(
    ("kind", "spec", "meant"),
    [
        ("StringField", "lowr", "lower"),
        ("StringField", "foldd", "fold"),
        ("EnumField", "rawr", "raw"),
        ("IntegerField", "sortabel", "sortable"),
    ],
)
def test_a_misspelt_form_is_known(kind: FieldType, spec: str, meant: str) -> None:
    _, remedy = form_problem("{x}", made(kind), spec, is_sort=False)

    assert remedy == f"Did you mean {{x:{meant}}}?"


@pytest.mark.parametrize(
    ("field", "size"),
    [
        (FieldSchema("x", "x", "StringField", is_heavy=True), 10_000),
        (FieldSchema("x", "x", "StringField", is_heavy=True, expected_bytes=9), 9),
        (FieldSchema("x", "x", "StringField", expected_bytes=0), 0),
        (FieldSchema("x", "x", "StringField", max_length=29), 29),
        (FieldSchema("x", "x", "StringField", max_length=31), 30),
    ],
)
def test_a_field_is_as_large_as_the_design_says(field: FieldSchema, size: int) -> None:
    assert field_bytes(field) == size
