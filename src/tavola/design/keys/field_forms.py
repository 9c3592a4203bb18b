"""Which form a field has in a key, and which of its forms sort."""

from __future__ import annotations

import re
from datetime import timedelta

from tavola.design.fields.field_types import UNFILLABLE_TYPES
from tavola.design.names import find_closest
from tavola.design.schema import FieldSchema
from tavola.keys import stored_unit

__all__ = [
    "form_of_field",
    "form_problem",
    "managed_form",
    "natural_form",
    "padded_width",
    "stored_tag",
]

_PADDED = re.compile(r"0([1-9][0-9]?)d")
_FIXED = re.compile(r"0([1-9][0-9]?)\.([1-9][0-9]?)f")
_SECOND = timedelta(seconds=1)
_MILLISECOND = timedelta(milliseconds=1)


def stored_tag(field: FieldSchema) -> str | None:
    """Give the type that a field is stored as, if a key attribute can have it."""
    if field.type == "BinaryField":
        return "B"
    if field.type in UNFILLABLE_TYPES or field.type == "BooleanField":
        return None
    if field.is_date:
        return "N" if field.storage in ("epochMillis", "epochSeconds") else "S"
    return "N" if field.type in _NUMBERS or field.is_numbered else "S"


_NUMBERS = {
    "IntegerField": "number:int",
    "CounterField": "number:int",
    "FloatField": "number:float",
    "DecimalField": "number:decimal",
}


def natural_form(field: FieldSchema, tag: str) -> str:
    """Give the form of a field that is a key attribute itself: what it stores."""
    if tag == "B":
        return "binary"
    if tag == "S":
        return form_of_field(field, "", is_sort=False) or "text"
    if field.is_date:
        return "number:s" if field.storage == "epochSeconds" else "number:ms"
    return _NUMBERS.get(field.type, "number:int")


def padded_width(spec: str) -> int | None:
    """Read `08d`: the width."""
    padded = _PADDED.fullmatch(spec)
    return int(padded[1]) if padded else None


def form_of_field(field: FieldSchema, spec: str, *, is_sort: bool) -> str | None:
    """Give the form's code, or None when the type has no such form or it would not sort."""
    if field.is_date:
        return _date_form(field, spec, is_sort=is_sort)
    if field.type in ("IntegerField", "CounterField") or _is_counted(field):
        return _integer_form(spec, is_sort=is_sort)
    if field.type in ("FloatField", "DecimalField"):
        return _fraction_form(field, spec, is_sort=is_sort)
    if field.type == "StringField" and spec in ("lower", "fold"):
        return spec
    if spec == "raw" and field.type in ("StringField", "EnumField", "RelatedField"):
        return "raw"
    if spec:
        return None
    return {"BooleanField": "bool", "UuidField": "uuid"}.get(field.type, "text")


def _is_counted(field: FieldSchema) -> bool:
    """Whether it is a version that counts."""
    return field.type == "VersionField" and field.is_numbered


def _integer_form(spec: str, *, is_sort: bool) -> str | None:
    if spec == "sortable":
        return "int20"
    if not spec:
        return None if is_sort else "int"
    width, is_descending = _digits(spec)
    return f"{'desc' if is_descending else 'int'}:{width}" if width else None


def _digits(spec: str) -> tuple[int | None, bool]:
    """Read `08d` or `desc:08d`: the width, and whether the numbers sort the other way round."""
    return padded_width(spec.removeprefix("desc:")), spec.startswith("desc:")


def _fraction_form(field: FieldSchema, spec: str, *, is_sort: bool) -> str | None:
    if spec == "sortable" and field.type == "FloatField":
        return "float16"
    fixed = _FIXED.fullmatch(spec)
    if fixed and int(fixed[1]) > int(fixed[2]) + 1:
        return f"fixed:{int(fixed[1])}.{int(fixed[2])}"
    if not spec and field.type == "DecimalField" and not is_sort:
        return "decimal"
    return None


def _date_form(field: FieldSchema, spec: str, *, is_sort: bool) -> str | None:
    storage = field.storage or ""
    keeps_seconds = stored_unit(storage) >= _SECOND
    unit = "s" if keeps_seconds else "ms"
    if not spec and "%" in storage:
        return f"date:{storage}"
    if stored_unit(storage) < _MILLISECOND:
        return None
    if spec == "sortable":
        return "ms20"
    if spec == "iso" or (not spec and field.storage == "iso"):
        return "iso"
    if (spec == "isoSeconds" and keeps_seconds) or (not spec and field.storage == "isoSeconds"):
        return "isoSeconds"
    width, is_descending = _digits(spec)
    if width:
        return f"{'desc' if is_descending else ''}{unit}:{width}"
    return unit if not spec and not is_sort else None


def form_problem(text: str, field: FieldSchema, spec: str, *, is_sort: bool) -> tuple[str, str]:
    """Say why a field has no such form, and what would be right."""
    example = _EXAMPLES.get(field.type, "013d" if field.is_date else "")
    if field.storage == "epochSeconds":
        example = "010d"
    if _is_counted(field):
        example = "08d"
    if field.is_date and stored_unit(field.storage or "") < _MILLISECOND:
        return (
            f"'{text}' drops the microseconds of '{field.name}', so that two items could share "
            "a key.",
            f"Write {{{field.name}}}.",
        )
    written = f"{{{field.name}:{example}}}"
    if not spec and is_sort:
        kind = "date" if field.is_date else "number"
        return f"'{text}' has the {kind} '{field.name}', which does not sort.", f"Write {written}."
    if not spec:
        return f"'{text}' has the number '{field.name}' in no exact form.", f"Write {written}."
    if spec == "isoSeconds":
        return (
            f"'{text}' drops the milliseconds of '{field.name}', so that two items could share "
            "a key.",
            f"Write {{{field.name}:iso}}, or store the field as isoSeconds.",
        )
    remedy = f"Write {written}." if example else f"Write {{{field.name}}}."
    meant = find_closest(spec, ("lower", "fold", "raw", "iso", "sortable", "shard:8"))
    if meant is not None and form_of_field(field, meant, is_sort=is_sort) is not None:
        remedy = f"Did you mean {{{field.name}:{meant}}}?"
    return f"'{text}' asks for '{field.name}' as '{spec}', which {field.type} has not.", remedy


_EXAMPLES = {
    "IntegerField": "08d",
    "CounterField": "08d",
    "FloatField": "sortable",
    "DecimalField": "012.2f",
}

_MANAGED_FORMS = {
    "IntegerField": "int20",
    "CounterField": "int20",
    "FloatField": "float16",
    "BooleanField": "bool",
    "UuidField": "uuid",
    "DecimalField": "decimal",
}


def managed_form(field: FieldSchema) -> str:
    """Give the form that a field has in keys of the managed layout."""
    if field.is_date:
        return f"date:{field.storage}" if "%" in (field.storage or "") else "ms20"
    if _is_counted(field):
        return "int20"
    return _MANAGED_FORMS.get(field.type, "text")
