"""A model describes: fields, and conditions and changes on them. No I/O."""

from tavola.model.field_expressions import (
    Change,
    Expr,
    FieldRef,
    NumberRef,
    SetRef,
    TextRef,
)
from tavola.model.identifiers import ulid_to_uuid, uuid_to_ulid
from tavola.model.model import Model, auto, member, values_of
from tavola.model.refs import Fields, ListRef, MapRef, TypedListRef, TypedMapRef
from tavola.model.typed_map import TypedMap

__all__ = [
    "Change",
    "Expr",
    "FieldRef",
    "Fields",
    "ListRef",
    "MapRef",
    "Model",
    "NumberRef",
    "SetRef",
    "TextRef",
    "TypedListRef",
    "TypedMap",
    "TypedMapRef",
    "auto",
    "member",
    "ulid_to_uuid",
    "uuid_to_ulid",
    "values_of",
]
