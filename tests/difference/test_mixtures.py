"""Requests of several kinds in a row leave and show what dynoxide's and ExtendDB's do."""

from __future__ import annotations

from hypothesis import given

from tests.difference import mixtures
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import few, many


@many
@given(mixtures.mixed_sequences())
def test_actions_and_statements_in_any_order_leave_the_same_items(
    comparison: Comparison, scenario: Scenario
) -> None:
    # ExtendDB has no statements.
    assert comparison.with_only("dynoxide").unexplained(scenario) == []


@few
@given(mixtures.large_transactions())
def test_a_transaction_of_many_writes_answers_alike(
    comparison: Comparison, scenario: Scenario
) -> None:
    assert comparison.unexplained(scenario) == []


@few
@given(mixtures.changing_tables())
def test_a_table_that_changes_under_its_items_answers_alike(
    comparison: Comparison, scenario: Scenario
) -> None:
    # ExtendDB's tables take a second to change.
    assert comparison.with_only("dynoxide").unexplained(scenario) == []
