"""What an operation is made of: its tables, its models, the instances that it writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import CollectionSchema, IndexSchema, PhysicalIndex
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.dry_run.expected_items import item_of
from tavola.operations.hooks import Hooks


class Parts:
    """The parts of one operation."""

    def __init__(self, operation: Any) -> None:
        self._contexts: list[TableContext] = []
        self._codecs: list[tuple[TableContext, Codec[Any]]] = []
        self._instances: list[tuple[TableContext, Codec[Any], Model]] = []
        self.may_drop = False
        """Whether pages may hold less than was asked for: a filter, expiry, items of others."""
        self._take(operation, None)

    def _take(self, part: Any, outer: TableContext | None) -> None:
        if isinstance(part, tuple):
            for one in _members(part):
                self._take(one, outer)
        if not isinstance(part, Struct) or isinstance(part, TableContext):
            return
        context: TableContext | None = getattr(part, "context", outer) or _inner_context(part)
        if context is None:
            return
        self._contexts.append(context)
        codec: Codec[Any] | None = getattr(part, "codec", None)
        codecs: tuple[Codec[Any] | None, ...] = (codec, *getattr(part, "codecs", ()))
        for one in codecs:
            if one is not None:
                self._codecs.append((context, one))
                self.may_drop = self.may_drop or one.ttl is not None
        self.may_drop = self.may_drop or _drops(part)
        for instance in (getattr(part, "instance", None), *getattr(part, "puts", ())):
            if isinstance(instance, Model) and codec is not None:
                self._instances.append((context, codec, instance))
        for name in part.__struct_fields__:
            self._take(getattr(part, name), context)

    def context(self, table: str) -> TableContext:
        """The context of a table."""
        return next(one for one in self._contexts if one.table == table)

    def codecs_in(self, table: str) -> list[Codec[Any]]:
        """The models that the operation knows of a table, and then the others of its design."""
        return [codec for context, codec in self._codecs if context.table == table]

    def indexes(self, table: str) -> tuple[PhysicalIndex, ...]:
        """The secondary indexes of a table."""
        codecs = self.codecs_in(table)
        return codecs[0].design.table.indexes if codecs else ()

    def physical(self, table: str, name: str | None) -> PhysicalIndex | None:
        """An index of a table by its name."""
        return next((one for one in self.indexes(table) if one.name == name), None)

    def key_in(self, table: str, item: RawItem) -> RawItem:
        """The primary key of an item of a table."""
        names = self.codecs_in(table)[0].primary_attributes
        return {name: item[name] for name in names}

    def in_partition(
        self, table: str, physical: PhysicalIndex | None, text: str
    ) -> Iterator[tuple[Codec[Any], dict[str, Any]]]:
        """The models whose items stand in a partition, with what its text says of them."""
        found = False
        for codec in self.codecs_in(table):
            values = _values_in(codec, physical, text)
            if values is not None:
                found = True
                yield codec, values
        if not found:
            yield self.codecs_in(table)[0], {}

    def loaded(self) -> Iterator[tuple[tuple[str, ...], RawItem]]:
        """The items that the operation's instances were loaded from, by their keys."""
        for context, codec, instance in self._instances:
            item = item_of(context, codec, instance)
            if item is not None:
                names = sorted(codec.primary_attributes)
                text = (f"{name}={next(iter(item[name].values()))}" for name in names)
                yield (context.table, *text), item


def _members(several: Any) -> tuple[Any, ...]:
    return several  # type: ignore[no-any-return]  # whatever operations are made of


def _inner_context(part: Struct) -> TableContext | None:
    """The context of an operation that has none of its own, from what it is made of."""
    for name in part.__struct_fields__:
        inner = getattr(part, name)
        if isinstance(inner, Struct):
            context = getattr(inner, "context", None)
            if isinstance(context, TableContext):
                return context
    return None


def _drops(part: Struct) -> bool:
    """Whether a read may leave out some of what it finds."""
    index = getattr(part, "index", None)
    schema = getattr(part, "schema", None)
    return (
        getattr(part, "filter", None) is not None
        or (isinstance(index, IndexSchema) and bool(index.foreign or index.date_part))
        or (isinstance(schema, CollectionSchema) and bool(schema.foreign))
    )


def _values_in(
    codec: Codec[Any], physical: PhysicalIndex | None, text: str
) -> dict[str, Any] | None:
    """What the text of a partition key says of a model's fields; None where it has none there."""
    if physical is None:
        return codec.schema.key.partition.find_values(text)
    keys = [
        index.key
        for index in codec.schema.indexes.values()
        if index.physical is not None and index.physical.name == physical.name
    ]
    iteration = codec.schema.iteration
    if iteration is not None and iteration.physical.name == physical.name:
        keys.append(iteration.key)
    found = (pair.partition.find_values(text) for pair in keys)
    return next((values for values in found if values is not None), None)


def apart(part: Any) -> Any:
    """An operation that leaves the user's hooks and instances alone."""
    if isinstance(part, TableContext):
        return replace(part, hooks=Hooks())
    if isinstance(part, Model):
        return _twin(part)
    if isinstance(part, tuple):
        return tuple(apart(one) for one in _members(part))
    if isinstance(part, Struct) and (hasattr(part, "steps") or hasattr(part, "context")):
        return replace(part, **{name: apart(getattr(part, name)) for name in _fields(part)})
    return part


def _fields(part: Struct) -> tuple[str, ...]:
    return part.__struct_fields__


def _twin(instance: Model) -> Model:
    """Another instance with the very values of one, and the item that it was loaded from."""
    made: Any = object.__new__(type(instance))
    names = [name for cls in type(instance).__mro__ for name in getattr(cls, "__slots__", ())]
    for name in names:
        if name != "__dict__" and hasattr(instance, name):
            setattr(made, name, getattr(instance, name))
    return cast("Model", made)
