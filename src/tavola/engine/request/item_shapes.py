"""Parameters that several actions on items have in common, and the values they may take."""

from __future__ import annotations

from tavola.engine.request.shapes import Boolean, Fields, Integer, ListOf, MapOf, String, Structure
from tavola.engine.request.value_shapes import (
    NAME_PATTERN,
    AttributeMap,
    AttributeValue,
    TableName,
)

PACKAGE = "com.amazonaws.dynamodb.v20120810."
CAPACITY_DETAIL = String(values=("INDEXES", "TOTAL", "NONE"))
METRICS_DETAIL = String(values=("SIZE", "NONE"))
_RETURN_VALUES = String(values=("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"))
_ON_FAILURE = String(values=("ALL_OLD", "NONE"))
_OPERATOR = String(values=("OR", "AND"))
_SELECT = String(
    values=("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES")
)
_COMPARISONS = (
    "IN",
    "NULL",
    "BETWEEN",
    "LT",
    "NOT_CONTAINS",
    "EQ",
    "GT",
    "NOT_NULL",
    "NE",
    "LE",
    "BEGINS_WITH",
    "GE",
    "CONTAINS",
)
_INDEX_NAME = String(pattern=NAME_PATTERN, shortest=3, longest=255)
NAMES = MapOf(String(), "java.lang.String")
ATTRIBUTES_TO_GET = ListOf(String(), shortest=1)
VALUES = AttributeMap()
ITEM = AttributeMap(required=True)
STRING = String()
BOOLEAN = Boolean()
CONDITIONS = MapOf(
    Structure(
        "Condition",
        {
            "ComparisonOperator": String(required=True, values=_COMPARISONS),
            "AttributeValueList": ListOf(AttributeValue()),
        },
    ),
    PACKAGE + "Condition",
)
_EXPECTED = MapOf(
    Structure(
        "ExpectedAttributeValue",
        {
            "AttributeValueList": ListOf(AttributeValue()),
            "ComparisonOperator": String(values=_COMPARISONS),
            "Exists": Boolean(),
            "Value": AttributeValue(),
        },
    ),
    PACKAGE + "ExpectedAttributeValue",
)
CONDITION_FIELDS: Fields = {
    "ConditionExpression": STRING,
    "ExpressionAttributeValues": VALUES,
    "ExpressionAttributeNames": NAMES,
    "ReturnValuesOnConditionCheckFailure": _ON_FAILURE,
}
WRITE_FIELDS: Fields = {
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
    "TableName": TableName(),
    "ReturnValues": _RETURN_VALUES,
    "ReturnItemCollectionMetrics": METRICS_DETAIL,
    "ConditionalOperator": _OPERATOR,
    "Expected": _EXPECTED,
    **CONDITION_FIELDS,
}
READ_FIELDS: Fields = {
    "TableName": TableName(),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
    "Select": _SELECT,
    "IndexName": _INDEX_NAME,
    "Limit": Integer(least=1),
    "AttributesToGet": ATTRIBUTES_TO_GET,
    "ConditionalOperator": _OPERATOR,
    "ExclusiveStartKey": VALUES,
    "ConsistentRead": BOOLEAN,
    "FilterExpression": STRING,
    "ProjectionExpression": STRING,
    "ExpressionAttributeValues": VALUES,
    "ExpressionAttributeNames": NAMES,
}
