"""What a file remembers of exports and imports: their descriptions, tokens, and pages of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

from tavola.engine.database import Database
from tavola.engine.storage import ledger
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StaleCatalog, StorageTransaction
from tavola.errors import StoreError, ValidationFailed

__all__ = [
    "earlier_transfer",
    "find_transfer",
    "list_transfers",
    "page_of",
    "save_transfer",
    "timestamp",
    "transfer_id",
    "write_with_retry",
]

Kind = Literal["Export", "Import"]
Description = dict[str, Any]

# DynamoDB: a client token is valid for 8 hours. API reference, ExportTableToPointInTime.
_TOKEN_SECONDS: Final = 8 * 60 * 60

# DynamoDB: lists show the last 90 days. API reference, ListExports, ListImports.
_LISTED_SECONDS: Final = 90 * 24 * 60 * 60
# DynamoDB: the token of ListImports has 112 hexadecimal digits at least, in groups of 16.
_SHORTEST_TOKEN: Final = 112
_TOKEN_GROUP: Final = 16

_decode = msgspec.json.Decoder(dict[str, Any]).decode


def transfer_id(database: Database, now: float) -> str:
    """Make a unique id from the time, in the form of DynamoDB's."""
    return f"{int(now * 1000):014d}-{database.new_id().replace('-', '')[:8]}"


def timestamp(moment: float) -> str:
    """Format a time as manifests do."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def write_with_retry(
    database: Database, table: TableInfo, write: Callable[[StorageTransaction, TableInfo], None]
) -> None:
    """Run a write in its own transaction, again if other tables changed; the table must stay."""
    while True:
        try:
            with database.storage.transaction() as tx:
                database.check_current(table)
                write(tx, table)
            return
        except StaleCatalog:
            found = database.storage.refresh().find(table.name)
            if found is None or found.id != table.id:
                # Its table is gone, and with it what was to be done.
                return
            table = found


def save_transfer(database: Database, kind: Kind, description: Description) -> None:
    """Remember an export or import."""
    values = (description[f"{kind}Arn"], kind, msgspec.json.encode(description))
    while True:
        try:
            with database.storage.transaction() as tx:
                tx.run(ledger.SAVE_TRANSFER, values)
            return
        except StaleCatalog:
            # Other tables changed, which is nothing to this.
            continue


def find_transfer(database: Database, kind: Kind, arn: str) -> Description:
    """Find an export or import by its ARN, or refuse as DynamoDB does."""
    for (definition,) in database.storage.rows(ledger.FIND_TRANSFER, (arn,)):
        description = _decode(definition)
        if f"{kind}Arn" in description:
            return description
    raise StoreError(f"{kind} not found: {arn}", code=f"{kind}NotFoundException")


def list_transfers(database: Database, kind: Kind, table_arn: str | None) -> list[Description]:
    """List the recent exports or imports of all tables or of one, latest first."""
    rows = database.storage.rows(ledger.ALL_TRANSFERS, (kind,))
    since = database.clock() - _LISTED_SECONDS
    every = [_decode(definition) for (definition,) in rows]
    recent = [each for each in every if each["StartTime"] >= since]
    mine = [each for each in recent if table_arn in (None, each["TableArn"])]
    return sorted(mine, key=lambda each: (-each["StartTime"], each[f"{kind}Arn"]))


def earlier_transfer(
    database: Database, kind: Kind, body: Mapping[str, Any], now: float
) -> Description | None:
    """Find the transfer that the same request began earlier, by its client token."""
    token = body.get("ClientToken")
    if token is None:
        return None
    for description in list_transfers(database, kind, None):
        is_recent = now - description["StartTime"] < _TOKEN_SECONDS
        if description.get("ClientToken") != token or not is_recent:
            continue
        if any(description.get(name, value) != value for name, value in body.items()):
            raise StoreError(
                f"{kind} with client token {token} has other parameters",
                code=f"{kind}ConflictException",
            )
        return description
    return None


def page_of(
    listed: list[Description], kind: Kind, size: int, token: str | None
) -> tuple[list[Description], str | None]:
    """Return one page of a list, and the token for the next."""
    first = 0
    if token is not None:
        arn = _read_token(token)
        places = [number for number, each in enumerate(listed) if each[f"{kind}Arn"] == arn]
        if not places:
            raise _wrong_token()
        first = places[0] + 1
    page = listed[first : first + size]
    is_last = first + size >= len(listed)
    return page, None if is_last else _token(page[-1][f"{kind}Arn"])


def _token(arn: str) -> str:
    digits = arn.encode().hex()
    length = max(len(digits), _SHORTEST_TOKEN)
    return digits.ljust(length + -length % _TOKEN_GROUP, "0")


def _read_token(token: str) -> str:
    try:
        return bytes.fromhex(token).rstrip(b"\0").decode()
    except (ValueError, UnicodeError):
        raise _wrong_token() from None


def _wrong_token() -> ValidationFailed:
    return ValidationFailed("Invalid NextToken")
