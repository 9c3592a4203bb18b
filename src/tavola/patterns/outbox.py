"""An outbox: what is to be done elsewhere, written in the transaction of its cause.

A mail, an event for others, an audit entry: sent before its cause is written, it may tell of what
never happened; sent after, it may be lost. As an item of the cause's own transaction it is there if
and only if the cause is. Workers take it from there, as from a `queue`: at least once, and exactly
once if its effect is in the same store.

    messages   key (shard, …)   receives, until, receipt, and what a message tells
    dead       key (shard, …)   the same, with reason and died_at

The YAML to paste; without a tenant, so that a worker finds the messages of all of them by a query:

    Message:
      tenancy: none
      fields:
        shard: {type: IntegerField, required: true, defaultValue: 0}
        messageId: {type: UlidField, autoAssign: true, required: true}
        ofTenant: {type: StringField}
        topic: {type: StringField, required: true}
        body: {type: JsonField}
        receives: {type: CounterField}
        until: {type: DateTimeField}
        receipt: {type: StringField}
      key: {PK: "OUTBOX#{shard}", SK: "{messageId}"}
      indexes: {messages: primaryKey}

and a `DeadMessage` with `reason` and `diedAt`, as `queue` shows it.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from tavola.model.model import Model
from tavola.operations.write.operations import Create
from tavola.patterns.queue import Queue, ReceiptLost

__all__ = ["Outbox", "ReceiptLost"]

M = TypeVar("M", bound=Model)
D = TypeVar("D", bound=Model)


class Outbox(Queue[M, D], Generic[M, D]):
    """Messages of all tenants; give it `db.untenanted` where a design has tenants."""

    def add(self, message: M) -> Create[M]:
        """Plan a message, to be added to the transaction of its cause."""
        return self.put(message)
