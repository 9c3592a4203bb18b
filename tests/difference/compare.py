"""Send the same requests to several implementations and find where their answers differ."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tests.difference.tables import FIXED_TABLES, fixed_items
from tests.reference.endpoint import Answer, Endpoint

Json = dict[str, "Json"] | list["Json"] | str | float | bool | None


@dataclass(frozen=True, slots=True)
class Request:
    """One DynamoDB request; one that only helps brings about or shows what another one does."""

    action: str
    body: dict[str, Any]
    only_helps: bool = False

    def __str__(self) -> str:
        return f"{self.action} {json.dumps(self.body, ensure_ascii=False)}"


Scenario = tuple[Request, ...]
"""Requests that are sent in this order; the first ones bring about what the last one is to meet."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An answer of ours beside a reference engine's."""

    request: Request
    reference: str
    ours: Answer
    theirs: Answer
    before: tuple[Request, ...] = ()
    """What was sent before it in the same scenario."""

    @property
    def is_none(self) -> bool:
        """Whether the answers are the same after all."""
        return self.ours == self.theirs

    @property
    def is_of_outcome(self) -> bool:
        """Whether the request did something else there than here."""
        return not self.is_none and not (self.ours.is_error and self.theirs.is_error)

    def __str__(self) -> str:
        return (
            f"{self.request}\n"
            f"  tavola: {_show(self.ours)}\n  {self.reference}: {_show(self.theirs)}"
        )


def _show(answer: Answer) -> str:
    body = json.dumps(answer.body, ensure_ascii=False, sort_keys=True)
    return f"{answer.envelope}: {answer.message} {body}" if answer.is_error else body


MAX_PAGES = 200
RECORD_VARIABLE = "TAVOLA_DIFFERENCE_RECORD"

IsKnown = Callable[[Difference], bool]


def differences(
    scenario: Scenario,
    ours: Endpoint,
    references: Sequence[Endpoint],
    is_known: IsKnown,
    *,
    has_several_faults: bool = False,
) -> Iterator[Difference]:
    """Yield the differences that have no known reason.

    What a request does must be the same everywhere. What a refusal says must be the same as in one
    of the reference engines: they often disagree there, and none is always right. Of several faults
    each may name another one; then our words count only where all of them say the same.
    """
    asked = list(references)
    rest = prepare(scenario, [ours, *references])
    before = scenario[: len(scenario) - len(rest)]
    for request in rest:
        raw = ours.execute(request.action, request.body)
        answer = normalise(request, raw)
        found: list[Difference] = []
        for reference in asked:
            theirs = ask(reference, request, answer)
            found.append(Difference(request, reference.name, answer, theirs, before))
        before = (*before, request)
        record(found, raw, has_several_faults=has_several_faults)
        yield from unexplained(found, is_known, has_several_faults=has_several_faults)
        # After another outcome that engine's state is no measure any more.
        gone = {difference.reference for difference in found if difference.is_of_outcome}
        asked = [reference for reference in asked if reference.name not in gone]


def ask(reference: Endpoint, request: Request, ours: Answer) -> Answer:
    """Ask another engine; if it refuses what AWS reads, ask it the same in plainer words."""
    from tests.difference.plainer import make_plainer  # which knows requests from here

    answer = normalise(request, reference.execute(request.action, request.body))
    plainer = make_plainer(request)
    if answer == ours or not answer.is_error or plainer == request:
        return answer
    return normalise(plainer, reference.execute(plainer.action, plainer.body))


def unexplained(
    found: Sequence[Difference], is_known: IsKnown, *, has_several_faults: bool
) -> Iterator[Difference]:
    """Judge one answer of ours beside those of the others to the same request.

    Where the others do not agree on which of several faults to name, ours must be one of AWS's.
    """
    yield from (each for each in found if each.is_of_outcome and not is_known(each))
    refusals = [each for each in found if each.ours.is_error and each.theirs.is_error]
    is_backed = any(each.is_none or is_known(each) for each in refusals)
    is_open = has_several_faults and not _agree(refusals)
    if refusals and not is_backed and not (is_open and _is_said_by_aws(refusals[0])):
        yield refusals[0]


def _is_said_by_aws(difference: Difference) -> bool:
    from tests.difference.aws_words import is_said_by_aws  # which knows requests from here

    return is_said_by_aws(difference.request, difference.ours)


def record(found: Sequence[Difference], ours: Answer, *, has_several_faults: bool) -> None:
    """Keep answers for `python -m tools.answer_mutants`, if they are asked for.

    Ours is kept as it came, so that what comparing leaves out can be changed too.
    """
    path = os.environ.get(RECORD_VARIABLE)
    if not path or not found:
        return
    entry = {
        "request": {"action": found[0].request.action, "body": found[0].request.body},
        "several": has_several_faults,
        "before": [{"action": one.action, "body": one.body} for one in found[0].before],
        "ours": asdict(ours),
        "theirs": {each.reference: asdict(each.theirs) for each in found},
    }
    with Path(path).open("a") as file:
        file.write(json.dumps(entry) + "\n")


def prepare(scenario: Scenario, everyone: Sequence[Endpoint]) -> Scenario:
    """Send the requests that only bring about what the others are to meet; return the others."""
    first = next(n for n, request in enumerate(scenario) if not request.only_helps)
    for request in scenario[:first]:
        for endpoint in everyone:
            endpoint.execute(request.action, request.body)
    return scenario[first:]


def _agree(refusals: Sequence[Difference]) -> bool:
    return len({(each.theirs.code, each.theirs.message) for each in refusals}) == 1


def normalise(request: Request, answer: Answer) -> Answer:
    """Return an answer without what legitimately differs: order in sets and scans, ids, dates."""
    body: dict[str, Any] = plain(answer.body)
    if request.action == "Scan":
        body = _sorted_page(request, body)
    if request.action == "BatchGetItem":
        for items in body.get("Responses", {}).values():
            items.sort(key=order)
    if isinstance(body.get("ConsumedCapacity"), list):
        body["ConsumedCapacity"].sort(key=order)
    return replace(answer, message=_message(answer), body=body)


def _message(answer: Answer) -> str | None:
    # DynamoDB: regions differ in whether a message begins with this, and have since 2026.
    return answer.message and answer.message.removeprefix("1 validation error detected: ")


def _sorted_page(request: Request, body: dict[str, Any]) -> dict[str, Any]:
    """Return a scan's page in a fixed order; which items a part of a table holds is arbitrary."""
    if {"Count", "ScannedCount"} <= body.keys() and _PARTS & request.body.keys():
        return body | _part_of_a_scan(request.body, body)
    if "Items" in body:
        body["Items"].sort(key=order)
    return body


def _part_of_a_scan(asked: dict[str, Any], page: dict[str, Any]) -> dict[str, Any]:
    """Return instead of what depends on which items there are whether they fit what is said."""
    scanned, is_first = page["ScannedCount"], _PARTS & asked.keys() == {"Limit"}
    is_whole = _FILTERS.isdisjoint(asked)
    return {
        "Items": _are_items(asked, page["Items"], page["Count"]) if "Items" in page else None,
        "Count": page["Count"] == scanned if is_whole else page["Count"] <= scanned,
        "ScannedCount": scanned if is_first else scanned <= asked.get("Limit", scanned),
        "LastEvaluatedKey": _ends(asked, page, is_first=is_first, is_whole=is_whole),
    }


def _are_items(asked: dict[str, Any], items: list[Any], count: int) -> bool:
    """Whether there are so many items, and all are the table's, where those are known."""
    tables = [table for table in FIXED_TABLES if table.name == asked["TableName"]]
    stored = [plain(item) for table in tables for item in fixed_items(table)]
    is_open = not stored or not {"ProjectionExpression", "AttributesToGet"}.isdisjoint(asked)
    are_known = all(any(item.items() <= one.items() for one in stored) for item in items)
    return len(items) == count and (is_open or are_known)


def _ends(asked: dict[str, Any], page: dict[str, Any], *, is_first: bool, is_whole: bool) -> Json:
    """Say of the key that a page ends with what it is made of, and whether it is the last item's.

    A page has one if Limit ended it. Developer guide, Scan.Pagination.
    """
    last: dict[str, Any] = page.get("LastEvaluatedKey", {})
    is_ended = page["ScannedCount"] == asked.get("Limit")
    items = page.get("Items")
    item: dict[str, Any] = items[-1] if items and is_whole else {}
    fits = all(item.get(name, value) == value for name, value in last.items())
    return [*(sorted(last) if is_first else [bool(last) == is_ended]), fits]


_UNORDERED = {"SS", "NS", "BS", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "Tags"}
_PARTS = {"Limit", "ExclusiveStartKey", "Segment"}
_FILTERS = {"FilterExpression", "ScanFilter"}
_VOLATILE = re.compile(
    r"(Arn|Id|DateTime|Date|Label)$|^(TableSizeBytes|IndexSizeBytes|ItemCount|SizeEstimateRangeGB)$"
)


def is_volatile(name: str) -> bool:
    """Whether a member is one that each engine has its own of."""
    return _VOLATILE.search(name) is not None


def plain(value: Json, name: str = "") -> Any:
    """Return a value without ids and dates, and with everything unordered in a fixed order."""
    match value:
        case dict():
            kept = (name for name in value if not is_volatile(name))
            return {name: plain(value[name], name) for name in kept}
        case list():
            members = [plain(inner) for inner in value]
            return sorted(members, key=order) if name in _UNORDERED else members
        case _:
            return value


def follow(endpoint: Endpoint, request: Request, limit: int) -> Iterator[Answer]:
    """Yield the pages of a query or scan until the last one."""
    position: dict[str, Any] = {}
    for _ in range(MAX_PAGES):
        answer = endpoint.execute(request.action, {**request.body, "Limit": limit, **position})
        yield replace(answer, body=plain(answer.body))
        if "LastEvaluatedKey" not in answer.body:
            return
        position = {"ExclusiveStartKey": answer.body["LastEvaluatedKey"]}
    raise AssertionError(f"{endpoint.name}: {request} does not end")


def order(value: Any) -> str:
    """Return what a value is sorted by where its place among others says nothing."""
    match value:
        case {"IndexName": str(name)}:
            return name
        case _:
            return json.dumps(value, sort_keys=True)
