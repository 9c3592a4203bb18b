"""What tests ask of a table beside what users may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavola.operations.read.collection import Collect
from tavola.operations.read.queries.query import Query
from tavola.table.internals import codec_of, context_of


def query_plan(table: Any, model: type[Any], index: str, **arguments: Any) -> Query[Any]:
    """Plan a query by the index's name."""
    planned: Query[Any] = table._query_plan(model, index, **arguments)
    return planned


def collect_plan(table: Any, collection: str, given: Any, **options: Any) -> Collect[Any]:
    """Plan the reading of a collection."""
    planned: Collect[Any] = table._collect_plan(collection, given, **options)
    return planned


def iterate(table: Any, plan: Any) -> Iterator[Any]:
    """Run an iteration to its end."""
    found: Iterator[Any] = table._iterate(plan)
    return found


def create_item(table: Any, model: type[Any], values: dict[str, Any]) -> Any:
    """Create an item as a handle does."""
    codec = codec_of(table, model)
    return table._create(context_of(table, codec), codec, values)
