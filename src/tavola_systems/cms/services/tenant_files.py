"""A whole tenant as JSON lines, out and in again; and its deletion.

The lines are items as the table stores them, so that nothing is lost on the way: the first is the
tenant's own, the others are its partition's. Before anything is written every line is looked at: it
must be an item of this tenant, in the table and in every index.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from msgspec import Struct

from tavola.errors import AlreadyExists, ItemMissing, OperationError
from tavola.operations.steps import Request, Steps, Wait
from tavola_systems.cms.models import Cms

__all__ = ["delete_tenant", "export_tenant", "import_tenant"]

Item = Mapping[str, Any]
_BATCH: Final = 25
_PAUSE_SECONDS: Final = 0.1
# A domain is proven by whoever imports, not by a file.
_LEFT_OUT: Final = ("domain", "Domain", "wantedDomain", "domainToken")


class _ReadPage(Struct, frozen=True):
    """Read a page of one partition, with the items as they are stored."""

    table: str
    partition: str
    start: Item | None
    keys_only: bool = False

    def steps(self) -> Steps[tuple[list[Item], Item | None]]:
        """Send one Query."""
        body: dict[str, Any] = {
            "TableName": self.table,
            "KeyConditionExpression": "PK = :p",
            "ExpressionAttributeValues": {":p": {"S": self.partition}},
            "ConsistentRead": True,
        }
        if self.keys_only:
            body["ProjectionExpression"] = "PK, SK"
        if self.start is not None:
            body["ExclusiveStartKey"] = self.start
        found = json.loads((yield Request("Query", body)))
        return found["Items"], found.get("LastEvaluatedKey")


class _WriteBatch(Struct, frozen=True):
    """Write or delete up to 25 items, until all are taken."""

    table: str
    requests: list[dict[str, Any]]

    def steps(self) -> Steps[None]:
        """Send what is left, again and again."""
        left: list[dict[str, Any]] = self.requests
        while left:
            body = {"RequestItems": {self.table: left}}
            answer = json.loads((yield Request("BatchWriteItem", body)))
            left = answer.get("UnprocessedItems", {}).get(self.table, [])
            if left:
                yield Wait(_PAUSE_SECONDS)


class _GetRegistered(Struct, frozen=True):
    """Read a tenant's own item as it is stored."""

    table: str
    tenant_id: str

    def steps(self) -> Steps[Item | None]:
        """Send one GetItem."""
        key = {"PK": {"S": "SYSTEM"}, "SK": {"S": f"TENANT#{self.tenant_id}"}}
        body = {"TableName": self.table, "Key": key, "ConsistentRead": True}
        found: Item | None = json.loads((yield Request("GetItem", body))).get("Item")
        return found


def export_tenant(db: Cms, tenant_id: str) -> Iterator[str]:
    """Yield a tenant as lines of JSON, its own item first."""
    root = db.untenanted
    registered = root.run(_GetRegistered(root.table_name, tenant_id))
    if registered is None:
        raise ItemMissing(f"Tenant {tenant_id} does not exist.")
    yield json.dumps({k: v for k, v in registered.items() if k not in _LEFT_OUT})
    for items in _pages(db, tenant_id):
        yield from (json.dumps(item) for item in items)


def _pages(db: Cms, tenant_id: str, *, keys_only: bool = False) -> Iterator[Sequence[Item]]:
    root, start = db.untenanted, None
    while True:
        page = _ReadPage(root.table_name, f"TENANT#{tenant_id}", start, keys_only)
        items, start = root.run(page)
        yield items
        if start is None:
            return


def import_tenant(db: Cms, lines: Iterable[str]) -> tuple[str, int]:
    """Write a tenant that an export holds; returns its id and how many items it has."""
    items = [_item(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not items or items[0].get("PK") != {"S": "SYSTEM"}:
        raise OperationError("Line 1 is not a tenant. Give a file that `export` wrote.")
    tenant_id = str(items[0].get("SK", {}).get("S", "")).removeprefix("TENANT#")
    _check_own(tenant_id, items)
    root = db.untenanted
    if root.run(_GetRegistered(root.table_name, tenant_id)) is not None:
        raise AlreadyExists(f"Tenant {tenant_id} exists already. Delete it first.")
    # The tenant's own item is the last: it exists when all of it is there.
    puts = [{"PutRequest": {"Item": item}} for item in (*items[1:], items[0])]
    for at in range(0, len(puts), _BATCH):
        root.run(_WriteBatch(root.table_name, puts[at : at + _BATCH]))
    return tenant_id, len(puts)


def _item(number: int, line: str) -> Item:
    try:
        found: Any = json.loads(line)
    except ValueError:
        raise OperationError(f"Line {number} is not JSON.") from None
    if not isinstance(found, dict) or not {"PK", "SK"} <= set(cast("Item", found)):
        raise OperationError(f"Line {number} is not an item with PK and SK.")
    return cast("Item", found)


def _check_own(tenant_id: str, items: Sequence[Item]) -> None:
    """Refuse a line that would be seen by another tenant, wherever it would."""
    if items[0].get("tenantId") != {"S": tenant_id} or "Domain" in items[0]:
        raise OperationError("Line 1 names two tenants, or a domain. Domains are proven again.")
    start = f"TENANT#{tenant_id}"
    for number, item in enumerate(items[1:], 2):
        indexed = [item[name] for name in ("Type", "Status") if name in item]
        is_own = item["PK"] == {"S": start} and "Domain" not in item
        if not is_own or not all(str(one.get("S")).startswith(f"{start}#") for one in indexed):
            raise OperationError(f"Line {number} belongs to another tenant than {tenant_id}.")


def delete_tenant(db: Cms, tenant_id: str) -> int:
    """Delete a tenant and all its items; returns how many. It may be repeated after a crash."""
    root = db.untenanted
    # The tenant's own item, with its domain, is the first: from then on nobody reaches the others.
    root.tenant_config.delete(tenant_id)
    deleted = 0
    for keys in _pages(db, tenant_id, keys_only=True):
        deletes = [{"DeleteRequest": {"Key": key}} for key in keys]
        for at in range(0, len(deletes), _BATCH):
            root.run(_WriteBatch(root.table_name, deletes[at : at + _BATCH]))
        deleted += len(deletes)
    return deleted
