"""What DynamoDB demands of key schemas and projections, in its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tavola.errors import ValidationFailed

__all__ = [
    "INVALID",
    "check_index_key",
    "check_keys_are_defined",
    "check_local_key",
    "check_pair",
    "check_projected_total",
    "check_projection",
    "key_names",
]

INVALID: Final = "One or more parameter values were invalid: "

# DynamoDB: a global index's key has up to four partition and four sort attributes. Developer
# guide, GSI.DesignPattern.MultiAttributeKeys.
_MAX_KEY_PARTS: Final = 4
# DynamoDB: INCLUDE projections name at most 100 attributes over all indexes. Developer guide,
# ServiceQuotas.
_MAX_PROJECTED_ATTRIBUTES: Final = 100

KeySchema = Sequence[Mapping[str, str]]


def key_names(schema: KeySchema) -> list[str]:
    """Return the attribute names of a key schema in its order."""
    return [each["AttributeName"] for each in schema]


def check_keys_are_defined(schema: KeySchema, defined: Sequence[str]) -> None:
    """Refuse an index key whose attributes have no definition."""
    keys = key_names(schema)
    if not set(keys) <= set(defined):
        raise ValidationFailed(
            f"{INVALID}Some index key attributes are not defined in AttributeDefinitions. "
            f"Keys: [{', '.join(keys)}], AttributeDefinitions: [{', '.join(defined)}]"
        )


def check_pair(schema: KeySchema) -> None:
    """Refuse a key that is not one partition key and perhaps one sort key."""
    keys = key_names(schema)
    if len(set(keys)) < len(keys):
        raise ValidationFailed(
            "Both the Hash Key and the Range Key element in the KeySchema have the same name"
        )
    _check_first(schema)
    if len(schema) > 1 and schema[1]["KeyType"] != "RANGE":
        raise ValidationFailed(
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"
        )


def check_local_key(name: str, schema: KeySchema, table_schema: KeySchema) -> None:
    """Refuse a local index's key that does not share the table's partition key."""
    check_pair(schema)
    if len(schema) < 2:
        raise ValidationFailed(
            f"{INVALID}Index KeySchema does not have a range key for index: {name}"
        )
    ours, tables = key_names(schema)[0], key_names(table_schema)[0]
    if ours != tables:
        raise ValidationFailed(
            f"{INVALID}Index KeySchema does not have the same leading hash key as table KeySchema "
            f"for index: {name}. index hash key: {ours}, table hash key: {tables}"
        )


def check_index_key(schema: KeySchema) -> None:
    """Refuse a global index's key: partition attributes first, at most four of each kind."""
    kinds = [each["KeyType"] for each in schema]
    if len(schema) <= 2 and kinds != ["HASH", "HASH"]:
        check_pair(schema)
        return
    keys = key_names(schema)
    if len(set(keys)) < len(keys):
        raise ValidationFailed("The KeySchema contains multiple key attributes with the same name")
    _check_first(schema)
    if kinds != sorted(kinds):
        raise ValidationFailed(
            f"{INVALID}All HASH key attributes must precede RANGE key attributes in the KeySchema"
        )
    for kind in ("HASH", "RANGE"):
        if kinds.count(kind) > _MAX_KEY_PARTS:
            raise ValidationFailed(
                f"{INVALID}The KeySchema exceeds the maximum allowed number of {kind} "
                "key attributes"
            )


def check_projection(projection: Mapping[str, Any]) -> None:
    """Refuse a projection without a type, or with attributes that its type does not take."""
    kind = projection.get("ProjectionType")
    names: list[str] | None = projection.get("NonKeyAttributes")
    if kind is None:
        raise ValidationFailed(f"{INVALID}Unknown ProjectionType: null")
    if names is None:
        if kind == "INCLUDE":
            raise ValidationFailed(
                f"{INVALID}ProjectionType is INCLUDE, but NonKeyAttributes is not specified"
            )
        return
    if kind != "INCLUDE":
        raise ValidationFailed(
            f"{INVALID}ProjectionType is {kind}, but NonKeyAttributes is specified"
        )
    for position, name in enumerate(names):
        if name in names[:position]:
            raise ValidationFailed(f"{INVALID}Duplicate element in NonKeyAttributes: {name}")


def check_projected_total(counts: Sequence[int]) -> None:
    """Refuse more projected attributes than all indexes of a table may name together."""
    if sum(counts) > _MAX_PROJECTED_ATTRIBUTES:
        raise ValidationFailed(
            f"{INVALID}Number of NonKeyAttributes across all indexes exceeds the limit of "
            f"{_MAX_PROJECTED_ATTRIBUTES}"
        )


def _check_first(schema: KeySchema) -> None:
    if schema[0]["KeyType"] != "HASH":
        raise ValidationFailed(
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"
        )
