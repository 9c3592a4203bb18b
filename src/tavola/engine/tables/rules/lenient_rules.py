"""What DynamoDB Local takes and DynamoDB refuses: accepted on demand, and said in the log.

Definitions of attributes that no key uses, and provisioned throughput beside on-demand billing. A
request is tried by DynamoDB's own rules; for a refusal of these kinds what causes it is left out,
the log says what AWS would have answered, and the request is tried again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from tavola.engine.tables.rules.index_rules import key_names
from tavola.errors import ValidationFailed

__all__ = ["accept_leniently"]

Request = dict[str, Any]

_UNUSED: Final = ("Some AttributeDefinitions are not used", "Number of attributes in KeySchema")
_ON_DEMAND: Final = "when BillingMode is PAY_PER_REQUEST"
_THROUGHPUT: Final = "ProvisionedThroughput"

_log: Final = logging.getLogger("tavola.engine")


def accept_leniently(
    action: str, request: Request, check: Callable[[Mapping[str, Any]], None]
) -> Request:
    """Return a request without what only DynamoDB Local takes; other refusals are raised."""
    while True:
        try:
            check(request)
        except ValidationFailed as refusal:
            repaired = _repair(request, refusal.message)
            if repaired == request:
                raise
            _log.warning(
                "%s of %s is accepted. AWS would answer: ValidationException: %s",
                action,
                request["TableName"],
                refusal.message,
            )
            request = repaired
        else:
            return request


def _repair(request: Request, fault: str) -> Request:
    if any(text in fault for text in _UNUSED):
        return _without_unused_definitions(request)
    if _ON_DEMAND in fault:
        is_of_index = "for index: " in fault
        return _without_index_throughput(request, fault) if is_of_index else _without(request)
    return request


def _without_unused_definitions(request: Request) -> Request:
    indexes = (
        *request.get("LocalSecondaryIndexes", ()),
        *request.get("GlobalSecondaryIndexes", ()),
    )
    used = {*key_names(request["KeySchema"])}
    used.update(name for index in indexes for name in key_names(index["KeySchema"]))
    kept = [each for each in request["AttributeDefinitions"] if each["AttributeName"] in used]
    return {**request, "AttributeDefinitions": kept}


def _without(described: Request) -> Request:
    return {name: value for name, value in described.items() if name != _THROUGHPUT}


def _without_index_throughput(request: Request, fault: str) -> Request:
    """Leave out the throughput of the index that a refusal names."""
    name = fault.partition("for index: ")[2].partition(" ")[0]

    def repair(index: Request) -> Request:
        return _without(index) if index["IndexName"] == name else index

    changed = dict(request)
    if "GlobalSecondaryIndexes" in request:
        changed["GlobalSecondaryIndexes"] = [*map(repair, request["GlobalSecondaryIndexes"])]
    if "GlobalSecondaryIndexUpdates" in request:
        changed["GlobalSecondaryIndexUpdates"] = [
            {**update, "Create": repair(update["Create"])} if "Create" in update else update
            for update in request["GlobalSecondaryIndexUpdates"]
        ]
    return changed
