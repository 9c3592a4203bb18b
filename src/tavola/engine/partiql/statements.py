"""Statements as frozen data: what to do with which table, on conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from tavola.expressions.tree import Condition, Path, UpdateTree
from tavola.values import Item, Value

__all__ = [
    "DeleteStatement",
    "ExistsStatement",
    "InsertStatement",
    "Ordering",
    "Returning",
    "SelectStatement",
    "SetCall",
    "Statement",
    "UpdateStatement",
]

Returning = Literal["ALL OLD", "ALL NEW", "MODIFIED OLD", "MODIFIED NEW"]


class Ordering(Struct, frozen=True):
    """One attribute of ORDER BY."""

    attribute: str
    is_ascending: bool = True


class SetCall(Struct, frozen=True):
    """A set_add or set_delete: what its second argument is, and where the call's first stands."""

    name: str
    ref: str
    position: str


class SelectStatement(Struct, frozen=True, kw_only=True):
    """SELECT: paths, or everything if there are none, of a table or index."""

    table: str
    index: str | None = None
    paths: tuple[Path, ...] = ()
    where: Condition | None = None
    order: tuple[Ordering, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    fault: str | None = None
    """What is wrong with its projection: DynamoDB says so when the index was looked at."""


class InsertStatement(Struct, frozen=True, kw_only=True):
    """INSERT INTO: one new item."""

    table: str
    item: Item
    ignores_conflict: bool = False


class UpdateStatement(Struct, frozen=True, kw_only=True):
    """UPDATE: changes of one item that must be there."""

    table: str
    update: UpdateTree
    where: Condition | None
    sets: tuple[SetCall, ...] = ()
    returning: Returning | None = None
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])


class DeleteStatement(Struct, frozen=True, kw_only=True):
    """DELETE FROM: one item."""

    table: str
    where: Condition | None
    returning: Returning | None = None
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])


class ExistsStatement(Struct, frozen=True):
    """EXISTS: the check of a condition, in a transaction."""

    select: SelectStatement

    @property
    def table(self) -> str:
        """The table that is looked into."""
        return self.select.table


Statement = SelectStatement | InsertStatement | UpdateStatement | DeleteStatement | ExistsStatement
