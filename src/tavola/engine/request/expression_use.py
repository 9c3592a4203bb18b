"""Which expressions a request may have, and when they exclude older parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tavola.errors import ValidationFailed
from tavola.expressions import (
    CompiledUpdate,
    Condition,
    Projection,
    Scope,
    legacy_condition,
    legacy_filter,
    legacy_projection,
    legacy_update,
)

__all__ = [
    "ExpressionUse",
    "read_attributes",
    "read_filter",
    "read_projection",
    "update_and_condition",
    "write_condition",
]

_NAMES: Final = "ExpressionAttributeNames"
_VALUES: Final = "ExpressionAttributeValues"
_PROJECTION: Final = "ProjectionExpression"
_KEY_CONDITIONS: Final = "KeyConditions"


class ExpressionUse:
    """The expressions of one action and the older parameters that mean the same.

    With `lists_missing` the refusal of values that nothing uses lists the missing expressions.
    """

    def __init__(
        self, expressions: tuple[str, ...], legacy: tuple[str, ...], *, lists_missing: bool = True
    ) -> None:
        self.expressions = expressions
        self.legacy = legacy
        self.lists_missing = lists_missing
        self.value_expressions = tuple(name for name in expressions if name != _PROJECTION)
        """The expressions that take values."""
        placeholders = (_NAMES, _VALUES) if self.value_expressions else (_NAMES,)
        self.parameters = frozenset((*expressions, *legacy, *placeholders))
        """Every parameter that the rules are about."""

    def scope(self, body: Mapping[str, Any]) -> Scope | None:
        """Return the names and values of a request's expressions; None if it has none."""
        if self.parameters.isdisjoint(body):
            return None
        used = self.check_legacy(body)
        if not used and _NAMES in body:
            raise ValidationFailed(f"{_NAMES} can only be specified when using expressions")
        if not self.value_expressions:
            return Scope(body.get(_NAMES))
        if _VALUES in body:
            self._check_values_are_used(body)
        return Scope(body.get(_NAMES), body.get(_VALUES))

    def check_legacy(self, body: Mapping[str, Any]) -> list[str]:
        """Name the expressions of a request, or refuse older parameters beside them."""
        used = [name for name in self.expressions if name in body]
        older = [name for name in self.legacy if name in body]
        if "KeyConditionExpression" not in body and _KEY_CONDITIONS in older:
            older.remove(_KEY_CONDITIONS)
        if used and older:
            raise ValidationFailed(
                "Can not use both expression and non-expression parameters in the "
                f"same request: Non-expression parameters: {{{', '.join(older)}}} "
                f"Expression parameters: {{{', '.join(used)}}}"
            )
        return used

    def _check_values_are_used(self, body: Mapping[str, Any]) -> None:
        """Refuse values that no expression can use."""
        if not any(name in body for name in self.value_expressions):
            fault = f"{_VALUES} can only be specified when using expressions"
            if self.lists_missing:
                verb = "are" if len(self.value_expressions) > 1 else "is"
                fault += f": {' and '.join(self.value_expressions)} {verb} null"
            raise ValidationFailed(fault)


def write_condition(scope: Scope, body: Mapping[str, Any]) -> Condition | None:
    """Read the condition of a write that has no other expression."""
    condition = _condition(scope, body)
    scope.check_all_used()
    return condition


def update_and_condition(
    scope: Scope, body: Mapping[str, Any]
) -> tuple[CompiledUpdate | None, Condition | None]:
    """Read what an update does and what it asks for."""
    if "AttributeUpdates" in body:
        update: CompiledUpdate | None = legacy_update(body["AttributeUpdates"])
    else:
        text = body.get("UpdateExpression")
        update = None if text is None else scope.update(text)
    condition = _condition(scope, body)
    scope.check_all_used()
    return update, condition


def _condition(scope: Scope, body: Mapping[str, Any]) -> Condition | None:
    operator = _conditional_operator(body, "Expected")
    if "Expected" in body:
        return legacy_condition(body["Expected"], operator)
    text = body.get("ConditionExpression")
    return None if text is None else scope.condition(text, kind="ConditionExpression")


def read_projection(scope: Scope, body: Mapping[str, Any]) -> Projection | None:
    """Read what a request without other expressions takes of its items."""
    projection = read_attributes(scope, body)
    scope.check_all_used()
    return projection


def read_attributes(scope: Scope, body: Mapping[str, Any]) -> Projection | None:
    """Read `ProjectionExpression` or `AttributesToGet`."""
    names = body.get("AttributesToGet")
    if names is not None:
        return legacy_projection(names)
    text = body.get("ProjectionExpression")
    return None if text is None else scope.projection(text)


def read_filter(scope: Scope, body: Mapping[str, Any], older: str) -> Condition | None:
    """Read `FilterExpression`, or the `older` parameter that says the same."""
    operator = _conditional_operator(body, older)
    if older in body:
        return legacy_filter(body[older], operator)
    text = body.get("FilterExpression")
    return None if text is None else scope.condition(text, kind="FilterExpression")


def _conditional_operator(body: Mapping[str, Any], older: str) -> str | None:
    """Return how older conditions are combined; refused where there are fewer than two."""
    operator: str | None = body.get("ConditionalOperator")
    if operator is None:
        return None
    count = len(body.get(older, ()))
    if not count:
        raise ValidationFailed("ConditionalOperator cannot be used without Filter or Expected")
    if count == 1:
        raise ValidationFailed(
            "ConditionalOperator can only be used when Filter or Expected has two or more elements"
        )
    return operator
