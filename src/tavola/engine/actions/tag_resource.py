"""TagResource: adds tags to a table, replacing those of the same key."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import ANY_ARN, TAGS
from tavola.engine.tables.arns import tagged_table
from tavola.engine.tables.rules.setting_rules import check_tag_count, check_tags
from tavola.errors import ValidationFailed

INPUT: Final[Fields] = {"ResourceArn": ANY_ARN, "Tags": TAGS}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a TagResource request; the answer has no body."""
    tags = body.get("Tags", ())
    table = tagged_table(database, body.get("ResourceArn"))
    if not tags:
        raise ValidationFailed("Atleast one Tag needs to be provided as Input.")
    check_tags(tags)
    merged = {**table.tags, **{tag["Key"]: tag["Value"] for tag in tags}}
    check_tag_count(len(merged))
    with database.storage.transaction() as tx:
        tx.save_table(replace(table, tags=merged))
    return b""


ACTION: Final = Action("TagResource", run, INPUT)
