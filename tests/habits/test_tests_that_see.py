"""A test that could not fail sees nothing: what holds of no item at all is asked for in no test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests").rglob("*.py"))
OF_ANOTHER = frozenset({"zip", "enumerate", "sorted", "reversed", "list", "tuple", "set", "range"})


def faults(code: str) -> list[int]:
    """Name the lines that assert something of all members of what may have none."""
    asserted = (node.test for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Assert))
    calls = (node for test in asserted for node in ast.walk(test) if isinstance(node, ast.Call))
    return [
        call.lineno
        for call in calls
        if ast.unparse(call.func) == "all" and not _has_members(_source(call.args[0]))
    ]


def _source(argument: ast.expr) -> ast.expr:
    if isinstance(argument, ast.GeneratorExp | ast.ListComp):
        return argument.generators[0].iter
    return argument


def _has_members(source: ast.expr) -> bool:
    """Whether members are written there, or it is a constant of the module."""
    match source:
        case ast.List(elts=members) | ast.Tuple(elts=members) | ast.Set(elts=members):
            return members != []
        case ast.Name(id=name):
            return name.isupper()
        case ast.Call(func=ast.Name(id=name), args=[first, *_]):
            return name == "range" or (name in OF_ANOTHER and _has_members(first))
        case _:
            return False


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_asserted_of_all_where_there_may_be_none(path: Path) -> None:
    # Compare whole lists, or say {…} == {True}, which no members do not fulfil.
    assert faults(path.read_text()) == []


@pytest.mark.parametrize(
    "code",
    [
        "assert all(one > 0 for one in found)",
        "assert x and all([one > 0 for one in found()])",
        "assert all(map(is_right, found))",
        "assert all(one for one in [])",
        "assert (all(seen), 1) == (True, 1)",
    ],
)
def test_each_of_them_is_found(code: str) -> None:
    assert faults(code) == [1]


@pytest.mark.parametrize(
    "code",
    [
        "assert all(name in text for name in ('a', 'b'))",
        "assert all(name in text for name in NAMES)",
        "assert all(find(n) for n in range(3))",
        "assert all(a == b for a, b in zip(NAMES, found))",
        "assert {one > 0 for one in found} == {True}",
        "is_right = all(one > 0 for one in found)",
    ],
)
def test_what_can_fail_is_not_complained_about(code: str) -> None:
    assert faults(code) == []
