"""What conditions say of an item."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tavola.expressions import Scope
from tavola.expressions.evaluate import compile_condition
from tavola.expressions.tree import Arithmetic, Comparison, Path, ValueRef

ITEM: dict[str, dict[str, Any]] = {
    "pk": {"S": "k"},
    "s": {"S": "hello"},
    "e": {"S": "é🎉"},
    "n": {"N": "5"},
    "m": {"M": {"x": {"N": "1"}, "y": {"L": [{"N": "-1"}, {"N": "2"}]}}},
    "l": {"L": [{"N": "1"}, {"SS": ["a", "b"]}, {"L": [{"N": "3"}]}]},
    "ss": {"SS": ["a", "b"]},
    "ns": {"NS": ["1", "2"]},
    "bs": {"BS": ["YQ==", "Yg=="]},
    "b": {"B": "aGkgdGhlcmU="},
    "t": {"BOOL": True},
    "z": {"NULL": True},
    "a.b": {"S": "dotted"},
}
VALUES: dict[str, dict[str, Any]] = {
    ":hello": {"S": "hello"},
    ":hell": {"S": "hell"},
    ":ell": {"S": "ell"},
    ":5": {"N": "5.0"},
    ":4": {"N": "4"},
    ":6": {"N": "6"},
    ":8": {"N": "8"},
    ":2": {"N": "2"},
    ":3": {"N": "3"},
    ":1": {"N": "1"},
    ":five": {"S": "5"},
    ":true": {"BOOL": True},
    ":null": {"NULL": True},
    ":ba": {"SS": ["b", "a"]},
    ":l": {"L": [{"N": "3"}]},
    ":hi": {"B": "aGk="},
    ":here": {"B": "aGVyZQ=="},
    ":a": {"S": "a"},
    ":bin": {"B": "YQ=="},
    ":S": {"S": "S"},
    ":N": {"S": "N"},
}
NAMES = {"#d": "a.b", "#s": "s", "#y": "y"}


def matches(text: str, item: dict[str, dict[str, Any]]) -> bool:
    used_values = {ref: value for ref, value in VALUES.items() if ref in text}
    used_names = {ref: name for ref, name in NAMES.items() if ref in text}
    scope = Scope(used_names or None, used_values or None)
    condition = scope.condition(text)
    found = condition.matches(item)
    # In steps, as on large items, the verdict is the same, and no step has two comparisons.
    steps, verdict = count_steps(condition.judge(item))
    assert (verdict, steps <= condition.weight) == (found, True)
    return found


def count_steps(verdict: Generator[None, None, bool]) -> tuple[int, bool]:
    """Run a verdict to its end; how many steps that took, and what it was."""
    steps = 0
    try:
        while True:
            next(verdict)
            steps += 1
    except StopIteration as done:
        return steps, done.value


@pytest.mark.parametrize(
    "text",
    [
        "s = :hello",
        "#s = :hello",
        "#d <> :hello",
        "n = :5",
        "t = :true",
        "z = :null",
        "ss = :ba",
        "l[2] = :l",
        "l[1] = :ba",
        "n <> :4",
        "n <> :five",
        "nope <> :4",
        "nope <> gone",
        "n < :6",
        "n <= :5",
        "n > :4",
        "n >= :5",
        ":4 < n",
        "s > :hell",
        "m.x < m.#y[1]",
        "n BETWEEN :4 AND :6",
        "n BETWEEN :5 AND :5",
        "m.x BETWEEN m.y[0] AND m.y[1]",
        "n IN (:4, :5)",
        "ss IN (:hello, :ba)",
        "attribute_exists(m.x)",
        "attribute_exists(l[2][0])",
        "attribute_not_exists(m.q)",
        "attribute_not_exists(l[3])",
        "attribute_not_exists(s.x)",
        "attribute_not_exists(n[0])",
        "attribute_type(s, :S)",
        "attribute_type(:4, :N)",
        "begins_with(s, :hell)",
        "begins_with(:hello, s)",
        "begins_with(b, :hi)",
        "contains(s, :ell)",
        "contains(b, :here)",
        "contains(ss, :a)",
        "contains(ns, :2)",
        "contains(bs, :bin)",
        "contains(l, :ba)",
        "contains(l, :l)",
        "size(s) = :5",
        "size(b) = :8",
        "size(ss) = :2",
        "size(l) = :3",
        "size(m) = :2",
        "size(s) = n",
        "NOT s = :ell",
        "NOT NOT s = :hello",
        "s = :ell OR s = :hello",
        "s = :ell OR s = :hell OR s = :hello",
        "s = :hello AND n = :5 AND t = :true",
        "s = :hello OR s = :ell AND s = :hell",
        "NOT (s = :ell AND s = :hello)",
    ],
)
def test_a_condition_holds(text: str) -> None:
    assert matches(text, ITEM)


@pytest.mark.parametrize(
    "text",
    [
        "s = :ell",
        "n = :five",
        "nope = :5",
        "nope = gone",
        "n <> :5",
        "ss <> :ba",
        "n < :5",
        "n < :hello",
        "nope < :5",
        ":5 < nope",
        "l < :5",
        "t >= :4",
        "n BETWEEN :6 AND :8",
        "nope BETWEEN :4 AND :6",
        "n BETWEEN s AND :6",
        "n IN (:4, :five)",
        "nope IN (:4)",
        "attribute_exists(nope)",
        "attribute_not_exists(s)",
        "attribute_type(n, :S)",
        "attribute_type(nope, :S)",
        "begins_with(s, :ell)",
        "begins_with(n, :hell)",
        "begins_with(nope, :hell)",
        "contains(s, :5)",
        "contains(ns, :a)",
        "contains(n, :5)",
        "contains(m, :a)",
        "contains(nope, :a)",
        "size(n) = :1",
        "size(t) = :1",
        "size(z) = :1",
        "size(nope) = :1",
        "size(s) = :five",
        "NOT s = :hello",
        "NOT s = :hello AND n = :5",
    ],
)
def test_a_condition_does_not_hold(text: str) -> None:
    assert not matches(text, ITEM)


@pytest.mark.parametrize("text", ["attribute_not_exists(pk)", "pk <> :hello", "NOT pk = :hello"])
def test_a_missing_item_has_no_attributes(text: str) -> None:
    assert matches(text, {})


def test_the_size_of_a_string_counts_an_emoji_twice() -> None:
    assert matches("size(e) = :3", ITEM)


def test_a_condition_names_the_attributes_that_it_reads() -> None:
    scope = Scope({"#d": "a.b"}, {":v": {"S": "x"}})
    condition = scope.condition("#d.x = :v AND size(l[0]) < n")
    assert condition.attributes == {"a.b", "l", "n"}


def test_a_member_that_is_a_set_is_found_in_any_order() -> None:
    item = {"l": {"L": [{"M": {"x": {"SS": ["a", "b"]}}}]}}
    scope = Scope(None, {":x": {"M": {"x": {"SS": ["b", "a"]}}}, ":y": {"M": {"x": {"SS": ["b"]}}}})

    condition = scope.condition("contains(l, :x) AND NOT contains(l, :y)")

    assert condition.matches(item)


def test_lists_that_differ_only_in_the_order_of_a_set_deep_inside_are_equal() -> None:
    def nested(inner: dict[str, Any]) -> dict[str, Any]:
        for _ in range(30):
            inner = {"L": [{"N": "1"}, inner]}
        return inner

    scope = Scope(None, {":same": nested({"NS": ["2", "1"]}), ":other": nested({"NS": ["2", "3"]})})

    condition = scope.condition("x = :same AND x <> :other")

    assert condition.matches({"x": nested({"NS": ["1", "2"]})})


def test_one_comparison_is_one_step() -> None:
    scope = Scope(None, {f":{n}": {"S": f"{n}"} for n in range(6)})
    condition = scope.condition("x IN (:0, :1, :2) OR (x = :3 AND y = :4) OR contains(x, :5)")

    steps, verdict = count_steps(condition.judge({"x": {"S": "3"}}))

    # Three of the list, then x = :3, which holds, then y = :4 and the last one, which do not.
    assert (steps, verdict, condition.weight) == (6, False, 6)


LONG = [{"N": str(number)} for number in range(12_001)]


@pytest.mark.parametrize(
    ("members", "part", "holds"),
    [
        (LONG, {"N": "0"}, True),
        (LONG, {"N": "12000"}, True),
        (LONG, {"N": "12001"}, False),
        (LONG[:5_000], {"N": "4999"}, True),
        (LONG[:5_001], {"N": "5000"}, True),
        ([*LONG, {"SS": ["a", "b"]}], {"SS": ["b", "a"]}, True),
        ([{"L": [{"SS": ["a", "b"]}]}], {"L": [{"SS": ["b", "a"]}]}, True),
        ([{"SS": ["a", "b"]}], {"SS": ["a", "c"]}, False),
    ],
)
def test_a_list_of_any_length_contains_its_members(
    members: list[dict[str, Any]], part: dict[str, Any], holds: bool
) -> None:
    condition = Scope(None, {":part": part}).condition("contains(x, :part)")
    assert condition.matches({"x": {"L": members}}) is holds


def test_a_condition_cannot_calculate() -> None:
    tree = Comparison("=", Path(("a",)), Arithmetic("+", Path(("b",)), ValueRef(":v")))
    with pytest.raises(TypeError) as refusal:
        compile_condition(tree, {})
    assert str(refusal.value) == (
        f"A condition cannot calculate: {tree.right!r}. Only updates can."
    )
