"""Records: instances that belong to a table, and can be saved, deleted and refreshed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from tavola.errors import ItemMissing, OperationError
from tavola.model.model import Model, values_of
from tavola.table.internals import codec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tavola.operations.filters import Filter
    from tavola.operations.read.get import Get
    from tavola.operations.write.operations import Delete, Save
    from tavola.table.plans import Plans

T = TypeVar("T")


def table_of(instance: Model, kind: type[T]) -> T:
    """Return the table that an instance belongs to; `kind` is its class."""
    del kind
    table: T | None = getattr(instance, "_table", None)
    if table is None:
        handle = instance.__shape__.schema.handle
        raise OperationError(
            f"{type(instance).__name__}: this instance is not stored yet. "
            f"Create it first: db.{handle}.create(…) or db.{handle}.add(instance)."
        )
    return table


class _Bound(Model):
    """An instance with a place for its table; its operations, unsent."""

    __slots__ = ("_table",)
    __hidden__: ClassVar[tuple[str, ...]] = ("_loaded", "_table")

    def __copy__(self) -> Self:
        return self._copied(lambda value: value)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        from copy import deepcopy

        return self._copied(lambda value: deepcopy(value, memo))

    def _copied(self, copied: Callable[[Any], Any]) -> Self:
        """Copy the values; the copy stands for the same item of the same table."""
        twin = type(self).__new__(type(self))
        twin.__setstate__({name: copied(value) for name, value in values_of(self).items()})
        twin._loaded, twin._table = self._loaded, self._table
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Leave the table behind: it is an open store, which no other process can take over."""
        from tavola.codec.decoder import portable_item

        return {"_loaded": portable_item(self), **values_of(self)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        # Annotated here, because an annotation in the class would be a field to type checkers.
        self._table: Any = None
        for name, value in state.items():
            setattr(self, name, value)

    @property
    def primary_id(self) -> str:
        """The item's id as a string, as RelatedFields of other models hold it."""
        shape = self.__shape__
        names = shape.schema.primary_id.fields
        return shape.schema.primary_id.format_all(
            {name: getattr(self, shape.by_name[name].python_name) for name in names}
        )

    def _plans(self) -> Plans[Self]:
        table: Any = table_of(self, object)
        plans: Plans[Self] = table.plans(type(self))
        return plans

    def _saving(self, condition: Filter | None, force_reindex: bool) -> Save[Self]:
        return self._plans().save(self, condition=condition, force_reindex=force_reindex)

    def _deleting(self, condition: Filter | None) -> Delete[Self]:
        return self._plans().remove(self, condition=condition)

    def _refreshing(self) -> Get[Self]:
        from tavola.operations.write.instances import loaded_key

        table: Any = table_of(self, object)
        key = loaded_key(codec_of(table, type(self)), self, "refreshed")
        plans: Any = self._plans()
        get: Get[Self] = plans._get(tuple(key.values()))
        return get

    def _refreshed(self, fresh: Self | None) -> Self:
        if fresh is None:
            where = f"{type(self).__name__} {self.primary_id}"
            raise ItemMissing(f"{where} is gone, so it cannot be refreshed.")
        from tavola.operations.write.instances import take_over

        take_over(self, fresh)
        return self


class Record(_Bound):
    """An instance of a table."""

    __slots__ = ()

    def save(self, *, condition: Filter | None = None, force_reindex: bool = False) -> Self:
        """Write what was changed; refuse if the item is gone or its version moved."""
        self._table_run(self._saving(condition, force_reindex))
        return self

    def delete(self, *, condition: Filter | None = None) -> bool:
        """Delete the item; refuse if its version moved. Say whether there was one."""
        return bool(self._table_run(self._deleting(condition)))

    def refresh(self) -> Self:
        """Read the item again."""
        return self._refreshed(self._table_run(self._refreshing()))

    def _table_run(self, operation: Any) -> Any:
        return self._table.run(operation)


class AsyncRecord(_Bound):
    """An instance of an async table."""

    __slots__ = ()

    async def save(self, *, condition: Filter | None = None, force_reindex: bool = False) -> Self:
        """Write what was changed; refuse if the item is gone or its version moved."""
        await self._table_run(self._saving(condition, force_reindex))
        return self

    async def delete(self, *, condition: Filter | None = None) -> bool:
        """Delete the item; refuse if its version moved. Say whether there was one."""
        return bool(await self._table_run(self._deleting(condition)))

    async def refresh(self) -> Self:
        """Read the item again."""
        return self._refreshed(await self._table_run(self._refreshing()))

    async def _table_run(self, operation: Any) -> Any:
        return await self._table.run(operation)
