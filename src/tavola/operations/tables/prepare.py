"""Making an embedded table what its design says: created, with every index and its expiry."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from tavola.design.schema import Design
from tavola.errors import TableInUse, TableNotFound
from tavola.operations.steps import Request, Steps
from tavola.operations.tables.change import switch_recovery, switch_time_to_live
from tavola.operations.tables.create import create_body


class Prepare(Struct, frozen=True):
    """Create the table, or add the indexes that it lacks."""

    design: Design
    table: str

    def steps(self) -> Steps[None]:
        """Describe the table and change only what is missing."""
        wanted = create_body(self.design, self.table)
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
        settings = self.design.table
        if settings.ttl_attribute:
            expiry = switch_time_to_live(self.table, settings.ttl_attribute, is_on=True)
            yield Request(expiry.action, expiry.body)
        if settings.point_in_time_recovery:
            recovery = switch_recovery(self.table, is_on=True)
            yield Request(recovery.action, recovery.body)

    def _addition(self, wanted: dict[str, Any], index: dict[str, Any]) -> dict[str, Any]:
        return {
            "TableName": self.table,
            "AttributeDefinitions": wanted["AttributeDefinitions"],
            "GlobalSecondaryIndexUpdates": [{"Create": index}],
        }
