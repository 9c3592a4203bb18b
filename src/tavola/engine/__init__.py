"""DynamoDB on SQLite, inside the process.

    from tavola.engine import Engine

    with Engine.open("memory:") as engine:
        engine.execute("ListTables", {})             # b'{"TableNames":[]}'

The map
    engine.py        takes an action's name and body, finds the action, checks, runs, words refusals
    actions/         one file per action: INPUT (what may stand in the request), run, ACTION
    time_to_live.py  deletes what has expired
    action.py        what an action is: name, request, traits, run
    backups/         on-demand backups: copied, listed, restored
    partiql/         statements: parsed, bound to parameters, run as reads and writes of items
    transfers/       exports and imports, with folders for S3 buckets
    items/           keys, ranges, pages, writes, transactions, consumed capacity
    streams/         streams, their records, shard iterators
    tables/          definitions, rules for settings, descriptions, filling of new indexes
    database.py      what every action works on: storage, tables, clock
    request/         the shapes of parameters, expressions beside older parameters, messages
    storage/         the file: SQLite, rows, key bytes, catalog, write transactions
    vectors/         vectors in memory, compared with one another
    callers.py       the account and region of whoever asks, in ARNs
    faults.py        failures on demand, for tests
    pacing.py        turns of long reads, so that one request holds up no other
    unavailable.py   what to say of actions that are not here

Each imports only what stands below it here (import-linter: "The rooms of the engine").

The way of a PutItem
    Engine.execute            finds actions/put_item.py; Action.check tests the body against INPUT
                              (a missing TableName, a wrong JSON type: refused here)
    put_item.run              reads the condition and measures the item (a wrong number, 400 KB)
    PutWrite.prepare          items/writes.py; finds the key, makes the row (storage/rows.py)
    check_key_bytes           items/item_keys.py; refuses a key that is empty or too long, in
                              DynamoDB's words; the limits stand in storage/rows.py
    storage.transaction()     storage/sessions.py; waits its turn, begins, commits or rolls back
    write.load, write.decide  reads what stands there and tests the condition, if there is one
    store                     items/writes.py; the row, the stream's record
    respond                   items/write_responses.py; old attributes, capacity

An action works on a `Database`:

    table = database.table(body["TableName"])                       # TableInfo, or TableNotFound
    pk, sk = rows.key_of(table, body["Key"])                        # encoded key columns
    database.storage.get(table, pk, sk)                             # (item bytes, size) or None
    row = rows.row_of(table, item, encoded_item, size)              # every column of the item
    with database.storage.transaction() as tx:
        tx.put(table, row)

It may be run more than once: when tables changed under it, it starts again.
"""

from __future__ import annotations

from tavola.engine.engine import Engine

__all__ = ["Engine"]
