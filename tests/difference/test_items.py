"""Single items are written and read as the reference engines do it."""

from __future__ import annotations

from hypothesis import given

from tests.difference import scenarios
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import many


@many
@given(scenarios.puts())
def test_putting_an_item_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.wrong_puts())
def test_an_item_that_does_not_fit_is_refused_alike(
    comparison: Comparison, scenario: Scenario
) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.updates())
def test_updating_an_item_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.deletes())
def test_deleting_an_item_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []


@many
@given(scenarios.gets())
def test_getting_an_item_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained(scenario) == []
