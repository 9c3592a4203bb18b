"""What a design says of a field's values beyond their type: `min`, `max`, `minLength`, `pattern`.

A rule is for what is written. What is stored, compared or looked for may break it: it may be older
than the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from tavola.design.schema import FieldSchema, Number

__all__ = ["exact_number", "find_broken_rule"]

BrokenRule = Callable[[Any], str | None]
"""Says how a value of the field's type breaks its rules; None if it keeps them."""


def exact_number(number: Number | Decimal) -> Decimal:
    """Give a number's digits as they were written, not the binary float nearest to them."""
    return Decimal(repr(number)) if isinstance(number, float) else Decimal(number)


def find_broken_rule(field: FieldSchema) -> BrokenRule | None:
    """Give what says how a value breaks the field's rules; None for a field without rules."""
    if field.minimum is not None or field.maximum is not None:
        return _bounds(field.minimum, field.maximum)
    if field.min_length is not None or field.pattern:
        return _text_rule(field.min_length or 0, field.pattern)
    return None


def _bounds(minimum: Number | None, maximum: Number | None) -> BrokenRule:
    low = None if minimum is None else exact_number(minimum)
    high = None if maximum is None else exact_number(maximum)

    def find(value: Any) -> str | None:
        number = exact_number(value)
        if low is not None and number < low:
            return f"is {value}. At least {minimum} is allowed."
        if high is not None and number > high:
            return f"is {value}. At most {maximum} is allowed."
        return None

    return find


def _text_rule(shortest: int, pattern: str) -> BrokenRule:
    matches = re.compile(pattern).fullmatch if pattern else None

    def find(value: Any) -> str | None:
        if len(value) < shortest:
            return f"has {len(value)} characters. At least {shortest} are needed."
        if matches is not None and matches(value) is None:
            return f"is {value!r}. It has to match {pattern!r}."
        return None

    return find
