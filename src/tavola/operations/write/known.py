"""What is known of a stored item while a write is planned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem, loaded_item, loaded_value, read_attribute, was_read
from tavola.errors import DecodeError
from tavola.model.model import Model
from tavola.model.shape import FieldShape

M = TypeVar("M", bound=Model)


class Known(Generic[M]):
    """An item as it was read: by this write itself (`is_fresh`), or when an instance was loaded."""

    def __init__(
        self, codec: Codec[M], *, item: RawItem | None = None, instance: M | None = None
    ) -> None:
        self._codec = codec
        is_foreign = item is not None and codec.is_foreign(item)
        self._item = None if is_foreign else item
        self.foreign = item if is_foreign else None
        """The item of another model that stands there instead, where models share their keys."""
        self._instance = instance

    @property
    def item(self) -> RawItem | None:
        """The item as it is stored, if it was read as a whole."""
        return self._item

    def knows(self, name: str) -> bool:
        """Say whether a field was read; an instance may have been loaded with some only."""
        return self._instance is None or was_read(self._instance, self._codec.shape.by_name[name])

    def attribute(self, field: FieldShape) -> dict[str, Any] | None:
        """A field's attribute as it is stored, in the writing of whoever stored it."""
        item = self._item or self.foreign
        if item is None and self._instance is not None:
            item = loaded_item(self._instance)
        if item is not None:
            return item.get(field.attribute_name)
        return field.attribute(self.value(field))

    def agrees(self, item: RawItem | None, names: Iterable[str]) -> bool:
        """Say whether a stored item has the values that were read, however they are written."""
        fields = (self._codec.shape.by_name[name] for name in names)
        try:
            return item is not None and all(
                read_attribute(self._codec.model, field, item) == self.value(field)
                for field in fields
            )
        except DecodeError:
            return False

    def as_written(self, item: RawItem | None) -> Known[M]:
        """The same values, in the writing of the stored item."""
        return Known(self._codec, item=item, instance=self._instance)

    @property
    def is_fresh(self) -> bool:
        """Whether the write read it, and may read it again."""
        return self._instance is None

    @property
    def is_missing(self) -> bool:
        """Whether there is no such item."""
        return self._item is None and self._instance is None

    def value(self, field: FieldShape) -> Any:
        """A field's value as it was read."""
        if self._instance is not None:
            return loaded_value(self._instance, field)
        if self._item is None:
            return None
        return read_attribute(self._codec.model, field, self._item)

    def values(self) -> dict[str, Any]:
        """All values by the fields' own names."""
        return {field.name: self.value(field) for field in self._codec.shape.fields}
