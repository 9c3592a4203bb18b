"""A table without sort key does all that others do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tavola import AlreadyExists, UniqueTaken
from tavola.operations.reindex.reindex import Reindex
from tavola.table.internals import codecs_of, context_of
from tests.patience import eventually
from tests.table.generated.flat import Account, Counter, Flat
from tests.table.stores import DAY, Home, delete_raw, plain, read_raw, scan_raw, set_raw, settle


@pytest.fixture
def flat(home: Home, some: str) -> Flat:
    return home.open(Flat, home.name_of("flat", some))


def test_the_key_is_one_attribute(flat: Flat, some: str) -> None:
    made = flat.account.create(name=some, city=some)

    assert flat.account.plan.get(some).key == {"id": {"S": f"ACCOUNT#{some}"}}
    assert flat.account.get(some) == made
    assert list(flat.account.account(name=some, consistent=True)) == [made]
    with pytest.raises(AlreadyExists):
        flat.account.create(name=some)


def test_an_update_moves_its_index_keys(flat: Flat, some: str) -> None:
    flat.account.create(name=some, city=some)
    changed = flat.account.update(some, city=f"{some}-2")

    eventually(lambda: list(flat.account.accounts_by_city(city=f"{some}-2")), [changed])
    eventually(lambda: list(flat.account.accounts_by_city(city=some)), [])


def test_a_save_and_a_delete_take_their_locks_with_them(flat: Flat, some: str) -> None:
    made = flat.account.create(name=some, email=f"{some}@a")
    made.email = f"{some}@b"
    made.save()

    assert flat.account.find_by_email(f"{some}@a") is None
    assert flat.account.find_by_email(f"{some}@b") == made
    with pytest.raises(UniqueTaken):
        flat.account.create(name=f"{some}-2", email=f"{some}@b")
    made.delete()
    assert read_raw(flat, {"id": {"S": f"EMAIL#{some}@b"}}) is None


def test_pages_of_an_index_lead_forward_and_back(flat: Flat, some: str) -> None:
    made = [flat.account.create(name=f"{some}-{number}", city=some) for number in range(7)]
    eventually(lambda: list(flat.account.accounts_by_city(city=some)), made)

    first = flat.account.accounts_by_city(city=some, limit=3)
    second = flat.account.accounts_by_city(city=some, limit=3, cursor=first.cursor)
    back = flat.account.accounts_by_city(city=some, limit=3, cursor=second.previous)

    assert (first.items, second.items, back.items) == (made[:3], made[3:6], made[:3])


def test_many_are_read_and_written_together(flat: Flat, some: str) -> None:
    counters = [Counter(name=f"{some}-{number}", hits=number) for number in range(30)]
    flat.counter.put_all(counters)

    assert flat.counter.get_many([one.name for one in counters]) == counters
    flat.counter.delete_all([one.name for one in counters[:10]])
    found = flat.counter.get_many([one.name for one in counters])
    assert found == [None] * 10 + counters[10:]


def test_a_transaction_writes_items_and_locks(flat: Flat, some: str) -> None:
    with flat.transaction() as tx:
        tx.create(Account(name=some, email=f"{some}@a"))
        tx.create(Counter(name=some, hits=0))
    flat.counter.update(some, Counter.fields.hits.add(2))

    found = flat.account.find_by_email(f"{some}@a")
    assert found is not None
    assert found.name == some
    counter = flat.counter.get(some)
    assert counter is not None
    assert counter.hits == 2


def test_an_expired_item_is_absent_and_its_value_free(flat: Flat, some: str) -> None:
    flat.account.create(name=some, email=f"{some}@a", ttl=DAY - timedelta(days=4000))

    assert flat.account.get(some) is None
    taken = flat.account.create(name=f"{some}-2", email=f"{some}@a")
    assert flat.account.find_by_email(f"{some}@a") == taken


def test_an_iteration_and_a_scan_find_every_item(home: Home) -> None:
    flat = home.empty(Flat)
    names = [f"n{number}" for number in range(10)]
    for name in names:
        flat.account.create(name=name)
        flat.counter.create(name=name)
    settle(flat)

    assert sorted(one.name for one in flat.account.iterate_all()) == names
    assert sorted(one.name for one in flat.counter.scan(allow_scan=True)) == names
    assert {one["type"]["S"] for one in scan_raw(flat)} == {"ACCOUNT", "COUNTER"}


def test_reindex_brings_keys_and_locks_back(home: Home) -> None:
    flat = home.empty(Flat)
    flat.account.create(name="ada", city="Rom", email="a@b")
    key = flat.account.plan.get("ada").key
    set_raw(flat, key, "city_key", {"S": "CITY#Pisa"})
    delete_raw(flat, {"id": {"S": "EMAIL#a@b"}})

    done = flat.run(Reindex(context_of(flat), codecs_of(flat)))

    assert (done.read, done.rewritten, done.claimed) == (1, 1, 1)
    assert plain(read_raw(flat, key))["city_key"] == ("S", "CITY#Rom")
    assert flat.account.find_by_email("a@b") == flat.account.get("ada")
