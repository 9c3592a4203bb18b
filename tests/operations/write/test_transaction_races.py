"""A transaction gets through as often as a single write, however many items others change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tavola.codec.codec import Codec
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.operations.write import operations
from tavola.operations.write.instances import difference
from tavola.stores.store import Call, Store
from tests.table.generated.club import Account, Club, Member
from tests.table.stores import Home, no_sleep

FASTER = 30
"""So often others win the race; a write is planned 40 times.

That leaves too few for twelve items of which each attempt looks at one again.
"""


class FasterWriters:
    """A store on which others change items right before every write, for some time."""

    def __init__(self, store: Store, change: Callable[[], object]) -> None:
        self._store = store
        self._change = change
        self.left = FASTER
        self.sent: list[dict[str, Any]] = []
        """The transactions that were asked for."""

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer a request, after others."""
        if action in ("UpdateItem", "TransactWriteItems") and self.left:
            self.left -= 1
            self._change()
        if action == "TransactWriteItems":
            self.sent.append(body)
        return self._store.execute(action, body)

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other."""
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Leave it to its owner."""


@pytest.mark.parametrize("items", [1, 2, 12])
def test_all_items_that_others_changed_are_looked_at_again(here: Home, items: int) -> None:
    club = here.open(Club, "club")
    members = [club.member.create(team="a", score=0) for _ in range(items)]

    def change() -> None:
        for member in members:
            club.member.update(member.member_id, Member.fields.score.add(1))

    store = FasterWriters(here.store, change)
    slow = here.open(Club, "club", store=store, sleep=no_sleep)
    with slow.transaction() as tx:
        for member in members:
            tx.add(slow.member.plan.update(member.member_id, Member.fields.score.add(1000)))

    found = [club.member.get(member.member_id) for member in members]
    assert [one.score for one in found if one is not None] == [1000 + FASTER] * items


@pytest.mark.parametrize("token", [None, "mine"])
def test_a_transaction_that_is_planned_again_has_another_token(
    here: Home, token: str | None
) -> None:
    # DynamoDB: a token with another body is an IdempotentParameterMismatchException.
    club = here.open(Club, "club")
    member = club.member.create(team="a", score=0)
    store = FasterWriters(
        here.store, lambda: club.member.update(member.member_id, Member.fields.score.add(1))
    )
    slow = here.open(Club, "club", store=store, sleep=no_sleep)

    with slow.transaction(token=token) as tx:
        tx.add(slow.member.plan.update(member.member_id, Member.fields.score.add(1000)))
        tx.add(slow.account.plan.add(Account(name=member.member_id)))

    tokens = [body["ClientRequestToken"] for body in store.sent]
    assert (len(tokens), len(set(tokens))) == (FASTER + 1, FASTER + 1)
    assert token in (None, tokens[0])


def test_a_save_that_is_planned_again_looks_once_at_what_changed(
    here: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = here.open(Club, "club")
    other = club.member.create(team="a", score=0)
    counted: list[Model] = []

    def change() -> None:
        club.member.update(other.member_id, Member.fields.score.add(1))
        saved.note = "edited between races"

    def counting(codec: Codec[Member], instance: Model) -> list[Change]:
        counted.append(instance)
        return difference(codec, instance)

    slow = here.open(Club, "club", store=FasterWriters(here.store, change), sleep=no_sleep)
    saved = slow.member.create(level=6)
    monkeypatch.setattr(operations, "difference", counting)
    saved.level = 7
    with slow.transaction() as tx:
        tx.add(slow.member.plan.update(other.member_id, Member.fields.score.add(1000)))
        tx.save(saved)

    found = club.member.get(saved.member_id)
    assert (found is not None and found.level, found and found.note) == (7, "")
    assert (counted, saved.note) == ([saved], "edited between races")


def test_many_writers_of_two_items_all_get_through(here: Home) -> None:
    club = here.open(Club, "club")
    one, two = (club.member.create(team="a", score=0) for _ in range(2))

    def add(_: int) -> None:
        with club.transaction() as tx:
            for member in (one, two):
                tx.add(club.member.plan.update(member.member_id, Member.fields.score.add(1)))

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(add, range(160)))

    assert (one.refresh().score, two.refresh().score) == (160, 160)
