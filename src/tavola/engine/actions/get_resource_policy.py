"""GetResourcePolicy: return a table's policy as it was stored."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.tables.resource_policies import find_revision, policy_not_found
from tavola.engine.tables.resources import tagged_table


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a GetResourcePolicy request."""
    table = tagged_table(database, body["ResourceArn"])
    revision = find_revision(table)
    if revision is None:
        raise policy_not_found(table.arn)
    return msgspec.json.encode({"Policy": table.resource_policy, "RevisionId": revision})
