"""What `tavola` exports is all that pages and people need."""

from __future__ import annotations

import re
from pathlib import Path

import tavola

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/how-to").glob("*.md")]
DOORS = ("tavola.patterns", "tavola.testing")
"""Packages that users import by their names."""


def test_pages_import_from_tavola_alone() -> None:
    homes = {
        home
        for page in PAGES
        for home in re.findall(r"^from (tavola[.\w]+) import", page.read_text(), re.MULTILINE)
    }
    assert {home for home in homes if not home.startswith(DOORS)} == set()


def test_every_export_is_there() -> None:
    assert [name for name in dir(tavola) if not hasattr(tavola, name)] == []
