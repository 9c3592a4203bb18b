"""What must hold when everybody has been answered, checked on all stored items."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tavola_systems.requests.models import AsyncEventTable

_FINAL = {"SUCCEEDED", "REJECTED", "FAILED_FINAL"}


@dataclass
class Outcome:
    """What was found; nothing may be wrong."""

    wrong: list[str] = field(default_factory=list)
    by_result: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    """Seconds from acceptance to the result."""
    finished: list[float] = field(default_factory=list)

    def expect(self, holds: bool, sentence: str) -> None:
        """Note what does not hold."""
        if not holds:
            self.wrong.append(sentence)


def check(db: AsyncEventTable, event_id: str, places: int, accepted: Mapping[str, str]) -> Outcome:
    """Look at every item; `accepted` has the request's id by token, as the server said it."""
    found = Outcome()
    items = list(_items(db))
    requests = {
        one["requestId"]["S"]: one
        for one in items
        if one["entityType"]["S"] == "REQUEST" and one["eventId"]["S"] == event_id
    }
    _check_applicants(found, requests, accepted)
    _check_order(found, requests, places)
    _check_items(found, items, requests)
    capacity = db.capacity.get(event_id)
    won = found.by_result["SUCCESS"]
    left = capacity.capacity_remaining + (capacity.vacant or 0) if capacity else -1
    found.expect(left == places - won, f"{left} places are left after {won} of {places} were won")
    return found


def _items(db: AsyncEventTable) -> Iterator[dict[str, Any]]:
    body: dict[str, Any] = {"TableName": db.table_name, "ConsistentRead": True}
    while True:
        answer = json.loads(db.store.execute("Scan", body))
        yield from answer["Items"]
        if "LastEvaluatedKey" not in answer:
            return
        body["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _check_applicants(
    found: Outcome, requests: Mapping[str, Any], accepted: Mapping[str, str]
) -> None:
    lost = [one for one in accepted.values() if one not in requests]
    found.expect(not lost, f"{len(lost)} accepted requests are lost")
    users = Counter(one["userId"]["S"] for one in requests.values())
    twice = [user for user, count in users.items() if count > 1]
    found.expect(not twice, f"{len(twice)} users have two requests")
    found.expect(
        len(set(accepted.values())) == len(accepted), "two applicants were told the same request"
    )
    open_ones = [one for one in requests.values() if one["status"]["S"] not in _FINAL]
    found.expect(not open_ones, f"{len(open_ones)} requests are not final")
    for one in requests.values():
        found.by_result[one.get("resultCode", {"S": one["status"]["S"]})["S"]] += 1
        if "finishedAt" in one:
            end = int(one["finishedAt"]["N"]) / 1000
            found.finished.append(end)
            found.delays.append(max(0.0, end - int(one["requestedAt"]["N"]) / 1000))


def _check_order(found: Outcome, requests: Mapping[str, Any], places: int) -> None:
    """The first by ticket have the places, and `queuedAt` never falls as tickets rise."""
    queued = [one for one in requests.values() if "ticket" in one]
    queued.sort(key=lambda one: int(one["ticket"]["N"]))
    tickets = [int(one["ticket"]["N"]) for one in queued]
    found.expect(len(set(tickets)) == len(tickets), "a ticket was given twice")
    times = [int(one["queuedAt"]["N"]) for one in queued]
    found.expect(times == sorted(times), "queuedAt falls while tickets rise")
    eligible = [one for one in queued if one["status"]["S"] != "FAILED_FINAL"]
    failed = len(queued) - len(eligible)
    found.expect(not failed, f"{failed} requests failed, though nothing was wrong with them")
    first = {one["requestId"]["S"] for one in eligible[:places]}
    won = {one["requestId"]["S"] for one in queued if one["status"]["S"] == "SUCCEEDED"}
    found.expect(len(won) == min(places, len(eligible)), f"{len(won)} won, not {places}")
    found.expect(won == first, f"{len(won ^ first)} places went to other than the first tickets")


def _check_items(found: Outcome, items: list[dict[str, Any]], requests: Mapping[str, Any]) -> None:
    """Only requests stand in the indexes, and the log of each is complete."""
    others = {
        one["entityType"]["S"]
        for one in items
        if {"GSI1PK", "GSI2PK"} & one.keys() and one["entityType"]["S"] != "REQUEST"
    }
    found.expect(not others, f"{sorted(others)} stand in an index")
    moves = Counter(
        one["requestId"]["S"] for one in items if one["entityType"]["S"] == "STATUS_LOG"
    )
    gaps = [one for one, item in requests.items() if moves[one] != int(item["moves"]["N"])]
    found.expect(not gaps, f"{len(gaps)} logs have gaps")
