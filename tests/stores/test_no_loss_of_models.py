"""Processes use models through a connection that breaks and a service that throttles."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tavola.stores.embedded import EmbeddedStore
from tests.patience import PATIENCE_SECONDS
from tests.stores.conftest import Served
from tests.stores.faulty import LOSING_ANSWERS, Fault, FaultyProxy
from tests.table.generated.club import Club, Visit
from tests.table.stores import DAY

ROOT = Path(__file__).parents[2]
ROUNDS = 25
WRITER = """
import asyncio, inspect, json, sys
from datetime import timedelta
from tavola import OutcomeUnknown
from tests.table.generated import async_club, club
from tests.table.stores import DAY

location, who, kind, shared, rounds = sys.argv[1:]
models = async_club if kind == "async" else club
told = {"members": [], "accounts": [], "visits": [], "counted": 0, "doubtful": 0, "unknown": 0}

async def done(result):
    return await result if inspect.isawaitable(result) else result

async def write(db, number):
    name = f"{who}-{number}"
    member = await done(db.member.create(email=name, team=who))
    told["members"].append([member.member_id, name])
    visits = [models.Visit(member_id=name, at=DAY + timedelta(days=day)) for day in range(30)]
    await done(db.visit.put_all(visits))
    told["visits"].append(name)
    try:
        await done(db.account.create(name=name))
        told["accounts"].append(name)
    except OutcomeUnknown:
        told["unknown"] += 1
    try:
        await done(db.member.update(shared, models.Member.fields.visits.add(1)))
        told["counted"] += 1
    except OutcomeUnknown:
        told["doubtful"] += 1
    member.email = f"{name}-moved"
    await done(member.save())
    told["members"][-1][1] = member.email

async def run():
    db = await done(models.Club.open(location))
    for number in range(int(rounds)):
        await write(db, number)
    await done(db.close())

asyncio.run(run())
print(json.dumps(told))
"""
FAULTS = [
    *(fault for fault in LOSING_ANSWERS if fault is not Fault.STALL_AFTER),
    *(Fault.DROP_BEFORE, Fault.ERROR_500_BEFORE, Fault.ERROR_503_BEFORE, Fault.HTML_502_BEFORE),
    *(Fault.SLOW_BYTES, Fault.CLOSE_WHEN_IDLE, *[Fault.THROTTLE_BEFORE] * 6),
]


@pytest.fixture
def club(served: Served) -> Club:
    """The club behind everybody's back."""
    return Club.open("memory:", store=EmbeddedStore(served.engine), table="club")


@pytest.fixture
def shared(club: Club) -> str:
    """A member whose visits all processes count."""
    return club.member.create(team="shared").member_id


@pytest.fixture
def told(proxy: FaultyProxy, shared: str) -> list[dict[str, Any]]:
    """What three processes say that they have written while a fifth of all requests failed."""
    rng = random.Random(20261116)
    script = [rng.choice(FAULTS) if rng.random() < 0.2 else Fault.NONE for _ in range(5000)]
    proxy.hurt(*script)
    location = f"dynamodb://us-east-1/club?endpoint={proxy.url}&attempts=12"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, location, who, kind, shared, str(ROUNDS)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        )
        for who, kind in (("one", "sync"), ("two", "async"), ("three", "sync"))
    ]
    return [json.loads(writer.communicate(timeout=PATIENCE_SECONDS)[0]) for writer in writers]


def test_what_models_say_is_written_is_there_and_nothing_is_applied_twice(
    told: list[dict[str, Any]], club: Club, shared: str
) -> None:
    members = [tuple(pair) for one in told for pair in one["members"]]
    found = [club.member.find_by_email(email) for _, email in members]
    counted = sum(one["counted"] for one in told)
    doubtful = sum(one["doubtful"] for one in told)

    assert [(one.member_id, one.email) for one in found if one] == members
    assert len(members) == 3 * ROUNDS
    assert club.member.find_by_email("one-0") is None  # what an item gave up is free again
    assert [name for name in _all(told, "accounts") if club.account.get(name) is None] == []
    assert len(_all(told, "accounts")) + sum(one["unknown"] for one in told) == 3 * ROUNDS
    assert [name for name in _all(told, "visits") if not _has_all_visits(club, name)] == []
    assert counted <= (club.member.get(shared) or _missing()).visits <= counted + doubtful
    assert doubtful > 0  # the faults did hit


def _all(told: list[dict[str, Any]], what: str) -> list[str]:
    return [name for one in told for name in one[what]]


def _has_all_visits(club: Club, name: str) -> bool:
    visits: list[Visit] = list(club.visit.visits_for_member(member_id=name).all())
    return len(visits) == 30 and visits[0].at == DAY


def _missing() -> Any:
    raise AssertionError("the shared member is gone")
