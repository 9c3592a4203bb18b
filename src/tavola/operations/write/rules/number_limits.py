"""Additions keep to a number's `min` and `max`, whatever is stored meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TypeVar

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.value_rules import exact_number
from tavola.errors import OutOfBounds
from tavola.expressions import tree
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.operations.request_bodies import any_of, exists, is_missing, path
from tavola.operations.write.known import Known

M = TypeVar("M", bound=Model)


class NumberLimit(Struct, frozen=True):
    """What a stored number may be, so that the sum keeps to the bound that it moves towards."""

    name: str
    """The field's own name."""
    attribute_name: str
    limit: Decimal | None
    """The least for a negative amount, the most for a positive one; None for anything."""
    is_upper: bool
    takes_missing: bool
    """Whether the amount alone is allowed: a missing number counts as 0."""

    @property
    def condition(self) -> tree.Condition:
        """The bound as a condition."""
        if self.limit is None:
            return exists(self.attribute_name)
        operator: tree.Comparator = "<=" if self.is_upper else ">="
        limit = tree.Literal({"N": format(self.limit, "f")})
        compared = tree.Comparison(operator, path(self.attribute_name), limit)
        return any_of(compared, is_missing(self.attribute_name)) if self.takes_missing else compared

    def holds(self, item: RawItem | None) -> bool:
        """Say whether a stored item lets the amount be added."""
        stored = (item or {}).get(self.attribute_name)
        if stored is None:
            return self.takes_missing
        if self.limit is None:
            return True
        if "N" not in stored:
            return False
        number = Decimal(stored["N"])
        return number <= self.limit if self.is_upper else number >= self.limit


def find_number_limits(
    codec: Codec[M], changes: Iterable[Change], known: Known[M] | None
) -> tuple[NumberLimit, ...]:
    """Find the limits of additions; refuse those that an item as it was just read breaks."""
    limits: list[NumberLimit] = []
    for change in changes:
        if change.path or change.verb != "add" or change.field.broken_rule is None:
            continue
        limit = _limit_of(change)
        if limit is None:
            continue
        if known is not None and known.is_fresh and not known.is_missing:
            _check_sum(codec, change, limit, known)
        limits.append(limit)
    return tuple(limits)


def _limit_of(change: Change) -> NumberLimit | None:
    schema, amount = change.field.schema, exact_number(change.value)
    is_upper = amount > 0
    edge = schema.maximum if is_upper else schema.minimum
    limit = None if edge is None else exact_number(edge) - amount
    takes_missing = change.field.broken_rule is None or not change.field.broken_rule(change.value)
    if amount == 0 or (limit is None and takes_missing):
        return None
    return NumberLimit(schema.name, schema.attribute_name, limit, is_upper, takes_missing)


def _check_sum(codec: Codec[M], change: Change, limit: NumberLimit, known: Known[M]) -> None:
    if limit.holds(known.item):
        return
    before = known.value(change.field)
    total = exact_number(before or 0) + exact_number(change.value)
    problem = change.field.broken_rule(total) if change.field.broken_rule else None
    if problem is not None:
        raise OutOfBounds(
            f"{codec.schema.name}.{change.field.python_name} would be "
            f"{problem.removeprefix('is ')}",
            field=change.field.python_name,
            item=known.item,
        )
