"""The parameters that expressions have replaced mean what they mean to the reference engines.

Conditions are checked in no order that one could name: of several faults each may come first.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.difference import older_parameters as older
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import many
from tests.difference.faults import spoiled


@many
@given(older.expecting_writes())
def test_a_write_that_expects_something_answers_alike(
    comparison: Comparison, scenario: Scenario
) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@many
@given(older.attribute_updates())
def test_an_update_of_attributes_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@many
@given(st.one_of(older.partial_gets(), older.key_conditions(), older.scan_filters()))
def test_a_read_with_older_parameters_answers_alike(
    comparison: Comparison, scenario: Scenario
) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@many
@given(
    spoiled(st.one_of(older.expecting_writes(), older.attribute_updates(), older.key_conditions()))
)
def test_a_wrong_older_parameter_is_refused_alike(
    comparison: Comparison, scenario: Scenario
) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []
