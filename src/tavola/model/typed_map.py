"""Typed maps: classes for maps whose members the design names, and lists of them.

An instance holds its members as attributes. Members that the design does not know are kept as they
were stored and written back with the others. Reading, checking and writing are compiled per class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast, dataclass_transform

from tavola.design.schema import FieldSchema
from tavola.errors import DesignError, Finding, OperationError
from tavola.model import inline
from tavola.model.annotations import declared_in
from tavola.model.compiled import check_field_names, compile_function
from tavola.model.dataclass_view import DataclassFields, signature_of
from tavola.model.document import Value
from tavola.model.kinds import InvalidValue, Kind, kind_of
from tavola.model.members import find_wrong_member
from tavola.model.shape import FieldShape, FieldsShape, TypedKind, field_shape

if TYPE_CHECKING:
    import inspect

__all__ = [
    "MisfitMember",
    "TypedMap",
    "TypedMapShape",
    "kind_with",
]

RawMap = dict[str, Value]


class MisfitMember(ValueError):
    """A stored member does not fit; the text says which."""


class TypedMapShape(FieldsShape):
    """The members of a typed map, and the functions that are written for its class."""

    def __init__(self, schema: FieldSchema, class_name: str, maps: Iterable[type[Any]]) -> None:
        super().__init__(class_name, schema.members, kind_with(maps), ("_rest",))
        self.map_schema = schema

    def compile_read(self, made: type[Any]) -> Callable[[RawMap], Any]:
        """Write the function from a stored map to an instance."""
        known = frozenset(self.by_attribute)
        names: dict[str, Any] = {"_new": object.__new__, "_made": made, "_known": known}
        lines = ["def read(_stored):", " _self = _new(_made)"]
        for number, field in enumerate(self.fields):
            names |= {
                f"_attribute{number}": field.attribute_name,
                f"_read{number}": partial(_read_member, self.class_name, field),
            }
            lines += _reading(field, number)
        lines.append(
            " _self._rest = None if _stored.keys() <= _known else "
            "{name: value for name, value in _stored.items() if name not in _known}"
        )
        lines.append(" return _self")
        check_field_names(self.class_name, self.by_python_name)
        return compile_function(self.class_name, "read", lines, names)

    @cached_property
    def write(self) -> Callable[[Any], RawMap]:
        """The function from a checked instance to what is stored."""
        names: dict[str, Any] = {}
        lines = ["def write(_self):", " _rest = _self._rest"]
        lines.append(" _stored = {} if _rest is None else dict(_rest)")
        for number, field in enumerate(self.fields):
            names |= {
                f"_attribute{number}": field.attribute_name,
                f"_encode{number}": field.kind.encode,
            }
            stored = inline.encoding(field.kind, "_value", f"_encode{number}")
            has_value = "_value" if field.kind.tag == "SS" else "_value is not None"
            lines.append(f" _value = _self.{field.python_name}")
            lines.append(f" if {has_value}: _stored[_attribute{number}] = {stored}")
        lines.append(" return _stored")
        check_field_names(self.class_name, self.by_python_name)
        return compile_function(self.class_name, "write", lines, {**inline.NAMES, **names})

    def compile_copy(self, made: type[Any]) -> Callable[[Any], Any]:
        """Write the function from an instance to a checked copy of it."""
        names: dict[str, Any] = {"_new": object.__new__, "_made": made}
        lines = ["def copy(_self):", " _copy = _new(_made)"]
        for number, field in enumerate(self.fields):
            names[f"_check{number}"] = partial(field.check, self.class_name)
            usual = inline.fitting(field.schema, "_value")
            if not field.is_required:
                usual = f"_value is None or {usual}" if field.nothing() is None else usual
            lines.append(f" _value = _self.{field.python_name}")
            lines.append(f" if not ({usual}): _value = _check{number}(_value)")
            lines.append(f" _copy.{field.python_name} = _value")
        lines += [" _copy._rest = _self._rest", " return _copy"]
        check_field_names(self.class_name, self.by_python_name)
        return compile_function(self.class_name, "copy", lines, {**inline.NAMES, **names})


def _reading(field: FieldShape, number: int) -> list[str]:
    """The lines that read one member; what is unusual goes to `_read_member`."""
    found = f" _value = _stored.get(_attribute{number})"
    usual = f"_value['{field.kind.tag}']"
    if field.kind.decode is not None or field.schema.values:
        return [found, f" _self.{field.python_name} = _read{number}(_value)"]
    return [
        found,
        f" if _value is not None and '{field.kind.tag}' in _value:"
        f" _self.{field.python_name} = {usual}",
        f" else: _self.{field.python_name} = _read{number}(_value)",
    ]


def _read_member(class_name: str, field: FieldShape, value: Value | None) -> Any:
    if value is None or value.get("NULL"):
        if field.is_required and field.schema.default is None:
            raise MisfitMember(f"{class_name}.{field.python_name} is missing, and is required")
        return field.default() if field.is_required else field.nothing()
    try:
        inner = value[field.kind.tag]
        if field.schema.values:  # one of them, or a ValueError
            return field.schema.values[field.schema.values.index(inner)]
        return field.kind.decode(inner) if field.kind.decode else inner
    except MisfitMember:
        raise
    except (KeyError, ValueError, ArithmeticError, TypeError, AttributeError):
        raise MisfitMember(
            f"{class_name}.{field.python_name} holds {value!r}, which does not fit "
            f"{field.schema.type}, stored as {field.kind.tag}"
        ) from None


@dataclass_transform(kw_only_default=True)
class MapMeta(type):
    """Makes slots of a typed map's members; defaults and checks come from its schema."""

    __shape__: TypedMapShape

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        schema: FieldSchema | None = None,
        maps: tuple[type[Any], ...] = (),
    ) -> Any:
        """Make the class; with a schema, one slot for each member."""
        if schema is None:
            namespace.setdefault("__slots__", ())
            return super().__new__(mcls, name, bases, namespace)
        shape = TypedMapShape(schema, name, maps)
        declared = declared_in(namespace)
        missing = [one for one in shape.by_python_name if one not in declared]
        if missing:
            remedy = f"Annotate {', '.join(missing)} in the class body."
            where = str(namespace.get("__module__"))
            raise DesignError([Finding(where, 0, f"class {name}", "lacks members.", remedy)])
        slots = tuple(shape.by_python_name)
        body = {key: value for key, value in namespace.items() if key not in shape.by_python_name}
        body |= {"__slots__": slots, "__match_args__": slots, "__shape__": shape}
        made: Any = super().__new__(mcls, name, bases, body)
        if "__init__" not in namespace:
            made.__init__ = shape.init
        return made

    def __init__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        schema: FieldSchema | None = None,
        maps: tuple[type[Any], ...] = (),
    ) -> None:
        """Take the keywords; `__new__` has used them."""
        del schema, maps
        super().__init__(name, bases, namespace)

    @property
    def __signature__(cls) -> inspect.Signature | None:
        """How an instance is made."""
        made: Any = cls
        shape: TypedMapShape | None = getattr(made, "__shape__", None)
        return None if shape is None else signature_of(shape, getattr(made, "__annotations__", {}))


class TypedMap(metaclass=MapMeta):
    """The base of typed maps' classes."""

    __slots__ = ("_rest",)
    __shape__: ClassVar[TypedMapShape]

    if not TYPE_CHECKING:  # type checkers know it by `dataclass_transform`
        __dataclass_fields__ = DataclassFields()

    def __init__(self, **values: Any) -> None:
        # Annotated here, because an annotation in the class would be a member to type checkers.
        self._rest: RawMap | None
        """The members that the design does not know, as they were stored."""
        raise TypeError("TypedMap is a base of typed maps. Make one of a map's class.")

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Make one of a mapping, by the members' own names or Python's."""
        known = cls.__shape__.by_name
        named = {
            known[name].python_name if name in known else name: value
            for name, value in values.items()
        }
        made: Any = cls
        return made(**named)  # type: ignore[no-any-return]  # an instance of this class

    def member(self, attribute: str) -> Any:
        """Give a member by its name in the stored map."""
        return getattr(self, self.__shape__.by_attribute[attribute].python_name)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Describe the map to Pydantic, which calls this if it is there."""
        del source, handler
        from tavola.model.pydantic import core_schema_of

        return core_schema_of(cls, _values_of)

    def __repr__(self) -> str:
        given = (f"{name}={value!r}" for name, value in _values_of(self).items())
        return f"{type(self).__name__}({', '.join(given)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            getattr(self, name, None) == getattr(other, name, None)
            for name in self.__shape__.by_python_name
        )

    __hash__ = None  # type: ignore[assignment]  # instances change, so they have no hash


def _values_of(instance: TypedMap) -> dict[str, Any]:
    """Return the members that have a value, by their Python names."""
    names = instance.__shape__.by_python_name
    found = {name: getattr(instance, name, None) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _class_of(schema: FieldSchema, maps: Mapping[str, type[Any]]) -> type[Any]:
    """Give the class of a typed map: the given one, or a new one."""
    found = maps.get(schema.class_name)
    if found is not None:
        return found
    annotations = dict.fromkeys((one.python_name for one in schema.members), Any)
    body: dict[str, Any] = {"__annotations__": annotations}
    made = MapMeta.__new__(
        MapMeta, schema.class_name, (TypedMap,), body, schema, tuple(maps.values())
    )
    return cast("type[Any]", made)


def kind_with(maps: Iterable[type[Any]]) -> Callable[[FieldSchema], Kind]:
    """Give what says how a field is checked, stored and read.

    `maps` are the classes of typed maps; what is not among them is made.
    """
    by_name = {one.__name__: one for one in maps}

    def find(field: FieldSchema) -> Kind:
        return _typed_kind(field, by_name) if field.is_typed else kind_of(field)

    return find


def _typed_kind(field: FieldSchema, maps: Mapping[str, type[Any]]) -> Kind:
    if field.members:
        return _map_kind(_class_of(field, maps))
    if field.element is None:
        raise AssertionError  # nothing else is typed
    element = field_shape(field.element, kind_with(maps.values()))
    return _list_kind(field, element) if field.type == "ListField" else _values_kind(field, element)


def _map_kind(made: Any) -> Kind:
    shape: TypedMapShape = made.__shape__
    copy = shape.compile_copy(made)

    def check(value: Any) -> Any:
        try:
            if isinstance(value, made):
                return copy(value)
            if isinstance(value, Mapping):
                return copy(made.of(cast("Mapping[str, Any]", value)))
        except OperationError as wrong:
            raise InvalidValue(f"holds what does not fit: {wrong}") from None
        except AttributeError as wrong:
            raise InvalidValue(f"has no value for a member: {wrong}") from None
        raise InvalidValue(f"is {value!r}. Use {made.__name__}(…).")

    return TypedKind("M", check, shape.write, shape.compile_read(made), made)


def _list_kind(field: FieldSchema, element: FieldShape) -> Kind:
    check_element = partial(_check_element, element)
    read, attribute = partial(_read_element, element), element.kind.attribute
    wrong = find_wrong_member(field)

    def check(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise InvalidValue(f"is {value!r}. Use a list.")
        elements = cast("Iterable[Any]", value)
        checked = [check_element(one) for one in elements]
        _raise_wrong(wrong, checked)
        return checked

    return TypedKind(
        "L",
        check,
        lambda value: [attribute(one) for one in value],
        lambda inner: [read(one) for one in inner],
        element=element,
    )


def _values_kind(field: FieldSchema, element: FieldShape) -> Kind:
    check_element = partial(_check_element, element)
    read, attribute = partial(_read_element, element), element.kind.attribute
    wrong = find_wrong_member(field)

    def check(value: Any) -> dict[str, Any]:
        entries = cast("Mapping[Any, Any]", value)
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in entries):
            raise InvalidValue(f"is {value!r}. Use a dict with strings as keys.")
        checked = {name: check_element(one) for name, one in entries.items()}
        _raise_wrong(wrong, checked)
        return checked

    return TypedKind(
        "M",
        check,
        lambda value: {name: attribute(one) for name, one in value.items()},
        lambda inner: {name: read(one) for name, one in inner.items()},
        element=element,
    )


def _raise_wrong(wrong: Callable[[Any], str | None] | None, checked: Any) -> None:
    problem = None if wrong is None else wrong(checked)
    if problem is not None:
        raise InvalidValue(problem)


def _check_element(element: FieldShape, value: Any) -> Any:
    if value is None:
        raise InvalidValue("holds None, which no member is.")
    checked = element.kind.check(value)
    problem = None if element.broken_rule is None else element.broken_rule(checked)
    if problem is not None:
        raise InvalidValue(f"holds a member that {problem}")
    return checked


def _read_element(element: FieldShape, value: Value) -> Any:
    inner = value[element.kind.tag]
    return element.kind.decode(inner) if element.kind.decode else inner
