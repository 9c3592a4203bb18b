"""Several writes as one TransactWriteItems: all of them, or none.

Unique values and index keys of the models hold inside it as they do outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavola.errors import ConditionFailed, ItemChanged, OperationError
from tavola.model.field_expressions import Expr
from tavola.operations.context import TableContext
from tavola.operations.explain import Explained
from tavola.operations.retry import MAX_RACES
from tavola.operations.steps import Steps, Wait
from tavola.operations.write.known import Known
from tavola.operations.write.operations import Write
from tavola.operations.write.plans.locks import LockChange
from tavola.operations.write.plans.plan import Needs, Plan, Planner, plan_check
from tavola.operations.write.sending.explain_failure import SeveralChanged
from tavola.operations.write.sending.lock_inspection import (
    LockFindings,
    LockHeld,
    inspect_lock,
    with_findings,
)
from tavola.operations.write.sending.send import known_after_race, replan_from, send_all


class Check(Write[Any], frozen=True):
    """A condition on an item that the transaction does not write."""

    key_values: dict[str, Any]
    condition: Expr

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Check it as it is."""
        del known
        return plan_check(self.context, self.codec, self.key_values, self.condition)

    def before(self) -> Steps[None]:
        """Nothing is written, so no hook is run."""
        yield from ()

    def after(self, result: Any = None) -> Steps[None]:
        """Nothing was written, so no hook is run."""
        yield from ()


class _Part(Struct, frozen=True):
    """A write that has something to write, and what plans it at each attempt."""

    number: int
    """Its place among all writes, which refusals name."""
    write: Write[Any]
    planner: Planner


class Transaction(Explained, frozen=True):
    """Writes that happen together."""

    context: TableContext
    writes: tuple[Write[Any], ...]
    token: str | None = None
    """An idempotency token of the caller's; otherwise one is made."""

    def steps(self) -> Steps[None]:
        """Run hooks before and after; send all writes as one."""
        writes = tuple(write.prepared() for write in self.writes)
        for write in writes:
            yield from write.before()
        written = yield from replace(self, writes=writes).unhooked()
        for write, plan in written:
            write.finish(plan)
        for write, _ in written:
            yield from write.after()

    def unhooked(self) -> Steps[list[tuple[Write[Any], Plan]]]:
        """Send all writes but those that have nothing to write; return what was sent."""
        known = [write.known() for write in self.writes]
        parts = _parts_of(self.writes)
        if not parts:
            return []
        try:
            plans = yield from self._send(parts, [known[part.number] for part in parts])
        except ConditionFailed as refused:
            if refused.position is not None:
                refused.position = parts[refused.position].number
            raise
        return [(part.write, plan) for part, plan in zip(parts, plans, strict=True)]

    def _send(self, parts: list[_Part], known: list[Known[Any] | None]) -> Steps[list[Plan]]:
        """Plan the writes, send them, and plan again what another writer moved."""
        findings: LockFindings = {}
        token = self.token or self.context.token()
        for race in range(MAX_RACES):
            plans = yield from _plans(parts, known, findings)
            _check_distinct(parts, plans)
            _check_claims(plans)
            try:
                yield from send_all(self.context, plans, token)
            except LockHeld as held:
                held.position = _who_wants(held.lock, plans)
                write = parts[held.position].write
                yield from inspect_lock(write.context, write.codec, held, findings, plans)
            except ItemChanged as refused:
                changes = refused.changes if isinstance(refused, SeveralChanged) else (refused,)
                for changed in changes:
                    at = changed.position or 0
                    codec = parts[at].write.codec
                    found = replan_from(codec, plans[at], known[at], changed)
                    known[at] = known_after_race(race, found)
            except ConditionFailed as refused:
                position = refused.position or 0
                if not parts[position].write.may_replan(refused):
                    raise
                known[position] = None
            else:
                return plans
            # DynamoDB: a token belongs to one body, and the body is another one now.
            token = self.context.token()
            yield Wait(self.context.backoff.pause_of_race(race))
        raise ItemChanged(
            f"The transaction lost the race to other writers {MAX_RACES} times. Try again later."
        )


def _parts_of(writes: Sequence[Write[Any]]) -> list[_Part]:
    """The writes with something to write; each says what that is once, and not at each attempt."""
    planners = [write.planner() for write in writes]
    return [
        _Part(number, write, planner)
        for number, (write, planner) in enumerate(zip(writes, planners, strict=True))
        if planner is not None
    ]


def _plans(
    parts: list[_Part], known: list[Known[Any] | None], findings: LockFindings
) -> Steps[list[Plan]]:
    plans: list[Plan] = []
    for at, part in enumerate(parts):
        try:
            plan = part.planner(known[at])
            if isinstance(plan, Needs):
                known[at] = yield from part.write.read(part.planner)
                plan = part.planner(known[at])
        except ConditionFailed as refused:  # by what is known to be stored
            refused.position = at
            raise
        assert isinstance(plan, Plan)  # noqa: S101 - a planner that knows the item needs nothing
        plans.append(with_findings(plan, findings))
    return plans


def _who_wants(held: LockChange, plans: list[Plan]) -> int:
    """The number of the write that a lock is wanted for: to claim it, or else to release it."""
    wanted = [
        (lock.claim is None, number)
        for number, plan in enumerate(plans)
        for lock in plan.locks
        if lock.text == held.text
    ]
    return min(wanted)[1]


def _check_distinct(parts: list[_Part], plans: list[Plan]) -> None:
    seen: dict[tuple[str, ...], int] = {}
    for part, plan in zip(parts, plans, strict=True):
        text = plan.text
        if text in seen:
            raise OperationError(
                f"transaction: operations {seen[text] + 1} and {part.number + 1} act on one item, "
                f"{plan.model} {'/'.join(text[1:])}. Join them into one."
            )
        seen[text] = part.number


def _check_claims(plans: list[Plan]) -> None:
    """Refuse to give one value to two items; the second one is named."""
    owners: dict[tuple[str, ...], object] = {}
    for number, plan in enumerate(plans):
        for lock in plan.locks:
            if lock.claim is None or owners.setdefault(lock.text, lock.owner) == lock.owner:
                continue
            taken = lock.taken(
                f"{lock.field_names}: {lock.value!r} is given to two items in one transaction. "
                "A unique value belongs to one."
            )
            taken.position = number
            raise taken
