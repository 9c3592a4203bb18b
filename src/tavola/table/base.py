"""What a table is, sync or async: a design, a context, and a codec for each of its models."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import msgspec

from tavola.errors import OperationError
from tavola.keys import check_tenant
from tavola.model.model import Model, owner_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping
    from datetime import datetime
    from random import Random

    from tavola.codec.codec import Codec
    from tavola.design.schema import Design
    from tavola.operations.consumed_capacity import ConsumedCapacity
    from tavola.operations.context import TableContext
    from tavola.operations.hooks import Hooks
    from tavola.operations.read.collection import Collect
    from tavola.operations.read.queries.query import Query
    from tavola.operations.write.compiled.new_item import Creators
    from tavola.table.plans import Plans

    _Compiled = tuple[Design, tuple[type[Model], ...], dict[type[Model], Codec[Any]]]
    """What codecs were compiled for, and these."""

M = TypeVar("M", bound=Model)

counting: ContextVar[ConsumedCapacity | None] = ContextVar("tavola_capacity", default=None)
"""What the operations of the current block are entered in."""


class BaseTable:
    """A design's table; its drivers say how requests are sent."""

    design: ClassVar[Design]
    models: ClassVar[tuple[type[Model], ...]]
    _compiled: ClassVar[_Compiled]
    _shared_creators: ClassVar[Creators]

    def __init__(
        self,
        store: Any,
        contexts: Iterable[TableContext],
        codecs: dict[type[Model], Codec[Any]],
        sleep: Callable[[float], Any],
        *,
        untenanted: bool = False,
    ) -> None:
        self.store = store
        own = [msgspec.structs.replace(one, owner=self) for one in contexts]
        self._contexts: dict[str, TableContext] = {one.design.table.name: one for one in own}
        """What operations know of each table, by its name in the design."""
        self._context: TableContext = own[0]
        self._budget = self._context.backoff.budget
        self._codecs = codecs
        self._creators = self._creators_of_class()
        self._sleep = sleep
        # Whether models without tenant are reached from here.
        self._reaches_untenanted = untenanted or not self._context.design.has_tenancy

    @classmethod
    def _creators_of_class(cls) -> Creators:
        """How new items are prepared: what is compiled serves every table that is opened."""
        found: Creators | None = cls.__dict__.get("_shared_creators")
        if found is None:
            from tavola.operations.write.compiled.new_item import Creators

            found = cls._shared_creators = Creators()
        return found

    @classmethod
    def _codecs_of_class(cls) -> dict[type[Model], Codec[Any]]:
        """The codecs of the models: what they compile serves every table that is opened."""
        compiled: _Compiled | None = cls.__dict__.get("_compiled")
        if compiled is None or compiled[0] is not cls.design or compiled[1] is not cls.models:
            from tavola.codec.codec import Codec

            parts = {name: part for part in cls.design.parts for name in part.models}
            codecs = {
                model: Codec(parts.get(model.__shape__.schema.name, cls.design), model)
                for model in cls.models
            }
            compiled = cls._compiled = (cls.design, cls.models, codecs)
        return compiled[2]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(map(str, self._contexts.values()))}>"

    def tenant(self, tenant: str) -> Self:
        """Return the same table for one tenant; an OperationError if the design has none."""
        if not self.design.has_tenancy:
            raise OperationError(
                f"{self._context}: its design has no tenants, so that one would see all items. "
                "Add table: {tenancy: required}."
            )
        contexts = self._contexts_of(check_tenant(tenant))
        return type(self)(self.store, contexts, self._codecs, self._sleep)

    @property
    def untenanted(self) -> Self:
        """The models that belong to no tenant."""
        contexts = self._contexts_of(None)
        return type(self)(self.store, contexts, self._codecs, self._sleep, untenanted=True)

    def _contexts_of(self, tenant: str | None) -> list[TableContext]:
        """The contexts for one tenant; a table without tenants has none."""
        return [
            msgspec.structs.replace(one, tenant=tenant if one.design.table.has_tenancy else None)
            for one in self._contexts.values()
        ]

    @property
    def table_name(self) -> str:
        """The name of the table on its store; several are an OperationError."""
        if len(self._contexts) > 1:
            raise OperationError(
                f"{type(self).__name__} has several tables, {', '.join(self._contexts)}. "
                "Ask for table_names."
            )
        return self._context.table

    @property
    def table_names(self) -> dict[str, str]:
        """The names of the tables on their store, by their names in the design."""
        return {name: one.table for name, one in self._contexts.items()}

    def now(self) -> datetime:
        """The time by this table's clock, as it stands in what it writes."""
        return self._context.now()

    @property
    def hooks(self) -> Hooks:
        """What runs before and after items are saved and deleted, for every tenant alike."""
        return self._context.hooks

    @contextmanager
    def consumed(self, *, keeps_requests: bool = False) -> Generator[ConsumedCapacity]:
        """Add up the capacity that the block consumes, and show each operation's own.

        `keeps_requests` also keeps what each sent, and the lines of the program that asked for it.
        """
        from tavola.operations.consumed_capacity import ConsumedCapacity

        counted = ConsumedCapacity(counting.get(), keeps_requests=keeps_requests)
        token = counting.set(counted)
        try:
            yield counted
        finally:
            counting.reset(token)

    def _codec(self, model: type[M]) -> Codec[M]:
        """Return the codec of one of this table's models, or of a class that only adds methods."""
        codec = self._codecs.get(model)
        if codec is not None and self._reaches_untenanted:
            return codec  # as nearly always
        codec = codec or self._codecs.get(owner_of(model))
        if codec is None:
            raise OperationError(
                f"{model.__name__} is not a model of {type(self).__name__}. "
                f"It has {', '.join(known.__name__ for known in self._codecs)}."
            )
        self._check_reach(codec)
        return codec

    def _reaches(self, model: type[Model]) -> bool:
        """Say whether a model's items are reached from here: those of a tenant, or of none."""
        codec = self._codecs.get(model) or self._codecs.get(owner_of(model))
        if codec is None:
            return False
        if codec.schema.is_tenanted:
            return self._context_of(codec).tenant is not None
        return self._reaches_untenanted

    def _check_reach(self, codec: Codec[Any]) -> None:
        """Models without tenant are reached through `untenanted` alone."""
        if not self._reaches_untenanted and not codec.schema.is_tenanted:
            raise OperationError(
                f"{codec.schema.name} belongs to no tenant. Use db.untenanted."
                f"{codec.schema.handle}."
            )

    def plans(self, model: type[M]) -> Plans[M]:
        """Return the unsent operations of one model."""
        from tavola.table.plans import Plans

        codec = self._codec(model)
        return Plans(self._context_of(codec), codec)

    def _context_of(self, codec: Codec[Any]) -> TableContext:
        """What operations know of the table that a model's items are in."""
        return self._contexts.get(codec.design.table.name, self._context)

    def _collect_plan(
        self, collection: str, given: Mapping[str, Any], **options: Any
    ) -> Collect[Any]:
        """Plan the reading of a collection by the design's names."""
        from tavola.operations.read.collection import Collect

        schema = self.design.collections[collection]
        by_name = {codec.schema.name: codec for codec in self._codecs.values()}
        codecs = tuple(by_name[name] for name in schema.models)
        return Collect(self._context_of(codecs[0]), schema, codecs, given, **options)

    def _query_plan(self, model: type[M], index: str, /, **arguments: Any) -> Query[M]:
        """Plan a query of a hand-written model by the index's name."""
        options = {name: arguments.pop(name) for name in _OPTIONS & set(arguments)}
        plans: Any = self.plans(model)
        query: Query[M] = plans._query(index, arguments, **options)
        return query


_OPTIONS = {
    "limit",
    "cursor",
    "descending",
    "filter",
    "only",
    "consistent",
    "include_expired",
    "on_bad_item",
}


def new_contexts(
    store: object,
    design: Design,
    names: Mapping[str, str],
    clock: Callable[[], float],
    rng: Random | None,
    cursor_key: bytes | None,
) -> list[TableContext]:
    """Make the contexts of the tables that are opened; `names` are those on the store."""
    from tavola.model.identifiers import UlidSource
    from tavola.operations.context import TableContext
    from tavola.operations.retry import Retries
    from tavola.stores.store import identity_of

    if cursor_key is not None and not cursor_key:
        raise OperationError("cursor_key is empty, which signs nothing. Give some random bytes.")
    if rng is None:
        from random import SystemRandom

        rng = SystemRandom()
    bits = getattr(rng, "getrandbits", None)
    if bits is None or not callable(clock):
        raise OperationError("open: rng takes a random.Random, clock a function without arguments.")
    first, *others = design.parts
    context = TableContext(
        design=first,
        table=names[first.table.name],
        clock=clock,
        ids=UlidSource(clock, bits),
        token=lambda: f"{bits(128):032x}",
        backoff=Retries(rng.random),
        cursor_key=cursor_key,
        store_identity=identity_of(store),
    )
    # Hooks, ids and the budget of retries are one for all tables.
    return [
        context,
        *(
            msgspec.structs.replace(context, design=part, table=names[part.table.name])
            for part in others
        ),
    ]
