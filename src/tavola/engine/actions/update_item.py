"""UpdateItem: change attributes of an item, making it if it is not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.write_responses import respond
from tavola.engine.items.writes import UpdateWrite, decide_ahead, store
from tavola.engine.request.expression_use import ExpressionUse, update_and_condition
from tavola.engine.request.item_shapes import ITEM, PACKAGE, STRING, WRITE_FIELDS
from tavola.engine.request.messages import as_single_error, for_single_write
from tavola.engine.request.shapes import Fields, MapShape, StringShape, StructureShape
from tavola.engine.request.value_shapes import AttributeValueShape
from tavola.errors import ValidationFailed
from tavola.values import check_item

EXPRESSIONS = ExpressionUse(
    ("UpdateExpression", "ConditionExpression"),
    ("AttributeUpdates", "Expected", "ConditionalOperator"),
    lists_missing=False,
)

_UPDATES = MapShape(
    StructureShape(
        "AttributeValueUpdate",
        {"Action": StringShape(values=("ADD", "PUT", "DELETE")), "Value": AttributeValueShape()},
    ),
    PACKAGE + "AttributeValueUpdate",
)
INPUT: Final[Fields] = {
    **WRITE_FIELDS,
    "Key": ITEM,
    "AttributeUpdates": _UPDATES,
    "UpdateExpression": STRING,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Apply the update if the condition holds."""
    try:
        scope = EXPRESSIONS.scope(body)
        key = check_item(body["Key"])
        update, condition = (None, None) if scope is None else update_and_condition(scope, body)
    except ValidationFailed as fault:
        raise as_single_error(fault) from None
    table = database.table(body["TableName"])
    pk, sk = check_key(table, key)
    write = UpdateWrite(table=table, key=key, pk=pk, sk=sk, condition=condition, update=update)
    write.shows_old = body.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
    write.check_attributes()
    decide_ahead(database, [write])
    with database.storage.transaction() as tx:
        write.load(tx)
        write.decide()
        store(database, tx, write)
    return respond(database, body, write, _returned(body.get("ReturnValues", "NONE"), write))


ACTION: Final = Action(
    "UpdateItem", run, INPUT, report=for_single_write("Key", reports_enum_alone=True)
)


def _returned(wanted: str, write: UpdateWrite) -> Mapping[str, Any] | None:
    """Return the attributes that `ReturnValues` asks for."""
    if wanted == "NONE":
        return None
    if wanted.startswith("ALL"):
        return write.old if wanted == "ALL_OLD" else write.new
    if write.update is None:
        return None
    item = write.old if wanted == "UPDATED_OLD" else write.new
    return write.update.touched(item or {})
