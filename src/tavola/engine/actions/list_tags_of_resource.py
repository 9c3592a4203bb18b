"""ListTagsOfResource: the tags of a table."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, StringShape
from tavola.engine.request.table_shapes import ANY_ARN
from tavola.engine.tables.arns import tagged_table
from tavola.errors import AccessRefused, TableNotFound

INPUT: Final[Fields] = {"ResourceArn": ANY_ARN, "NextToken": StringShape()}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListTagsOfResource request; fifty tags always fit one page."""
    arn = body.get("ResourceArn")
    try:
        table = tagged_table(database, arn)
    except TableNotFound:
        # DynamoDB: a caller who may not see a table does not learn if it exists.
        raise AccessRefused(
            f"User: arn:aws:iam::{database.account_id}:root is not authorized to perform: "
            f"dynamodb:ListTagsOfResource on resource: {arn}"
        ) from None
    tags = [{"Key": key, "Value": value} for key, value in table.tags.items()]
    return msgspec.json.encode({"Tags": tags})


ACTION: Final = Action("ListTagsOfResource", run, INPUT)
