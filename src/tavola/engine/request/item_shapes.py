"""Parameters that several actions on items have in common, and the values they may take."""

from __future__ import annotations

from tavola.engine.request.shapes import (
    BooleanShape,
    Fields,
    IntegerShape,
    ListShape,
    MapShape,
    StringShape,
    StructureShape,
)
from tavola.engine.request.value_shapes import (
    NAME_PATTERN,
    AttributeMapShape,
    AttributeValueShape,
    TableNameShape,
)

PACKAGE = "com.amazonaws.dynamodb.v20120810."
CAPACITY_DETAIL = StringShape(values=("INDEXES", "TOTAL", "NONE"))
METRICS_DETAIL = StringShape(values=("SIZE", "NONE"))
_RETURN_VALUES = StringShape(values=("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"))
_ON_FAILURE = StringShape(values=("ALL_OLD", "NONE"))
_OPERATOR = StringShape(values=("OR", "AND"))
_SELECT = StringShape(
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
_INDEX_NAME = StringShape(pattern=NAME_PATTERN, shortest=3, longest=255)
NAMES = MapShape(StringShape(), "java.lang.String")
ATTRIBUTES_TO_GET = ListShape(StringShape(), shortest=1)
VALUES = AttributeMapShape()
ITEM = AttributeMapShape(required=True)
STRING = StringShape()
BOOLEAN = BooleanShape()
CONDITIONS = MapShape(
    StructureShape(
        "Condition",
        {
            "ComparisonOperator": StringShape(required=True, values=_COMPARISONS),
            "AttributeValueList": ListShape(AttributeValueShape()),
        },
    ),
    PACKAGE + "Condition",
)
_EXPECTED = MapShape(
    StructureShape(
        "ExpectedAttributeValue",
        {
            "AttributeValueList": ListShape(AttributeValueShape()),
            "ComparisonOperator": StringShape(values=_COMPARISONS),
            "Exists": BooleanShape(),
            "Value": AttributeValueShape(),
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
    "TableName": TableNameShape(),
    "ReturnValues": _RETURN_VALUES,
    "ReturnItemCollectionMetrics": METRICS_DETAIL,
    "ConditionalOperator": _OPERATOR,
    "Expected": _EXPECTED,
    **CONDITION_FIELDS,
}
READ_FIELDS: Fields = {
    "TableName": TableNameShape(),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
    "Select": _SELECT,
    "IndexName": _INDEX_NAME,
    "Limit": IntegerShape(least=1),
    "AttributesToGet": ATTRIBUTES_TO_GET,
    "ConditionalOperator": _OPERATOR,
    "ExclusiveStartKey": VALUES,
    "ConsistentRead": BOOLEAN,
    "FilterExpression": STRING,
    "ProjectionExpression": STRING,
    "ExpressionAttributeValues": VALUES,
    "ExpressionAttributeNames": NAMES,
}
