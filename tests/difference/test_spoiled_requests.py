"""Requests with wrong parameters are refused as the reference engines refuse them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.difference import scenarios
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import many
from tests.difference.faults import spoiled


@many
@given(spoiled(scenarios.gets()))
def test_a_wrong_get_is_refused_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@many
@given(spoiled(st.one_of(scenarios.puts(), scenarios.updates(), scenarios.deletes())))
def test_a_wrong_write_is_refused_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@many
@given(spoiled(st.one_of(scenarios.queries(), scenarios.scans())))
def test_a_wrong_query_or_scan_is_refused_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@many
@given(spoiled(st.one_of(scenarios.batch_gets(), scenarios.batch_writes())))
def test_a_wrong_batch_is_refused_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@many
@given(spoiled(st.one_of(scenarios.transact_gets(), scenarios.transact_writes())))
def test_a_wrong_transaction_is_refused_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []
