"""Tables are changed, tagged and backed up, and their items expire, as the others do it.

Each asks the engines that have the action: dynoxide has no backups, ExtendDB's tables take a second
to change and have an account of their own in their tags' addresses.
"""

from __future__ import annotations

from hypothesis import given

from tests.difference import settings
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import few, many


@many
@given(settings.table_updates())
def test_changing_a_table_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    dynoxide = comparison.with_only("dynoxide")

    assert dynoxide.unexplained_of_wrong_parameters(scenario) == []


@few
@given(settings.changed_tables())
def test_a_changed_table_is_described_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.with_only("dynoxide").unexplained(scenario) == []


@few
@given(settings.expiries())
def test_setting_the_time_to_live_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.unexplained_of_wrong_parameters(scenario) == []


@few
@given(settings.tagging())
def test_tagging_a_table_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    dynoxide = comparison.with_only("dynoxide")

    assert dynoxide.unexplained_of_wrong_parameters(scenario) == []


@few
@given(settings.backups())
def test_switching_backups_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    extenddb = comparison.with_only("ExtendDB")

    assert extenddb.unexplained_of_wrong_parameters(scenario) == []
