"""Plans: the methods of a handle, returning the operation instead of running it.

One implementation serves sync and async handles; generated plans add the typed signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypedDict, TypeVar, cast

from tavola.codec.codec import Codec
from tavola.design.schema import PatternSchema
from tavola.errors import DecodeError, OperationError
from tavola.keys import BUCKET, CONDITIONS
from tavola.model.fields import Change, Expr
from tavola.model.model import Model
from tavola.operations.filters import Filter, as_expr, read_literal
from tavola.operations.options import check_only, split_keys
from tavola.operations.place import Place
from tavola.operations.read.all_items import ALL, across_buckets, find_all_index
from tavola.operations.read.count import Count
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.iterate import Iterate, ScanTable, need_iteration
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.mapping import Reach
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.instances import loaded_key, loaded_version
from tavola.operations.write.operations import Create, Delete, Save, Update, Upsert

M = TypeVar("M", bound=Model)
F = TypeVar("F", bound=str)
Other = TypeVar("Other", bound=Model)


class PageOptions(TypedDict, total=False):
    """Which page is read."""

    limit: int | None
    cursor: str | None
    descending: bool


class PatternOptions(PageOptions, total=False):
    """How an access pattern is asked whose fields the design fixes."""

    filter: Filter | None
    include_expired: bool


class IndexOptions(PatternOptions, Generic[F], total=False):
    """How a secondary index is queried; `only` are the fields to read."""

    only: Sequence[F]


class QueryOptions(IndexOptions[F], Generic[F], total=False):
    """How a primary key or a local index is queried."""

    consistent: bool


class CollectOptions(PageOptions, total=False):
    """How a collection is read."""

    consistent: bool
    include_expired: bool


class Plans(Generic[M]):
    """Operations on one model."""

    def __init__(self, place: Place, codec: Codec[M]) -> None:
        self._place = place
        self._codec = codec

    def _key(self, parts: Sequence[Any]) -> dict[str, Any]:
        """Values of the primary key's fields, by their own names."""
        return self._codec.key_values(parts)

    def _create(self, values: Mapping[str, Any]) -> Create[M]:
        return Create(self._place, self._codec, self._codec.model(**values))

    def _get(
        self, parts: Sequence[Any], consistent: bool = True, include_expired: bool = False
    ) -> Get[M]:
        codec = self._codec
        key = codec.key_of(parts, self._place.tenant)
        return Get(self._place, codec, key, consistent, include_expired)

    def _query(
        self,
        index: str,
        given: Mapping[str, Any],
        *,
        limit: int | None = None,
        cursor: str | None = None,
        descending: bool = False,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        only: Sequence[str] = (),
        consistent: bool = False,
        include_expired: bool = False,
        name: str = "",
    ) -> Query[M]:
        everything = find_all_index(self._codec) if index == ALL else None
        found = everything or self._codec.index(index)
        query = Query(
            place=self._place,
            codec=self._codec,
            index=found,
            given={
                self._codec.field(key).name: value
                for key, value in given.items()
                if value is not None
            },
            limit=limit,
            cursor=cursor,
            descending=descending,
            filter=as_expr(self._codec, filter),
            only=check_only(self._codec, found, only) if only else (),
            consistent=consistent,
            include_expired=include_expired,
            name=name or index,
        )
        return query if everything is None else across_buckets(query)

    def _pattern(
        self,
        name: str,
        given: Mapping[str, Any],
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        **options: Any,
    ) -> Query[M]:
        """Plan a query with what an access pattern fixes; a given filter narrows its own."""
        pattern = self._place.design.patterns[name]
        fixed: dict[str, Any] = {"only": pattern.only, "descending": pattern.descending}
        if pattern.limit is not None:
            fixed["limit"] = pattern.limit
        own = as_expr(self._codec, pattern.filter)
        more = as_expr(self._codec, filter)
        both = own & more if own is not None and more is not None else more if own is None else own
        if pattern.constants:
            given = {**given, **dict(self._constants(pattern))}
        return self._query(pattern.index, given, filter=both, name=name, **{**fixed, **options})

    def _constants(self, pattern: PatternSchema) -> Iterable[tuple[str, Any]]:
        """What an access pattern says of key fields by itself."""
        for name, literal in pattern.constants.items():
            ref = getattr(self._codec.model.fields, self._codec.field(name).python_name)
            condition = pattern.given[name]
            if condition == "equals":
                yield name, read_literal(ref, literal)
                continue
            bounds = cast("list[Any]", literal) if condition == "between" else [literal]
            yield name, CONDITIONS[condition](*(read_literal(ref, one) for one in bounds))

    def get_by_id(self, primary_id: str, *, include_expired: bool = False) -> Get[M]:
        """Read the item with this primary id, as RelatedFields hold it."""
        key = self._codec.key_from_id(primary_id, self._place.tenant)
        return Get(self._place, self._codec, key, include_expired=include_expired)

    def reach(self, mapping: Query[Other], field: str) -> Reach[M]:
        """Read the items that a mapping's field refers to, in the mapping's order."""
        self._check_place("reach", mapping)
        return Reach(mapping, self._codec, field, mapping.cursor)

    def _update(
        self,
        parts: Sequence[Any],
        changes: Sequence[Change],
        values: Mapping[str, Any],
        condition: Filter | None = None,
        expect_version: str | None = None,
    ) -> Update[M]:
        return Update(
            self._place,
            self._codec,
            self._key(parts),
            (*changes, *self._assignments(values)),
            as_expr(self._codec, condition),
            expect_version,
        )

    def _assignments(self, values: Mapping[str, Any]) -> Iterable[Change]:
        for name, value in values.items():
            field = self._codec.field(name)
            change: Change = getattr(self._codec.model.fields, field.python_name).set(value)
            yield change

    def _upsert(self, values: Mapping[str, Any]) -> Upsert[M]:
        keys = [self._codec.shape.by_name[name] for name in self._codec.schema.key_fields]
        missing = [field.python_name for field in keys if values.get(field.python_name) is None]
        if missing:
            raise OperationError(
                f"{self._codec.schema.name}.upsert: {', '.join(missing)} has no value. "
                "Give the whole key, or use create."
            )
        parts = [values[field.python_name] for field in keys]
        key_names = {field.python_name for field in keys}
        rest = {name: value for name, value in values.items() if name not in key_names}
        update = self._update(parts, (), rest, None, None)
        return Upsert(update, lambda: self._codec.model(**values))

    def _delete(
        self,
        parts: Sequence[Any],
        condition: Filter | None = None,
        expect_version: str | None = None,
    ) -> Delete[M]:
        return Delete(
            self._place,
            self._codec,
            self._key(parts),
            as_expr(self._codec, condition),
            expect_version,
        )

    def _find(
        self, unique: str, values: tuple[Any, ...], include_expired: bool = False
    ) -> FindByUnique[M]:
        schema = self._codec.schema.uniques[unique]
        return FindByUnique(self._place, self._codec, schema, values, include_expired)

    def _get_many(
        self,
        keys: Iterable[Any],
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[M]:
        many = split_keys(self._codec, keys)
        found = tuple(self._codec.key(self._key(parts), self._place.tenant) for parts in many)
        return GetMany(self._place, self._codec, found, consistent, include_expired)

    def put(self, instance: M, *, condition: Filter | None = None) -> Create[M]:
        """Write an instance whole, whatever stood there; one of another table is copied here."""
        self._check_tenant(instance)
        return Create(self._place, self._codec, instance, "any", as_expr(self._codec, condition))

    def add(self, instance: M) -> Create[M]:
        """Create an instance that was made by hand."""
        self._check_tenant(instance)
        return Create(self._place, self._codec, instance)

    def save(
        self, instance: M, *, condition: Filter | None = None, force_reindex: bool = False
    ) -> Save[M]:
        """Write what an instance changed."""
        self._check_own(instance)
        return Save(
            self._place, self._codec, instance, as_expr(self._codec, condition), force_reindex
        )

    def remove(self, instance: M, *, condition: Filter | None = None) -> Delete[M]:
        """Delete an instance's item, on the version that was read."""
        self._check_own(instance)
        return Delete(
            self._place,
            self._codec,
            loaded_key(self._codec, instance, "deleted"),
            as_expr(self._codec, condition),
            loaded_version(self._codec, instance),
            instance,
        )

    def _check_own(self, instance: M) -> None:
        """Refuse an instance of another table or tenant: its key would name another item here."""
        owner = getattr(instance, "_table", None)
        if owner is None or owner.own_place.is_same(self._place):
            return
        raise OperationError(
            f"{self._codec.schema.name}: the instance belongs to {owner.own_place}, not to "
            f"{self._place}. Save and delete it where it was read."
        )

    def _check_tenant(self, instance: M) -> None:
        """Refuse an instance of another tenant: nothing of one tenant slips into another."""
        owner = getattr(instance, "_table", None)
        if owner is None or owner.own_place.tenant == self._place.tenant:
            return
        raise OperationError(
            f"{self._codec.schema.name}: the instance belongs to {owner.own_place}, not to "
            f"{self._place}. To copy it there, make a new one of its values."
        )

    def put_all(self, instances: Iterable[M]) -> BatchWrite[M]:
        """Write instances whole, in batches."""
        puts = tuple(instances)
        for instance in puts:
            self._check_tenant(instance)
        return BatchWrite(self._place, self._codec, puts=puts)

    def _delete_all(self, keys: Iterable[Any]) -> BatchWrite[M]:
        many = split_keys(self._codec, keys)
        return BatchWrite(
            self._place, self._codec, deletes=tuple(self._key(parts) for parts in many)
        )

    def count(self, query: Query[M]) -> Count[M]:
        """Count what a query would find."""
        self._check_place("count", query)
        return Count(query)

    def _check_place(self, verb: str, query: Query[Any]) -> None:
        """Refuse a query that was planned on another table, or for another tenant."""
        if not query.place.is_same(self._place):
            raise OperationError(
                f"{self._codec.schema.name}.{verb}: the query is of {query.place}, "
                f"not of {self._place}. Plan it on the table that runs it."
            )

    def iterate_all(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        include_expired: bool = False,
        buckets: int | None = None,
    ) -> Iterate[M]:
        """Go through all items of the model, bucket by bucket side by side."""
        return self.iterate(filter=filter, include_expired=include_expired, buckets=buckets)

    def iterate_bucket(
        self,
        bucket: int,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        include_expired: bool = False,
    ) -> Iterate[M]:
        """Go through the items of one bucket; several workers can share a model this way."""
        return self.iterate(filter=filter, bucket=bucket, include_expired=include_expired)

    def iterate(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        bucket: int | None = None,
        buckets: int | None = None,
        page: int = 100,
        include_expired: bool = False,
    ) -> Iterate[M]:
        """Go through all items of the model, or through one bucket."""
        iteration = need_iteration(self._codec)
        if buckets is not None and buckets > 1 and BUCKET not in iteration.key.fields:
            raise OperationError(
                f"{self._codec.schema.name}: its iteration index has no buckets, so that {buckets} "
                "would show every item as often. Leave buckets out."
            )
        count = buckets or iteration.read_buckets
        if bucket is not None and not 0 <= bucket < count:
            raise OperationError(
                f"{self._codec.schema.name}: has no bucket {bucket}. It has 0 to {count - 1}."
            )
        wanted = range(count) if bucket is None else (bucket,)
        return Iterate(
            self._place,
            self._codec,
            tuple((number, None) for number in wanted),
            as_expr(self._codec, filter),
            page,
            include_expired,
        )

    def scan(
        self,
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        allow_scan: bool = False,
        include_expired: bool = False,
    ) -> Iterate[M] | ScanTable[M]:
        """Go through all items of the model and keep those that a filter lets through."""
        if allow_scan:
            if self._codec.schema.is_tenanted:
                self._codec.need_tenant(self._place.tenant)
            expr: Expr | None = as_expr(self._codec, filter)
            return ScanTable(self._place, self._codec, expr, include_expired=include_expired)
        return self.iterate(filter=filter, include_expired=include_expired)


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
