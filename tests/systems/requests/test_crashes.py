"""Crash runs: applicants, dispatchers and workers in drawn orders, with deaths and lost answers."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import pytest

from tavola.operations.write.operations import Write
from tavola_systems.requests.models import Request
from tavola_systems.requests.queues.table_queue import EmbeddedQueue
from tavola_systems.requests.services.sweeping import LockSweep
from tests.systems.requests.simulation import Crowd, World, locked, open_world

RUNS = int(os.environ.get("TAVOLA_CRASH_RUNS", "6"))


def check(world: World, event_id: str, crowd: Crowd) -> None:
    """What must hold whatever happened."""
    ids = [locked(world, event_id, f"user-{n}") for n in range(crowd.users)]
    found = world.requests([one for one in ids if one])
    requests = sorted((one for one in found if one.ticket), key=by_ticket)
    tickets = [one.ticket for one in requests]
    assert {one.result_code for one in found if one.ticket is None} <= {"REJECTED_WITHDRAWN"}
    assert len({one.user_id for one in requests}) == len(requests)
    assert len(set(tickets)) == len(tickets)
    places = world.desk.events.capacity(event_id)
    assert places is not None
    wanting = [one for one in requests if one.result_code != "REJECTED_WITHDRAWN"]
    won = [one for one in wanting if one.status == "SUCCEEDED"]
    lost = [one for one in wanting if one.result_code == "REJECTED_CAPACITY"]
    assert len(won) + len(lost) == len(wanting)
    assert len(won) == min(places.capacity_total, len(wanting))
    assert places.capacity_remaining == places.capacity_total - len(won)
    # The first by ticket won, and time does not go back as tickets rise.
    assert wanting[: len(won)] == won
    queued = [one.queued_at for one in requests if one.queued_at]
    assert queued == sorted(queued)
    for one in requests:
        check_timeline(world, one)
    assert indexed_types(world) == {"REQUEST"}
    check_locks(world, event_id, [one.user_id for one in found])


def check_locks(world: World, event_id: str, users: Sequence[str]) -> None:
    """Once the event is over every lock expires, with whatever its request came to."""
    world.desk.events.close(event_id)
    sweep = LockSweep(world.db)
    done = [world.run(lambda: sweep.sweep(event_id)) for _ in range(5)]
    locks = world.db.idempotency_lock.get_many([(event_id, name) for name in users])
    assert done[-1]
    assert [one for one in locks if one is None or one.ttl is None] == []


def indexed_types(world: World) -> set[str]:
    """The types of all stored items that have an attribute of an index."""
    items: list[dict[str, Any]] = []
    answer: dict[str, Any] = {"LastEvaluatedKey": None}
    while "LastEvaluatedKey" in answer:
        begin = answer["LastEvaluatedKey"]
        body = {"TableName": world.db.table_name} | ({"ExclusiveStartKey": begin} if begin else {})
        answer = json.loads(world.db.store.execute("Scan", body))
        items += answer["Items"]
    return {one["entityType"]["S"] for one in items if any("GSI" in name for name in one)}


def by_ticket(request: Request) -> int:
    assert request.ticket is not None, request
    return request.ticket


def check_timeline(world: World, request: Request) -> None:
    """The log has no gap, and leads from RECEIVED to where the request is."""
    log = world.desk.requests.timeline(request.request_id, for_operators=True)
    states = [log[0].from_status, *(one.to_status for one in log)]
    assert [one.number for one in log] == list(range(1, len(log) + 1))
    assert [one.from_status for one in log[1:]] == states[1:-1]
    assert (states[0], states[-1]) == ("RECEIVED", request.status)


@pytest.mark.parametrize("seed", range(RUNS))
def test_exactly_the_first_tickets_win_whoever_dies(seed: int) -> None:
    crowd = Crowd(seed, capacity=[7, 40, 1][seed % 3])
    with open_world() as world:
        event_id = world.opened(capacity=crowd.capacity)
        crowd.play(world, event_id)
        check(world, event_id, crowd)


@pytest.mark.parametrize("seed", range(RUNS))
def test_places_that_are_given_back_or_added_go_to_the_next_ticket(seed: int) -> None:
    crowd = Crowd(1000 + seed, capacity=[7, 3, 12][seed % 3], withdrawals=12, more_places=seed % 4)
    with open_world() as world:
        event_id = world.opened(capacity=crowd.capacity)
        crowd.play(world, event_id)
        check(world, event_id, crowd)


class QueueApart(EmbeddedQueue):
    """Takes messages in a write of its own, as SQS does: a dispatcher may die right behind it."""

    def joining(self, bodies: Sequence[str]) -> Sequence[Write[Any]]:
        del bodies
        return ()


@pytest.mark.parametrize("seed", range(RUNS))
def test_accepted_and_queued_agree_on_a_queue_that_stands_elsewhere(seed: int) -> None:
    crowd = Crowd(5000 + seed, capacity=[7, 3, 12][seed % 3])
    with open_world() as world:
        world.other_queue = QueueApart(world.messages)
        event_id = world.opened(capacity=crowd.capacity)
        crowd.play(world, event_id)
        check(world, event_id, crowd)
