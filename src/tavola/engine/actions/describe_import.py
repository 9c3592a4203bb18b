"""DescribeImport: how an import went."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.transfers.transfers import find_transfer


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeImport request."""
    description = find_transfer(database, "Import", body["ImportArn"])
    return msgspec.json.encode({"ImportTableDescription": description})
