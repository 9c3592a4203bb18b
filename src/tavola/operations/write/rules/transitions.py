"""Status machines: a write keeps to a field's `transitions`, whatever is stored meanwhile.

A write by key is conditioned on the values that may become the new one; a write of an instance on
the value that it was loaded with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import FieldSchema
from tavola.errors import OperationError, TransitionRefused
from tavola.expressions import tree
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.operations.request_bodies import any_of, is_missing, path
from tavola.operations.write.known import Known

M = TypeVar("M", bound=Model)


class Transition(Struct, frozen=True):
    """A new value of a status, which only some values may become."""

    field: FieldSchema
    target: str | None

    @property
    def sources(self) -> tuple[str, ...]:
        """The stored values that may become the new one, itself among them."""
        if self.target is None:
            return ()
        if not self.field.transitions:
            return self.field.values
        others = (value for value, targets in self.field.transitions if self.target in targets)
        return (self.target, *others)

    @property
    def may_begin(self) -> bool:
        """Whether an item without a value may get the new one."""
        return self.target is None or not self.field.initial or self.target in self.field.initial

    @property
    def condition(self) -> tree.Condition:
        """The transition as a condition on what is stored."""
        here = path(self.field.attribute_name)
        literals = tuple(tree.Literal({"S": value}) for value in self.sources)
        return any_of(
            *([tree.In(here, literals)] if literals else []),
            *([is_missing(self.field.attribute_name)] if self.may_begin else []),
        )

    def allows(self, before: str | None) -> bool:
        """Say whether a stored value may become the new one."""
        return self.may_begin if before is None else before in self.sources

    def before(self, item: RawItem | None) -> str | None:
        """Give the stored value."""
        value: str | None = (item or {}).get(self.field.attribute_name, {}).get("S")
        return value

    def refusal(self, where: str, before: str | None, item: Any = None) -> TransitionRefused:
        """Say that a stored value may not become the new one, and what it may become."""
        name, after = self.field.python_name, self.target
        if before is None:
            text = f"{name} cannot begin as {after!r}. {_begin(self.field)}"
        else:
            text = f"{name} cannot go from {before!r} to {after!r}. {_go_on(self.field, before)}"
        return TransitionRefused(
            f"{where}: {text}", field=name, before=before, after=after, item=item
        )


def _go_on(field: FieldSchema, before: str) -> str:
    allowed = dict(field.transitions).get(before, ())
    if not allowed:
        return f"{before!r} is final."
    return f"From {before!r} it may become {' or '.join(map(repr, allowed))}."


def _begin(field: FieldSchema) -> str:
    return f"A new one is {' or '.join(map(repr, field.initial))}."


def find_transitions(
    codec: Codec[M], changes: Iterable[Change], known: Known[M] | None
) -> tuple[tuple[Transition, ...], set[str]]:
    """Find what changes need of stored values: transitions, and fields to be as they were loaded.

    What an instance was loaded with is known, so that a wrong transition is refused at once.
    """
    transitions: list[Transition] = []
    loaded: set[str] = set()
    for change in changes:
        field = change.field
        if not field.schema.transitions:
            continue
        transition = Transition(field.schema, change.value)
        if change.verb == "set_default":
            if not transition.may_begin:
                raise transition.refusal(codec.schema.name, None)
        elif known is not None and not known.is_fresh and known.knows(field.name):
            before = known.value(field)
            if not transition.allows(before):
                raise transition.refusal(codec.schema.name, before)
            loaded.add(field.name)
        else:
            transitions.append(transition)
    return tuple(transitions), loaded


def transitions_of_put(codec: Codec[M], values: Mapping[str, Any]) -> tuple[Transition, ...]:
    """Find the transitions of an item that is written whole, whatever stood there."""
    return tuple(Transition(field, values.get(field.name)) for field in codec.states)


def check_initial(codec: Codec[M], values: Mapping[str, Any]) -> None:
    """Refuse a new item whose status cannot be a first one."""
    for field in codec.states:
        value = values.get(field.name)
        if field.initial and value is not None and value not in field.initial:
            raise OperationError(
                f"{codec.schema.name}.{field.python_name} is {value!r}. {_begin(field)}"
            )
