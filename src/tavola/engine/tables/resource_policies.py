"""Resource-based policies of tables: stored and returned, never applied."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from tavola.engine.database import Database
from tavola.engine.storage.catalog import TableInfo, table_name
from tavola.engine.tables.arns import tagged_table
from tavola.errors import StoreError, TableNotFound, ValidationFailed

__all__ = [
    "check_policy",
    "check_revision",
    "find_policy_table",
    "find_revision",
    "policy_not_found",
    "save_policy",
]

_NO_POLICY = "NO_POLICY"
_INVALID: Final = "One or more parameter values were invalid: "
# DynamoDB: 20 KB, with its spaces. API reference, PutResourcePolicy.
_MAX_POLICY_BYTES: Final = 20 << 10


def check_policy(policy: str) -> None:
    """Refuse a policy that is too large or no JSON."""
    # DynamoDB: in these words, as ack-api-quirks saw them in October 2026, DDB-TABLE-442.
    if len(policy.encode()) > _MAX_POLICY_BYTES:
        raise ValidationFailed(
            f"{_INVALID}Maximum policy size of {_MAX_POLICY_BYTES} bytes exceeded"
        )
    try:
        msgspec.json.decode(policy)
    except (msgspec.MsgspecError, RecursionError):
        raise ValidationFailed(
            f"{_INVALID}Invalid policy document: This policy contains invalid Json"
        ) from None


def find_revision(table: TableInfo) -> str | None:
    """Name the revision of a table's policy: a time, so that later ones are greater."""
    if table.resource_policy is None:
        return None
    return str(table.policy_revision or int(table.created_at * 1000))


def find_policy_table(database: Database, arn: str) -> TableInfo:
    """Find the table of a policy by its ARN, or refuse as DynamoDB does."""
    try:
        return tagged_table(database, arn)
    except TableNotFound:
        name = table_name(arn)
        raise TableNotFound(f"Requested resource not found: Table: {name} not found") from None


def check_revision(table: TableInfo, expected: str | None) -> None:
    """Refuse a change that expects another policy."""
    revision = find_revision(table)
    if expected is None or expected == (revision or _NO_POLICY):
        return
    if revision is None:
        raise policy_not_found(table.arn)
    if expected == _NO_POLICY:
        raise policy_not_found(
            f"Requested policy update expecting none to be present for table {table.name}, but a "
            f"policy exists with revision id {revision}."
        )
    raise policy_not_found(
        f"Requested update for policy with revision id {expected}, but the policy associated to "
        f"target table {table.name} has revision id {revision}."
    )


def policy_not_found(which: str) -> StoreError:
    """The error for a table that has no such policy."""
    return StoreError(
        f"Resource-based policy not found for the provided ResourceArn: {which}",
        code="PolicyNotFoundException",
    )


def save_policy(database: Database, table: TableInfo, policy: str | None) -> TableInfo:
    """Store a policy, or that there is none; the same one again changes nothing."""
    if policy == table.resource_policy:
        return table
    revision = max(int(database.clock() * 1000), int(find_revision(table) or 0) + 1)
    changed = replace(table, resource_policy=policy, policy_revision=revision)
    with database.storage.transaction() as tx:
        tx.save_table(changed)
    return changed
