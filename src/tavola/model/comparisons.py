"""Conditions: what can be compared, and trees of comparisons.

They are trees of `expressions`, made of checked values; nothing is rendered here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from tavola.errors import OperationError
from tavola.expressions import tree
from tavola.model.document import encode_document

T = TypeVar("T")


class Expr(Struct, frozen=True, eq=False):
    """A condition; combine with `&`, `|` and `~`."""

    tree: tree.Condition

    def __and__(self, other: Expr) -> Expr:
        return Expr(tree.And((*_parts(self, tree.And), *_parts(other, tree.And))))

    def __or__(self, other: Expr) -> Expr:
        return Expr(tree.Or((*_parts(self, tree.Or), *_parts(other, tree.Or))))

    def __invert__(self) -> Expr:
        return Expr(tree.Not(self.tree))

    def __bool__(self) -> bool:
        raise OperationError(
            "a condition on fields is neither true nor false in Python. "
            "Combine conditions with &, | and ~, not with and, or and not."
        )


def _parts(expr: Expr, kind: type[tree.And] | type[tree.Or]) -> tuple[tree.Condition, ...]:
    return expr.tree.conditions if isinstance(expr.tree, kind) else (expr.tree,)


class Comparable(Generic[T]):
    """Comparisons of something with a value, or with something else of the same item.

    What begins with `field_` is for the library: members of typed maps go by their own names here.
    """

    def field_operand(self) -> tree.Operand:
        """What is compared; every subclass says it."""
        raise AssertionError

    @property
    def field_label(self) -> str:
        """What is compared, for messages."""
        raise AssertionError

    @property
    def field_group(self) -> tuple[str, str]:
        """The model whose items it is part of, and what its values can be compared with.

        An empty text stands for anything.
        """
        raise AssertionError

    def _literal(self, value: Any) -> tree.Literal:
        return tree.Literal(encode_document(value))

    def _right_side(self, value: Any) -> tree.Operand:
        """What stands on the right: a value, or another field of the same item."""
        if not isinstance(value, Comparable):
            return self._literal(value)
        other: Comparable[Any] = cast("Any", value)
        self._check_right(other)
        return other.field_operand()

    def _check_right(self, other: Comparable[Any]) -> None:
        """Refuse to compare with what no item has beside it, or what is never equal."""
        (model, kind), (other_model, other_kind) = self.field_group, other.field_group
        if model != other_model:
            raise OperationError(
                f"{self.field_label} is compared with {other.field_label}, which another item has. "
                f"Use a field of {model}."
            )
        if kind and other_kind and kind != other_kind:
            raise OperationError(
                f"{self.field_label} is a {kind}, and {other.field_label} a {other_kind}. "
                "Compare fields of one kind."
            )
        # DynamoDB: the two sides of a comparison must be distinct.
        if self.field_operand() == other.field_operand():
            raise OperationError(f"{self.field_label} is compared with itself. Give another field.")

    def _compare(self, operator: tree.Comparator, value: Any) -> Expr:
        return Expr(tree.Comparison(operator, self.field_operand(), self._right_side(value)))

    def __eq__(self, value: T | Comparable[T] | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        return self._compare("=", value)

    def __ne__(self, value: T | Comparable[T] | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        return self._compare("<>", value)

    __hash__ = None  # type: ignore[assignment]  # `==` makes a condition

    def __lt__(self, value: T | Comparable[T]) -> Expr:
        return self._compare("<", value)

    def __le__(self, value: T | Comparable[T]) -> Expr:
        return self._compare("<=", value)

    def __gt__(self, value: T | Comparable[T]) -> Expr:
        return self._compare(">", value)

    def __ge__(self, value: T | Comparable[T]) -> Expr:
        return self._compare(">=", value)

    def between(self, low: T | Comparable[T], high: T | Comparable[T]) -> Expr:
        """From low to high, both included; nothing is between bounds the wrong way round."""
        lower, upper = self._right_side(low), self._right_side(high)
        if _is_above(lower, upper):
            # DynamoDB: refuses such bounds. Developer guide, Expressions.OperatorsAndFunctions.
            return self.exists() & self.is_missing()
        return Expr(tree.Between(self.field_operand(), lower, upper))

    def exists(self) -> Expr:
        """There is a value here."""
        return Expr(tree.Function("attribute_exists", (self._place(),)))

    def is_missing(self) -> Expr:
        """There is no value here."""
        return Expr(tree.Function("attribute_not_exists", (self._place(),)))

    def _place(self) -> tree.Operand:
        """The attribute, or the place in it, that has a value or has none."""
        return self.field_operand()

    def is_in(self, options: Iterable[T | Comparable[T]]) -> Expr:
        """Equal to one of these values."""
        literals = tuple(self._right_side(value) for value in options)
        if not literals:
            raise OperationError("is_in: no value is given. Give at least one.")
        return Expr(tree.In(self.field_operand(), literals))


def _is_above(lower: tree.Operand, upper: tree.Operand) -> bool:
    if not isinstance(lower, tree.Literal) or not isinstance(upper, tree.Literal):
        return False
    low: Mapping[str, Any] = lower.value
    high: Mapping[str, Any] = upper.value
    match low, high:
        case {"N": str(first)}, {"N": str(second)}:
            return Decimal(first) > Decimal(second)
        case {"S": str(first)}, {"S": str(second)}:
            return first > second
        case _:
            return False
