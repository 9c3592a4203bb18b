"""Gets that travel together, joined by a block."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from tavola.errors import DecodeError, OperationError
from tavola.model.model import Model
from tavola.operations.read.get import Get, GetBatch

M = TypeVar("M", bound=Model)


class Pending(Generic[M]):
    """An item that is read when its block ends."""

    __slots__ = ("_is_read", "_item")

    def __init__(self) -> None:
        self._is_read = False
        self._item: M | DecodeError | None = None

    def fill(self, item: M | DecodeError | None) -> None:
        """Take the answer."""
        self._item = item
        self._is_read = True

    @property
    def item(self) -> M | None:
        """The item, or None if there is none."""
        if not self._is_read:
            raise OperationError("batch: items are read when the block ends. Ask after it.")
        if isinstance(self._item, DecodeError):
            raise self._item
        return self._item


class GetBatcher:
    """Collects gets in a block: `ada = batch.get(db.user.plan.get(user_id))`, later `ada.item`."""

    def __init__(self, run: Callable[[GetBatch], list[Any]]) -> None:
        self._run = run
        self._gets: list[Get[Any]] = []
        self._pending: list[Pending[Any]] = []

    def get(self, get: Get[M]) -> Pending[M]:
        """Add one get."""
        if self._gets and not get.context.is_on_store_of(self._gets[0].context):
            raise OperationError(
                f"batch: {get.context} is on another store. Gets of one block read one store."
            )
        pending: Pending[M] = Pending()
        self._gets.append(get)
        self._pending.append(pending)
        return pending

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None and self._gets:
            found = self._run(GetBatch(tuple(self._gets)))
            for pending, item in zip(self._pending, found, strict=True):
                pending.fill(item)
