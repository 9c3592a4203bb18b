from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tavola.design import Design
from tavola.design.load import compile_design, load_design

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]


@pytest.fixture
def check() -> Check:
    """Give the errors of a design's text, as `tavola check` prints them."""

    def errors(text: str) -> list[str]:
        _, findings = compile_design([("shop.yaml", textwrap.dedent(text))], "shop")
        return [str(finding) for finding in findings if finding.is_error]

    return errors


@pytest.fixture
def advice() -> Check:
    """Give the advice on a design's text."""

    def pieces(text: str) -> list[str]:
        _, findings = compile_design([("shop.yaml", textwrap.dedent(text))], "shop")
        return [str(finding) for finding in findings if not finding.is_error]

    return pieces


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load a design's text through a file."""

    def loaded(text: str) -> Design:
        file = tmp_path / "shop.yaml"
        file.write_text(textwrap.dedent(text), "utf-8")
        return load_design(file)

    return loaded
