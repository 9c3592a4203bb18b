"""A field on the right side: compared with another of the same item, or set to it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tavola import ConditionFailed, OperationError, OutOfBounds, UniqueTaken
from tests.patience import eventually
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.depot import Crate, Depot, Event
from tests.table.generated.orders import Order

F = Event.fields


@pytest.fixture
def event(depot: Depot, some: str) -> Event:
    return depot.event.create(event_id=some, day=some, tickets=1, capacity_total=2)


def _first_problem(call: Any) -> str:
    with pytest.raises(OperationError) as refused:
        call()
    return str(refused.value)


def test_a_write_is_conditioned_on_another_field(depot: Depot, event: Event) -> None:
    take = depot.event.plan.update(
        event.event_id, F.tickets.add(1), condition=F.tickets < F.capacity_total
    )

    assert depot.run(take).tickets == 2
    with pytest.raises(ConditionFailed):
        depot.run(take)


def test_many_at_once_never_pass_a_total_that_moves(depot: Depot, event: Event) -> None:
    def act(number: int) -> bool:
        if number == 3:
            depot.event.update(event.event_id, F.capacity_total.add(2))
        try:
            depot.event.update(
                event.event_id, F.tickets.add(1), condition=F.tickets < F.capacity_total
            )
        except ConditionFailed:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        taken = sum(pool.map(act, range(10)))

    now = event.refresh()
    assert (now.tickets, now.capacity_total) == (1 + taken, 4)
    # Who raises the total takes one after it; whether others come after that, too, nobody knows.
    assert taken in (2, 3)


@pytest.mark.parametrize(
    ("asked", "is_found"),
    [
        (F.tickets < F.capacity_total, True),
        (F.tickets >= F.capacity_total, False),
        (F.tickets == F.capacity_total, False),
        (F.tickets != F.capacity_total, True),
        (F.tickets.between(0, F.capacity_total), True),
        (F.tickets.between(F.capacity_total, 9), False),
        (F.tickets.is_in([F.capacity_total, 1]), True),
        (F.tags.size() < F.tickets, False),
        (F.tickets > F.waiting, False),  # nothing is compared with what is not there
        ({"tickets": {"$lt": {"$field": "capacityTotal"}}}, True),
        ({"tickets": {"$field": "capacityTotal"}}, False),
        ({"tickets": {"$between": [0, {"$field": "capacityTotal"}]}}, True),
    ],
)
def test_a_filter_compares_fields(depot: Depot, event: Event, asked: Any, is_found: bool) -> None:
    def found(more: Any = None) -> bool:
        return bool(depot.event.events_of_day(day=f"{event.day}", filter=more))

    eventually(found, True)

    assert found(asked) is is_found


def test_an_access_pattern_compares_fields(depot: Depot, event: Event) -> None:
    def names() -> list[str]:
        return [one.event_id for one in depot.event.events_with_room(day=f"{event.day}")]

    assert eventually(names, [event.event_id]) == [event.event_id]
    depot.event.update(event.event_id, F.tickets.set(F.capacity_total))
    assert eventually(names, []) == []


def test_a_field_is_set_to_another_in_one_request(depot: Depot, event: Event) -> None:
    with depot.consumed() as consumed:
        changed = depot.event.update(event.event_id, F.tickets.set(F.capacity_total))

    assert (changed.tickets, consumed.requests) == (2, 1)


def test_two_fields_change_places(depot: Depot, event: Event) -> None:
    changed = depot.event.update(
        event.event_id,
        F.tickets.set(F.capacity_total),
        F.capacity_total.set(F.tickets),
    )

    assert (changed.tickets, changed.capacity_total) == (2, 1)


def test_what_has_no_value_cannot_be_copied(depot: Depot, event: Event) -> None:
    with pytest.raises(ConditionFailed, match="waiting has no value to set it to"):
        depot.event.update(event.event_id, F.tickets.set(F.waiting))

    # A counter counts from 0.
    assert depot.event.update(event.event_id, F.tickets.set(F.seen)).tickets == 0


def test_a_copy_moves_index_keys(depot: Depot, event: Event, some: str) -> None:
    depot.event.update(event.event_id, F.other_day.set(f"{some}-later"))
    depot.event.update(event.event_id, F.day.set(F.other_day))

    def found() -> list[str]:
        return [one.event_id for one in depot.event.events_of_day(day=f"{some}-later")]

    assert eventually(found, [event.event_id]) == [event.event_id]


def test_a_copy_keeps_to_the_rules(depot: Depot, event: Event) -> None:
    depot.event.update(event.event_id, F.at_most_five.set(F.tickets), F.waiting.set(1))
    depot.event.update(event.event_id, F.tickets.set(7))

    with pytest.raises(OutOfBounds, match=r"Event\.at_most_five is 7\. At most 5"):
        depot.event.update(event.event_id, F.at_most_five.set(F.tickets))

    assert event.refresh().at_most_five == 1


def test_a_copy_of_a_unique_value_is_claimed(club: Club, some: str) -> None:
    one = club.member.create(nick=f"{some}-1")
    other = club.member.create(team=f"{some}-1")
    club.member.update(one.member_id, Member.fields.email.set(Member.fields.nick))

    with pytest.raises(UniqueTaken):
        club.member.update(other.member_id, Member.fields.nick.set(Member.fields.team))

    found = club.member.find_by_email(f"{some}-1")
    assert found is not None
    assert found.member_id == one.member_id


def test_fields_of_another_kind_or_model_do_not_meet() -> None:
    crate: Any = Crate.fields
    order: Any = Order.fields
    fields: Any = F

    assert _first_problem(lambda: fields.tickets < fields.day) == (
        "Event.tickets is a number, and Event.day a string. Compare fields of one kind."
    )
    assert _first_problem(lambda: crate.packed_at > crate.due_on).startswith(
        "Crate.packed_at is a date stored as %Y-%m-%dT%H:%M:%S.%f%z, and Crate.due_on a date"
    )
    assert _first_problem(lambda: fields.tickets.set(order.quantity)) == (
        "Event.tickets is compared with Order.quantity, which another item has. "
        "Use a field of Event."
    )
    assert _first_problem(lambda: fields.tickets == fields.tickets) == (
        "Event.tickets is compared with itself. Give another field."
    )
    assert _first_problem(lambda: Account.fields.balance.set(Account.fields.balance)) == (
        "Account.balance is compared with itself. Give another field."
    )


def test_a_transaction_takes_both(depot: Depot, event: Event) -> None:
    with depot.transaction() as tx:
        tx.update(event, F.tickets.set(F.capacity_total), condition=F.tickets < F.capacity_total)

    assert event.refresh().tickets == 2
