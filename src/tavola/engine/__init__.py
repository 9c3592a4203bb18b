"""DynamoDB on SQLite, inside the process.

    from tavola.engine import Engine

    with Engine.open("memory:") as engine:
        engine.execute("ListTables", {})             # b'{"TableNames":[]}'

An action is `run(database, body) -> bytes` in `actions/`. It works on a `Database`:

    table = database.table(body["TableName"])                       # TableInfo, or TableNotFound
    pk, sk = rows.key_of(table, body["Key"])                        # encoded key columns
    database.storage.get(table, pk, sk)                             # (item bytes, size) or None
    row = rows.row_of(table, item, encoded_item, size)              # every column of the item
    with database.storage.transaction() as tx:
        tx.put(table, row)

An action may be run more than once: when tables changed under it, it starts again.
"""

from __future__ import annotations

from tavola.engine.engine import Engine

__all__ = ["Engine"]
