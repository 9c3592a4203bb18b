"""The proof, small: a crowd applies while server, dispatchers and workers are killed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from benchmarks.requests_load.__main__ import lines_of
from benchmarks.requests_load.picture import draw_run
from benchmarks.requests_load.run import Plan, run
from tests.patience import PATIENCE_SECONDS
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint

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


CREDENTIALS = {"AWS_ACCESS_KEY_ID": ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": SECRET_KEY}


def test_places_are_given_once_while_processes_are_killed(tmp_path: Path) -> None:
    found = run(PLAN, str(tmp_path / "load.db"), tmp_path)

    assert found.outcome.wrong == []
    assert found.outcome.by_result == {"SUCCESS": 20, "REJECTED_CAPACITY": 40}
    assert found.kills
    assert lines_of(found)[-1].startswith("right")
    assert fromstring(draw_run(found)).tag.endswith("svg")


def test_places_are_given_once_on_another_implementation(
    tmp_path: Path, dynoxide: HttpEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    store = f"dynamodb://{REGION}/load-*?endpoint=http://127.0.0.1:{dynoxide.port}"
    found = run(replace(PLAN, people=40, duplicates=10, kills=2), store, tmp_path)

    assert found.outcome.wrong == []
    assert found.outcome.by_result == {"SUCCESS": 20, "REJECTED_CAPACITY": 20}
    assert found.kills
