"""Reading items by their keys."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from tavola.codec.bad_items import OnBadItem, check_on_bad_item
from tavola.errors import DecodeError, Throttled
from tavola.model.model import Model
from tavola.operations.expiry import is_expired_instance
from tavola.operations.explain import Explained
from tavola.operations.steps import Request, Steps, Wait
from tavola.values.numbers import canonical_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tavola.codec.codec import Codec
    from tavola.codec.decoder import RawItem
    from tavola.operations.context import TableContext

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
    on_bad_item: OnBadItem = "raise"

    def steps(self) -> Steps[list[M | None]]:
        """Send BatchGetItems, again for what was left unprocessed."""
        check_on_bad_item(f"{self.codec.schema.name}.get_many", self.on_bad_item)
        texts = [key_text(key) for key in self.keys]
        left = dict(zip(texts, self.keys, strict=True))
        wanted = _Wanted(self.context, self.consistent, left)
        yield from _read_all([wanted])
        return [self._decoded(wanted.found.get(text)) for text in texts]

    def _decoded(self, item: Raw | None) -> M | None:
        if item is None:
            return None
        owner, tenant = self.context.owner, self.context.tenant
        instance = self.codec.decoder.bytes(item, owner, tenant, self.on_bad_item)
        if instance is None or self.include_expired:
            return instance
        return None if is_expired_instance(self.context, instance) else instance


class _BatchGot(Struct, frozen=True):
    Responses: dict[str, list[Raw]] = {}
    UnprocessedKeys: dict[str, dict[str, Any]] = {}


@cache
def _batch_decoder() -> msgspec.json.Decoder[_BatchGot]:
    return msgspec.json.Decoder(_BatchGot)


def key_text(key: RawItem) -> tuple[str, ...]:
    """A key as something that a dictionary can be asked for."""
    return tuple([value_text(key[name]) for name in sorted(key)])


def value_text(value: Mapping[str, str]) -> str:
    """The text of a key's attribute; one for every number, however it is written."""
    text = value.get("S")
    if text is not None:
        return text
    number = value.get("N")
    return value["B"] if number is None else canonical_number(number)


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
    wanted = _Wanted(context, consistent, {key_text(key): key for key in keys})
    yield from _read_all([wanted])
    return wanted.found


class _Wanted(Struct):
    """Keys of one table that are read in one way, and what was found so far."""

    context: TableContext
    consistent: bool
    left: dict[tuple[str, ...], RawItem]
    found: dict[tuple[str, ...], Raw] = msgspec.field(default_factory=dict[tuple[str, ...], Raw])

    def requests(self) -> list[Request]:
        """What asks for all that is left."""
        chunks = _chunks(list(self.left.values()))
        return [_batch_get(self.context.table, chunk, self.consistent) for chunk in chunks]

    def take(self, responses: Iterable[bytes]) -> None:
        """Keep what was found, and what is left."""
        names = tuple(sorted(next(iter(self.left.values()))))
        read_key, table = _key_reader(names), self.context.table
        self.left = {}
        decode = _batch_decoder().decode
        for response in responses:
            got = decode(response)
            for item in got.Responses.get(table, ()):
                self.found[read_key(item)] = item
            keys = got.UnprocessedKeys.get(table, {}).get("Keys", [])
            self.left |= {key_text(key): key for key in keys}


def _read_all(groups: Iterable[_Wanted]) -> Steps[None]:
    """Read several groups of keys side by side."""
    rest = [one for one in groups if one.left]
    attempt = 0
    while rest:
        asked = [one.requests() for one in rest]
        responses = iter((yield tuple(request for requests in asked for request in requests)))
        for one, requests in zip(rest, asked, strict=True):
            one.take(islice(responses, len(requests)))
        rest = [one for one in rest if one.left]
        for one in rest[:1]:
            left = sum(len(other.left) for other in rest)
            attempt = yield from pause_for_rest(one.context, left, attempt)


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
    decode, as_tuple = msgspec.json.Decoder(struct).decode, msgspec.structs.astuple

    def read(item: Raw) -> tuple[str, ...]:
        return tuple([value_text(part) for part in as_tuple(decode(item))])

    return read


class GetBatch(Struct, frozen=True):
    """Single gets joined into batches; each keeps its own model and answer."""

    gets: tuple[Get[Any], ...]

    def steps(self) -> Steps[list[Any]]:
        """Read each table, and consistent and eventual gets apart, each kind in batches.

        An item that does not fit its model fails its own get alone: its answer is the DecodeError.
        """
        wanted: dict[tuple[str, bool], _Wanted] = {}
        for get in self.gets:
            kind = (get.context.table, get.consistent)
            group = wanted.setdefault(kind, _Wanted(get.context, get.consistent, {}))
            group.left[key_text(get.key)] = get.key
        yield from _read_all(wanted.values())
        return [
            self._decoded(get, wanted[get.context.table, get.consistent].found) for get in self.gets
        ]

    def instances(self) -> Steps[list[Any]]:
        """Read them all; an item that does not fit its model fails the whole."""
        answers = yield from self.steps()
        for answer in answers:
            if isinstance(answer, DecodeError):
                raise answer
        return answers

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
