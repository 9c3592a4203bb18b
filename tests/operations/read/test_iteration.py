"""Iteration by buckets, scans on request, batches, gets that travel together, capacity."""

from __future__ import annotations

from typing import Any

import pytest

from tavola import DecodeError, LeftUnprocessed, OperationError, Record, Throttled
from tavola.engine.faults import Faults
from tavola.operations.write.batch import BatchWrite
from tavola.stores.recording import RecordingStore
from tavola.stores.store import Store
from tests.patience import eventually
from tests.table.generated.club import Account, Club, Member, Visit
from tests.table.generated.library import Library, Shelf
from tests.table.stores import DAY, Home, managed_key, no_sleep, set_raw


def names(found: Any, some: str) -> list[str]:
    return sorted(one.name for one in found if one.name.startswith(f"{some}-"))


def test_an_iteration_meets_every_item_once(empty_club: Club, some: str) -> None:
    club = empty_club
    made = sorted(club.account.create(name=f"{some}-{number}").name for number in range(25))

    assert eventually(lambda: names(club.account.iterate_all(), some), made) == made


def test_the_buckets_share_the_items(empty_club: Club, some: str) -> None:
    club = empty_club
    made = sorted(club.account.create(name=f"{some}-{number}").name for number in range(25))

    def parts() -> list[str]:
        buckets = [names(club.account.iterate_bucket(number), some) for number in range(3)]
        assert max(map(len, buckets)) < 25
        return sorted(name for bucket in buckets for name in bucket)

    assert eventually(parts, made) == made


def test_a_filter_on_any_field_narrows_an_iteration(empty_club: Club, some: str) -> None:
    club = empty_club
    for number in range(5):
        club.account.create(name=f"{some}-{number}", balance=number)

    def rich() -> list[str]:
        return names(club.account.scan(filter=Account.fields.balance >= 3), some)

    expected = [f"{some}-3", f"{some}-4"]
    assert eventually(rich, expected) == expected


def test_a_template_model_is_iterated_by_its_index(home: Home, some: str) -> None:
    library = home.empty(Library)
    made = sorted(library.shelf.create(name=f"{some}-{number}").name for number in range(7))

    assert eventually(lambda: names(library.shelf.iterate_all(), some), made) == made


def test_a_bucket_that_is_not_there_is_refused(club: Club) -> None:
    with pytest.raises(OperationError, match="It has 0 to 2"):
        club.account.iterate_bucket(3)


def test_a_scan_of_the_table_is_refused_unless_asked_for(empty_club: Club) -> None:
    ada = empty_club.member.create()
    visit = empty_club.visit.create(member_id=ada.member_id, at=DAY)

    with pytest.raises(OperationError, match="is not iterable"):
        empty_club.visit.scan()

    assert list(empty_club.visit.scan(allow_scan=True)) == [visit]


def test_a_scan_finds_the_items_of_its_model_alone(empty_club: Club) -> None:
    empty_club.member.create(email="a", nick="b")
    account = empty_club.account.create(name="x")

    assert list(empty_club.account.scan(allow_scan=True)) == [account]


def test_a_batch_writes_more_than_one_request_holds(club: Club, some: str) -> None:
    made = [Visit(member_id=f"{some}-{number}", at=DAY) for number in range(60)]

    club.visit.put_all(made)

    found = club.visit.get_many([(visit.member_id, visit.at) for visit in made])
    assert found == made


def test_a_batch_deletes(club: Club, some: str) -> None:
    club.visit.put_all([Visit(member_id=f"{some}-{number}", at=DAY) for number in range(3)])

    club.visit.delete_all([(f"{some}-0", DAY), (f"{some}-2", DAY)])

    found = club.visit.get_many([(f"{some}-{number}", DAY) for number in range(3)])
    assert [visit is None for visit in found] == [True, False, True]


def test_a_key_that_is_given_twice_is_deleted_once(club: Club, some: str) -> None:
    club.visit.put_all([Visit(member_id=some, at=DAY)])

    club.visit.delete_all([(some, DAY), (some, DAY)])

    assert club.visit.get(some, DAY) is None


def test_two_instances_of_one_key_are_not_written_in_one_batch(club: Club, some: str) -> None:
    visits = [Visit(member_id=f"{some}-{number % 30}", at=DAY) for number in range(31)]

    with pytest.raises(
        OperationError, match=rf"Visit v#{some}-0/\d+ is written twice in one batch"
    ):
        club.visit.put_all(visits)

    assert club.visit.get(f"{some}-1", DAY) is None


def test_an_instance_of_a_batch_can_be_saved(club: Club, some: str) -> None:
    visit = Visit(member_id=some, at=DAY)
    club.visit.put_all([visit])
    visit.minutes = 5

    visit.save()

    assert club.visit.get(some, visit.at) == visit


def put_all(club: Club, instances: list[Record]) -> BatchWrite[Record]:
    model = type(instances[0])
    return club.plans(model).put_all(instances)


@pytest.mark.parametrize(
    ("instances", "what"),
    [([Member(note="x")], "has unique values"), ([Account(name="x")], "has versions")],
)
def test_batches_that_cannot_check_are_refused(
    club: Club, instances: list[Record], what: str
) -> None:
    with pytest.raises(OperationError, match=what):
        club.run(put_all(club, instances))


def test_what_a_batch_left_is_sent_again(busy: Home, faults: Faults, some: str) -> None:
    club = busy.open(Club, "club", sleep=no_sleep)
    made = [Visit(member_id=f"{some}-{number}", at=DAY) for number in range(30)]
    faults.leave_unprocessed("BatchWriteItem", 20)
    faults.leave_unprocessed("BatchGetItem", 5)

    club.visit.put_all(made)

    assert club.visit.get_many([(visit.member_id, visit.at) for visit in made]) == made


def test_what_a_batch_could_not_write_is_reported(busy: Home, faults: Faults, some: str) -> None:
    club = busy.open(Club, "club", sleep=no_sleep)
    made = [Visit(member_id=f"{some}-{number}", at=DAY) for number in range(3)]
    for _ in range(20):
        faults.leave_unprocessed("BatchWriteItem", 1)

    with pytest.raises(LeftUnprocessed) as refused:
        club.visit.put_all(made)

    assert refused.value.left == (made[2],)
    assert club.visit.get(f"{some}-2", made[2].at) is None
    with pytest.raises(OperationError):
        made[2].save()


def test_what_a_throttled_batch_did_not_write_is_reported_too(
    busy: Home, faults: Faults, some: str
) -> None:
    club = busy.open(Club, "club", sleep=no_sleep)
    made = [Visit(member_id=f"{some}-{number}", at=DAY) for number in range(3)]
    faults.leave_unprocessed("BatchWriteItem", 2)
    club.store = Throttling(club.store, faults)

    with pytest.raises(LeftUnprocessed) as refused:
        club.visit.put_all(made)

    assert refused.value.left == (made[1], made[2])
    assert isinstance(refused.value.__cause__, Throttled)
    made[0].save()


class Throttling(RecordingStore):
    """A store that takes one batch, and is too busy for all others."""

    def __init__(self, store: Store, faults: Faults) -> None:
        super().__init__(store)
        self._faults = faults

    def execute_all(self, calls: Any) -> list[bytes]:
        answers = super().execute_all(calls)
        self._faults.throttle("BatchWriteItem", times=100)
        return answers


def test_gets_of_a_block_travel_together(club: Club, some: str) -> None:
    ada = club.member.create(note=some)
    account = club.account.create(name=ada.member_id)

    with club.consumed() as consumed, club.batch() as batch:
        member = batch.get(club.member.plan.get(ada.member_id))
        same_id = batch.get(club.account.plan.get(ada.member_id))
        missing = batch.get(club.account.plan.get(f"{some}-missing"))

    assert (member.item, same_id.item, missing.item) == (ada, account, None)
    assert consumed.requests == 1


def test_a_batched_get_shows_what_was_written_before_it(club: Club, some: str) -> None:
    club.account.create(name=some, balance=1)
    with club.batch() as batch:
        before = batch.get(club.account.plan.get(some))
    club.account.update(some, balance=2)

    with club.batch() as batch:
        after = batch.get(club.account.plan.get(some))

    assert [getattr(one.item, "balance", None) for one in (before, after)] == [1, 2]


def test_an_item_is_read_when_the_block_ends(club: Club) -> None:
    with club.batch() as batch:
        pending = batch.get(club.account.plan.get("a"))
        with pytest.raises(OperationError, match="when the block ends"):
            _ = pending.item


def test_an_item_that_does_not_fit_fails_its_own_get_alone(empty_club: Club, some: str) -> None:
    club = empty_club
    good = club.account.create(name=some)
    club.account.create(name=f"{some}-bad")
    set_raw(club, managed_key("a", f"{some}-bad"), 'b a"l', {"S": "much"})

    with club.batch() as batch:
        bad = batch.get(club.account.plan.get(f"{some}-bad"))
        fine = batch.get(club.account.plan.get(some))

    assert fine.item == good
    with pytest.raises(DecodeError):
        _ = bad.item


def test_gets_of_two_tables_travel_in_one_block(club: Club, library: Library, some: str) -> None:
    account = club.account.create(name=some)
    shelf = library.shelf.create(name=some)
    with club.batch() as batch:
        first = batch.get(club.account.plan.get(some))
        second = batch.get(library.shelf.plan.get(some))

    assert (first.item, second.item) == (account, shelf)


def test_gets_of_two_stores_cannot_share_a_block(club: Club) -> None:
    with club.batch() as batch, Club.open("memory:") as other:
        batch.get(club.account.plan.get("a"))
        with pytest.raises(OperationError, match="is on another store"):
            batch.get(other.account.plan.get("a"))


def test_a_block_adds_up_its_capacity(club: Club, some: str) -> None:
    with club.consumed() as consumed:
        account = club.account.create(name=some, owner="o")
        club.account.get(some)
        account.delete()

    # A write of the table, of one index and of the iteration index; then a consistent read.
    assert (consumed.write, consumed.read, consumed.requests) == (6.0, 1.0, 3)


def test_a_plan_is_explained_and_not_sent(club: Club) -> None:
    plan = club.visit.plan.visits_for_room(room="r", limit=3)

    with club.consumed() as consumed:
        explained = plan.explain()

    assert (explained.action, explained.index, explained.requests) == ("Query", "gsi1", 1)
    assert explained.request["ExpressionAttributeValues"] == {":v0": {"S": "v#gsi1#r"}}
    assert consumed.requests == 0


def test_a_plan_that_sends_nothing_says_so(club: Club, some: str) -> None:
    account = club.account.create(name=some)

    with pytest.raises(OperationError, match="sends nothing"):
        club.account.plan.save(account).explain()


@pytest.mark.parametrize("fault", ["throttle", "conflict"])
def test_a_passing_refusal_is_tried_again(busy: Home, faults: Faults, fault: str) -> None:
    pauses: list[float] = []
    club = busy.open(Club, "club", sleep=pauses.append)
    ada = club.member.create()
    getattr(faults, fault)("UpdateItem", times=3)

    moved = club.member.update(ada.member_id, Member.fields.tags.add("x"))

    assert (moved.tags, len(pauses)) == ({"x"}, 3)


def test_a_refusal_that_stays_is_raised(busy: Home, faults: Faults) -> None:
    club = busy.open(Club, "club", sleep=no_sleep)
    faults.throttle("GetItem", times=100)

    with pytest.raises(Throttled):
        club.account.get("a")


def test_a_transaction_keeps_its_token_across_retries(
    busy: Home, faults: Faults, some: str
) -> None:
    tokens = Tokens(busy.store)
    club = busy.open(Club, "club", sleep=no_sleep, store=tokens)
    faults.conflict("TransactWriteItems", times=2)

    with club.transaction() as tx:
        tx.create(Account(name=some))

    assert len(tokens.seen) == 3
    assert len(set(tokens.seen)) == 1


def test_a_transaction_with_another_body_has_another_token(home: Home, some: str) -> None:
    tokens = Tokens(home.store)
    club = home.open(Club, "club", sleep=no_sleep, store=tokens)
    ada = club.member.create(email=f"{some}-old")
    tokens.seen.clear()
    tokens.before = lambda: set_raw(club, managed_key("m", ada.member_id), "e-mail", {"S": some})

    club.member.update(ada.member_id, email=f"{some}-new")

    assert len(tokens.seen) == 2
    assert len(set(tokens.seen)) == 2


class Tokens:
    """A store that notes the tokens of transactions, and lets another writer act before one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.seen: list[str] = []
        self.before: Any = None

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        if action == "TransactWriteItems":
            self.seen.append(body["ClientRequestToken"])
            before, self.before = self.before, None
            if before:
                before()
        return self._store.execute(action, body)

    def execute_all(self, calls: Any) -> list[bytes]:
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Nothing is open."""


def test_shelves_are_counted(library: Library, some: str) -> None:
    shelf = library.shelf.create(name=some)

    library.shelf.update(some, Shelf.fields.books.add(2))

    assert shelf.refresh().books == 2
