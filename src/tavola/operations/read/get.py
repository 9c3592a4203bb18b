"""Reading items by their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import DecodeError, Throttled
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired_instance
from tavola.operations.explain import Explained
from tavola.operations.steps import Request, Steps, Wait

M = TypeVar("M", bound=Model)

# DynamoDB: a BatchGetItem takes up to 100 keys. API reference, BatchGetItem.
MAX_BATCH_KEYS = 100


class Get(Explained, Generic[M], frozen=True):
    """Read one item by its primary key."""

    context: TableContext
    codec: Codec[M]
    key: RawItem
    consistent: bool = True
    include_expired: bool = False

    def steps(self) -> Steps[M | None]:
        """Send one GetItem."""
        return self.result((yield Request("GetItem", self.body())))

    def body(self) -> dict[str, Any]:
        """What the GetItem says."""
        if self.consistent:
            return {"TableName": self.context.table, "Key": self.key, "ConsistentRead": True}
        return {"TableName": self.context.table, "Key": self.key}

    def result(self, answer: bytes) -> M | None:
        """The item, if it is there and not expired."""
        codec, context = self.codec, self.context
        instance = codec.decoder.one(answer, context.owner, context.tenant)
        if instance is None or codec.ttl is None or self.include_expired:
            return instance
        return None if is_expired_instance(context, instance) else instance


class GetMany(Explained, Generic[M], frozen=True):
    """Read items by their primary keys, in batches; the result is in the keys' order."""

    context: TableContext
    codec: Codec[M]
    keys: tuple[RawItem, ...]
    consistent: bool = True
    include_expired: bool = False

    def steps(self) -> Steps[list[M | None]]:
        """Send BatchGetItems, again for what was left unprocessed."""
        found = yield from read_batches(self.context, self.keys, self.consistent)
        return [self._decoded(found.get(key_text(key))) for key in self.keys]

    def _decoded(self, item: Raw | None) -> M | None:
        if item is None:
            return None
        instance = self.codec.decoder.bytes(item, self.context.owner, self.context.tenant)
        if instance is None or self.include_expired:
            return instance
        return None if is_expired_instance(self.context, instance) else instance


class _BatchGot(Struct, frozen=True):
    Responses: dict[str, list[Raw]] = {}
    UnprocessedKeys: dict[str, dict[str, Any]] = {}


_BATCH = msgspec.json.Decoder(_BatchGot)


def key_text(key: RawItem) -> tuple[str, ...]:
    """A key as something that a dictionary can be asked for."""
    return tuple(key[name]["S"] for name in sorted(key))


def read_item(context: TableContext, key: RawItem) -> Steps[RawItem | None]:
    """Read one item as it stands, consistently."""
    body = {"TableName": context.table, "Key": key, "ConsistentRead": True}
    response = yield Request("GetItem", body)
    item: RawItem | None = msgspec.json.decode(response).get("Item")
    return item


def read_batches(
    context: TableContext, keys: Sequence[RawItem], consistent: bool
) -> Steps[dict[tuple[str, ...], Raw]]:
    """Read all keys, each once, in parallel batches; return the items' bytes by key."""
    found: dict[tuple[str, ...], Raw] = {}
    left = list({key_text(key): key for key in keys}.values())
    if not left:
        return found
    names = tuple(sorted(left[0]))
    read_key = _key_reader(names)
    attempt = 0
    while left:
        chunks = _chunks(left)
        responses = yield tuple(_batch_get(context.table, chunk, consistent) for chunk in chunks)
        left = list[RawItem]()
        for response in responses:
            got = _BATCH.decode(response)
            for item in got.Responses.get(context.table, ()):
                found[read_key(item)] = item
            left += got.UnprocessedKeys.get(context.table, {}).get("Keys", [])
        attempt = yield from pause_for_rest(context, len(left), attempt)
    return found


def pause_for_rest(context: TableContext, left: int, attempt: int) -> Steps[int]:
    """Wait before unprocessed items are sent again; give up after enough tries."""
    if not left:
        return attempt
    if attempt >= context.backoff.attempts:
        raise Throttled(
            f"{context.table}: {left} items were left unprocessed after {attempt + 1} tries. "
            "Ask for fewer at a time, or raise the table's capacity."
        )
    yield Wait(context.backoff.pause(attempt))
    return attempt + 1


def _chunks(keys: Sequence[RawItem]) -> list[Sequence[RawItem]]:
    return [keys[at : at + MAX_BATCH_KEYS] for at in range(0, len(keys), MAX_BATCH_KEYS)]


def _batch_get(table: str, keys: Sequence[RawItem], consistent: bool) -> Request:
    wanted: dict[str, Any] = {"Keys": list(keys)}
    if consistent:
        wanted["ConsistentRead"] = True
    return Request("BatchGetItem", {"RequestItems": {table: wanted}})


@lru_cache(64)
def _key_reader(names: tuple[str, ...]) -> Callable[[Raw], tuple[str, ...]]:
    struct = msgspec.defstruct(
        "Key",
        [(f"part{number}", dict[str, str]) for number, _ in enumerate(names)],
        rename={f"part{number}": name for number, name in enumerate(names)},
    )
    decode = msgspec.json.Decoder(struct).decode

    def read(item: Raw) -> tuple[str, ...]:
        return tuple(part["S"] for part in _members(decode(item)))

    return read


def _members(struct: Any) -> Iterator[dict[str, str]]:
    return iter(msgspec.structs.astuple(struct))


class GetBatch(Struct, frozen=True):
    """Single gets joined into batches; each keeps its own model and answer."""

    gets: tuple[Get[Any], ...]

    def steps(self) -> Steps[list[Any]]:
        """Read consistent and eventual gets apart, each kind in batches.

        An item that does not fit its model fails its own get alone: its answer is the DecodeError.
        """
        found: dict[tuple[str, ...], Raw] = {}
        eventual: dict[tuple[str, ...], Raw] = {}
        context = self.gets[0].context
        for consistent, into in ((True, found), (False, eventual)):
            keys = [get.key for get in self.gets if get.consistent is consistent]
            into.update((yield from read_batches(context, keys, consistent)))
        return [self._decoded(get, found if get.consistent else eventual) for get in self.gets]

    def _decoded(self, get: Get[Any], found: dict[tuple[str, ...], Raw]) -> Any:
        item = found.get(key_text(get.key))
        if item is None:
            return None
        try:
            instance = get.codec.decoder.bytes(item, get.context.owner, get.context.tenant)
        except DecodeError as error:
            return error
        if instance is None or get.include_expired:
            return instance
        return None if is_expired_instance(get.context, instance) else instance
