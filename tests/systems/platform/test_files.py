"""Files that people keep: no cell is taken for a formula, and metrics on a port of their own."""

from __future__ import annotations

import asyncio
import csv
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tavola_systems.platform.http.file_answers import csv_download
from tavola_systems.platform.http.metrics import Metrics
from tavola_systems.platform.running.metrics_port import MetricsPort
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.spreadsheets import csv_line, harmless, plain


@pytest.mark.parametrize("cell", ["=1+1", "+49 30", "-2", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_cell_that_looks_like_a_formula_is_made_a_text(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"
    assert plain(harmless(cell)) == cell


@pytest.mark.parametrize("cell", ["", "Ada", "1+1", "'quoted", "a=b"])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert harmless(cell) == plain(cell) == cell


def test_a_line_has_numbers_dates_and_lists_as_people_read_them() -> None:
    cells = [-3, 2.5, None, True, datetime(2026, 5, 1, tzinfo=UTC), ["=a", "b"], 'say "hi", Ada']
    read = next(csv.reader([csv_line(cells)]))
    expected = ["-3", "2.5", "", "yes", "2026-05-01T00:00:00+00:00", "'=a, b", 'say "hi", Ada']
    assert read == expected


async def _body_of(response: Any) -> str:
    return "".join([part async for part in response.body_iterator])


def test_a_csv_file_is_kept_under_its_name_and_nowhere_else() -> None:
    answer = csv_download("leads – May.csv", ["name"], iter([["Ada"], ["=x"]]))
    assert asyncio.run(_body_of(answer)) == "name\nAda\n'=x\n"
    assert answer.headers["content-disposition"].endswith("''leads%20%E2%80%93%20May.csv")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"


def test_metrics_may_have_a_port_of_their_own_that_needs_no_token() -> None:
    metrics = Metrics()
    metrics.observe("/notes", "GET", 200, 0.1)
    port = MetricsPort(metrics, "127.0.0.1", 0)
    try:
        text = httpx.get(f"http://127.0.0.1:{port.port}/metrics").text
    finally:
        port.close()
    assert 'tavola_requests_total{method="GET",route="/notes",status="200"} 1.0' in text


def test_each_process_has_the_next_port_for_its_metrics() -> None:
    assert Settings(metrics_port=9100).of_process(2).metrics_port == 9102
    assert Settings().of_process(2).metrics_port == 0
