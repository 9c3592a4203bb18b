"""PutResourcePolicy: store a table's policy."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.tables.resource_policies import check_revision, find_revision, save_policy
from tavola.engine.tables.resources import tagged_table


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a PutResourcePolicy request."""
    table = tagged_table(database, body["ResourceArn"])
    check_revision(table, body.get("ExpectedRevisionId"))
    changed = save_policy(database, table, body["Policy"])
    return msgspec.json.encode({"RevisionId": find_revision(changed)})
