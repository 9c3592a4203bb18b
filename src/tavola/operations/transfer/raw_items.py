"""Reading and writing items as they are stored: pages of a table, puts, and items by their keys.

Index keys and unique values stand in attributes and items of their own, so that they come along;
nothing here knows models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tavola.operations.context import TableContext
from tavola.operations.read.get import pause_for_rest
from tavola.operations.steps import Request, Steps

RawItem = dict[str, dict[str, Any]]

# DynamoDB: a BatchWriteItem has up to 25 requests, a BatchGetItem 100 keys. API reference.
MAX_BATCH_WRITES = 25
MAX_BATCH_KEYS = 100


class TransferPage(Struct, frozen=True):
    """Some items of a table, and the operation that reads on; None at the end."""

    items: list[RawItem]
    rest: ReadPage | None


class _Scanned(Struct, frozen=True):
    Items: list[RawItem]
    LastEvaluatedKey: RawItem | None = None


class _Wrote(Struct, frozen=True):
    UnprocessedItems: dict[str, list[dict[str, Any]]] = {}


class _Got(Struct, frozen=True):
    Responses: dict[str, list[RawItem]] = {}
    UnprocessedKeys: dict[str, dict[str, Any]] = {}


_SCANNED = msgspec.json.Decoder(_Scanned)
_WROTE = msgspec.json.Decoder(_Wrote)
_GOT = msgspec.json.Decoder(_Got)


class ReadPage(Struct, frozen=True):
    """Read the next page of a table, or of one of its segments."""

    context: TableContext
    start: RawItem | None = None
    segment: int = 0
    segments: int = 1
    only: tuple[str, ...] = ()
    """The attributes to read; empty for all."""
    page: int | None = None
    """Items of a page; None for a megabyte of them."""

    def steps(self) -> Steps[TransferPage]:
        """Send one Scan."""
        page = _SCANNED.decode((yield Request("Scan", self._body())))
        last = page.LastEvaluatedKey
        rest = None if last is None else msgspec.structs.replace(self, start=last)
        return TransferPage(page.Items, rest)

    def _body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"TableName": self.context.table, "ConsistentRead": True}
        if self.page is not None:
            body["Limit"] = self.page
        if self.segments > 1:
            body |= {"Segment": self.segment, "TotalSegments": self.segments}
        if self.start is not None:
            body["ExclusiveStartKey"] = self.start
        if self.only:
            body |= _projection(self.only)
        return body


def _projection(names: Sequence[str]) -> dict[str, Any]:
    aliases = {f"#n{number}": name for number, name in enumerate(names)}
    return {"ProjectionExpression": ", ".join(aliases), "ExpressionAttributeNames": aliases}


class PutItems(Struct, frozen=True):
    """Put items as they are; each on its own, over whatever stands there."""

    context: TableContext
    items: Sequence[RawItem]

    def steps(self) -> Steps[None]:
        """Send BatchWriteItems side by side, again for what was left unprocessed."""
        left: list[dict[str, Any]] = [{"PutRequest": {"Item": item}} for item in self.items]
        attempt = 0
        while left:
            answers = yield tuple(
                Request("BatchWriteItem", {"RequestItems": {self.context.table: chunk}})
                for chunk in _chunks(left, MAX_BATCH_WRITES)
            )
            left = [
                write
                for answer in answers
                for write in _WROTE.decode(answer).UnprocessedItems.get(self.context.table, ())
            ]
            attempt = yield from pause_for_rest(self.context, len(left), attempt)


class PutClaiming(Struct, frozen=True):
    """Put an item together with the locks of its unique values, unless another holds one."""

    context: TableContext
    item: RawItem
    locks: tuple[RawItem, ...]
    partition_attribute: str
    decisive: tuple[str, ...]
    """The attributes that decide about the locks."""

    def steps(self) -> Steps[None]:
        """Send one TransactWriteItems; a lock may be free, or this item's already."""
        puts = [{"Put": self._put()}, *({"Put": self._claim(lock)} for lock in self.locks)]
        yield Request("TransactWriteItems", {"TransactItems": puts})

    def _put(self) -> dict[str, Any]:
        """Put the item where none stands, or one with the same locks."""
        names = {f"#d{number}": name for number, name in enumerate(self.decisive)}
        values = {
            f":d{alias[2:]}": self.item[name] for alias, name in names.items() if name in self.item
        }
        same = " AND ".join(
            f"{alias} = :d{alias[2:]}" if name in self.item else f"attribute_not_exists({alias})"
            for alias, name in names.items()
        )
        return {
            "TableName": self.context.table,
            "Item": self.item,
            "ConditionExpression": f"attribute_not_exists(#p) OR ({same})",
            "ExpressionAttributeNames": {"#p": self.partition_attribute, **names},
            "ExpressionAttributeValues": values,
        }

    def _claim(self, lock: RawItem) -> dict[str, Any]:
        return {
            "TableName": self.context.table,
            "Item": lock,
            "ConditionExpression": "attribute_not_exists(#p) OR (#i = :i AND #m = :m)",
            "ExpressionAttributeNames": {
                "#p": self.partition_attribute,
                "#i": "relatedId",
                "#m": "relatedModel",
            },
            "ExpressionAttributeValues": {":i": lock["relatedId"], ":m": lock["relatedModel"]},
        }


class ReadItems(Struct, frozen=True):
    """Read items by their keys; those that are not there are left out."""

    context: TableContext
    keys: Sequence[RawItem]
    only: tuple[str, ...] = ()

    def steps(self) -> Steps[list[RawItem]]:
        """Send BatchGetItems side by side, again for what was left unprocessed."""
        found: list[RawItem] = []
        left = list(self.keys)
        attempt = 0
        while left:
            answers = yield tuple(self._request(chunk) for chunk in _chunks(left, MAX_BATCH_KEYS))
            left = list[RawItem]()
            for answer in answers:
                got = _GOT.decode(answer)
                found += got.Responses.get(self.context.table, ())
                left += got.UnprocessedKeys.get(self.context.table, {}).get("Keys", [])
            attempt = yield from pause_for_rest(self.context, len(left), attempt)
        return found

    def _request(self, keys: Sequence[RawItem]) -> Request:
        wanted: dict[str, Any] = {"Keys": list(keys), "ConsistentRead": True}
        if self.only:
            wanted |= _projection(self.only)
        return Request("BatchGetItem", {"RequestItems": {self.context.table: wanted}})


def _chunks(entries: Sequence[Any], size: int) -> list[list[Any]]:
    return [list(entries[at : at + size]) for at in range(0, len(entries), size)]
