"""Paths into typed maps, as keys name them: `address.city`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tavola.design.schema import FieldSchema, ModelSchema

__all__ = ["find_member", "has_key_field", "key_field", "members_on"]


def members_on(fields: Mapping[str, FieldSchema], path: str) -> tuple[FieldSchema, ...] | None:
    """Give the field that a path begins with and the members that it leads through, if there are.

    `address.city` leads from the field `address` to its member `city`.
    """
    first, *rest = path.split(".")
    field = fields.get(first)
    found = [field] if field is not None else []
    for name in rest if field is not None else ():
        field = next((one for one in found[-1].members if one.name == name), None)
        if field is None:
            return None
        found.append(field)
    return tuple(found) if found and rest else None


def find_member(fields: Mapping[str, FieldSchema], path: str) -> FieldSchema | None:
    """Give what stands at the end of a path, as a field of that name: `address_city` in Python."""
    found = members_on(fields, path)
    if found is None:
        return None
    python_name = "_".join(one.python_name for one in found)
    return replace(found[-1], name=path, python_name=python_name, attribute="")


def key_field(model: ModelSchema, name: str) -> FieldSchema:
    """Give a field that a key names, or the member of a map that a path leads to."""
    field = model.fields.get(name) or find_member(model.fields, name)
    assert field is not None  # noqa: S101 - keys name fields and members alone
    return field


def has_key_field(model: ModelSchema, name: str) -> bool:
    """Whether a name in a key is a field or a member, and not the tenant or a bucket."""
    return name in model.fields or find_member(model.fields, name) is not None
