"""What is known of a stored item while a write is planned."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem, loaded_value, read_attribute
from tavola.model.model import Model
from tavola.model.shape import FieldShape

M = TypeVar("M", bound=Model)


class Known(Generic[M]):
    """An item as it was read: by this write itself (`is_fresh`), or when an instance was loaded."""

    def __init__(
        self, codec: Codec[M], *, item: RawItem | None = None, instance: M | None = None
    ) -> None:
        self._codec = codec
        self._item = item
        self._instance = instance

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
