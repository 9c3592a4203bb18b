"""CreateTable: a new, empty table, ready at once."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, ListShape, StringShape, StructureShape
from tavola.engine.request.table_shapes import (
    GLOBAL_INDEX_FIELDS,
    LOCAL_INDEX_FIELDS,
    NEW_TABLE_NAME,
    SETTINGS_FIELDS,
    TAGS,
    VECTOR_INDEX_FIELDS,
    attribute_definitions,
    key_schema,
)
from tavola.engine.streams.table_streams import open_stream
from tavola.engine.tables.definitions import creation_statements, define_table
from tavola.engine.tables.descriptions import describe_table
from tavola.engine.tables.rules.create_rules import check_create_table
from tavola.engine.tables.rules.lenient_rules import accept_leniently
from tavola.errors import TableInUse

INPUT: Final[Fields] = {
    "TableName": NEW_TABLE_NAME,
    "KeySchema": key_schema(longest=2),
    "AttributeDefinitions": attribute_definitions(required=True),
    **SETTINGS_FIELDS,
    "GlobalSecondaryIndexes": ListShape(
        StructureShape("GlobalSecondaryIndex", GLOBAL_INDEX_FIELDS)
    ),
    "LocalSecondaryIndexes": ListShape(StructureShape("LocalSecondaryIndex", LOCAL_INDEX_FIELDS)),
    "VectorIndexes": ListShape(StructureShape("VectorIndex", VECTOR_INDEX_FIELDS)),
    "Tags": TAGS,
    "ResourcePolicy": StringShape(),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a CreateTable request."""
    if database.is_lenient:
        body = accept_leniently(ACTION.name, body, check_create_table)
    else:
        check_create_table(body)
    definition = define_table(database, body)
    with database.storage.transaction() as tx:
        if database.storage.catalog().find(definition.name) is not None:
            raise TableInUse(f"Table already exists: {definition.name}")
        table = open_stream(database, tx, definition.with_ids(tx.next_id))
        tx.save_table(table, creation_statements(table))
    # DynamoDB: the answer shows the table as it was when its making began.
    return msgspec.json.encode(
        {"TableDescription": describe_table(database, table, {}, "CREATING")}
    )


ACTION: Final = Action("CreateTable", run, INPUT, requires_table_first=True)
