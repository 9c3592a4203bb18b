"""UntagResource: removes tags from a table."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, ListShape, StringShape
from tavola.engine.request.table_shapes import ANY_ARN
from tavola.engine.tables.arns import tagged_table
from tavola.errors import ValidationFailed

INPUT: Final[Fields] = {
    "ResourceArn": ANY_ARN,
    "TagKeys": ListShape(StringShape(shortest=1, longest=128)),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an UntagResource request; the answer has no body."""
    keys = body.get("TagKeys", ())
    table = tagged_table(database, body.get("ResourceArn"))
    if not keys:
        raise ValidationFailed("Atleast one Tag Key needs to be provided as Input.")
    left = {key: value for key, value in table.tags.items() if key not in keys}
    with database.storage.transaction() as tx:
        tx.save_table(replace(table, tags=left))
    return b""


ACTION: Final = Action("UntagResource", run, INPUT)
