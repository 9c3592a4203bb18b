"""What DynamoDB demands of vector indexes, in its words.

# DynamoDB: Developer guide, VectorSearch.Requirements and ServiceQuotas; messages as AWS gave them
# in captures of August 2026, and as dynoxide and ExtendDB give them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tavola.engine.storage.catalog import TableInfo
from tavola.engine.tables.rules.index_rules import INVALID, check_projection, key_names
from tavola.errors import LimitExceeded, TableNotFound, ValidationFailed

__all__ = [
    "MAX_DIMENSIONS",
    "MAX_FILTERS",
    "MAX_VECTOR_INDEXES",
    "check_new_vectors",
    "check_vector_change",
    "check_vector_updates",
    "search_attributes",
]

MAX_VECTOR_INDEXES: Final = 5
MAX_DIMENSIONS: Final = 4096
MAX_FILTERS: Final = 18
_MOST: Final = {"HASH": 1, "INLINE_FILTER": MAX_FILTERS}
_VERBS: Final = ("Create", "Delete")

Request = Mapping[str, Any]


def search_attributes(indexes: Sequence[Request] | None) -> set[str]:
    """Name the attributes that the search schemas of some indexes use."""
    return {name for index in indexes or () for name in key_names(index.get("SearchSchema", ()))}


def check_new_vectors(body: Request, indexes: Sequence[Request]) -> None:
    """Refuse vector indexes of a new table."""
    if not indexes:
        raise ValidationFailed(f"{INVALID}List of VectorIndexes is empty")
    if body.get("BillingMode") != "PAY_PER_REQUEST":
        raise _wrong_billing()
    if len(indexes) > MAX_VECTOR_INDEXES:
        raise _too_many()
    dimensions: dict[str, int] = {}
    for index in indexes:
        check_vector_index(index, key_names(body["AttributeDefinitions"]), dimensions)


def check_vector_index(index: Request, defined: Sequence[str], dimensions: dict[str, int]) -> None:
    """Refuse one vector index; `dimensions` are those of vectors that others index."""
    if index["Dimensions"] > MAX_DIMENSIONS:
        raise ValidationFailed(
            f"{INVALID}Number of dimensions must be between 1 and {MAX_DIMENSIONS} inclusive."
        )
    schema: Sequence[Mapping[str, str]] = index.get("SearchSchema", ())
    names = key_names(schema)
    if not set(names) <= set(defined):
        raise ValidationFailed(
            f"{INVALID}One element in SearchSchema is not defined in attribute definitions"
        )
    _check_roles(schema)
    if len(set(names)) < len(names):
        raise ValidationFailed(f"{INVALID}SearchSchema contains a duplicate AttributeName")
    attribute: str = index["VectorAttribute"]["AttributeName"]
    conflict = f"{INVALID}Conflicting attribute definition for '{attribute}'. "
    if attribute in defined:
        raise ValidationFailed(
            f"{conflict}An attribute cannot be defined in AttributeDefinitions when used as a "
            "VectorAttribute."
        )
    if dimensions.setdefault(attribute, index["Dimensions"]) != index["Dimensions"]:
        raise ValidationFailed(
            f"{conflict}All VectorIndexes on the same vector attribute must use the same "
            "dimensions."
        )
    check_projection(index["Projection"])


def _check_roles(schema: Sequence[Mapping[str, str]]) -> None:
    roles = [each["SearchSchemaElementType"] for each in schema]
    for role, most in _MOST.items():
        count = roles.count(role)
        if count > most:
            raise ValidationFailed(
                f"{INVALID}Value '{count}' at 'SearchSchema' failed to satisfy constraint: Member "
                f"must have {role} count less than or equal to {most}"
            )


def check_vector_updates(updates: Sequence[Request]) -> None:
    """Refuse updates that contradict themselves, whatever the table is."""
    for update in updates:
        verbs = [verb for verb in _VERBS if verb in update]
        if not verbs:
            raise ValidationFailed(
                f"{INVALID}One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be "
                "null"
            )
        if len(verbs) > 1:
            raise ValidationFailed(
                f"{INVALID}Only one vector index action is allowed per VectorIndexUpdate object"
            )


def check_vector_change(table: TableInfo, body: Request, mode: str) -> None:
    """Refuse a change of vector indexes, or of billing, that does not fit the table as it is."""
    updates: Sequence[Request] = body.get("VectorIndexUpdates", ())
    if mode != "PAY_PER_REQUEST" and table.vector_indexes:
        raise ValidationFailed(
            f"{INVALID}Tables with vector indexes must be in PAY_PER_REQUEST mode"
        )
    for update in updates:
        if "Delete" in update:
            name = update["Delete"]["IndexName"]
            if name not in table.vector_indexes:
                raise TableNotFound(
                    f"Requested resource not found: Index {name} for table {table.name}"
                )
        else:
            _check_created(table, body, update["Create"], mode)


def _check_created(table: TableInfo, body: Request, index: Request, mode: str) -> None:
    if mode != "PAY_PER_REQUEST":
        raise _wrong_billing()
    if index["IndexName"] in {*table.indexes, *table.vector_indexes}:
        raise ValidationFailed("Attempting to create an index which already exists")
    if len(table.vector_indexes) >= MAX_VECTOR_INDEXES:
        raise LimitExceeded(_too_many().message)
    given: Sequence[Request] = body.get("AttributeDefinitions", ())
    types = {each["AttributeName"]: each["AttributeType"] for each in given}
    # DynamoDB: what a search schema uses is defined in the request, also if the table has it.
    defined = key_names(given)
    known = {each.attribute: each.dimensions for each in table.vector_indexes.values()}
    if index["VectorAttribute"]["AttributeName"] in table.key_types:
        defined = [*defined, index["VectorAttribute"]["AttributeName"]]
    check_vector_index(index, defined, known)
    for name in key_names(index.get("SearchSchema", ())):
        kind = table.key_types.get(name, types[name])
        if kind != types[name]:
            raise ValidationFailed(
                f"{INVALID}Attributes cannot be redefined. Please check that your attribute has "
                f"the same type as previously defined. Existing type of {name}: {kind}. New type: "
                f"{types[name]}"
            )


def _wrong_billing() -> ValidationFailed:
    return ValidationFailed(
        f"{INVALID}Vector indexes are only supported for PAY_PER_REQUEST tables"
    )


def _too_many() -> ValidationFailed:
    return ValidationFailed(
        f"{INVALID}VectorIndex count exceeds the per-table limit of {MAX_VECTOR_INDEXES}"
    )
