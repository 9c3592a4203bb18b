"""What a known difference is, and the requests that show one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeGuard

from botocore.session import get_session

from tests.difference.aws_words import is_said_by_aws
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
    its body, and `when` looks closer at it. The example shows the difference. A refusal of ours is
    AWS's, word for word (aws_words.py).
    """

    reason: str
    reference: str
    ours: str
    theirs: str
    example: Request
    given: Sequence[Request] = ()
    request: str = ANYTHING
    apart_from: Callable[[Body], Json] = field(default=lambda body: None)
    when: Callable[[Difference], bool] = field(default=lambda difference: True)
    is_same: Callable[[Body, Body], bool] | None = None
    """Compares two good answers, ours and the other one, where leaving out is not enough."""

    def explains(self, difference: Difference) -> bool:
        """Whether a difference is of this kind."""
        ours, theirs = difference.ours, difference.theirs
        if ours.is_error and not is_said_by_aws(difference.request, ours):
            return False
        return (
            re.fullmatch(self.reference, difference.reference) is not None
            and re.match(self.ours, _text(ours)) is not None
            and re.match(self.theirs, _text(theirs)) is not None
            and re.match(self.request, str(difference.request)) is not None
            and self.when(difference)
            and (ours.is_error or theirs.is_error or self._is_same(ours.body, theirs.body))
        )

    def _is_same(self, ours: Body, theirs: Body) -> bool:
        try:
            if self.is_same is not None:
                return self.is_same(ours, theirs)
            return self.apart_from(ours) == self.apart_from(theirs)
        except (LookupError, TypeError, AttributeError):
            # One of them is no answer to such a request.
            return False


def _text(answer: Answer) -> str:
    return f"{answer.code}: {answer.message} {answer.body}" if answer.is_error else "OK"


def apart_from_the_cost(body: Body) -> Json:
    """Return a body with whether it tells a cost, but not which."""
    return {**body, "ConsumedCapacity": "ConsumedCapacity" in body}


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


def has_fewer_bare_items(ours: Body, theirs: Body) -> bool:
    """Whether the other one has items besides that are no more than a key, and all else alike."""
    own = ours.get("Items", [])
    kept = [one for one in theirs.get("Items", []) if one in own or not one.keys() <= KEY_NAMES]
    more = len(theirs.get("Items", [])) - len(kept)
    rest = {name: one for name, one in theirs.items() if name in ours or not _is_bare(name, one)}
    if "Items" in theirs:
        rest["Items"] = kept
        for name in {"Count", "ScannedCount"} & rest.keys():
            rest[name] -= more
    return rest == ours


def has_fetched_more(ours: Body, theirs: Body) -> bool:
    """Whether our items are the other's with more attributes, and all else but the cost alike."""
    pairs = zip(ours.get("Items", []), theirs.get("Items", []), strict=False)
    rest = [
        {
            **body,
            "Items": len(body.get("Items", [])),
            "ConsumedCapacity": "ConsumedCapacity" in body,
        }
        for body in (ours, theirs)
    ]
    return rest[0] == rest[1] and all(their.items() <= own.items() for own, their in pairs)


def has_fetched_more_in_any_order(ours: Body, theirs: Body) -> bool:
    """The same of a Scan."""

    def ordered(body: Body) -> Body:
        items: list[Any] = body.get("Items", [])
        keys = [{name: one[name] for name in KEY_NAMES & one.keys()} for one in items]
        places = sorted(range(len(items)), key=lambda place: order(keys[place]))
        return {**body, "Items": [items[place] for place in places]}

    return has_fetched_more(ordered(ours), ordered(theirs))


@cache
def _parameters(action: str) -> frozenset[str]:
    model: Any = get_session().get_service_model("dynamodb").operation_model(action)
    return frozenset(model.input_shape.members)


def reads_json_leniently(difference: Difference) -> bool:
    """Whether a request has something that AWS reads as something else, or not at all."""
    request = difference.request
    return _is_odd(request.body) or not request.body.keys() <= _parameters(request.action)


def _is_odd(value: Json) -> bool:
    match value:
        case dict():
            return any(map(_is_odd, value.values()))
        case list():
            return any(map(_is_odd, value))
        case str():
            return value.lower() in ("true", "false", "yes")
        case bool():
            return False
        case _:
            return value is None or isinstance(value, float)


def without_bare_items(body: Body) -> Json:
    """Return a body without items that are no more than a key, and without counting them."""
    rest = {name: value for name, value in body.items() if not _is_bare(name, value)}
    if "Items" in body:
        rest["Items"] = [item for item in body["Items"] if not item.keys() <= KEY_NAMES]
        for name in {"Count", "ScannedCount"} & rest.keys():
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


_PATHS = re.compile(r"[#A-Za-z_][\w#]*(?:\.[#A-Za-z_][\w#]*|\[\d+\])*")
_STEPS = re.compile(r"[\w#]+")
_WORDS = frozenset({"SET", "REMOVE", "ADD", "DELETE", "if_not_exists", "list_append"})


def touches_a_path_twice(difference: Difference) -> bool:
    """Whether an expression of a request has two paths that begin alike."""
    return any(_has_pair(*found) for found in _expressions(difference.request.body, {}))


def follows_a_removal(difference: Difference) -> bool:
    """Whether an update that only removes was sent before, or is what was sent."""
    return any(map(_only_removes, (*difference.before, difference.request)))


def is_body(value: Any) -> TypeGuard[Body]:
    """Whether a value is an object, as far as JSON goes."""
    return isinstance(value, dict)


def _values(updates: Any) -> list[Any]:
    return list(updates.values()) if is_body(updates) else []


def _only_removes(request: Request) -> bool:
    if request.action != "UpdateItem":
        return False
    text = request.body.get("UpdateExpression", "")
    updates: Any = request.body.get("AttributeUpdates", {})
    given = [one if is_body(one) else {"Action": ""} for one in _values(updates)]
    kinds: set[Any] = {one.get("Action", "PUT") for one in given}
    return not re.search(r"\b(SET|ADD)\b", str(text), re.IGNORECASE) and kinds <= {"DELETE"}


def _expressions(body: Json, names: Body) -> Iterator[tuple[str, Body]]:
    match body:
        case dict():
            inner: Any = body.get("ExpressionAttributeNames", names)
            for name, value in body.items():
                if isinstance(value, str) and name.endswith("Expression"):
                    yield value, inner
                else:
                    yield from _expressions(value, inner)
        case list():
            for one in body:
                yield from _expressions(one, names)
        case _:
            return


def _has_pair(expression: str, names: Any) -> bool:
    known: Body = names if is_body(names) else {}
    found = [_STEPS.findall(path) for path in _PATHS.findall(expression) if path not in _WORDS]
    paths = [[str(known.get(step, step)) for step in path] for path in found]
    pairs = ((one, other) for n, one in enumerate(paths) for other in paths[n + 1 :])
    # Paths conflict when one takes for a list what the other takes for a map.
    return any(one[0] == other[0] for one, other in pairs)


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
