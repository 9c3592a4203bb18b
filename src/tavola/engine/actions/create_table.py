"""CreateTable: a new, empty table, ready at once."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.storage import sql
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.streams.streams import open_stream
from tavola.engine.tables.create_rules import check_create_table
from tavola.engine.tables.definitions import define_table
from tavola.engine.tables.descriptions import describe_table
from tavola.errors import TableInUse


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a CreateTable request."""
    check_create_table(body)
    definition = define_table(database, body)
    with database.storage.transaction() as tx:
        if database.storage.catalog().find(definition.name) is not None:
            raise TableInUse(f"Table already exists: {definition.name}")
        table = open_stream(database, tx, definition.numbered(tx.next_id))
        tx.save_table(table, _file_changes(table))
    # DynamoDB: the answer shows the table as it was when its making began.
    return msgspec.json.encode({"TableDescription": describe_table(database, table, "CREATING")})


def _file_changes(table: TableInfo) -> list[str]:
    changes = [*sql.create_table(table.id)]
    for index in table.indexes.values():
        changes += sql.add_slot(table.id, index.slot)
        changes += sql.add_index(table.id, index.id, index.slot)
    return changes
