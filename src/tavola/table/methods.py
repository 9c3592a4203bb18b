"""How the methods of one model make their operations, for its plans and for its handle.

A plan returns the operation, a handle runs it; generated classes add the typed signatures.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from tavola.errors import OperationError
from tavola.model.model import Model
from tavola.operations.read.get import Get, GetMany  # a get is as quick as it can be

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tavola.codec.bad_items import OnBadItem
    from tavola.codec.codec import Codec
    from tavola.design.schema import IndexSchema, PatternSchema
    from tavola.model.field_expressions import Change, Expr
    from tavola.operations.context import TableContext
    from tavola.operations.filters import Filter
    from tavola.operations.read.lookup import FindByUnique
    from tavola.operations.read.queries.query import Query
    from tavola.operations.write.batch import BatchWrite
    from tavola.operations.write.instances import Version
    from tavola.operations.write.operations import Create, Delete, Update
    from tavola.operations.write.upsert import Upsert

M = TypeVar("M", bound=Model)


class Methods(Generic[M]):
    """Makes the operations of one model; knows nothing of tables."""

    def __init__(self, context: TableContext, codec: Codec[M]) -> None:
        self._context = context
        self._codec = codec

    def _key(self, parts: Sequence[Any]) -> dict[str, Any]:
        """Values of the primary key's fields, by their own names."""
        return self._codec.key_values(parts)

    def _expr(self, given: Filter | None) -> Expr | None:
        """A condition in whichever form it was given."""
        if given is None:
            return None
        from tavola.operations.filters import as_expr

        return as_expr(self._codec, given)

    def _create(self, values: Mapping[str, Any]) -> Create[M]:
        from tavola.operations.write.operations import Create

        return Create(self._context, self._codec, self._codec.model(**values))

    def _get(
        self, parts: Sequence[Any], consistent: bool = True, include_expired: bool = False
    ) -> Get[M]:
        codec = self._codec
        key = codec.key_of(parts, self._context.tenant)
        return Get(self._context, codec, key, consistent, include_expired)

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
        on_bad_item: OnBadItem = "raise",
        name: str = "",
    ) -> Query[M]:
        from tavola.operations.options import check_only
        from tavola.operations.read.queries.query import Query

        everything = self._all_index() if index == "all" else None
        found = everything or self._codec.index(index)
        query = Query(
            context=self._context,
            codec=self._codec,
            index=found,
            given={
                self._codec.key_name(key): value
                for key, value in given.items()
                if value is not None
            },
            limit=limit,
            cursor=cursor,
            descending=descending,
            filter=self._expr(filter),
            only=check_only(self._codec, found, only) if only else (),
            consistent=consistent,
            include_expired=include_expired,
            on_bad_item=on_bad_item,
            name=name,
        )
        if everything is not None:
            from tavola.operations.read.all_items import across_buckets

            return across_buckets(query)
        if not found.shards and not found.date_part:
            return query
        from tavola.operations.read.queries.spread import over_partitions  # few designs have any

        return over_partitions(query)

    def _all_index(self) -> IndexSchema | None:
        """The iteration index as one that is queried; None if `all` means no such thing."""
        from tavola.operations.read.all_items import find_all_index

        return find_all_index(self._codec)

    def _pattern(
        self,
        name: str,
        given: Mapping[str, Any],
        *,
        filter: Filter | None = None,  # noqa: A002 - DynamoDB's word
        **options: Any,
    ) -> Query[M]:
        """Plan a query with what an access pattern fixes; a given filter narrows its own."""
        pattern = self._context.design.patterns[name]
        fixed: dict[str, Any] = {"only": pattern.only, "descending": pattern.descending}
        if pattern.limit is not None:
            fixed["limit"] = pattern.limit
        own = self._expr(pattern.filter)
        more = self._expr(filter)
        both = own & more if own is not None and more is not None else more if own is None else own
        if pattern.constants:
            given = {**given, **dict(self._constants(pattern))}
        return self._query(pattern.index, given, filter=both, name=name, **{**fixed, **options})

    def _constants(self, pattern: PatternSchema) -> Iterable[tuple[str, Any]]:
        """What an access pattern says of key fields by itself."""
        from tavola.design.fields.member_paths import members_on
        from tavola.keys import CONDITIONS
        from tavola.operations.filters import read_literal

        for name, literal in pattern.constants.items():
            on = members_on(self._codec.schema.fields, name) or (self._codec.field(name),)
            ref = reduce(getattr, (one.python_name for one in on), self._codec.model.fields)
            condition = pattern.given[name]
            if condition == "equals":
                yield name, read_literal(ref, literal)
                continue
            bounds = cast("list[Any]", literal) if condition == "between" else [literal]
            yield name, CONDITIONS[condition](*(read_literal(ref, one) for one in bounds))

    def _update(
        self,
        parts: Sequence[Any],
        changes: Sequence[Change],
        values: Mapping[str, Any],
        condition: Filter | None = None,
        expect_version: Version | None = None,
    ) -> Update[M]:
        from tavola.operations.write.operations import Update

        return Update(
            self._context,
            self._codec,
            self._key(parts),
            (*changes, *self._assignments(values)),
            self._expr(condition),
            expect_version,
        )

    def _assignments(self, values: Mapping[str, Any]) -> Iterable[Change]:
        for name, value in values.items():
            field = self._codec.field(name)
            change: Change = getattr(self._codec.model.fields, field.python_name).set(value)
            yield change

    def _upsert(self, values: Mapping[str, Any]) -> Upsert[M]:
        from tavola.operations.write.upsert import Upsert

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
        make = partial(self._codec.model, **values)
        return Upsert(self._context, self._codec, update, make)

    def _delete(
        self,
        parts: Sequence[Any],
        condition: Filter | None = None,
        expect_version: Version | None = None,
    ) -> Delete[M]:
        from tavola.operations.write.operations import Delete

        return Delete(
            self._context,
            self._codec,
            self._key(parts),
            self._expr(condition),
            expect_version,
        )

    def _find(
        self, unique: str, values: tuple[Any, ...], include_expired: bool = False
    ) -> FindByUnique[M]:
        from tavola.operations.read.lookup import FindByUnique

        schema = self._codec.schema.uniques[unique]
        return FindByUnique(self._context, self._codec, schema, values, include_expired)

    def _get_many(
        self,
        keys: Iterable[Any],
        consistent: bool = True,
        include_expired: bool = False,
        on_bad_item: OnBadItem = "raise",
    ) -> GetMany[M]:
        from tavola.operations.options import split_keys

        many = split_keys(self._codec, keys)
        found = tuple(self._codec.key(self._key(parts), self._context.tenant) for parts in many)
        return GetMany(self._context, self._codec, found, consistent, include_expired, on_bad_item)

    def _delete_all(self, keys: Iterable[Any]) -> BatchWrite[M]:
        from tavola.operations.options import split_keys
        from tavola.operations.write.batch import BatchWrite

        many = split_keys(self._codec, keys)
        return BatchWrite(
            self._context, self._codec, deletes=tuple(self._key(parts) for parts in many)
        )
