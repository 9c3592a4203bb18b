"""What the wire carries is what the engine answers to a call in its own process."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.difference import scenarios
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import few
from tests.difference.faults import spoiled

READS = st.one_of(
    scenarios.gets(), scenarios.queries(), scenarios.scans(), scenarios.transact_gets()
)


@few
@given(READS | spoiled(READS))
def test_a_read_in_the_process_answers_as_on_the_wire(
    comparison: Comparison, scenario: Scenario
) -> None:
    (request,) = scenario

    on_the_wire = comparison.ours.execute(request.action, request.body)
    in_process = comparison.in_process.execute(request.action, request.body)

    assert in_process == replace(on_the_wire, envelope="")
