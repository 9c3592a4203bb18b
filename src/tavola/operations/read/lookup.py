"""Finding an item by a unique value."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import UniqueSchema
from tavola.errors import DecodeError, OperationError
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.explain import Explained
from tavola.operations.read.get import Get, read_item
from tavola.operations.read.unique_conditions import find_lock
from tavola.operations.retry import MAX_RACES
from tavola.operations.steps import Steps

M = TypeVar("M", bound=Model)


class FindByUnique(Explained, Generic[M], frozen=True):
    """Read the item that holds a unique value."""

    context: TableContext
    codec: Codec[M]
    unique: UniqueSchema
    values: tuple[Any, ...]
    """The values, in the order of the constraint's fields."""
    include_expired: bool = False

    @property
    def access_pattern(self) -> str:
        """The model and the constraint: `User.uniqueEmail`."""
        return f"{self.codec.schema.name}.{self.unique.name}"

    def steps(self) -> Steps[M | None]:
        """Read the lock, then its owner; an owner that no longer holds the value does not count.

        The value may have gone to another item between the two, so the lock is read again then.
        """
        codec, tenant = self.codec, self.context.tenant
        key = codec.lock_key(self.unique, self._check_values(), tenant)
        if key is None:
            return None
        former: RawItem | None = None
        for _ in range(MAX_RACES):
            lock = yield from read_item(self.context, key)
            if lock is None or lock == former:
                return None
            owner = yield from self._read_owner(lock)
            if owner is not None and self._holds(owner, key):
                return owner
            former = lock
        return None

    def _holds(self, owner: M, key: RawItem) -> bool:
        """Whether an item still has the values, and the constraint holds for it."""
        values = self.codec.values(owner)
        lock = find_lock(self.codec, self.unique, values, self.context.tenant)
        return lock is not None and all(lock[name] == value for name, value in key.items())

    def _read_owner(self, lock: RawItem) -> Steps[M | None]:
        if "relatedId" not in lock:
            return None
        try:
            key = self.codec.key_from_id(lock["relatedId"]["S"], self.context.tenant)
        except DecodeError:
            return None
        get = Get(self.context, self.codec, key, include_expired=self.include_expired)
        return (yield from get.steps())

    def _check_values(self) -> dict[str, Any]:
        """The values by the fields' own names, checked."""
        codec, names = self.codec, self.unique.fields
        if len(self.values) != len(names):
            raise OperationError(
                f"{codec.schema.name}.{self.unique.python_name}: {len(self.values)} values are "
                f"given. It takes {', '.join(names)}."
            )
        return {
            name: codec.shape.by_name[name].check_type(codec.schema.name, value)
            for name, value in zip(names, self.values, strict=True)
        }
