"""Tables by their ARN, as the actions on tags name them."""

from __future__ import annotations

import re
from typing import Final

from tavola.engine.database import Database
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.tables.rules.index_rules import INVALID
from tavola.errors import TableNotFound, ValidationFailed

__all__ = ["tagged_table"]

_TABLE: Final = re.compile(r"arn:[^:]+:dynamodb:[^:]*:[^:]*:table/([^/]+)")


def tagged_table(database: Database, arn: str | None) -> TableInfo:
    """Find the table of an ARN, or refuse as DynamoDB does."""
    if not arn:
        raise ValidationFailed("Invalid TableArn")
    if not arn.startswith("arn:"):
        raise ValidationFailed(f"{INVALID}ARNs must start with 'arn:': {arn}")
    if ":dynamodb:" not in arn:
        raise ValidationFailed(f"{INVALID}Provided Arn is not a DynamoDB resource arn: {arn}")
    found = _TABLE.fullmatch(arn)
    if found is None:
        raise ValidationFailed(
            f"{INVALID}Invalid resource arn provided, only table or stream is accepted. "
            f"Provided resource arn: {arn}"
        )
    table = database.storage.refresh().find(found[1])
    if table is None or table.arn != arn:
        # DynamoDB: the misspelling is its own.
        raise TableNotFound(f"Requested resource not found: ResourcArn: {arn} not found")
    return table
