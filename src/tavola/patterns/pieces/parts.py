"""One model of a table in the part that a pattern gives it. Sends nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import OperationError
from tavola.model.field_expressions import Change, Expr
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.read.get import Get
from tavola.operations.read.queries.query import Query
from tavola.operations.read.queries.spread import over_partitions
from tavola.operations.write.instances import set_automatic
from tavola.operations.write.operations import Create, Delete, Save, Update, Write
from tavola.operations.write.transaction import Check, Transaction
from tavola.table.async_table import AsyncTable
from tavola.table.base import BaseTable
from tavola.table.internals import codec_of, context_of
from tavola.values.sizes import MAX_ITEM_BYTES, item_size

__all__ = ["Part", "number_is", "part_of"]

M = TypeVar("M", bound=Model)
Key = Sequence[Any]


class Part(Struct, Generic[M], frozen=True):
    """A model, and the operations that patterns are made of."""

    context: TableContext
    codec: Codec[M]

    def field(self, name: str) -> Any:
        """A field by its Python name, for building conditions and changes."""
        return getattr(self.codec.model.fields, name)

    @property
    def ttl(self) -> Any:
        """The field that expires items; None where the model has none."""
        return self.field(self.codec.ttl.python_name) if self.codec.ttl else None

    def make(self, key: Key, **values: Any) -> M:
        """Make an instance with this key."""
        names = (shape.python_name for shape in self.codec.key_shapes)
        return self.codec.model(**dict(zip(names, key, strict=True)), **values)

    def decode(self, item: Mapping[str, Any]) -> M:
        """Read an item that came with a refusal."""
        return self.codec.decoder.raw(dict(item), self.context.owner, self.context.tenant)

    def get(self, key: Key) -> Get[M]:
        """Read one item, consistently."""
        return Get(self.context, self.codec, self.codec.key_of(key, self.context.tenant))

    def create(self, instance: M) -> Create[M]:
        """Write a new item."""
        return Create(self.context, self.codec, instance)

    def update(self, key: Key, *changes: Change, condition: Expr | None = None) -> Update[M]:
        """Change an item that exists."""
        return Update(self.context, self.codec, self.codec.key_values(key), changes, condition)

    def put(self, instance: M, *, condition: Expr | None = None) -> Create[M]:
        """Write an item whole, whatever stood there, or if a condition holds there."""
        return Create(self.context, self.codec, instance, "any", condition)

    def save(self, instance: M, *, condition: Expr | None = None) -> Save[M]:
        """Write what an instance changed since it was read."""
        return Save(self.context, self.codec, instance, condition)

    def delete(self, key: Key, *, condition: Expr | None = None) -> Delete[M]:
        """Delete an item."""
        return Delete(self.context, self.codec, self.codec.key_values(key), condition)

    def check(self, key: Key, condition: Expr) -> Check:
        """Check an item that a transaction does not write."""
        return Check(self.context, self.codec, self.codec.key_values(key), condition)

    def transaction(self, writes: Sequence[Write[Any]], token: str | None = None) -> Transaction:
        """Send writes together, all or none."""
        return Transaction(self.context, tuple(writes), token)

    def latest(self, owner: Key) -> Query[M]:
        """Ask for the item of an owner that sorts last, expired or not."""
        names = (shape.name for shape in self.codec.key_shapes)
        given = dict(zip(names, owner, strict=False))
        return self.query(given, limit=1, descending=True, include_expired=True)

    def query(
        self,
        given: Mapping[str, Any],
        *,
        limit: int | None = None,
        cursor: str | None = None,
        descending: bool = False,
        include_expired: bool = False,
        whole: bool = True,
    ) -> Query[M]:
        """Ask for items of one partition, consistently; `given` has the design's names.

        With `whole` they have their heavy fields too.
        """
        index = next((i for i in self.codec.schema.indexes.values() if i.is_primary), None)
        if index is None:
            raise OperationError(
                f"{self.name} has no index that names its primary key. "
                "Add one to the design: `versions: primaryKey`."
            )
        is_plain = not whole or self.codec.listed is None
        everything = () if is_plain else tuple(self.codec.schema.fields)
        query = Query(
            context=self.context,
            codec=self.codec,
            index=index,
            given=given,
            limit=limit,
            cursor=cursor,
            descending=descending,
            only=everything,
            consistent=True,
            include_expired=include_expired,
        )
        return over_partitions(query)

    @property
    def name(self) -> str:
        """The model's name in the design."""
        return self.codec.schema.name

    @property
    def is_async(self) -> bool:
        """Whether an event loop drives the table."""
        return isinstance(self.context.owner, AsyncTable)

    def label(self, key: Key) -> str:
        """An item, for messages."""
        return f"{self.name} {'/'.join(map(str, key))}"

    def has(self, name: str) -> bool:
        """Whether the model has a field of this Python name."""
        return name in self.codec.shape.by_python_name

    def as_stored(self, instance: M) -> M:
        """A copy with what the table sets, each value as it will be read again."""
        set_automatic(self.context, instance)
        return self.codec.model(**self.values(self.decode(self.attributes(instance))))

    def values(self, instance: M) -> dict[str, Any]:
        """The fields that have a value, by their Python names."""
        named = {
            shape.python_name: getattr(instance, shape.python_name, None)
            for shape in self.codec.shape.fields
        }
        return {name: value for name, value in named.items() if value is not None}

    def unchanged(self, instance: M) -> Expr:
        """The item is what was read: by its version, or else by every field."""
        version = self.codec.schema.version_field
        keys = {shape.name for shape in self.codec.key_shapes}
        shapes = [
            shape
            for shape in self.codec.shape.fields
            if (shape.name == version if version else shape.name not in keys)
        ]
        exists: Expr = self.field(self.codec.key_shapes[0].python_name).exists()
        for shape in shapes:
            exists &= self.field(shape.python_name) == getattr(instance, shape.python_name, None)
        return exists

    def check_size(self, instance: M) -> None:
        """Refuse what DynamoDB would not take, before anything is sent."""
        set_automatic(self.context, instance)
        values, attributes = self.codec.encode(instance)
        size = item_size(self.codec.complete(attributes, values, self.context.tenant))
        if size > MAX_ITEM_BYTES:
            raise OperationError(
                f"{self.name}: the item has {size} bytes. DynamoDB takes {MAX_ITEM_BYTES}; "
                "keep less in it."
            )

    def attributes(self, instance: M) -> RawItem:
        """An instance's fields as attributes, without keys of the table and of indexes."""
        return self.codec.encode(instance)[1]


def part_of(table: BaseTable, model: type[M], *needed: str) -> Part[M]:
    """Take a model of a table; refuse one that lacks a field that the pattern needs."""
    codec = codec_of(table, model)
    missing = [name for name in needed if name not in codec.shape.by_python_name]
    if missing:
        raise OperationError(
            f"{model.__name__} has no field {', '.join(map(repr, missing))}, which this "
            "pattern needs. Add it to the design."
        )
    return Part(context_of(table, codec), codec)


def number_is(field: Any, expected: int) -> Expr:
    """A counter has this value; one that was never counted is at 0."""
    equal: Expr = field == expected
    return equal if expected else equal | field.is_missing()
