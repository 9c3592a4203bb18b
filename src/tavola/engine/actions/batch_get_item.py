"""BatchGetItem: read up to 100 items of several tables."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from tavola.engine.action import Action
from tavola.engine.actions.get_item import EXPRESSIONS
from tavola.engine.database import Database
from tavola.engine.items.capacity_units import Consumption, read_units
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.read_pages import project_in_steps
from tavola.engine.items.writes import encode
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.expression_use import read_projection
from tavola.engine.request.item_shapes import (
    ATTRIBUTES_TO_GET,
    BOOLEAN,
    CAPACITY_DETAIL,
    NAMES,
    PACKAGE,
    STRING,
)
from tavola.engine.request.shapes import Fields, ListShape, MapShape, StructureShape
from tavola.engine.request.value_shapes import AttributeMapShape, RequestedKeysShape
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import ValidationFailed
from tavola.expressions import Projection
from tavola.values import Item, check_item

MAX_KEYS: Final = 100
GREATER_OR_EQUAL_1: Final = "greater than or equal to 1"
# DynamoDB: at most 16 MB per response; the rest is unprocessed. API reference, BatchGetItem.
MAX_RESPONSE_BYTES: Final = 16 << 20


class TableRequest(Struct):
    """What a request wants of one table."""

    wanted: Mapping[str, Any]
    keys: list[Item]
    projection: Projection | None
    is_consistent: bool


_KEYS_AND_ATTRIBUTES = StructureShape(
    "KeysAndAttributes",
    {
        "Keys": ListShape(AttributeMapShape(), required=True),
        "AttributesToGet": ATTRIBUTES_TO_GET,
        "ConsistentRead": BOOLEAN,
        "ProjectionExpression": STRING,
        "ExpressionAttributeNames": NAMES,
    },
)
INPUT: Final[Fields] = {
    "RequestItems": RequestedKeysShape(
        MapShape(_KEYS_AND_ATTRIBUTES, PACKAGE + "KeysAndAttributes"), required=True
    ),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Return what is found, in any order, and the keys that were left."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Return what is found, in steps."""
    requests = yield from _read_requests(body["RequestItems"], pace)
    tables = {name: database.table(name) for name in requests}
    addresses = {
        name: [check_key(tables[name], key) for key in request.keys]
        for name, request in requests.items()
    }
    detail = body.get("ReturnConsumedCapacity", "NONE")
    batch = _BatchRead(MAX_RESPONSE_BYTES, _allowed(database, requests))
    responses: dict[str, list[bytes]] = {}
    for name, request in requests.items():
        reading = batch.read(database, name, tables[name], addresses[name], request, pace)
        responses[name] = yield from reading
    ending = b'},"UnprocessedKeys":%b' % encode(batch.unprocessed)
    if detail != "NONE":
        reports = [consumed.report(detail) for consumed in batch.consumed]
        ending += b',"ConsumedCapacity":%b' % encode(reports)
    return [b'{"Responses":{', *_parts(responses), ending, b"}"]


ACTION: Final = Action("BatchGetItem", run, INPUT, steps=steps)


def _parts(responses: Mapping[str, Sequence[bytes]]) -> Iterator[bytes]:
    for number, (name, items) in enumerate(responses.items()):
        yield b'%b"%b":[' % (b"," if number else b"", name.encode())
        for place, item in enumerate(items):
            if place:
                yield b","
            yield item
        yield b"]"


class _BatchRead:
    """One BatchGetItem under way: what it may still return, and what it left."""

    def __init__(self, budget: int, allowed: int) -> None:
        self.budget = budget
        self.allowed = allowed
        self.unprocessed: dict[str, dict[str, Any]] = {}
        self.consumed: list[Consumption] = []

    def read(
        self,
        database: Database,
        name: str,
        table: TableInfo,
        addresses: list[tuple[bytes, bytes]],
        request: TableRequest,
        pace: Pace,
    ) -> Generator[None, None, list[bytes]]:
        """Read the items of the table that the request calls `name`, while they fit."""
        found: list[bytes] = []
        consumed = Consumption(table)
        left: list[Item] = []
        for key, address in zip(request.keys, addresses, strict=True):
            data, size = database.storage.get(table, *address) or (b"", 0)
            if not self.allowed or size > self.budget:
                left.append(key)
                continue
            self.allowed -= 1
            self.budget -= size
            consumed.table_units += read_units(size, consistent=request.is_consistent)
            if data:
                projection = request.projection
                if projection is not None:
                    data = yield from project_in_steps(data, projection, pace)
                found.append(data)
            if pace.is_over():
                yield
        if left:
            self.unprocessed[name] = {**request.wanted, "Keys": left}
        self.consumed.append(consumed)
        return found


def _allowed(database: Database, requests: Mapping[str, TableRequest]) -> int:
    """Count the keys that may be read: all, unless injected faults leave some unprocessed."""
    total = sum(len(request.keys) for request in requests.values())
    if database.faults is None:
        return total
    return total - database.faults.unprocessed(ACTION.name, total)


def _read_requests(
    wanted: Mapping[str, Any], pace: Pace
) -> Generator[None, None, dict[str, TableRequest]]:
    if not wanted:
        raise ValidationFailed(
            "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: "
            f"Member must have length {GREATER_OR_EQUAL_1}"
        )
    for name, each in wanted.items():
        if not 0 < len(each["Keys"]) <= MAX_KEYS:
            bound = f"less than or equal to {MAX_KEYS}" if each["Keys"] else GREATER_OR_EQUAL_1
            raise ValidationFailed(
                f"1 validation error detected: Value at 'RequestItems.{name}.member.Keys' failed "
                f"to satisfy constraint: Member must have length {bound}"
            )
    _check_projections(wanted.values())
    requests: dict[str, TableRequest] = {}
    for name, each in wanted.items():
        requests[name] = _read_request(each)
        if pace.is_over():
            yield
    if sum(len(request.keys) for request in requests.values()) > MAX_KEYS:
        raise ValidationFailed("Too many items requested for the BatchGetItem call")
    return requests


def _check_projections(requests: Iterable[Mapping[str, Any]]) -> None:
    """Refuse a request that uses older parameters for one table and expressions for another."""
    # DynamoDB: the rule for one request holds over all of its tables.
    EXPRESSIONS.check_legacy({name: True for request in requests for name in request})


def _read_request(wanted: Mapping[str, Any]) -> TableRequest:
    scope = EXPRESSIONS.scope(wanted)
    projection = None if scope is None else read_projection(scope, wanted)
    keys: list[Item] = []
    seen: set[bytes] = set()
    for each in wanted["Keys"]:
        key = check_item(each)
        text = encode(sorted(key.items()))
        if text in seen:
            raise ValidationFailed("Provided list of item keys contains duplicates")
        seen.add(text)
        keys.append(key)
    return TableRequest(wanted, keys, projection, wanted.get("ConsistentRead", False))
