"""Parts of dates in a design: where they may stand, and what is said where they may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Check = Callable[[str], list[str]]

DESIGN = """
    table:
      name: shop
      indexes:
        GSI1: {{partitionKey: GSI1PK, sortKey: GSI1SK}}
    models:
      Order:
        fields:
          orderId: {{type: StringField, required: true}}
          at: {{type: DateTimeField}}
          due: {{type: DateTimeField}}
        key: {key}
        indexes: {{{index}}}
    """
KEY = 'PK: "ORDER#{orderId}", SK: ORDER'
INDEX = 'orders: {index: GSI1, GSI1PK: "MONTH#{at:%Y-%m}", GSI1SK: "{at:iso}"}'


def design(key: str = KEY, index: str = INDEX) -> str:
    return DESIGN.format(key="{" + key + "}", index=index)


BAD: list[tuple[str, dict[str, str], str]] = [
    (
        "a part of a text",
        {"index": INDEX.replace("at:%Y-%m", "orderId:%Y")},
        "13: Order.indexes.orders: 'MONTH#{orderId:%Y}' asks for a part of 'orderId', a "
        "StringField, which is not a date. Write {orderId}.",
    ),
    (
        "a part in a sort key",
        {"index": INDEX.replace("at:iso", "at:%Y")},
        "13: Order.indexes.orders: '{at:%Y}' has a part of the date 'at' in a sort key. "
        "Write {at:iso} there; parts divide partitions.",
    ),
    (
        "a month without a year",
        {"index": INDEX.replace("%Y-%m", "%m")},
        "13: Order.indexes.orders: 'MONTH#{at:%m}' asks for 'at' as '%m', which is not part of a "
        "date. Begin with %Y, then %m, %d and %H in this order, as {at:%Y-%m}.",
    ),
    (
        "two parts of dates",
        {"index": INDEX.replace("%Y-%m}", "%Y}#{due:%Y}")},
        "13: Order.indexes.orders: 'MONTH#{at:%Y}#{due:%Y}' has parts of two dates. "
        "Keep one of them.",
    ),
    (
        "a primary key that holds a part alone",
        {"key": 'PK: "ORDER#{at:%Y}", SK: "{orderId}"'},
        "12: Order.key: the key has a part of 'at' and not 'at' itself, so that items share a "
        "key. Write {at:iso} into it too.",
    ),
]


@pytest.mark.parametrize(
    ("changes", "expected"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_a_part_that_cannot_work_says_why(
    check: Check, changes: dict[str, str], expected: str
) -> None:
    assert check(design(**changes)) == [f"shop.yaml:{expected}"]


@pytest.mark.parametrize(
    ("condition", "wrong"),
    [
        ("equals", []),
        ("between", []),
        (
            "atLeast",
            [
                "shop.yaml:15: accessPatterns.some asks for 'at' by atLeast, but it is in the "
                "partition key of 'orders'. Give a part of a date by equals or between."
            ],
        ),
    ],
)
def test_a_pattern_takes_equality_or_a_range_of_a_part(
    check: Check, condition: str, wrong: list[str]
) -> None:
    text = f"""
    accessPatterns:
      some: {{model: Order, query: orders, given: {{at: {condition}}}}}
    """

    assert check(design().rstrip() + text) == wrong
