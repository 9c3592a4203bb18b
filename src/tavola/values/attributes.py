"""The rules for attribute values: what DynamoDB accepts, and the form in which it is kept.

An attribute value is DynamoDB JSON, `{"S": "x"}`. Canonical means: exactly one type, numbers in
their canonical text. Values that are canonical already are returned as they are, never copied.
"""

from __future__ import annotations

from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Mapping
from typing import Any, Final

from tavola.errors import MalformedRequest
from tavola.values.json_types import (
    check_base64_text,
    check_boolean,
    check_list,
    check_map,
    check_string,
    check_structure,
)
from tavola.values.numbers import MAX_NUMBER_DIGITS, canonical_number, number_sort_key
from tavola.values.refusals import ValueRefused
from tavola.values.sizes import value_size

__all__ = [
    "MAX_NAME_BYTES",
    "MAX_NESTING",
    "NULL_MUST_BE_TRUE",
    "TYPES",
    "Item",
    "Value",
    "check_item",
    "check_name",
    "check_value",
    "in_set_order",
    "measure_item",
]

Value = dict[str, Any]
"""One attribute value in DynamoDB JSON: `{"S": "Ada"}`."""

Item = dict[str, Value]
"""One item in DynamoDB JSON: `{"name": {"S": "Ada"}}`."""

# DynamoDB: 32 levels, of which the attribute itself is the first. Developer guide, ServiceQuotas.
MAX_NESTING: Final = 32
# DynamoDB: names are shorter than 64 KB. Developer guide, HowItWorks.NamingRulesDataTypes.
MAX_NAME_BYTES: Final = 65_535

TYPES: Final = ("S", "N", "B", "SS", "NS", "BS", "M", "L", "NULL", "BOOL")

_INVALID: Final = "One or more parameter values were invalid: "
_REPEATED: Final = _INVALID + "Input collection"
NULL_MUST_BE_TRUE: Final = _INVALID + "Null attribute value types must have the value of true"
_EMPTY: Final = (
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
)
_SEVERAL: Final = (
    "Supplied AttributeValue has more than one datatypes set, "
    "must contain exactly one of the supported datatypes"
)


def check_item(item: Mapping[str, Any]) -> Item:
    """Check every attribute of an item; return its canonical form, `item` itself if it is."""
    return measure_item(item)[0]


def measure_item(item: Mapping[str, Any]) -> tuple[Item, int]:
    """Check an item as `check_item` does; return its canonical form and its size."""
    changed: Item | None = None
    size = 0
    if "" in item:
        check_name("")
    for name, value in item.items():
        size += len(name) if name.isascii() else len(name.encode())
        if value.__class__ is dict and len(value) == 1:
            (kind,) = value
            content: Any = value[kind]
            if kind == "S" and type(content) is str and content.isascii():
                size += len(content)
                continue
            if (
                kind == "N"
                and type(content) is str
                and content.isdigit()
                and content.isascii()
                and content[0] != "0"
                and len(content) <= MAX_NUMBER_DIGITS
            ):
                size += (len(content.rstrip("0")) + 1) // 2 + 1
                continue
            if kind == "BOOL" and (content is True or content is False):
                size += 1
                continue
        canonical = check_value(value)
        size += value_size(canonical)
        if canonical is not value:
            changed = dict(item) if changed is None else changed
            changed[name] = canonical
    if changed is not None:
        return changed, size
    return (item if isinstance(item, dict) else dict(item)), size


def check_name(name: str) -> None:
    """Refuse the name of an attribute that is empty or too long."""
    if not name:
        raise ValueRefused("Empty attribute name")
    if len(name) > MAX_NAME_BYTES or len(name.encode()) > MAX_NAME_BYTES:
        raise ValueRefused(
            f"Attribute name is too large, must be less than {MAX_NAME_BYTES + 1} bytes"
        )


def check_value(value: Any, depth: int = 0) -> Value:
    """Check one attribute value; return its canonical form, `value` itself if it is."""
    if value.__class__ is not dict or len(value) != 1:
        value = _single_type(value, depth)
    kind: str
    (kind,) = value
    content = value[kind]
    check = _CHECKS.get(kind)
    if check is None or content is None:
        raise ValueRefused(_EMPTY)
    canonical = check(content, depth)
    return value if canonical is content else {kind: canonical}


def _single_type(value: object, depth: int) -> Value:
    """Reduce a value of zero or several members to the one DynamoDB knows, or refuse."""
    members = check_structure(value)
    known: Value = {
        kind: content
        for kind, content in members.items()
        if kind in _CHECKS and content is not None
    }
    if not known:
        raise ValueRefused(_EMPTY)
    if len(known) > 1:
        # DynamoDB: numbers are parsed before the types are counted.
        for kind in ("N", "NS"):
            if kind in known:
                _CHECKS[kind](known[kind], depth)
        raise ValueRefused(_SEVERAL)
    return known


def _check_s(content: Any, depth: int) -> str:
    text = check_string(content)
    if not text.isascii():
        check_unicode(text)
    return text


def check_unicode(text: str) -> None:
    """Refuse text that UTF-8 cannot hold: lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise MalformedRequest(
            f"Invalid UTF-8: lone surrogate U+{ord(text[error.start]):04X} in a string",
        ) from None


def _check_n(content: Any, depth: int) -> str:
    text = check_string(content)
    canonical = canonical_number(text)
    return text if canonical == text else canonical


def _check_b(content: Any, depth: int) -> str:
    text = check_base64_text(content)
    try:
        is_exact = b2a_base64(a2b_base64(text, strict_mode=True), newline=False).decode() == text
    except (Base64Error, ValueError):
        is_exact = not text
    if not is_exact:
        raise MalformedRequest("Invalid last non-pad Base64 character dectected")
    return text


def _check_bool(content: Any, depth: int) -> bool:
    return check_boolean(content)


def _check_null(content: Any, depth: int) -> bool:
    if not check_boolean(content):
        raise ValueRefused(NULL_MUST_BE_TRUE)
    return True


def _check_members(
    content: Any,
    check: Callable[[Any, int], str],
    empty: str,
) -> list[str]:
    members = check_list(content)
    if not members:
        raise ValueRefused(_INVALID + empty)
    if None in members:
        raise ValueRefused(_INVALID + "An string set may not have a null string as a member")
    checked = [check(member, 0) for member in members]
    return members if checked == members else checked


def _check_ss(content: Any, depth: int) -> list[str]:
    members = _check_members(content, _check_s, "An string set  may not be empty")
    if len(set(members)) != len(members):
        raise ValueRefused(
            f"{_REPEATED} [{', '.join(_shown(members, str.encode))}] contains duplicates.",
            f"{_REPEATED} [{', '.join(members)}] contains duplicates.",
        )
    return in_set_order("SS", members)


def _check_ns(content: Any, depth: int) -> list[str]:
    members = _check_members(content, _check_n, "An number set  may not be empty")
    if len(set(members)) != len(members):
        raise ValueRefused(
            f"{_REPEATED} contains duplicates.", "Input collection contains duplicates"
        )
    return in_set_order("NS", members)


def _check_bs(content: Any, depth: int) -> list[str]:
    members = _check_members(content, _check_b, "Binary sets should not be empty")
    if len(set(members)) != len(members):
        raise ValueRefused(
            f"{_REPEATED} [{','.join(_shown(members, a2b_base64))}]of type BS contains duplicates.",
            f"{_REPEATED} [{', '.join(members)}]of type BS contains duplicates.",
        )
    return in_set_order("BS", members)


def in_set_order(kind: str, members: list[str]) -> list[str]:
    """Give the members of a set in the order in which DynamoDB returns them."""
    # DynamoDB: by bytes, numbers by value.
    ordered = sorted(members, key=_SET_KEYS[kind])
    return members if ordered == members else ordered


def _shown(members: list[str], as_bytes: Callable[[str], bytes]) -> list[str]:
    """Quote the members of a set that has one twice, as DynamoDB lists them."""
    # DynamoDB: by their bytes up to the first that came twice, the rest as they were sent.
    first = next(n for n, member in enumerate(members) if member in members[:n])
    listed = (*sorted(members[:first], key=as_bytes), *members[first:])
    return [f'"{member}"' for member in listed]


def _check_l(content: Any, depth: int) -> list[Value]:
    members = check_list(content)
    _check_depth(depth)
    checked = [check_value(member, depth + 1) for member in members]
    is_same = all(new is old for new, old in zip(checked, members, strict=True))
    return members if is_same else checked


def _check_m(content: Any, depth: int) -> Item:
    members = check_map(content)
    _check_depth(depth)
    for name in members:
        if not name.isascii():
            check_unicode(name)
    checked = {name: check_value(value, depth + 1) for name, value in members.items()}
    is_same = all(checked[name] is value for name, value in members.items())
    return members if is_same else checked


def _check_depth(depth: int) -> None:
    if depth >= MAX_NESTING - 1:
        raise ValueRefused(
            "Nesting Levels have exceeded supported limits: "
            "Attributes in the item have nested levels beyond supported limit",
        )


_SET_KEYS: Final[Mapping[str, Callable[[str], bytes]]] = {
    "SS": str.encode,
    "NS": number_sort_key,
    "BS": a2b_base64,
}
_CHECKS: Final[Mapping[str, Callable[[Any, int], Any]]] = {
    "S": _check_s,
    "N": _check_n,
    "B": _check_b,
    "SS": _check_ss,
    "NS": _check_ns,
    "BS": _check_bs,
    "M": _check_m,
    "L": _check_l,
    "NULL": _check_null,
    "BOOL": _check_bool,
}
