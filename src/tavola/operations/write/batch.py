"""Unconditioned writes of many items in batches."""

from __future__ import annotations

from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.errors import LeftUnprocessed, OperationError, Throttled
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.explain import Explained
from tavola.operations.hooks import Moment, WriteEvent
from tavola.operations.read.get import pause_for_rest, value_text
from tavola.operations.steps import Request, Steps
from tavola.operations.write.instances import adopt, need_whole, set_automatic
from tavola.operations.write.rules.expiry_rules import set_expiry

M = TypeVar("M", bound=Model)
Write = dict[str, Any]

# DynamoDB: a BatchWriteItem has up to 25 requests. API reference, BatchWriteItem.
MAX_BATCH_WRITES = 25


class _BatchWrote(Struct, frozen=True):
    UnprocessedItems: dict[str, list[dict[str, Any]]] = {}


_DECODER = msgspec.json.Decoder(_BatchWrote)


class BatchWrite(Explained, Generic[M], frozen=True):
    """Put and delete many items; each on its own, none conditioned."""

    context: TableContext
    codec: Codec[M]
    puts: tuple[M, ...] = ()
    deletes: tuple[dict[str, Any], ...] = ()

    def steps(self) -> Steps[None]:
        """Send BatchWriteItems with the hooks around them."""
        self._check()
        yield from self._hooked("before_save", "before_delete")
        yield from self.unhooked()
        yield from self._hooked("after_save", "after_delete")

    def unhooked(self) -> Steps[None]:
        """Send BatchWriteItems, again for what was left unprocessed."""
        puts = [self._put(instance) for instance in self.puts]
        deletes = [{"DeleteRequest": {"Key": self._key(values)}} for values in self.deletes]
        left = self._once_each(puts, deletes)
        attempt = 0
        while left:
            try:
                left = yield from self._send(left)
                attempt = yield from pause_for_rest(self.context, len(left), attempt)
            except Throttled as refused:
                rest = self._finish(puts, deletes, left)
                raise LeftUnprocessed(refused.message, left=rest) from refused
        self._finish(puts, deletes, left)

    def _send(self, writes: list[Write]) -> Steps[list[Write]]:
        """Send writes in parallel batches; returns what was left unprocessed."""
        responses = yield tuple(
            self._request(writes[at : at + MAX_BATCH_WRITES])
            for at in range(0, len(writes), MAX_BATCH_WRITES)
        )
        answers = [_DECODER.decode(response) for response in responses]
        return [
            write
            for answer in answers
            for write in answer.UnprocessedItems.get(self.context.table, ())
        ]

    def _once_each(self, puts: list[Write], deletes: list[Write]) -> list[Write]:
        """Return the writes, one for each key: of two puts nobody could say which would stay."""
        writes: dict[tuple[str, ...], Write] = {self._text(delete): delete for delete in deletes}
        for put in puts:
            text = self._text(put)
            if text in writes:
                raise OperationError(
                    f"{self.codec.schema.name} {'/'.join(text)} is written twice in one batch. "
                    "Keep one of them."
                )
            writes[text] = put
        return list(writes.values())

    def _finish(
        self, puts: list[Write], deletes: list[Write], left: list[Write]
    ) -> list[M | dict[str, Any]]:
        """Remember what was written; return the instances and keys that were not."""
        texts = {self._text(write) for write in left}
        rest: list[M | dict[str, Any]] = []
        for instance, put in zip(self.puts, puts, strict=True):
            if self._text(put) in texts:
                rest.append(instance)
            else:
                adopt(instance, put["PutRequest"]["Item"], self.context.owner)
        named = zip(self.deletes, deletes, strict=True)
        return rest + [key for key, delete in named if self._text(delete) in texts]

    def _hooked(self, save: Moment, delete: Moment) -> Steps[None]:
        hooks, model, table = self.context.hooks, self.codec.model, self.context.owner
        for instance in self.puts:
            event: WriteEvent[M] = WriteEvent("put", table, self._key_values(instance), instance)
            yield from hooks.call(save, model, partial(_same, event))
        for key in self.deletes:
            event = WriteEvent("delete", table, key, None)
            yield from hooks.call(delete, model, partial(_same, event))

    def _key_values(self, instance: M) -> dict[str, Any]:
        values = self.codec.values(instance)
        return {name: values[name] for name in self.codec.schema.key_fields}

    def _text(self, write: Write) -> tuple[str, ...]:
        """The key of a request, as something to compare."""
        item = (
            write["PutRequest"]["Item"] if "PutRequest" in write else write["DeleteRequest"]["Key"]
        )
        return tuple(value_text(item[name]) for name in self.codec.primary_attributes)

    def _check(self) -> None:
        schema = self.codec.schema
        if schema.shares:
            others = " and ".join(schema.shares)
            raise OperationError(
                f"{schema.name} shares its keys with {others}, whose items a batch would write "
                "over. Use db.transaction(), or create and save one by one."
            )
        has_states = bool(self.puts and self.codec.states)
        if schema.uniques or schema.version_field or has_states:
            what = "unique values" if schema.uniques else "versions"
            what = "transitions" if has_states else what
            raise OperationError(
                f"{schema.name} has {what}, which a batch cannot check. "
                "Use db.transaction(), or create and save one by one."
            )

    def _key(self, values: dict[str, Any]) -> dict[str, Any]:
        return self.codec.key(values, self.context.tenant)

    def _put(self, instance: M) -> dict[str, Any]:
        need_whole(self.codec, instance)
        set_automatic(self.context, instance, again=True)
        set_expiry(self.context, self.codec, instance)
        values, attributes = self.codec.encode(instance)
        item = self.codec.complete(attributes, values, self.context.tenant)
        return {"PutRequest": {"Item": item}}

    def _request(self, writes: list[dict[str, Any]]) -> Request:
        return Request("BatchWriteItem", {"RequestItems": {self.context.table: writes}})


def _same(event: WriteEvent[M]) -> WriteEvent[M]:
    return event
