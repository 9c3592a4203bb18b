"""The shapes of attribute values, of maps of them, and of table names in requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

import msgspec
from msgspec import Struct

from tavola.engine.request.messages import as_count
from tavola.engine.request.shapes import (
    BooleanShape,
    ListShape,
    MapShape,
    ParameterShape,
    Predicate,
    StringShape,
    fault,
)
from tavola.errors import MalformedRequest

NAME_PATTERN = "[a-zA-Z0-9_.-]+"
_WRONG_NAMES = (
    "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member "
    "must have length greater than or equal to 3, Member must satisfy regular expression pattern: "
    f"{NAME_PATTERN}]"
)
_is_name = re.compile(NAME_PATTERN).fullmatch
_ARN = re.compile(r"arn:[^:]*:dynamodb:[^:]*:[^:]*:table/([a-zA-Z0-9_.-]{3,255})")


@lru_cache(maxsize=4096)
def _is_table_name(value: str) -> bool:
    return _is_name(value) is not None


def _could_be_table_name(value: Any) -> bool:
    # What is too long is not remembered.
    return type(value) is str and 3 <= len(value) <= 255 and _is_table_name(value)


class TableNameShape(Struct, frozen=True):
    """A table's name, or its ARN, which is read as the name in it."""

    required: bool = True

    def predicate(self) -> Predicate:
        """Make the quick test; the answer per name is remembered."""
        return _could_be_table_name

    def read(self, value: Any, depth: int) -> str:
        """Accept a string; an ARN gives the table's name."""
        text = StringShape().read(value, depth)
        arn = _ARN.fullmatch(text)
        return arn[1] if arn else text

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List broken constraints: pattern, then length."""
        # DynamoDB: an empty name breaks the length only.
        if not value:
            yield fault("", path, "Member must have length greater than or equal to 1")
            return
        yield from StringShape(pattern=NAME_PATTERN, shortest=3, longest=255).faults(value, path)

    def show(self, value: Any) -> str:
        """Print the name."""
        return str(value)


def check_table_names(requests: Mapping[str, Any], show: Callable[[Any], str]) -> None:
    """Refuse a batch whose tables are called what can be neither a name nor an ARN of a table."""
    if not all(map(_is_table_reference, requests)):
        raise as_count([fault(show(requests), "requestItems", _WRONG_NAMES)])


def _is_table_reference(name: str) -> bool:
    return _could_be_table_name(name) or _ARN.fullmatch(name) is not None


class RequestedKeysShape(Struct, frozen=True):
    """What BatchGetItem asks of which tables; DynamoDB prints it as JSON."""

    requests: MapShape
    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test: every table's name and request."""
        fits = self.requests.predicate()
        return lambda value: fits(value) and all(map(_is_table_reference, value))

    def read(self, value: Any, depth: int) -> dict[str, Any]:
        """Accept a map."""
        return self.requests.read(value, depth)

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List wrong names of tables, then the faults of the requests."""
        if not all(map(_is_table_reference, value)):
            yield fault(self.show(value), path, _WRONG_NAMES)
        yield from self.requests.faults(value, path)

    def show(self, value: Any) -> str:
        """Print the JSON."""
        return msgspec.json.encode(value).decode()


class BinaryShape(Struct, frozen=True):
    """Bytes in base 64; whether they decode is left to the value rules."""

    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return lambda value: type(value) is str

    def read(self, value: Any, depth: int) -> str:
        """Accept a string."""
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            raise MalformedRequest("Unrecognized collection type class java.nio.ByteBuffer")
        if isinstance(value, dict):
            raise MalformedRequest("Start of structure or map found where not expected")
        raise MalformedRequest("only base-64-encoded strings are convertible to bytes")

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List nothing."""
        return iter(())

    def show(self, value: Any) -> str:
        """Print as Java prints a buffer, without its content."""
        return "java.nio.HeapByteBuffer"


class AttributeValueShape(Struct, frozen=True):
    """One attribute's value, `{"S": "x"}`; its own rules are checked where it is used."""

    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test: the value rules do the rest."""
        return lambda value: type(value) is dict

    def read(self, value: Any, depth: int) -> dict[str, Any]:
        """Accept a map of types; unknown types and nulls are dropped."""
        if isinstance(value, list):
            raise MalformedRequest(
                "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue"
            )
        if not isinstance(value, dict):
            raise MalformedRequest("Unexpected value type in payload")
        members = cast("dict[str, Any]", value)
        return {
            name: _MEMBERS[name].read(member, depth + 1)
            for name, member in members.items()
            if name in _MEMBERS and member is not None
        }

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List nothing: the value rules speak for themselves."""
        return iter(())

    def show(self, value: Any) -> str:
        """Print the value as a Java object does."""
        shown = (
            f"{name.lower()}={_MEMBERS[name].show(member)}"
            for name, member in value.items()
            if name in _MEMBERS
        )
        return f"AttributeValue({', '.join(shown)})"


class AttributeMapShape(Struct, frozen=True):
    """A map of attribute values: an item, a key or an expression's values."""

    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test: the value rules do the rest."""
        return lambda value: type(value) is dict

    def read(self, value: Any, depth: int) -> dict[str, Any]:
        """Accept a map of attribute values."""
        return _ATTRIBUTES.read(value, depth)

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List nothing: the value rules speak for themselves."""
        return iter(())

    def show(self, value: Any) -> str:
        """Print the pairs in braces."""
        return _ATTRIBUTES.show(value)


_ATTRIBUTES = MapShape(AttributeValueShape(), "com.amazonaws.dynamodb.v20120810.AttributeValue")
_MEMBERS: dict[str, ParameterShape] = {
    "S": StringShape(),
    "N": StringShape(),
    "B": BinaryShape(),
    "BOOL": BooleanShape(),
    "NULL": BooleanShape(),
    "SS": ListShape(StringShape()),
    "NS": ListShape(StringShape()),
    "BS": ListShape(BinaryShape()),
    "L": ListShape(AttributeValueShape()),
    "M": _ATTRIBUTES,
}
