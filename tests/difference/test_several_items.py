"""Batches and transactions answer as the reference engines do."""

from __future__ import annotations

from hypothesis import given

from tests.difference import scenarios
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import few, many


@few
@given(scenarios.batch_gets())
def test_a_batch_of_reads_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.batch_writes())
def test_a_batch_of_writes_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.wrong_batch_writes())
def test_a_batch_with_a_wrong_write_writes_nothing(
    comparison: Comparison, scenario: Scenario
) -> None:
    # ExtendDB writes what comes before the fault.
    assert comparison.with_only("dynoxide").unexplained(scenario) == []


@many
@given(scenarios.transact_writes())
def test_a_transaction_of_writes_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@few
@given(scenarios.transact_gets())
def test_a_transaction_of_reads_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.sequences())
def test_any_sequence_of_writes_leaves_the_same_items(
    comparison: Comparison, scenario: Scenario
) -> None:
    assert comparison.unexplained(scenario) == []
