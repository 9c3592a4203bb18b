"""Lists and maps in conditions and changes, and a model's fields by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tavola.errors import OperationError
from tavola.expressions import tree
from tavola.model.comparisons import Comparable, Expr
from tavola.model.document import encode_document
from tavola.model.field_expressions import (
    Change,
    FieldPath,
    FieldRef,
    NumberRef,
    Path,
    SetRef,
    SizeRef,
    TextRef,
)
from tavola.model.shape import FieldShape, Shape, element_of, typed_class

__all__ = ["DocumentRef", "Fields", "ListRef", "MapRef", "TypedListRef", "TypedMapRef"]

T = TypeVar("T")
R = TypeVar("R")


def check_index(label: str, index: Any) -> None:
    """Refuse a place in a list that DynamoDB cannot name."""
    if not isinstance(index, int) or isinstance(index, bool) or index < 0:
        raise OperationError(f"{label} has no place {index!r}. Count from 0, from its beginning.")


class DocumentRef(Comparable[Any]):
    """A place inside a list or a map of which the design says nothing."""

    def __init__(self, field: FieldRef[Any], path: Path) -> None:
        self._field = field
        self._path = path

    def field_operand(self) -> tree.Path:
        """The document path."""
        outer = self._field.field_path
        return tree.Path((outer.field.attribute_name, *outer.path, *self._path))

    @property
    def field_label(self) -> str:
        """The field, and the way into it."""
        return self._field.field_label + "".join(f"[{part!r}]" for part in self._path)

    @property
    def field_group(self) -> tuple[str, str]:
        """The field's model; what stands here is not known."""
        return self._field.field_group[0], ""

    def __getitem__(self, part: str | int) -> DocumentRef:
        if not isinstance(part, str):
            check_index(self.field_label, part)
        return DocumentRef(self._field, (*self._path, part))

    def set(self, value: Any) -> Change:
        """Give this place a value."""
        encode_document(value)
        return self._change("set", value)

    def add(self, amount: Any) -> Change:
        """Add to the number here atomically."""
        encode_document(amount)
        return self._change("add", amount)

    def remove(self) -> Change:
        """Take the value here away."""
        return self._change("remove")

    def _change(self, verb: Any, value: Any = None) -> Change:
        outer = self._field.field_path
        return Change(outer.field, verb, value, (*outer.path, *self._path))


class ListRef(FieldRef[list[Any]]):
    """A field with a list."""

    def __getitem__(self, index: int) -> DocumentRef:
        check_index(self.field_label, index)
        return DocumentRef(self, (index,))

    def contains(self, value: Any) -> Expr:
        """Has this element."""
        literal = tree.Literal(encode_document(value))
        return Expr(tree.Function("contains", (self.field_operand(), literal)))

    def size(self) -> SizeRef:
        """How many elements it has."""
        return SizeRef(self)

    def append(self, *values: Any) -> Change:
        """Add elements at the end; a missing list counts as empty."""
        return self._change("append", self._checked(list(values)))


class MapRef(FieldRef[dict[str, Any]]):
    """A field with a map."""

    def __getitem__(self, name: str) -> DocumentRef:
        return DocumentRef(self, (name,))

    def size(self) -> SizeRef:
        """How many entries it has."""
        return SizeRef(self)


class TypedMapRef(FieldRef[T]):
    """A field with a typed map; its members are attributes: `Score.fields.address.city`."""

    def __getitem__(self, name: str) -> DocumentRef:
        return DocumentRef(self, (name,))

    if not TYPE_CHECKING:  # for type checkers an unknown name is an error

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            shape = typed_class(self.field_shape).__shape__
            member = shape.by_python_name.get(name)
            if member is None:
                raise AttributeError(*shape.find_unknown({name: None}))
            outer = self.field_path
            path = (*outer.path, member.attribute_name)
            place = FieldPath(outer.field, path, member)
            ref = _ref_class(member)(self.field_label, member, place, self._root)
            self.__dict__[name] = ref
            return ref


class TypedListRef(FieldRef[list[T]], Generic[T, R]):
    """A field with a list of typed maps: `Score.fields.lines[0].sku`."""

    def __getitem__(self, index: int) -> R:
        check_index(self.field_label, index)
        element = element_of(self.field_shape)
        outer = self.field_path
        place = FieldPath(outer.field, (*outer.path, index), element)
        label = f"{self.field_label}[{index}]"
        ref: Any = TypedMapRef(self._model, element, place, self._root, label)  # type: ignore[arg-type]  # a typed list has one
        return ref  # type: ignore[no-any-return]  # of the class that the generated module names

    def contains(self, value: T) -> Expr:
        """Has this element."""
        (checked,) = self._checked([value])
        element: Any = element_of(self.field_shape)
        literal = tree.Literal(element.kind.attribute(checked))
        return Expr(tree.Function("contains", (self.field_operand(), literal)))

    def size(self) -> SizeRef:
        """How many elements it has."""
        return SizeRef(self)

    def append(self, *values: T) -> Change:
        """Add elements at the end; a missing list counts as empty."""
        return self._change("append", self._checked(list(values)))


def _ref_class(field: FieldShape) -> Any:
    """The class of what stands for a field in conditions and changes."""
    if field.schema.is_numbered:
        return FieldRef
    if typed_class(field) is not None:
        return TypedMapRef
    element = element_of(field)
    if field.schema.type == "ListField" and element is not None and typed_class(element):
        return TypedListRef
    return _REFS.get(field.schema.type, FieldRef)


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

    def __dir__(self) -> list[str]:
        return list(self._shape.by_python_name)

    if not TYPE_CHECKING:  # for type checkers an unknown name is an error

        def __getattr__(self, name: str) -> Any:
            field = self._shape.by_python_name.get(name)
            if field is None:
                raise AttributeError(*self._shape.find_unknown({name: None}))
            ref = _ref_class(field)(self._shape.schema.name, field)
            self.__dict__[name] = ref
            return ref
