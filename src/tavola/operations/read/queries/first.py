"""The first item that a query would find, and whether there is one at all."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec.structs import replace

from tavola.model.model import Model
from tavola.operations.explain import Explained
from tavola.operations.read.queries.query import Query
from tavola.operations.steps import Steps

M = TypeVar("M", bound=Model)


class First(Explained, Generic[M], frozen=True):
    """Read the first item that a query would find."""

    query: Query[M]

    @property
    def access_pattern(self) -> str:
        """What is asked."""
        return self.query.access_pattern

    def steps(self) -> Steps[M | None]:
        """Send the query for one item; None where there is none."""
        found = yield from replace(self.query, limit=1).steps()
        return found.items[0] if found.items else None


class Exists(Explained, Generic[M], frozen=True):
    """Say whether a query would find anything."""

    query: Query[M]

    @property
    def access_pattern(self) -> str:
        """What is asked."""
        return self.query.access_pattern

    def steps(self) -> Steps[bool]:
        """Send the query for one item's key."""
        keys = self.query.codec.schema.key_fields
        query = replace(self.query, limit=1, only=keys or self.query.only)
        found = yield from query.steps()
        return bool(found.items)
