"""One table that items are moved from or to, as it stands on its store."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Self, TypeVar

import msgspec

from tavola.design.schema import Design
from tavola.errors import OperationError, TableNotFound
from tavola.operations.context import TableContext
from tavola.operations.steps import Operation
from tavola.operations.tables.prepare import Prepare
from tavola.operations.transfer.raw_items import ReadPage
from tavola.stores.limiting import LimitedStore, RateLimit
from tavola.stores.opening import is_dynamodb, locate_tables, open_store
from tavola.stores.store import Store
from tavola.table.base import new_contexts
from tavola.table.table import Table

__all__ = ["TransferEndpoint", "count_of", "keys_of"]

R = TypeVar("R")


class TransferEndpoint:
    """A table of a design on a store; operations on it wait for the capacity that they may use."""

    def __init__(
        self, design: Design, name: str, location: str, per_second: float | None = None
    ) -> None:
        store, _ = open_store(location)
        self.location = location
        self._store: Store = store
        if per_second is not None:
            self._store = LimitedStore(store, RateLimit(per_second, per_second, unit="capacity"))
        self.name = name
        self.design = design
        names = {design.table.name: name}
        contexts = new_contexts(self._store, design, names, time.time, random.SystemRandom(), None)
        self.context: TableContext = contexts[0]
        self._table = Table(self._store, contexts, {}, time.sleep)

    @classmethod
    def each(cls, design: Design, location: str, per_second: float | None = None) -> Iterator[Self]:
        """The tables of a design one after the other, each of them open while it is used."""
        _, names = locate_tables(location, [table.name for table in design.tables])
        for part in design.parts:
            with cls(part, names[part.table.name], location, per_second) as endpoint:
                yield endpoint

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    def run(self, operation: Operation[R]) -> R:
        """Run an operation, again where it is throttled."""
        return self._table.run(operation)

    def describe(self) -> dict[str, Any] | None:
        """What the store says of the table; None if there is none."""
        try:
            answer = self._store.execute("DescribeTable", {"TableName": self.name})
        except TableNotFound:
            return None
        described: dict[str, Any] = msgspec.json.decode(answer)["Table"]
        return described

    def need(self) -> dict[str, Any]:
        """What the store says of the table, which must be there."""
        described = self.describe()
        if described is None:
            raise OperationError(f"{self.shown} has no table '{self.name}'.")
        return described

    def prepare(self) -> dict[str, Any]:
        """Make the table of a file if it is not there; on DynamoDB it must be."""
        if not is_dynamodb(self.location):
            self.run(Prepare(self.design, self.name))
        elif self.describe() is None:
            raise OperationError(
                f"{self.shown} has no table '{self.name}'. Make it with `tavola table create`."
            )
        return self.need()

    def check_empty(self) -> None:
        """Refuse a table that holds items already."""
        if self.run(ReadPage(self.context, page=1)).items:
            raise OperationError(
                f"{self.shown}: table '{self.name}' holds items already. Give an empty one, or"
                " --overwrite to write over those with the same keys."
            )

    @property
    def shown(self) -> str:
        """The location as people know it."""
        return self.location.partition("?")[0]


def keys_of(described: dict[str, Any]) -> tuple[str, ...]:
    """The attributes of a table's primary key."""
    return tuple(part["AttributeName"] for part in described["KeySchema"])


def count_of(described: dict[str, Any]) -> int | None:
    """How many items a store says there are; DynamoDB's count is some hours old."""
    count = described.get("ItemCount")
    return int(count) if count else None
