"""Models: slotted, typed classes whose instances are checked when they are made.

A model describes; it knows neither tables nor stores.
"""

from __future__ import annotations

from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from tavola.design.schema import ModelSchema
from tavola.errors import DesignError, Finding
from tavola.model.annotations import annotations_of, declared_in
from tavola.model.dataclass_view import DataclassFields, signature_of
from tavola.model.refs import Fields
from tavola.model.shape import Shape
from tavola.model.typed_map import kind_with

if TYPE_CHECKING:
    import inspect


def auto() -> Any:
    """Stand for the value of a field that the table sets: an id, a date, a version."""


def member(*, default: Any = None) -> Any:
    """Stand for the value of a field whose default is made again for every instance."""
    del default


# `auto` and `member` are ordinary defaults to a type checker: a field that has one may be left out.
@dataclass_transform(kw_only_default=True)
class ModelMeta(type):
    """Makes slots of a model's fields; defaults and checks come from its schema."""

    __shape__: Shape

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        schema: ModelSchema | None = None,
        maps: tuple[type[Any], ...] = (),
    ) -> Any:
        """Make the class; with a schema, one slot for each of its fields.

        `maps` are the classes of its typed maps.
        """
        if schema is None:
            namespace.setdefault("__slots__", ())
            return super().__new__(mcls, name, bases, namespace)
        hidden = (slot for base in bases for slot in getattr(base, "__hidden__", ()))
        shape = Shape(schema, kind_with(maps), dict.fromkeys(hidden))
        _check_annotations(name, namespace, shape)
        if schema.mixin:
            _check_mixin(name, schema.mixin, bases[0], shape)
        slots = tuple(shape.by_python_name)
        body = {key: value for key, value in namespace.items() if key not in shape.by_python_name}
        body |= {"__slots__": slots, "__match_args__": slots, "__shape__": shape}
        body["fields"] = Fields(shape)
        made: Any = super().__new__(mcls, name, bases, body)
        if made.__init__ in (Model.__init__, *(_taken_init(base) for base in bases)):
            # Its own from the start: the first instance must not change what classes below find.
            made.__init__ = Model.__init__
        return made

    def __init__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        schema: ModelSchema | None = None,
        maps: tuple[type[Any], ...] = (),
    ) -> None:
        """Take the keywords; `__new__` has used them."""
        del schema, maps
        super().__init__(name, bases, namespace)

    if not TYPE_CHECKING:  # type checkers would allow any name

        def __setattr__(cls, name: str, value: Any) -> None:
            """Set an attribute, which may change how instances are made."""
            super().__setattr__(name, value)
            _revise(cls)

        def __delattr__(cls, name: str) -> None:
            """Delete an attribute, which may change how instances are made."""
            super().__delattr__(name)
            _revise(cls)

    @property
    def __signature__(cls) -> inspect.Signature | None:
        """How an instance is made; None where a class has an `__init__` of its own."""
        model: Any = cls
        owner = owner_of(model)
        if owner is None or model.__init__ not in (Model.__init__, _taken_init(model)):
            return None
        return signature_of(owner.__shape__, annotations_of(owner))


class Model(metaclass=ModelMeta):
    """The base of all models."""

    __slots__ = ("_loaded",)
    __hidden__: ClassVar[tuple[str, ...]] = ("_loaded",)
    """Slots that are not fields, and None in a new instance."""
    __shape__: ClassVar[Shape]
    fields: ClassVar[Any]
    """The model's fields, for building conditions and changes."""

    if not TYPE_CHECKING:  # type checkers know it by `dataclass_transform`
        __dataclass_fields__ = DataclassFields()

    def __init__(self, *unnamed: Any, **values: Any) -> None:
        # Annotated here, because an annotation in the class would be a field to type checkers.
        self._loaded: Any
        """The stored item as it was read, or None for an instance made by hand."""
        _take_init(type(self))
        self.__shape__.init(self, *unnamed, **values)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Describe the model to Pydantic, which calls this if it is there."""
        del source, handler
        from tavola.model.pydantic import core_schema_of

        return core_schema_of(cls, values_of)

    def __repr__(self) -> str:
        given = (
            f"{field.python_name}={getattr(self, field.python_name)!r}"
            for field in self.__shape__.fields
            if getattr(self, field.python_name, None) is not None
        )
        return f"{type(self).__name__}({', '.join(given)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return values_of(self) == values_of(other)

    __hash__ = None  # type: ignore[assignment]  # instances change, so they have no hash

    if not TYPE_CHECKING:  # for type checkers an unknown name is an error

        def __getattr__(self, name: str) -> Any:
            """Explain why a field has no value: the table sets it, or it was not read."""
            if name in type(self).__shape__.by_python_name:
                why = "is set when the instance is created in a table"
                if self._loaded is not None:
                    why = "was not read: lists leave heavy fields out, and only= others. Use get."
                raise AttributeError(f"{type(self).__name__}.{name} {why}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def owner_of(model: type[Any]) -> Any:
    """The class that has the fields: a model's own, or the one that it stands on; None for none."""
    return next((base for base in model.__mro__ if "__shape__" in vars(base)), None)


def _take_init(model: type[Any]) -> None:
    """Give a model's class the `__init__` that is written for it, unless it has another."""
    owner = owner_of(model)
    if owner is None:
        name = model.__name__
        raise TypeError(f"{name} is a base of models, without fields. Make one of a model.")
    if owner.__dict__.get("__init__") is Model.__init__:
        type.__setattr__(owner, "__init__", owner.__shape__.init)


def _revise(model: type[Any]) -> None:
    """Say that a class, and all below it, may make their instances in another way now."""
    shape: Shape | None = getattr(model, "__shape__", None)
    if shape is not None:
        shape.revision = object()
    for below in model.__subclasses__():
        _revise(below)


def is_made_plainly(model: type[Any]) -> bool:
    """Whether nothing of a class but the `__init__` that was written for it makes its instances.

    Whoever builds on it asks again when the shape has another `revision`. A mixin is not a model:
    its changes go unnoticed, so it has to be complete before the first instance.
    """
    _take_init(model)
    made: Any = model
    names = made.__shape__.by_python_name
    return (
        made.__init__ is made.__shape__.init
        and type(made).__call__ is type.__call__
        and made.__new__ is object.__new__
        and made.__setattr__ is object.__setattr__
        and made.__getattribute__ is object.__getattribute__
        and all(isinstance(getattr(made, name), MemberDescriptorType) for name in names)
    )


def _taken_init(model: type[Any]) -> Any:
    """The `__init__` that was written for a model's class; None as long as it has no instance."""
    shape: Shape | None = getattr(model, "__shape__", None)
    return None if shape is None else vars(shape).get("init")


def values_of(instance: Model) -> dict[str, Any]:
    """Return the fields that have a value, by their Python names."""
    values: dict[str, Any] = {}
    for name in instance.__shape__.by_python_name:
        value = getattr(instance, name, _ABSENT)
        if value is not _ABSENT:
            values[name] = value
    return values


_ABSENT = object()


def _check_mixin(name: str, mixin: str, base: type, shape: Shape) -> None:
    """Refuse a class of methods that would give instances more than their fields."""
    problem = remedy = ""
    if "__dict__" in vars(base):
        problem = "has no __slots__, so that every instance would grow by a dictionary."
        remedy = "Write __slots__ = () in it."
    taken = [one for one in shape.by_python_name if hasattr(base, one)]
    if taken:
        problem = f"has {taken[0]!r}, which is a field of {name}."
        remedy = "Rename the method."
    if problem:
        raise DesignError([Finding(mixin, 0, f"class {name}", f"its mixin {problem}", remedy)])


def _check_annotations(name: str, namespace: dict[str, Any], shape: Shape) -> None:
    declared = declared_in(namespace)
    missing = [field for field in shape.by_python_name if field not in declared]
    if missing:
        remedy = f"Annotate {', '.join(missing)} in the class body."
        problem = f"lacks fields of model {shape.schema.name!r}."
        raise DesignError(
            [Finding(str(namespace.get("__module__")), 0, f"class {name}", problem, remedy)]
        )
