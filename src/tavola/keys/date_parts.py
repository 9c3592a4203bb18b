"""Parts of a date in a key: the year, month, day or hour, in UTC.

A layout is `%Y`, then in order `%m`, `%d` and `%H`, with literals between them. Parts sort as
their dates do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from tavola.errors import OperationError
from tavola.keys.key_form import KeyForm, LiteralKeyText, Shape

__all__ = ["MAX_PARTS", "check_part", "date_part_form", "is_layout", "parts_between"]

MAX_PARTS = 400
"""As many partitions one query may read."""

_LAYOUT = r"%Y([^%^{}]*%m([^%^{}]*%d([^%^{}]*%H)?)?)?"
_DIGITS = "0123456789"
_FORMATS = {"%Y": "{0.year:04d}", "%m": "{0.month:02d}", "%d": "{0.day:02d}", "%H": "{0.hour:02d}"}
_WIDTHS = {"%Y": 4, "%m": 2, "%d": 2, "%H": 2}
_LETTER = "%[YmdH]|[^%]"


def is_layout(text: str) -> bool:
    """Whether a string says which parts of a date to write."""
    return re.fullmatch(_LAYOUT, text) is not None


def date_part_form(code: str, layout: str, utc: Callable[[object], datetime]) -> KeyForm:
    """Make the form `part:%Y-%m`; `utc` checks a value and moves it to UTC."""
    write_date = _writer(layout)

    def write(value: object) -> str:
        return str(value) if isinstance(value, LiteralKeyText) else write_date(utc(value))

    shape: Shape = tuple(unit for token in _tokens(layout) for unit in _shape(token))
    return KeyForm(code, write, _no_value, True, shape, True, is_exact=False, is_derived=True)


def parts_between(layout: str, low: datetime, high: datetime) -> list[str]:
    """Write all parts that a range of dates touches, in order; none for an empty range."""
    write_date = _writer(layout)
    found: list[str] = []
    for date in _dates(layout, low.astimezone(UTC)) if low <= high else ():
        if date > high:
            break
        found.append(write_date(date))
        if len(found) > MAX_PARTS:
            raise OperationError(
                f"key: from {low.isoformat()} to {high.isoformat()} there are more than "
                f"{MAX_PARTS} parts '{layout}'. Ask for a shorter time."
            )
    return found


def check_part(layout: str, text: object) -> str:
    """Give a part back, or refuse one that no date has."""
    date = _date_of(layout, text) if isinstance(text, str) else None
    if date is None:
        example = _writer(layout)(datetime(2026, 5, 1, tzinfo=UTC))
        raise OperationError(
            f"key: {text!r} is not a part '{layout}' of a date. Write it as {example!r}."
        )
    return str(text)


def _no_value(text: str) -> object:
    raise OperationError(f"key: {text!r} is a part of a date, from which no value can be read.")


def _writer(layout: str) -> Callable[[datetime], str]:
    form = "".join(_FORMATS.get(token, token) for token in _tokens(layout))
    return form.format


def _tokens(layout: str) -> list[str]:
    """Split `%Y-%m` into its units and the characters between them."""
    return [found[0] for found in re.finditer(_LETTER, layout)]


def _shape(token: str) -> Shape:
    width = _WIDTHS.get(token)
    return ((token, 1, 1),) if width is None else ((_DIGITS, width, width),)


def _dates(layout: str, low: datetime) -> Iterator[datetime]:
    """Yield where parts begin, from the one that holds a date on."""
    date = low.replace(minute=0, second=0, microsecond=0)
    unit = layout[layout.rindex("%") + 1]
    if unit in "Ymd":
        date = date.replace(hour=0)
    if unit in "Ym":
        date = date.replace(day=1)
    if unit == "Y":
        date = date.replace(month=1)
    try:
        while True:
            yield date
            date = _next(date, unit)
    except (OverflowError, ValueError):
        return  # past the year 9999


def _next(date: datetime, unit: str) -> datetime:
    if unit == "H":
        return date + timedelta(hours=1)
    if unit == "d":
        return date + timedelta(days=1)
    if unit == "m" and date.month < 12:
        return date.replace(month=date.month + 1)
    return date.replace(year=date.year + 1, month=1)


def _date_of(layout: str, text: str) -> datetime | None:
    """Find the date at which the part with this text begins, if there is one."""
    units = [
        f"([0-9]{{{_WIDTHS[one]}}})" if one in _WIDTHS else re.escape(one)
        for one in _tokens(layout)
    ]
    found = re.fullmatch("".join(units), text)
    if found is None:
        return None
    numbers = [int(one) for one in found.groups()]
    year, month, day, hour = [*numbers, *(1, 1, 1, 0)[len(numbers) :]]
    try:
        return datetime(year, month, day, hour, tzinfo=UTC)
    except ValueError:
        return None
