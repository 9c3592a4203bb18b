"""Resource-based policies of tables: stored and returned, never applied."""

from __future__ import annotations

from hashlib import blake2b

from msgspec.structs import replace

from tavola.engine.database import Database
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import StoreError

__all__ = ["check_revision", "find_revision", "policy_not_found", "save_policy"]

_NO_POLICY = "NO_POLICY"


def find_revision(table: TableInfo) -> str | None:
    """Name the revision of a table's policy; equal policies have equal revisions."""
    if table.resource_policy is None:
        return None
    digest = blake2b(table.resource_policy.encode(), digest_size=6).digest()
    return str(int.from_bytes(digest, "big"))


def check_revision(table: TableInfo, expected: str | None) -> None:
    """Refuse a change that expects another policy."""
    if expected is not None and expected != (find_revision(table) or _NO_POLICY):
        raise policy_not_found(table.arn)


def policy_not_found(arn: str) -> StoreError:
    """The error for a table that has no such policy."""
    return StoreError(
        f"Resource-based policy not found for the provided ResourceArn: {arn}",
        code="PolicyNotFoundException",
    )


def save_policy(database: Database, table: TableInfo, policy: str | None) -> TableInfo:
    """Store a policy, or that there is none."""
    changed = replace(table, resource_policy=policy)
    with database.storage.transaction() as tx:
        tx.save_table(changed)
    return changed
