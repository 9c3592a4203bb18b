"""How the services send several writes as one: as steps, which tests send in every order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.operations.write.compiled.create_forms import CreateForm
from tavola.operations.write.compiled.prepared import PreparedWrite, prepare_create, prepare_delete
from tavola.operations.write.operations import Write
from tavola.operations.write.plans.plan import Needs, Plan
from tavola.operations.write.sending.send import send_all
from tavola.operations.write.transaction import Transaction
from tavola.table.internals import codec_of, context_of
from tavola_systems.requests.models import AsyncEventTable

__all__ = ["Doing", "creating", "creator_of", "deleting", "now_of", "together"]

R = TypeVar("R")


class Doing(Struct, Generic[R], frozen=True):
    """An operation of steps that somebody makes, for a table to run."""

    make: Callable[[], Steps[R]]

    def steps(self) -> Steps[R]:
        """Begin."""
        return self.make()


def together(db: AsyncEventTable, writes: Sequence[Write[Any]]) -> Steps[None]:
    """Send writes, all or none."""
    context = context_of(db)
    plans: list[Plan] = []
    for write in writes:
        plan = write.ready if isinstance(write, PreparedWrite) else _plan_of(write)
        if plan is None:
            yield from Transaction(context, tuple(writes)).steps()
            return
        plans.append(plan)
    yield from send_all(context, plans, context.token())


def _plan_of(write: Write[Any]) -> Plan | None:
    """The action of a write that needs no second look: nothing read, no locks, no hooks."""
    if write.context.hooks.are_there:
        return None
    plan = write.plan(None)
    if isinstance(plan, Needs) or plan.locks or plan.guards or plan.limits or plan.version:
        return None
    return plan


def creating(db: AsyncEventTable, instance: Model) -> Write[Any]:
    """Plan a new item that nobody looks at afterwards."""
    return prepare_create(context_of(db), codec_of(db, type(instance)), instance)


def creator_of(db: AsyncEventTable, model: type[Model]) -> Callable[..., PreparedWrite]:
    """Give the function that plans the same from a context and values, without an instance."""
    return _create_form(codec_of(db, model)).write


@lru_cache(maxsize=64)
def _create_form(codec: Codec[Any]) -> CreateForm[Any]:
    return CreateForm(codec)


def deleting(db: AsyncEventTable, model: type[Model], *key: Any) -> Write[Any]:
    """Plan that an item goes which is there."""
    return prepare_delete(context_of(db), codec_of(db, model), key)


def now_of(db: AsyncEventTable) -> datetime:
    """Return the time by the table's clock, in the milliseconds that items keep."""
    now = db.now()
    return now.replace(microsecond=now.microsecond // 1000 * 1000)
