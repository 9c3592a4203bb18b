"""PutResourcePolicy: store a table's policy."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import BooleanShape, Fields, StringShape
from tavola.engine.request.table_shapes import RESOURCE_ARN, REVISION_ID
from tavola.engine.tables.resource_policies import (
    check_policy,
    check_revision,
    find_policy_table,
    find_revision,
    save_policy,
)

INPUT: Final[Fields] = {
    "ResourceArn": RESOURCE_ARN,
    "Policy": StringShape(required=True),
    "ExpectedRevisionId": REVISION_ID,
    "ConfirmRemoveSelfResourceAccess": BooleanShape(),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a PutResourcePolicy request."""
    table = find_policy_table(database, body["ResourceArn"])
    check_policy(body["Policy"])
    check_revision(table, body.get("ExpectedRevisionId"))
    changed = save_policy(database, table, body["Policy"])
    return msgspec.json.encode({"RevisionId": find_revision(changed)})


ACTION: Final = Action("PutResourcePolicy", run, INPUT)
