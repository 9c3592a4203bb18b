"""Tables are made, described and deleted as dynoxide does it.

ExtendDB is not asked: there a table stays CREATING for a second, which would be spent per example.
"""

from __future__ import annotations

from hypothesis import given

from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.creations import creations
from tests.difference.examples import many


@many
@given(creations())
def test_creating_a_table_answers_alike(comparison: Comparison, scenario: Scenario) -> None:
    assert comparison.with_only("dynoxide").unexplained(scenario) == []
