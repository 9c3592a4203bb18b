"""Fields, for building conditions and changes: `User.fields.plan`, `User.fields.posts.add(1)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeVar, cast

from msgspec import Struct

from tavola.errors import OperationError
from tavola.expressions import tree
from tavola.model.comparisons import Comparable, Expr
from tavola.model.kinds import InvalidValue, check_text
from tavola.model.shape import FieldShape

__all__ = ["Change", "Expr", "FieldPath", "FieldRef", "NumberRef", "SetRef", "SizeRef", "TextRef"]

T = TypeVar("T")

Verb = Literal["set", "set_default", "remove", "add", "discard", "append", "copy"]
Path = tuple[str | int, ...]


class FieldPath(Struct, frozen=True):
    """Where a value stands in an item: in a field, or deeper inside of it."""

    field: FieldShape
    path: Path = ()
    leaf: FieldShape | None = None
    """What stands there; None where the design does not say."""

    @property
    def tree(self) -> tree.Path:
        """The path in expressions."""
        return tree.Path((self.field.attribute_name, *self.path))


class Change(Struct, frozen=True):
    """One change of a field; `value` is checked, `path` leads into a document."""

    field: FieldShape
    verb: Verb
    value: Any = None
    path: Path = ()
    leaf: FieldShape | None = None
    """What stands at the path, where the design says it."""
    source: FieldPath | None = None
    """What is copied."""


class FieldRef(Comparable[T]):
    """A field of a model, or a member of a typed map in it, for building conditions and changes."""

    def __init__(
        self,
        model: str,
        shape: FieldShape,
        place: FieldPath | None = None,
        root: str | None = None,
        label: str | None = None,
    ) -> None:
        self._label = label
        self._model = model
        """The model, or the map that it is a member of, for messages."""
        self._root = root or model
        self.field_shape = shape
        self.field_path = place or FieldPath(shape)

    def field_operand(self) -> tree.Path:
        """The field's attribute, or the path to it."""
        return self.field_path.tree

    @property
    def field_label(self) -> str:
        """The field's model and name, for messages."""
        return self._label or f"{self._model}.{self.field_shape.python_name}"

    @property
    def field_group(self) -> tuple[str, str]:
        """Its model, and the kind of its values."""
        return self._root, self.field_shape.schema.compared_as

    def _text(self, text: Any) -> tree.Literal:
        """A text to look for, which need not be a value that the field takes."""
        try:
            return tree.Literal({"S": check_text(None, text)})
        except InvalidValue as why:
            raise OperationError(f"{self.field_label} {why}") from None

    def _checked(self, value: Any) -> Any:
        if value is None:
            raise OperationError(
                f"{self.field_label} cannot be compared with None this way. "
                "Use == None, exists() or is_missing()."
            )
        return self.field_shape.check_type(self._model, value)

    def _literal(self, value: Any) -> tree.Literal:
        return tree.Literal(self.field_shape.kind.attribute(self._checked(value)))

    def _change(self, verb: Verb, value: Any = None) -> Change:
        place = self.field_path
        return Change(place.field, verb, value, place.path, place.leaf)

    def __eq__(self, value: T | Comparable[T] | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        if value is None or (self.field_shape.kind.tag == "SS" and not value):
            return self.is_missing()
        return self._compare("=", value)

    def __ne__(self, value: T | Comparable[T] | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        if value is None or (self.field_shape.kind.tag == "SS" and not value):
            return self.exists()
        return self._compare("<>", value)

    __hash__ = None

    def set(self, value: T | FieldRef[T] | None) -> Change:
        """Give it this value, or that of another field; None removes it."""
        if isinstance(value, FieldRef):
            source = cast("FieldRef[T]", value)
            self._check_right(source)
            place = self.field_path
            return Change(place.field, "copy", None, place.path, place.leaf, source.field_path)
        checked = self.field_shape.check(self._model, value)
        if self.field_shape.attribute(checked) is None:
            return self._change("remove")
        return self._change("set", checked)

    def set_default(self, value: T) -> Change:
        """Give it this value where it has none."""
        self._checked(value)
        return self._change("set_default", self.field_shape.check(self._model, value))

    def remove(self) -> Change:
        """Take its value away."""
        return self.set(None)


class SizeRef(Comparable[int]):
    """The size of a field: characters, bytes, or members."""

    def __init__(self, field: FieldRef[Any]) -> None:
        self._field = field

    def field_operand(self) -> tree.Operand:
        """The size function of the field."""
        return tree.Function("size", (self._field.field_operand(),))

    @property
    def field_label(self) -> str:
        """The field whose size it is."""
        return self._field.field_label

    @property
    def field_group(self) -> tuple[str, str]:
        """The field's model; a size is a number."""
        return self._field.field_group[0], "number"

    def between(self, low: int | Comparable[int], high: int | Comparable[int]) -> Expr:
        """From low to high, both included."""
        has_none = isinstance(low, int) and isinstance(high, int) and low <= 0 <= high
        return self._with_none(super().between(low, high), has_none)

    def is_in(self, options: Iterable[int | Comparable[int]]) -> Expr:
        """Equal to one of these sizes."""
        sizes = tuple(options)
        return self._with_none(
            super().is_in(sizes), any(isinstance(size, int) and size == 0 for size in sizes)
        )

    def _place(self) -> tree.Operand:
        return self._field.field_operand()

    def _literal(self, value: Any) -> tree.Literal:
        if not isinstance(value, int) or isinstance(value, bool):
            raise OperationError(
                f"{self.field_label}: its size is compared with {value!r}. Use an int."
            )
        return super()._literal(value)

    def _compare(self, operator: tree.Comparator, value: Any) -> Expr:
        compared = super()._compare(operator, value)
        return self._with_none(compared, isinstance(value, int) and _holds(0, operator, value))

    def _with_none(self, compared: Expr, has_none: bool) -> Expr:
        # An empty set is stored as no attribute, and DynamoDB's size() never matches that.
        if has_none and self._field.field_shape.kind.tag == "SS":
            return self._field.is_missing() | compared
        return compared


def _holds(left: int, operator: tree.Comparator, right: int) -> bool:
    return {
        "=": left == right,
        "<>": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[operator]


class TextRef(FieldRef[str]):
    """A field with text."""

    def begins_with(self, text: str) -> Expr:
        """Begins with this string."""
        return Expr(tree.Function("begins_with", (self.field_operand(), self._text(text))))

    def contains(self, text: str) -> Expr:
        """Has this string in it."""
        return Expr(tree.Function("contains", (self.field_operand(), self._text(text))))

    def size(self) -> SizeRef:
        """Its length in bytes of UTF-8."""
        return SizeRef(self)


class NumberRef(FieldRef[T]):
    """A field with a number."""

    def add(self, amount: T) -> Change:
        """Add to it atomically; a missing number counts as 0."""
        return self._change("add", self._checked(amount))


class SetRef(FieldRef[set[str]]):
    """A field with a set of strings."""

    def contains(self, member: str) -> Expr:
        """Has this member."""
        return Expr(tree.Function("contains", (self.field_operand(), self._text(member))))

    def size(self) -> SizeRef:
        """How many members it has; a missing set has none."""
        return SizeRef(self)

    def add(self, *members: str) -> Change:
        """Add members atomically."""
        return self._change("add", self._members(members))

    def discard(self, *members: str) -> Change:
        """Take members away atomically."""
        return self._change("discard", self._members(members))

    def _members(self, members: tuple[str, ...]) -> Any:
        if not members:
            raise OperationError(f"{self.field_label}: no member is given. Give at least one.")
        return self.field_shape.check(self._model, list(members))
