"""Differences in reads and writes that are kept, each with its reason."""

from __future__ import annotations

from tests.difference.compare import Request
from tests.difference.known import (
    ANYTHING,
    BOTH,
    COMPOUND,
    FIXED,
    ID,
    INVALID,
    NOTHING,
    RANK,
    REFUSED,
    SIMPLE,
    Known,
    apart_from_the_cost,
    follows_a_removal,
    has_fetched_more,
    has_fetched_more_in_any_order,
    has_fewer_bare_items,
    put,
    query,
    reads_json_leniently,
    update,
    values,
    without,
    without_keys,
)

READS = (
    Known(
        "A query of a global index asks only for what is projected. Developer guide, GSI.",
        BOTH,
        r"ValidationException: .* Global secondary index \w+ does not project ",
        ANYTHING,
        query("#r = :p", {"N": "1"}, IndexName="globalKeys", ProjectionExpression="m", **RANK),
    ),
    Known(
        "A read of a local index fetches from the table what is not projected, and counts it. "
        "Developer guide, LSI.",
        BOTH,
        "OK",
        "OK",
        query("id = :p", {"S": "p"}, IndexName="localSome", ProjectionExpression="n"),
        request='Query .*"IndexName": "local',
        is_same=has_fetched_more,
    ),
    Known(
        "A scan of a local index fetches them too.",
        BOTH,
        "OK",
        "OK",
        Request("Scan", {"TableName": FIXED, "IndexName": "localKeys", "Select": "ALL_ATTRIBUTES"}),
        request='Scan .*"IndexName": "local',
        is_same=has_fetched_more_in_any_order,
    ),
    Known(
        "The conditions of a key stand in any order.",
        "dynoxide",
        "OK",
        r"ValidationException: Query condition missed key schema element: ",
        query(
            "#a = :n AND id = :p",
            {"S": "p"},
            ExpressionAttributeNames={"#a": "at"},
            **values(p={"S": "p"}, n={"N": "1"}),
        ),
    ),
    Known(
        "A page that Limit ends has a LastEvaluatedKey, even if nothing follows. Developer guide, "
        "Query.Pagination.",
        "ExtendDB",
        "OK",
        "OK",
        query(
            "#b = :p",
            {"B": "AA=="},
            IndexName="globalSome",
            Limit=1,
            ExpressionAttributeNames={"#b": "bytes"},
        ),
        request='Query .*"Limit"',
        apart_from=without("LastEvaluatedKey", "Items", "ConsumedCapacity"),
    ),
    Known(
        "Reading an index consumes that index's capacity. API reference, ConsumedCapacity.",
        BOTH,
        "OK",
        "OK",
        Request(
            "Scan",
            {"TableName": FIXED, "IndexName": "localKeys", "ReturnConsumedCapacity": "INDEXES"},
        ),
        request='(Query|Scan) .*"IndexName": ".*"INDEXES"',
        apart_from=apart_from_the_cost,
    ),
    Known(
        "A projection returns only what it names. API reference, Get, ProjectionExpression.",
        "dynoxide",
        "OK",
        "OK",
        Request(
            "TransactGetItems",
            {
                "TransactItems": [
                    {
                        "Get": {
                            "TableName": FIXED,
                            "Key": {"id": {"S": "p"}, "at": {"N": "1"}},
                            "ProjectionExpression": "a",
                        }
                    }
                ]
            },
        ),
        request="TransactGetItems",
        apart_from=without_keys,
    ),
    Known(
        "A filter names no key attribute of what is queried, a key condition no other attribute. "
        "Developer guide, Query.FilterExpression.",
        "ExtendDB",
        r"ValidationException: (Filter Expression can only contain|Query condition missed)",
        "OK",
        query("id = :p", {"S": "p"}, FilterExpression="id = :p"),
    ),
    Known(
        "A key condition's value has the key's type. API reference, Query.",
        BOTH,
        r"ValidationException: .*: Condition parameter type does not match schema type",
        ANYTHING,
        query("id = :p", {"N": "1"}),
    ),
    Known(
        "What a key condition cannot be is said in AWS's words.",
        BOTH,
        r"ValidationException: .*Invalid (operator used|condition) in KeyConditionExpression|"
        r"ValidationException: .*KeyConditionExpressions (must|cannot)",
        REFUSED,
        query("id = :p OR id = :p", {"S": "p"}),
    ),
    Known(
        "An empty expression is refused in every action.",
        BOTH,
        INVALID + r"The expression can not be empty;",
        "OK",
        Request(
            "TransactGetItems",
            {
                "TransactItems": [
                    {"Get": {"TableName": SIMPLE, "Key": ID, "ProjectionExpression": ""}}
                ]
            },
        ),
    ),
    Known(
        "AWS ignores parameters that an action does not have.",
        "ExtendDB",
        ANYTHING,
        r"SerializationException: Start of structure or map found where not expected: unknown",
        Request("TransactGetItems", {"TransactItems": [{"Get": {"X": 1}}]}),
    ),
    Known(
        "A Scan's filter may lead into an index key, as a Query's may; it finds nothing there.",
        "dynoxide",
        ANYTHING,
        r"ValidationException: Key attributes must be scalars; ",
        Request(
            "Scan",
            {
                "TableName": FIXED,
                "IndexName": "localAll",
                "FilterExpression": "attribute_exists(label.a)",
            },
        ),
    ),
    Known(
        "A key's number is checked in a read too.",
        "ExtendDB",
        r"ValidationException: The parameter cannot be converted to a numeric value",
        "OK",
        Request(
            "GetItem",
            {"TableName": "fixed-binary", "Key": {"num": {"N": "x"}, "bin": {"B": "AA=="}}},
        ),
    ),
)

WRITES = (
    Known(
        "An update that only removes makes no item where there is none, although the developer "
        "guide promises one for every update.",
        BOTH,
        "OK",
        "OK",
        Request("GetItem", {"TableName": SIMPLE, "Key": ID}),
        (NOTHING, update("REMOVE a")),
        r'(GetItem|Query|UpdateItem) .*"open-',
        is_same=has_fewer_bare_items,
        when=follows_a_removal,
    ),
    Known(
        "A batch says of an item's key what it says of a Key.",
        "dynoxide",
        r"ValidationException: The provided key element does not match the schema",
        r"ValidationException: .*Missing the key ",
        Request("BatchWriteItem", {"RequestItems": {SIMPLE: [{"PutRequest": {"Item": {}}}]}}),
    ),
    Known(
        "A transaction names the collections that it changed; dynoxide does not. API reference, "
        "TransactWriteItems, ItemCollectionMetrics.",
        "dynoxide",
        "OK",
        "OK",
        Request(
            "TransactWriteItems",
            {
                "TransactItems": [
                    {"Delete": {"TableName": COMPOUND, "Key": ID | {"at": {"N": "1"}}}}
                ],
                "ReturnItemCollectionMetrics": "SIZE",
            },
        ),
        request="TransactWriteItems",
        apart_from=without("ItemCollectionMetrics"),
    ),
    Known(
        "A batch or transaction pays for its indexes and for items that are not there, and names "
        "a collection once. API reference, BatchWriteItem and TransactWriteItems.",
        "ExtendDB",
        "OK",
        "OK",
        Request(
            "BatchWriteItem",
            {
                "RequestItems": {
                    COMPOUND: [
                        {"DeleteRequest": {"Key": ID | {"at": {"N": "1"}}}},
                        {"DeleteRequest": {"Key": ID | {"at": {"N": "2"}}}},
                    ]
                },
                "ReturnItemCollectionMetrics": "SIZE",
            },
        ),
        request="Batch|Transact",
        apart_from=without("ItemCollectionMetrics", "ConsumedCapacity"),
    ),
    Known(
        "What only removes attributes makes no item. API reference, AttributeUpdates, DELETE.",
        BOTH,
        "OK",
        "OK",
        Request(
            "UpdateItem",
            {
                "TableName": SIMPLE,
                "Key": ID,
                "UpdateExpression": "REMOVE a",
                "ReturnValues": "ALL_NEW",
            },
        ),
        given=[Request("DeleteItem", {"TableName": SIMPLE, "Key": ID})],
        request=r".*UpdateItem.*REMOVE",
        apart_from=lambda body: {
            name: value for name, value in body.items() if value not in (ID, {})
        },
    ),
    Known(
        "AWS says of an item without its key what it says of a wrong one; seen in its responses.",
        BOTH,
        r"ValidationException: The provided key element does not match the schema",
        r"ValidationException: .*Missing the key",
        Request("BatchWriteItem", {"RequestItems": {SIMPLE: [{"PutRequest": {"Item": {}}}]}}),
    ),
    Known(
        "The attributes of an index's key are scalars; AWS says so before it looks at the item.",
        BOTH,
        r"ValidationException: Key attributes must be scalars",
        ANYTHING,
        Request(
            "UpdateItem",
            {
                "TableName": COMPOUND,
                "Key": ID | {"at": {"N": "0"}},
                "UpdateExpression": "REMOVE label.a",
            },
        ),
    ),
    Known(
        "An attribute has a name. Developer guide, HowItWorks.NamingRulesDataTypes.",
        BOTH,
        r"ValidationException: Empty attribute name",
        ANYTHING,
        Request("PutItem", {"TableName": SIMPLE, "Item": ID | {"": {"N": "1"}}}),
    ),
    Known(
        "A number past all exponents is refused as too large.",
        BOTH,
        r"ValidationException: Number (over|under)flow",
        ANYTHING,
        Request("PutItem", {"TableName": SIMPLE, "Item": ID | {"a": {"N": "1e99999999999"}}}),
    ),
    Known(
        "Deleting what is not there costs one unit, however long its key.",
        "ExtendDB",
        "OK",
        "OK",
        Request(
            "DeleteItem",
            {
                "TableName": SIMPLE,
                "Key": {"id": {"S": "k" * 1025}},
                "ReturnConsumedCapacity": "TOTAL",
            },
        ),
        request="DeleteItem .*k{1025}",
        apart_from=apart_from_the_cost,
    ),
    Known(
        "AWS ignores members that a value does not have.",
        "ExtendDB",
        ANYTHING,
        r"ValidationException: Supplied AttributeValue has more than one datatypes set",
        Request("PutItem", {"TableName": SIMPLE, "Item": ID | {"a": {"X": "x", "S": "x"}}}),
        request='.*"X": "x", "S": "x"',
    ),
    Known(
        "A null stands for an absent member, as everywhere in AWS's JSON.",
        BOTH,
        r"ValidationException: Supplied AttributeValue is empty, must contain exactly one",
        r"SerializationException: ",
        Request("PutItem", {"TableName": SIMPLE, "Item": ID | {"a": {"S": None}}}),
    ),
    Known(
        "Their parsers describe JSON of another type in words of their own.",
        BOTH,
        r"SerializationException: ",
        REFUSED,
        put("a = :n", **values(n={"N": []})),
    ),
)

# Of requests with wrong parameters only: elsewhere these would explain too much.
PARAMETERS = (
    Known(
        "Every parameter is held to its documented constraints, all of them before anything else.",
        BOTH,
        r"ValidationException: (\d+ validation errors detected: )?Value .* failed to satisfy ",
        ANYTHING,
        Request(
            "BatchWriteItem",
            {
                "RequestItems": {SIMPLE: [{"DeleteRequest": {"Key": ID}}]},
                "ReturnConsumedCapacity": "SOME",
            },
        ),
    ),
    Known(
        'AWS reads "true" as a Boolean, 1.5 as a whole number and null as nothing at all, and it '
        "ignores parameters that an action does not have.",
        BOTH,
        ANYTHING,
        r"SerializationException: ",
        Request("GetItem", {"TableName": SIMPLE, "Key": ID, "ConsistentRead": "true"}),
        when=reads_json_leniently,
    ),
    Known(
        "AWS reads null as nothing at all, also for a Boolean.",
        "dynoxide",
        ANYTHING,
        r"ValidationException: invalid type: null, expected a boolean",
        Request(
            "Query",
            {
                "TableName": FIXED,
                "KeyConditions": {
                    "id": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "p"}]}
                },
                "ScanIndexForward": None,
            },
        ),
    ),
    Known(
        "Expressions beside older parameters, even empty ones, are refused, before other faults.",
        BOTH,
        r"ValidationException: (Can not use both expression and non-expression parameters|"
        r"ExpressionAttributeNames can only be specified when using expressions)",
        ANYTHING,
        Request(
            "GetItem",
            {
                "TableName": SIMPLE,
                "Key": {"id": {}},
                "ProjectionExpression": "a",
                "AttributesToGet": ["a"],
            },
        ),
    ),
)
