"""Sending a plan, and saying what a refusal means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import (
    AlreadyExists,
    CancellationReason,
    ConditionFailed,
    DecodeError,
    ItemChanged,
    ItemMissing,
    OperationError,
    TransactionCancelled,
    UniqueTaken,
)
from tavola.model.model import Model
from tavola.operations.get import key_text
from tavola.operations.known import Known
from tavola.operations.locks import (
    GoneOwner,
    LockChange,
    OwnerCheck,
    check_owners,
    gone_owner,
    has_value,
    is_same,
    merge_locks,
)
from tavola.operations.place import Place
from tavola.operations.planning import NEEDS_ITEM, Guard, Plan, Planner
from tavola.operations.steps import Request, Steps, Wait

M = TypeVar("M", bound=Model)

# How often a write reads the item again because another writer was faster.
MAX_RACES = 24
# DynamoDB: a transaction has up to 100 actions. API reference, TransactWriteItems.
MAX_ACTIONS = 100


def write(
    place: Place, codec: Codec[M], planner: Planner, known: Known[M] | None, returns: str
) -> Steps[tuple[bytes | None, Plan]]:
    """Plan and send one write; read the item when the plan needs it, again when it moved.

    Returns the response of a single action, or None of a transaction, and the plan it answers.
    """
    findings: Findings = {}
    for race in range(MAX_RACES):
        plan = planner(known)
        if plan is NEEDS_ITEM:
            known = yield from read_known(place, codec, planner)
            plan = planner(known)
            assert isinstance(plan, Plan)  # noqa: S101 - a planner that knows the item needs nothing
        plan = with_findings(plan, findings)
        try:
            if plan.locks:
                yield from _send_with_locks(place, plan)
                return None, plan
            try:
                return (yield _alone(plan, returns)), plan
            except ConditionFailed as failed:
                raise explained(place, plan, failed.item) from failed
        except LockHeld as held:
            yield from inspect_lock(place, codec, held, findings, [plan])
        except ItemChanged as changed:
            known = renewed(codec, plan, known, changed)
        yield Wait(place.backoff.pause_of_race(race))
    raise ItemChanged(
        f"{codec.schema.name}: other writers were faster {MAX_RACES} times. Try again later."
    )


def renewed(codec: Codec[M], plan: Plan, known: Known[M] | None, changed: ItemChanged) -> Known[M]:
    """What to plan with after an item was found changed, or the refusal if that is final.

    What the write itself read may be replaced. What an instance was loaded with may not, but
    another writing of the same values is no change: a date in another form, a NULL for nothing.
    """
    stored: Any = changed.item
    item: RawItem | None = None if stored is None else dict(stored)
    if plan.version is not None and not holds(plan.version, item):
        raise changed
    if known is None or known.is_fresh:
        return Known(codec, item=item)
    names = [guard.name for guard in plan.guards] + [room.name for room in plan.rooms]
    if not known.agrees(item, names):
        raise changed
    return known.as_written(item)


class Finding(Struct, frozen=True):
    """What was found out about a lock that was not free."""

    former: tuple[RawItem, ...] = ()
    """Owners that are gone, so that it may be taken from them."""
    gone: tuple[GoneOwner, ...] = ()
    """The same, as what must still be so."""
    is_foreign: bool = False
    """Whether it is not ours to release."""

    def applied(self, lock: LockChange) -> LockChange:
        """The change of a lock as it is to be made."""
        if lock.claim is None:
            return replace(lock, is_foreign=self.is_foreign)
        return replace(lock, former=(*lock.former, *self.former), gone=self.gone)


Findings = dict[tuple[str, ...], Finding]
"""What was found out about locks, by their texts."""

_NOTHING_FOUND = Finding()


class LockHeld(UniqueTaken):
    """A lock is not free; it has yet to be found out whether its owner still exists."""

    def __init__(self, lock: LockChange) -> None:
        super().__init__(
            f"{lock.owner['relatedModel']['S']}.{lock.field_names}: {lock.value!r} belongs to "
            "another item. Choose another value.",
            fields=lock.unique.fields,
            values=lock.values,
        )
        self.lock = lock

    def final(self) -> UniqueTaken:
        """The same refusal, found out to be final."""
        taken = UniqueTaken(self.message, fields=self.fields, values=self.values)
        taken.position = self.position
        return taken


def with_findings(plan: Plan, findings: Findings) -> Plan:
    """Apply to a plan's locks what was found out about them."""
    if not findings:
        return plan
    found = (findings.get(lock.text, _NOTHING_FOUND).applied(lock) for lock in plan.locks)
    return replace(plan, locks=tuple(found))


def read_known(place: Place, codec: Codec[M], planner: Planner) -> Steps[Known[M]]:
    """Read the item that a planner needs; it plans for a missing one to tell its key."""
    probe = planner(Known(codec))
    assert isinstance(probe, Plan)  # noqa: S101 - a planner that knows the item needs nothing
    item = yield from read_item(place, probe.key)
    return Known(codec, item=item)


def read_item(place: Place, key: RawItem) -> Steps[RawItem | None]:
    """Read one item as it stands, consistently."""
    body = {"TableName": place.table, "Key": key, "ConsistentRead": True}
    response = yield Request("GetItem", body)
    item: RawItem | None = msgspec.json.decode(response).get("Item")
    return item


def _alone(plan: Plan, returns: str) -> Request:
    """The request of a plan that changes no locks."""
    body = plan.body if returns == "NONE" else {**plan.body, "ReturnValues": returns}
    return Request(f"{plan.kind}Item", body)


def _send_with_locks(place: Place, plan: Plan) -> Steps[None]:
    """Send a plan that changes locks; to whoever asked for it, it is no transaction."""
    try:
        yield from send_all(place, [plan], place.token())
    except ConditionFailed as refused:
        refused.position = None
        raise


def send_all(place: Place, plans: Sequence[Plan], token: str) -> Steps[None]:
    """Send plans and their locks as one transaction."""
    locks = merge_locks(lock for plan in plans for lock in plan.locks)
    joined, checks = _join_checks(plans, check_owners(locks))
    sent = [
        plan.also(joined[plan.text].conditions) if plan.text in joined else plan for plan in plans
    ]
    actions = [plan.action() for plan in sent] + [lock.action(place) for lock in locks]
    actions += [check.action() for check in checks]
    check_size(len(plans), len(actions))
    body = {"TransactItems": actions, "ClientRequestToken": token}
    try:
        yield Request("TransactWriteItems", body)
    except TransactionCancelled as cancelled:
        refusals = [
            *(_refuse_plan(place, plan, joined.get(plan.text)) for plan in plans),
            *(_refuse_lock(lock) for lock in locks),
            *(_refuse_check(check) for check in checks),
        ]
        refusal = _first_refusal(refusals, cancelled.reasons)
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
    return any(guard.name in had and not holds(guard, had) for guard in plan.guards)


def check_size(asked: int, actions: int) -> None:
    """Refuse a transaction that DynamoDB would refuse, and say what it is made of."""
    if actions > MAX_ACTIONS:
        raise OperationError(
            f"transaction: {asked} operations need {actions} actions, {actions - asked} of them "
            f"for unique values. DynamoDB takes {MAX_ACTIONS}; split the transaction."
        )


Refuse = Callable[[RawItem | None], ConditionFailed]
"""Says what it means that an action's condition did not hold, from the item as it was."""


def _first_refusal(
    refusals: Sequence[Refuse], reasons: Sequence[CancellationReason]
) -> ConditionFailed | None:
    # Not every service that speaks DynamoDB's API gives a reason for each action.
    for number, (refuse, reason) in enumerate(zip(refusals, reasons, strict=False)):
        if reason.code == "ConditionalCheckFailed":
            refusal = refuse(cast("RawItem | None", reason.item))
            # Who wants a lock is not told by the action that failed, often one of our own.
            refusal.position = None if isinstance(refusal, LockHeld) else number
            return refusal
    return None


def _refuse_plan(place: Place, plan: Plan, check: OwnerCheck | None) -> Refuse:
    def refuse(item: RawItem | None) -> ConditionFailed:
        lock = check.find_taken(item) if check is not None and item is not None else None
        if lock is not None and not is_over(place, lock.ttl, item or {}):
            return LockHeld(lock)
        return explained(place, plan, item)

    return refuse


def _refuse_lock(lock: LockChange) -> Refuse:
    return lambda _: LockHeld(lock)


def _refuse_check(check: OwnerCheck) -> Refuse:
    return lambda item: LockHeld(check.find_taken(item or {}) or check.owners[0][0])


def explained(place: Place, plan: Plan, item: Any) -> ConditionFailed:
    """Say which of a plan's conditions did not hold, from the item as it was."""
    name = "/".join(value["S"] for value in plan.key.values())
    where = f"{plan.model} {name}"
    if plan.expects == "absent":
        return AlreadyExists(f"{where}: exists already. Use save, update or put.", item=item)
    if plan.expects == "present" and (item is None or is_over(place, plan.ttl, item)):
        hint = "Nothing is left to delete" if plan.kind == "Delete" else "Create it, or use upsert"
        return ItemMissing(f"{where}: does not exist. {hint}.", item=None)
    if plan.version is not None and not holds(plan.version, item):
        return ItemChanged(f"{where}: has another version. Refresh it and try again.", item=item)
    is_moved = any(not holds(guard, item) for guard in plan.guards)
    if is_moved or _is_behind(plan, item) or any(not room.holds(item) for room in plan.rooms):
        return ItemChanged(f"{where}: was changed meanwhile. Refresh it and try again.", item=item)
    return ConditionFailed(f"{where}: the condition does not hold.", item=item)


def is_over(place: Place, name: str | None, item: RawItem) -> bool:
    """Say whether a stored item's time to live is over."""
    ttl = item.get(name or "")
    return ttl is not None and "N" in ttl and float(ttl["N"]) <= place.clock()


def holds(guard: Guard, item: Mapping[str, Any] | None) -> bool:
    """Say whether an attribute is still what was read."""
    return is_same((item or {}).get(guard.name), guard.attribute)


def _is_behind(plan: Plan, item: RawItem | None) -> bool:
    """Whether the new version is not greater than the stored one."""
    if plan.grows is None or plan.grows.attribute is None:
        return False
    stored = (item or {}).get(plan.grows.name)
    return stored is not None and str(stored.get("S")) >= str(plan.grows.attribute.get("S"))


def inspect_lock(
    place: Place, codec: Codec[M], held: LockHeld, findings: Findings, plans: Sequence[Plan] = ()
) -> Steps[None]:
    """Find out whether a lock's owner still holds the value; if it does, the value is taken.

    Unless one of the plans writes the owner too, and did not know that it has it.
    """
    lock = held.lock
    stored = yield from read_item(place, lock.key)
    known = findings.get(lock.text, _NOTHING_FOUND)
    owner = {name: (stored or {}).get(name, {"S": ""}) for name in ("relatedId", "relatedModel")}
    if lock.claim is None:
        # Somebody else's lock is not ours to release; it may have become ours by now.
        findings[lock.text] = Finding(is_foreign=owner not in (lock.owner, *lock.former))
        return
    if stored is None:
        return
    if owner in known.former or owner["relatedModel"]["S"] != codec.schema.name:
        raise held.final() from None
    if owner in (lock.owner, *lock.former):
        # It has come to who may have it, or to who gives it away: there is nobody else to ask.
        findings.pop(lock.text, None)
        return
    try:
        key = codec.key_from_id(owner["relatedId"]["S"], place.tenant)
    except DecodeError:
        raise held.final() from None
    item = yield from read_item(place, key)
    if (
        item is not None
        and not is_over(place, lock.ttl, item)
        and has_value(place, codec, lock, item)
    ):
        if any(_is_outdated(plan, (lock.table, *key_text(key)), lock, item) for plan in plans):
            return
        raise held.final() from None
    gone = gone_owner(place, codec, lock, key)
    findings[lock.text] = Finding(
        former=(*known.former, owner), gone=known.gone if gone is None else (*known.gone, gone)
    )


def _is_outdated(plan: Plan, text: tuple[str, ...], lock: LockChange, item: RawItem) -> bool:
    """Whether a plan writes an item by a value that it has no more, and will be made again."""
    guards = (guard for guard in plan.guards if guard.name in lock.unique.fields)
    return plan.text == text and any(not holds(guard, item) for guard in guards)
