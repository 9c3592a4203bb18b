"""Finding an item by a unique value."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import UniqueSchema
from tavola.errors import DecodeError
from tavola.keys import TENANT
from tavola.model.model import Model
from tavola.operations.explain import Explained
from tavola.operations.get import Get
from tavola.operations.place import Place
from tavola.operations.sending import MAX_RACES, read_item
from tavola.operations.steps import Steps

M = TypeVar("M", bound=Model)


class FindByUnique(Explained, Generic[M], frozen=True):
    """Read the item that holds a unique value."""

    place: Place
    codec: Codec[M]
    unique: UniqueSchema
    value: Any
    include_expired: bool = False

    @property
    def access_pattern(self) -> str:
        """The model and the constraint: `User.uniqueEmail`."""
        return f"{self.codec.schema.name}.{self.unique.name}"

    def steps(self) -> Steps[M | None]:
        """Read the lock, then its owner; an owner that no longer holds the value is none.

        The value may have gone to another item between the two, so the lock is read again then.
        """
        field = self.codec.shape.by_name[self.unique.field]
        value = field.check(self.codec.schema.name, self.value)
        if value is None:
            return None
        former: RawItem | None = None
        for _ in range(MAX_RACES):
            lock = yield from read_item(self.place, self._lock_key(value))
            if lock is None or lock == former:
                return None
            owner = yield from self._read_owner(lock)
            if owner is not None and self._is_same(getattr(owner, field.python_name), value):
                return owner
            former = lock
        return None

    def _read_owner(self, lock: RawItem) -> Steps[M | None]:
        if "relatedId" not in lock:
            return None
        try:
            key = self.codec.key_from_id(lock["relatedId"]["S"], self.place.tenant)
        except DecodeError:
            return None
        get = Get(self.place, self.codec, key, include_expired=self.include_expired)
        return (yield from get.steps())

    def _is_same(self, stored: Any, value: Any) -> bool:
        form = self.unique.key.partition.component
        return stored is not None and form(self.unique.field, stored) == form(
            self.unique.field, value
        )

    def _lock_key(self, value: Any) -> dict[str, dict[str, Any]]:
        pair = self.unique.key
        scope: dict[str, Any] = {self.unique.field: value}
        if self.codec.schema.is_tenanted:
            scope[TENANT] = self.codec.need_tenant(self.place.tenant)
        key = {pair.partition_attribute: {"S": pair.partition.format_all(scope)}}
        if pair.sort_attribute and pair.sort:
            key[pair.sort_attribute] = {"S": pair.sort.format_all(scope)}
        return key
