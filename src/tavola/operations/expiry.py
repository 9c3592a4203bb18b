"""Expiry, defined once: an item has expired when its time to live is not after the table's time.

DynamoDB deletes expired items some time later; until then they count as absent here, on every path.
A time to live is in whole seconds, and so is the time that it is compared with.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from math import floor
from typing import TYPE_CHECKING, Any

from tavola.expressions import tree
from tavola.operations.request_bodies import path

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from tavola.model.model import Model
    from tavola.operations.context import TableContext


def is_expired(context: TableContext, ttl: str | None, item: Mapping[str, Any]) -> bool:
    """Say whether a stored item has expired; `ttl` is the attribute with its time to live."""
    stored = item.get(ttl or "", {}).get("N")
    if stored is None:
        return False
    try:
        return _is_past(context, Decimal(stored))
    except InvalidOperation:
        return False


def is_expired_instance(context: TableContext, instance: Model) -> bool:
    """Say whether an instance's item has expired."""
    name = instance.__shape__.schema.ttl_field
    if name is None:
        return False
    ttl = getattr(instance, instance.__shape__.by_name[name].python_name, None)
    return ttl is not None and _is_past(context, ttl.timestamp())


def _is_past(context: TableContext, seconds: Decimal | float) -> bool:
    return seconds <= floor(context.clock())


def expired_condition(context: TableContext, ttl: str) -> tree.Condition:
    """The item has expired, as a condition that DynamoDB checks."""
    return expired_at(now_of(context), ttl)


def expired_at(now: dict[str, Any], ttl: str) -> tree.Condition:
    """The item has expired at a time, which may be a placeholder for one."""
    return tree.Comparison("<=", path(ttl), tree.Literal(now))


def now_of(context: TableContext) -> dict[str, Any]:
    """The table's time, as a time to live is stored."""
    return {"N": str(floor(context.clock()))}


def whole_seconds(moment: datetime) -> datetime:
    """Return a moment as a time to live is kept."""
    # DynamoDB: a time to live is in whole seconds. Developer guide, time-to-live-ttl-how-to.
    return moment.replace(microsecond=0)


def live_condition(context: TableContext, ttl: str) -> tree.Condition:
    """The item has no time to live, or has not expired."""
    return live_at(now_of(context), ttl)


def live_at(now: dict[str, Any], ttl: str) -> tree.Condition:
    """The same at a time, which may be a placeholder for one."""
    # DynamoDB: a comparison with a missing attribute, or one of another type, is false.
    # Developer guide, Expressions.OperatorsAndFunctions.
    return tree.Not(expired_at(now, ttl))
