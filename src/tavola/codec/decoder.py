"""From a response's bytes to instances, compiled once per model.

The fast way decodes into a Struct that mirrors the item and moves its values into a slotted
instance. An item that does not fit it (a NULL, a missing required field, another number form, a key
that its fields do not make) takes the tolerant way, attribute by attribute; only what fits neither
is a DecodeError. Items of other models are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tavola.codec.bad_items import OnBadItem, leave_out
from tavola.codec.ownership import (
    TYPE,
    KeyText,
    agreement,
    is_of_other_model,
    is_of_tenant,
    item_filter,
    key_members,
    read_key,
)
from tavola.codec.wrappers import INLINE, INLINE_NAMES, converter_of, wrapper_of
from tavola.design.schema import KeyPair
from tavola.errors import DecodeError, OperationError
from tavola.model.compiled import check_field_names, compile_function
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.model.typed_map import MisfitMember

M = TypeVar("M", bound=Model)
RawItem = dict[str, dict[str, Any]]

UNFIT = (
    KeyError,
    ValueError,
    ArithmeticError,
    TypeError,
    AttributeError,
    OperationError,
    msgspec.MsgspecError,
)
"""What a conversion raises when a stored value is not what its field, or its key, holds."""


class PartialItem(dict[str, dict[str, Any]]):
    """A parsed item of which only some fields were read."""

    def __init__(self, item: RawItem, wanted: frozenset[str]) -> None:
        super().__init__(item)
        self.wanted = wanted


class Rows(Struct, Generic[M], frozen=True):
    """Decoded items of one page, and where it ended."""

    items: list[M]
    numbers: Sequence[int]
    """Where each of them stands among all items of the page."""
    last_key: RawItem | None


class _RawPage(Struct, frozen=True):
    Items: list[msgspec.Raw]
    LastEvaluatedKey: RawItem | None = None


_decode_raw_page = msgspec.json.Decoder(_RawPage).decode


class Decoder(Generic[M]):
    """Decodes responses into instances of one model; `wanted` are the fields that were read.

    `tenant` is whose items are read; those of others are left out.
    """

    def __init__(
        self,
        model: type[M],
        wanted: frozenset[str] | None = None,
        type_attribute: str | None = None,
    ) -> None:
        self._model = model
        self._type_attribute = type_attribute
        self._fields = tuple(
            field for field in model.__shape__.fields if wanted is None or field.name in wanted
        )
        self._is_partial = wanted is not None

    @cached_property
    def _struct(self) -> Any:
        key = key_members(self._model.__shape__.schema.key.made)
        members = [self._member(field) for field in self._fields]
        members += [(member, KeyText) for member in key]
        rename = {member: one.name for member, one in key.items()}
        if self._model.__shape__.schema.shares:
            members.append((TYPE, KeyText))
            rename[TYPE] = str(self._type_attribute)
        # A cyclic collector has nothing to find in these: they hold only immutable leaves.
        return msgspec.defstruct(
            self._model.__name__ + "Item",
            sorted(members, key=len),
            rename={
                **{field.python_name: field.attribute_name for field in self._fields},
                **rename,
            },
            frozen=True,
            gc=False,
        )

    def _member(self, field: FieldShape) -> Any:
        wrapper = wrapper_of(field, is_key=is_natural_key(self._model, field))
        if self._is_certain(field):
            return (field.python_name, wrapper)
        return (field.python_name, wrapper | UnsetType, UNSET)

    def _is_certain(self, field: FieldShape) -> bool:
        if field.name in self._model.__shape__.schema.key_fields:
            return True
        return field.is_always_there and field.when_missing() is None

    @cached_property
    def _convert(self) -> Callable[[Any, object, str | None], M]:
        return _compile(self._model, self._fields, self._is_certain)

    @cached_property
    def _decode_one(self) -> Any:
        struct = self._struct
        one = msgspec.defstruct("One", [("Item", struct | UnsetType, UNSET)])
        return msgspec.json.Decoder(one, strict=False).decode

    @cached_property
    def _attributes(self) -> Any:
        struct = self._struct
        return msgspec.json.Decoder(
            msgspec.defstruct("Written", [("Attributes", struct | UnsetType, UNSET)]), strict=False
        )

    @cached_property
    def _page(self) -> Any:
        struct = self._struct
        return msgspec.json.Decoder(
            msgspec.defstruct(
                "Page",
                [
                    ("Items", list[struct]),  # type: ignore[valid-type]  # made just now
                    ("LastEvaluatedKey", RawItem | None, None),
                ],
            ),
            strict=False,
        )

    @cached_property
    def _item(self) -> Any:
        return msgspec.json.Decoder(self._struct, strict=False)

    @cached_property
    def may_be_own(self) -> Callable[[msgspec.Raw], bool]:
        """A quick look at an item, which leaves out nearly all of other models."""
        return item_filter(self._model.__shape__.schema, self._type_attribute)

    def one(self, response: bytes, table: object, tenant: str | None = None) -> M | None:
        """Decode GetItem's response."""
        try:
            item = self._decode_one(response).Item
            return None if item is UNSET else self._convert(item, table, tenant)
        except UNFIT:
            raw = msgspec.json.decode(response).get("Item")
            return None if raw is None or self._is_foreign(raw) else self.raw(raw, table, tenant)

    def written(self, response: bytes, table: object, tenant: str | None = None) -> M | None:
        """Decode the Attributes of a write's response."""
        try:
            item = self._attributes.decode(response).Attributes
            return None if item is UNSET else self._convert(item, table, tenant)
        except UNFIT:
            raw = msgspec.json.decode(response).get("Attributes")
            return None if raw is None else self.raw(raw, table, tenant)

    def page(
        self,
        response: bytes,
        table: object,
        tenant: str | None = None,
        on_bad_item: OnBadItem = "raise",
    ) -> Rows[M]:
        """Decode the response of a Query that is expected to find the model's own items alone."""
        try:
            page = self._page.decode(response)
            items = list(map(self._convert, page.Items, repeat(table), repeat(tenant)))
        except UNFIT:
            return self._rows(response, table, tenant, any_item, on_bad_item)
        return Rows(items, range(len(items)), page.LastEvaluatedKey)

    def own_page(
        self,
        response: bytes,
        table: object,
        tenant: str | None = None,
        on_bad_item: OnBadItem = "raise",
    ) -> Rows[M]:
        """Decode the response of a Query that finds items of other models too."""
        return self._rows(response, table, tenant, self.may_be_own, on_bad_item)

    def _rows(
        self,
        response: bytes,
        table: object,
        tenant: str | None,
        may_be_own: Callable[[msgspec.Raw], bool],
        on_bad_item: OnBadItem,
    ) -> Rows[M]:
        page = _decode_raw_page(response)
        items: list[M] = []
        numbers: list[int] = []
        for number, raw in enumerate(page.Items):
            own = self.bytes(raw, table, tenant, on_bad_item) if may_be_own(raw) else None
            if own is not None:
                items.append(own)
                numbers.append(number)
        return Rows(items, numbers, page.LastEvaluatedKey)

    def bytes(
        self,
        item: bytes | msgspec.Raw,
        table: object,
        tenant: str | None = None,
        on_bad_item: OnBadItem = "raise",
    ) -> M | None:
        """Decode one item's own bytes; None for another model's, and for what is left out."""
        try:
            return self._convert(self._item.decode(item), table, tenant)
        except UNFIT:
            parsed: RawItem = msgspec.json.decode(item)
        try:
            return self.find(parsed, table, tenant)
        except DecodeError as error:
            leave_out(error, on_bad_item)
            return None

    def find(self, item: RawItem, table: object, tenant: str | None = None) -> M | None:
        """Decode an item that was parsed already, attribute by attribute; None for another's."""
        return None if self._is_foreign(item) else self._find(item, table, tenant)

    def _find(self, item: RawItem, table: object, tenant: str | None) -> M | None:
        own = self._with_own_key(item, tenant)
        return None if own is None else self._read(own, table)

    def _is_foreign(self, item: RawItem) -> bool:
        """Whether an item with a key of this model is another's, where models share their keys."""
        schema = self._model.__shape__.schema
        return bool(schema.shares) and is_of_other_model(schema, self._type_attribute, item)

    def raw(self, item: RawItem, table: object, tenant: str | None = None) -> M:
        """Decode an item that is known to be the model's; without its key, by its fields."""
        if not any(name in item for name in self._model.__shape__.schema.key.names):
            return self._read(item, table)
        found = self._find(item, table, tenant)
        if found is None:
            schema = self._model.__shape__.schema
            raise DecodeError(
                f"{schema.name}: the item{_name_of(self._model, item)} has a key of another form. "
                f"The key of a {schema.name} is {_text_of(schema.key)}.",
                item,
            )
        return found

    def _read(self, item: RawItem, table: object) -> M:
        instance: Any = self._model.__new__(self._model)
        instance._loaded = item
        if self._is_partial:
            instance._loaded = PartialItem(item, frozenset(field.name for field in self._fields))
        if hasattr(self._model, "_table"):
            instance._table = table
        for field in self._fields:
            setattr(instance, field.python_name, read_field(self._model, field, item))
        return instance  # type: ignore[no-any-return]  # made of the model just now

    def _with_own_key(self, item: RawItem, tenant: str | None) -> RawItem | None:
        """Give an item the fields that its key says; None where the key is not the model's."""
        shape = self._model.__shape__
        values = read_key(shape.schema, item)
        if values is None or not is_of_tenant(values, tenant):
            return None
        wrong: RawItem = {}
        for name in shape.schema.key_fields:
            field = shape.by_name[name]
            attribute = field.attribute(values[name])
            if attribute is not None and not self._says(item, field, values[name]):
                wrong[field.attribute_name] = attribute
        return {**item, **wrong} if wrong else item

    def _says(self, item: RawItem, field: FieldShape, value: object) -> bool:
        """Whether an item's field has the value that its key has."""
        try:
            stored = read_attribute(self._model, field, item)
        except DecodeError:
            return False
        write = self._model.__shape__.schema.key.template_of(field.name).component
        try:
            return stored is not None and write(field.name, stored) == write(field.name, value)
        except OperationError:
            return False


def is_natural_key(model: type[Model], field: FieldShape) -> bool:
    """Say whether a field is itself an attribute of the primary key."""
    return field.attribute_name in model.__shape__.schema.key.natural


def any_item(_: msgspec.Raw) -> bool:
    """Take every item for one of the model's, until it is decoded."""
    return True


def read_field(model: type[Model], field: FieldShape, item: RawItem) -> Any:
    """Read one field of a parsed item as its type says it; else it is a DecodeError."""
    value = read_attribute(model, field, item)
    if value is None and field.is_always_there:
        raise _unfit(model, field, item, "lacks it", _remedy_for_missing(field))
    if field.schema.values and value is not None and value not in field.schema.values:
        problem = f"holds {value!r}, which is none of {', '.join(map(repr, field.schema.values))}"
        raise _unfit(model, field, item, problem, _REMEDY_FOR_ENUM)
    return value


def _remedy_for_missing(field: FieldShape) -> str:
    if field.schema.type == "VersionField":
        return "Any update of the item writes one."
    if field.schema.type in ("UlidField", "TtlField"):
        return "Give it a value by an update of this field."
    return "Give it a value by an update of this field, or a defaultValue in the design."


_REMEDY_FOR_ENUM = "Add it to the values in the design, or give the item another one by an update."


def read_attribute(model: type[Model], field: FieldShape, item: RawItem) -> Any:
    """Read what one field of a parsed item holds, though it lacks what its type asks for."""
    value = item.get(field.attribute_name)
    if value is None or value.get("NULL"):
        return field.when_missing()
    try:
        inner = value[field.kind.tag]
        convert = converter_of(field) if field.kind.tag in ("L", "M") else field.kind.decode
        return convert(inner) if convert else inner
    except UNFIT as error:
        problem = f"holds {value!r}, which does not fit {_type_of(field)}"
        if isinstance(error, MisfitMember):
            problem = f"holds a map that does not fit: {error}"
        raise _unfit(model, field, item, problem, _REMEDY_FOR_TYPE) from None


_REMEDY_FOR_TYPE = "Give the item a fitting value by an update, or change the type in the design."


def _type_of(field: FieldShape) -> str:
    members = f" of {field.schema.items}s" if field.schema.items else ""
    return f"{field.schema.type}{members}, stored as {field.kind.tag}"


def _unfit(
    model: type[Model], field: FieldShape, item: RawItem, problem: str, remedy: str
) -> DecodeError:
    """An item of the model that one of its fields does not fit."""
    where = f"{model.__name__}.{field.python_name}: the item{_name_of(model, item)}"
    return DecodeError(
        f"{where} {problem}. {remedy}", item, model=model.__name__, field=field.python_name
    )


def _name_of(model: type[Model], item: RawItem) -> str:
    """The key of an item as text, where it was read with it."""
    pair = model.__shape__.schema.key
    texts = [str(*item[name].values()) for name in pair.names if name in item]
    return " " + "/".join(texts) if texts else ""


def _text_of(pair: KeyPair) -> str:
    return ", ".join(f"'{one.template}'" for one in pair.attributes)


def loaded_item(instance: Model) -> RawItem | None:
    """Return the item that an instance was loaded from, where it was kept as it was stored."""
    loaded = _loaded(instance)
    return cast("RawItem", loaded) if isinstance(loaded, dict) else None


def portable_item(instance: Model) -> RawItem | None:
    """Return what an instance was loaded from in a form that can be pickled."""
    loaded = _loaded(instance)
    if loaded is None or isinstance(loaded, dict):
        return cast("RawItem | None", loaded)
    read = [field for field in instance.__shape__.fields if was_read(instance, field)]
    found = {field.attribute_name: field.attribute(loaded_value(instance, field)) for field in read}
    item = {name: attribute for name, attribute in found.items() if attribute is not None}
    return PartialItem(item, frozenset(field.name for field in read))


def _loaded(instance: Any) -> Any:
    """The hidden slot of an instance."""
    return instance._loaded


def was_read(instance: Model, field: FieldShape) -> bool:
    """Say whether a field was among those that an instance was loaded with."""
    loaded = _loaded(instance)
    if isinstance(loaded, PartialItem):
        return field.name in loaded.wanted
    return isinstance(loaded, dict) or hasattr(loaded, field.python_name)


def loaded_value(instance: Model, field: FieldShape) -> Any:
    """Return what a field was when its instance was read; nothing if it was not read."""
    loaded = _loaded(instance)
    if isinstance(loaded, dict):
        return read_attribute(type(instance), field, cast("RawItem", loaded))
    wrapper = getattr(loaded, field.python_name, UNSET)
    if wrapper is UNSET:
        return field.when_missing()
    inner = getattr(wrapper, field.kind.tag)
    if field.schema.is_date and field.kind.tag == "N":
        return field.kind.decode(inner) if field.kind.decode else inner
    convert = converter_of(field, is_key=is_natural_key(type(instance), field))
    return convert(inner) if convert else inner


def _compile(
    model: type[M], fields: Iterable[FieldShape], is_certain: Callable[[FieldShape], bool]
) -> Callable[[Any, object, str | None], M]:
    """Write the function from the Struct to the instance; it raises where a key disagrees.

    Only Python names enter its text; the design's checker has made sure that they are identifiers.
    """
    names: dict[str, Any] = {"new": object.__new__, "model": model, "UNSET": UNSET, **INLINE_NAMES}
    lines = ["def convert(item, table, tenant):", " self = new(model)", " self._loaded = item"]
    if hasattr(model, "_table"):
        lines.append(" self._table = table")
    for number, field in enumerate(fields):
        convert = converter_of(field, is_key=is_natural_key(model, field))
        lines += _lines_of(field, number, names, convert, certain=is_certain(field))
    python_names = {field.name: field.python_name for field in fields}
    is_own = agreement(model.__shape__.schema, names, lambda name: f"self.{python_names[name]}")
    lines.append(f" if not ({is_own}): raise ValueError")
    lines.append(" return self")
    check_field_names(model.__name__, python_names.values())
    return compile_function(model.__name__, "convert", lines, names)


def _lines_of(
    field: FieldShape, number: int, names: dict[str, Any], convert: Any, *, certain: bool
) -> list[str]:
    name = field.python_name
    source = f"item.{name}.{field.kind.tag}" if certain else f"value.{field.kind.tag}"
    if convert is not None:
        names[f"convert_{number}"] = convert
        source = f"convert_{number}({source})"
    elif field.kind.tag == "N" and field.schema.storage in INLINE:
        source = INLINE[field.schema.storage].format(inner=source)
    if certain:
        return [f" self.{name} = {source}"]
    # An empty set is made again for every instance; a counter's 0 and None need no making.
    missing = "set()" if field.kind.tag == "SS" else repr(field.nothing())
    if field.nothing() is None and field.when_missing() is not None:
        names[f"missing_{number}"] = field.when_missing
        missing = f"missing_{number}()"
    return [f" value = item.{name}", f" self.{name} = {missing} if value is UNSET else {source}"]
