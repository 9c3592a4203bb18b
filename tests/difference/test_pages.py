"""Queries and scans answer as the reference engines do, page by page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.difference import scenarios
from tests.difference.compare import Request, Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import few, many


@many
@given(scenarios.queries())
def test_a_query_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.scans())
def test_a_scan_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@few
@given(scenarios.whole_queries(), st.integers(1, 5))
def test_the_pages_of_a_query_are_alike(
    comparison: Comparison, request_: Request, limit: int
) -> None:
    # ExtendDB says too early that nothing follows.
    ours, theirs = comparison.with_only("dynoxide").pages(request_, limit)

    assert theirs == ours


@few
@given(scenarios.whole_scans(), st.integers(1, 5))
def test_the_pages_of_a_scan_hold_the_same_items_together(
    comparison: Comparison, request_: Request, limit: int
) -> None:
    ours, *theirs = comparison.all_items(request_, limit)

    assert theirs == [ours, ours]
