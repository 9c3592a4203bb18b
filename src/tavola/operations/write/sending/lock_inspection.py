"""Finding out whether the owner of a lock still holds its value, after a claim was refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import DecodeError, UniqueTaken
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired
from tavola.operations.read.get import key_text, read_item
from tavola.operations.steps import Steps
from tavola.operations.write.plans.locks import GoneOwner, LockChange, gone_owner, has_value
from tavola.operations.write.plans.plan import Plan

M = TypeVar("M", bound=Model)


class LockFinding(Struct, frozen=True):
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


LockFindings = dict[tuple[str, ...], LockFinding]
"""What was found out about locks, by their texts."""

_NOTHING_FOUND = LockFinding()


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


def with_findings(plan: Plan, findings: LockFindings) -> Plan:
    """Apply to a plan's locks what was found out about them."""
    if not findings:
        return plan
    found = (findings.get(lock.text, _NOTHING_FOUND).applied(lock) for lock in plan.locks)
    return replace(plan, locks=tuple(found))


def inspect_lock(
    context: TableContext,
    codec: Codec[M],
    held: LockHeld,
    findings: LockFindings,
    plans: Sequence[Plan] = (),
) -> Steps[None]:
    """Find out whether a lock's owner still holds the value; if it does, the value is taken.

    Unless one of the plans writes the owner too, and did not know that it has it.
    """
    lock = held.lock
    stored = yield from read_item(context, lock.key)
    known = findings.get(lock.text, _NOTHING_FOUND)
    owner = {name: (stored or {}).get(name, {"S": ""}) for name in ("relatedId", "relatedModel")}
    if lock.claim is None:
        # Somebody else's lock is not ours to release; it may have become ours by now.
        findings[lock.text] = LockFinding(is_foreign=owner not in (lock.owner, *lock.former))
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
        key = codec.key_from_id(owner["relatedId"]["S"], context.tenant)
    except DecodeError:
        raise held.final() from None
    item = yield from read_item(context, key)
    if (
        item is not None
        and not is_expired(context, lock.ttl, item)
        and has_value(context, codec, lock, item)
    ):
        if any(_is_outdated(plan, (lock.table, *key_text(key)), lock, item) for plan in plans):
            return
        raise held.final() from None
    gone = gone_owner(context, codec, lock, key)
    findings[lock.text] = LockFinding(
        former=(*known.former, owner), gone=known.gone if gone is None else (*known.gone, gone)
    )


def _is_outdated(plan: Plan, text: tuple[str, ...], lock: LockChange, item: RawItem) -> bool:
    """Whether a plan writes an item by a value that it has no more, and will be made again."""
    guards = (guard for guard in plan.guards if guard.name in lock.unique.parts)
    return plan.text == text and any(not guard.holds(item) for guard in guards)
