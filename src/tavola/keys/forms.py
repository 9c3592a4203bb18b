"""How one value is written inside a key, and which of these forms sort as their values do.

A form has a short code, so that a schema is plain data: `text`, `lower`, `fold`, `raw:#`, `uuid`,
`tenant`, `bool`, `int`, `int:8`, `desc:8`, `int20`, `decimal`, `fixed:12.2`, `float16`, `iso`,
`isoSeconds`, and for dates as numbers `ms`, `ms:13`, `descms:13`, `ms20`, `s`, `s:10`, `descs:10`;
`date:%Y-%m-%d` for dates by a layout; `part:%Y-%m` for a part of a date; `shard:8:text` for one of
eight shards, found by the text of the form at its end; `number:int` and `binary` for a field that
is the key attribute itself.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import NoReturn
from unicodedata import normalize
from uuid import UUID

from tavola.errors import OperationError, shown
from tavola.keys.date_layouts import date_form
from tavola.keys.date_parts import date_part_form
from tavola.keys.key_form import KeyForm, Shape
from tavola.keys.shards import shard_form
from tavola.keys.typed_forms import Dates, binary_form, number_form

__all__ = ["HIGHEST", "check_tenant", "key_form"]

HIGHEST = "\U0010ffff"
"""Sorts after every character of a key; no key holds it, so that prefix + HIGHEST ends a prefix."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_INT20_LIMIT = 10**20
_SIGN_BIT = 1 << 63
_ALL_BITS = (1 << 64) - 1
_REFUSED_IN_TENANT = r"[#\[\]%\x00-\x1f\x7f-\x9f\ud800-\udfff]"
_DIGIT = "0123456789"
_HEX = "0123456789abcdef"


def check_tenant(tenant: object) -> str:
    """Give the tenant's id back, or refuse one that could break out of its segment."""
    if not isinstance(tenant, str) or not tenant:
        raise OperationError(
            f"tenant: {tenant!r} is not a tenant id. Give a string that is not empty."
        )
    if re.search(_REFUSED_IN_TENANT, tenant) or HIGHEST in tenant:
        raise OperationError(
            f"tenant: {tenant!r} holds '#', '[', ']', '%' or a control character. "
            "Use letters, digits, '-', '_' and '.'."
        )
    return tenant


@lru_cache(maxsize=256)
def key_form(code: str) -> KeyForm:
    """Give the form with this code."""
    name, _, size = code.partition(":")
    if size:
        return _SIZED[name](code, size)
    return _FORMS[code]


def _refuse(value: object, wanted: str) -> NoReturn:
    raise OperationError(f"key: {shown(value)} cannot stand in a key. It takes {wanted}.")


def _write_text(value: object) -> str:
    if not isinstance(value, str):
        _refuse(value, "a string")
    if HIGHEST in value:
        _refuse(value, "a string without the character U+10FFFF")
    return str.__str__(value)  # `str(value)` of a member of an Enum is its name


def _write_lower(value: object) -> str:
    return _write_text(value).lower()


def _write_fold(value: object) -> str:
    text = _write_text(value)
    if text.isascii():
        return text.lower()
    return normalize("NFC", normalize("NFC", text).casefold())


def _raw(code: str, delimiter: str) -> KeyForm:
    """Text as it is, which may not hold what ends it."""

    def write(value: object) -> str:
        text = _write_text(value)
        if (text + delimiter).find(delimiter) != len(text):
            raise OperationError(
                f"key: {shown(value)} cannot stand before {delimiter!r} as it is: a reader would "
                "end it too early. Choose another value, or write the field without raw."
            )
        return text

    kept_out = delimiter if len(delimiter) == 1 else ""
    return KeyForm(code, write, _read_text, True, (("^" + HIGHEST + kept_out, 0, None),), False)


def _read_text(text: str) -> str:
    return text


def _write_uuid(value: object) -> str:
    if isinstance(value, UUID):
        return str(value)
    try:
        return str(UUID(_write_text(value)))
    except ValueError:
        _refuse(value, "a UUID")


def _write_bool(value: object) -> str:
    if not isinstance(value, bool):
        _refuse(value, "a boolean")
    return "1" if value else "0"


def _read_bool(text: str) -> bool:
    return {"1": True, "0": False}[text]


def _check_int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        _refuse(value, "an integer")
    return int(value)


def _write_int(value: object) -> str:
    return str(_check_int(value))


def _write_int20(value: object) -> str:
    number = _check_int(value)
    if 0 <= number < _INT20_LIMIT:
        return f"{number:020d}"
    if -_INT20_LIMIT < number < 0:
        return f"-{_INT20_LIMIT - 1 + number:020d}"
    _refuse(value, "an integer of at most 20 digits")


def _read_int20(text: str) -> int:
    if text.startswith("-"):
        return int(text[1:]) - (_INT20_LIMIT - 1)
    return int(text)


def _write_float16(value: object) -> str:
    if not isinstance(value, int | float | Decimal) or isinstance(value, bool):
        _refuse(value, "a number")
    number = float(value) + 0.0
    if number != number or number in (float("inf"), float("-inf")):
        _refuse(value, "a finite number")
    bits = int.from_bytes(struct.pack(">d", number), "big")
    return f"{bits ^ _ALL_BITS if bits & _SIGN_BIT else bits | _SIGN_BIT:016x}"


def _read_float16(text: str) -> float:
    bits = int(text, 16)
    bits = bits ^ _SIGN_BIT if bits & _SIGN_BIT else bits ^ _ALL_BITS
    number: float = struct.unpack(">d", bits.to_bytes(8, "big"))[0]
    return number


def _check_decimal(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        _refuse(value, "a decimal")
    number = Decimal(value)
    if not number.is_finite():
        _refuse(value, "a finite decimal")
    return number


def _write_decimal(value: object) -> str:
    text = f"{_check_decimal(value):f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _check_date(value: object) -> datetime:
    if not isinstance(value, datetime):
        _refuse(value, "a datetime")
    if value.tzinfo is None:
        _refuse(value, "a datetime with a time zone")
    try:
        return value.astimezone(UTC)
    except OverflowError:
        _refuse(value, "a datetime that is one in UTC too, from year 1 to 9999")


def _millis(value: object) -> int:
    since = _check_date(value) - _EPOCH
    return since.days * 86_400_000 + since.seconds * 1_000 + since.microseconds // 1_000


def _seconds(value: object) -> int:
    since = _check_date(value) - _EPOCH
    return since.days * 86_400 + since.seconds


def _from_millis(number: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=number)


def _from_seconds(number: int) -> datetime:
    return _EPOCH + timedelta(seconds=number)


def _write_iso(value: object) -> str:
    return _check_date(value).isoformat(timespec="milliseconds")[:23] + "Z"


def _write_iso_seconds(value: object) -> str:
    return _check_date(value).isoformat(timespec="seconds")[:19] + "Z"


def _read_iso(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _padded(
    code: str, size: str, number_of: Callable[[object], int], read: Callable[[int], object]
) -> KeyForm:
    width = int(size)
    limit = 10**width
    layout = f"%0{width}d"
    is_descending = code.startswith("desc")

    def write(value: object) -> str:
        number = number_of(value)
        if not 0 <= number < limit:
            raise OperationError(
                f"key: {value!r} does not fit {width} digits. "
                f"It takes 0 to {limit - 1}; widen the template or check the value."
            )
        return layout % (limit - 1 - number if is_descending else number)

    def read_back(text: str) -> object:
        return read(limit - 1 - int(text) if is_descending else int(text))

    shape: Shape = ((_DIGIT, width, width),)
    return KeyForm(code, write, read_back, True, shape, True, is_descending=is_descending)


def _fixed(code: str, size: str) -> KeyForm:
    width, places = (int(part) for part in size.split("."))

    def write(value: object) -> str:
        number = Decimal(repr(value)) if isinstance(value, float) else _check_decimal(value)
        text = f"{number:0{width}.{places}f}"
        if number < 0 or len(text) > width or Decimal(text) != number:
            raise OperationError(
                f"key: {value!r} does not fit {width} characters with {places} decimals. "
                "It takes no negative number and loses no digit; widen the template."
            )
        return text

    whole = width - places - 1
    shape = ((_DIGIT, whole, whole), (".", 1, 1), (_DIGIT, places, places))
    return KeyForm(code, write, Decimal, True, shape, True)


def _as_is(number: int) -> int:
    return number


_DATES: Mapping[str, Dates] = {
    "ms": (_millis, _from_millis),
    "s": (_seconds, _from_seconds),
}

_SIZED: Mapping[str, Callable[[str, str], KeyForm]] = {
    "int": lambda code, size: _padded(code, size, _check_int, _as_is),
    "ms": lambda code, size: _padded(code, size, _millis, _from_millis),
    "s": lambda code, size: _padded(code, size, _seconds, _from_seconds),
    "desc": lambda code, size: _padded(code, size, _check_int, _as_is),
    "descms": lambda code, size: _padded(code, size, _millis, _from_millis),
    "descs": lambda code, size: _padded(code, size, _seconds, _from_seconds),
    "fixed": _fixed,
    "raw": _raw,
    "date": lambda code, size: date_form(code, size, _check_date),
    "part": lambda code, size: date_part_form(code, size, _check_date),
    "shard": lambda code, size: shard_form(code, size, key_form),
    "number": lambda code, size: number_form(code, size, _DATES),
}

_ANY: Shape = (("^" + HIGHEST, 0, None),)
_INT: Shape = (("-", 0, 1), (_DIGIT, 1, None))
_INT20: Shape = (("-", 0, 1), (_DIGIT, 20, 20))
_DECIMAL: Shape = (*_INT, (".", 0, 1), (_DIGIT, 0, None))
_TENANT: Shape = (("^#[]%" + "".join(map(chr, [*range(32), *range(127, 160)])) + HIGHEST, 1, None),)


def _digits(layout: str, digits: str) -> Shape:
    """Spell a fixed layout out: `d` stands for one of the digits."""
    return tuple((digits if mark == "d" else mark, 1, 1) for mark in layout)


_FORMS: Mapping[str, KeyForm] = {
    form.code: form
    for form in (
        KeyForm("text", _write_text, _read_text, True, _ANY, False),
        KeyForm("lower", _write_lower, _read_text, True, _ANY, False, is_exact=False),
        KeyForm("fold", _write_fold, _read_text, True, _ANY, False, is_exact=False),
        KeyForm("tenant", check_tenant, _read_text, True, _TENANT, False),
        KeyForm(
            "uuid",
            _write_uuid,
            UUID,
            True,
            _digits("dddddddd-dddd-dddd-dddd-dddddddddddd", _HEX),
            True,
        ),
        binary_form(),
        KeyForm("bool", _write_bool, _read_bool, True, (("01", 1, 1),), True),
        KeyForm("int", _write_int, int, False, _INT, False),
        KeyForm("int20", _write_int20, _read_int20, True, _INT20, True),
        KeyForm("decimal", _write_decimal, Decimal, False, _DECIMAL, False),
        KeyForm("float16", _write_float16, _read_float16, True, ((_HEX, 16, 16),), True),
        KeyForm(
            "iso", _write_iso, _read_iso, True, _digits("dddd-dd-ddTdd:dd:dd.dddZ", _DIGIT), True
        ),
        KeyForm(
            "isoSeconds",
            _write_iso_seconds,
            _read_iso,
            True,
            _digits("dddd-dd-ddTdd:dd:ddZ", _DIGIT),
            True,
        ),
        KeyForm(
            "ms",
            lambda value: str(_millis(value)),
            lambda text: _from_millis(int(text)),
            False,
            _INT,
            False,
        ),
        KeyForm(
            "ms20",
            lambda value: _write_int20(_millis(value)),
            lambda text: _from_millis(_read_int20(text)),
            True,
            _INT20,
            True,
        ),
        KeyForm(
            "s",
            lambda value: str(_seconds(value)),
            lambda text: _from_seconds(int(text)),
            False,
            _INT,
            False,
        ),
    )
}
