"""The systems' own JavaScript stays small, and stylesheets take colours from one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SYSTEMS = Path(__file__).parents[3] / "src" / "tavola_systems"
SCRIPTS = sorted(SYSTEMS.glob("**/static/*.js"))
STYLES = sorted(one for one in SYSTEMS.glob("**/static/*.css") if one.name != "tokens.css")


def lines_of(path: Path) -> int:
    return len(path.read_text().splitlines())


def test_all_scripts_together_are_few_lines() -> None:
    assert len(SCRIPTS) > 10
    assert sum(map(lines_of, SCRIPTS)) <= 1_200


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda one: f"{one.parts[-3]}/{one.name}")
def test_a_script_is_a_short_module_that_loads_nothing_from_elsewhere(script: Path) -> None:
    text = script.read_text()
    assert lines_of(script) <= 200
    loaded = re.findall(r"(?:\bfrom|\bimport|fetch\(|import\()\s*[\"'`]([^\"'`]+)", text)
    assert [one for one in loaded if re.match(r"(https?:)?//", one)] == []


@pytest.mark.parametrize("style", STYLES, ids=lambda one: f"{one.parts[-3]}/{one.name}")
def test_a_stylesheet_loads_nothing_from_elsewhere(style: Path) -> None:
    assert re.findall(r"@import|https?://", style.read_text()) == []
