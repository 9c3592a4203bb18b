"""Which of many paths clash is found without comparing each with each."""

from __future__ import annotations

import sys
from itertools import combinations
from types import FrameType
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tavola.expressions.checking.shared_checks import find_clash
from tavola.expressions.paths import ResolvedPath, path_text

PARTS: st.SearchStrategy[list[str | int]] = st.lists(st.sampled_from(["a", "b", 0, 1]))


@st.composite
def paths_to_compare(draw: st.DrawFn) -> list[ResolvedPath]:
    heads = draw(st.lists(st.sampled_from("ab"), max_size=6))
    return [(head, *draw(PARTS)) for head in heads]


def relation(first: ResolvedPath, second: ResolvedPath) -> str | None:
    for ours, theirs in zip(first, second, strict=False):
        if isinstance(ours, str) != isinstance(theirs, str):
            return "conflict"
        if ours != theirs:
            return None
    return "overlap"


def found_by_comparing_all(paths: list[ResolvedPath]) -> tuple[str, str, str] | None:
    pairs = sorted(combinations(range(len(paths)), 2), key=lambda pair: (pair[1], pair[0]))
    related = [(relation(paths[one], paths[two]), one, two) for one, two in pairs]
    clashes = [each for each in related if each[0] is not None]
    # An overlap is said before a conflict.
    for kind, one, two in sorted(clashes, key=lambda each: each[0] == "conflict"):
        return str(kind), path_text(paths[one]), path_text(paths[two])
    return None


@given(paths_to_compare())
def test_the_first_clash_is_the_one_that_comparing_all_finds(paths: list[ResolvedPath]) -> None:
    found = find_clash(paths)

    expected = found_by_comparing_all(paths)
    assert found == (
        expected
        and f"Two document paths {expected[0]} with each other; must remove or rewrite one of these"
        f" paths; path one: {expected[1]}, path two: {expected[2]}"
    )


def calls_for(count: int) -> int:
    calls = 0

    def take_note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(take_note)
    try:
        find_clash([("a", index) for index in range(count)])
    finally:
        sys.setprofile(None)
    return calls


def test_twice_as_many_paths_take_twice_as_much() -> None:
    assert calls_for(600) < 2.1 * calls_for(300)
