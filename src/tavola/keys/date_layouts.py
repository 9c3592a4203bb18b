"""Dates as text by a layout of strftime's letters, as other libraries store them.

A layout is `%Y`, `%m`, `%d`, then in order `%H`, `%M`, `%S` and `%f`, with literals between them;
`%z` or `%:z` may end it. All dates are written in UTC, every unit at its full width, so that texts
sort as their dates do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

from msgspec import Struct

from tavola.keys.key_form import KeyForm, Shape

__all__ = ["DateLayout", "date_form", "date_layout", "is_date_layout", "stored_unit"]

_LAYOUT = "%Y[^%{}]*%m[^%{}]*%d([^%{}]*%H([^%{}]*%M([^%{}]*%S([^%{}]*%f)?)?)?)?[^%{}]*(%:?z)?"
_LETTER = "%:?[A-Za-z]|[^%]"
_UNITS = "YmdHMSf"
_WIDTHS = {"%Y": 4, "%m": 2, "%d": 2, "%H": 2, "%M": 2, "%S": 2, "%f": 6}
_STEPS = {
    "f": timedelta(microseconds=1),
    "S": timedelta(seconds=1),
    "M": timedelta(minutes=1),
    "H": timedelta(hours=1),
    "d": timedelta(days=1),
}
_ZONES = {"%z": "+0000", "%:z": "+00:00"}
_NAMED = {
    "iso": timedelta(milliseconds=1),
    "epochMillis": timedelta(milliseconds=1),
    "isoSeconds": timedelta(seconds=1),
    "epochSeconds": timedelta(seconds=1),
}
_DIGITS = "0123456789"


class DateLayout(Struct, frozen=True):
    """One layout: how it writes a date of UTC, and how it reads one."""

    write: Callable[[datetime], str]
    read: Callable[[str], datetime]
    """A ValueError for a string of another form."""
    cut: Callable[[datetime], datetime]
    """The date without what the layout leaves out."""
    unit: timedelta
    """The least difference of two dates that it can write."""


def is_date_layout(text: str) -> bool:
    """Whether a string says how dates are written."""
    return re.fullmatch(_LAYOUT, text) is not None


def stored_unit(storage: str) -> timedelta:
    """Give the least difference of two dates that are stored so."""
    return _NAMED.get(storage) or date_layout(storage).unit


@lru_cache(maxsize=64)
def date_layout(layout: str) -> DateLayout:
    """Make what a layout means."""
    tokens = [found[0] for found in re.finditer(_LETTER, layout)]
    units = [token[1] for token in tokens if token in _WIDTHS]
    return DateLayout(_writer(tokens), _reader(tokens), _cutter(units[-1]), _STEPS[units[-1]])


def _writer(tokens: list[str]) -> Callable[[datetime], str]:
    pieces = {
        "%Y": "{0.year:04d}",
        "%m": "{0.month:02d}",
        "%d": "{0.day:02d}",
        "%H": "{0.hour:02d}",
        "%M": "{0.minute:02d}",
        "%S": "{0.second:02d}",
        "%f": "{0.microsecond:06d}",
        **_ZONES,
    }
    return "".join(pieces.get(token, token) for token in tokens).format


def _reader(tokens: list[str]) -> Callable[[str], datetime]:
    patterns = {token: f"(?P<{token[1]}>[0-9]{{{width}}})" for token, width in _WIDTHS.items()}
    # Others write fewer decimals, and offsets of their own.
    patterns["%f"] = "(?P<f>[0-9]{1,6})"
    patterns["%z"] = patterns["%:z"] = "(?P<z>Z|[+-][0-9]{2}:?[0-9]{2})"
    match = re.compile("".join(patterns.get(one) or re.escape(one) for one in tokens)).fullmatch

    def read(text: str) -> datetime:
        found = match(text)
        if found is None:
            raise ValueError(text)
        parts = found.groupdict()
        parts["f"] = parts.get("f", "").ljust(6, "0")
        zone = parts.pop("z", "Z")
        moment = datetime(*(int(parts.get(unit, "0")) for unit in _UNITS), tzinfo=UTC)  # type: ignore[arg-type,misc]  # seven ints
        return moment if zone == "Z" else (moment - _offset(zone))

    return read


def _offset(zone: str) -> timedelta:
    size = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]))
    # What `timezone` refuses is not an offset.
    return timezone(-size if zone[0] == "-" else size).utcoffset(None)


def _cutter(last: str) -> Callable[[datetime], datetime]:
    names = ("hour", "minute", "second", "microsecond")
    dropped = dict.fromkeys(names[_UNITS.index(last) - 2 :], 0)
    return lambda moment: moment.replace(**dropped) if dropped else moment  # type: ignore[arg-type]  # ints by name


def date_form(code: str, layout: str, utc: Callable[[object], datetime]) -> KeyForm:
    """Make the form `date:%Y-%m-%d`; `utc` checks a value and moves it to UTC."""
    made = date_layout(layout)
    tokens = [_ZONES.get(found[0], found[0]) for found in re.finditer(_LETTER, layout)]
    shape: Shape = tuple(unit for token in tokens for unit in _shape(token))
    return KeyForm(code, lambda value: made.write(utc(value)), made.read, True, shape, True)


def _shape(token: str) -> Shape:
    width = _WIDTHS.get(token)
    if width is not None:
        return ((_DIGITS, width, width),)
    return tuple((mark, 1, 1) for mark in token)
