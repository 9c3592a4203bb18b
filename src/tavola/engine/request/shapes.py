"""The shapes that a request's parameters have, and what DynamoDB says when one does not fit.

Every shape offers three things: `predicate` makes a quick test for "nothing is wrong", `read` gives
the value as DynamoDB's parser reads it or refuses its JSON type, `faults` lists the broken
constraints in DynamoDB's words. Only the predicate is on the path of a good request. Knows nothing
of tables or items.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn, Protocol, TypeGuard, cast

from msgspec import Struct

from tavola.errors import MalformedRequest

Predicate = Callable[[Any], bool]

_PACKAGE = "com.amazonaws.dynamodb.v20120810."
_MAX_READ_DEPTH = 64
"""Deeper values are left to the value rules, which refuse more than 32 levels."""


class ParameterShape(Protocol):
    """What a parameter may be."""

    @property
    def required(self) -> bool:
        """Whether the owning structure must have it."""
        ...

    def predicate(self) -> Predicate:
        """Make the quick test that a value fits and needs no reading."""
        ...

    def read(self, value: Any, depth: int) -> Any:
        """Return the value as DynamoDB's parser reads it, or refuse its JSON type."""
        ...

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List the constraints that a read value breaks."""
        ...

    def show(self, value: Any) -> str:
        """Print a read value as DynamoDB's messages do."""
        ...


Fields = Mapping[str, ParameterShape]
"""What may stand in a request or a structure, in the order in which faults are reported."""


def fault(shown: str, path: str, constraint: str) -> str:
    """Word one broken constraint."""
    return f"Value '{shown}' at '{path}' failed to satisfy constraint: {constraint}"


def absent(path: str) -> str:
    """Word a missing required parameter."""
    return f"Value null at '{path}' failed to satisfy constraint: Member must not be null"


def _refuse_scalar(value: Any, java: str) -> NoReturn:
    """Refuse a JSON value that stands where a scalar of the class `java` should."""
    if isinstance(value, bool):
        found = "TRUE_VALUE" if value else "FALSE_VALUE"
    elif isinstance(value, int):
        found = "NUMBER_VALUE"
    elif isinstance(value, float):
        found = "DECIMAL_VALUE"
    elif isinstance(value, str):
        found = "STRING_VALUE"
    elif isinstance(value, list):
        raise MalformedRequest(f"Unrecognized collection type class java.lang.{java}")
    else:
        raise MalformedRequest("Start of structure or map found where not expected")
    raise MalformedRequest(f"{found} cannot be converted to {java}")


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _length_faults(
    length: int, shown: str, path: str, shortest: int | None, longest: int | None
) -> Iterator[str]:
    if shortest is not None and length < shortest:
        yield fault(shown, path, f"Member must have length greater than or equal to {shortest}")
    if longest is not None and length > longest:
        yield fault(shown, path, f"Member must have length less than or equal to {longest}")


class StringShape(Struct, frozen=True):
    """A string, perhaps one of a set, of a length, or after a pattern."""

    required: bool = False
    values: tuple[str, ...] = ()
    shortest: int | None = None
    longest: int | None = None
    pattern: str | None = None

    def predicate(self) -> Predicate:
        """Make the quick test; a plain string needs only the right type."""
        if self.values:
            values = frozenset(self.values)
            return lambda value: type(value) is str and value in values
        if self.pattern is None and self.shortest is None and self.longest is None:
            return lambda value: type(value) is str
        return lambda value: type(value) is str and next(self.faults(value, ""), None) is None

    def read(self, value: Any, depth: int) -> str:
        """Accept a string only."""
        return value if isinstance(value, str) else _refuse_scalar(value, "String")

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List broken constraints: value set, pattern, length."""
        if self.values and value not in self.values:
            allowed = ", ".join(self.values)
            yield fault(value, path, f"Member must satisfy enum value set: [{allowed}]")
        if self.pattern is not None and not re.fullmatch(self.pattern, value):
            yield fault(
                value, path, f"Member must satisfy regular expression pattern: {self.pattern}"
            )
        yield from _length_faults(len(value), value, path, self.shortest, self.longest)

    def show(self, value: Any) -> str:
        """Print the string itself."""
        return str(value)


class IntegerShape(Struct, frozen=True):
    """An integer; `java` is its class in DynamoDB's messages."""

    java: str = "Integer"
    required: bool = False
    least: int | None = None
    most: int | None = None

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return lambda value: type(value) is int and next(self.faults(value, ""), None) is None

    def read(self, value: Any, depth: int) -> int:
        """Accept a number; DynamoDB cuts fractions off."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            _refuse_scalar(value, self.java)
        try:
            return int(value)
        except (OverflowError, ValueError):
            _refuse_scalar(value, self.java)

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List broken bounds."""
        if self.least is not None and value < self.least:
            wanted = f"Member must have value greater than or equal to {self.least}"
            yield fault(self.show(value), path, wanted)
        if self.most is not None and value > self.most:
            wanted = f"Member must have value less than or equal to {self.most}"
            yield fault(self.show(value), path, wanted)

    def show(self, value: Any) -> str:
        """Print the number."""
        return str(value)


class BooleanShape(Struct, frozen=True):
    """A boolean."""

    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return lambda value: value is True or value is False

    def read(self, value: Any, depth: int) -> bool:
        """Accept a boolean, or a word that DynamoDB takes for one."""
        if isinstance(value, bool):
            return value
        if not isinstance(value, str):
            _refuse_scalar(value, "Boolean")
        # DynamoDB: "true", "1", "yes" and their opposites are read as booleans in any case.
        word = value.lower()
        if word not in ("true", "1", "yes", "false", "0", "no"):
            raise MalformedRequest("Unexpected token received from parser")
        return word in ("true", "1", "yes")

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List nothing: a boolean has no constraints."""
        return iter(())

    def show(self, value: Any) -> str:
        """Print true or false."""
        return "true" if value else "false"


def _member_faults(member: ParameterShape, value: Any, path: str) -> Iterator[str]:
    """List the faults of one member of a list or map; a null is one."""
    return iter((absent(path),)) if value is None else member.faults(value, path)


def _shown(member: ParameterShape, value: Any) -> str:
    return "null" if value is None else member.show(value)


class ListShape(Struct, frozen=True):
    """A list whose members have one shape."""

    member: ParameterShape
    required: bool = False
    shortest: int | None = None
    longest: int | None = None

    def predicate(self) -> Predicate:
        """Make the quick test: the length and every member."""
        fits = self.member.predicate()
        shortest = self.shortest or 0
        longest = self.longest

        def check(value: Any) -> bool:
            if value.__class__ is not list:
                return False
            members: list[Any] = value
            if len(members) < shortest or (longest is not None and len(members) > longest):
                return False
            return all(map(fits, members))

        return check

    def read(self, value: Any, depth: int) -> list[Any]:
        """Accept a list."""
        if isinstance(value, dict):
            raise MalformedRequest("Start of structure or map found where not expected")
        if not _is_list(value):
            raise MalformedRequest("Unexpected field type")
        if depth > _MAX_READ_DEPTH:
            return value
        return [None if each is None else self.member.read(each, depth + 1) for each in value]

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List broken lengths, then the members' faults."""
        yield from _length_faults(len(value), self.show(value), path, self.shortest, self.longest)
        for position, each in enumerate(value, 1):
            yield from _member_faults(self.member, each, f"{path}.{position}.member")

    def show(self, value: Any) -> str:
        """Print the members in brackets."""
        return "[" + ", ".join(_shown(self.member, each) for each in value) + "]"


class MapShape(Struct, frozen=True):
    """A map from names to values of one shape; `java` is their class in DynamoDB's messages."""

    member: ParameterShape
    java: str
    required: bool = False
    longest_member: int | None = None

    def predicate(self) -> Predicate:
        """Make the quick test: every value."""
        fits = self.member.predicate()
        longest = self.longest_member

        def check(value: Any) -> bool:
            if value.__class__ is not dict:
                return False
            members: dict[str, Any] = value
            if not all(map(fits, members.values())):
                return False
            return longest is None or all(0 < len(each) <= longest for each in members.values())

        return check

    def read(self, value: Any, depth: int) -> dict[str, Any]:
        """Accept a map."""
        if isinstance(value, list):
            raise MalformedRequest(
                f"Unrecognized collection type java.util.Map<java.lang.String, {self.java}>"
            )
        if not isinstance(value, dict):
            raise MalformedRequest("Unexpected field type")
        members = cast("dict[str, Any]", value)
        if depth > _MAX_READ_DEPTH:
            return members
        return {
            name: None if each is None else self.member.read(each, depth + 1)
            for name, each in members.items()
        }

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List values that are empty or too long, then the values' own faults."""
        longest = self.longest_member
        if longest is not None and any(
            each is not None and not 0 < len(each) <= longest for each in value.values()
        ):
            yield fault(
                self.show(value),
                path,
                "Map value must satisfy constraint: [Member must have length less than or equal to "
                f"{longest}, Member must have length greater than or equal to 1]",
            )
        for name, each in value.items():
            yield from _member_faults(self.member, each, f"{path}.{name}.member")

    def show(self, value: Any) -> str:
        """Print the pairs in braces."""
        pairs = (f"{name}={_shown(self.member, each)}" for name, each in value.items())
        return "{" + ", ".join(pairs) + "}"


class StructureShape(Struct, frozen=True):
    """A fixed set of parameters, in the order in which their faults are reported."""

    name: str
    fields: Fields
    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test; unknown members are ignored, a null needs reading."""
        tests = {name: shape.predicate() for name, shape in self.fields.items()}
        required = tuple(name for name, shape in self.fields.items() if shape.required)

        def check(value: Any) -> bool:
            if value.__class__ is not dict:
                return False
            members: dict[str, Any] = value
            for name, member in members.items():
                test = tests.get(name)
                if test is not None and not test(member):
                    return False
            for name in required:  # noqa: SIM110 - `all` costs three times as much here
                if name not in members:
                    return False
            return True

        return check

    def read(self, value: Any, depth: int) -> dict[str, Any]:
        """Accept a map; unknown and null members are dropped."""
        if isinstance(value, list):
            raise MalformedRequest(f"Unrecognized collection type class {_PACKAGE}{self.name}")
        if not isinstance(value, dict):
            raise MalformedRequest(
                "Unexpected field type" if depth < 2 else "Unexpected value type in payload"
            )
        members = cast("dict[str, Any]", value)
        return {
            name: self.fields[name].read(member, depth + 1)
            for name, member in members.items()
            if name in self.fields and member is not None
        }

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List what is missing or broken, parameter by parameter."""
        for name, shape in self.fields.items():
            where = f"{path}.{_message_name(name)}" if path else _message_name(name)
            if name in value:
                yield from shape.faults(value[name], where)
            elif shape.required:
                yield absent(where)

    def show(self, value: Any) -> str:
        """Print the members as a Java object does."""
        shown = (
            f"{_message_name(name)}={shape.show(value[name]) if name in value else 'null'}"
            for name, shape in self.fields.items()
        )
        return f"{self.name}({', '.join(shown)})"


def _message_name(name: str) -> str:
    """Write a parameter's name as messages do."""
    return name[0].lower() + name[1:]
