"""The page of conformance says what the tests show; `make generate` writes it again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tavola.engine.actions import ACTIONS
from tools.documentation.conformance import deviations, find_test, service_actions

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"
COMPARED = (
    "GetItem",
    "TransactWriteItems",
    "ExecuteStatement",
    "ExecuteTransaction",
    "UpdateTable",
)


@pytest.fixture(scope="module")
def rows() -> Mapping[str, list[str]]:
    """The cells of each action's row; that they are up to date is test_generated's to say."""
    table = PAGE.read_text("utf-8").partition("## ")[0]
    cells = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    return {row[1].strip(" `"): [cell.strip() for cell in row[2:]] for row in cells}


@pytest.mark.parametrize("action", deviations())
def test_what_differs_on_purpose_is_shown_by_a_test(action: str) -> None:
    entry = deviations()[action]

    assert action in ACTIONS
    assert entry["what"].endswith(".")
    assert find_test(entry["test"])


def test_a_test_that_is_not_there_is_not_found() -> None:
    assert not find_test("tests/docs/test_conformance.py::test_nothing")


def test_every_action_of_the_service_has_a_row(rows: Mapping[str, list[str]]) -> None:
    assert sorted(rows) == service_actions()


def test_every_action_that_works_has_tests_of_its_own(rows: Mapping[str, list[str]]) -> None:
    assert {name for name, cells in rows.items() if cells[1]} >= ACTIONS.keys()


@pytest.mark.parametrize("action", COMPARED)
def test_examples_of_the_difference_tests_are_counted(
    rows: Mapping[str, list[str]], action: str
) -> None:
    assert int(rows[action][2]) >= 200
