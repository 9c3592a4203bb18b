"""The proof, small: a crowd applies while server, dispatchers and workers are killed."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import fromstring

from benchmarks.requests_load.__main__ import lines_of
from benchmarks.requests_load.picture import draw_run
from benchmarks.requests_load.run import Plan, run
from tests.patience import PATIENCE_SECONDS

PLAN = Plan(
    people=60,
    places=20,
    duplicates=15,
    kills=3,
    seconds=2 * PATIENCE_SECONDS,
    processes=2,
    connections=4,
    rate=30,
)


def test_places_are_given_once_while_processes_are_killed(tmp_path: Path) -> None:
    found = run(PLAN, str(tmp_path / "load.db"), tmp_path)

    assert found.outcome.wrong == []
    assert found.outcome.by_result == {"SUCCESS": 20, "REJECTED_CAPACITY": 40}
    assert found.kills
    assert lines_of(found)[-1].startswith("right")
    assert fromstring(draw_run(found)).tag.endswith("svg")
