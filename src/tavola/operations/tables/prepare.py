"""Making an embedded table what its design says: created, with every index and its expiry."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from tavola.design.physical import (
    create_table_body,
    point_in_time_recovery_body,
    time_to_live_body,
)
from tavola.design.schema import Design
from tavola.errors import TableInUse, TableNotFound
from tavola.operations.steps import Request, Steps


class Prepare(Struct, frozen=True):
    """Create the table, or add the indexes that it lacks."""

    design: Design
    table: str

    def steps(self) -> Steps[None]:
        """Describe the table and change only what is missing."""
        wanted = create_table_body(self.design.table, self.table)
        try:
            described = yield Request("DescribeTable", {"TableName": self.table})
        except TableNotFound:
            yield from self._create(wanted)
            return
        existing: dict[str, Any] = msgspec.json.decode(described)["Table"]
        have = {index["IndexName"] for index in existing.get("GlobalSecondaryIndexes", ())}
        for index in wanted.get("GlobalSecondaryIndexes", ()):
            if index["IndexName"] not in have:
                yield Request("UpdateTable", self._addition(wanted, index))

    def _create(self, body: dict[str, Any]) -> Steps[None]:
        # An embedded file is its owner's to delete; protection is for tables on a service.
        try:
            yield Request("CreateTable", {**body, "DeletionProtectionEnabled": False})
        except TableInUse:
            return
        expiry = time_to_live_body(self.design.table, self.table)
        if expiry is not None:
            yield Request("UpdateTimeToLive", expiry)
        recovery = point_in_time_recovery_body(self.design.table, self.table)
        if recovery is not None:
            yield Request("UpdateContinuousBackups", recovery)

    def _addition(self, wanted: dict[str, Any], index: dict[str, Any]) -> dict[str, Any]:
        return {
            "TableName": self.table,
            "AttributeDefinitions": wanted["AttributeDefinitions"],
            "GlobalSecondaryIndexUpdates": [{"Create": index}],
        }
