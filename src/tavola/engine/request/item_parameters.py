"""What each item action takes, parameter by parameter, in the order of its faults' report."""

from __future__ import annotations

from collections.abc import Mapping

from tavola.engine.request.shapes import Flag, ListOf, MapOf, Shape, Structure, Text, Whole
from tavola.engine.request.value_shapes import (
    NAME_PATTERN,
    AttributeMap,
    AttributeValue,
    RequestedKeys,
    TableName,
)

_PACKAGE = "com.amazonaws.dynamodb.v20120810."
_CAPACITY = Text(values=("INDEXES", "TOTAL", "NONE"))
_METRICS = Text(values=("SIZE", "NONE"))
_RETURN_VALUES = Text(values=("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"))
_ON_FAILURE = Text(values=("ALL_OLD", "NONE"))
_OPERATOR = Text(values=("OR", "AND"))
_SELECT = Text(
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
_INDEX_NAME = Text(pattern=NAME_PATTERN, shortest=3, longest=255)
_NAMES = MapOf(Text(), "java.lang.String")
_ATTRIBUTES_TO_GET = ListOf(Text(), shortest=1)
_VALUES = AttributeMap()
_ITEM = AttributeMap(required=True)
_TEXT = Text()
_FLAG = Flag()
_CONDITIONS = MapOf(
    Structure(
        "Condition",
        {
            "ComparisonOperator": Text(required=True, values=_COMPARISONS),
            "AttributeValueList": ListOf(AttributeValue()),
        },
    ),
    _PACKAGE + "Condition",
)
_EXPECTED = MapOf(
    Structure(
        "ExpectedAttributeValue",
        {
            "AttributeValueList": ListOf(AttributeValue()),
            "ComparisonOperator": Text(values=_COMPARISONS),
            "Exists": Flag(),
            "Value": AttributeValue(),
        },
    ),
    _PACKAGE + "ExpectedAttributeValue",
)
_UPDATES = MapOf(
    Structure(
        "AttributeValueUpdate",
        {"Action": Text(values=("ADD", "PUT", "DELETE")), "Value": AttributeValue()},
    ),
    _PACKAGE + "AttributeValueUpdate",
)
_CONDITION: Mapping[str, Shape] = {
    "ConditionExpression": _TEXT,
    "ExpressionAttributeValues": _VALUES,
    "ExpressionAttributeNames": _NAMES,
    "ReturnValuesOnConditionCheckFailure": _ON_FAILURE,
}
_WRITE: Mapping[str, Shape] = {
    "ReturnConsumedCapacity": _CAPACITY,
    "TableName": TableName(),
    "ReturnValues": _RETURN_VALUES,
    "ReturnItemCollectionMetrics": _METRICS,
    "ConditionalOperator": _OPERATOR,
    "Expected": _EXPECTED,
    **_CONDITION,
}
_READ: Mapping[str, Shape] = {
    "TableName": TableName(),
    "ReturnConsumedCapacity": _CAPACITY,
    "Select": _SELECT,
    "IndexName": _INDEX_NAME,
    "Limit": Whole(least=1),
    "AttributesToGet": _ATTRIBUTES_TO_GET,
    "ConditionalOperator": _OPERATOR,
    "ExclusiveStartKey": _VALUES,
    "ConsistentRead": _FLAG,
    "FilterExpression": _TEXT,
    "ProjectionExpression": _TEXT,
    "ExpressionAttributeValues": _VALUES,
    "ExpressionAttributeNames": _NAMES,
}
_KEYS_AND_ATTRIBUTES = Structure(
    "KeysAndAttributes",
    {
        "Keys": ListOf(AttributeMap(), required=True),
        "AttributesToGet": _ATTRIBUTES_TO_GET,
        "ConsistentRead": _FLAG,
        "ProjectionExpression": _TEXT,
        "ExpressionAttributeNames": _NAMES,
    },
)
_WRITE_REQUEST = Structure(
    "WriteRequest",
    {
        "PutRequest": Structure("PutRequest", {"Item": _ITEM}),
        "DeleteRequest": Structure("DeleteRequest", {"Key": _ITEM}),
    },
)
_TRANSACT_WRITE = Structure(
    "TransactWriteItem",
    {
        "ConditionCheck": Structure(
            "ConditionCheck",
            {
                "Key": _ITEM,
                "TableName": TableName(),
                **_CONDITION,
                "ConditionExpression": Text(required=True),
            },
        ),
        "Put": Structure("Put", {"Item": _ITEM, "TableName": TableName(), **_CONDITION}),
        "Delete": Structure("Delete", {"Key": _ITEM, "TableName": TableName(), **_CONDITION}),
        "Update": Structure(
            "Update",
            {
                "Key": _ITEM,
                "UpdateExpression": Text(required=True),
                "TableName": TableName(),
                **_CONDITION,
            },
        ),
    },
)
_TRANSACT_GET = Structure(
    "TransactGetItem",
    {
        "Get": Structure(
            "Get",
            {
                "Key": _ITEM,
                "TableName": TableName(),
                "ProjectionExpression": _TEXT,
                "ExpressionAttributeNames": _NAMES,
            },
            required=True,
        )
    },
)

ITEM_ACTIONS: Mapping[str, Mapping[str, Shape]] = {
    "GetItem": {
        "Key": _ITEM,
        "TableName": TableName(),
        "ReturnConsumedCapacity": _CAPACITY,
        "AttributesToGet": _ATTRIBUTES_TO_GET,
        "ConsistentRead": _FLAG,
        "ProjectionExpression": _TEXT,
        "ExpressionAttributeNames": _NAMES,
    },
    "PutItem": {**_WRITE, "Item": _ITEM},
    "DeleteItem": {**_WRITE, "Key": _ITEM},
    "UpdateItem": {
        **_WRITE,
        "Key": _ITEM,
        "AttributeUpdates": _UPDATES,
        "UpdateExpression": _TEXT,
    },
    "Query": {
        **_READ,
        "QueryFilter": _CONDITIONS,
        "KeyConditions": _CONDITIONS,
        "KeyConditionExpression": _TEXT,
        "ScanIndexForward": _FLAG,
    },
    "Scan": {
        **_READ,
        "TotalSegments": Whole(least=1, most=1_000_000),
        "Segment": Whole(least=0, most=999_999),
        "ScanFilter": _CONDITIONS,
    },
    "BatchGetItem": {
        "RequestItems": RequestedKeys(
            MapOf(_KEYS_AND_ATTRIBUTES, _PACKAGE + "KeysAndAttributes"), required=True
        ),
        "ReturnConsumedCapacity": _CAPACITY,
    },
    "BatchWriteItem": {
        "RequestItems": MapOf(
            ListOf(_WRITE_REQUEST),
            f"java.util.List<{_PACKAGE}WriteRequest>",
            required=True,
            longest_member=25,
        ),
        "ReturnConsumedCapacity": _CAPACITY,
        "ReturnItemCollectionMetrics": _METRICS,
    },
    "TransactWriteItems": {
        "ClientRequestToken": Text(shortest=1, longest=36),
        "TransactItems": ListOf(_TRANSACT_WRITE, required=True, shortest=1, longest=100),
        "ReturnConsumedCapacity": _CAPACITY,
        "ReturnItemCollectionMetrics": _METRICS,
    },
    "TransactGetItems": {
        "TransactItems": ListOf(_TRANSACT_GET, required=True, shortest=1, longest=100),
        "ReturnConsumedCapacity": _CAPACITY,
    },
}
"""Parameters of the actions that read and write items."""
