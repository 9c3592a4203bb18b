"""What updates make of an item."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import ValidationFailed
from tavola.expressions import Scope

ITEM: dict[str, dict[str, Any]] = {
    "pk": {"S": "k"},
    "s": {"S": "x"},
    "n": {"N": "5"},
    "l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}]},
    "m": {"M": {"x": {"N": "1"}, "y": {"M": {"z": {"L": [{"S": "q"}]}}}}},
    "ss": {"SS": ["a", "b"]},
    "ns": {"NS": ["1", "2"]},
}
VALUES: dict[str, dict[str, Any]] = {
    ":s": {"S": "new"},
    ":t": {"S": "other"},
    ":one": {"N": "1.0"},
    ":l": {"L": [{"N": "9"}]},
    ":ss": {"SS": ["b", "c"]},
    ":ab": {"SS": ["a", "b"]},
    ":ns": {"NS": ["2.0", "3"]},
}
WRONG_PATH = "The document path provided in the update expression is invalid for update"
WRONG_TYPE = "An operand in the update expression has an incorrect data type"
MISSING = "The provided expression refers to an attribute that does not exist in the item"


def updated(text: str, item: dict[str, dict[str, Any]] = ITEM) -> dict[str, Any]:
    return Scope({"#x": "x"}, VALUES).update(text).apply(item)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("SET s = :s", {"s": {"S": "new"}}),
        ("SET fresh = :s, n = :one", {"fresh": {"S": "new"}, "n": {"N": "1"}}),
        ("SET n = n + :one", {"n": {"N": "6"}}),
        ("SET n = :one - n", {"n": {"N": "-4"}}),
        ("SET s = n, n = s", {"s": {"N": "5"}, "n": {"S": "x"}}),
        ("SET c = m.y.z[0]", {"c": {"S": "q"}}),
        ("SET c = if_not_exists(gone, :s)", {"c": {"S": "new"}}),
        ("SET c = if_not_exists(m.x, :s)", {"c": {"N": "1"}}),
        ("SET c = if_not_exists(gone, :one) + :one", {"c": {"N": "2"}}),
        ("SET c = if_not_exists(gone, if_not_exists(z, :s))", {"c": {"S": "new"}}),
        ("SET c = list_append(:l, :l)", {"c": {"L": [{"N": "9"}, {"N": "9"}]}}),
        (
            "SET l = list_append(l, :l)",
            {"l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"N": "9"}]}},
        ),
        (
            "SET c = list_append(if_not_exists(gone, :l), :l)",
            {"c": {"L": [{"N": "9"}, {"N": "9"}]}},
        ),
        ("SET l[1] = :s", {"l": {"L": [{"N": "1"}, {"S": "new"}, {"N": "3"}]}}),
        ("SET l[7] = :s", {"l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"S": "new"}]}}),
        (
            "SET l[84] = :s, l[37] = :t",
            {"l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"S": "other"}, {"S": "new"}]}},
        ),
        (
            "SET m.#x = :s, m.w = :t",
            {
                "m": {
                    "M": {
                        "x": {"S": "new"},
                        "y": {"M": {"z": {"L": [{"S": "q"}]}}},
                        "w": {"S": "other"},
                    }
                }
            },
        ),
        (
            "SET m.y.z[0] = :one",
            {"m": {"M": {"x": {"N": "1"}, "y": {"M": {"z": {"L": [{"N": "1"}]}}}}}},
        ),
        ("REMOVE l[0], l[2]", {"l": {"L": [{"N": "2"}]}}),
        ("REMOVE l[2], l[0]", {"l": {"L": [{"N": "2"}]}}),
        ("REMOVE l[17]", {}),
        ("REMOVE l[3]", {}),
        ("SET l[3] = :s", {"l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}, {"S": "new"}]}}),
        ("REMOVE gone, m.gone", {}),
        ("REMOVE m.y", {"m": {"M": {"x": {"N": "1"}}}}),
        ("REMOVE l[0] SET l[2] = :s", {"l": {"L": [{"N": "2"}, {"S": "new"}]}}),
        ("SET c = l[0] REMOVE l[0]", {"c": {"N": "1"}, "l": {"L": [{"N": "2"}, {"N": "3"}]}}),
        ("ADD n :one", {"n": {"N": "6"}}),
        ("ADD fresh :one", {"fresh": {"N": "1"}}),
        ("ADD m.x :one", {"m": {"M": {**ITEM["m"]["M"], "x": {"N": "2"}}}}),
        ("ADD ss :ss", {"ss": {"SS": ["a", "b", "c"]}}),
        ("ADD ns :ns", {"ns": {"NS": ["1", "2", "3"]}}),
        ("ADD fresh :ss", {"fresh": {"SS": ["b", "c"]}}),
        ("DELETE ss :ss", {"ss": {"SS": ["a"]}}),
        ("DELETE gone :ss", {}),
        ("DELETE m.gone :ss", {}),
        ("DELETE gone.x :ss", {}),
    ],
)
def test_an_update_changes_what_it_says_and_nothing_else(
    text: str, changes: dict[str, dict[str, Any]]
) -> None:
    assert updated(text) == {**ITEM, **changes}


@pytest.mark.parametrize(
    ("text", "name"), [("REMOVE s", "s"), ("REMOVE #x.y, s", "s"), ("DELETE ss :ab", "ss")]
)
def test_a_removed_attribute_is_gone(text: str, name: str) -> None:
    item = {**ITEM, "x": {"M": {"y": {"N": "1"}}}}
    assert name not in updated(text, item)


def test_the_item_before_the_update_stays_as_it_was() -> None:
    before = {"m": {"M": {"x": {"L": [{"N": "1"}]}}}}
    after = updated("SET m.#x[0] = :s, m.y = :t", before)
    assert after == {"m": {"M": {"x": {"L": [{"S": "new"}]}, "y": {"S": "other"}}}}
    assert before == {"m": {"M": {"x": {"L": [{"N": "1"}]}}}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SET c = gone", MISSING),
        ("SET c = gone + :one", MISSING),
        ("SET c = l[9]", MISSING),
        ("SET c = s.x", MISSING),
        ("SET c = list_append(gone, :l)", MISSING),
        ("SET c = s + :one", WRONG_TYPE),
        ("SET c = list_append(s, :l)", WRONG_TYPE),
        ("SET c = list_append(l, :l) + :one", WRONG_TYPE),
        ("ADD s :one", WRONG_TYPE),
        ("ADD ss :ns", WRONG_TYPE),
        ("DELETE ss :ns", WRONG_TYPE),
        ("DELETE n :ss", WRONG_TYPE),
        ("SET s.c = :s", WRONG_PATH),
        ("SET gone.c = :s", WRONG_PATH),
        ("SET l.c = :s", WRONG_PATH),
        ("SET m[0] = :s", WRONG_PATH),
        ("SET s[0] = :s", WRONG_PATH),
        ("SET l[9].c = :s", WRONG_PATH),
        ("SET l[3].c = :s", WRONG_PATH),
        ("SET l[0].c = :s", WRONG_PATH),
        ("SET m.#x.c = :s", WRONG_PATH),
        ("REMOVE l[3].c", WRONG_PATH),
        ("ADD gone.c :one", WRONG_PATH),
        ("REMOVE s.c", WRONG_PATH),
        ("REMOVE gone.c", WRONG_PATH),
        ("REMOVE l.c", WRONG_PATH),
        ("REMOVE gone[0]", WRONG_PATH),
    ],
)
def test_an_update_that_does_not_fit_the_item_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        updated(text)
    assert refusal.value.message == message


@pytest.mark.parametrize("text", ["REMOVE gone.c", "REMOVE gone[0]", "REMOVE gone"])
def test_any_path_may_be_removed_from_a_missing_item(text: str) -> None:
    assert updated(text, {}) == {}


def test_an_update_may_not_nest_values_too_deep() -> None:
    deep: dict[str, Any] = {"S": "x"}
    for _ in range(31):
        deep = {"L": [deep]}
    update = Scope(None, {":deep": deep}).update("SET m.x = :deep")
    with pytest.raises(ValidationFailed, match="Nesting Levels have exceeded"):
        update.apply({"m": {"M": {}}})


def test_an_update_names_the_attributes_that_it_writes() -> None:
    update = Scope({"#x": "x"}, VALUES).update("SET m.#x = n, c = :s REMOVE l[0] ADD n :one")
    assert update.attributes == {"m", "c", "l", "n"}


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("SET s = :s, m.#x = :one", {"s": {"S": "x"}, "m": {"M": {"x": {"N": "1"}}}}),
        ("SET l[1] = :s", {"l": {"L": [{"N": "2"}]}}),
        ("REMOVE gone", {}),
    ],
)
def test_only_touched_paths_are_returned(text: str, touched: dict[str, Any]) -> None:
    assert Scope({"#x": "x"}, VALUES).update(text).touched(ITEM) == touched
