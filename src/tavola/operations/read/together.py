"""Reads that belong together: several gets as one TransactGetItems, as of one moment."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, overload

import msgspec
from msgspec import Raw, Struct

from tavola.errors import OperationError
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired_instance
from tavola.operations.explain import Explained
from tavola.operations.read.get import Get, key_text
from tavola.operations.steps import Request, Steps

__all__ = ["GetTogether", "together"]

# DynamoDB: a transaction has up to 100 actions. API reference, TransactGetItems.
MAX_GETS = 100

A = TypeVar("A", bound=Model)
B = TypeVar("B", bound=Model)
C = TypeVar("C", bound=Model)
D = TypeVar("D", bound=Model)
E = TypeVar("E", bound=Model)
M = TypeVar("M", bound=Model)
R = TypeVar("R", bound=tuple[Any, ...])


class _Answer(Struct, frozen=True):
    Item: Raw = Raw()


class _Answers(Struct, frozen=True):
    Responses: list[_Answer]


_decode = msgspec.json.Decoder(_Answers).decode


class GetTogether(Explained, Generic[R], frozen=True):
    """Read items by their keys, all of them as they were at one moment."""

    gets: tuple[Get[Any], ...]

    @property
    def context(self) -> TableContext | None:
        """The first table that is read."""
        return self.gets[0].context if self.gets else None

    def steps(self) -> Steps[R]:
        """Send one TransactGetItems; what is asked twice is read once."""
        wanted = {_place(get): get for get in self.gets}
        if not wanted:
            return self._result({})
        gets = [
            {"Get": {"TableName": get.context.table, "Key": get.key}} for get in wanted.values()
        ]
        answer = yield Request("TransactGetItems", {"TransactItems": gets})
        found = _decode(answer).Responses
        items = dict(zip(wanted, (one.Item or None for one in found), strict=True))
        return self._result(items)

    def _result(self, items: dict[tuple[str, ...], Raw | None]) -> R:
        result: Any = tuple(_read(get, items[_place(get)]) for get in self.gets)
        return result  # type: ignore[no-any-return]  # as many as there are gets, each of its model


def _place(get: Get[Any]) -> tuple[str, ...]:
    return (get.context.table, *key_text(get.key))


def _read(get: Get[M], item: Raw | None) -> M | None:
    if item is None:
        return None
    instance = get.codec.decoder.bytes(item, get.context.owner, get.context.tenant)
    if instance is None or get.include_expired:
        return instance
    return None if is_expired_instance(get.context, instance) else instance


@overload
def together(one: Get[A], /) -> GetTogether[tuple[A | None]]: ...
@overload
def together(one: Get[A], two: Get[B], /) -> GetTogether[tuple[A | None, B | None]]: ...
@overload
def together(
    one: Get[A], two: Get[B], three: Get[C], /
) -> GetTogether[tuple[A | None, B | None, C | None]]: ...
@overload
def together(
    one: Get[A], two: Get[B], three: Get[C], four: Get[D], /
) -> GetTogether[tuple[A | None, B | None, C | None, D | None]]: ...
@overload
def together(
    one: Get[A], two: Get[B], three: Get[C], four: Get[D], five: Get[E], /
) -> GetTogether[tuple[A | None, B | None, C | None, D | None, E | None]]: ...
@overload
def together(*gets: Get[M]) -> GetTogether[tuple[M | None, ...]]: ...
def together(*gets: Get[Any]) -> GetTogether[Any]:
    """Read items of one store as of one moment: `db.run(together(db.user.plan.get(…), …))`."""
    planned: tuple[Any, ...] = gets
    for get in planned:
        if not isinstance(get, Get):
            raise OperationError(
                f"together: {type(get).__name__} is not a get. Give planned gets, as "
                "db.user.plan.get(…)."
            )
        if not get.context.is_on_store_of(gets[0].context):
            raise OperationError(
                f"together: {get.context} is on another store. Read each store by itself."
            )
    if len({_place(get) for get in gets}) > MAX_GETS:
        raise OperationError(
            f"together: {len(gets)} gets are given. DynamoDB reads {MAX_GETS} together."
        )
    return GetTogether(gets)
