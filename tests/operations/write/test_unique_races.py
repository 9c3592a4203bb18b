"""What other programs do to locks between two requests of one write."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tavola import UniqueTaken
from tavola.stores.store import Store
from tests.table.generated.club import Club, Member
from tests.table.stores import Home, Item, managed_key, no_sleep, put_raw, read_raw, set_raw

GONE = "01M7GAV5QJKRFV7RSCNSMV6MCY"


class Meddled:
    """A store in front of which somebody else acts before some of the requests."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.acts: list[tuple[str, Callable[[], None]]] = []
        """Before the next request with this action, in this order."""

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        if self.acts and self.acts[0][0] == action:
            self.acts.pop(0)[1]()
        return self._store.execute(action, body)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def nothing() -> None:
    """Let a request pass."""


def lock_key(email: str) -> Item:
    return {"_pk": {"S": f"_raft_uc#_uc1#m#email:{email}"}, "_sk": {"S": "_raft_uc"}}


def put_lock(club: Club, email: str, owner: str) -> None:
    own = {"relatedId": {"S": owner}, "relatedModel": {"S": "Member"}}
    put_raw(club, {**lock_key(email), **own, "uniqueValue": lock_key(email)["_pk"]})


def owner_of(club: Club, email: str) -> str | None:
    lock = read_raw(club, lock_key(email))
    return lock["relatedId"]["S"] if lock else None


@pytest.fixture
def meddled(home: Home, club: Club) -> tuple[Club, Meddled]:
    store = Meddled(home.store)
    return home.open(Club, club.table_name, store=store, sleep=no_sleep), store


def test_a_lock_that_has_become_ones_own_meanwhile_is_kept(
    meddled: tuple[Club, Meddled], some: str
) -> None:
    club, store = meddled
    ada = club.member.create(email=f"{some}-ada")
    put_lock(club, some, GONE)
    # Another writer gave the item this value, and a third one took it away, but not the lock.
    store.acts = [
        ("TransactWriteItems", nothing),
        ("GetItem", lambda: put_lock(club, some, ada.member_id)),
    ]

    club.member.update(ada.member_id, email=some)

    assert (store.acts, owner_of(club, some)) == ([], ada.member_id)
    assert club.member.find_by_email(some) == ada.refresh()


def test_a_lock_that_has_become_ones_own_is_kept_whoever_else_holds_the_value_by_then(
    meddled: tuple[Club, Meddled], some: str
) -> None:
    club, store = meddled
    ada = club.member.create(email=f"{some}-ada")
    bob = club.member.create(email=f"{some}-bob")
    put_lock(club, some, bob.member_id)

    def meddle() -> None:
        put_lock(club, some, ada.member_id)
        set_raw(club, managed_key("m", bob.member_id), "e-mail", {"S": some})

    store.acts = [("TransactWriteItems", nothing), ("TransactWriteItems", meddle)]

    club.member.update(ada.member_id, email=some)

    assert (store.acts, owner_of(club, some)) == ([], ada.member_id)
    assert club.member.find_by_email(some) == ada.refresh()


def test_a_lock_that_is_taken_over_expires_with_the_item_as_it_is_then(
    meddled: tuple[Club, Meddled], home: Home, some: str
) -> None:
    club, store = meddled
    first, second = int(home.clock()) + 1000, int(home.clock()) + 2000
    ada = club.member.create(email=f"{some}-ada", ttl=datetime.fromtimestamp(first, UTC))
    put_lock(club, some, GONE)
    key = managed_key("m", ada.member_id)
    store.acts = [
        ("TransactWriteItems", nothing),
        ("TransactWriteItems", lambda: set_raw(club, key, "ttl", {"N": str(second)})),
    ]

    club.member.update(ada.member_id, email=some)

    lock = read_raw(club, lock_key(some))
    assert (store.acts, lock and lock["ttl"]) == ([], {"N": str(second)})


Act = Callable[[Any, Member], object]
ACTS: dict[str, Act] = {
    "update": lambda tx, bob: tx.update(bob, Member.fields.level.add(1)),
    "update of the value": lambda tx, bob: tx.update(bob, Member.fields.email.set(None)),
    "check": lambda tx, bob: tx.check(bob, Member.fields.level == 0),
    "delete": lambda tx, bob: tx.delete(bob),
    "put": lambda tx, bob: tx.put(bob),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_lock_is_taken_from_an_item_of_the_same_transaction(
    club: Club, some: str, act: Act
) -> None:
    bob = club.member.create(email=f"{some}-bob")
    put_lock(club, some, bob.member_id)

    with club.transaction() as tx:
        act(tx, bob)
        ada = tx.create(Member(email=some))

    assert club.member.find_by_email(some) == ada


def retake(club: Club, store: Meddled, email: str) -> Member:
    """Make an item that has lost a value, but not the lock, and gets it back just in time."""
    bob = club.member.create(email=f"{email}-bob")
    put_lock(club, email, bob.member_id)
    key = managed_key("m", bob.member_id)
    store.acts = [
        ("TransactWriteItems", nothing),
        ("TransactWriteItems", lambda: set_raw(club, key, "e-mail", {"S": email})),
    ]
    return bob


@pytest.mark.parametrize("name", ["update", "check"])
def test_a_lock_is_not_taken_from_an_item_of_the_same_transaction_that_has_the_value_again(
    meddled: tuple[Club, Meddled], some: str, name: str
) -> None:
    club, store = meddled
    bob = retake(club, store, some)

    with pytest.raises(UniqueTaken) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        ACTS[name](tx, bob)
        tx.create(Member(email=some))

    assert (refused.value.field, refused.value.value, store.acts) == ("email", some, [])
    assert (owner_of(club, some), bob.refresh().level) == (bob.member_id, 0)


@pytest.mark.parametrize("name", ["update of the value", "put", "delete"])
def test_an_item_that_has_a_value_again_can_give_it_to_another_of_the_same_transaction(
    meddled: tuple[Club, Meddled], some: str, name: str
) -> None:
    club, store = meddled
    bob = retake(club, store, some)

    with club.transaction() as tx:
        ACTS[name](tx, bob)
        ada = tx.create(Member(email=some))

    assert (club.member.find_by_email(some), store.acts) == (ada, [])
