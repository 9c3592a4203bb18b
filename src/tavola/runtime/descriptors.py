"""Methods of generated classes: written once, run by a handle and returned unsent by a plan.

The types say what a method gives where: on a plan the operation, on a handle its result, on an
async handle something to await. At run time the bound method is kept in the instance, so that
every call but the first is one look into its dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from tavola.design.names import with_article
from tavola.model.model import Model
from tavola.table import AsyncPage, CollectionPlans, Handle, Page, Plans, Table
from tavola.table.internals import codec_of

if TYPE_CHECKING:
    from tavola.operations.read.collection import Collect, Collected
    from tavola.operations.read.get import Get, GetMany
    from tavola.operations.read.lookup import FindByUnique
    from tavola.operations.read.queries.query import Query
    from tavola.operations.write.batch import BatchWrite
    from tavola.operations.write.operations import Create, Delete, Update
    from tavola.operations.write.upsert import Upsert
    from tavola.table import AsyncHandle, AsyncTable

__all__ = [
    "Method",
    "create_method",
    "create_summary",
    "handle",
    "method",
    "upsert_method",
    "upsert_summary",
]

M = TypeVar("M", bound=Model)
H = TypeVar("H")
P = ParamSpec("P")
Planned = TypeVar("Planned")
Result = TypeVar("Result")
Awaited = TypeVar("Awaited")


class Method(Generic[P, Planned, Result, Awaited]):
    """A method that makes an operation, as a descriptor."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._name = make.__name__
        self.__doc__ = make.__doc__
        self.__wrapped__ = make

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(
        self, instance: Plans[Any] | CollectionPlans, owner: type[Any]
    ) -> Callable[P, Planned]: ...
    @overload
    def __get__(
        self, instance: Handle[Any, Any] | Table, owner: type[Any]
    ) -> Callable[P, Result]: ...
    @overload
    def __get__(
        self, instance: AsyncHandle[Any, Any] | AsyncTable, owner: type[Any]
    ) -> Callable[P, Coroutine[Any, Any, Awaited]]: ...
    def __get__(self, instance: Any, owner: type[Any]) -> Any:
        if instance is None:
            return self
        bound = self._bind(instance)
        instance.__dict__[self._name] = bound
        return bound

    def _bind(self, instance: Any) -> Callable[..., Any]:
        made = MethodType(self.__wrapped__, instance)
        if isinstance(instance, Plans | CollectionPlans):
            return made
        return self._described(instance._sending(made), made)

    def _described(self, bound: Any, shown: Callable[..., Any]) -> Callable[..., Any]:
        """Let `help` and `inspect` show a method with its words and the arguments of `shown`."""
        bound.__name__ = self._name
        bound.__doc__ = self.__doc__
        bound.__wrapped__ = shown
        described: Callable[..., Any] = bound
        return described


@overload
def method(
    make: Callable[Concatenate[Any, P], Get[M]],
) -> Method[P, Get[M], M | None, M | None]: ...
@overload
def method(
    make: Callable[Concatenate[Any, P], FindByUnique[M]],
) -> Method[P, FindByUnique[M], M | None, M | None]: ...
@overload
def method(
    make: Callable[Concatenate[Any, P], GetMany[M]],
) -> Method[P, GetMany[M], list[M | None], list[M | None]]: ...
@overload
def method(make: Callable[Concatenate[Any, P], Update[M]]) -> Method[P, Update[M], M, M]: ...
@overload
def method(make: Callable[Concatenate[Any, P], Delete[M]]) -> Method[P, Delete[M], bool, bool]: ...
@overload
def method(
    make: Callable[Concatenate[Any, P], BatchWrite[M]],
) -> Method[P, BatchWrite[M], None, None]: ...
@overload
def method(
    make: Callable[Concatenate[Any, P], Query[M]],
) -> Method[P, Query[M], Page[M], AsyncPage[M]]: ...
@overload
def method(
    make: Callable[Concatenate[Any, P], Collect[M]],
) -> Method[P, Collect[M], Collected[M], Collected[M]]: ...
def method(make: Callable[..., Any]) -> Any:
    """Make a method of a function that makes an operation."""
    made: Method[..., Any, Any, Any] = Method(make)
    return made


def create_method(model: Callable[P, M]) -> Method[P, Create[M], M, M]:
    """Make the method that creates an item; it takes what the model's class takes."""
    return _CreateMethod(model)


def upsert_method(model: Callable[P, M]) -> Method[P, Upsert[M], M, M]:
    """Make the method that changes an item or creates it; it takes what the model's class takes."""

    def upsert(self: Any, **values: Any) -> Any:
        return self._upsert(values)

    upsert.__doc__ = upsert_summary(_name_of(model))
    return Method(upsert)


def create_summary(model: str) -> str:
    """What `create` does, in a sentence."""
    return f"Write a new {model}; refuse if there is one with its key."


def upsert_summary(model: str) -> str:
    """What `upsert` does, in a sentence."""
    return f"Change {with_article(model)}, or create it where there is none."


def _name_of(model: Callable[..., Any]) -> str:
    return getattr(model, "__name__", "item")


class _CreateMethod(Method[P, "Create[M]", M, M], Generic[P, M]):
    """`create`: on a handle it has a way of its own, without an operation."""

    def __init__(self, model: Callable[P, M]) -> None:
        def create(self: Any, **values: Any) -> Any:
            return self._create(values)

        create.__doc__ = create_summary(_name_of(model))
        super().__init__(create)
        self._model = model

    def _bind(self, instance: Any) -> Callable[..., Any]:
        if isinstance(instance, Plans):
            return super()._bind(instance)
        return self._described(instance._creating(), self._model)


class handle(Generic[H]):  # noqa: N801 - read as a decorator would be
    """A model's handle as an attribute of its table, made when it is first used."""

    def __init__(self, model: type[Model], kind: type[H], plans: type[Plans[Any]]) -> None:
        self._model = model
        self._kind: Any = kind
        self._plans = plans
        self._name = ""
        self.__doc__ = f"The {model.__name__} items."

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, instance: Table | AsyncTable, owner: type[Any]) -> H: ...
    def __get__(self, instance: Any, owner: type[Any]) -> Any:
        if instance is None:
            return self
        made = self._kind(instance, codec_of(instance, self._model), self._plans)
        instance.__dict__[self._name] = made
        return made
