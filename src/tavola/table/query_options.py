"""The options of queries, as generated methods take them by keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypedDict, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavola.codec.bad_items import OnBadItem
    from tavola.operations.filters import Filter


F = TypeVar("F", bound=str)


class PageOptions(TypedDict, total=False):
    """Which page is read."""

    limit: int | None
    cursor: str | None
    descending: bool
    on_bad_item: OnBadItem
    """What is done with an item that does not fit its model."""


class PatternOptions(PageOptions, total=False):
    """How an access pattern is asked whose fields the design fixes."""

    filter: Filter | None
    include_expired: bool


class IndexOptions(PatternOptions, Generic[F], total=False):
    """How a secondary index is queried; `only` are the fields to read."""

    only: Sequence[F]


class QueryOptions(IndexOptions[F], Generic[F], total=False):
    """How a primary key or a local index is queried."""

    consistent: bool


class CollectOptions(PageOptions, total=False):
    """How a collection is read."""

    consistent: bool
    include_expired: bool
