"""Unconditioned writes of many items in batches."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.errors import OperationError
from tavola.model.model import Model
from tavola.operations.explain import Explained
from tavola.operations.get import pause_for_rest
from tavola.operations.instances import adopt, check_all, set_automatic
from tavola.operations.place import Place
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)

# DynamoDB: a BatchWriteItem has up to 25 requests. API reference, BatchWriteItem.
MAX_BATCH_WRITES = 25


class _BatchWrote(Struct, frozen=True):
    UnprocessedItems: dict[str, list[dict[str, Any]]] = {}


_DECODER = msgspec.json.Decoder(_BatchWrote)


class BatchWrite(Explained, Generic[M], frozen=True):
    """Put and delete many items; each on its own, none conditioned."""

    place: Place
    codec: Codec[M]
    puts: tuple[M, ...] = ()
    deletes: tuple[dict[str, Any], ...] = ()

    def steps(self) -> Steps[None]:
        """Send BatchWriteItems, again for what was left unprocessed."""
        self._check()
        left = [self._put(instance) for instance in self.puts]
        left += [{"DeleteRequest": {"Key": self._key(values)}} for values in self.deletes]
        attempt = 0
        while left:
            responses = yield tuple(
                self._request(left[at : at + MAX_BATCH_WRITES])
                for at in range(0, len(left), MAX_BATCH_WRITES)
            )
            left = []
            for response in responses:
                left += _DECODER.decode(response).UnprocessedItems.get(self.place.table, [])
            attempt = yield from pause_for_rest(self.place, len(left), attempt)

    def _check(self) -> None:
        schema = self.codec.schema
        if schema.uniques or schema.version_field:
            what = "unique values" if schema.uniques else "versions"
            raise OperationError(
                f"{schema.name}: has {what}, which a batch cannot check. "
                "Use db.transaction(), or create and save one by one."
            )

    def _key(self, values: dict[str, Any]) -> dict[str, Any]:
        return self.codec.key(values, self.place.tenant)

    def _put(self, instance: M) -> dict[str, Any]:
        set_automatic(self.place, instance, again=True)
        item = self.codec.item(check_all(self.codec, instance), self.place.tenant)
        adopt(instance, item, self.place.owner)
        return {"PutRequest": {"Item": item}}

    def _request(self, writes: list[dict[str, Any]]) -> Request:
        return Request("BatchWriteItem", {"RequestItems": {self.place.table: writes}})
