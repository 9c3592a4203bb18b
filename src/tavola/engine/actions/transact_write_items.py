"""TransactWriteItems: up to 100 writes and checks in several tables, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.cancellations import reason_of
from tavola.engine.items.item_keys import EmptyKey, check_key
from tavola.engine.items.write_transactions import commit
from tavola.engine.items.writes import (
    ConditionCheck,
    DeleteWrite,
    ItemWrite,
    PutWrite,
    UpdateWrite,
    check_item_size,
    encode,
)
from tavola.engine.request.expression_use import ExpressionUse, update_and_condition
from tavola.engine.request.item_shapes import (
    CAPACITY_DETAIL,
    CONDITION_FIELDS,
    ITEM,
    METRICS_DETAIL,
)
from tavola.engine.request.shapes import Fields, ListShape, StringShape, StructureShape
from tavola.engine.request.value_shapes import TableNameShape
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import CancellationReason, ValidationFailed
from tavola.expressions import CompiledUpdate, Condition
from tavola.values import Item, check_item, check_name, measure_item

CONDITION: Final = ExpressionUse(("ConditionExpression",), ())
UPDATE: Final = ExpressionUse(("UpdateExpression", "ConditionExpression"), ())
_ACTIONS: Final = ("ConditionCheck", "Put", "Delete", "Update")

_TRANSACT_WRITE = StructureShape(
    "TransactWriteItem",
    {
        "ConditionCheck": StructureShape(
            "ConditionCheck",
            {
                "Key": ITEM,
                "TableName": TableNameShape(),
                **CONDITION_FIELDS,
                "ConditionExpression": StringShape(required=True),
            },
        ),
        "Put": StructureShape(
            "Put", {"Item": ITEM, "TableName": TableNameShape(), **CONDITION_FIELDS}
        ),
        "Delete": StructureShape(
            "Delete", {"Key": ITEM, "TableName": TableNameShape(), **CONDITION_FIELDS}
        ),
        "Update": StructureShape(
            "Update",
            {
                "Key": ITEM,
                "UpdateExpression": StringShape(required=True),
                "TableName": TableNameShape(),
                **CONDITION_FIELDS,
            },
        ),
    },
)
INPUT: Final[Fields] = {
    "ClientRequestToken": StringShape(shortest=1, longest=36),
    "TransactItems": ListShape(_TRANSACT_WRITE, required=True, shortest=1, longest=100),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
    "ReturnItemCollectionMetrics": METRICS_DETAIL,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Do all or nothing; a repeated request with the same token is not applied again."""
    actions = [_action(each) for each in body["TransactItems"]]
    database.check_texts(
        action[name] for _, action in actions for name in UPDATE.expressions if name in action
    )
    # DynamoDB: each action is read to its end before the next, and all before any table.
    read = [_read(kind, action) for kind, action in actions]
    tables = [database.table(action["TableName"]) for _, action in actions]
    prepared = [
        _prepare(kind, action, table, *parts)
        for (kind, action), table, parts in zip(actions, tables, read, strict=True)
    ]
    return encode(commit(database, body, prepared, asked=body["TransactItems"]))


ACTION: Final = Action("TransactWriteItems", run, INPUT, has_older_messages=True)


def _action(wanted: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Find the one action of a member."""
    given = [kind for kind in _ACTIONS if kind in wanted]
    if len(given) != 1:
        raise ValidationFailed("TransactItems can only contain one of Check, Put, Update or Delete")
    return given[0], wanted[given[0]]


def _read(
    kind: str, action: Mapping[str, Any]
) -> tuple[Item, int, CompiledUpdate | None, Condition | None]:
    """Return the item (and its size) or key of an action in canonical form, and its expressions."""
    if kind != "Put":
        update, condition = _expressions(kind, action)
        return check_item(action["Key"]), 0, update, condition
    if "" in action["Item"]:
        check_name("")
    update, condition = _expressions(kind, action)
    item, size = measure_item(action["Item"])
    check_item_size(item, size)
    return item, size, update, condition


def _expressions(
    kind: str, action: Mapping[str, Any]
) -> tuple[CompiledUpdate | None, Condition | None]:
    use = UPDATE if kind == "Update" else CONDITION
    # DynamoDB: actions of a transaction have no older parameters; others are ignored.
    request = {name: action[name] for name in use.parameters if name in action}
    scope = use.scope(request)
    return (None, None) if scope is None else update_and_condition(scope, request)


def _prepare(
    kind: str,
    action: Mapping[str, Any],
    table: TableInfo,
    item: Item,
    size: int,
    update: CompiledUpdate | None,
    condition: Condition | None,
) -> ItemWrite | CancellationReason:
    """Prepare the write of one action, or return the reason why it cannot be done."""
    try:
        if kind == "Put":
            write: ItemWrite = PutWrite.prepare(table, item, size)
        else:
            pk, sk = check_key(table, item)
            if kind == "Update":
                write = UpdateWrite(table=table, key=item, pk=pk, sk=sk, update=update)
            else:
                made = DeleteWrite if kind == "Delete" else ConditionCheck
                write = made(table=table, key=item, pk=pk, sk=sk)
    except EmptyKey:
        raise
    except ValidationFailed as error:
        return reason_of(error)
    if isinstance(write, UpdateWrite):
        write.check_attributes()
    write.condition = condition
    write.shows_old = action.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
    return write
