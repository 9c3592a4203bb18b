"""Refusals are sentences with a subject: "Post 7 is there already.", not "post 7: is there"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
FILES = sorted(SOURCE.rglob("*.py"))
VERBS = (
    "is|are|has|have|was|were|must|may|cannot|can|needs|does|takes|names|stands|holds|would|begins"
    "|ends|contains|belongs|exists|repeats|says|gives|goes|shares|changes|asks|lacks|refers|did"
    "|relates|unknown"
)
FRAGMENT = re.compile(rf"^[^.:]*(?:\{{\}}[^:]*?)?: (?:{VERBS})\b")
"""A place, a colon, and then a verb whose subject is missing."""
NO_REFUSALS = ("models.py", "samples.py", "tour.py")
"""Generated modules, and texts of the systems' people."""


def fragments(code: str) -> list[str]:
    """The messages of a module that lack a subject, each with its line."""
    return [f"{line}: {text}" for line, text in _texts(ast.parse(code)) if FRAGMENT.match(text)]


def _texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """All texts but docstrings, with {} for each value in them."""
    nodes = list(ast.walk(tree))
    formatted = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    seen = {id(part) for node in formatted for part in node.values}
    seen |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for joined in formatted:
        parts = [str(one.value) if isinstance(one, ast.Constant) else "{}" for one in joined.values]
        yield joined.lineno, "".join(parts)
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in seen:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_message_has_a_subject(path: Path) -> None:
    found = [] if path.name.endswith(NO_REFUSALS) else fragments(path.read_text())

    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'raise Error(f"{name}: is missing.")',
        'raise Error(f"post {post.id}: does not exist.")',
        'raise Error("cursor: does not fit this query.")',
        'raise Error(f"{model}.{field}: has {count} members.")',
        'text = ("slug: " "is empty.")',
        'found.error(f"{where}: unknown key.")',
    ],
)
def test_a_message_without_a_subject_is_found(code: str) -> None:
    assert len(fragments(code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        'raise Error(f"Post {post.id} does not exist.")',
        'raise Error("slug: it is empty. Use letters.")',
        'raise Error(f"{path} cannot be read: {error}.")',
        '"""A row: is no message."""',
    ],
)
def test_a_sentence_is_none(code: str) -> None:
    assert fragments(code) == []
