"""Going through all items of a model: by its iteration buckets, or by scanning the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from tavola.codec.bad_items import OnBadItem
from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import IterationSchema
from tavola.errors import OperationError
from tavola.keys import BUCKET, TENANT
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired_instance
from tavola.operations.explain import Explained
from tavola.operations.read.get import key_text, read_batches
from tavola.operations.read.matching import bytes_matcher
from tavola.operations.read.pages.raw_pages import decode_raw_page
from tavola.operations.request_bodies import QueryRange, add_expressions
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)


class Batch(Struct, Generic[M], frozen=True):
    """Some items, and the operation that brings the next ones."""

    items: list[M]
    rest: Iterate[M] | ScanTable[M] | None


class Iterate(Explained, Generic[M], frozen=True):
    """Read the next items of iteration buckets, all buckets side by side."""

    context: TableContext
    codec: Codec[M]
    open: tuple[tuple[int, RawItem | None], ...]
    """Buckets that may hold more, each with where to go on."""
    filter: Expr | None = None
    page: int = 100
    include_expired: bool = False
    on_bad_item: OnBadItem = "raise"

    def steps(self) -> Steps[Batch[M]]:
        """Send one Query for each open bucket, then read the items themselves."""
        iteration = need_iteration(self.codec)
        responses = yield tuple(
            self._query(iteration, bucket, start) for bucket, start in self.open
        )
        pages = [decode_raw_page(response) for response in responses]
        raw = [item for page in pages for item in page.Items]
        if iteration.foreign:
            raw = [item for item in raw if self.codec.decoder.may_be_own(item)]
        if iteration.physical.projection != "all":
            raw = yield from self._hydrate(raw)
        if iteration.foreign:
            raw = [item for item in raw if self.codec.decoder.may_be_own(item)]
        items = decode_matching(self, raw)
        still_open = tuple(
            (bucket, page.LastEvaluatedKey)
            for (bucket, _), page in zip(self.open, pages, strict=True)
            if page.LastEvaluatedKey is not None
        )
        rest = msgspec.structs.replace(self, open=still_open) if still_open else None
        return Batch(items, rest)

    def _query(self, iteration: IterationSchema, bucket: int, start: RawItem | None) -> Request:
        scope: dict[str, Any] = {BUCKET: bucket}
        if TENANT in iteration.key.fields:
            scope[TENANT] = self.codec.need_tenant(self.context.tenant)
        partition = iteration.key.partition.format_all(scope)
        body: dict[str, Any] = {
            "TableName": self.context.table,
            "IndexName": iteration.physical.name,
            "Limit": self.page,
        }
        if start is not None:
            body["ExclusiveStartKey"] = start
        # An iteration's partition is made of its bucket, so that it is text.
        key = QueryRange(iteration.key.partition_attribute, partition)
        return Request("Query", add_expressions(body, key=key))

    def _hydrate(self, items: list[Raw]) -> Steps[list[Raw]]:
        names = self.codec.primary_attributes
        decoded: list[RawItem] = [msgspec.json.decode(item) for item in items]
        keys = [{name: item[name] for name in names} for item in decoded]
        found = yield from read_batches(self.context, keys, consistent=False)
        return [raw for key in keys if (raw := found.get(key_text(key))) is not None]


class ScanTable(Explained, Generic[M], frozen=True):
    """Read the next page of the whole table, and keep the items of one model."""

    context: TableContext
    codec: Codec[M]
    filter: Expr | None = None
    start: RawItem | None = None
    include_expired: bool = False
    on_bad_item: OnBadItem = "raise"

    def steps(self) -> Steps[Batch[M]]:
        """Send one Scan."""
        body: dict[str, Any] = {"TableName": self.context.table}
        if self.start is not None:
            body["ExclusiveStartKey"] = self.start
        response = yield Request("Scan", body)
        page = decode_raw_page(response)
        own = filter(self.codec.decoder.may_be_own, page.Items)
        items = decode_matching(self, own)
        rest = None
        if page.LastEvaluatedKey is not None:
            rest = msgspec.structs.replace(self, start=page.LastEvaluatedKey)
        return Batch(items, rest)


def need_iteration(codec: Codec[M]) -> IterationSchema:
    """Return how a model is iterated, or refuse."""
    iteration = codec.schema.iteration
    if iteration is None:
        remedy = "iterable: true" if codec.schema.model_prefix else "an iteration index"
        raise OperationError(
            f"{codec.schema.name} is not iterable. Make it so in the design ({remedy}), "
            "or ask for a scan of the whole table with allow_scan=True."
        )
    return iteration


def decode_matching(asked: Iterate[M] | ScanTable[M], items: Iterable[Raw]) -> list[M]:
    """Decode the model's own items that a filter lets through and that have not expired."""
    context, decode = asked.context, asked.codec.decoder.bytes
    matches = bytes_matcher(asked.filter.tree if asked.filter is not None else None)
    found: list[M] = []
    for item in items:
        if not matches(item):
            continue
        one = decode(item, context.owner, context.tenant, asked.on_bad_item)
        if one is not None and (asked.include_expired or not is_expired_instance(context, one)):
            found.append(one)
    return found
