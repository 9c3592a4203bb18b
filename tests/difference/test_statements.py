"""PartiQL statements read and write what dynoxide's do; ExtendDB has none."""

from __future__ import annotations

from hypothesis import given

from tests.difference import statements
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import many


@many
@given(statements.selections())
def test_a_selection_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.with_only("dynoxide").unexplained(scenario) == []


@many
@given(statements.writing_statements())
def test_a_statement_that_writes_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.with_only("dynoxide").unexplained(scenario) == []


@many
@given(statements.several_statements())
def test_several_statements_answer_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.with_only("dynoxide").unexplained(scenario) == []


@many
@given(statements.selections_of_indexes())
def test_a_selection_of_an_index_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.with_only("dynoxide").unexplained(scenario) == []
