"""What a known difference is, and the requests that show one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.difference.compare import Difference, Json, Request, order
from tests.reference.endpoint import Answer

SIMPLE, COMPOUND, FIXED = "open-simple", "open-compound", "fixed-compound"
ID = {"id": {"S": "p"}}
BOTH = "dynoxide|ExtendDB"
INVALID = r"ValidationException: Invalid \w+Expression: "
REFUSED = r"(?!OK)"
ANYTHING = ""

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Known:
    """A kind of difference: what we say, what the reference engine says, and why ours stands.

    `ours` and `theirs` are patterns of "Code: message", or of "OK" where the request succeeds; then
    `apart_from` leaves out of both bodies what may differ. `request` is a pattern of the action and
    its body. The example shows the difference.
    """

    reason: str
    reference: str
    ours: str
    theirs: str
    example: Request
    given: Sequence[Request] = ()
    request: str = ANYTHING
    apart_from: Callable[[Body], Json] = field(default=lambda body: None)

    def explains(self, difference: Difference) -> bool:
        """Whether a difference is of this kind."""
        ours, theirs = difference.ours, difference.theirs
        return (
            re.fullmatch(self.reference, difference.reference) is not None
            and re.match(self.ours, _text(ours)) is not None
            and re.match(self.theirs, _text(theirs)) is not None
            and re.match(self.request, str(difference.request)) is not None
            and (ours.is_error or theirs.is_error or self._is_same(ours.body, theirs.body))
        )

    def _is_same(self, ours: Body, theirs: Body) -> bool:
        return self.apart_from(ours) == self.apart_from(theirs)


def _text(answer: Answer) -> str:
    return f"{answer.code}: {answer.message} {answer.body}" if answer.is_error else "OK"


def without(*names: str) -> Callable[[Body], Json]:
    """Return what leaves out members of a body."""
    return lambda body: {name: value for name, value in body.items() if name not in names}


def unpadded(value: Json) -> Json:
    """Return a value without the NULLs that dynoxide fills lists with."""
    match value:
        case dict():
            return {name: unpadded(inner) for name, inner in value.items()}
        case list():
            return [unpadded(inner) for inner in value if inner != {"NULL": True}]
        case _:
            return value


SETTINGS = {"WarmThroughput", "DeletionProtectionEnabled", "TableThroughputModeSummary"}
STATUSES = {"TableStatus", "IndexStatus", "Backfilling"}


def without_settings(body: Body) -> Json:
    """Return a table's description without the settings that not every engine shows."""
    return _bare(body, SETTINGS)


def settled(body: Body) -> Json:
    """Return a table's description as it will be when a change is complete."""
    return _bare(body, SETTINGS | STATUSES)


def _bare(value: Json, hidden: set[str]) -> Json:
    match value:
        case dict():
            return {k: _bare(inner, hidden) for k, inner in value.items() if k not in hidden}
        case list():
            return [_bare(inner, hidden) for inner in value]
        case _:
            return value


KEY_NAMES = {"id", "at", "num", "bin"}


def without_bare_items(body: Body) -> Json:
    """Return a body without items that are no more than a key, and without counting them."""
    rest = {name: value for name, value in body.items() if not _is_bare(name, value)}
    if "Items" in body:
        rest["Items"] = [item for item in body["Items"] if not item.keys() <= KEY_NAMES]
        for name in ("Count", "ScannedCount"):
            rest[name] -= len(body["Items"]) - len(rest["Items"])
    return rest


def _is_bare(name: str, value: Any) -> bool:
    return name in ("Item", "Attributes") and value.keys() <= KEY_NAMES


def keys_of_items(body: Body) -> Json:
    """Return a body with the keys alone of its items, and without what they cost."""
    items: list[Any] = [
        {name: value for name, value in item.items() if name in KEY_NAMES}
        for item in body.get("Items", [])
    ]
    return {**body, "Items": items, "ConsumedCapacity": None}


def unordered_keys_of_items(body: Body) -> Json:
    """Return the same of a Scan's body, whose items have no order."""
    bare: Any = keys_of_items(body)
    return {**bare, "Items": sorted(bare["Items"], key=order)}


def without_keys(body: Body) -> Json:
    """Return the items of a body without their keys."""
    found = [response.get("Item", {}) for response in body.get("Responses", [])]
    return [
        {name: value for name, value in item.items() if name not in KEY_NAMES} for item in found
    ]


def put(condition: str, **parameters: Any) -> Request:
    """Return a conditional PutItem."""
    body = {"TableName": SIMPLE, "Item": ID, "ConditionExpression": condition}
    return Request("PutItem", body | parameters)


def update(expression: str, **parameters: Any) -> Request:
    """Return an UpdateItem."""
    body = {"TableName": SIMPLE, "Key": ID, "UpdateExpression": expression}
    return Request("UpdateItem", body | parameters)


def query(condition: str, value: Body, **parameters: Any) -> Request:
    """Return a Query of a table that is only read."""
    body = {"TableName": FIXED, "KeyConditionExpression": condition}
    return Request("Query", body | values(p=value) | parameters)


def values(**values: Body) -> Body:
    """Return ExpressionAttributeValues."""
    return {"ExpressionAttributeValues": {f":{name}": value for name, value in values.items()}}


def item(**attributes: Body) -> Request:
    """Return what makes an item stand there."""
    return Request("PutItem", {"TableName": SIMPLE, "Item": ID | attributes})


NOTHING = Request("DeleteItem", {"TableName": SIMPLE, "Key": ID})
RANK = {"ExpressionAttributeNames": {"#r": "rank"}}
