"""Upsert: update an item, or create it where there is none.

Alone it tries one after the other. In a transaction it reads the item first, plans what fits it,
and plans again when the item came or went in the meantime.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from tavola.errors import AlreadyExists, ConditionFailed, ItemChanged, ItemMissing
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.expiry import is_expired
from tavola.operations.hooks import WriteEvent
from tavola.operations.read.get import Get, read_item
from tavola.operations.request_bodies import exists
from tavola.operations.retry import MAX_RACES
from tavola.operations.steps import Step, Steps
from tavola.operations.write.known import Known
from tavola.operations.write.operations import Create, Update, Write
from tavola.operations.write.plans.plan import NEEDS_ITEM, Needs, Plan, Planner, plan_check

M = TypeVar("M", bound=Model)


class LazyInstance(Generic[M]):
    """The instance that an upsert of a transaction creates, made when it is needed."""

    def __init__(self, make: Callable[[], M]) -> None:
        self._make = make
        self.instance: M | None = None

    def need(self) -> M:
        """Give the instance, the same at every attempt."""
        if self.instance is None:
            self.instance = self._make()
        return self.instance


class Upsert(Write[M], Generic[M], frozen=True):
    """Update an item, or create it where there is none."""

    update: Update[M]
    make: Callable[[], M]
    lazy: LazyInstance[M] | None = None

    def prepared(self) -> Upsert[M]:
        """The same for one transaction, with an instance that is made at most once."""
        return msgspec.structs.replace(self, lazy=LazyInstance(self.make))

    def may_replan(self, refusal: ConditionFailed) -> bool:
        """Whether the item came or went since it was read."""
        return isinstance(refusal, AlreadyExists | ItemMissing) and not self._is_foreign(refusal)

    def _is_foreign(self, refusal: ConditionFailed) -> bool:
        """Whether an item of another model stands there, which no upsert replaces."""
        stored: Any = refusal.item
        return stored is not None and self.codec.is_foreign(stored)

    def read(self, planner: Planner) -> Steps[Known[M]]:
        """Read the item, which tells what to plan."""
        del planner
        key = self.codec.key(self.update.key_values, self.context.tenant)
        item = yield from read_item(self.context, key)
        return Known(self.codec, item=item)

    def steps(self) -> Steps[M]:
        """Try the update, then the creation, until one of them finds what it expects."""
        for _ in range(MAX_RACES):
            found = yield from self._update()
            if found is not None:
                return found
            try:
                return (yield from self._create(self.make()).steps())
            except AlreadyExists as there:
                if self._is_foreign(there):
                    raise
        raise ItemChanged(
            f"{self.codec.schema.name}: other writers created and deleted it "
            f"{MAX_RACES} times. Try again later."
        )

    def _update(self) -> Steps[M | None]:
        update = self.update
        if not update.changes:
            key = update.codec.key(update.key_values, update.context.tenant)
            return (yield from Get(update.context, update.codec, key).steps())
        try:
            return (yield from update.steps())
        except ItemMissing:
            return None

    def _create(self, instance: M) -> Create[M]:
        return Create(self.context, self.codec, instance)

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Plan the update or the creation, as the item is there or not."""
        if known is None:
            return NEEDS_ITEM
        if known.item is None or is_expired(self.context, self.codec.ttl_attribute, known.item):
            lazy = self.lazy or LazyInstance(self.make)
            return self._create(lazy.need()).plan(None)
        if not self.update.changes:
            is_there = Expr(exists(self.codec.schema.key.partition_attribute))
            check = plan_check(self.context, self.codec, self.update.key_values, is_there)
            return msgspec.structs.replace(check, expects="present")
        return self.update.plan(known)

    def finish(self, plan: Plan) -> None:
        """Forget the instance that was not created, or bring it up to date."""
        if self.lazy is None or self.lazy.instance is None:
            return
        if plan.kind == "Put":
            self._create(self.lazy.instance).finish(plan)
        else:
            self.lazy.instance = None

    def event(self) -> WriteEvent[M]:
        """The event passed to hooks: the creation's, if there was one, or else the update's."""
        created = None if self.lazy is None else self.lazy.instance
        return self.update.event() if created is None else self._create(created).event()

    def before(self) -> Iterable[Step]:
        """Run the hooks before a save, for the update and for a creation: either may follow."""
        hooks, model = self.context.hooks, self.codec.model
        yield from hooks.call("before_save", model, self.update.event)
        lazy = self.lazy
        if lazy is not None:
            yield from hooks.call("before_save", model, lambda: self._create(lazy.need()).event())
