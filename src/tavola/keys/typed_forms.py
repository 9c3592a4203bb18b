"""Forms of key attributes that are a field themselves, where DynamoDB stores no text: N and B.

Their codes say what the field is: `number:int`, `number:float`, `number:decimal`, `number:ms`,
`number:s`, and `binary`. A number's text is DynamoDB's own, so that each number has one.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Final, NoReturn

from tavola.errors import OperationError
from tavola.keys.key_form import KeyForm, Shape
from tavola.values.numbers import canonical_number
from tavola.values.refusals import ValueRefused

__all__ = ["LEAST_BINARY", "LEAST_NUMBER", "binary_form", "key_value", "number_form"]

LEAST_NUMBER: Final = "-9.9999999999999999999999999999999999999E+125"
"""No number is less."""
LEAST_BINARY: Final = b64encode(b"\0").decode()
"""Only no bytes at all are less, and those are not a key."""

_DIGITS = "0123456789"
_NUMBER: Shape = (("-", 0, 1), (_DIGITS, 1, None), (".", 0, 1), (_DIGITS, 0, None))
_BASE64: Shape = (("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=", 0, None),)

Dates = tuple[Callable[[object], int], Callable[[int], datetime]]
"""From a date to a number, and back."""


def number_form(code: str, kind: str, dates: Mapping[str, Dates]) -> KeyForm:
    """Make the form `number:int` and its like."""
    if kind in dates:
        number_of, date_of = dates[kind]
        return _number(
            code, lambda value: str(number_of(value)), lambda text: date_of(_whole(text))
        )
    write, read = _KINDS[kind]
    return _number(code, write, read)


def _number(code: str, write: Callable[[object], str], read: Callable[[str], object]) -> KeyForm:
    def canonical(value: object) -> str:
        try:
            return canonical_number(write(value))
        except ValueRefused as refused:
            raise OperationError(f"key: {value!r} cannot stand in a key. {refused}.") from None

    return KeyForm(code, canonical, read, True, _NUMBER, False, tag="N")


def _write_int(value: object) -> str:
    if not isinstance(value, int) or isinstance(value, bool):
        _refuse(value, "an integer")
    return str(int(value))


def _whole(text: str) -> int:
    number = Decimal(text)
    whole = int(number)
    if whole != number:
        raise ValueError(text)
    return whole


def _write_float(value: object) -> str:
    if not isinstance(value, int | float) or isinstance(value, bool):
        _refuse(value, "a number")
    return repr(float(value))


def _write_decimal(value: object) -> str:
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        _refuse(value, "a decimal")
    return str(value)


_KINDS: Mapping[str, tuple[Callable[[object], str], Callable[[str], object]]] = {
    "int": (_write_int, _whole),
    "float": (_write_float, float),
    "decimal": (_write_decimal, Decimal),
}


def binary_form() -> KeyForm:
    """Make the form `binary`: the bytes in base64, as they stand in requests."""
    return KeyForm("binary", _write_bytes, _read_bytes, True, _BASE64, False, tag="B")


def _write_bytes(value: object) -> str:
    if not isinstance(value, bytes | bytearray):
        _refuse(value, "bytes")
    return b64encode(value).decode()


def _read_bytes(text: str) -> bytes:
    return b64decode(text, validate=True)


def _refuse(value: object, wanted: str) -> NoReturn:
    raise OperationError(f"key: {value!r} cannot stand in a key. It takes {wanted}.")


def key_value(tag: str, text: str) -> str | Decimal | bytes:
    """Give what a key attribute of some type is compared by, as DynamoDB compares."""
    # DynamoDB: strings and binary values compare by their bytes, numbers by their value.
    # Developer guide, HowItWorks.NamingRulesDataTypes.
    if tag == "S":
        return text
    try:
        return Decimal(text) if tag == "N" else b64decode(text, validate=True)
    except (ArithmeticError, NoBase64):
        raise OperationError(f"key: {text!r} is not a value of type {tag}.") from None
