"""Refusals are sentences with a subject: "Post 7 already exists.", not "post 7: exists"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

SOURCE = Path(__file__).parents[2] / "src"
FILES = sorted(SOURCE.rglob("*.py"))
VERBS = (
    "is|are|has|have|was|were|must|may|cannot|can|needs|does|takes|names|stands|holds|would|begins"
    "|ends|contains|belongs|exists|repeats|says|gives|goes|shares|changes|asks|lacks|refers|did"
    "|relates|unknown|refused|generated|show"
)
FRAGMENT = re.compile(rf"^[^.:]*(?:\{{\}}[^:]*?)?: (?:{VERBS})\b")
"""A place, a colon, and then a verb whose subject is missing."""
SUBJECTS = "this|its|others|address|comments|items|operations|results|routes|rules|users"
"""Words in -s that may begin a sentence, as no verb does."""
ACTS = re.compile(rf"^(?:[a-z]+ )?(?:\{{\}}[^\s:]*|[a-z]+): (?!(?:{SUBJECTS})\b)[a-z]+s\b(?!:)")
"""A name, a colon, and then any other verb: "route 7: leads nowhere"."""
NO_REFUSALS = ("models.py", "samples.py", "tour.py")
"""Generated modules, and texts of the systems' people."""


def fragments(code: str) -> list[str]:
    """The messages of a module that lack a subject, each with its line."""
    texts = _texts(ast.parse(code))
    return [f"{line}: {text}" for line, text in texts if FRAGMENT.match(text) or ACTS.match(text)]


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
        'raise Error(f"{route}: leads nowhere. Claim it first.")',
        'raise Error(f"user {name!r}: organises {count} elections.")',
        'raise Error(f"{field.name}+=: adds to numbers.")',
        'raise Error("body: unzips past its limit.")',
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
        'raise Error(f"{route}: its node is gone.")',
        'raise Error("queue: sqs:// cannot be read without boto3.")',
        '"""A row: is not a message."""',
    ],
)
def test_a_sentence_is_none(code: str) -> None:
    assert fragments(code) == []


FINDERS = {"error", "advise", "unknown"}
"""The methods that note a finding about a design."""
DESIGN = sorted((SOURCE / "tavola" / "design").rglob("*.py"))
VERBLESS = re.compile(
    r"^(?:'[^']*'|\{\}) (?:without|with|beside|for|of|in) (?!.*\b(?:is|are|has)\b)"
)
"""Two names with a preposition between them: "'iterationBuckets' without 'iteration'."."""


def verbless_findings(code: str) -> list[str]:
    """The findings of a module that have no verb, each with its line."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    notes = [
        ast.Module([ast.Expr(argument) for argument in call.args], [])
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in FINDERS
    ]
    return [text for note in notes for text in _problems(note) if VERBLESS.match(text)]


def _problems(note: ast.Module) -> Iterator[str]:
    """The texts that a call was given, with {} for each value in them."""
    for node in note.body:
        value = cast("ast.Expr", node).value
        if isinstance(value, ast.JoinedStr):
            yield "".join(
                str(one.value) if isinstance(one, ast.Constant) else "{}" for one in value.values
            )
        elif isinstance(value, ast.Constant):
            yield str(value.value)


@pytest.mark.parametrize("path", DESIGN, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_finding_has_a_verb(path: Path) -> None:
    assert verbless_findings(path.read_text()) == []


@pytest.mark.parametrize(
    "code",
    [
        "reader.error(\"'iterationBuckets' without 'iteration'.\", 'Say where.')",
        "reader.error(f\"'{key}' without a type.\", 'Add one.', key=key)",
    ],
)
def test_a_finding_without_a_verb_is_found(code: str) -> None:
    assert len(verbless_findings(code)) == 1


def test_a_finding_with_a_verb_is_none_of_them() -> None:
    code = "reader.error(\"'iterationBuckets' is given without 'iteration'.\", 'Say where.')"

    assert verbless_findings(code) == []
