"""Plain Python inside lists and maps, to and from DynamoDB JSON."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from decimal import Decimal
from math import isfinite
from typing import Any, cast

from tavola.errors import OperationError

Value = dict[str, Any]


def encode_document(value: object) -> Value:
    """Write plain Python as an attribute value."""
    encode = _ENCODERS.get(value.__class__)
    if encode is None:
        raise OperationError(
            f"{value!r} cannot be stored. "
            "Use str, int, float, Decimal, bool, None, bytes, list, dict or a set of one kind."
        )
    return encode(value)


def decode_document(value: Mapping[str, Any]) -> Any:
    """Read an attribute value as plain Python; whole numbers become int, others Decimal."""
    ((tag, inner),) = value.items()
    return _DECODERS[tag](inner)


def _check_text(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise OperationError(f"{value!r} has lone surrogates. Use text without them.") from None
    return value


# DynamoDB: magnitudes from 1E-130 to 9.9…E+125. Developer guide, HowItWorks.NamingRulesDataTypes.
_MIN_EXPONENT = -130
_MAX_EXPONENT = 125
_TOO_GREAT = 10**126


def is_too_great(value: int) -> bool:
    """Say whether no attribute holds a whole number; Python may not even write it."""
    return not -_TOO_GREAT < value < _TOO_GREAT


def _encode_integer(value: int) -> Value:
    if is_too_great(value):
        raise OperationError("an int with more than 126 digits cannot be stored. Use a str.")
    return {"N": str(value)}


def _encode_float(value: float) -> Value:
    if not isfinite(value):
        raise OperationError(f"{value!r} is not a number that can be stored. Use a finite one.")
    return {"N": repr(value)}


def _encode_decimal(value: Decimal) -> Value:
    if not value.is_finite():
        raise OperationError(f"{value!r} is not a number that can be stored. Use a finite one.")
    # DynamoDB: zero, too, must fit with the exponent that it is written with.
    return {"N": str(value) if value else "0"}


def _encode_map(value: Mapping[object, object]) -> Value:
    for name in value:
        if not isinstance(name, str):
            raise OperationError(f"{name!r} cannot name a map's entry. Use a string.")
        _check_text(name)
    return {"M": {cast("str", name): encode_document(inner) for name, inner in value.items()}}


def _encode_set(value: set[object] | frozenset[object]) -> Value:
    kinds = {member.__class__ for member in value}
    if kinds == {str}:
        return {"SS": sorted(map(_check_text, cast("set[str]", value)))}
    if kinds == {bytes}:
        return {"BS": sorted(b64encode(member).decode() for member in cast("set[bytes]", value))}
    if kinds and kinds <= {int, float, Decimal}:
        return {"NS": [encode_document(member)["N"] for member in value]}
    raise OperationError(
        f"{value!r} cannot be stored as a set. Use members of one kind, at least one: "
        "str, bytes or numbers."
    )


def read_number(text: str) -> Decimal:
    """Read a stored number; a ValueError for one that DynamoDB cannot have given.

    The whole number that `1e9999999` stands for takes longer to write than anybody waits.
    """
    number = Decimal(text)
    if not number.is_finite() or not _MIN_EXPONENT <= number.adjusted() <= _MAX_EXPONENT:
        raise ValueError(f"{text[:50]!r} is not one of DynamoDB's numbers")
    return number


def _decode_number(text: str) -> int | Decimal:
    try:
        return int(text)
    except ValueError:
        number = read_number(text)
        return int(number) if number == number.to_integral_value() else number


_ENCODERS: Mapping[type, Callable[[Any], Value]] = {
    str: lambda value: {"S": _check_text(value)},
    bool: lambda value: {"BOOL": value},
    int: _encode_integer,
    float: _encode_float,
    Decimal: _encode_decimal,
    type(None): lambda _: {"NULL": True},
    bytes: lambda value: {"B": b64encode(value).decode()},
    list: lambda value: {"L": [encode_document(inner) for inner in value]},
    tuple: lambda value: {"L": [encode_document(inner) for inner in value]},
    dict: _encode_map,
    set: _encode_set,
    frozenset: _encode_set,
}

_DECODERS: Mapping[str, Callable[[Any], Any]] = {
    "S": lambda inner: inner,
    "BOOL": lambda inner: inner,
    "N": _decode_number,
    "NULL": lambda _: None,
    "B": b64decode,
    "L": lambda inner: [decode_document(value) for value in inner],
    "M": lambda inner: {name: decode_document(value) for name, value in inner.items()},
    "SS": set,
    "NS": lambda inner: {_decode_number(text) for text in inner},
    "BS": lambda inner: {b64decode(text) for text in inner},
}
