"""Fields that are key attributes themselves: what they may be, and what that asks of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tavola.design.fields.fields import UnknownField
from tavola.design.key_pair import KeyPair
from tavola.design.keys.field_forms import stored_tag
from tavola.design.keys.key_attributes import UNKNOWN_TYPE
from tavola.design.models.model_scope import ModelScope
from tavola.design.schema import FieldSchema

__all__ = ["check_key_attributes"]

_MAY_BE_EMPTY = ("StringField", "EnumField", "RelatedField", "BinaryField")


def check_key_attributes(
    scope: ModelScope, keys: Iterable[KeyPair], broken: Collection[str]
) -> None:
    """Report fields that are stored where a key of another form stands; the others keep a rule.

    DynamoDB takes no empty text as a key, whether or not the item stands in an index by it. Of
    `broken` attributes nothing is said: their keys could not be read.
    """
    pairs = list(keys)
    natural = {name for pair in pairs for name in pair.natural}
    made = {one.name for pair in pairs for one in pair.made} | {scope.table.type_attribute}
    for name, field in scope.fields.items():
        attribute = field.attribute_name
        if attribute in broken:
            continue
        if attribute in made or (attribute in scope.table.keys and attribute not in natural):
            _report_taken(scope, field)
        elif attribute in scope.table.key_attributes and not isinstance(field, UnknownField):
            if attribute not in natural:
                _check_type(scope, field)
            scope.fields[name] = _never_empty(scope, field)


def _report_taken(scope: ModelScope, field: FieldSchema) -> None:
    at = scope.reader.entries("fields")[field.name]
    remedy = "Store it as another." if field.attribute else "Give the field another name."
    problem = f"'{field.attribute_name}' is an attribute of the table."
    scope.part(at, f"fields.{field.name}").error(problem, remedy)


def _check_type(scope: ModelScope, field: FieldSchema) -> None:
    """Report a field that DynamoDB would refuse at an index's key attribute."""
    wanted = scope.table.key_types.get(field.attribute_name, "S")
    if stored_tag(field) != wanted != UNKNOWN_TYPE:
        at = scope.reader.entries("fields")[field.name]
        scope.part(at, f"fields.{field.name}").error(
            f"'{field.attribute_name}' is a key attribute of the table, of type {wanted}, and "
            f"{field.type} is stored otherwise.",
            "Store it as another, or give the attribute its type in the table.",
        )


def _never_empty(scope: ModelScope, field: FieldSchema) -> FieldSchema:
    if field.type not in _MAY_BE_EMPTY:
        return field
    if field.default == "":
        at = scope.reader.entries("fields")[field.name]
        scope.part(at, f"fields.{field.name}").error(
            "its default is empty, and it is a key attribute.", "Leave the default out."
        )
    return replace(field, min_length=max(field.min_length or 0, 1))
