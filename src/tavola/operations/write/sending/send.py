"""Sending a plan: alone or with its locks, and again when another writer was faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import ConditionFailed, ItemChanged, OperationError, TransactionCancelled
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.read.get import read_item
from tavola.operations.retry import MAX_RACES
from tavola.operations.steps import Request, Steps, Wait
from tavola.operations.write.known import Known
from tavola.operations.write.plans.locks import (
    GoneOwner,
    LockChange,
    OwnerCheck,
    check_owners,
    merge_locks,
)
from tavola.operations.write.plans.plan import NEEDS_ITEM, Plan, Planner
from tavola.operations.write.sending.explain_failure import (
    explain_failure,
    first_refusal,
    refuse_check,
    refuse_lock,
    refuse_plan,
)
from tavola.operations.write.sending.lock_inspection import (
    LockFindings,
    LockHeld,
    inspect_lock,
    with_findings,
)

M = TypeVar("M", bound=Model)

# DynamoDB: a transaction has up to 100 actions. API reference, TransactWriteItems.
MAX_ACTIONS = 100

# After so many races a pause is longer than others need for a write.
_SHORT_RACES = 2


def write(
    context: TableContext, codec: Codec[M], planner: Planner, known: Known[M] | None, returns: str
) -> Steps[tuple[bytes | None, Plan]]:
    """Plan and send one write; read the item when the plan needs it, again when it moved.

    Returns the response of a single action, or None of a transaction, and the plan it answers.
    """
    findings: LockFindings = {}
    for race in range(MAX_RACES):
        plan = planner(known)
        if plan is NEEDS_ITEM:
            known = yield from read_known(context, codec, planner)
            plan = planner(known)
            assert isinstance(plan, Plan)  # noqa: S101 - a planner that knows the item needs nothing
        plan = with_findings(plan, findings)
        try:
            if plan.locks:
                yield from _send_with_locks(context, plan)
                return None, plan
            try:
                return (yield _alone(plan, returns)), plan
            except ConditionFailed as failed:
                raise explain_failure(context, plan, failed.item) from failed
        except LockHeld as held:
            yield from inspect_lock(context, codec, held, findings, [plan])
        except ItemChanged as changed:
            known = known_after_race(race, replan_from(codec, plan, known, changed))
        yield Wait(context.backoff.pause_of_race(race))
    raise ItemChanged(
        f"{codec.schema.name}: the write lost the race to other writers {MAX_RACES} times. "
        "Try again later."
    )


def replan_from(
    codec: Codec[M], plan: Plan, known: Known[M] | None, changed: ItemChanged
) -> Known[M]:
    """What to plan with after an item was found changed, or the refusal if that is final.

    What the write itself read may be replaced. What an instance was loaded with may not, but
    the same values in another format are not a change: a date in another form, a NULL for nothing.
    """
    stored: Any = changed.item
    item: RawItem | None = None if stored is None else dict(stored)
    if plan.version is not None and not plan.version.holds(item):
        raise changed
    if known is None or known.is_fresh:
        return Known(codec, item=item)
    names = [guard.name for guard in plan.guards] + [limit.name for limit in plan.limits]
    if not known.agrees(item, names):
        raise changed
    return known.as_written(item)


def known_after_race(race: int, known: Known[M]) -> Known[M] | None:
    """What to plan with after a pause; None to read the item once more.

    At first a refusal shows the item as it is. Where many write, the pauses grow, and what was
    true before one is hardly true behind it; then an item that may be read again is.
    """
    return None if race >= _SHORT_RACES and known.is_fresh else known


def read_known(context: TableContext, codec: Codec[M], planner: Planner) -> Steps[Known[M]]:
    """Read the item that a planner needs; it plans for a missing one to tell its key."""
    probe = planner(Known(codec))
    assert isinstance(probe, Plan)  # noqa: S101 - a planner that knows the item needs nothing
    item = yield from read_item(context, probe.key)
    return Known(codec, item=item)


def _alone(plan: Plan, returns: str) -> Request:
    """The request of a plan that changes no locks."""
    body = plan.body if returns == "NONE" else {**plan.body, "ReturnValues": returns}
    return Request(f"{plan.kind}Item", body)


def _send_with_locks(context: TableContext, plan: Plan) -> Steps[None]:
    """Send a plan that changes locks; to whoever asked for it, it is not a transaction."""
    try:
        yield from send_all(context, [plan], context.token())
    except ConditionFailed as refused:
        refused.position = None
        raise


def send_all(context: TableContext, plans: Sequence[Plan], token: str) -> Steps[None]:
    """Send plans and their locks as one transaction."""
    locks = merge_locks(lock for plan in plans for lock in plan.locks)
    joined, checks = _join_checks(plans, check_owners(locks)) if locks else ({}, [])
    sent = plans
    if joined:
        sent = [
            plan.also(joined[plan.text].conditions) if plan.text in joined else plan
            for plan in plans
        ]
    actions = [plan.action() for plan in sent] + [lock.action(context) for lock in locks]
    actions += [check.action() for check in checks]
    check_size(len(plans), len(actions))
    body = {"TransactItems": actions, "ClientRequestToken": token}
    try:
        yield Request("TransactWriteItems", body)
    except TransactionCancelled as cancelled:
        refusals = [
            *(
                refuse_plan(context, plan, joined.get(plan.text) if joined else None)
                for plan in plans
            ),
            *(refuse_lock(lock) for lock in locks),
            *(refuse_check(check) for check in checks),
        ]
        refusal = first_refusal(refusals, cancelled.reasons)
        if refusal is None:
            raise
        raise refusal from cancelled


def _join_checks(
    plans: Sequence[Plan], checks: Sequence[OwnerCheck]
) -> tuple[dict[tuple[str, ...], OwnerCheck], list[OwnerCheck]]:
    """Tell the checks of items that are written anyway, by these, from the others.

    A transaction names an item only once.
    """
    written = {plan.text: plan for plan in plans}
    joined: dict[tuple[str, ...], OwnerCheck] = {}
    for check in checks:
        plan = written.get(check.text)
        if plan is None:
            continue
        owners = [(lock, owner) for lock, owner in check.owners if not _settles(plan, lock, owner)]
        if owners:
            joined[check.text] = OwnerCheck(owners)
    return joined, [check for check in checks if check.text not in written]


def _settles(plan: Plan, lock: LockChange, owner: GoneOwner) -> bool:
    """Whether a write of a lock's owner makes sure by itself that it has the value no more."""
    if any(own.claim is None and own.text == lock.text for own in plan.locks):
        return True
    had = owner.attributes
    return any(guard.attribute_name in had and not guard.holds(had) for guard in plan.guards)


def check_size(asked: int, actions: int) -> None:
    """Refuse a transaction that DynamoDB would refuse, and say what it is made of."""
    if actions > MAX_ACTIONS:
        raise OperationError(
            f"transaction: {asked} operations need {actions} actions, {actions - asked} of them "
            f"for unique values. DynamoDB takes {MAX_ACTIONS}; split the transaction."
        )
