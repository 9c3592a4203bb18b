"""Collections: items of several models, read by one query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tavola.operations.read.collection import Collect


class Collections:
    """Makes the operations of a table's collections; the base of its table class and its plans."""

    def _collect(self, name: str, given: Mapping[str, Any], **options: Any) -> Collect[Any]:
        """Plan the reading of a collection by the design's names."""
        # Plans hold their table; a table is its own.
        table: Any = getattr(self, "_table", self)
        planned: Collect[Any] = table._collect_plan(name, given, **options)
        return planned


class CollectionPlans(Collections):
    """Collections of a table, unsent."""

    def __init__(self, table: Any) -> None:
        self._table = table
