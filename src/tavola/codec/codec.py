"""Everything between a model's instances and its items: attributes, keys, responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, Generic, TypeVar

from tavola.codec.decoder import Decoder, RawItem
from tavola.codec.encoder import Encoded, attributes_of, encoder_of, finder_of
from tavola.codec.key_writer import WriteKey, key_from_parts, key_from_values
from tavola.codec.ownership import has_other_type, is_of_other_model, read_key
from tavola.design.fields.member_paths import key_field, members_on
from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    UniqueSchema,
)
from tavola.errors import OperationError, shown
from tavola.keys import BUCKET, TENANT, bucket_of
from tavola.model.kinds import InvalidValue
from tavola.model.model import Model, is_made_plainly
from tavola.model.shape import FieldShape, Shape

M = TypeVar("M", bound=Model)
Values = Mapping[str, Any]
"""Python values by the fields' own names."""

NO_KEY = (KeyError, TypeError, ValueError, InvalidValue, OperationError)
"""What the compiled functions raise; the long way then says why."""


class Codec(Generic[M]):
    """One model's way to and from items of one design."""

    def __init__(self, design: Design, model: type[M]) -> None:
        self.design = design
        self.model = model
        self.shape: Shape = model.__shape__
        self.schema: ModelSchema = model.__shape__.schema
        self.decoder: Decoder[M] = Decoder(model, type_attribute=design.table.type_attribute)
        self._partial: dict[frozenset[str], Decoder[M]] = {}
        self.shares_keys = bool(self.schema.shares)
        """Whether items of other models may have its keys, so that the type decides."""

    def decoder_for(self, wanted: frozenset[str] | None) -> Decoder[M]:
        """Return the decoder of items of which only some fields were read."""
        if wanted is None:
            return self.decoder
        found = self._partial.get(wanted)
        if found is None:
            found = self._partial[wanted] = Decoder(
                self.model, wanted, self.design.table.type_attribute
            )
        return found

    @cached_property
    def key_shapes(self) -> tuple[FieldShape, ...]:
        """The fields of the primary key, partition first."""
        return tuple(self.shape.by_name[name] for name in self.schema.key_fields)

    @cached_property
    def secondary(self) -> tuple[KeyPair, ...]:
        """The keys of all secondary indexes that this model fills, iteration included."""
        pairs = [index.key for index in self.schema.indexes.values() if not index.is_primary]
        if self.schema.iteration:
            pairs.append(self.schema.iteration.key)
        return tuple(pairs)

    @cached_property
    def primary_attributes(self) -> tuple[str, ...]:
        """The attributes of the primary key, partition first."""
        return self.schema.key.names

    @cached_property
    def key_attributes(self) -> frozenset[str]:
        """The names of all attributes that hold keys of this model."""
        return frozenset(name for pair in (self.schema.key, *self.secondary) for name in pair.names)

    def values(self, instance: Model) -> dict[str, Any]:
        """Return an instance's values by the fields' own names."""
        return {
            field.name: getattr(instance, field.python_name, None) for field in self.shape.fields
        }

    def scope(self, values: Values, tenant: str | None) -> dict[str, Any]:
        """Return what key templates are filled from: values, tenant and bucket."""
        scope = dict(values)
        if self.schema.is_tenanted:
            scope[TENANT] = self.need_tenant(tenant)
        if self.schema.iteration and self.schema.iteration.buckets > 1:
            primary_id = self.schema.primary_id.format(values)
            if primary_id is not None:
                scope[BUCKET] = bucket_of(primary_id, self.schema.iteration.buckets)
        for path, name, members in self._member_paths:
            scope[path] = reduce(_member, members, values.get(name))
        return scope

    @cached_property
    def _member_paths(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """The paths into maps that index keys name: each with its field and the members' names."""
        names = {name for pair in self.secondary for name in pair.fields if "." in name}
        found = ((name, members_on(self.schema.fields, name)) for name in sorted(names))
        return tuple(
            (name, on[0].name, tuple(one.python_name for one in on[1:]))
            for name, on in found
            if on is not None
        )

    def need_tenant(self, tenant: str | None) -> str:
        """Return the tenant, or refuse a call that has none."""
        if tenant is None:
            raise OperationError(
                f"{self.schema.name}: no tenant is given. Use db.tenant('…').{self.schema.handle}."
            )
        return tenant

    def key(self, values: Values, tenant: str | None) -> RawItem:
        """Return the primary key of an item; a missing part is an OperationError."""
        try:
            return self._key_from_values(values, tenant)
        except NO_KEY:
            return self._format_key(values, tenant)

    def key_of(self, parts: Sequence[Any], tenant: str | None) -> RawItem:
        """Return the primary key made of its fields' values in order, checked."""
        try:
            return self._key_from_parts(parts, tenant)
        except NO_KEY:
            return self._format_key(self.key_values(parts), tenant)

    def _format_key(self, values: Values, tenant: str | None) -> RawItem:
        if self.schema.is_tenanted:
            values = {**values, TENANT: self.need_tenant(tenant)}
        return _whole_key(self.schema.key, values)

    @cached_property
    def _key_from_values(self) -> WriteKey:
        return key_from_values(self.schema.name, self.schema.key)

    @cached_property
    def _key_from_parts(self) -> WriteKey:
        return key_from_parts(self.schema.name, self.schema.key, self.key_shapes)

    def find_key_values(self, item: RawItem) -> dict[str, object] | None:
        """Return what an item's primary key says, the tenant too; None for another model's item.

        Of a folded field it says no value.
        """
        if has_other_type(self.schema, self.design.table.type_attribute, item):
            return None
        values = read_key(self.schema, item)
        for name in self.folded if values is not None else ():
            del values[name]  # type: ignore[union-attr]  # not None, as the line above says
        return values

    def is_foreign(self, item: RawItem) -> bool:
        """Say whether a whole item with a key of this model is another model's all the same."""
        return self.shares_keys and is_of_other_model(
            self.schema, self.design.table.type_attribute, item
        )

    @cached_property
    def replaced_ttl(self) -> str | None:
        """The attribute by which an item that has this key expires, whosever it is."""
        if self.ttl is not None or not self.shares_keys:
            return self.ttl_attribute
        others = (self.design.models.get(name) for name in self.schema.shares)
        expire = any(model is not None and model.ttl_field for model in others)
        return self.design.table.ttl_attribute if expire else None

    @cached_property
    def folded(self) -> frozenset[str]:
        """The fields of which the primary key holds no more than a folded text."""
        return frozenset(self.schema.folded_key_fields)

    def is_same_key(self, name: str, one: Any, other: Any) -> bool:
        """Say whether two values of a field of the primary key make the same key."""
        if one == other or name not in self.folded:
            return bool(one == other)
        template = self.schema.key.template_of(name)
        return template.component(name, one) == template.component(name, other)

    def key_values(self, parts: Sequence[Any]) -> dict[str, Any]:
        """Return the primary key's values by the fields' own names, checked."""
        try:
            return {
                name: check(part)
                for (name, check), part in zip(self._key_checks, parts, strict=True)
            }
        except (InvalidValue, ValueError):
            raise self._wrong_key(parts) from None

    def _wrong_key(self, parts: Sequence[Any]) -> OperationError:
        """Say what is wrong with the values of a primary key."""
        names = [field.name for field in self.key_shapes]
        if len(parts) != len(names):
            return OperationError(
                f"{self.schema.name}: {len(parts)} key values are given. "
                f"Its key has {', '.join(names)}."
            )
        for field, part in zip(self.key_shapes, parts, strict=True):
            try:
                field.check_type(self.schema.name, part)
            except OperationError as wrong:
                return wrong
        return OperationError(f"{self.schema.name}: its key {names} has no value. Give one.")

    @cached_property
    def _key_checks(self) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
        return tuple((field.name, field.kind.check) for field in self.key_shapes)

    def key_from_id(self, primary_id: str, tenant: str | None) -> RawItem:
        """Return the primary key of the item with this primary id."""
        given: Any = primary_id
        if not isinstance(given, str):
            raise OperationError(
                f"{self.schema.name}: {shown(given)} is not a primary id. Use a str."
            )
        return self.key(self.schema.primary_id.parse(primary_id), tenant)

    def primary_id(self, values: Values) -> str:
        """Return an item's primary id."""
        return self.schema.primary_id.format_all(values)

    @cached_property
    def encode(self) -> Callable[[Model], Encoded]:
        """Check every field of an instance as it stands; return its values and attributes."""
        return encoder_of(self.shape)

    @cached_property
    def find_moved(self) -> Callable[[Model, Values], Iterable[FieldShape]]:
        """Find the fields of an instance that do not hold the very objects of some values."""
        return finder_of(self.shape)

    def attributes(self, values: Values) -> RawItem:
        """Return the attributes of all fields that have a value."""
        return attributes_of(self.shape, values)

    def item(self, values: Values, tenant: str | None) -> RawItem:
        """Return the whole item: fields, type, primary key and every index key."""
        return self.complete(self.attributes(values), values, tenant)

    def complete(self, attributes: RawItem, values: Values, tenant: str | None) -> RawItem:
        """Add the type, the primary key and every index key to the attributes of all fields."""
        item = attributes
        item |= self.type_item
        item |= self.key(values, tenant)
        if self.secondary:
            self.add_index_keys(item, values, tenant)
        return item

    def add_index_keys(self, item: RawItem, values: Values, tenant: str | None) -> None:
        """Add the keys of all secondary indexes to an item."""
        scope = self.scope(values, tenant)
        for pair in self.secondary:
            item |= index_key(pair, scope)
        if self._iterated and self._iterated not in item:
            raise OperationError(
                f"{self.schema.name}: its key is empty, so that no iteration would find it. "
                f"Give {', '.join(self.schema.key_fields)} a value."
            )

    @cached_property
    def _iterated(self) -> str | None:
        """The attribute that every item of an iterable model in the managed layout has."""
        iteration = self.schema.iteration
        is_managed = self.design.layout == "managed"
        return iteration.key.sort_attribute if iteration and is_managed else None

    @cached_property
    def type_item(self) -> RawItem:
        """The attribute that tells the model's items from others, if there is one."""
        name, value = self.design.table.type_attribute, self.schema.type_value
        return {name: {"S": value}} if name and value is not None else {}

    def lock_key(self, unique: UniqueSchema, values: Values, tenant: str | None) -> RawItem | None:
        """Return the key of the lock of a unique value; None where a part of it has no value."""
        if any(values.get(name) is None for name in unique.fields):
            return None
        scope = {name: values[name] for name in unique.fields}
        if self.schema.is_tenanted:
            scope[TENANT] = self.need_tenant(tenant)
        return _whole_key(unique.key, scope)

    def lock(self, unique: UniqueSchema, values: Values, tenant: str | None) -> RawItem | None:
        """Return the lock item that claims a unique value; None where there is no value."""
        key = self.lock_key(unique, values, tenant)
        if key is None:
            return None
        item: RawItem = {
            **key,
            "relatedId": {"S": self.primary_id(values)},
            "relatedModel": {"S": self.schema.name},
            "uniqueValue": key[unique.key.partition_attribute],
        }
        if self.design.layout == "managed" and self.schema.is_tenanted:
            item["_gsi_test_id"] = {"S": self.need_tenant(tenant)}
        if self.design.table.type_attribute:
            item[self.design.table.type_attribute] = {"S": "UNIQUE"}
        if self.ttl and values.get(self.ttl.name) is not None:
            item[self.ttl.attribute_name] = self.ttl.kind.attribute(values[self.ttl.name])
        return item

    @cached_property
    def listed(self) -> frozenset[str] | None:
        """The fields that lists show: all but heavy ones; None for all."""
        schema = self.schema
        heavy = frozenset(schema.heavy_fields) - {*schema.key_fields, schema.ttl_field}
        return frozenset(schema.fields) - heavy if heavy else None

    @property
    def is_written_at_once(self) -> bool:
        """Whether a new instance is its item: it is checked as ours are, and goes alone.

        What would go with it are unique values, the place of an expired item, and a first status.
        """
        is_alone = not self.schema.uniques and self.replaced_ttl is None
        is_alone = is_alone and not any(field.initial for field in self.states)
        return is_alone and is_made_plainly(self.model)

    @cached_property
    def states(self) -> tuple[FieldSchema, ...]:
        """The fields whose values follow rules of their own: `transitions`, `initial`."""
        fields = self.schema.fields.values()
        return tuple(field for field in fields if field.transitions or field.initial)

    @cached_property
    def ttl(self) -> FieldShape | None:
        """The field that says when an item expires."""
        name = self.schema.ttl_field
        return self.shape.by_name[name] if name else None

    @cached_property
    def ttl_attribute(self) -> str | None:
        """The attribute that says when an item expires."""
        return self.ttl.attribute_name if self.ttl else None

    @cached_property
    def field_attributes(self) -> frozenset[str]:
        """The attributes that hold the model's fields."""
        return frozenset(self.shape.by_attribute)

    def attribute_names(self, names: Iterable[str]) -> frozenset[str]:
        """Return the attributes of some fields."""
        return frozenset(self.shape.by_name[name].attribute_name for name in names)

    def index(self, name: str) -> IndexSchema:
        """Return an index by its name in the design or in Python."""
        found = self.schema.indexes.get(name)
        if found is None:
            by_python = {index.python_name: index for index in self.schema.indexes.values()}
            found = by_python.get(name)
        if found is None:
            known = ", ".join(self.schema.indexes) or "none"
            hint = " All items: iterate_all() or scan()." if self.schema.iteration else ""
            raise OperationError(f"{self.schema.name} has no index {name!r}. It has {known}.{hint}")
        return found

    def key_name(self, name: str) -> str:
        """Return a key's own name for a field, or a member of a map, by either of its names."""
        if name not in self.shape.by_name and name not in self.shape.by_python_name:
            for path, _, _ in self._member_paths:
                if name in (path, key_field(self.schema, path).python_name):
                    return path
        return self.field(name).name

    def field(self, name: str) -> FieldShape:
        """Return a field by its own or its Python name."""
        found = self.shape.by_name.get(name) or self.shape.by_python_name.get(name)
        if found is None:
            unknown = " ".join(self.shape.find_unknown({name: None}))
            raise OperationError(unknown)
        return found


def _member(value: Any, python_name: str) -> Any:
    """A member of a typed map; None where there is none."""
    return None if value is None else getattr(value, python_name, None)


def _whole_key(pair: KeyPair, values: Values) -> RawItem:
    """Return the attributes of a key; a missing part is an OperationError."""
    return {
        one.name: {one.template.tag: one.template.format_all(values)} for one in pair.attributes
    }


def index_key(pair: KeyPair, scope: Values) -> RawItem:
    """Return the attributes that are made for one index key; none at all when a part is missing.

    Attributes that are fields themselves stand in the item already, or do not.
    """
    key: RawItem = {}
    for one in pair.made:
        text = one.template.format(scope)
        if not text:
            return {}
        key[one.name] = {"S": text}
    return key


def touched(pairs: Iterable[KeyPair], names: Iterable[str]) -> tuple[KeyPair, ...]:
    """Return the keys that a change of these fields moves, and those that share attributes."""
    changed = frozenset(names)
    every = tuple(pairs)
    moved = [pair for pair in every if not changed.isdisjoint(pair.made_of)]
    shared = {one.name for pair in moved for one in pair.made}
    return tuple(pair for pair in every if any(one.name in shared for one in pair.made))
