"""Hooks: what an application runs before and after items are saved and deleted.

    @db.hooks.before_save(User)
    def lower_email(event: WriteEvent[User]) -> None:
        if event.instance is not None:
            event.instance.email = event.instance.email.lower()

Hooks belong to one open table and the tenants reached through it. They run in the order in which
they were added. One that raises before the write stops it, and in a transaction all of it; one
that raises after the write leaves it standing. An async table also takes async hooks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.operations.steps import Await, Step, Steps

M = TypeVar("M", bound=Model)
Verb = Literal["create", "put", "save", "update", "delete"]
Moment = Literal["before_save", "after_save", "before_delete", "after_delete"]


class WriteEvent(Struct, Generic[M], frozen=True):
    """A write, as hooks see it."""

    verb: Verb
    table: Any
    """The table that is written to, tenant included."""
    key: Mapping[str, Any]
    """The primary key's values by the fields' own names; ids that `create` makes are not yet in."""
    instance: M | None
    """The instance; None for a write by key, except after `update`, which shows the result."""
    changes: tuple[Change, ...] = ()
    """What a write by key changes."""


Hook = Callable[[WriteEvent[M]], Awaitable[None] | None]


class Hooks:
    """The hooks of one table, by model and moment."""

    def __init__(self) -> None:
        self._hooks: dict[tuple[Moment, type[Model]], list[Hook[Any]]] = {}
        self.are_there = False

    def before_save(self, model: type[M]) -> Callable[[Hook[M]], Hook[M]]:
        """Run a function before an item is created, put, saved or updated."""
        return self._adder("before_save", model)

    def after_save(self, model: type[M]) -> Callable[[Hook[M]], Hook[M]]:
        """Run a function after an item was created, put, saved or updated."""
        return self._adder("after_save", model)

    def before_delete(self, model: type[M]) -> Callable[[Hook[M]], Hook[M]]:
        """Run a function before an item is deleted."""
        return self._adder("before_delete", model)

    def after_delete(self, model: type[M]) -> Callable[[Hook[M]], Hook[M]]:
        """Run a function after an item was deleted."""
        return self._adder("after_delete", model)

    def _adder(self, moment: Moment, model: type[M]) -> Callable[[Hook[M]], Hook[M]]:
        def add(hook: Hook[M]) -> Hook[M]:
            self._hooks.setdefault((moment, model), []).append(hook)
            self.are_there = True
            return hook

        return add

    def call(
        self, moment: Moment, model: type[Model], event: Callable[[], WriteEvent[Any]]
    ) -> Iterable[Step]:
        """Run the hooks of one moment; without any, there are no steps at all."""
        hooks = self._hooks.get((moment, model)) if self._hooks else None
        return _called(tuple(hooks), event()) if hooks else ()


def _called(hooks: tuple[Hook[Any], ...], event: WriteEvent[Any]) -> Steps[None]:
    for hook in hooks:
        answer = hook(event)
        if isinstance(answer, Awaitable):
            error: Exception | None = yield Await(answer)
            if error is not None:
                raise error
