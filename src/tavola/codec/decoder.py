"""From a response's bytes to instances, compiled once per model.

The fast way decodes into a Struct that mirrors the item and moves its values into a slotted
instance. An item that does not fit it (a NULL, a missing required field, another number form) takes
the tolerant way, attribute by attribute; only what fits neither is a DecodeError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import repeat
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tavola.codec.wrappers import INLINE, INLINE_NAMES, converter_of, wrapper_of
from tavola.errors import DecodeError
from tavola.model.model import Model
from tavola.model.shape import FieldShape

M = TypeVar("M", bound=Model)
RawItem = dict[str, dict[str, Any]]

UNFIT = (KeyError, ValueError, ArithmeticError, TypeError, AttributeError, msgspec.MsgspecError)
"""What a conversion raises when a stored value is not what its field holds."""


class PartialItem(dict[str, dict[str, Any]]):
    """A parsed item of which only some fields were read."""

    def __init__(self, item: RawItem, wanted: frozenset[str]) -> None:
        super().__init__(item)
        self.wanted = wanted


class Rows(Struct, Generic[M], frozen=True):
    """Decoded items of one page, and where it ended."""

    items: list[M]
    last_key: RawItem | None
    scanned: int


class Decoder(Generic[M]):
    """Decodes responses into instances of one model; `wanted` are the fields that were read."""

    def __init__(self, model: type[M], wanted: frozenset[str] | None = None) -> None:
        self._model = model
        self._fields = tuple(
            field for field in model.__shape__.fields if wanted is None or field.name in wanted
        )
        self._is_partial = wanted is not None

    @cached_property
    def _struct(self) -> Any:
        # A cyclic collector has nothing to find in these: they hold only immutable leaves.
        return msgspec.defstruct(
            self._model.__name__ + "Item",
            sorted((self._member(field) for field in self._fields), key=len),
            rename={field.python_name: field.name for field in self._fields},
            frozen=True,
            gc=False,
        )

    def _member(self, field: FieldShape) -> Any:
        wrapper = wrapper_of(field)
        if self._is_certain(field):
            return (field.python_name, wrapper)
        return (field.python_name, wrapper | UnsetType, UNSET)

    def _is_certain(self, field: FieldShape) -> bool:
        return not self._is_partial and (
            field.is_required or field.name in self._model.__shape__.schema.key_fields
        )

    @cached_property
    def _convert(self) -> Callable[[Any, object], M]:
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
                    ("ScannedCount", int, 0),
                ],
            ),
            strict=False,
        )

    @cached_property
    def _item(self) -> Any:
        return msgspec.json.Decoder(self._struct, strict=False)

    def one(self, response: bytes, table: object) -> M | None:
        """Decode GetItem's response."""
        try:
            item = self._decode_one(response).Item
            return None if item is UNSET else self._convert(item, table)
        except UNFIT:
            raw = msgspec.json.decode(response).get("Item")
            return None if raw is None else self.raw(raw, table)

    def written(self, response: bytes, table: object) -> M | None:
        """Decode the Attributes of a write's response."""
        try:
            item = self._attributes.decode(response).Attributes
            return None if item is UNSET else self._convert(item, table)
        except UNFIT:
            raw = msgspec.json.decode(response).get("Attributes")
            return None if raw is None else self.raw(raw, table)

    def page(self, response: bytes, table: object) -> Rows[M]:
        """Decode the response of Query or Scan."""
        try:
            page = self._page.decode(response)
            items = list(map(self._convert, page.Items, repeat(table)))
        except UNFIT:
            return self._tolerant_page(response, table)
        return Rows(items, page.LastEvaluatedKey, page.ScannedCount)

    def _tolerant_page(self, response: bytes, table: object) -> Rows[M]:
        page = msgspec.json.decode(response)
        items = [self.raw(item, table) for item in page["Items"]]
        return Rows(items, page.get("LastEvaluatedKey"), page["ScannedCount"])

    def bytes(self, item: bytes | msgspec.Raw, table: object) -> M:
        """Decode one item's own bytes."""
        try:
            return self._convert(self._item.decode(item), table)
        except UNFIT:
            return self.raw(msgspec.json.decode(item), table)

    def raw(self, item: RawItem, table: object) -> M:
        """Decode an item that was parsed already, attribute by attribute."""
        item = self._with_key_fields(item)
        instance: Any = self._model.__new__(self._model)
        instance._loaded = item
        if self._is_partial:
            instance._loaded = PartialItem(item, frozenset(field.name for field in self._fields))
        if hasattr(self._model, "_table"):
            instance._table = table
        for field in self._fields:
            setattr(instance, field.python_name, read_attribute(self._model, field, item))
        return instance  # type: ignore[no-any-return]  # made of the model just now

    def _with_key_fields(self, item: RawItem) -> RawItem:
        """Read key fields from the key where another writer has put them nowhere else."""
        shape = self._model.__shape__
        missing = [name for name in shape.schema.key_fields if name not in item]
        if self._is_partial or not missing:
            return item
        key = shape.schema.key
        values: dict[str, Any] = {}
        for name, template in (
            (key.partition_attribute, key.partition),
            (key.sort_attribute, key.sort),
        ):
            text = item.get(name or "", {}).get("S")
            if template is not None and text is not None and template.matches(text):
                values |= template.parse(text)
        found = {name: shape.by_name[name].attribute(values.get(name)) for name in missing}
        return {**{name: value for name, value in found.items() if value is not None}, **item}


def read_attribute(model: type[Model], field: FieldShape, item: RawItem) -> Any:
    """Read one field of a parsed item; what does not fit is a DecodeError."""
    value = item.get(field.name)
    if value is None or value.get("NULL"):
        return field.nothing()
    try:
        inner = value[field.kind.tag]
        return field.kind.decode(inner) if field.kind.decode else inner
    except UNFIT:
        raise DecodeError(
            f"{model.__name__}.{field.python_name}: the item{_name_of(model, item)} holds "
            f"{value!r}, which does not fit {field.schema.type}, stored as {field.kind.tag}.",
            item,
        ) from None


def _name_of(model: type[Model], item: RawItem) -> str:
    """The key of an item as text, where it was read with it."""
    pair = model.__shape__.schema.key
    names = (pair.partition_attribute, pair.sort_attribute)
    texts = [str(item[name].get("S")) for name in names if name and name in item]
    return " " + "/".join(texts) if texts else ""


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
    found = {field.name: field.attribute(loaded_value(instance, field)) for field in read}
    item = {name: attribute for name, attribute in found.items() if attribute is not None}
    return PartialItem(item, frozenset(found))


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
        return field.nothing()
    inner = getattr(wrapper, field.kind.tag)
    if field.schema.is_date and field.kind.tag == "N":
        return field.kind.decode(inner) if field.kind.decode else inner
    convert = converter_of(field)
    return convert(inner) if convert else inner


def _compile(
    model: type[M], fields: Iterable[FieldShape], is_certain: Callable[[FieldShape], bool]
) -> Callable[[Any, object], M]:
    """Write the function from the Struct to the instance.

    Only Python names enter its text; the design's checker has made sure that they are identifiers.
    """
    names: dict[str, Any] = {"new": object.__new__, "model": model, "UNSET": UNSET, **INLINE_NAMES}
    lines = ["def convert(item, table):", " self = new(model)", " self._loaded = item"]
    if hasattr(model, "_table"):
        lines.append(" self._table = table")
    for number, field in enumerate(fields):
        lines += _lines_of(field, number, names, certain=is_certain(field))
    lines.append(" return self")
    exec("\n".join(lines), names)  # noqa: S102 - made of checked identifiers, see above
    return names["convert"]  # type: ignore[no-any-return]  # defined by the text above


def _lines_of(field: FieldShape, number: int, names: dict[str, Any], *, certain: bool) -> list[str]:
    name = field.python_name
    if not name.isidentifier():
        raise DecodeError(f"{name!r} is no Python name. Check the design.")
    source = f"item.{name}.{field.kind.tag}" if certain else f"value.{field.kind.tag}"
    convert = converter_of(field)
    if convert is not None:
        names[f"convert_{number}"] = convert
        source = f"convert_{number}({source})"
    elif field.kind.tag == "N" and field.schema.storage in INLINE:
        source = INLINE[field.schema.storage].format(inner=source)
    if certain:
        return [f" self.{name} = {source}"]
    # An empty set is made anew for every instance; a counter's 0 and None need no making.
    nothing = "set()" if field.kind.tag == "SS" else repr(field.nothing())
    return [f" value = item.{name}", f" self.{name} = {nothing} if value is UNSET else {source}"]
