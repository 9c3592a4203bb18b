"""What it means that a condition did not hold, from the item as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from tavola.codec.decoder import RawItem
from tavola.errors import (
    AlreadyExists,
    CancellationReason,
    ConditionFailed,
    ItemChanged,
    ItemMissing,
)
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired
from tavola.operations.read.get import value_text
from tavola.operations.write.plans.locks import LockChange, OwnerCheck
from tavola.operations.write.plans.plan import Plan
from tavola.operations.write.sending.lock_inspection import LockHeld

Refuse = Callable[[RawItem | None], ConditionFailed]
"""Says what it means that an action's condition did not hold, from the item as it was."""


class SeveralChanged(ItemChanged):
    """Several items of a transaction are no longer what was read; `changes` has each of them."""

    def __init__(self, changes: Sequence[ItemChanged]) -> None:
        super().__init__(changes[0].message, item=changes[0].item)
        self.position = changes[0].position
        self.changes = tuple(changes)


def first_refusal(
    refusals: Sequence[Refuse], reasons: Sequence[CancellationReason]
) -> ConditionFailed | None:
    """Explain the first action of a cancelled transaction whose condition did not hold.

    Where that only means that its item has to be looked at again, so have all others that changed:
    if each attempt found out about one, a transaction would get through more seldom than a write.
    """
    changes: list[ItemChanged] = []
    # Not every service that speaks DynamoDB's API gives a reason for each action.
    for number, (refuse, reason) in enumerate(zip(refusals, reasons, strict=False)):
        if reason.code != "ConditionalCheckFailed":
            continue
        refusal = refuse(cast("RawItem | None", reason.item))
        # The action that failed, often one of our own, does not say which operation wants a lock.
        refusal.position = None if isinstance(refusal, LockHeld) else number
        if isinstance(refusal, ItemChanged):
            changes.append(refusal)
        elif not changes:
            return refusal
    return SeveralChanged(changes) if len(changes) > 1 else next(iter(changes), None)


def refuse_plan(context: TableContext, plan: Plan, check: OwnerCheck | None) -> Refuse:
    """Explain the refusal of a plan; a check of a lock's owner may stand in its condition too."""

    def refuse(item: RawItem | None) -> ConditionFailed:
        lock = check.find_taken(item) if check is not None and item is not None else None
        if lock is not None and not is_expired(context, lock.ttl, item or {}):
            return LockHeld(lock)
        return explain_failure(context, plan, item)

    return refuse


def refuse_lock(lock: LockChange) -> Refuse:
    """Explain the refusal of a lock."""
    return lambda _: LockHeld(lock)


def refuse_check(check: OwnerCheck) -> Refuse:
    """Explain the refusal of the check that an owner is still gone."""
    return lambda item: LockHeld(check.find_taken(item or {}) or check.owners[0][0])


def explain_failure(context: TableContext, plan: Plan, item: Any) -> ConditionFailed:
    """Say which of a plan's conditions did not hold, from the item as it was."""
    name = "/".join(map(value_text, plan.key.values()))
    where = f"{plan.model} {name}"
    is_foreign = item is not None and plan.foreign is not None and plan.foreign(item)
    if is_foreign and plan.kind == "Put":
        return AlreadyExists(
            f"{where}: an item of another model has this key. Choose another one.", item=item
        )
    if plan.expects == "absent":
        return AlreadyExists(f"{where} exists already. Use save, update or put.", item=item)
    is_deleting = plan.kind == "Delete" and is_foreign
    if is_deleting or (
        plan.expects == "present"
        and (item is None or is_foreign or is_expired(context, plan.ttl, item))
    ):
        hint = "Nothing is left to delete" if plan.kind == "Delete" else "Create it, or use upsert"
        return ItemMissing(f"{where} does not exist. {hint}.", item=None)
    if plan.version is not None and not plan.version.holds(item):
        return ItemChanged(f"{where} has another version. Refresh it and try again.", item=item)
    is_moved = any(not guard.holds(item) for guard in plan.guards)
    if is_moved or _is_behind(plan, item) or any(not limit.holds(item) for limit in plan.limits):
        return ItemChanged(f"{where} was changed meanwhile. Refresh it and try again.", item=item)
    stored = None if item is not None and is_expired(context, plan.ttl, item) else item
    for transition in plan.transitions:
        before = transition.before(stored)
        if not transition.allows(before):
            return transition.refusal(where, before, item)
    for need in plan.needs:
        if not need.holds(stored):
            return need.refusal(where, item)
    return ConditionFailed(f"{where}: the condition does not hold.", item=item)


def _is_behind(plan: Plan, item: RawItem | None) -> bool:
    """Whether the new version is not greater than the stored one."""
    if plan.grows is None or plan.grows.attribute is None:
        return False
    stored = (item or {}).get(plan.grows.attribute_name)
    return stored is not None and str(stored.get("S")) >= str(plan.grows.attribute.get("S"))
