"""UpdateTimeToLive: turns expiry by an attribute on or off."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.shapes import BooleanShape, Fields, StructureShape
from tavola.engine.request.table_shapes import ATTRIBUTE_NAME, MANAGED_TABLE_NAME
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.tables.backfill import complete
from tavola.errors import ValidationFailed

INPUT: Final[Fields] = {
    "TableName": MANAGED_TABLE_NAME,
    "TimeToLiveSpecification": StructureShape(
        "TimeToLiveSpecification",
        {"Enabled": BooleanShape(required=True), "AttributeName": ATTRIBUTE_NAME},
        required=True,
    ),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an UpdateTimeToLive request."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which older items get their time."""
    specification = body["TimeToLiveSpecification"]
    table = database.managed_table(body["TableName"])
    attribute: str = specification["AttributeName"]
    is_enabled: bool = specification["Enabled"]
    _check_change(table, attribute, is_enabled=is_enabled)
    changed = replace(
        table, ttl_attribute=attribute if is_enabled else None, is_ttl_filled=not is_enabled
    )
    with database.storage.transaction() as tx:
        tx.save_table(changed)
    yield from complete(database, table.name, pace)
    return msgspec.json.encode({"TimeToLiveSpecification": specification})


ACTION: Final = Action("UpdateTimeToLive", run, INPUT, steps=steps, requires_table_first=True)


def _check_change(table: TableInfo, attribute: str, *, is_enabled: bool) -> None:
    current = table.ttl_attribute
    if not is_enabled and current is None:
        raise ValidationFailed("TimeToLive is already disabled")
    if current is not None and current != attribute:
        raise ValidationFailed(
            f"TimeToLive is active on a different AttributeName: current AttributeName is {current}"
        )
    if is_enabled and current is not None:
        raise ValidationFailed("TimeToLive is already enabled")
