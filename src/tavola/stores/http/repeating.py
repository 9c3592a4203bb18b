"""Which requests may be sent twice (docs/adr/0006).

It knows neither connections nor clocks.
"""

from __future__ import annotations

import re
from typing import Any, Final

READS: Final = frozenset(
    {
        "BatchGetItem",
        "DescribeContinuousBackups",
        "DescribeLimits",
        "DescribeTable",
        "DescribeTimeToLive",
        "DescribeStream",
        "GetItem",
        "GetRecords",
        "GetShardIterator",
        "ListStreams",
        "ListTables",
        "ListTagsOfResource",
        "Query",
        "Scan",
        "TransactGetItems",
    }
)

_SETTINGS: Final = frozenset({"TagResource", "UntagResource", "UpdateContinuousBackups"})
_WHOLE_ITEMS: Final = frozenset({"PutItem", "DeleteItem"})
_TOKENED: Final = frozenset({"TransactWriteItems", "ExecuteTransaction"})
# Functions, arithmetic and places in lists: what they write depends on what stands there.
_DEPENDS_ON_THE_OLD_ITEM: Final = re.compile(r"\bADD\b|[+\-(\[]", re.IGNORECASE)
_CONSTANT: Final = re.compile(r"=\s*:")


def is_repeatable(action: str, body: dict[str, Any]) -> bool:
    """Say whether sending a request twice leaves the same items and gives the same answer."""
    if action in READS or action in _SETTINGS:
        return True
    if action in _TOKENED:
        return "ClientRequestToken" in body
    if action == "BatchWriteItem":
        return True
    if not _is_unconditional(body):
        return False
    if action in _WHOLE_ITEMS:
        return True
    return action == "UpdateItem" and _sets_constants(body)


def _is_unconditional(body: dict[str, Any]) -> bool:
    # The second answer to ALL_OLD would show what the first one wrote.
    return (
        "ConditionExpression" not in body
        and "Expected" not in body
        and body.get("ReturnValues", "NONE") in ("NONE", "ALL_NEW", "UPDATED_NEW")
    )


def _sets_constants(body: dict[str, Any]) -> bool:
    """Whether an update would write the same to any item, its own result too."""
    expression: str | None = body.get("UpdateExpression")
    if expression is None or "AttributeUpdates" in body:
        return False
    if _DEPENDS_ON_THE_OLD_ITEM.search(expression):
        return False
    return len(_CONSTANT.findall(expression)) == expression.count("=")
