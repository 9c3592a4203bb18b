"""Tables as a whole: look at one, compare it with a design, make it what the design says, drop it.

plan = run(PlanTable(design))
for change in plan.changes:
    run(change)                     # one after the other: DynamoDB adds one index at a time
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from tavola.design import Design, TableSettings
from tavola.errors import StoreError, TableNotFound
from tavola.operations.steps import Request, Steps
from tavola.operations.tables.change import (
    TABLE_PATIENCE_SECONDS,
    TableChange,
    Waits,
    create_table,
    delete_table,
    switch_recovery,
    switch_time_to_live,
)
from tavola.operations.tables.compare import compare
from tavola.operations.tables.create import create_body, describe_throughput
from tavola.operations.tables.describe import TableState, read_state

__all__ = ["ApplyPlan", "DescribeTable", "DropTable", "PlanTable", "TableChange", "TablePlan"]

_UNSUPPORTED: Final = frozenset({"UnknownOperationException", "UnsupportedOperationException"})

Body = dict[str, Any]


class DescribeTable(Struct, frozen=True):
    """Read everything about a table that a design can say; None if there is none."""

    name: str

    def steps(self) -> Steps[TableState | None]:
        """Ask for the description and the settings that stand beside it."""
        try:
            table = yield Request("DescribeTable", {"TableName": self.name})
        except TableNotFound:
            return None
        described: Body = msgspec.json.decode(table)["Table"]
        by_name = {"TableName": self.name}
        ttl = yield from _ask("DescribeTimeToLive", by_name)
        backups = yield from _ask("DescribeContinuousBackups", by_name)
        tags = None
        if described.get("TableArn"):
            tags = yield from _read_tags(described["TableArn"])
        return read_state(described, ttl, backups, tags)


def _ask(action: str, body: Body) -> Steps[Body | None]:
    """Ask for what not every service offers; None if this one does not."""
    try:
        answer: bytes = yield Request(action, body)
    except StoreError as refusal:
        if refusal.code in _UNSUPPORTED:
            return None
        raise
    decoded: Body = msgspec.json.decode(answer)
    return decoded


def _read_tags(arn: str) -> Steps[dict[str, str] | None]:
    tags: dict[str, str] = {}
    body: Body = {"ResourceArn": arn}
    while True:
        page = yield from _ask("ListTagsOfResource", body)
        if page is None:
            return None
        tags |= {tag["Key"]: tag["Value"] for tag in page.get("Tags", ())}
        if not page.get("NextToken"):
            return tags
        body = {"ResourceArn": arn, "NextToken": page["NextToken"]}


class TablePlan(Struct, frozen=True):
    """What would make a table what its design says."""

    table: str
    changes: tuple[TableChange, ...] = ()
    obstacles: tuple[str, ...] = ()
    """Differences that DynamoDB cannot change in place."""
    notes: tuple[str, ...] = ()
    """What the table has beyond its design, and is left alone."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not self.changes


class PlanTable(Struct, frozen=True):
    """Compare a design with the table, and say what to change."""

    design: Design
    name: str | None = None

    def steps(self) -> Steps[TablePlan]:
        """Look at the table; nothing is changed."""
        name = self.name or self.design.table.name
        state = yield from DescribeTable(name).steps()
        if state is None:
            return _creation(self.design, name)
        found = compare(self.design.table, state)
        return TablePlan(name, found.changes, found.obstacles, found.notes)


def _creation(design: Design, name: str) -> TablePlan:
    table = design.table
    body = create_body(design, name)
    changes = [create_table(_creation_summary(table, body), name, body)]
    if table.ttl_attribute:
        changes.append(switch_time_to_live(name, table.ttl_attribute, is_on=True))
    if table.point_in_time_recovery:
        changes.append(switch_recovery(name, is_on=True))
    return TablePlan(name, tuple(changes))


def _creation_summary(table: TableSettings, body: Body) -> str:
    """Say everything that a creation sets and that costs, protects or can not be changed later."""
    parts: list[str] = []
    if table.indexes:
        names = ", ".join(index.name for index in table.indexes)
        many = "es" if len(table.indexes) > 1 else ""
        parts.append(f"index{many} {names}")
    if units := body.get("ProvisionedThroughput"):
        parts.append(f"capacity for {describe_throughput(units)}")
    if stream := body.get("StreamSpecification"):
        parts.append(f"stream {stream['StreamViewType']}")
    if table.encryption != "owned":
        parts.append(f"{table.encryption} key")
    if table.deletion_protection:
        parts.append("deletion protection")
    if table.tags:
        parts.append(f"tags {', '.join(sorted(table.tags))}")
    return f"Create the table with {'; '.join(parts)}" if parts else "Create the table"


class ApplyPlan(Struct, frozen=True):
    """Make all changes of a plan, one after the other."""

    plan: TablePlan

    def steps(self) -> Steps[None]:
        """Change the table; each change is done before the next begins."""
        for change in self.plan.changes:
            yield from change.steps()


class DropTable(Struct, frozen=True):
    """Delete a table with all its items, and wait until it is gone."""

    name: str

    def steps(self) -> Steps[None]:
        """Delete; a table that is not there is a TableNotFound."""
        body = {"TableName": self.name}
        waits = Waits(TABLE_PATIENCE_SECONDS, f"Delete: table {self.name}")
        yield from delete_table(self.name).steps()
        while True:
            try:
                yield Request("DescribeTable", body)
            except TableNotFound:
                return
            yield waits.next()
