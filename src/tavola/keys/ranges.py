"""Sort conditions on components, as one condition on the physical sort key with exact bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import eq, ge, gt, le, lt
from typing import Any, Literal

from msgspec import Struct

from tavola.errors import OperationError
from tavola.keys.conditions import SortCondition, SortOperator
from tavola.keys.date_layouts import date_layout
from tavola.keys.forms import HIGHEST, key_form
from tavola.keys.template import Template, Values
from tavola.keys.typed_forms import LEAST_BINARY, LEAST_NUMBER, key_value

__all__ = [
    "RangeOperator",
    "SortRange",
    "empty_range",
    "just_below",
    "next_written",
    "sort_bounds",
    "sort_ranges",
]

RangeOperator = Literal["=", "<", "<=", ">", ">=", "between", "begins_with"]


class SortRange(Struct, frozen=True):
    """A key condition on the sort key's attribute; `high` only with `between`."""

    operator: RangeOperator
    low: str
    high: str = ""
    tag: str = "S"
    """The type of the attribute."""

    @property
    def bounds(self) -> tuple[str, ...]:
        """What the sort key is compared with."""
        return (self.low, self.high) if self.operator == "between" else (self.low,)

    def matches(self, text: str) -> bool:
        """Whether a sort key lies in the range, compared as DynamoDB compares."""
        # DynamoDB: strings compare by their UTF-8 bytes, which is the order of code points.
        value: Any = key_value(self.tag, text)
        low: Any = key_value(self.tag, self.low)
        if self.operator == "begins_with":
            return bool(value.startswith(low))
        if self.operator == "between":
            return bool(low <= value <= key_value(self.tag, self.high))
        return bool(_COMPARISONS[self.operator](value, low))

    @property
    def is_empty(self) -> bool:
        """Whether it is one of those that hold no key at all."""
        return self in _EMPTY.values()


_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": eq,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
_EMPTY: Mapping[str, SortRange] = {
    "S": SortRange("=", HIGHEST),
    "N": SortRange("<", LEAST_NUMBER, tag="N"),
    "B": SortRange("<", LEAST_BINARY, tag="B"),
}


def empty_range(tag: str = "S") -> SortRange:
    """Give a range of keys of some type in which there is none."""
    return _EMPTY[tag]


def sort_bounds(
    template: Template, given: Values, condition: SortCondition | None = None
) -> SortRange | None:
    """Turn what is known of the components into one condition; None when nothing restricts the key.

    `given` has values of leading components, the last of which may be a SortCondition; or else
    `condition` is for the first component that `given` does not have.
    """
    name, equalities, condition = _split(template, given, condition)
    if condition is not None and name is not None and condition.operator == "=":
        equalities = {**equalities, name: condition.value}
        condition = None
    if template.tag != "S":
        return _typed_bounds(template, equalities, condition)
    lead = template.prefix(equalities)
    if condition is None or name is None:
        return _sendable(_whole(template, equalities, lead))
    return _sendable(_compare(template, name, condition, lead))


def sort_ranges(templates: Sequence[Template], given: Values) -> list[SortRange | None]:
    """Turn what is known of a sort key of several attributes into a condition on each.

    All but the last are equalities; attributes after it are not restricted.
    """
    found: list[SortRange | None] = []
    for number, template in enumerate(templates):
        own = {name: given.get(name) for name in template.fields}
        bounds = sort_bounds(template, own)
        found.append(bounds)
        if bounds is None or bounds.operator != "=" or bounds.is_empty:
            rest = [one for later in templates[number + 1 :] for one in later.fields]
            early = next((name for name in rest if given.get(name) is not None), None)
            if early is not None and early not in own:
                raise OperationError(
                    f"sort key '{template}': {early} is given, and {', '.join(own)} before it not "
                    "by equality. Give the leading fields by equality and a condition on the last "
                    "one."
                )
            break
    while len(found) > 1 and found[-1] is None:
        found.pop()
    return found


def _typed_bounds(
    template: Template, equalities: Values, condition: SortCondition | None
) -> SortRange | None:
    """Compare a number, or bytes, as it is stored."""
    [name] = template.fields
    if condition is None:
        known = equalities.get(name) is not None
        return SortRange("=", template.format_all(equalities), tag=template.tag) if known else None
    if condition.operator == "begins_with" and template.tag == "B":
        found = SortRange("begins_with", template.component(name, condition.value), tag="B")
        return found if found.low else None
    if condition.operator == "begins_with" or condition.operator == "part":
        raise OperationError(
            f"sort key '{template}': {name} is stored as {template.tag}, so that "
            f"{condition.operator} means nothing. Use lt, le, gt, ge or between."
        )
    low = condition.value
    if condition.operator in ("<", ">=", "between"):
        low = next_written(template.placeholder(name).form, low)
    text = template.component(name, low)
    if condition.operator != "between":
        return _sendable(SortRange(condition.operator, text, tag=template.tag))
    high = template.component(name, condition.high)
    return _sendable(SortRange("between", text, high, tag=template.tag))


def _sendable(found: SortRange) -> SortRange | None:
    """Replace what DynamoDB refuses: an empty text, and bounds the wrong way round."""
    # DynamoDB: BETWEEN with the higher bound first is a ValidationException, and so is an empty
    # text compared with a key. No key holds HIGHEST, so that nothing equals it.
    tag = found.tag
    if found.operator == "between" and found.low:
        low: Any = key_value(tag, found.low)
        return found if low <= key_value(tag, found.high) else empty_range(tag)
    if found.operator == "between" and found.high:
        found = SortRange("<=", found.high, tag=tag)
    elif found.operator == "between":
        return empty_range(tag)
    if found.low:
        return found
    return empty_range(tag) if found.operator in ("=", "<", "<=") else None


def _split(
    template: Template, given: Values, condition: SortCondition | None
) -> tuple[str | None, dict[str, object], SortCondition | None]:
    """Find the conditioned component and check that only leading components are given."""
    equalities: dict[str, object] = {}
    last: str | None = None
    for name in template.fields:
        value = given.get(name)
        if value is None:
            last = last or name
        elif last is not None:
            raise OperationError(_order_problem(template, last, name, given))
        elif isinstance(value, SortCondition):
            condition, last = value, name
        else:
            equalities[name] = value
    if condition is not None and last is None:
        raise OperationError(
            f"sort key '{template}': no field is left for the condition. Give it as a value."
        )
    return last, equalities, condition


def _order_problem(template: Template, last: str, name: str, given: Values) -> str:
    if given.get(last) is None:
        return (
            f"sort key '{template}': {name} is given but {last} before it is not. "
            "Give the leading fields by equality and a condition on the last one."
        )
    return (
        f"sort key '{template}': {last} has a condition and is not the last given. "
        "Only the last given field may have a condition."
    )


def _whole(template: Template, equalities: Values, lead: str) -> SortRange:
    if all(equalities.get(name) is not None for name in template.fields):
        return SortRange("=", lead)
    return SortRange("begins_with", lead)


def _compare(template: Template, name: str, condition: SortCondition, lead: str) -> SortRange:
    if condition.operator == "begins_with":
        return SortRange("begins_with", lead + _beginning(template, name, condition.value))
    if condition.operator == "part":
        raise OperationError(
            f"sort key '{template}': {name} has no parts here. "
            "part is for a date part of a partition key; use between."
        )
    form = template.placeholder(name).form
    key = key_form(form)
    if not key.is_ordered:
        raise OperationError(
            f"sort key '{template}': {name} does not sort in this form. Ask for equality only."
        )
    value = condition.value
    if condition.operator in ("<", ">=", "between"):
        value = next_written(form, value)
    operator: SortOperator = condition.operator
    high_value = condition.high
    if key.is_descending:
        operator, value, high_value = _turned(operator, value, high_value)
    delimiter = template.literal_after(name)
    is_last = not delimiter and template.fields[-1] == name
    start = lead + template.component(name, value)
    if operator == "between":
        high = lead + template.component(name, high_value) + delimiter
        return SortRange("between", start + delimiter, high if is_last else high + HIGHEST)
    if operator in ("<", "<="):
        return _up_to(lead, start, start + delimiter, operator, is_last=is_last)
    return _from(lead, start + delimiter, operator, is_last=is_last)


_OPPOSITES: Mapping[SortOperator, SortOperator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _turned(
    operator: SortOperator, value: object, high: object
) -> tuple[SortOperator, object, object]:
    """Turn a condition round, for texts that sort against their values."""
    if operator == "between":
        return operator, high, value
    return _OPPOSITES.get(operator, operator), value, high


def next_written(form: str, value: object) -> object:
    """Move a date up to the next one that the form can write, so that no item is lost below it."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        return value
    try:
        return value + (_unit_of(form) - timedelta(microseconds=1))
    except OverflowError:
        # Past the last date of all there is none to move to.
        return value


def _unit_of(form: str) -> timedelta:
    name, _, layout = form.partition(":")
    if name == "number":
        name = layout
    if name == "date":
        return date_layout(layout).unit
    return timedelta(seconds=1) if name in ("isoSeconds", "s", "descs") else _MILLISECOND


_MILLISECOND = timedelta(milliseconds=1)


def _beginning(template: Template, name: str, value: object) -> str:
    form = template.placeholder(name).form
    if not isinstance(value, str):
        raise OperationError(f"sort key '{template}': begins_with takes a string, not {value!r}.")
    if form in ("text", "lower", "fold") or form.startswith("raw:"):
        return template.component(name, value)
    if form in ("iso", "isoSeconds") or form.startswith("date:"):
        return value
    raise OperationError(
        f"sort key '{template}': {name} is not text, so nothing begins with {value!r}. "
        "Use lt, le, gt, ge or between."
    )


def _up_to(lead: str, start: str, with_rest: str, operator: str, *, is_last: bool) -> SortRange:
    """Everything in the lead up to a component."""
    if operator == "<":
        return SortRange("between", lead, just_below(start)) if lead else SortRange("<", start)
    if not is_last:
        return SortRange("between", lead, with_rest + HIGHEST)
    return SortRange("between", lead, start) if lead else SortRange("<=", start)


def _from(lead: str, with_rest: str, operator: str, *, is_last: bool) -> SortRange:
    """Everything in the lead from a component on; `>` skips all that continues the component."""
    low = with_rest
    if operator == ">":
        low = with_rest + "\0" if is_last else with_rest + HIGHEST
    if lead:
        return SortRange("between", low, lead + HIGHEST)
    if operator == ">" and is_last:
        return SortRange(">", with_rest)
    return SortRange(">=", low)


def just_below(text: str) -> str:
    """Give the highest key below `text`: no key holds HIGHEST, so this bound is exact."""
    last = ord(text[-1])
    if last == 0:
        return text[:-1]
    # Surrogates are not characters of UTF-8, so the one before U+E000 is U+D7FF.
    return text[:-1] + chr(0xD7FF if last == 0xE000 else last - 1) + HIGHEST
