"""How tests are run: in any order, and with a word about those that did not."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.parts import describe_left_out, missing
from tests.shuffling import repeated, shuffled

TESTS: list[Any] = [
    SimpleNamespace(path=Path(file), nodeid=f"{file}::{name}") for file in "abcd" for name in "1234"
]


def test_a_seed_gives_one_order_and_another_one_another() -> None:
    assert shuffled(TESTS, "x") == shuffled(TESTS, "x") != shuffled(TESTS, "y")


def test_all_tests_are_run_and_those_of_a_file_together() -> None:
    order = shuffled(TESTS, "x")

    files = [str(one.path) for one in order]
    assert sorted(one.nodeid for one in order) == [one.nodeid for one in TESTS]
    assert [file for file, after in zip(files, [*files[1:], ""], strict=True) if file != after] == [
        *dict.fromkeys(files)
    ]


def test_a_run_may_have_several_rounds() -> None:
    rounds = repeated(TESTS, 3)

    assert [one.nodeid for one in rounds] == [one.nodeid for one in TESTS] * 3
    assert len({id(one) for one in rounds}) == 3 * len(TESTS)


def test_the_end_of_a_run_says_what_did_not_run_and_how_to_run_it() -> None:
    reasons = ["Skipped: No npm: apt-get install npm."] * 1200 + ["Skipped: No Java."]

    assert describe_left_out(reasons) == [
        "1,201 tests did not run, because of this machine:",
        "  1,200  No npm: apt-get install npm.",
        "      1  No Java.",
    ]


def test_a_run_of_all_tests_ends_without_a_word() -> None:
    assert describe_left_out([]) == []


def test_a_missing_part_is_skipped_by_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)

    with pytest.raises(pytest.skip.Exception, match="No npm"):
        missing("No npm.")


def test_a_missing_part_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")

    # A skip would leave this test out instead of failing it.
    with pytest.raises((pytest.fail.Exception, pytest.skip.Exception), match="No npm") as raised:
        missing("No npm.")

    assert raised.type is pytest.fail.Exception
