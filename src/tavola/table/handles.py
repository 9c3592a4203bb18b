"""Handles: one model of a table. Generated handles add the typed methods.

A handle's method runs the plan of the same name; `async_handles` differs only in `await`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from tavola.model.model import Model
from tavola.table.internals import context_of
from tavola.table.methods import Methods
from tavola.table.plans import Plans, plan_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tavola.codec.bad_items import OnBadItem
    from tavola.codec.codec import Codec
    from tavola.operations.filters import Filter
    from tavola.operations.read.get import Get
    from tavola.operations.read.iterate import Iterate, ScanTable
    from tavola.operations.read.mapping import Reach
    from tavola.operations.read.queries.query import Query
    from tavola.operations.write.operations import Delete, Update
    from tavola.table.result_pages import Page
    from tavola.table.table import Table

M = TypeVar("M", bound=Model)
Other = TypeVar("Other", bound=Model)
P = TypeVar("P", bound=Plans[Any])


class Handle(Methods[M], Generic[M, P]):
    """One model of a table."""

    def __init__(self, table: Table, codec: Codec[M], plans: type[P]) -> None:
        super().__init__(context_of(table, codec), codec)
        self._table = table
        self._run = table.run
        # What a table does for its handles; users have the handles' own methods.
        own: Any = table
        self._get_item: Callable[[Get[M]], M | None] = own._get
        self._read_page: Callable[[Query[M] | Reach[M]], Page[M]] = own._read_page
        self._iterate: Callable[[Iterate[M] | ScanTable[M]], Iterator[M]] = own._iterate
        self._create_item: Callable[..., M] = own._create
        self.plan = plans(self._context, codec)
        """The same methods, returning the operation unsent."""

    def _sending(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """Give the method that runs the operation that `make` makes."""
        from tavola.operations.read.get import Get
        from tavola.operations.read.queries.query import Query

        run: Any = self._table.run
        get_item: Any = self._get_item
        read_page: Any = self._read_page

        def send(*args: Any, **options: Any) -> Any:
            operation: object = make(*args, **options)
            kind = type(operation)
            if kind is Get:
                return get_item(operation)
            return read_page(operation) if issubclass(kind, Query) else run(operation)

        return send

    def _creating(self) -> Callable[..., Any]:
        """Give the method that creates an item of its values."""
        create_item, context, codec = self._create_item, self._context, self._codec

        def create(**values: Any) -> Any:
            return create_item(context, codec, values)

        return create

    def get_by_id(self, primary_id: str | None, *, include_expired: bool = False) -> M | None:
        """Read the item that a RelatedField refers to; None for none."""
        get = plan_reference(self.plan, primary_id, include_expired=include_expired)
        return None if get is None else self._get_item(get)

    def reach(self, mapping: Query[Other], field: str) -> Page[M]:
        """Read the items that a mapping's field refers to, in the mapping's order."""
        return self._read_page(self.plan.reach(mapping, field))

    def add(self, instance: M) -> M:
        """Create an instance that was made by hand."""
        created: M = self._run(self.plan.add(instance))
        return created

    def put(self, instance: M, *, condition: Filter | None = None) -> M:
        """Write an instance whole, whatever stood there."""
        written: M = self._run(self.plan.put(instance, condition=condition))
        return written

    def put_all(self, instances: Iterable[M]) -> None:
        """Write instances whole, in batches of 25; for models without uniques and versions."""
        self._run(self.plan.put_all(instances))

    @overload
    def returning_old(self, write: Update[M]) -> M: ...
    @overload
    def returning_old(self, write: Delete[M]) -> M | None: ...
    def returning_old(self, write: Update[M] | Delete[M]) -> M | None:
        """Run a planned update or deletion, and give the item as it was before."""
        planned: Any = self.plan
        found: M | None = self._run(planned.returning_old(write))
        return found

    def first(self, query: Query[M]) -> M | None:
        """Read the first item that a query would find: `db.post.first(db.post.plan.latest(…))`."""
        found: M | None = self._run(self.plan.first(query))
        return found

    def exists(self, query: Query[M]) -> bool:
        """Say whether a query would find anything; only a key is read."""
        return self._run(self.plan.exists(query))

    def count(self, query: Query[M]) -> int:
        """Count what a query would find: `db.post.count(db.post.plan.posts_for_user(…))`."""
        return self._run(self.plan.count(query))

    def iterate_all(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        include_expired: bool = False,
        buckets: int | None = None,
        on_bad_item: OnBadItem = "raise",
    ) -> Iterator[M]:
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
    ) -> Iterator[M]:
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
    ) -> Iterator[M]:
        """Go through all items and keep those that a filter lets through.

        An iterable model is read through its iteration index; for others `allow_scan=True` reads
        the whole table.
        """
        return self._iterate(
            self.plan.scan(
                filter=filter,
                allow_scan=allow_scan,
                include_expired=include_expired,
                on_bad_item=on_bad_item,
            )
        )
