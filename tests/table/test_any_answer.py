"""Whatever comes back from an endpoint, every operation ends: well, or with an error of ours."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.errors import StoreUnavailable, TavolaError
from tavola.operations.read.together import together
from tavola.operations.reindex.reindex import Reindex
from tavola.operations.reindex.unknown_items import FindUnknownItems
from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.embedded import EmbeddedStore
from tavola.table.internals import codecs_of, context_of
from tests.patience import PATIENT_CLIENT
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Account, Club, Member, Visit
from tests.table.lying import MOST_REQUESTS, LyingPeer, any_lie, lying, rendered
from tests.table.stores import CREDENTIALS, no_sleep

DAY = datetime(2026, 3, 1, tzinfo=UTC)
EXAMPLES = int(os.environ.get("TAVOLA_FUZZ_EXAMPLES", "30"))
Act = Callable[[Club, Member], Any]


def save(_: Club, ada: Member) -> None:
    ada.note, ada.team = "changed", "blue"
    ada.save()


def transact(db: Club, ada: Member) -> None:
    with db.transaction() as tx:
        tx.create(Member(email="eve@example.com"))
        tx.update(ada, Member.fields.visits.add(1))


def put_all(db: Club, ada: Member) -> None:
    db.visit.put_all(Visit(member_id=ada.member_id, at=DAY.replace(hour=n)) for n in range(3))


def gather(db: Club, ada: Member) -> None:
    with db.batch() as batch:
        batch.get(db.member.plan.get(ada.member_id))


ACTS: dict[str, Act] = {
    "get": lambda db, ada: db.member.get(ada.member_id),
    "get_many": lambda db, ada: db.member.get_many([ada.member_id, "x"]),
    "batch": gather,
    "create": lambda db, _: db.account.create(name="new"),
    "create, unique": lambda db, _: db.member.create(email="eve@example.com", nick="eve"),
    "update": lambda db, ada: db.member.update(ada.member_id, score=4),
    "update, unique": lambda db, ada: db.member.update(ada.member_id, email="new@example.com"),
    "upsert": lambda db, _: db.account.upsert(name="other", balance=3),
    "upsert, unique": lambda db, ada: db.member.upsert(member_id=ada.member_id, nick="new"),
    "delete": lambda db, ada: db.member.delete(ada.member_id),
    "save": save,
    "refresh": lambda _, ada: ada.refresh(),
    "put": lambda db, _: db.account.put(Account(name="bank", balance=3)),
    "put_all": put_all,
    "find_by": lambda db, _: db.member.find_by_email("ada@example.com"),
    "query": lambda db, _: db.member.members_for_team(team="red").items,
    "query, all": lambda db, _: list(db.member.members_for_team(team="red").all()),
    "count": lambda db, _: db.member.count(db.member.plan.members_for_team(team="red")),
    "relation": lambda _, ada: ada.get_followers().items,
    "iterate": lambda db, _: list(db.account.iterate_all()),
    "scan": lambda db, _: list(db.visit.scan()),
    "transaction": transact,
    "plan": lambda db, _: db.run(PlanTable(Club.design, "club")),
    "apply": lambda db, _: db.run(ApplyPlan(db.run(PlanTable(Club.design, "club")))),
    "reindex": lambda db, _: db.run(Reindex(context_of(db), codecs_of(db))),
    "strangers": lambda db, _: db.run(FindUnknownItems(context_of(db), codecs_of(db))),
    "together": lambda db, ada: db.run(together(db.member.plan.get(ada.member_id))),
    "old values": lambda db, ada: db.member.returning_old(db.member.plan.delete(ada.member_id)),
    "skip": lambda db, _: db.member.members_for_team(team="red", on_bad_item="skip").items,
}


@pytest.fixture(scope="module")
def peer() -> Iterator[LyingPeer]:
    with lying() as peer:
        yield peer


def begin(peer: LyingPeer) -> tuple[Club, Member]:
    """Open the club with a member in it."""
    peer.start_over()
    inside = Club.open("memory:", store=EmbeddedStore(peer.engine))
    ada = inside.member.create(email="ada@example.com", nick="ada", team="red", score=1)
    inside.follow.create(leader_id=ada.member_id, follower_id=ada.member_id)
    inside.account.create(name="bank", owner="ada")
    inside.visit.create(member_id=ada.member_id, at=DAY, room="1")
    location = f"dynamodb://us-east-1/club?endpoint={peer.url}&attempts=2{PATIENT_CLIENT}"
    access: Any = {"environment": {}, "credentials": CREDENTIALS}
    db = Club.open(location, sleep=no_sleep, **access)
    found = db.member.get(ada.member_id)
    assert found is not None
    return db, found


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
@given(seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, derandomize=True)
def test_any_answer_ends_an_operation_well_or_with_an_error_of_ours(
    peer: LyingPeer, act: Act, seed: int
) -> None:
    db, ada = begin(peer)
    peer.lie = any_lie(Random(seed))

    with db, suppress(TavolaError):
        act(db, ada)

    assert peer.requests <= MOST_REQUESTS


def test_what_a_hook_raises_is_the_user_s_own(peer: LyingPeer) -> None:
    db, _ = begin(peer)

    @db.hooks.after_save(Account)
    def fail(_: object) -> None:
        raise KeyError("mine")

    with db, pytest.raises(KeyError, match="mine"):
        db.account.create(name="new")


def test_an_item_that_cannot_be_read_is_told_with_its_cause(peer: LyingPeer) -> None:
    db, ada = begin(peer)
    peer.lie = lambda _: rendered(200, b'{"Item":{"memberId":7}}')

    with (
        db,
        pytest.raises(StoreUnavailable, match=r"GetItem on club: the answer cannot be read") as e,
    ):
        db.member.get(ada.member_id)

    assert isinstance(e.value.__cause__, AttributeError)


async def read_async(peer: LyingPeer, member_id: str) -> None:
    location = f"dynamodb://us-east-1/club?endpoint={peer.url}&attempts=1"
    access: Any = {"environment": {}, "credentials": CREDENTIALS}
    async with await AsyncClub.open(location, **access) as db:
        await asyncio.gather(*(db.member.get(member_id) for _ in range(3)))
        await db.member.get(member_id)


@pytest.mark.parametrize(
    "body", [b'{"Item":{"memberId":7}}', b'{"Responses":{"club":[{"_pk":7}]}}', b'{"Item":{nope']
)
def test_an_event_loop_tells_the_same(peer: LyingPeer, body: bytes) -> None:
    db, _ = begin(peer)
    db.close()
    peer.lie = lambda _: rendered(200, body)

    with pytest.raises(StoreUnavailable):
        asyncio.run(read_async(peer, "01ARZ3NDEKTSV4RRFFQ69G5FAV"))
