"""What a transaction's refusal tells: which operation, which value, and what the store said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tavola import (
    AlreadyExists,
    ConditionFailed,
    OperationError,
    TransactionCancelled,
    UniqueTaken,
)
from tavola.errors import CancellationReason
from tavola.operations.write.transaction import Transaction
from tavola.table.internals import context_of
from tests.table.generated.club import Account, Club, Member, Ticket
from tests.table.stores import managed_key, set_raw


def test_a_taken_value_names_the_operation_that_wants_it(club: Club, some: str) -> None:
    club.member.create(email=some)

    with pytest.raises(UniqueTaken) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Account(name=some))
        tx.create(Member(nick=some))
        tx.create(Member(nick=f"{some}-2", email=some))

    taken = refused.value
    assert (taken.position, taken.field, taken.value) == (2, "email", some)


def test_an_operation_that_gives_a_value_away_is_not_the_one_that_is_named(
    club: Club, some: str
) -> None:
    ada = club.member.create(email=f"{some}-a")
    club.member.create(email=f"{some}-e")

    with pytest.raises(UniqueTaken) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.update(ada, Member.fields.email.set(None))
        tx.create(Member(email=f"{some}-e"))

    assert refused.value.position == 1


def test_who_wants_a_value_is_named_and_not_who_gives_up_the_same_one(
    club: Club, some: str
) -> None:
    # Another program gave it a value that is not its own to give away.
    ada = club.member.create(email=f"{some}-a")
    club.member.create(email=some)
    set_raw(club, managed_key("m", ada.member_id), "e-mail", {"S": some})
    ada.refresh()

    with pytest.raises(UniqueTaken) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.update(ada, Member.fields.email.set(None))
        tx.create(Member(email=some))

    taken = refused.value
    assert (taken.position, taken.field, taken.value) == (1, "email", some)


def test_a_value_that_two_operations_want_names_the_second(club: Club, some: str) -> None:
    with pytest.raises(UniqueTaken) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Member(email=some))
        tx.create(Account(name=some))
        tx.create(Member(email=some))

    taken = refused.value
    assert (taken.position, taken.field, taken.value) == (2, "email", some)
    assert "is given to two items in one transaction" in str(taken)


def test_a_write_alone_has_no_place_among_operations(club: Club, some: str) -> None:
    club.member.create(email=some)

    with pytest.raises(UniqueTaken) as refused:
        club.member.create(email=some)

    assert refused.value.position is None


def test_a_write_that_is_a_transaction_for_its_unique_values_is_told_like_any_other(
    club: Club, some: str
) -> None:
    ada = club.member.create(email=some)

    with pytest.raises(AlreadyExists) as refused:
        club.member.create(member_id=ada.member_id, email=f"{some}-2")

    assert refused.value.position is None


def answered(club: Club, reasons: Sequence[CancellationReason]) -> Any:
    """Send two creations with unique values to a service that cancels them for these reasons."""
    tickets = [Ticket(number=1), Ticket(number=2)]
    plans = club.plans(Ticket)
    operation = Transaction(context_of(club), tuple(map(plans.add, tickets)))
    steps = operation.steps()
    next(steps)
    return steps.throw(TransactionCancelled("Transaction cancelled", reasons=reasons))


FAILED = CancellationReason("ConditionalCheckFailed")
FINE = CancellationReason("None")


@pytest.mark.parametrize("reasons", [[], [FINE], [FINE] * 4, [FINE] * 9])
def test_a_cancellation_that_names_no_action_stays_what_it_is(
    local: Club, reasons: list[CancellationReason]
) -> None:
    with pytest.raises(TransactionCancelled) as refused:
        answered(local, reasons)

    assert refused.value.reasons == tuple(reasons)


@pytest.mark.parametrize("reasons", [[FINE, FAILED], [FINE, FAILED, FINE, FINE]])
def test_a_cancellation_may_name_fewer_actions_than_were_sent(
    local: Club, reasons: list[CancellationReason]
) -> None:
    with pytest.raises(ConditionFailed, match="exists already") as refused:
        answered(local, reasons)

    assert refused.value.position == 1


def test_what_is_no_single_write_is_refused_when_it_is_added(local: Club) -> None:
    plan: Any = local.account.plan.get("a")

    with pytest.raises(OperationError, match=r"^transaction: Get is not a single-item write"):
        local.transaction().add(plan)
