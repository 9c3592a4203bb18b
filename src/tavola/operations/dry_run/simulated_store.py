"""A store that answers the requests of an operation with expected data, and notes them.

There are several. In the usual one every item that is asked for is there and every page is full; in
the others items are missing, or a page holds nothing that is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.checks.cost import DEFAULT_LIMIT
from tavola.design.schema import KeyPair, PhysicalIndex
from tavola.errors import ConditionFailed, OperationError, StoreError, TavolaError
from tavola.expressions.scope import Scope
from tavola.operations.context import TableContext
from tavola.operations.dry_run.charges import entry_of, read_charge, write_charge
from tavola.operations.dry_run.contents import Parts
from tavola.operations.dry_run.expected_items import expected_item, expected_values
from tavola.operations.steps import Await, Operation, Request, Step, Wait
from tavola.values.sizes import item_size

_MOST_STEPS = 200
_MOST_ITEMS = 1000
# DynamoDB: a page of Query or Scan ends after 1 MB, an answer of BatchGetItem after 16 MB. API
# reference, Query and BatchGetItem.
_MAX_PAGE_BYTES = 1 << 20
_MAX_BATCH_BYTES = 16 << 20
_PARTITION = re.compile(r"(\S+) = (:\S+)")


class Sent(Struct, frozen=True):
    """A request of a dry run, and what DynamoDB would charge for it."""

    action: str
    index: str | None
    body: dict[str, Any]
    units: float


class Reading:
    """How far a partition, or the table, was read: the next page goes on from there."""

    def __init__(self, first: int, stride: int) -> None:
        # Side by side no two have the same item, and all are equally far in one order.
        self._first, self._stride = first, stride
        self._count = 0
        self.seen: set[tuple[str, ...]] = set()

    def next_number(self) -> tuple[int, int]:
        """How many came before, and the number of the next item."""
        turn, self._count = self._count, self._count + 1
        return turn, self._first + turn * self._stride

    def step_back(self) -> None:
        """Leave the last item to the next page."""
        self._count -= 1


class SimulatedStore:
    """Answers requests with expected items, and notes them."""

    def __init__(self, parts: Parts, *, is_there: bool = True, is_short: bool = False) -> None:
        self._parts = parts
        self._is_there = is_there
        self._is_short = is_short
        self._stored: dict[tuple[str, ...], RawItem] = dict(parts.loaded())
        self._beside, self._number = 1, 0
        self._readings: dict[tuple[str, ...], Reading] = {}
        self.sent: list[Sent] = []
        self._answers: Mapping[str, Callable[[dict[str, Any]], tuple[Any, float]]] = {
            "GetItem": self._get,
            "BatchGetItem": self._get_batch,
            "TransactGetItems": self._get_together,
            "Query": self._query,
            "Scan": self._scan,
            "PutItem": self._write_alone,
            "UpdateItem": self._write_alone,
            "DeleteItem": self._write_alone,
            "BatchWriteItem": self._write_batch,
            "TransactWriteItems": self._write_together,
        }

    def run(self, operation: Operation[Any]) -> list[Sent]:
        """Run an operation to its end, or until it is refused."""
        steps = operation.steps()
        answer: Any = None
        try:
            step = next(steps)
            for _ in range(_MOST_STEPS):
                try:
                    answer = self._answer(step)
                except StoreError as refused:
                    step = steps.throw(refused)
                else:
                    step = steps.send(answer)
        except StopIteration:
            pass
        except TavolaError as refused:
            if not self.sent:
                raise
            del refused  # what a missing item is refused with is not part of the explanation
        finally:
            steps.close()
        return self.sent

    def _answer(self, step: Step) -> Any:
        if isinstance(step, Wait | Await):
            return None
        if isinstance(step, Request):
            return self._reply(step)
        self._beside = len(step)
        answers: list[bytes] = []
        for number, one in enumerate(step):
            self._number = number
            answers.append(self._reply(one))
        self._beside, self._number = 1, 0
        return answers

    def _reply(self, request: Request) -> bytes:
        answer = self._answers.get(request.action)
        if answer is None:
            raise OperationError(f"{request.action} is not part of any explanation.")
        # Its parts may serve every such request, so what is shown is a copy.
        body: dict[str, Any] = _copy(request.body)
        self.sent.append(Sent(request.action, body.get("IndexName"), body, 0.0))
        at = len(self.sent) - 1
        reply, units = answer(body)
        self.sent[at] = msgspec.structs.replace(self.sent[at], units=units)
        return msgspec.json.encode(reply)

    def _get(self, body: dict[str, Any]) -> tuple[Any, float]:
        item = self._find(body["TableName"], body["Key"])
        units = read_charge(_size(item), consistent=bool(body.get("ConsistentRead")))
        return ({} if item is None else {"Item": item}), units

    def _get_batch(self, body: dict[str, Any]) -> tuple[Any, float]:
        found: dict[str, list[RawItem]] = {}
        left: dict[str, Any] = {}
        units, size = 0.0, 0
        for table, wanted in body["RequestItems"].items():
            for key in wanted["Keys"]:
                item = self._find(table, key)
                size += _size(item)
                if size > _MAX_BATCH_BYTES:
                    left.setdefault(table, {**wanted, "Keys": []})["Keys"].append(key)
                    continue
                units += read_charge(_size(item), consistent=bool(wanted.get("ConsistentRead")))
                found.setdefault(table, []).extend([] if item is None else [item])
        return {"Responses": found, "UnprocessedKeys": left}, units

    def _get_together(self, body: dict[str, Any]) -> tuple[Any, float]:
        asked = [one["Get"] for one in body["TransactItems"]]
        items = [self._find(one["TableName"], one["Key"]) for one in asked]
        units = sum(2 * read_charge(_size(item), consistent=True) for item in items)
        return {"Responses": [{} if item is None else {"Item": item} for item in items]}, units

    def _query(self, body: dict[str, Any]) -> tuple[Any, float]:
        found, size, is_full = self._page(body)
        units = read_charge(size, consistent=bool(body.get("ConsistentRead")))
        if not self._is_there:
            return {"Items": [], "Count": 0}, units
        is_dropped = self._is_short and self._parts.may_drop
        self._is_short = self._is_short and not is_dropped
        items = [] if is_dropped else [item for _, item in found]
        more = {"LastEvaluatedKey": found[-1][0]} if found and (is_dropped or is_full) else {}
        return {"Items": items, "Count": len(items), **more}, units

    def _scan(self, body: dict[str, Any]) -> tuple[Any, float]:
        # A table that is scanned is larger than a page.
        answer, units = self._query({"Limit": _MOST_ITEMS, **body})
        is_full = len(answer["Items"]) == _MOST_ITEMS or not answer["Items"]
        return answer, read_charge(_MAX_PAGE_BYTES, consistent=False) if is_full else units

    def _page(self, body: dict[str, Any]) -> tuple[list[tuple[RawItem, RawItem]], int, bool]:
        """The items of a page with their keys, the bytes that are read, and whether it is full."""
        table, limit = body["TableName"], min(int(body.get("Limit", DEFAULT_LIMIT)), _MOST_ITEMS)
        physical = self._parts.physical(table, body.get("IndexName"))
        found: list[tuple[RawItem, RawItem]] = []
        total = 0
        reading = self._reading(body)
        for key, item in self._items(body, physical, reading):
            size = _size(item if physical is None else entry_of(physical, key, item))
            if found and total + size > _MAX_PAGE_BYTES:
                reading.step_back()
                return found, total, True
            reading.seen.add(where := _text(table, key))
            self._stored[where] = item
            found.append((key, item))
            total += size
            if len(found) == limit:
                return found, total, limit == body.get("Limit")
        return found, total, False

    def _reading(self, body: dict[str, Any]) -> Reading:
        """How far the partition was read; without a start it is read from the beginning."""
        where = (body["TableName"], body.get("IndexName", ""), _partition_of(body)[1])
        if "ExclusiveStartKey" not in body or where not in self._readings:
            self._readings[where] = Reading(1 + self._number, self._beside)
        return self._readings[where]

    def _items(
        self, body: dict[str, Any], physical: PhysicalIndex | None, reading: Reading
    ) -> Iterator[tuple[RawItem, RawItem]]:
        """The next items, each with its primary key, as many as can have keys of their own."""
        context = self._parts.context(body["TableName"])
        attribute, text = _partition_of(body)
        matching = list(self._parts.in_partition(body["TableName"], physical, text))
        while matching:
            turn, number = reading.next_number()
            codec, given = matching[turn % len(matching)]
            item = expected_item(context, codec, number, given)
            if physical is not None:
                item |= {name: {"S": "x"} for name in _names(physical) if name not in item}
            if attribute is not None:
                item[attribute] = {"S": text}
            key = {name: item[name] for name in codec.primary_attributes}
            if _text(body["TableName"], key) in reading.seen:
                # All of this model that the partition can hold; the others go on.
                matching.remove((codec, given))
            else:
                yield key, item

    def _write_alone(self, body: dict[str, Any]) -> tuple[Any, float]:
        kind = "Put" if "Item" in body else "Update" if "UpdateExpression" in body else "Delete"
        old, new, units = self._write(kind, body)
        shown = {"ALL_OLD": old, "ALL_NEW": new}.get(body.get("ReturnValues", ""))
        return ({} if shown is None else {"Attributes": shown}), units

    def _write_batch(self, body: dict[str, Any]) -> tuple[Any, float]:
        units = 0.0
        for table, writes in body["RequestItems"].items():
            for write in writes:
                ((name, one),) = write.items()
                kind = name.removesuffix("Request")
                units += self._write(kind, {**one, "TableName": table})[2]
        return {"UnprocessedItems": {}}, units

    def _write_together(self, body: dict[str, Any]) -> tuple[Any, float]:
        actions = [next(iter(one.items())) for one in body["TransactItems"]]
        return {}, sum(self._write(kind, one, in_transaction=True)[2] for kind, one in actions)

    def _write(
        self, kind: str, body: dict[str, Any], *, in_transaction: bool = False
    ) -> tuple[RawItem | None, RawItem | None, float]:
        """Change what is stored; return what was there, what is, and the charge."""
        table = body["TableName"]
        key = self._parts.key_in(table, body.get("Key") or body["Item"])
        where = _text(table, key)
        old = self._stored.get(where) if kind == "Put" else self._find(table, key)
        new = old
        if kind == "Update":
            if old is None:
                raise ConditionFailed
            scope = Scope(body.get("ExpressionAttributeNames"), _values_of(body))
            new = dict(scope.update(body["UpdateExpression"]).apply(old))
        elif kind == "Put":
            new = body["Item"]
        elif kind == "Delete":
            new = None
        if new is None:
            self._stored.pop(where, None)
        else:
            self._stored[where] = new
        indexes = self._parts.indexes(table)
        return old, new, write_charge(old, new, key, indexes, in_transaction=in_transaction)

    def _find(self, table: str, key: RawItem) -> RawItem | None:
        """The item with this key, or the lock; None where this store has none."""
        where = _text(table, key)
        if where not in self._stored and self._is_there:
            item = self._expected(self._parts.context(table), key)
            if item is not None:
                self._stored[where] = item
        return self._stored.get(where)

    def _expected(self, context: TableContext, key: RawItem) -> RawItem | None:
        for codec in self._parts.codecs_in(context.table):
            values = codec.find_key_values(key)
            if values is not None:
                return expected_item(context, codec, 1, values) | key
        for codec in self._parts.codecs_in(context.table):
            lock = self._lock(context, codec, key)
            if lock is not None:
                return lock
        return None

    def _lock(self, context: TableContext, codec: Codec[Any], key: RawItem) -> RawItem | None:
        """The lock with this key; its owner is expected to be there too."""
        for unique in codec.schema.uniques.values():
            given = _read_pair(unique.key, key)
            if given is None:
                continue
            values = expected_values(context, codec, 1, given)
            # As long as a constraint's condition asks for anything, it mostly asks for nothing.
            for name in unique.condition_fields:
                values[name] = None if not codec.schema.fields[name].required else values[name]
            owner = codec.item(values, context.tenant)
            names = codec.primary_attributes
            self._stored[_text(context.table, {name: owner[name] for name in names})] = owner
            return codec.lock(unique, values, context.tenant)
        return None


def _copy(body: Any) -> Any:
    try:
        return msgspec.json.decode(msgspec.json.encode(body))
    except (TypeError, ValueError, RecursionError) as error:
        raise OperationError(f"explain: the request cannot be written as JSON: {error}.") from error


def _size(item: RawItem | None) -> int:
    return item_size(item or {})


def _names(physical: PhysicalIndex) -> list[str]:
    return [name for name in (physical.partition_key, physical.sort_key) if name]


def _values_of(body: Mapping[str, Any]) -> dict[str, Any] | None:
    return body.get("ExpressionAttributeValues")


def _text(table: str, key: RawItem) -> tuple[str, ...]:
    return (table, *(f"{name}={next(iter(key[name].values()))}" for name in sorted(key)))


def _partition_of(body: Mapping[str, Any]) -> tuple[str | None, str]:
    """The attribute of the partition key that a Query asks for, and its text."""
    found = _PARTITION.search(body.get("KeyConditionExpression", ""))
    if found is None:
        return None, ""
    name, value = found.groups()
    attribute = body.get("ExpressionAttributeNames", {}).get(name, name)
    text = body.get("ExpressionAttributeValues", {}).get(value, {}).get("S")
    return (attribute, text) if isinstance(text, str) else (None, "")


def _read_pair(pair: KeyPair, key: RawItem) -> dict[str, Any] | None:
    """The values that a key of some templates says; None for a key of others."""
    values: dict[str, Any] = {}
    named: Sequence[tuple[str | None, Any]] = (
        (pair.partition_attribute, pair.partition),
        (pair.sort_attribute, pair.sort),
    )
    for attribute, template in named:
        if attribute is None or template is None:
            continue
        text = key.get(attribute, {}).get("S")
        found = template.find_values(text) if isinstance(text, str) else None
        if found is None:
            return None
        values |= found
    return values
