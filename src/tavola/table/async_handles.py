"""Handles of async tables: what `handles` has, with `await`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from typing import Any, Generic, TypeVar, overload

from tavola.codec.bad_items import OnBadItem
from tavola.codec.codec import Codec
from tavola.model.model import Model
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get
from tavola.operations.read.iterate import Iterate, ScanTable
from tavola.operations.read.mapping import Reach
from tavola.operations.read.queries.query import Query
from tavola.operations.write.operations import Delete, Update
from tavola.table.async_table import AsyncTable
from tavola.table.internals import context_of
from tavola.table.methods import Methods
from tavola.table.plans import Plans, plan_reference
from tavola.table.result_pages import AsyncPage

M = TypeVar("M", bound=Model)
Other = TypeVar("Other", bound=Model)
P = TypeVar("P", bound=Plans[Any])


class AsyncHandle(Methods[M], Generic[M, P]):
    """One model of an async table."""

    def __init__(self, table: AsyncTable, codec: Codec[M], plans: type[P]) -> None:
        super().__init__(context_of(table, codec), codec)
        self._table = table
        self._run = table.run
        # What a table does for its handles; users have the handles' own methods.
        own: Any = table
        self._get_item: Callable[[Get[M]], Coroutine[Any, Any, M | None]] = own._get
        self._read_page: Callable[[Query[M] | Reach[M]], Coroutine[Any, Any, AsyncPage[M]]] = (
            own._read_page
        )
        self._iterate: Callable[[Iterate[M] | ScanTable[M]], AsyncIterator[M]] = own._iterate
        self._create_item: Callable[..., Coroutine[Any, Any, M]] = own._create
        self.plan = plans(self._context, codec)
        """The same methods, returning the operation unsent."""

    def _sending(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """Give the method that runs the operation that `make` makes."""
        run: Any = self._table.run
        get_item: Any = self._get_item
        read_page: Any = self._read_page

        async def send(*args: Any, **options: Any) -> Any:
            operation: object = make(*args, **options)
            kind = type(operation)
            if kind is Get:
                return await get_item(operation)
            return await (read_page(operation) if issubclass(kind, Query) else run(operation))

        return send

    def _creating(self) -> Callable[..., Any]:
        """Give the method that creates an item of its values."""
        create_item, context, codec = self._create_item, self._context, self._codec

        async def create(**values: Any) -> Any:
            return await create_item(context, codec, values)

        return create

    async def get_by_id(self, primary_id: str | None, *, include_expired: bool = False) -> M | None:
        """Read the item that a RelatedField refers to; None for none."""
        get = plan_reference(self.plan, primary_id, include_expired=include_expired)
        return None if get is None else await self._get_item(get)

    async def reach(self, mapping: Query[Other], field: str) -> AsyncPage[M]:
        """Read the items that a mapping's field refers to, in the mapping's order."""
        return await self._read_page(self.plan.reach(mapping, field))

    async def add(self, instance: M) -> M:
        """Create an instance that was made by hand."""
        return await self._run(self.plan.add(instance))

    async def put(self, instance: M, *, condition: Filter | None = None) -> M:
        """Write an instance whole, whatever stood there."""
        return await self._run(self.plan.put(instance, condition=condition))

    async def put_all(self, instances: Iterable[M]) -> None:
        """Write instances whole, in batches of 25; for models without uniques and versions."""
        await self._run(self.plan.put_all(instances))

    @overload
    async def returning_old(self, write: Update[M]) -> M: ...
    @overload
    async def returning_old(self, write: Delete[M]) -> M | None: ...
    async def returning_old(self, write: Update[M] | Delete[M]) -> M | None:
        """Run a planned update or deletion, and give the item as it was before."""
        planned: Any = self.plan
        found: M | None = await self._run(planned.returning_old(write))
        return found

    async def first(self, query: Query[M]) -> M | None:
        """Read the first item that a query would find."""
        found: M | None = await self._run(self.plan.first(query))
        return found

    async def exists(self, query: Query[M]) -> bool:
        """Say whether a query would find anything; only a key is read."""
        return await self._run(self.plan.exists(query))

    async def count(self, query: Query[M]) -> int:
        """Count what a query would find."""
        return await self._run(self.plan.count(query))

    def iterate_all(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        include_expired: bool = False,
        buckets: int | None = None,
        on_bad_item: OnBadItem = "raise",
    ) -> AsyncIterator[M]:
        """Go through all items of the model, bucket by bucket side by side."""
        return self._iterate(
            self.plan.iterate_all(
                filter=filter,
                include_expired=include_expired,
                buckets=buckets,
                on_bad_item=on_bad_item,
            )
        )

    def iterate_bucket(
        self,
        bucket: int,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        include_expired: bool = False,
        on_bad_item: OnBadItem = "raise",
    ) -> AsyncIterator[M]:
        """Go through the items of one bucket; several workers can share a model this way."""
        return self._iterate(
            self.plan.iterate_bucket(
                bucket, filter=filter, include_expired=include_expired, on_bad_item=on_bad_item
            )
        )

    def scan(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        allow_scan: bool = False,
        include_expired: bool = False,
        on_bad_item: OnBadItem = "raise",
    ) -> AsyncIterator[M]:
        """Go through all items and keep those that a filter lets through."""
        return self._iterate(
            self.plan.scan(
                filter=filter,
                allow_scan=allow_scan,
                include_expired=include_expired,
                on_bad_item=on_bad_item,
            )
        )
