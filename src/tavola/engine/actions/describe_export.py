"""DescribeExport: how an export went."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.transfers.transfers import find_transfer


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeExport request."""
    description = find_transfer(database, "Export", body["ExportArn"])
    return msgspec.json.encode({"ExportDescription": description})
