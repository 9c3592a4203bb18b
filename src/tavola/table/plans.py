"""Plans: the methods of a handle, returning the operation instead of running it.

One implementation serves sync and async handles; generated plans add the typed signatures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from tavola.codec.bad_items import OnBadItem, check_on_bad_item
from tavola.errors import DecodeError, OperationError, shown
from tavola.keys import BUCKET
from tavola.model.model import Model
from tavola.table.internals import context_of
from tavola.table.methods import Methods

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tavola.model.field_expressions import Expr
    from tavola.operations.filters import Filter
    from tavola.operations.read.get import Get
    from tavola.operations.read.iterate import Iterate, ScanTable
    from tavola.operations.read.mapping import Reach
    from tavola.operations.read.queries.count import Count
    from tavola.operations.read.queries.first import Exists, First
    from tavola.operations.read.queries.query import Query
    from tavola.operations.write.batch import BatchWrite
    from tavola.operations.write.operations import Create, Delete, Save, Update, Write
    from tavola.operations.write.returning_old import ReturningOld

M = TypeVar("M", bound=Model)
Other = TypeVar("Other", bound=Model)


_MOST = 100_000
"""Of buckets, and of items that one request of an iteration asks for."""


class Plans(Methods[M], Generic[M]):
    """Operations on one model."""

    def get_by_id(self, primary_id: str, *, include_expired: bool = False) -> Get[M]:
        """Read the item with this primary id, as RelatedFields hold it."""
        from tavola.operations.read.get import Get

        key = self._codec.key_from_id(primary_id, self._context.tenant)
        return Get(self._context, self._codec, key, include_expired=include_expired)

    def reach(self, mapping: Query[Other], field: str) -> Reach[M]:
        """Read the items that a mapping's field refers to, in the mapping's order."""
        from tavola.operations.read.mapping import Reach

        self._check_planned("reach", mapping)
        if not mapping.context.is_beside(self._context):
            self._check_context("reach", mapping)
        return Reach(mapping, self._context, self._codec, field, mapping.cursor)

    def put(self, instance: M, *, condition: Filter | None = None) -> Create[M]:
        """Write an instance whole, whatever stood there; one of another table is copied here."""
        from tavola.operations.write.operations import Create

        self._check_tenant(instance)
        return Create(self._context, self._codec, instance, "any", self._expr(condition))

    def add(self, instance: M) -> Create[M]:
        """Create an instance that was made by hand."""
        from tavola.operations.write.operations import Create

        self._check_tenant(instance)
        return Create(self._context, self._codec, instance)

    def save(
        self, instance: M, *, condition: Filter | None = None, force_reindex: bool = False
    ) -> Save[M]:
        """Write what an instance changed."""
        from tavola.operations.write.operations import Save

        self._check_own(instance)
        return Save(self._context, self._codec, instance, self._expr(condition), force_reindex)

    def remove(self, instance: M, *, condition: Filter | None = None) -> Delete[M]:
        """Delete an instance's item, on the version that was read."""
        from tavola.operations.write.instances import loaded_key, loaded_version
        from tavola.operations.write.operations import Delete

        self._check_own(instance)
        return Delete(
            self._context,
            self._codec,
            loaded_key(self._codec, instance, "deleted"),
            self._expr(condition),
            loaded_version(self._codec, instance),
            instance,
        )

    def _check_own(self, instance: M) -> None:
        """Refuse an instance of another table or tenant: its key would name another item here."""
        self._check_instance(instance)
        owner = getattr(instance, "_table", None)
        if owner is None or context_of(owner, self._codec).is_same(self._context):
            return
        raise OperationError(
            f"{self._codec.schema.name}: the instance belongs to "
            f"{context_of(owner, self._codec)}, not to "
            f"{self._context}. Save and delete it where it was read."
        )

    def _check_instance(self, instance: Any) -> None:
        if not isinstance(instance, Model):
            raise OperationError(
                f"{self._codec.schema.name}: {shown(instance)} is not an instance. Make one, as "
                f"{self._codec.schema.name}(…)."
            )

    def _check_planned(self, verb: str, planned: Any) -> None:
        from tavola.operations.read.queries.query import Query
        from tavola.operations.write.operations import Write

        if not isinstance(planned, Query | Write):
            raise OperationError(
                f"{self._codec.schema.name}.{verb}: {shown(planned)} is not planned. Give what a "
                "method of `.plan` returns."
            )

    def _check_tenant(self, instance: M) -> None:
        """Refuse an instance of another tenant: nothing of one tenant slips into another."""
        self._check_instance(instance)
        owner = getattr(instance, "_table", None)
        if owner is None or context_of(owner, self._codec).tenant == self._context.tenant:
            return
        raise OperationError(
            f"{self._codec.schema.name}: the instance belongs to "
            f"{context_of(owner, self._codec)}, not to "
            f"{self._context}. To copy it there, make a new one of its values."
        )

    @overload
    def returning_old(self, write: Update[M]) -> ReturningOld[M, M]: ...
    @overload
    def returning_old(self, write: Delete[M]) -> ReturningOld[M, M | None]: ...
    def returning_old(self, write: Update[M] | Delete[M]) -> ReturningOld[M, Any]:
        """Plan an update or a deletion that gives the item as it was before."""
        from tavola.operations.write.returning_old import ReturningOld

        self._check_context("returning_old", write)
        return ReturningOld(write)

    def put_all(self, instances: Iterable[M]) -> BatchWrite[M]:
        """Write instances whole, in batches."""
        from tavola.operations.write.batch import BatchWrite

        puts = tuple(instances)
        for instance in puts:
            self._check_tenant(instance)
        return BatchWrite(self._context, self._codec, puts=puts)

    def first(self, query: Query[M]) -> First[M]:
        """Read the first item that a query would find."""
        from tavola.operations.read.queries.first import First

        self._check_context("first", query)
        return First(query)

    def exists(self, query: Query[M]) -> Exists[M]:
        """Say whether a query would find anything."""
        from tavola.operations.read.queries.first import Exists

        self._check_context("exists", query)
        return Exists(query)

    def count(self, query: Query[M]) -> Count[M]:
        """Count what a query would find."""
        from tavola.operations.read.queries.count import Count

        self._check_context("count", query)
        return Count(query)

    def _check_context(self, verb: str, planned: Query[Any] | Write[Any]) -> None:
        """Refuse what was planned on another table, or for another tenant."""
        self._check_planned(verb, planned)
        if not planned.context.is_same(self._context):
            from tavola.operations.read.queries.query import Query

            what = "query" if isinstance(planned, Query) else "write"
            raise OperationError(
                f"{self._codec.schema.name}.{verb}: the {what} is of {planned.context}, "
                f"not of {self._context}. Plan it on the table that runs it."
            )

    def iterate_all(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        include_expired: bool = False,
        buckets: int | None = None,
        on_bad_item: OnBadItem = "raise",
    ) -> Iterate[M]:
        """Go through all items of the model, bucket by bucket side by side."""
        return self.iterate(
            filter=filter, include_expired=include_expired, buckets=buckets, on_bad_item=on_bad_item
        )

    def iterate_bucket(
        self,
        bucket: int,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        include_expired: bool = False,
        on_bad_item: OnBadItem = "raise",
    ) -> Iterate[M]:
        """Go through the items of one bucket; several workers can share a model this way."""
        return self.iterate(
            filter=filter, bucket=bucket, include_expired=include_expired, on_bad_item=on_bad_item
        )

    def iterate(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        bucket: int | None = None,
        buckets: int | None = None,
        page: int = 100,
        include_expired: bool = False,
        on_bad_item: OnBadItem = "raise",
    ) -> Iterate[M]:
        """Go through all items of the model, or through one bucket."""
        from tavola.operations.read.iterate import Iterate, need_iteration

        check_on_bad_item(f"{self._codec.schema.name}.iterate", on_bad_item)
        iteration = need_iteration(self._codec)
        _check_numbers(self._codec.schema.name, bucket=bucket, buckets=buckets, page=page)
        if buckets is not None and buckets > 1 and BUCKET not in iteration.key.fields:
            raise OperationError(
                f"{self._codec.schema.name}: its iteration index has no buckets, so that {buckets} "
                "would show every item as often. Leave buckets out."
            )
        count = buckets or iteration.read_buckets
        if bucket is not None and not 0 <= bucket < count:
            raise OperationError(
                f"{self._codec.schema.name} has no bucket {bucket}. It has 0 to {count - 1}."
            )
        wanted = range(count) if bucket is None else (bucket,)
        return Iterate(
            self._context,
            self._codec,
            tuple((number, None) for number in wanted),
            self._expr(filter),
            page,
            include_expired,
            on_bad_item,
        )

    def scan(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        allow_scan: bool = False,
        include_expired: bool = False,
        on_bad_item: OnBadItem = "raise",
    ) -> Iterate[M] | ScanTable[M]:
        """Go through all items of the model and keep those that a filter lets through."""
        if allow_scan:
            from tavola.operations.read.iterate import ScanTable

            check_on_bad_item(f"{self._codec.schema.name}.scan", on_bad_item)
            if self._codec.schema.is_tenanted:
                self._codec.need_tenant(self._context.tenant)
            expr: Expr | None = self._expr(filter)
            return ScanTable(
                self._context,
                self._codec,
                expr,
                include_expired=include_expired,
                on_bad_item=on_bad_item,
            )
        return self.iterate(filter=filter, include_expired=include_expired, on_bad_item=on_bad_item)


def _check_numbers(model: str, **given: object) -> None:
    for name, number in given.items():
        least = 0 if name == "bucket" else 1
        if number is not None and not (isinstance(number, int) and least <= number <= _MOST):
            raise OperationError(
                f"{model}.iterate: {name} is {shown(number)}. Give {least} to {_MOST}."
            )


def plan_reference(
    plans: Plans[M], primary_id: str | None, *, include_expired: bool
) -> Get[M] | None:
    """Plan the reading of what a RelatedField refers to; None if no item can have such an id."""
    if primary_id is None:
        return None
    try:
        return plans.get_by_id(primary_id, include_expired=include_expired)
    except DecodeError:
        return None
