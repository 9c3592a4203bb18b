"""What no table can run is refused when it is planned, with the whole of what would be right."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

import tavola
from tavola import OperationError
from tests.table.generated.board import Board, Pin
from tests.table.generated.circuit import Circuit
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.library import Book, Library
from tests.table.generated.offices import Desk, Domain, Offices
from tests.table.stores import unsent

CLUB = unsent(Club)
LIBRARY = unsent(Library)
OFFICES = unsent(Offices)
ACME = OFFICES.tenant("acme")
OTHER = OFFICES.tenant("other")
NOT_PLANNED = "is not planned. Give what a method of `.plan` returns."
ANYTHING: Any = 5
MEMBER_PLANS: Any = CLUB.member.plan


def of_acme() -> Desk:
    desk = Desk(room="r", number=1)
    setattr(desk, "_table", ACME)  # noqa: B010 - as if it had been read there
    return desk


CALLS: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: OTHER.desk.plan.first(ACME.desk.plan.desks_in_room(room="r")),
        "Desk.first: the query is of table 'offices' of tenant 'acme', not of table 'offices' of "
        "tenant 'other'. Plan it on the table that runs it.",
    ),
    (
        lambda: OTHER.desk.plan.exists(ACME.desk.plan.desks_in_room(room="r")),
        "Desk.exists: the query is of table 'offices' of tenant 'acme', not of table 'offices' of "
        "tenant 'other'. Plan it on the table that runs it.",
    ),
    (
        lambda: OTHER.desk.plan.returning_old(ACME.desk.plan.delete("r", 1)),
        "Desk.returning_old: the write is of table 'offices' of tenant 'acme', not of table "
        "'offices' of tenant 'other'. Plan it on the table that runs it.",
    ),
    (
        lambda: CLUB.member.plan.reach(LIBRARY.book.plan.books_on_shelf(shelf="s"), "title"),
        "Member.reach: the query is of table 'library', not of table 'club'. Plan it on the table "
        "that runs it.",
    ),
    (lambda: CLUB.member.plan.first(ANYTHING), f"Member.first: 5 {NOT_PLANNED}"),
    (lambda: CLUB.member.plan.exists(ANYTHING), f"Member.exists: 5 {NOT_PLANNED}"),
    (lambda: CLUB.member.plan.count(ANYTHING), f"Member.count: 5 {NOT_PLANNED}"),
    (lambda: CLUB.member.plan.reach(ANYTHING, "x"), f"Member.reach: 5 {NOT_PLANNED}"),
    (
        lambda: MEMBER_PLANS.returning_old(ANYTHING),
        f"Member.returning_old: 5 {NOT_PLANNED}",
    ),
    (
        lambda: OTHER.desk.plan.save(of_acme()),
        "Desk: the instance belongs to table 'offices' of tenant 'acme', not to table 'offices' "
        "of tenant 'other'. Save and delete it where it was read.",
    ),
    (
        lambda: OTHER.desk.plan.put(of_acme()),
        "Desk: the instance belongs to table 'offices' of tenant 'acme', not to table 'offices' "
        "of tenant 'other'. To copy it there, make a new one of its values.",
    ),
    (
        lambda: CLUB.member.plan.add(ANYTHING),
        "Member: 5 is not an instance. Make one, as Member(…).",
    ),
    (
        lambda: CLUB.member.plan.put_all([ANYTHING]),
        "Member: 5 is not an instance. Make one, as Member(…).",
    ),
    (
        lambda: CLUB.member.plan.remove(Member()),
        "Member: this instance is not stored yet, so it cannot be deleted. "
        "Create it first: db.member.put(instance), or create(…).",
    ),
    (
        lambda: CLUB.member.plan.iterate(bucket=10),
        "Member has no bucket 10. It has 0 to 9.",
    ),
    (
        lambda: CLUB.member.plan.iterate(bucket=-1),
        "Member.iterate: bucket is -1. Give 0 to 100000.",
    ),
    (
        lambda: CLUB.member.plan.iterate(buckets=0),
        "Member.iterate: buckets is 0. Give 1 to 100000.",
    ),
    (
        lambda: CLUB.member.plan.iterate(page=100_001),
        "Member.iterate: page is 100001. Give 1 to 100000.",
    ),
    (
        lambda: CLUB.member.plan.iterate(page=ANYTHING / 2),
        "Member.iterate: page is 2.5. Give 1 to 100000.",
    ),
    (
        lambda: CLUB.member.plan.iterate(on_bad_item=ANYTHING),
        "Member.iterate: on_bad_item is 5. Give 'raise', 'skip', or a function that takes the "
        "DecodeError.",
    ),
    (
        lambda: CLUB.member.plan.scan(allow_scan=True, on_bad_item=ANYTHING),
        "Member.scan: on_bad_item is 5. Give 'raise', 'skip', or a function that takes the "
        "DecodeError.",
    ),
    (
        lambda: LIBRARY.book.plan.upsert(shelf="s", title="t"),  # type: ignore[call-arg]  # the mistake
        "Book.upsert: number has no value. Give the whole key, or use create.",
    ),
    (
        lambda: CLUB.tenant("acme"),
        "table 'club': its design has no tenants, so that one would see all items. "
        "Add table: {tenancy: required}.",
    ),
    (
        lambda: CLUB.plans(Book),
        f"Book is not a model of Club. It has {', '.join(one.__name__ for one in Club.models)}.",
    ),
    (
        lambda: ACME.plans(Domain),
        "Domain belongs to no tenant. Use db.untenanted.domain.",
    ),
    (
        lambda: unsent(Circuit).table_name,
        f"Circuit has several tables, {', '.join(unsent(Circuit).table_names)}. "
        "Ask for table_names.",
    ),
    (
        lambda: unsent(Club, cursor_key=b""),
        "cursor_key is empty, which signs nothing. Give some random bytes.",
    ),
    (
        lambda: unsent(Club, rng=object()),
        "open: rng takes a random.Random, clock a function without arguments.",
    ),
    (
        lambda: unsent(Club, clock=5),
        "open: rng takes a random.Random, clock a function without arguments.",
    ),
    (
        lambda: tavola.transaction(),
        "transaction: no table is given. Give at least one.",
    ),
    (
        lambda: tavola.transaction(CLUB, unsent(Library)),
        "transaction: the tables are on different stores. "
        "Open both on one file, or the second one with store=first.store.",
    ),
    (
        lambda: CLUB.transaction().add(ANYTHING),
        "transaction: int is not a single-item write. "
        "Add a planned create, put, save, update, upsert or delete.",
    ),
    (
        lambda: CLUB.transaction().add(LIBRARY.book.plan.delete("s", 1)),
        "transaction: table 'library' is on another store. "
        "Plan the write on one of the transaction's tables.",
    ),
    (
        lambda: CLUB.transaction().create(Pin()),
        "Pin is not a model of Club.",
    ),
    (
        lambda: CLUB.transaction().check_key(Account, {"name": "n"}, {}),
        "Account.check: no condition is given. Give one.",
    ),
    (
        lambda: OTHER.transaction().save(of_acme()),
        "Desk: the instance belongs to table 'offices' of tenant 'acme', which is not part of this "
        "transaction. Use tavola.transaction with both tables.",
    ),
    (
        lambda: tavola.transaction(ACME, OTHER).create(Desk(room="r", number=1)),
        "Desk is a model of 2 tables of this transaction. "
        "Say which: tx.add(table.handle.plan.add(instance)).",
    ),
]


@pytest.mark.parametrize(("call", "message"), CALLS)
def test_what_cannot_be_run_is_refused_at_once(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(OperationError) as refused:
        call()

    assert str(refused.value) == message


def test_the_largest_and_smallest_numbers_of_an_iteration_are_taken() -> None:
    plan = CLUB.member.plan.iterate(bucket=0, buckets=1, page=100_000)

    assert (plan.open, plan.page) == (((0, None),), 100_000)
    assert CLUB.member.plan.iterate(bucket=9).open == ((9, None),)
    assert CLUB.member.plan.iterate(buckets=2, page=1).open == ((0, None), (1, None))


def test_a_transaction_gives_back_what_it_is_given() -> None:
    with Board.open("memory:", rng=random.Random(1)) as board:
        pin, other = board.pin.create(topic="a"), board.pin.create(topic="b")
        gone, new = board.pin.create(topic="c"), Pin(topic="d")
        put = Pin(pin_id="0" * 26, created_at=datetime(2026, 1, 1, tzinfo=UTC))
        pin.topic = "x"
        with board.transaction() as tx:
            given = [
                tx.create(new),
                tx.put(put),
                tx.save(pin),
                tx.update(other, Pin.fields.topic.set("y")),
                tx.delete(gone),
            ]

        assert [id(one) for one in given] == [id(one) for one in (new, put, pin, other, gone)]
        assert board.pin.get_many([one.pin_id for one in given]) == [
            new,
            put,
            pin,
            other.refresh(),
            None,
        ]


def test_a_save_of_what_did_not_change_adds_nothing() -> None:
    with Board.open("memory:") as board:
        pin = board.pin.create(topic="a")
        with board.consumed() as consumed, board.transaction() as tx:
            assert tx.save(pin) is pin

    assert consumed.requests == 0
