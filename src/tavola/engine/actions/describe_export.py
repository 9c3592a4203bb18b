"""DescribeExport: how an export went."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.transfer_shapes import TRANSFER_ARN
from tavola.engine.transfers.transfers import find_transfer

INPUT: Final[Fields] = {"ExportArn": TRANSFER_ARN}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeExport request."""
    description = find_transfer(database, "Export", body["ExportArn"])
    return msgspec.json.encode({"ExportDescription": description})


ACTION: Final = Action("DescribeExport", run, INPUT)
