"""A word means one thing: no two classes of the library have one name, unless it is said why."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "tavola"

SHARED = {
    "KeyRange": "the range of a Query, on both sides of the waist",
    "MapShape": "what a map may hold: of a model's fields, and of a request",
}
"""Names of several classes, each with the reason why one word is right for both."""


def names_of(path: Path) -> Iterator[str]:
    """The classes that a module defines for others."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_no_two_classes_have_one_name_without_a_reason() -> None:
    counted = Counter(name for path in SOURCE.rglob("*.py") for name in names_of(path))

    assert {name for name, count in counted.items() if count > 1} == set(SHARED)
