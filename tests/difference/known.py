"""What a known difference is, and the requests that show one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Any, TypeGuard

from tests.difference.aws_words import is_said_by_aws
from tests.difference.compare import Difference, Json, Request, order
from tests.difference.tables import FIXED_COMPOUND, FIXED_TABLES, OPEN_TABLES, fixed_items
from tests.reference.endpoint import Answer

SIMPLE, COMPOUND, FIXED = "open-simple", "open-compound", "fixed-compound"
ID = {"id": {"S": "p"}}
BOTH = "dynoxide|ExtendDB"
INVALID = r"ValidationException: Invalid \w+Expression: "
REFUSED = r"(?!OK)"
ANYTHING = ""
DYNALITE = "dynalite's tests, which its authors run against AWS"
ALTERNATOR = "ScyllaDB's tests of Alternator, which its authors run against AWS"
QUIRKS = "ack-api-quirks, DDB-TABLE-442: AWS's refusals as seen in two regions, October 2026"

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
    source: str = ""
    """Where AWS says so; it is asked for where no other engine agrees with us."""

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
            and self._fits(difference)
        )

    def _fits(self, difference: Difference) -> bool:
        ours, theirs = difference.ours, difference.theirs
        try:
            if not self.when(difference):
                return False
            if ours.is_error or theirs.is_error:
                return True
            if self.is_same is not None:
                return self.is_same(ours.body, theirs.body)
            return self.apart_from(ours.body) == self.apart_from(theirs.body)
        except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError):
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
STATES = ("CREATING", "UPDATING", "DELETING", "ACTIVE")


def without_settings(body: Body) -> Json:
    """Return a table's description without the settings that not every engine shows."""
    return _bare(body, SETTINGS)


def without_period(body: Body) -> Json:
    """Return a description of backups without how far they reach."""
    return _bare(body, {"RecoveryPeriodInDays"})


def settled(body: Body) -> Json:
    """Return a table's description as it will be when a change is complete."""
    return _bare(body, SETTINGS | STATUSES)


def _bare(value: Json, hidden: set[str]) -> Json:
    """Leave out members of these names, as far as they say what they may."""
    match value:
        case dict():
            return {
                name: _bare(inner, hidden)
                for name, inner in value.items()
                if name not in hidden or not _is_plausible(name, inner, value)
            }
        case list():
            return [_bare(inner, hidden) for inner in value]
        case _:
            return value


def _is_plausible(name: str, value: Any, description: Any) -> bool:
    """Whether a setting is one that a table or an index with such a description may have."""
    match name:
        case "WarmThroughput":
            # Paid by request, there are no units, and what AWS says there are.
            units = description["ProvisionedThroughput"]
            reads, writes = units["ReadCapacityUnits"], units["WriteCapacityUnits"]
            names = ("ReadUnitsPerSecond", "WriteUnitsPerSecond")
            expected = dict(zip(names, (reads or 12_000, writes or 4_000), strict=True))
            return without("Status")(value) == expected and value["Status"] in STATES
        case "TableStatus" | "IndexStatus":
            return value in STATES
        case "TableThroughputModeSummary":
            return bool(value == {"TableThroughputMode": "PAY_PER_REQUEST"})
        case "RecoveryPeriodInDays":
            return value in range(1, 36)
        case _:
            return isinstance(value, bool)


TABLE_NAMES = {table.name for table in (*FIXED_TABLES, *OPEN_TABLES)}
KEY_NAMES = {"id", "at", "num", "bin"}


def has_fetched_more(ours: Body, theirs: Body) -> bool:
    """Whether our items are the other's with more of what the table holds, and paid for so."""
    pairs = list(zip(ours["Items"], theirs["Items"], strict=True))
    wholes = fixed_items(FIXED_COMPOUND)
    return (
        without("Items", "ConsumedCapacity")(ours) == without("Items", "ConsumedCapacity")(theirs)
        and all(their.items() <= own.items() for own, their in pairs)
        and all(any(_is_part(own, whole) for whole in wholes) for own, _ in pairs)
        and _has_paid_for(ours["ScannedCount"], ours, theirs)
    )


def shows_whole_items(difference: Difference) -> bool:
    """Whether our items are whole where all attributes were asked for."""
    if difference.request.body.get("Select") != "ALL_ATTRIBUTES":
        return True
    wholes = fixed_items(FIXED_COMPOUND)
    return all(
        any(_is_part(own, whole) and _is_part(whole, own) for whole in wholes)
        for own in difference.ours.body["Items"]
    )


def has_fetched_more_in_any_order(ours: Body, theirs: Body) -> bool:
    """The same of a Scan."""

    def ordered(body: Body) -> Body:
        items: list[Any] = body["Items"]
        keys = [{name: one[name] for name in KEY_NAMES & one.keys()} for one in items]
        places = sorted(range(len(items)), key=lambda place: order(keys[place]))
        return {**body, "Items": [items[place] for place in places]}

    return has_fetched_more(ordered(ours), ordered(theirs))


def _is_part(value: Any, whole: Any) -> bool:
    """Whether a projection of a value could be this; numbers may be written in another form."""
    match value, whole:
        case {"N": str(one)}, {"N": str(other)}:
            return Decimal(one) == Decimal(other)
        case _:
            pass
    if is_body(value) and is_body(whole):
        return all(name in whole and _is_part(one, whole[name]) for name, one in value.items())
    if is_list(value) and is_list(whole):
        rest = iter(whole)
        return all(any(_is_part(one, other) for other in rest) for one in value)
    return bool(value == whole)


def _has_paid_for(fetched: int, ours: Body, theirs: Body) -> bool:
    """Whether each item that was fetched from the table cost one read more, and is told alike."""
    if "ConsumedCapacity" not in ours and "ConsumedCapacity" not in theirs:
        return True
    own, their = ours["ConsumedCapacity"], theirs["ConsumedCapacity"]
    # A page without what was fetched costs half a unit or, read consistently, a whole one or more.
    more = fetched * min(1.0, their["CapacityUnits"])
    paid = {**their, "CapacityUnits": their["CapacityUnits"] + more}
    if "Table" in their:
        paid["Table"] = {"CapacityUnits": their["Table"]["CapacityUnits"] + more}
    return bool(own == paid)


def has_told_more_of_costs(ours: Body, theirs: Body) -> bool:
    """Whether all is alike but costs: there each table stands that the other names, and as much."""
    told = ("ItemCollectionMetrics", "ConsumedCapacity")
    own = {one["TableName"]: one["CapacityUnits"] for one in ours.get("ConsumedCapacity", [])}
    their = {one["TableName"]: one["CapacityUnits"] for one in theirs.get("ConsumedCapacity", [])}
    metrics, others = ours.get(told[0], {}), theirs.get(told[0], {})
    return (
        without(*told)(ours) == without(*told)(theirs)
        and all(name in ours for name in told if name in theirs)
        and all(table in own and own[table] >= units for table, units in their.items())
        and all(name in TABLE_NAMES for name in own)
        and all(table in metrics for table in others)
        and all(
            [one for one in others.get(table, []) if one not in metrics[table]]
            == [one for one in metrics[table] if one not in others.get(table, [])]
            == []
            for table in metrics
        )
    )


def has_no_keys_that_nobody_asked_for(ours: Body, theirs: Body) -> bool:
    """Whether the other one's items have their keys besides, and all else is alike."""
    pairs = zip(ours["Responses"], theirs["Responses"], strict=True)
    return without("Responses")(ours) == without("Responses")(theirs) and all(
        own.keys() == their.keys() and _without_new_keys(own, their) == own for own, their in pairs
    )


def _without_new_keys(own: Body, their: Body) -> Body:
    items = {name: one for name, one in their.items() if name != "Item"}
    if "Item" not in their:
        return items
    kept = {k: v for k, v in their["Item"].items() if k not in KEY_NAMES or k in own["Item"]}
    return {**items, "Item": kept}


def has_left_out_some(ours: Body, theirs: Body) -> bool:
    """Whether our page is the other's without some of its items, and counted so."""
    rest = iter(theirs.get("Items", []))
    return (
        without("Items", "Count")(ours) == without("Items", "Count")(theirs)
        and ("Items" in ours) == ("Items" in theirs)
        and all(one in rest for one in ours.get("Items", []))
        and ours["Count"] == len(ours.get("Items", [None] * ours["Count"]))
        and ours["Count"] < theirs["Count"]
    )


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


def _is_bare(name: str, value: Any) -> bool:
    return name in ("Item", "Attributes") and value.keys() <= KEY_NAMES


_PATHS = re.compile(r"[#A-Za-z_][\w#]*(?:\.[#A-Za-z_][\w#]*|\[\d+\])*")
_STEPS = re.compile(r"[\w#]+")
_WORDS = frozenset({"SET", "REMOVE", "ADD", "DELETE", "if_not_exists", "list_append"})


def touches_a_path_twice(difference: Difference) -> bool:
    """Whether an expression of a request has two paths that begin alike."""
    return any(_has_pair(*found) for found in _expressions(difference.request.body, {}))


def writes_into_a_list(difference: Difference) -> bool:
    """Whether an update that names a place of a list was sent before, or is what was sent."""
    sent = (*difference.before, difference.request)
    return any(re.search(r"\[\d+\]", str(one.body.get("UpdateExpression", ""))) for one in sent)


def follows_a_removal(difference: Difference) -> bool:
    """Whether an update that only removes met no item, before or now."""
    sent = (*difference.before, difference.request)
    return any(
        one.action == "DeleteItem" and _only_removes(update) for one, update in pairwise(sent)
    )


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value is a list."""
    return isinstance(value, list)


def is_body(value: Any) -> TypeGuard[Body]:
    """Whether a value is an object, as far as JSON goes."""
    return isinstance(value, dict)


def _values(updates: Any) -> list[Any]:
    return list(updates.values()) if is_body(updates) else []


def _only_removes(request: Request) -> bool:
    if request.action != "UpdateItem":
        return False
    text = str(request.body.get("UpdateExpression", ""))
    updates: Any = request.body.get("AttributeUpdates", {})
    given = [one if is_body(one) else {"Action": ""} for one in _values(updates)]
    kinds: set[Any] = {one.get("Action", "PUT") for one in given}
    if re.search(r"\b(SET|ADD)\b", text, re.IGNORECASE):
        return False
    return kinds == {"DELETE"} or (not kinds and text != "")


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
