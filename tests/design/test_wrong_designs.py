"""Wrong designs with what is found in them: each finding stands below the line that it is about.

A line `#! …` is an error, and `#? …` advice, on the last line above it that is neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.design.load import compile_design

DESIGNS = sorted((Path(__file__).parent / "wrong").glob("*.yaml"))


def expected(text: str) -> Iterator[tuple[bool, str]]:
    """Read the findings of a design from its comments."""
    line = 0
    for number, content in enumerate(text.splitlines(), start=1):
        mark, _, found = content.strip().partition(" ")
        if mark in ("#!", "#?"):
            yield mark == "#!", f"shop.yaml:{line}: {found}"
        else:
            line = number


@pytest.mark.parametrize("file", DESIGNS, ids=[file.stem for file in DESIGNS])
def test_each_finding_is_told_at_its_line(file: Path) -> None:
    text = file.read_text("utf-8")

    _, findings = compile_design([("shop.yaml", text)], "shop")

    assert [(one.is_error, str(one)) for one in findings] == list(expected(text))
