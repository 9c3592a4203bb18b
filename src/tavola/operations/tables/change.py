"""One change of a table: the request, and the wait until DynamoDB has made it so."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from tavola.errors import LimitExceeded, StoreError, StoreUnavailable, TableInUse, TableNotFound
from tavola.operations.steps import Request, Steps, Wait

FIRST_PAUSE_SECONDS: Final = 0.2
MOST_PAUSE_SECONDS: Final = 10.0
TABLE_PATIENCE_SECONDS: Final = 15 * 60.0
# A large table's index is filled in hours.
INDEX_PATIENCE_SECONDS: Final = 48 * 3600.0

# DynamoDB: backups of a new table come into being after the table. UpdateContinuousBackups.
_NOT_YET: Final = "ContinuousBackupsUnavailableException"

Body = dict[str, Any]


class TableChange(Struct, frozen=True):
    """One request that changes a table, and the wait until it is done."""

    summary: str
    table: str
    action: str
    body: Body
    patience_seconds: float = TABLE_PATIENCE_SECONDS
    makes_table: bool = False
    """A table that is there already is then a refusal, not something to wait for."""
    is_seen: bool = True
    """Whether the table's status tells when it is done."""

    def steps(self) -> Steps[None]:
        """Send it, as soon as the table takes changes, and wait until the table is active."""
        waits = Waits(self.patience_seconds, f"{self.summary}: table {self.table}")
        while True:
            try:
                yield Request(self.action, self.body)
                break
            except StoreError as refusal:
                if not self._may_pass(refusal):
                    raise
            yield waits.next()
        if self.is_seen:
            yield from _until_active(self.table, waits)

    def _may_pass(self, refusal: StoreError) -> bool:
        if self.makes_table:
            return isinstance(refusal, LimitExceeded)
        return isinstance(refusal, TableInUse | LimitExceeded) or refusal.code == _NOT_YET


def _until_active(table: str, waits: Waits) -> Steps[None]:
    while True:
        try:
            answer = yield Request("DescribeTable", {"TableName": table})
        except TableNotFound:
            # DynamoDB: what was created a moment ago may not be seen yet. DescribeTable.
            yield waits.next()
            continue
        described: Body = msgspec.json.decode(answer)["Table"]
        statuses = [described["TableStatus"]]
        statuses += [index["IndexStatus"] for index in described.get("GlobalSecondaryIndexes", ())]
        if all(status == "ACTIVE" for status in statuses):
            return
        yield waits.next()


class Waits:
    """Pauses that grow, until patience ends."""

    def __init__(self, patience_seconds: float, where: str) -> None:
        self._left = patience_seconds
        self._pause = FIRST_PAUSE_SECONDS
        self._where = where

    def next(self) -> Wait:
        """Give the next pause."""
        if self._left <= 0:
            raise StoreUnavailable(
                f"{self._where} is not active yet. It goes on by itself; look again later."
            )
        wait = Wait(self._pause)
        self._left -= self._pause
        self._pause = min(MOST_PAUSE_SECONDS, self._pause * 1.5)
        return wait


def create_table(summary: str, table: str, body: Body) -> TableChange:
    """Make a table."""
    return TableChange(summary, table, "CreateTable", body, makes_table=True)


def delete_table(table: str) -> TableChange:
    """Take a table away; whoever does it sees its end by itself."""
    return TableChange(
        "Delete the table", table, "DeleteTable", {"TableName": table}, is_seen=False
    )


def tag_table(summary: str, table: str, body: Body) -> TableChange:
    """Tag a table, which changes at once."""
    return TableChange(summary, table, "TagResource", body, is_seen=False)


def update_table(summary: str, table: str, body: Body) -> TableChange:
    """Change what UpdateTable can."""
    return TableChange(summary, table, "UpdateTable", {"TableName": table, **body})


def switch_time_to_live(table: str, attribute: str, *, is_on: bool) -> TableChange:
    """Let items expire, or no longer."""
    specification = {"Enabled": is_on, "AttributeName": attribute}
    return TableChange(
        f"Let items expire by {attribute}"
        if is_on
        else f"Let items no longer expire ({attribute})",
        table,
        "UpdateTimeToLive",
        {"TableName": table, "TimeToLiveSpecification": specification},
    )


def switch_recovery(table: str, *, is_on: bool) -> TableChange:
    """Turn point-in-time recovery on or off."""
    return TableChange(
        f"Turn point-in-time recovery {'on' if is_on else 'off'}",
        table,
        "UpdateContinuousBackups",
        {
            "TableName": table,
            "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": is_on},
        },
    )
