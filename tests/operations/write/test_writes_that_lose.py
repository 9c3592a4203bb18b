"""Writes that others always outrun, or that no batch takes: they end, and say why."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from tavola import AlreadyExists, ItemChanged, OperationError, WriteEvent
from tavola.errors import CancellationReason, ConditionFailed, StoreError, TransactionCancelled
from tavola.operations.steps import Request, Wait
from tavola.operations.write.sending.send import check_size
from tests.table.generated.board import Board, Pin
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.depot import Crate, Depot
from tests.table.generated.orders import Order, Orders
from tests.table.stores import unsent

NOW = datetime(2026, 1, 2, tzinfo=UTC)
CLUB = unsent(Club, rng=random.Random(1))
DEPOT = unsent(Depot, rng=random.Random(1))
CRATE = {
    "PK": {"S": "CRATE#c"},
    "SK": {"S": "CRATE"},
    "crateId": {"S": "c"},
    "sealed": {"N": "1"},
    "changedAt": {"S": "2026-01-02T03:04:05.000000Z"},
    "version": {"N": "1"},
    "type": {"S": "Crate"},
}


class Faster:
    """Answers as a store on which somebody else always wrote just before."""

    def __init__(self) -> None:
        self.seconds = 0
        self.asked: Counter[str] = Counter()

    def item(self) -> dict[str, Any]:
        """The item as it is now: another second each time."""
        self.seconds += 1
        return {**CRATE, "packedAt": {"S": f"2026-01-02T03:04:{self.seconds % 60:02}.000000+0000"}}

    def answer(self, step: Request | Wait) -> Any:
        """Show the item, and refuse every write of it."""
        if isinstance(step, Wait):
            return None
        self.asked[step.action] += 1
        if step.action == "GetItem":
            return msgspec.json.encode({"Item": self.item()})
        refused = ConditionFailed("no", item=self.item())
        if step.action != "TransactWriteItems":
            return refused
        reason = CancellationReason("ConditionalCheckFailed", item=self.item())
        return TransactionCancelled("no", reasons=[reason])


def drive(operation: Any, answer: Callable[[Any], Any]) -> StoreError:
    """Answer an operation's steps until it gives up."""
    steps = operation.steps()
    try:
        step = next(steps)
        while True:
            answered = answer(step)
            refused = isinstance(answered, StoreError)
            step = steps.throw(answered) if refused else steps.send(answered)
    except StoreError as ended:
        return ended


def test_a_write_that_others_outrun_forty_times_gives_up() -> None:
    faster = Faster()

    ended = drive(DEPOT.crate.plan.update("c", hall="south"), faster.answer)

    assert isinstance(ended, ItemChanged)
    assert (
        ended.message
        == "Crate: the write lost the race to other writers 40 times. Try again later."
    )
    # A refusal shows the item; behind the longer pauses it is read anew.
    assert faster.asked == {"UpdateItem": 40, "GetItem": 38}


def test_a_transaction_that_others_outrun_forty_times_gives_up() -> None:
    faster = Faster()
    block: Any = DEPOT.transaction()
    block.add(DEPOT.crate.plan.update("c", hall="south"))

    ended = drive(block._operation(), faster.answer)

    assert isinstance(ended, ItemChanged)
    assert (
        ended.message == "The transaction lost the race to other writers 40 times. Try again later."
    )
    assert faster.asked == {"TransactWriteItems": 40, "GetItem": 38}


def test_an_upsert_of_what_comes_and_goes_gives_up() -> None:
    asked: Counter[str] = Counter()

    def answer(step: Any) -> Any:
        asked[step.action] += 1
        if step.action == "GetItem":
            return b"{}"
        there = {"_pk": {"S": "a#n"}, "_sk": {"S": "a"}}
        return ConditionFailed("no", item=there if step.action == "PutItem" else None)

    ended = drive(CLUB.account.plan.upsert(name="n", balance=1), answer)

    assert (type(ended), ended.message) == (
        ItemChanged,
        "Account: other writers created and deleted it 40 times. Try again later.",
    )
    assert (asked["UpdateItem"], asked["PutItem"]) == (40, 40)


def test_a_transaction_takes_a_hundred_actions() -> None:
    check_size(40, 100)
    with pytest.raises(OperationError) as refused:
        check_size(40, 101)

    assert str(refused.value) == (
        "transaction: 40 operations need 101 actions, 61 of them for unique values. "
        "DynamoDB takes 100; split the transaction."
    )


BATCHES: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: CLUB.member.plan.put_all([Member()]),
        "Member has unique values, which a batch cannot check. "
        "Use db.transaction(), or create and save one by one.",
    ),
    (
        lambda: CLUB.account.plan.put_all([Account(name="n")]),
        "Account has versions, which a batch cannot check. "
        "Use db.transaction(), or create and save one by one.",
    ),
    (
        lambda: unsent(Orders).order.plan.put_all([Order(order_id="a1")]),
        "Order has transitions, which a batch cannot check. "
        "Use db.transaction(), or create and save one by one.",
    ),
    (
        lambda: unsent(Board).pin.plan.put_all([Pin(pin_id="0" * 26), Pin(pin_id="0" * 26)]),
        "Pin p#00000000000000000000000000/p is written twice in one batch. Keep one of them.",
    ),
]


@pytest.mark.parametrize(("make", "message"), BATCHES)
def test_what_a_batch_cannot_check_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(OperationError) as refused:
        next(make().steps())

    assert str(refused.value) == message


def test_a_batch_that_is_refused_runs_no_hook() -> None:
    club, ran = unsent(Club), list[Any]()
    club.hooks.before_save(Member)(ran.append)

    with pytest.raises(OperationError, match="has unique values"):
        next(club.member.plan.put_all([Member()]).steps())

    assert ran == []


def test_hooks_of_an_upsert_in_a_transaction_see_the_update_and_the_creation() -> None:
    seen: list[tuple[str, str, Account | None]] = []
    with Club.open("memory:") as club:

        @club.hooks.before_save(Account)
        def before(event: WriteEvent[Account]) -> None:
            seen.append(("before", event.verb, event.instance))

        @club.hooks.after_save(Account)
        def after(event: WriteEvent[Account]) -> None:
            seen.append(("after", event.verb, event.instance))

        with club.transaction() as tx:
            tx.add(club.account.plan.upsert(name="n", balance=1))
        made = club.account.get("n")
        with club.transaction() as tx:
            tx.add(club.account.plan.upsert(name="n", balance=2))

    assert [one[:2] for one in seen] == [
        ("before", "update"),
        ("before", "create"),
        ("after", "create"),
        ("before", "update"),
        ("before", "create"),
        ("after", "update"),
    ]
    assert (seen[0][2], seen[2][2]) == (None, made)


def test_who_creates_what_is_there_is_told_how_to_change_it() -> None:
    with Club.open("memory:") as club:
        club.account.create(name="n")
        with pytest.raises(AlreadyExists) as refused:
            club.account.create(name="n")

    assert refused.value.message == "Account a#n/a exists already. Use save, update or put."


def test_an_instance_of_no_table_is_not_saved() -> None:
    with pytest.raises(OperationError) as refused:
        next(DEPOT.crate.plan.save(Crate(crate_id="c", sealed=True, packed_at=NOW)).steps())

    assert str(refused.value) == (
        "Crate: this instance is not stored yet, so it cannot be saved. "
        "Create it first: db.crate.put(instance), or create(…)."
    )
