"""DeleteResourcePolicy: forget a table's policy, if it has one."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import RESOURCE_ARN, REVISION_ID
from tavola.engine.tables.resource_policies import (
    check_revision,
    find_policy_table,
    find_revision,
    save_policy,
)

INPUT: Final[Fields] = {"ResourceArn": RESOURCE_ARN, "ExpectedRevisionId": REVISION_ID}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DeleteResourcePolicy request; it may be repeated."""
    table = find_policy_table(database, body["ResourceArn"])
    check_revision(table, body.get("ExpectedRevisionId"))
    revision = find_revision(table)
    if revision is None:
        return b"{}"
    save_policy(database, table, None)
    return msgspec.json.encode({"RevisionId": revision})


ACTION: Final = Action("DeleteResourcePolicy", run, INPUT)
