"""Opens one store and every system's tables on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from msgspec import Struct

from tavola.errors import OperationError, TableNotFound
from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import is_dynamodb
from tavola.table import Table
from tavola_systems.platform.models import Platform

__all__ = ["OpenTables", "create_tables", "open_tables"]


class OpenTables(Struct, frozen=True):
    """The platform's table and the systems', on one store, so that transactions span them."""

    platform: Platform
    tables: Mapping[type[Table], Table]

    def close(self) -> None:
        """Close the store, once all requests are answered."""
        self.platform.close()


def location_of(store: str, kind: type[Table]) -> str:
    """Return where a table is: `dynamodb://region/prefix-*` has one name for each."""
    if not is_dynamodb(store):
        return store
    if "*" not in store:
        raise OperationError(
            f"Store {store!r} names one table. Write dynamodb://REGION/PREFIX-*,"
            " where * stands for each table's name."
        )
    return store.replace("*", kind.design.table.name, 1)


def open_tables(
    location: str,
    kinds: Iterable[type[Table]],
    *,
    clock: Callable[[], float],
    **options: Any,
) -> OpenTables:
    """Open all tables of a store: a path, `memory:`, or `dynamodb://region/prefix-*`."""
    platform = Platform.open(location_of(location, Platform), clock=clock, **options)
    tables: dict[type[Table], Table] = {Platform: platform}
    try:
        for kind in kinds:
            own = location_of(location, kind)
            opened = cast(Any, kind).open(own, clock=clock, store=platform.store)
            tables[kind] = opened
    except BaseException:
        platform.close()
        raise
    return OpenTables(platform, tables)


def create_tables(opened: OpenTables) -> list[str]:
    """Create the tables that a DynamoDB lacks; return their names."""
    made: list[str] = []
    for table in opened.tables.values():
        name = table.table_name
        try:
            table.store.execute("DescribeTable", {"TableName": name})
        except TableNotFound:
            table.run(ApplyPlan(table.run(PlanTable(type(table).design, name))))
            made.append(name)
    return made
