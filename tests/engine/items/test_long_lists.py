"""Long lists are compared piece by piece, with the outcome of one comparison."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.engine import Engine
from tavola.values import values_equal
from tavola.values.comparison import PIECE
from tests.server.client import TABLE

MEMBERS: list[dict[str, Any]] = [{"N": f"{number}"} for number in range(2 * PIECE + 1)]
SETS: list[dict[str, Any]] = [{"SS": ["a", "b"]}] * len(MEMBERS)


@pytest.mark.parametrize(
    ("left", "right", "is_equal"),
    [
        (MEMBERS, [*MEMBERS], True),
        (MEMBERS, MEMBERS[:-1], False),
        (MEMBERS, [*MEMBERS, {"N": "0"}], False),
        (MEMBERS, [*MEMBERS[:-1], {"N": "x"}], False),
        (MEMBERS, [{"N": "x"}, *MEMBERS[1:]], False),
        (SETS, [{"SS": ["b", "a"]}, *SETS[1:]], True),
        (SETS, [*SETS[:-1], {"SS": ["b", "a"]}], True),
        (SETS, [*SETS[:-1], {"SS": ["b", "c"]}], False),
    ],
)
def test_long_lists_are_equal_if_all_members_are(
    left: list[Any], right: list[Any], is_equal: bool
) -> None:
    assert values_equal({"L": left}, {"L": right}) is is_equal
    assert values_equal({"L": right}, {"L": left}) is is_equal


def test_a_long_list_is_nothing_else() -> None:
    assert not values_equal({"L": MEMBERS}, {"S": "x"})
    assert not values_equal({"L": MEMBERS}, {"L": []})
    assert not values_equal({"S": "x"}, {"L": MEMBERS})


@pytest.mark.parametrize(
    ("value", "part", "is_in"),
    [
        ({"L": MEMBERS}, {"N": "0"}, True),
        ({"L": MEMBERS}, {"N": f"{PIECE}"}, True),
        ({"L": MEMBERS}, {"N": f"{2 * PIECE}"}, True),
        ({"L": MEMBERS}, {"N": f"{2 * PIECE + 1}"}, False),
        ({"L": MEMBERS}, {"S": "0"}, False),
        ({"NS": [member["N"] for member in MEMBERS]}, {"N": f"{2 * PIECE}"}, True),
        ({"NS": [member["N"] for member in MEMBERS]}, {"N": f"{2 * PIECE + 1}"}, False),
        ({"L": SETS}, {"SS": ["b", "a"]}, True),
    ],
)
def test_a_long_list_contains_its_members(
    engine: Engine, value: dict[str, Any], part: dict[str, Any], is_in: bool
) -> None:
    engine.execute("CreateTable", TABLE)
    item = {"pk": {"S": "a"}, "x": value}
    engine.execute("PutItem", {"TableName": "things", "Item": item})
    scan = {
        "TableName": "things",
        "FilterExpression": "contains(x, :part)",
        "ExpressionAttributeValues": {":part": part},
        "Select": "COUNT",
    }

    assert engine.execute("Scan", scan).startswith(b'{"Count":%d,' % is_in)
