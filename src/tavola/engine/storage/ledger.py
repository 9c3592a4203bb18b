"""SQL of what a file remembers beside its items: streams, exports and imports, backups.

Sequence numbers are drawn by SQLite, for all streams of a file together, and never used again.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ADD_RECORD",
    "ADD_STREAM",
    "ALL_BACKUPS",
    "ALL_STREAMS",
    "ALL_TRANSFERS",
    "FIND_BACKUP",
    "FIND_STREAM",
    "FIND_TRANSFER",
    "FIRST_SEQUENCE_SINCE",
    "FORGET_BACKUP",
    "FORGET_STREAMS",
    "LAST_SEQUENCE",
    "LEDGER_TABLES",
    "RECORDS",
    "RECORD_SIZES",
    "SAVE_BACKUP",
    "SAVE_STREAM",
    "SAVE_TRANSFER",
    "TRIM",
]

LEDGER_TABLES: Final = (
    "CREATE TABLE streams (id INTEGER PRIMARY KEY, arn TEXT NOT NULL UNIQUE, closed REAL,"
    " definition BLOB NOT NULL)",
    "CREATE TABLE records (sequence INTEGER PRIMARY KEY AUTOINCREMENT, stream INTEGER NOT NULL,"
    " created REAL NOT NULL, size INTEGER NOT NULL, record BLOB NOT NULL)",
    "CREATE INDEX records_stream ON records (stream, sequence)",
    "CREATE TABLE transfers (arn TEXT PRIMARY KEY, kind TEXT NOT NULL, definition BLOB NOT NULL)"
    " WITHOUT ROWID",
)

ADD_STREAM: Final = "INSERT INTO streams (arn, definition) VALUES (?, ?) RETURNING id"
SAVE_STREAM: Final = "UPDATE streams SET closed = ?, definition = ? WHERE id = ?"
FIND_STREAM: Final = "SELECT id, definition FROM streams WHERE arn = ?"
ALL_STREAMS: Final = "SELECT id, definition FROM streams ORDER BY id"
FORGET_STREAMS: Final = "DELETE FROM streams WHERE closed <= ?"

ADD_RECORD: Final = "INSERT INTO records (stream, created, size, record) VALUES (?, ?, ?, ?)"
RECORD_SIZES: Final = (
    "SELECT sequence, size FROM records"
    " WHERE stream = ? AND sequence >= ? AND created >= ? ORDER BY sequence LIMIT ?"
)
RECORDS: Final = (
    "SELECT sequence, record FROM records WHERE stream = ? AND sequence BETWEEN ? AND ?"
    " ORDER BY sequence"
)
FIRST_SEQUENCE_SINCE: Final = (
    "SELECT sequence FROM records WHERE stream = ? AND created >= ? ORDER BY sequence LIMIT 1"
)
LAST_SEQUENCE: Final = "SELECT seq FROM sqlite_sequence WHERE name = 'records'"
# Each new record takes at most two old ones away: no write pays for all that a day has left.
TRIM: Final = (
    "DELETE FROM records WHERE sequence IN (SELECT sequence FROM"
    " (SELECT sequence, created FROM records ORDER BY sequence LIMIT 2) WHERE created < ?)"
)

SAVE_TRANSFER: Final = "INSERT OR REPLACE INTO transfers VALUES (?, ?, ?)"
FIND_TRANSFER: Final = "SELECT definition FROM transfers WHERE arn = ?"
ALL_TRANSFERS: Final = "SELECT definition FROM transfers WHERE kind = ? ORDER BY arn"

# They stand beside the transfers, so that files of earlier versions have a place for them.
SAVE_BACKUP: Final = "INSERT OR REPLACE INTO transfers VALUES (?, 'Backup', ?)"
FIND_BACKUP: Final = "SELECT definition FROM transfers WHERE arn = ? AND kind = 'Backup'"
ALL_BACKUPS: Final = "SELECT definition FROM transfers WHERE kind = 'Backup' ORDER BY arn"
FORGET_BACKUP: Final = "DELETE FROM transfers WHERE arn = ? AND kind = 'Backup'"
