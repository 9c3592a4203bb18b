"""Frozen data with named fields: what `dataclass(frozen=True, slots=True)` gives, made in no time.

A dataclass writes and compiles its methods when its module is imported, and imports `inspect`;
schemas have so many that this was half of the time to import a generated module. `dataclasses`
itself (`fields`, `replace`, `asdict`) takes these classes for its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, dataclass_transform

__all__ = ["Frozen", "option"]

MISSING: Any = object()


class _Option:
    """How one field behaves."""

    __slots__ = ("compare", "default", "default_factory", "init", "repr")

    def __init__(
        self,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the word of dataclasses
        compare: bool = True,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare


def option(
    *,
    default: Any = MISSING,
    default_factory: Callable[[], Any] = MISSING,
    init: bool = True,
    repr: bool = True,  # noqa: A002 - the word of dataclasses
    compare: bool = True,
) -> Any:
    """Say more about a field than its default."""
    return _Option(default, default_factory, init, repr, compare)


class _DataclassFields:
    """Stands for `__dataclass_fields__`, made when `dataclasses` asks for it."""

    def __get__(self, instance: object, owner: type[Frozen]) -> dict[str, Any]:
        import dataclasses

        made: list[tuple[str, Any, Any]] = []
        for name, one in owner.__options__.items():
            given = {key: getattr(one, key) for key in one.__slots__}
            given = {key: value for key, value in given.items() if value is not MISSING}
            made.append((name, Any, dataclasses.field(**given)))
        view: Any = dataclasses.make_dataclass(owner.__name__, made)
        fields: dict[str, Any] = view.__dataclass_fields__
        # From now on the class has them itself.
        type.__setattr__(owner, "__dataclass_fields__", fields)
        return fields


@dataclass_transform(frozen_default=True, field_specifiers=(option,))
class _FrozenMeta(type):
    """Makes slots of the annotated names."""

    __options__: dict[str, _Option]
    __compared__: tuple[str, ...]

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        options: dict[str, _Option] = {}
        for base in bases:
            options |= getattr(base, "__options__", {})
        own = [one for one in namespace.get("__annotations__", {}) if not one.startswith("__")]
        for field in own:
            value = namespace.pop(field, MISSING)
            options[field] = value if isinstance(value, _Option) else _Option(value)
        namespace["__slots__"] = tuple(own)
        namespace["__options__"] = options
        names = tuple(field for field, one in options.items() if one.init)
        namespace["__match_args__"] = names
        namespace["__compared__"] = tuple(f for f, one in options.items() if one.compare)
        return super().__new__(mcls, name, bases, namespace)


class Frozen(metaclass=_FrozenMeta):
    """The base of frozen data; `__post_init__` may set fields that are not given."""

    if not TYPE_CHECKING:  # type checkers know them by `dataclass_transform`
        __dataclass_fields__ = _DataclassFields()

        def __init__(self, *args: Any, **given: Any) -> None:
            kind = type(self)
            names = kind.__match_args__
            if args:
                if len(args) > len(names):
                    raise TypeError(f"{kind.__name__}: takes at most {len(names)} values")
                given = {**dict(zip(names, args, strict=False)), **given}
            put = object.__setattr__
            for name, one in kind.__options__.items():
                if name in given:
                    put(self, name, given[name])
                elif one.default is not MISSING:
                    put(self, name, one.default)
                elif one.default_factory is not MISSING:
                    put(self, name, one.default_factory())
                elif one.init:
                    raise TypeError(f"{kind.__name__}: {name!r} is missing")
            if not given.keys() <= kind.__options__.keys():
                unknown = ", ".join(given.keys() - kind.__options__.keys())
                raise TypeError(f"{kind.__name__}: has no field {unknown}")
            self.__post_init__()

    def __post_init__(self) -> None:
        """Set what follows from the other fields."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in type(self).__compared__)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in type(self).__compared__))

    def __repr__(self) -> str:
        shown = (
            f"{name}={getattr(self, name)!r}"
            for name, one in type(self).__options__.items()
            if one.repr
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in type(self).__options__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)
