"""TransactWriteItems: up to 100 writes and checks in several tables, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from tavola.engine.capacity import Consumption, read_units
from tavola.engine.catalog import TableInfo
from tavola.engine.database import Database
from tavola.engine.expression_use import ExpressionUse, update_and_condition
from tavola.engine.item_keys import EmptyKey, check_key
from tavola.engine.storage import Transaction
from tavola.engine.transactions import (
    DUPLICATE,
    MAX_TRANSACTION_BYTES,
    OVERSIZE,
    cancel,
    no_reason,
    reason_of,
)
from tavola.engine.write_responses import collection_metrics, units_by_table
from tavola.engine.writes import (
    Check,
    Delete,
    Put,
    Update,
    Write,
    check_item_size,
    decode,
    encode,
    store,
)
from tavola.errors import (
    CancellationReason,
    ConditionFailed,
    IdempotencyMismatch,
    ValidationFailed,
)
from tavola.expressions import Condition
from tavola.expressions import Update as UpdateExpression
from tavola.values import Item, check_item

# DynamoDB: a token is remembered for ten minutes. API reference, TransactWriteItems.
TOKEN_SECONDS: Final = 600.0
FACTOR: Final = 2.0
CONDITION: Final = ExpressionUse(("ConditionExpression",), ())
UPDATE: Final = ExpressionUse(("UpdateExpression", "ConditionExpression"), ())
_ACTIONS: Final = ("ConditionCheck", "Put", "Delete", "Update")

_digested = msgspec.json.Encoder(order="deterministic").encode


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Do all or nothing; a token that was used for the same request does nothing again."""
    actions = [_action(each) for each in body["TransactItems"]]
    items = [_item(kind, action) for kind, action in actions]
    tables = [database.table(action["TableName"]) for _, action in actions]
    expressions = [_expressions(kind, action) for kind, action in actions]
    prepared = [
        _prepare(kind, action, table, item, *pair)
        for (kind, action), table, item, pair in zip(
            actions, tables, items, expressions, strict=True
        )
    ]
    writes = [write for write in prepared if isinstance(write, Write)]
    _check_distinct(writes)
    token = body.get("ClientRequestToken")
    with database.storage.transaction() as tx:
        if token is not None:
            earlier = _earlier(database, tx, token, body)
            if earlier is not None:
                return _replay(database, earlier, body)
        _decide(tx, prepared)
        _check_size(writes)
        for write in writes:
            store(database, tx, write)
        if token is not None:
            _remember(database, tx, token, body, writes)
    return _respond(database, body, writes)


def _action(wanted: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Find the one action of a member."""
    given = [kind for kind in _ACTIONS if kind in wanted]
    if len(given) != 1:
        raise ValidationFailed("TransactItems can only contain one of Check, Put, Update or Delete")
    return given[0], wanted[given[0]]


def _item(kind: str, action: Mapping[str, Any]) -> Item:
    """Give the item or key of an action in canonical form."""
    if kind != "Put":
        return check_item(action["Key"])
    item = check_item(action["Item"])
    check_item_size(item)
    return item


def _expressions(
    kind: str, action: Mapping[str, Any]
) -> tuple[UpdateExpression | None, Condition | None]:
    use = UPDATE if kind == "Update" else CONDITION
    # DynamoDB: actions of a transaction have no older parameters; others are ignored.
    request = {name: action[name] for name in use.concerned if name in action}
    scope = use.scope(request)
    return (None, None) if scope is None else update_and_condition(scope, request)


def _prepare(
    kind: str,
    action: Mapping[str, Any],
    table: TableInfo,
    item: Item,
    update: UpdateExpression | None,
    condition: Condition | None,
) -> Write | CancellationReason:
    """Make the write of one action, or the reason for which it cannot be."""
    try:
        if kind == "Put":
            write: Write = Put.prepare(table, item, check_item_size(item))
        else:
            pk, sk = check_key(table, item)
            if kind == "Update":
                write = Update(table=table, key=item, pk=pk, sk=sk, update=update)
            else:
                made = Delete if kind == "Delete" else Check
                write = made(table=table, key=item, pk=pk, sk=sk)
    except EmptyKey:
        raise
    except ValidationFailed as error:
        return reason_of(error)
    if isinstance(write, Update):
        write.check_attributes()
    write.condition = condition
    write.shows_old = action.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
    return write


def _check_distinct(writes: Sequence[Write]) -> None:
    if len({(write.table.name, write.pk, write.sk) for write in writes}) < len(writes):
        raise ValidationFailed(DUPLICATE)


def _decide(tx: Transaction, prepared: Sequence[Write | CancellationReason]) -> None:
    """Decide every write before any is stored; one reason cancels all."""
    reasons: list[CancellationReason] = []
    for write in prepared:
        if isinstance(write, CancellationReason):
            reasons.append(write)
            continue
        write.load(tx)
        try:
            write.decide()
            reasons.append(no_reason())
        except EmptyKey:
            raise
        except (ConditionFailed, ValidationFailed) as error:
            reasons.append(reason_of(error))
    if any(reason.code != "None" for reason in reasons):
        cancel(reasons)


def _check_size(writes: Sequence[Write]) -> None:
    if sum(write.new_size for write in writes) > MAX_TRANSACTION_BYTES:
        raise ValidationFailed(OVERSIZE)


def _digest(body: Mapping[str, Any]) -> bytes:
    return sha256(_digested(body["TransactItems"])).digest()


def _earlier(
    database: Database, tx: Transaction, token: str, body: Mapping[str, Any]
) -> bytes | None:
    """Find what a request with this token left behind, if it was the same request."""
    found = tx.find_token(token, database.clock())
    if found is None:
        return None
    digest, sizes = found
    if digest != _digest(body):
        raise IdempotencyMismatch(
            "The request uses the same client token as a previous, but different, request."
        )
    return sizes


def _remember(
    database: Database,
    tx: Transaction,
    token: str,
    body: Mapping[str, Any],
    writes: Sequence[Write],
) -> None:
    now = database.clock()
    units: dict[str, float] = {}
    for write in writes:
        name = write.table.name
        cost = FACTOR * read_units(write.table_size, consistent=True)
        units[name] = units.get(name, 0.0) + cost
    tx.keep_token(token, _digest(body), encode(units), now=now, expires=now + TOKEN_SECONDS)


def _replay(database: Database, units: bytes, body: Mapping[str, Any]) -> bytes:
    """Answer a repeated request: nothing is written, the items are read."""
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if detail == "NONE":
        return b"{}"
    reports: list[dict[str, Any]] = []
    for name, cost in decode(units).items():
        consumed = Consumption(database.table(name), "Read")
        consumed.table_units = cost
        reports.append(consumed.report(detail))
    return encode({"ConsumedCapacity": reports})


def _respond(database: Database, body: Mapping[str, Any], writes: Sequence[Write]) -> bytes:
    response: dict[str, Any] = {}
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if detail != "NONE":
        totals = units_by_table(writes, factor=FACTOR, kind="Write").values()
        response["ConsumedCapacity"] = [total.report(detail) for total in totals]
    if body.get("ReturnItemCollectionMetrics") == "SIZE":
        changed = [write for write in writes if not isinstance(write, Check)]
        metrics = collection_metrics(database, changed)
        if metrics:
            response["ItemCollectionMetrics"] = metrics
    return encode(response) if response else b"{}"
