"""DescribeImport: how an import went."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.transfer_shapes import TRANSFER_ARN
from tavola.engine.transfers.transfers import find_transfer

INPUT: Final[Fields] = {"ImportArn": TRANSFER_ARN}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeImport request."""
    description = find_transfer(database, "Import", body["ImportArn"])
    return msgspec.json.encode({"ImportTableDescription": description})


ACTION: Final = Action("DescribeImport", run, INPUT)
