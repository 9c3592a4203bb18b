"""All writes of a transaction or none, once: how TransactWriteItems and ExecuteTransaction end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from tavola.engine.database import Database
from tavola.engine.items.cancellations import (
    DUPLICATE,
    MAX_TRANSACTION_BYTES,
    NO_REASON,
    OVERSIZE,
    cancel,
    reason_of,
)
from tavola.engine.items.capacity_units import Consumption, read_units
from tavola.engine.items.item_keys import EmptyKey
from tavola.engine.items.write_responses import collection_metrics, units_by_table
from tavola.engine.items.writes import (
    ConditionCheck,
    ItemWrite,
    decide_ahead,
    decode,
    encode,
    store,
)
from tavola.engine.storage.storage import StorageTransaction
from tavola.errors import (
    CancellationReason,
    CollectionTooLarge,
    ConditionFailed,
    IdempotencyMismatch,
    ValidationFailed,
)

__all__ = ["commit"]

# DynamoDB: a token is remembered for ten minutes. API reference, TransactWriteItems.
_TOKEN_SECONDS: Final = 600.0
_FACTOR: Final = 2.0

_digested = msgspec.json.Encoder(order="deterministic").encode


def commit(
    database: Database,
    body: Mapping[str, Any],
    prepared: Sequence[ItemWrite | CancellationReason],
    *,
    asked: Any,
) -> dict[str, Any]:
    """Do all or nothing and report it; a token that was used for what is asked does nothing again.

    What could not even be prepared comes as the reason for it.
    """
    writes = [write for write in prepared if isinstance(write, ItemWrite)]
    _check_distinct(writes)
    for write in writes:
        write.is_one_of_many = True
    decide_ahead(database, writes)
    token = body.get("ClientRequestToken")
    with database.storage.transaction() as tx:
        if token is not None:
            earlier = _find_earlier(database, tx, token, asked)
            if earlier is not None:
                return _replay(database, earlier, body)
        _decide(tx, prepared)
        _check_size(writes)
        _store(database, tx, writes)
        if token is not None:
            _remember_token(database, tx, token, asked, writes)
    return _report(database, body, writes)


def _check_distinct(writes: Sequence[ItemWrite]) -> None:
    if len({(write.table.name, write.pk, write.sk) for write in writes}) < len(writes):
        raise ValidationFailed(DUPLICATE)


def _decide(tx: StorageTransaction, prepared: Sequence[ItemWrite | CancellationReason]) -> None:
    """Decide every write before any is stored; one reason cancels all."""
    reasons: list[CancellationReason] = []
    for write in prepared:
        if isinstance(write, CancellationReason):
            reasons.append(write)
            continue
        write.load(tx)
        try:
            write.decide()
            reasons.append(NO_REASON)
        except EmptyKey:
            raise
        except (ConditionFailed, ValidationFailed) as error:
            reasons.append(reason_of(error))
    if any(reason.code != "None" for reason in reasons):
        cancel(reasons)


def _check_size(writes: Sequence[ItemWrite]) -> None:
    if sum(write.new_size for write in writes) > MAX_TRANSACTION_BYTES:
        raise ValidationFailed(OVERSIZE)


def _store(database: Database, tx: StorageTransaction, writes: Sequence[ItemWrite]) -> None:
    for number, write in enumerate(writes):
        try:
            store(database, tx, write)
        except CollectionTooLarge as error:
            reasons = [NO_REASON] * len(writes)
            reasons[number] = reason_of(error)
            cancel(reasons)


def _digest(asked: Any) -> bytes:
    return sha256(_digested(asked)).digest()


def _find_earlier(
    database: Database, tx: StorageTransaction, token: str, asked: Any
) -> bytes | None:
    """Find what a request with this token left behind, if it was the same request."""
    found = tx.find_token(token, database.clock())
    if found is None:
        return None
    digest, sizes = found
    if digest != _digest(asked):
        raise IdempotencyMismatch(
            "The request uses the same client token as a previous, but different, request."
        )
    return sizes


def _remember_token(
    database: Database,
    tx: StorageTransaction,
    token: str,
    asked: Any,
    writes: Sequence[ItemWrite],
) -> None:
    now = database.clock()
    units: dict[str, float] = {}
    for write in writes:
        name = write.table.name
        cost = _FACTOR * read_units(write.table_size, consistent=True)
        units[name] = units.get(name, 0.0) + cost
    tx.keep_token(token, _digest(asked), encode(units), now=now, expires=now + _TOKEN_SECONDS)


def _replay(database: Database, units: bytes, body: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a repeated request: nothing is written, the items are read."""
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if detail == "NONE":
        return {}
    reports: list[dict[str, Any]] = []
    for name, cost in decode(units).items():
        consumed = Consumption(database.table(name), "Read")
        consumed.table_units = cost
        reports.append(consumed.report(detail))
    return {"ConsumedCapacity": reports}


def _report(
    database: Database, body: Mapping[str, Any], writes: Sequence[ItemWrite]
) -> dict[str, Any]:
    response: dict[str, Any] = {}
    detail = body.get("ReturnConsumedCapacity", "NONE")
    if detail != "NONE":
        totals = units_by_table(writes, factor=_FACTOR, kind="Write").values()
        response["ConsumedCapacity"] = [total.report(detail) for total in totals]
    if body.get("ReturnItemCollectionMetrics") == "SIZE":
        changed = [write for write in writes if not isinstance(write, ConditionCheck)]
        metrics = collection_metrics(database, changed)
        if metrics:
            response["ItemCollectionMetrics"] = metrics
    return response
