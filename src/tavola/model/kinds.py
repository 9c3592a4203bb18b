"""What each field type means: its Python type, its check, and its form in an item.

A kind knows one value at a time; whole items are the codec's business, key text is `keys`'.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Context, Decimal
from functools import partial
from math import isfinite
from typing import Any, cast
from uuid import UUID

import msgspec
from msgspec import Struct

from tavola.design.schema import FieldSchema
from tavola.errors import OperationError, shown
from tavola.keys import date_layout
from tavola.model.document import (
    Value,
    decode_document,
    encode_document,
    is_too_great,
    read_number,
)
from tavola.model.identifiers import is_ulid
from tavola.model.members import find_wrong_member


class InvalidValue(Exception):
    """A value does not fit; the text says what would."""


class Kind(Struct, frozen=True):
    """How one field type is checked, stored and read."""

    tag: str
    """DynamoDB's type of the attribute: S, N, B, BOOL, SS, L, M, or "" for any."""
    check: Callable[[Any], Any]
    """Return the value as it would be read back, or raise InvalidValue."""
    encode: Callable[[Any], Any]
    """From a checked value to what stands behind the tag."""
    decode: Callable[[Any], Any] | None
    """From what stands behind the tag to the value; None where they are the same."""

    @property
    def is_copied(self) -> bool:
        """Whether values can change in place, so that a check returns a copy."""
        return self.tag in ("SS", "L", "M") or self.decode is msgspec.json.decode

    def attribute(self, value: Any) -> Value:
        """Return the whole attribute value of a checked value."""
        inner = self.encode(value)
        return {self.tag: inner} if self.tag else inner


def _same(value: Any) -> Any:
    return value


def _of_type(wanted: type, word: str, value: Any) -> Any:
    if value.__class__ is not wanted:
        raise InvalidValue(f"is {shown(value)}. Use {word}.")
    return value


def check_text(longest: int | None, value: Any) -> str:
    """Return a string that can be stored, or say why it cannot."""
    if not isinstance(value, str):
        raise InvalidValue(f"is {shown(value)}. Use a str.")
    if longest is not None and len(value) > longest:
        raise InvalidValue(f"has {len(value)} characters. At most {longest} are allowed.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidValue(f"is {value!r}. Use text without lone surrogates.") from None
    return _plain(value)


# `str(value)` of a member of `class Plan(str, Enum)` is its name.
_plain: Callable[[str], str] = str.__str__


def _check_ulid(value: Any) -> str:
    if not isinstance(value, str) or not is_ulid(value):
        raise InvalidValue(
            f"is {shown(value)}. Use a ULID: 26 characters, digits and capitals without I, L, O"
            " and U."
        )
    return _plain(value)


def _check_enum(allowed: tuple[str, ...], value: Any) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise InvalidValue(f"is {value!r}. Use one of {', '.join(map(repr, allowed))}.")
    return _plain(value)


_MOST_DIGITS = 38


def _check_size(value: int) -> None:
    """Refuse what nothing can hold, and Python may not even write."""
    if is_too_great(value):
        raise InvalidValue("has more than 126 digits. DynamoDB keeps magnitudes up to 9.9E+125.")


def _check_integer(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidValue(f"is {value!r}. Use an int.")
    _check_size(value)
    if len(str(abs(value)).rstrip("0")) > _MOST_DIGITS:
        raise InvalidValue(f"is {value!r}. DynamoDB keeps {_MOST_DIGITS} digits.")
    return int(value)


def _check_float(precision: int | None, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, float | int):
        raise InvalidValue(f"is {value!r}. Use a float.")
    if isinstance(value, int):
        _check_size(value)
    if not isfinite(value):
        raise InvalidValue(f"is {value!r}. Use a finite number.")
    number = float(value) if precision is None else round(float(value), precision)
    if number and not 1e-130 <= abs(number) < 1e126:
        raise InvalidValue(f"is {value!r}. DynamoDB keeps magnitudes from 1E-130 to 9.9E+125.")
    return number + 0.0


def encode_float(value: float) -> str:
    """Write a float as DynamoDB's number; whole ones as such."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e16 else repr(value)


def _check_decimal(value: Any) -> Decimal:
    if isinstance(value, int) and not isinstance(value, bool):
        value = Decimal(value)
    if not isinstance(value, Decimal) or not value.is_finite():
        raise InvalidValue(f"is {value!r}. Use a finite Decimal.")
    digits = "".join(map(str, value.as_tuple().digits))
    if len(digits.rstrip("0")) > _MOST_DIGITS:
        raise InvalidValue(f"is {value!r}. DynamoDB keeps {_MOST_DIGITS} digits.")
    if value and not -130 <= value.adjusted() <= 125:
        raise InvalidValue(f"is {value!r}. DynamoDB keeps magnitudes from 1E-130 to 9.9E+125.")
    return value


# The usual context of decimal rounds to 28 digits.
_EXACT = Context(prec=_MOST_DIGITS)


def _encode_decimal(value: Decimal) -> str:
    return format(value.normalize(_EXACT), "f")


def _check_set(longest: int | None, most: int | None, value: Any) -> set[str]:
    if isinstance(value, str) or not isinstance(value, set | frozenset | list | tuple):
        raise InvalidValue(f"is {value!r}. Use a set of str.")
    members = {check_text(longest, member) for member in cast("set[Any]", value)}
    if most is not None and len(members) > most:
        raise InvalidValue(f"has {len(members)} members. At most {most} are allowed.")
    return members


def _check_moment(value: Any) -> datetime:
    if not isinstance(value, datetime):
        raise InvalidValue(f"is {value!r}. Use a datetime.")
    if value.tzinfo is None:
        raise InvalidValue(f"is {value!r}, which has no time zone. Use an aware one, such as UTC.")
    try:
        # Not `datetime`: libraries that stop the clock put their own class in its place.
        if value.__class__ is EPOCH.__class__:
            return value.astimezone(UTC)
        # The classes of other libraries give their own; a sum is of the first one's class.
        return EPOCH + (value - EPOCH)
    except OverflowError:
        raise InvalidValue(
            f"is {value!r}. Use one that is from year 1 to 9999 in UTC too."
        ) from None


def _check_millis(value: Any) -> datetime:
    moment = _check_moment(value)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _check_seconds(value: Any) -> datetime:
    return _check_moment(value).replace(microsecond=0)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def epoch_micros(moment: datetime) -> int:
    """Return whole microseconds since 1970, exactly."""
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def encode_millis(moment: datetime) -> str:
    """Write a moment as whole milliseconds since 1970."""
    return str(epoch_micros(moment) // 1000)


def encode_seconds(moment: datetime) -> str:
    """Write a moment as whole seconds since 1970."""
    return str(epoch_micros(moment) // 1_000_000)


def _decode_millis(text: str) -> datetime:
    return EPOCH + timedelta(milliseconds=int(text))


def _decode_seconds(text: str) -> datetime:
    return EPOCH + timedelta(seconds=int(read_number(text)))


# Much faster than isoformat; without decimals where there are none, with six where there are some.
write_iso: Callable[[datetime], str] = msgspec.to_builtins


def encode_iso(moment: datetime) -> str:
    """Write a moment of UTC with its milliseconds."""
    text = write_iso(moment)
    return f"{text[:23]}Z" if moment.microsecond else f"{text[:19]}.000Z"


def _encode_iso_seconds(moment: datetime) -> str:
    return f"{write_iso(moment)[:19]}Z"


def _decode_iso(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _check_document(wanted: type, word: str, value: Any) -> Any:
    _of_type(wanted, word, value)
    try:
        return decode_document(encode_document(value))
    except OperationError as wrong:
        raise InvalidValue(f"holds a value that does not fit: {wrong}") from None


def _check_json(value: Any) -> Any:
    try:
        text = msgspec.json.encode(value)
        # JSON has no such numbers, and msgspec writes null for them.
        if b"null" in text and not _is_finite(value):
            raise InvalidValue(f"is {value!r}. Use finite numbers.")
        return msgspec.json.decode(text)
    except (TypeError, msgspec.MsgspecError) as wrong:
        raise InvalidValue(f"is {value!r}. Use what JSON can hold.") from wrong
    except UnicodeEncodeError:
        raise InvalidValue(f"is {value!r}. Use text without lone surrogates.") from None
    except ValueError:
        raise InvalidValue(
            "holds a number with more digits than Python writes. Use a str."
        ) from None


def _is_finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_finite, cast("Any", value).values()))
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_is_finite, cast("list[Any]", value)))
    return not isinstance(value, float) or isfinite(value)


def _check_uuid(value: Any) -> UUID:
    return _of_type(UUID, "a UUID", value)  # type: ignore[no-any-return]  # checked just now


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        number = read_number(text)
        if number != number.to_integral_value():
            raise
        return int(number)


def _decode_boolean(text: str) -> bool:
    return {0: False, 1: True}[_integer(text)]


def _layout_kind(layout: str) -> Kind:
    """Dates as text, by strftime's letters."""
    made = date_layout(layout)
    return Kind("S", lambda value: made.cut(_check_moment(value)), made.write, made.read)


_TEXT = Kind("S", partial(check_text, None), _same, None)
_ULID = Kind("S", _check_ulid, _same, None)
_INTEGER = Kind("N", _check_integer, str, _integer)
_MILLIS = Kind("N", _check_millis, encode_millis, _decode_millis)
_DATES: Mapping[str, Kind] = {
    "epochMillis": _MILLIS,
    "epochSeconds": Kind("N", _check_seconds, encode_seconds, _decode_seconds),
    "iso": Kind("S", _check_millis, encode_iso, _decode_iso),
    "isoSeconds": Kind("S", _check_seconds, _encode_iso_seconds, _decode_iso),
}
_BINARY = Kind(
    "B",
    partial(_of_type, bytes, "bytes"),
    lambda value: b64encode(value).decode(),
    partial(b64decode, validate=True),
)
_BOOLEAN = Kind("BOOL", partial(_of_type, bool, "True or False"), _same, None)
_NUMBERED: Mapping[str, Kind] = {
    "BooleanField": Kind("N", _BOOLEAN.check, lambda value: str(int(value)), _decode_boolean),
    "VersionField": _INTEGER,
}
_DECIMAL = Kind("N", _check_decimal, _encode_decimal, read_number)
_UUID = Kind("S", _check_uuid, str, UUID)
_LIST = Kind(
    "L",
    partial(_check_document, list, "a list"),
    lambda value: encode_document(value)["L"],
    lambda inner: [decode_document(value) for value in inner],
)
_MAP = Kind(
    "M",
    partial(_check_document, dict, "a dict"),
    lambda value: encode_document(value)["M"],
    lambda inner: {name: decode_document(value) for name, value in inner.items()},
)
_JSON = Kind(
    "S", _check_json, lambda value: msgspec.json.encode(value).decode(), msgspec.json.decode
)

_SIMPLE: Mapping[str, Kind] = {
    "IntegerField": _INTEGER,
    "CounterField": _INTEGER,
    "BooleanField": _BOOLEAN,
    "BinaryField": _BINARY,
    "DecimalField": _DECIMAL,
    "UuidField": _UUID,
    "UlidField": _ULID,
    "VersionField": _TEXT,
    "RelatedField": _TEXT,
    "ListField": _LIST,
    "MapField": _MAP,
    "JsonField": _JSON,
}


def kind_of(field: FieldSchema) -> Kind:
    """Return what a field's type and options mean."""
    if field.is_date:
        storage = field.storage or ""
        return _layout_kind(storage) if "%" in storage else _DATES[storage]
    if field.is_numbered:
        return _NUMBERED[field.type]
    if field.type == "StringField":
        return msgspec.structs.replace(_TEXT, check=partial(check_text, field.max_length))
    if field.type == "EnumField":
        return msgspec.structs.replace(_TEXT, check=partial(_check_enum, field.values))
    if field.type == "FloatField":
        return Kind("N", partial(_check_float, field.precision), encode_float, float)
    if field.type == "StringSetField":
        check = partial(_check_set, field.max_string_length, field.max_member_count)
        return Kind("SS", check, sorted, set)
    kind = _SIMPLE[field.type]
    wrong = find_wrong_member(field)
    return kind if wrong is None else msgspec.structs.replace(kind, check=_strict(kind, wrong))


def _strict(kind: Kind, wrong: Callable[[Any], str | None]) -> Callable[[Any], Any]:
    """A kind's check, and then that of its members."""

    def check(value: Any) -> Any:
        checked = kind.check(value)
        problem = wrong(checked)
        if problem is not None:
            raise InvalidValue(problem)
        return checked

    return check
