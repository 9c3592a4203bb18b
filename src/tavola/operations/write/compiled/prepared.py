"""Writes of a form that is always the same: rendered once, then only filled with values.

A write is usually planned from what it changes, which costs more than sending it. Where a program
makes the same change again and again (a request becomes QUEUED, a log gets an entry), the text of
its expressions never differs; only the values do. What is sent, and what it means when it is
refused, is the same as if it had been planned. Hooks are not run, and instances are not brought up
to date: these writes are for transactions whose caller keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

from tavola.codec.codec import Codec
from tavola.errors import OperationError
from tavola.expressions import tree
from tavola.expressions.render import Placeholders, render
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import expired_at, now_of
from tavola.operations.request_bodies import SHOWS_OLD, any_of, exists, is_missing
from tavola.operations.steps import Step
from tavola.operations.write.instances import set_automatic
from tavola.operations.write.known import Known
from tavola.operations.write.operations import Write
from tavola.operations.write.plans.plan import Plan
from tavola.operations.write.rules.expiry_rules import set_expiry
from tavola.operations.write.rules.transitions import Transition, check_initial

__all__ = [
    "CheckForm",
    "PreparedWrite",
    "absence_of",
    "prepare_create",
    "prepare_delete",
    "prepared",
]

M = TypeVar("M", bound=Model)
Entry = tuple[str, dict[str, Any]]


class PreparedWrite(Write[Any], frozen=True):
    """A write whose action is made already; for transactions."""

    ready: Plan

    def plan(self, known: Known[Any] | None) -> Plan:
        """Give the action."""
        del known
        return self.ready

    def before(self) -> Iterable[Step]:
        """No hooks are run."""
        return ()

    def after(self, result: Any = None) -> Iterable[Step]:
        """No hooks are run."""
        del result
        return ()


def prepare_create(context: TableContext, codec: Codec[M], instance: M) -> PreparedWrite:
    """Prepare to write a new item; refused if there is one with its key that has not expired."""
    if codec.schema.uniques:
        raise OperationError(f"{codec.schema.name} has unique values. Plan its creation instead.")
    if codec.shape.automatic:
        set_automatic(context, instance)
    set_expiry(context, codec, instance)
    values, attributes = codec.encode(instance)
    check_initial(codec, values)
    item = codec.complete(attributes, values, context.tenant)
    condition, at = absence_of(codec)
    body: dict[str, Any] = {"TableName": context.table, "Item": item, **condition}
    if at is not None:
        body["ExpressionAttributeValues"] = {at: now_of(context)}
    return prepared(context, codec, "Put", body, "absent")


def prepare_delete(context: TableContext, codec: Codec[M], key: Sequence[Any]) -> PreparedWrite:
    """Prepare to take an item away that is there."""
    if codec.schema.uniques:
        raise OperationError(f"{codec.schema.name} has unique values. Plan its deletion instead.")
    if codec.ttl is not None:
        raise OperationError(f"{codec.schema.name}: its items expire. Plan their deletion instead.")
    text, names = _presence(codec.schema.key.partition_attribute)
    body: dict[str, Any] = {
        "TableName": context.table,
        "Key": codec.key_of(key, context.tenant),
        "ConditionExpression": text,
        "ExpressionAttributeNames": names,
        **SHOWS_OLD,
    }
    return prepared(context, codec, "Delete", body, "present")


def prepared(
    context: TableContext,
    codec: Codec[Any],
    kind: Any,
    body: dict[str, Any],
    expects: Any,
    transitions: tuple[Transition, ...] = (),
) -> PreparedWrite:
    """Prepare a write whose body is made."""
    plan = Plan(
        kind=kind,
        model=codec.schema.name,
        key_names=codec.primary_attributes,
        body=body,
        expects=expects,
        ttl=codec.ttl_attribute,
        transitions=transitions,
    )
    return PreparedWrite(context, codec, plan)


@lru_cache(maxsize=256)
def absence_of(codec: Codec[Any]) -> tuple[Mapping[str, Any], str | None]:
    """The condition that there is no item, as part of a body, and the placeholder of the time."""
    placeholders = Placeholders()
    condition: tree.Condition = is_missing(codec.schema.key.partition_attribute)
    ttl = codec.ttl_attribute
    if ttl is not None:
        condition = any_of(condition, expired_at({}, ttl))
    text = render(condition, placeholders)
    part = {
        "ConditionExpression": text,
        "ExpressionAttributeNames": placeholders.names,
        **SHOWS_OLD,
    }
    return part, next(iter(placeholders.values), None)


@lru_cache(maxsize=256)
def _presence(partition: str) -> tuple[str, Mapping[str, str]]:
    placeholders = Placeholders()
    return render(exists(partition), placeholders), placeholders.names


class CheckForm(Generic[M]):
    """A check of an item on a condition in which only a time differs, rendered once."""

    def __init__(self, codec: Codec[M], condition: Callable[[datetime], Expr]) -> None:
        """`condition` makes the condition of a time; it is called once, with a placeholder."""
        if codec.ttl is not None:
            raise OperationError(f"{codec.schema.name}: its items expire. Plan the check instead.")
        self._codec = codec
        placeholders = Placeholders()
        made = condition(_SOME_TIME)
        other = Placeholders()
        render(condition(_OTHER_TIME).tree, other)
        self._body = {
            "ConditionExpression": render(made.tree, placeholders),
            "ExpressionAttributeNames": placeholders.names,
            **SHOWS_OLD,
        }
        values = placeholders.values
        self._times = [at for at, one in values.items() if one != other.values[at]]
        self._constants = {at: one for at, one in values.items() if one == other.values[at]}

    def write(
        self, context: TableContext, key: Sequence[Any], time: dict[str, Any]
    ) -> PreparedWrite:
        """Prepare the check of one item at a time, given as it is stored."""
        body = {
            "TableName": context.table,
            "Key": self._codec.key_of(key, context.tenant),
            **self._body,
            "ExpressionAttributeValues": self._constants | dict.fromkeys(self._times, time),
        }
        return prepared(context, self._codec, "ConditionCheck", body, "any")


_SOME_TIME: Final = datetime(2001, 1, 1, tzinfo=UTC)
_OTHER_TIME: Final = datetime(2002, 2, 2, tzinfo=UTC)
