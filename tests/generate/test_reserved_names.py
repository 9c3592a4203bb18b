"""The names that designs may not take are the ones that our classes have."""

from __future__ import annotations

from tavola.design.names import HANDLE_NAMES, INSTANCE_NAMES, TABLE_NAMES
from tavola.table import (
    AsyncHandle,
    AsyncRecord,
    AsyncTable,
    Handle,
    Plans,
    QueryOptions,
    Record,
    Table,
)

GENERATED = {"create", "get", "get_many", "update", "upsert", "delete", "delete_all"}


def public(*classes: type) -> set[str]:
    return {name for kind in classes for name in dir(kind) if not name.startswith("_")}


def test_every_method_of_a_handle_is_reserved() -> None:
    assert public(Handle, AsyncHandle, Plans) | GENERATED | {"plan"} <= HANDLE_NAMES


def test_every_method_of_a_table_is_reserved() -> None:
    assert public(Table, AsyncTable) | {"models", "store", "plan"} <= TABLE_NAMES


def test_every_method_of_an_instance_is_reserved() -> None:
    assert public(Record, AsyncRecord) - {"fields"} <= INSTANCE_NAMES


def test_every_option_of_a_query_is_reserved() -> None:
    options = {*QueryOptions.__annotations__, "condition", "expect_version"}
    assert options <= INSTANCE_NAMES
