"""GetResourcePolicy: return a table's policy as it was stored."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import RESOURCE_ARN
from tavola.engine.tables.resource_policies import (
    find_policy_table,
    find_revision,
    policy_not_found,
)

INPUT: Final[Fields] = {"ResourceArn": RESOURCE_ARN}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a GetResourcePolicy request."""
    table = find_policy_table(database, body["ResourceArn"])
    revision = find_revision(table)
    if revision is None:
        raise policy_not_found(table.arn)
    return msgspec.json.encode({"Policy": table.resource_policy, "RevisionId": revision})


ACTION: Final = Action("GetResourcePolicy", run, INPUT)
