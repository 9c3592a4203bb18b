"""Request bodies: trees rendered into one set of placeholders."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from tavola.expressions import tree
from tavola.expressions.render import Placeholders, render
from tavola.model.comparisons import Expr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tavola.keys import SortRange
    from tavola.keys.ranges import RangeOperator


def add_expressions(
    body: dict[str, Any],
    *,
    key: QueryRange | None = None,
    filter: tree.Condition | None = None,  # noqa: A002 - DynamoDB's word
    projection: Iterable[str] | None = None,
    condition: tree.Condition | None = None,
    update: tree.UpdateTree | None = None,
) -> dict[str, Any]:
    """Render what is given into `body`, and return it."""
    placeholders = Placeholders()
    if key is not None:
        body["KeyConditionExpression"] = key.render(placeholders)
    for name, made in (
        ("FilterExpression", filter),
        ("ConditionExpression", condition),
        ("UpdateExpression", update),
    ):
        if made is not None:
            body[name] = render(made, placeholders)
    if projection is not None:
        paths = tuple(tree.Path((name,)) for name in projection)
        body["ProjectionExpression"] = render(tree.ProjectionTree(paths), placeholders)
    if placeholders.names:
        body["ExpressionAttributeNames"] = placeholders.names
    if placeholders.values:
        body["ExpressionAttributeValues"] = placeholders.values
    return body


def path(name: str) -> tree.Path:
    """The path of a top-level attribute."""
    return tree.Path((name,))


def equals(name: str, value: dict[str, Any]) -> tree.Condition:
    """`name = value`, with the value in DynamoDB JSON."""
    return tree.Comparison("=", path(name), tree.Literal(value))


def exists(name: str) -> tree.Condition:
    """`attribute_exists(name)`."""
    return tree.Function("attribute_exists", (path(name),))


def is_missing(name: str) -> tree.Condition:
    """`attribute_not_exists(name)`."""
    return tree.Function("attribute_not_exists", (path(name),))


SHOWS_OLD: Final = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
"""Asks for the item as it was, to say which condition did not hold."""


@lru_cache(maxsize=256)
def unless_exists(partition_attribute: str) -> Mapping[str, Any]:
    """The condition of every creation, rendered once: no item has this key."""
    return add_expressions({**SHOWS_OLD}, condition=is_missing(partition_attribute))


def all_of(*conditions: tree.Condition | Expr | None) -> tree.Condition | None:
    """The conditions that are given, joined by AND; None for none."""
    parts: list[tree.Condition] = []
    for condition in conditions:
        made = condition.tree if isinstance(condition, Expr) else condition
        if made is not None:
            parts.extend(made.conditions if isinstance(made, tree.And) else (made,))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else tree.And(tuple(parts))


def any_of(*conditions: tree.Condition) -> tree.Condition:
    """The conditions, joined by OR."""
    return conditions[0] if len(conditions) == 1 else tree.Or(conditions)


class QueryRange(Struct, frozen=True):
    """A range of one partition, to be queried."""

    partition_attribute: str
    partition: str
    sort_attribute: str | None = None
    sort: SortRange | None = None
    partition_tag: str = "S"
    """The type of the partition key."""
    more_partition: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """The other attributes of the partition key, with their values."""
    leading: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """Attributes of the sort key before the one of the range, with their values."""

    @property
    def partition_values(self) -> dict[str, Any]:
        """All attributes of the partition key, with their values."""
        return {
            self.partition_attribute: {self.partition_tag: self.partition},
            **dict(self.more_partition),
        }

    def render(self, placeholders: Placeholders) -> str:
        """Write the key condition; these are the first placeholders that are given out."""
        sort = self.sort if self.sort_attribute is not None else None
        others = (*self.more_partition, *self.leading)
        text, names = _key_condition(
            (self.partition_attribute, *(name for name, _ in others)),
            self.sort_attribute,
            None if sort is None else sort.operator,
        )
        bounds = () if sort is None else tuple({sort.tag: text} for text in sort.bounds)
        equal = (value for _, value in others)
        placeholders.begin(names, {self.partition_tag: self.partition}, *equal, *bounds)
        return text


@lru_cache(maxsize=1024)
def _key_condition(
    equal: tuple[str, ...], sort_attribute: str | None, operator: RangeOperator | None
) -> tuple[str, tuple[str, ...]]:
    """Render the condition of a range of some kind, once; the names are in their order."""
    nothing = tree.Literal({"S": ""})
    known = [equals(name, {"S": ""}) for name in equal]
    condition: tree.Condition = known[0] if len(known) == 1 else tree.And(tuple(known))
    if operator is not None and sort_attribute is not None:
        operand = path(sort_attribute)
        if operator == "between":
            in_range: tree.Condition = tree.Between(operand, nothing, nothing)
        elif operator == "begins_with":
            in_range = tree.Function("begins_with", (operand, nothing))
        else:
            in_range = tree.Comparison(operator, operand, nothing)
        condition = tree.And((*known, in_range))
    placeholders = Placeholders()
    return render(condition, placeholders), tuple(placeholders.names.values())


def attributes_of(condition: Any) -> Iterator[str]:
    """The top-level attributes that a condition names."""
    if isinstance(condition, tree.Path):
        yield str(condition.parts[0])
    elif condition.__class__ is tuple:
        for part in condition:
            yield from attributes_of(part)
    elif isinstance(condition, Struct) and not isinstance(condition, tree.Literal):
        yield from attributes_of(astuple(condition))
