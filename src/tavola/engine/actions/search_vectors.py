"""SearchVectors: the items whose vectors are nearest to a given one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.vector_capacity import LEAST_VECTOR_BYTES
from tavola.engine.items.vector_results import result_item
from tavola.engine.items.vector_search import VectorQuestion, search_in_turns
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.expression_use import ExpressionUse
from tavola.engine.request.item_shapes import CAPACITY_DETAIL, NAMES, STRING, VALUES
from tavola.engine.request.shapes import Fields, IntegerShape, ListShape, StringShape
from tavola.engine.request.value_shapes import AttributeValueShape, TableNameShape
from tavola.engine.storage.catalog import KeyType, TableInfo, VectorIndexInfo
from tavola.engine.storage.vector_rows import (
    FLOAT_BYTES,
    WHOLE,
    filter_bytes,
    pack_vector,
    partition_bytes,
)
from tavola.errors import ValidationFailed
from tavola.expressions import Projection
from tavola.values import Value, check_value

# DynamoDB: up to 100 results, of 16 MB together. Developer guide, ServiceQuotas and
# VectorSearch.Requirements.
MAX_RESULTS: Final = 100
_MAX_ANSWER_BYTES: Final = 16 << 20
_SHORTEST_NAME: Final = 3
_LONGEST_NAME: Final = 255
_EXPRESSIONS: Final = ExpressionUse(("SearchConditionExpression", "ProjectionExpression"), ())

INPUT: Final[Fields] = {
    "TableName": TableNameShape(),
    "IndexName": StringShape(required=True),
    "SearchVector": ListShape(AttributeValueShape(), required=True),
    "TopK": IntegerShape(required=True),
    "SearchConditionExpression": STRING,
    "ProjectionExpression": STRING,
    "ExpressionAttributeNames": NAMES,
    "ExpressionAttributeValues": VALUES,
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
}

Conditions = tuple[tuple[str, Value], ...]


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a SearchVectors request."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which vectors are read and compared."""
    _check_members(body)
    conditions, projection = _read_expressions(body)
    table = database.table(body["TableName"])
    index = _find_index(table, body["IndexName"])
    question = _question(table, index, body, conditions)
    found, looked_at = yield from search_in_turns(database, question, pace)
    results = [
        {"Item": result_item(table, index, near, projection), "Score": near.score} for near in found
    ]
    answer: dict[str, Any] = {"SearchResults": results}
    if body.get("ReturnConsumedCapacity", "NONE") != "NONE":
        size = max(LEAST_VECTOR_BYTES, looked_at * index.dimensions * FLOAT_BYTES)
        answer["ConsumedCapacity"] = {"VectorSearchRequestBytes": float(size)}
    encoded = msgspec.json.encode(answer)
    if len(encoded) > _MAX_ANSWER_BYTES:
        raise ValidationFailed(
            "The results exceed the limit of 16 MB. Ask for fewer of them, or for fewer attributes"
        )
    return encoded


ACTION: Final = Action("SearchVectors", run, INPUT, steps=steps)


def _check_members(body: Mapping[str, Any]) -> None:
    """Refuse what is too short, long or small; these faults do not show the value."""
    name: str = body["IndexName"]
    fault = ""
    if len(name) < _SHORTEST_NAME:
        fault = f"'IndexName': length greater than or equal to {_SHORTEST_NAME}"
    elif len(name) > _LONGEST_NAME:
        fault = f"'IndexName': length less than or equal to {_LONGEST_NAME}"
    elif not body["SearchVector"]:
        fault = "'SearchVector': length greater than or equal to 1"
    elif body["TopK"] < 1:
        fault = "'TopK': value greater than or equal to 1"
    if fault:
        member, _, bound = fault.partition(": ")
        raise ValidationFailed(
            f"1 validation error detected: Value at {member} failed to satisfy constraint: Member "
            f"must have {bound}"
        )
    if body["TopK"] > MAX_RESULTS:
        raise ValidationFailed(
            f"Provided TopK value '{body['TopK']}' is out of valid range. The value must be "
            f"between 1 and {MAX_RESULTS} inclusive"
        )


def _read_expressions(body: Mapping[str, Any]) -> tuple[Conditions, Projection | None]:
    scope = _EXPRESSIONS.scope(body)
    if scope is None:
        return (), None
    text = body.get("SearchConditionExpression")
    conditions = () if text is None else scope.search_condition(text)
    text = body.get("ProjectionExpression")
    projection = None if text is None else scope.projection(text)
    scope.check_all_used()
    return conditions, projection


def _find_index(table: TableInfo, name: str) -> VectorIndexInfo:
    index = table.vector_indexes.get(name)
    if index is None:
        raise ValidationFailed(f"The table does not have the specified index: {name}")
    if index.status != "ACTIVE":
        raise ValidationFailed(f"Cannot search backfilling vector index: {name}")
    return index


def _question(
    table: TableInfo, index: VectorIndexInfo, body: Mapping[str, Any], conditions: Conditions
) -> VectorQuestion:
    vector = _pack(body["SearchVector"], index)
    given = dict(conditions)
    for name in given:
        if name not in dict(index.search_schema):
            raise ValidationFailed(
                "SearchConditionExpression must not contain any attributes that is not in "
                f"SearchSchema. Invalid attribute: {name}"
            )
    _check_partition_is_given(index, given)
    for name, value in given.items():
        _check_type(name, value, table.key_types[name])
    return VectorQuestion(
        table,
        index,
        _part(table, index, given),
        vector,
        {
            name: filter_bytes(given[name], table.key_types[name]) or b""
            for name in index.filters
            if name in given
        },
        body["TopK"],
    )


def _pack(values: list[dict[str, Any]], index: VectorIndexInfo) -> bytes:
    packed = None
    if all("N" in value for value in values):
        packed = pack_vector([check_value(value) for value in values])
    if packed is None:
        raise ValidationFailed(
            "Search vector contains invalid values. All values in the search vector must be a "
            "32-bit floating-point number attribute"
        )
    if len(values) != index.dimensions:
        raise ValidationFailed(
            f"Input search vector dimension {len(values)} does not match vector index dimension "
            f"{index.dimensions}"
        )
    return packed


def _check_partition_is_given(index: VectorIndexInfo, given: Mapping[str, Value]) -> None:
    if index.partition_key is None or index.partition_key in given:
        return
    if not given:
        raise ValidationFailed(
            "SearchConditionExpression must be provided when SearchSchema has a HASH key"
        )
    raise ValidationFailed(
        "SearchConditionExpression must have all HASH attributes in configured SearchSchema"
    )


def _check_type(name: str, value: Value, wanted: KeyType) -> None:
    (actual,) = value
    if actual != wanted:
        raise ValidationFailed(
            f"Type of '{name}' attribute in SearchConditionExpression ({actual}) does not match "
            f"type in search schema ({wanted})"
        )


def _part(table: TableInfo, index: VectorIndexInfo, given: Mapping[str, Value]) -> bytes:
    name = index.partition_key
    if name is None:
        return WHOLE
    kind = table.key_types[name]
    part = partition_bytes(given[name], kind)
    if part is None:
        if not given[name][kind]:
            raise ValidationFailed(
                "One or more parameter values are not valid. The AttributeValue for a key "
                f"attribute cannot contain an empty {'binary' if kind == 'B' else 'string'} value. "
                f"Key: {name}"
            )
        # No item has so long a value: what is written is refused.
        return b""
    return part
