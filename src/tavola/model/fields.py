"""Conditions and changes on fields: `User.fields.plan == "pro"`, `User.fields.post_count.add(1)`.

They are trees of `expressions`, made of checked values; nothing is rendered here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from msgspec import Struct

from tavola.errors import OperationError
from tavola.expressions import tree
from tavola.model.document import encode_document
from tavola.model.kinds import Unfit, check_text
from tavola.model.shape import FieldShape, Shape

T = TypeVar("T")

Verb = Literal["set", "set_default", "remove", "add", "discard", "append"]


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


class Change(Struct, frozen=True):
    """One change of a field; `value` is checked, `path` leads into a document."""

    field: FieldShape
    verb: Verb
    value: Any = None
    path: tuple[str | int, ...] = ()


class _Comparable(Generic[T]):
    """Comparisons of something with a value."""

    def operand(self) -> tree.Operand:
        """What is compared; every subclass says it."""
        raise AssertionError

    def _literal(self, value: Any) -> tree.Literal:
        return tree.Literal(encode_document(value))

    def _compare(self, operator: tree.Comparator, value: Any) -> Expr:
        return Expr(tree.Comparison(operator, self.operand(), self._literal(value)))

    def __eq__(self, value: T | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        return self._compare("=", value)

    def __ne__(self, value: T | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        return self._compare("<>", value)

    __hash__ = None  # type: ignore[assignment]  # `==` makes a condition

    def __lt__(self, value: T) -> Expr:
        return self._compare("<", value)

    def __le__(self, value: T) -> Expr:
        return self._compare("<=", value)

    def __gt__(self, value: T) -> Expr:
        return self._compare(">", value)

    def __ge__(self, value: T) -> Expr:
        return self._compare(">=", value)

    def between(self, low: T, high: T) -> Expr:
        """From low to high, both included; nothing is between bounds the wrong way round."""
        lower, upper = self._literal(low), self._literal(high)
        if _is_above(lower.value, upper.value):
            # DynamoDB: refuses such bounds. Developer guide, Expressions.OperatorsAndFunctions.
            return self.exists() & self.is_missing()
        return Expr(tree.Between(self.operand(), lower, upper))

    def exists(self) -> Expr:
        """There is a value here."""
        return Expr(tree.Function("attribute_exists", (self._place(),)))

    def is_missing(self) -> Expr:
        """There is no value here."""
        return Expr(tree.Function("attribute_not_exists", (self._place(),)))

    def _place(self) -> tree.Operand:
        """The attribute, or the place in it, that has a value or has none."""
        return self.operand()

    def is_in(self, options: Iterable[T]) -> Expr:
        """Equal to one of these values."""
        literals = tuple(self._literal(value) for value in options)
        if not literals:
            raise OperationError("is_in: no value is given. Give at least one.")
        return Expr(tree.In(self.operand(), literals))


def _is_above(low: Mapping[str, Any], high: Mapping[str, Any]) -> bool:
    match low, high:
        case {"N": str(first)}, {"N": str(second)}:
            return Decimal(first) > Decimal(second)
        case {"S": str(first)}, {"S": str(second)}:
            return first > second
        case _:
            return False


class FieldRef(_Comparable[T]):
    """A field of a model, to make conditions and changes of."""

    def __init__(self, model: str, shape: FieldShape) -> None:
        self._model = model
        self.shape = shape

    def operand(self) -> tree.Path:
        """The field's attribute."""
        return tree.Path((self.shape.attribute_name,))

    @property
    def name(self) -> str:
        """The field's model and name, for messages."""
        return f"{self._model}.{self.shape.python_name}"

    def _text(self, text: Any) -> tree.Literal:
        """A text to look for, which need not be a value that the field takes."""
        try:
            return tree.Literal({"S": check_text(None, text)})
        except Unfit as why:
            raise OperationError(f"{self.name}: {why}") from None

    def _checked(self, value: Any) -> Any:
        if value is None:
            raise OperationError(
                f"{self.name}: cannot be compared with None this way. "
                "Use == None, exists() or is_missing()."
            )
        return self.shape.check_type(self._model, value)

    def _literal(self, value: Any) -> tree.Literal:
        return tree.Literal(self.shape.kind.attribute(self._checked(value)))

    def __eq__(self, value: T | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        if value is None or (self.shape.kind.tag == "SS" and not value):
            return self.is_missing()
        return self._compare("=", value)

    def __ne__(self, value: T | None) -> Expr:  # type: ignore[override]  # a condition, not a bool
        if value is None or (self.shape.kind.tag == "SS" and not value):
            return self.exists()
        return self._compare("<>", value)

    __hash__ = None

    def set(self, value: T | None) -> Change:
        """Give it this value; None removes it."""
        checked = self.shape.check(self._model, value)
        if self.shape.attribute(checked) is None:
            return Change(self.shape, "remove")
        return Change(self.shape, "set", checked)

    def set_default(self, value: T) -> Change:
        """Give it this value where it has none."""
        self._checked(value)
        return Change(self.shape, "set_default", self.shape.check(self._model, value))

    def remove(self) -> Change:
        """Take its value away."""
        return self.set(None)


class SizeRef(_Comparable[int]):
    """The size of a field: characters, bytes, or members."""

    def __init__(self, field: FieldRef[Any]) -> None:
        self._field = field

    def operand(self) -> tree.Operand:
        """The size function of the field."""
        return tree.Function("size", (self._field.operand(),))

    def between(self, low: int, high: int) -> Expr:
        """From low to high, both included."""
        return self._with_none(super().between(low, high), low <= 0 <= high)

    def is_in(self, options: Iterable[int]) -> Expr:
        """Equal to one of these sizes."""
        sizes = tuple(options)
        return self._with_none(super().is_in(sizes), 0 in sizes)

    def _place(self) -> tree.Operand:
        return self._field.operand()

    def _literal(self, value: Any) -> tree.Literal:
        if not isinstance(value, int) or isinstance(value, bool):
            raise OperationError(
                f"{self._field.name}: its size is compared with {value!r}. Use an int."
            )
        return super()._literal(value)

    def _compare(self, operator: tree.Comparator, value: Any) -> Expr:
        compared = super()._compare(operator, value)
        return self._with_none(compared, _holds(0, operator, value))

    def _with_none(self, compared: Expr, has_none: bool) -> Expr:
        # An empty set is stored as no attribute, and DynamoDB's size() never matches that.
        if has_none and self._field.shape.kind.tag == "SS":
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
        """Begins with this text."""
        return Expr(tree.Function("begins_with", (self.operand(), self._text(text))))

    def contains(self, text: str) -> Expr:
        """Has this text in it."""
        return Expr(tree.Function("contains", (self.operand(), self._text(text))))

    def size(self) -> SizeRef:
        """Its length in bytes of UTF-8."""
        return SizeRef(self)


class NumberRef(FieldRef[T]):
    """A field with a number."""

    def add(self, amount: T) -> Change:
        """Add to it atomically; a missing number counts as 0."""
        return Change(self.shape, "add", self._checked(amount))


class SetRef(FieldRef[set[str]]):
    """A field with a set of texts."""

    def contains(self, member: str) -> Expr:
        """Has this member."""
        return Expr(tree.Function("contains", (self.operand(), self._text(member))))

    def size(self) -> SizeRef:
        """How many members it has; a missing set has none."""
        return SizeRef(self)

    def add(self, *members: str) -> Change:
        """Add members atomically."""
        return Change(self.shape, "add", self._members(members))

    def discard(self, *members: str) -> Change:
        """Take members away atomically."""
        return Change(self.shape, "discard", self._members(members))

    def _members(self, members: tuple[str, ...]) -> Any:
        if not members:
            raise OperationError(f"{self.name}: no member is given. Give at least one.")
        return self.shape.check(self._model, list(members))


class DocumentRef(_Comparable[Any]):
    """A place inside a list or a map."""

    def __init__(self, field: FieldRef[Any], path: tuple[str | int, ...]) -> None:
        self._field = field
        self._path = path

    def operand(self) -> tree.Path:
        """The document path."""
        return tree.Path((self._field.shape.attribute_name, *self._path))

    def __getitem__(self, part: str | int) -> DocumentRef:
        return DocumentRef(self._field, (*self._path, part))

    def set(self, value: Any) -> Change:
        """Give this place a value."""
        encode_document(value)
        return Change(self._field.shape, "set", value, self._path)

    def add(self, amount: Any) -> Change:
        """Add to the number here atomically."""
        encode_document(amount)
        return Change(self._field.shape, "add", amount, self._path)

    def remove(self) -> Change:
        """Take the value here away."""
        return Change(self._field.shape, "remove", None, self._path)


class ListRef(FieldRef[list[Any]]):
    """A field with a list."""

    def __getitem__(self, index: int) -> DocumentRef:
        return DocumentRef(self, (index,))

    def contains(self, value: Any) -> Expr:
        """Has this element."""
        literal = tree.Literal(encode_document(value))
        return Expr(tree.Function("contains", (self.operand(), literal)))

    def size(self) -> SizeRef:
        """How many elements it has."""
        return SizeRef(self)

    def append(self, *values: Any) -> Change:
        """Add elements at the end; a missing list counts as empty."""
        return Change(self.shape, "append", self._checked(list(values)))


class MapRef(FieldRef[dict[str, Any]]):
    """A field with a map."""

    def __getitem__(self, name: str) -> DocumentRef:
        return DocumentRef(self, (name,))

    def size(self) -> SizeRef:
        """How many entries it has."""
        return SizeRef(self)


_REFS: dict[str, type[FieldRef[Any]]] = {
    "StringField": TextRef,
    "EnumField": TextRef,
    "UlidField": TextRef,
    "VersionField": TextRef,
    "RelatedField": TextRef,
    "IntegerField": NumberRef,
    "CounterField": NumberRef,
    "FloatField": NumberRef,
    "DecimalField": NumberRef,
    "StringSetField": SetRef,
    "ListField": ListRef,
    "MapField": MapRef,
}


class Fields:
    """A model's fields by their Python names: `User.fields.plan`."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape

    if not TYPE_CHECKING:  # for type checkers an unknown name is an error

        def __getattr__(self, name: str) -> Any:
            field = self._shape.by_python_name.get(name)
            if field is None:
                raise AttributeError(*self._shape.find_unknown({name: None}))
            kind = FieldRef if field.schema.is_numbered else _REFS.get(field.schema.type, FieldRef)
            ref = kind(self._shape.schema.name, field)
            self.__dict__[name] = ref
            return ref
