"""How msgspec sees one attribute: a wrapper Struct per type, and the way from it to the field.

`{"S": "Ada"}` becomes `S(S="Ada")` straight from the bytes. Numbers are read from their text by
the decoder itself (`strict=False`), and so are binary values, UUIDs and ISO dates.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta, Struct, defstruct
from msgspec.structs import replace

from tavola.model.document import decode_document
from tavola.model.members import find_wrong_member
from tavola.model.shape import FieldShape


class _Text(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    S: str


class _Moment(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    S: Annotated[datetime, Meta(tz=True)]


class _Uuid(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    S: UUID


class _Whole(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    N: int


class _Float(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    N: float


class _Decimal(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    N: Decimal


class _Boolean(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    BOOL: bool


class _Binary(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    B: bytes


class _Texts(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    SS: frozenset[str]


class _List(Struct, frozen=True, forbid_unknown_fields=True):
    L: list[dict[str, Any]]


class _Map(Struct, frozen=True, forbid_unknown_fields=True):
    M: dict[str, dict[str, Any]]


_BY_TAG: dict[str, type[Struct]] = {
    "S": _Text,
    "N": _Whole,
    "BOOL": _Boolean,
    "B": _Binary,
    "SS": _Texts,
    "L": _List,
    "M": _Map,
}
_BY_TYPE: dict[str, type[Struct]] = {
    "FloatField": _Float,
    "DecimalField": _Decimal,
    "UuidField": _Uuid,
}

INLINE = {
    "epochMillis": "EPOCH + MILLISECOND * {inner}",
    "epochSeconds": "EPOCH + SECOND * {inner}",
}
"""Conversions that are written into the compiled function, being frequent; all whole numbers."""

INLINE_NAMES = {
    "EPOCH": datetime(1970, 1, 1, tzinfo=UTC),
    "MILLISECOND": timedelta(milliseconds=1),
    "SECOND": timedelta(seconds=1),
}


def wrapper_of(field: FieldShape, *, is_key: bool = False) -> type[Struct]:
    """Return the Struct that stands for one field's attribute.

    A field that is a key itself keeps what is stored, of which several may be one value.
    """
    if field.schema.values:
        return _one_of(field.schema.values)
    if is_key and field.kind.tag == "S":
        return _Text
    if is_key and field.schema.type == "FloatField":
        return _Decimal
    if field.schema.is_date and field.kind.tag == "S":
        return _Text if _has_layout(field) else _Moment
    return _BY_TYPE.get(field.schema.type) or _BY_TAG[field.kind.tag]


@lru_cache(256)
def _one_of(values: tuple[str, ...]) -> type[Struct]:
    text: Any = Literal[values]  # pyright: ignore[reportInvalidTypeForm]  # the design's own
    return defstruct("Enum", [("S", text)], frozen=True, gc=False, forbid_unknown_fields=True)


def converter_of(field: FieldShape, *, is_key: bool = False) -> Any:
    """Return the function from the wrapper's inner value to the field's; None for the same.

    It raises a ValueError where a member is not of the members' type.
    """
    if is_key and (field.kind.tag == "S" or field.schema.type == "FloatField"):
        return field.kind.decode
    if field.schema.type == "JsonField" or field.schema.is_typed or _has_layout(field):
        return field.kind.decode
    if field.schema.type == "BooleanField" and field.schema.is_numbered:
        return _BOOLEANS.__getitem__
    convert: Any = {"SS": set, "L": _from_list, "M": _from_map}.get(field.kind.tag)
    # How many there may be is a rule for writing; what they are is the field's type.
    wrong = find_wrong_member(replace(field.schema, max_member_count=None))
    if convert is None or wrong is None or field.kind.tag == "SS":
        return convert

    def convert_members(inner: Any) -> Any:
        members = convert(inner)
        if wrong(members) is not None:
            raise ValueError
        return members

    return convert_members


_BOOLEANS = {0: False, 1: True}


def _has_layout(field: FieldShape) -> bool:
    return field.schema.is_date and "%" in (field.schema.storage or "")


def _from_list(inner: list[dict[str, Any]]) -> list[Any]:
    return [decode_document(value) for value in inner]


def _from_map(inner: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {name: decode_document(value) for name, value in inner.items()}
