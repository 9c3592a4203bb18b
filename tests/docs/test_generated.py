"""What pages say of the source is what the source says; `make generate` writes them again."""

from __future__ import annotations

from pathlib import Path

import pytest

import tavola
from tavola.errors import TavolaError
from tools.documentation import PAGES
from tools.documentation.errors import pattern_errors, public_errors, remedies
from tools.documentation.python_api import SECTIONS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_what_its_source_says(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == PAGES[name]()


def test_every_error_has_a_cause_and_a_remedy() -> None:
    names = {one.__name__ for one in [*public_errors(), *pattern_errors()]}
    assert set(remedies()) == names


def test_every_public_name_has_its_place() -> None:
    exported = {
        name
        for name in dir(tavola)
        if not (isinstance(one := getattr(tavola, name), type) and issubclass(one, TavolaError))
    }
    assert exported == {name for names in SECTIONS.values() for name in names}


def test_every_public_error_is_on_the_page() -> None:
    page = (ROOT / "docs/errors.md").read_text("utf-8")
    missing = [one.__name__ for one in public_errors() if f"`{one.__name__}`" not in page]
    assert missing == []
    assert "└── StoreError" in page
