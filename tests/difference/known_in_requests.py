"""Differences in reads and writes that are kept, each with its reason."""

from __future__ import annotations

from tests.difference.compare import Request, plain
from tests.difference.known import (
    ALTERNATOR,
    ANYTHING,
    BOTH,
    COMPOUND,
    DYNALITE,
    FIXED,
    ID,
    INVALID,
    NOTHING,
    RANK,
    REFUSED,
    SIMPLE,
    Body,
    Known,
    follows_a_removal,
    has_fetched_more,
    has_fetched_more_in_any_order,
    has_fewer_bare_items,
    has_no_keys_that_nobody_asked_for,
    has_told_more_of_costs,
    put,
    query,
    shows_whole_items,
    update,
    values,
    without,
)
from tests.difference.tables import FIXED_TABLES, fixed_items


def _ends_with_its_last_item(ours: Body, theirs: Body) -> bool:
    """Whether our page alone has a key to go on behind, that of its last item, and all is alike."""
    key: Body = ours["LastEvaluatedKey"]
    stored = [plain(item) for table in FIXED_TABLES for item in fixed_items(table)]
    items: list[Body] = ours.get("Items", [])
    last = items[-1:] if ours["Count"] == ours["ScannedCount"] else []
    return (
        without("LastEvaluatedKey")(ours) == theirs
        and any(key.items() <= item.items() for item in stored)
        and all(item.get(name, value) == value for item in last for name, value in key.items())
    )


READS = (
    Known(
        "A query of a global index asks only for what is projected. Developer guide, GSI.",
        BOTH,
        r"ValidationException: .* Global secondary index \w+ does not project ",
        ANYTHING,
        query("#r = :p", {"N": "1"}, IndexName="globalKeys", ProjectionExpression="m", **RANK),
        source="Developer guide, GSI; the words: " + DYNALITE,
    ),
    Known(
        "A read of a local index fetches from the table what is not projected, and counts it. "
        "Developer guide, LSI.",
        BOTH,
        "OK",
        "OK",
        query("id = :p", {"S": "p"}, IndexName="localSome", ProjectionExpression="n"),
        request='Query .*"IndexName": "local',
        when=shows_whole_items,
        is_same=has_fetched_more,
        source="Developer guide, LSI",
    ),
    Known(
        "A scan of a local index fetches them too.",
        BOTH,
        "OK",
        "OK",
        Request("Scan", {"TableName": FIXED, "IndexName": "localKeys", "Select": "ALL_ATTRIBUTES"}),
        request='Scan .*"IndexName": "local',
        when=shows_whole_items,
        is_same=has_fetched_more_in_any_order,
        source="Developer guide, LSI",
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
        is_same=_ends_with_its_last_item,
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
        request='TransactGetItems .*"ProjectionExpression"',
        is_same=has_no_keys_that_nobody_asked_for,
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
        "An empty expression is refused in every action.",
        "ExtendDB",
        INVALID + r"The expression can not be empty;",
        "OK",
        Request("DeleteItem", {"TableName": SIMPLE, "Key": ID, "ConditionExpression": ""}),
        source=DYNALITE,
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
        source="paritysuite/dynamodb-conformance, tests/tier3/limits/numberExponent.",
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
        source=ALTERNATOR,
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
        request='(Batch|Transact).*"Return(ConsumedCapacity|ItemCollectionMetrics)"',
        is_same=has_told_more_of_costs,
    ),
    Known(
        "In a batch AWS says of an item without its key what it says of a wrong one.",
        "dynoxide",
        r"ValidationException: The provided key element does not match the schema",
        r"ValidationException: .*Missing the key",
        Request("BatchWriteItem", {"RequestItems": {SIMPLE: [{"PutRequest": {"Item": {}}}]}}),
        source=f"{DYNALITE}, batchWriteItem.",
    ),
    Known(
        "An attribute has a name. Developer guide, HowItWorks.NamingRulesDataTypes.",
        BOTH,
        r"ValidationException: Empty attribute name",
        ANYTHING,
        Request("PutItem", {"TableName": SIMPLE, "Item": ID | {"": {"N": "1"}}}),
        source="Developer guide, HowItWorks.NamingRulesDataTypes",
    ),
    Known(
        "Their parsers describe JSON of another type in words of their own.",
        BOTH,
        r"SerializationException: ",
        REFUSED,
        put("a = :n", **values(n={"N": []})),
        source=DYNALITE,
    ),
)

# Of requests with wrong parameters only: elsewhere these would explain too much.
PARAMETERS = (
    Known(
        "Every parameter is held to its documented constraints, all of them before anything else.",
        BOTH,
        r"ValidationException: (\d+ validation errors detected: )?Value .* failed to satisfy ",
        ANYTHING,
        Request("Scan", {"TableName": SIMPLE, "AttributesToGet": []}),
        source="API reference of each action; the words: " + DYNALITE,
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
        source=DYNALITE,
    ),
)
