"""An update or a deletion that gives the item as it was before.

A single action returns it. A transaction with the locks of unique values returns nothing, so there
the item that was read must still be the same in every field, or by its version.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tavola.codec.decoder import RawItem
from tavola.errors import ItemMissing
from tavola.model.model import Model
from tavola.operations.expiry import is_expired
from tavola.operations.explain import Explained
from tavola.operations.read.matching import updated
from tavola.operations.steps import Steps
from tavola.operations.write.known import Known
from tavola.operations.write.operations import Delete, Update
from tavola.operations.write.plans.plan import Guard, Needs, Plan
from tavola.operations.write.sending.send import write

M = TypeVar("M", bound=Model)
R = TypeVar("R")


class ReturningOld(Explained, Generic[M, R], frozen=True):
    """A write by key whose result is the item before it; None where there was none."""

    write: Update[M] | Delete[M]

    def steps(self) -> Steps[R]:
        """Send the write, with its hooks around it."""
        yield from self.write.before()
        try:
            old, plan = yield from self._send()
        except ItemMissing:
            # An item of another model that shares the key stays, and is not one of this model's.
            if isinstance(self.write, Update) or self.write.expects_item:
                raise
            nobody: Any = None
            return nobody  # type: ignore[no-any-return]  # only a deletion finds nothing
        context, codec = self.write.context, self.write.codec
        if old is None:
            nothing: Any = None
            return nothing  # type: ignore[no-any-return]  # only a deletion finds nothing
        if plan.kind == "Delete":
            yield from self.write.after()
        elif context.hooks.are_there:
            new = codec.decoder.raw(updated(plan.body, old), context.owner, context.tenant)
            yield from self.write.after(new)
        found: Any = codec.decoder.raw(old, context.owner, context.tenant)
        return found  # type: ignore[no-any-return]  # an instance of the write's model

    def _send(self) -> Steps[tuple[RawItem | None, Plan]]:
        asked = self.write
        read: list[Known[Any]] = []

        def plan_exactly(known: Known[Any] | None) -> Plan | Needs:
            plan = asked.plan(known)
            if known is None or not isinstance(plan, Plan) or not plan.locks:
                return plan
            read[:] = [known]
            return _with_guards(plan, _whole_item(asked, known))

        response, plan = yield from write(asked.context, asked.codec, plan_exactly, None, "ALL_OLD")
        old = read[0].item if response is None else msgspec.json.decode(response).get("Attributes")
        if old is not None and is_expired(asked.context, plan.ttl, old):
            return None, plan
        return old, plan


def _whole_item(asked: Update[M] | Delete[M], known: Known[M]) -> Iterable[Guard]:
    """What makes sure that an item is still what was read."""
    shape, version = asked.codec.shape, asked.codec.schema.version_field
    fields = shape.fields if version is None else (shape.by_name[version],)
    return (Guard(field, known.attribute(field)) for field in fields)


def _with_guards(plan: Plan, more: Iterable[Guard]) -> Plan:
    have = {guard.name for guard in plan.guards}
    added = tuple(guard for guard in more if guard.name not in have)
    if not added:
        return plan
    return replace(plan.also(guard.condition for guard in added), guards=(*plan.guards, *added))
