"""The list of actions, their files, their tests and their traits follow one another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.engine import actions
from tavola.engine.actions import ACTIONS
from tavola.wire.actions import TRAITS

FILES = {path.stem for path in Path(actions.__path__[0]).glob("[a-z]*.py")}
TESTS = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}


ROOT = Path(actions.__path__[0]).parents[1]
THE_LIST = ROOT / "wire" / "actions.py"
ANSWERING = ("engine", "server", "stores", "testing", "wire")
"""The packages that answer requests or pass them on; those above them make requests by name."""


def action_in(node: ast.AST) -> str | None:
    """The action that a text names, by itself or as IAM writes it, "dynamodb:GetItem"."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    name = node.value.removeprefix("dynamodb:")
    return name if name in TRAITS else None


def named_actions(code: str) -> Iterator[str]:
    return (name for node in ast.walk(ast.parse(code)) if (name := action_in(node)))


def decisions(code: str) -> Iterator[str]:
    """The actions that a file decides by: it compares with them, or keeps a list of them."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Compare():
                parts = [part for one in (node.left, *node.comparators) for part in ast.walk(one)]
            case ast.MatchValue():
                parts = [node.value]
            case ast.Dict():
                parts = [key for key in node.keys if key is not None]
            case ast.Tuple() | ast.List() | ast.Set():
                parts = list(node.elts)
            case _:
                continue
        named = [name for part in parts if (name := action_in(part))]
        if len(named) > 1 or not isinstance(node, ast.Tuple | ast.List | ast.Set):
            yield from named


def file_of(action: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in action)[1:]


def test_every_action_has_a_file_of_tests() -> None:
    assert sorted(FILES - TESTS) == []


def test_every_file_is_called_what_its_action_is() -> None:
    assert {file_of(action) for action in ACTIONS} == FILES


def test_every_action_has_its_traits() -> None:
    assert sorted(ACTIONS) == sorted(TRAITS)


def test_no_other_file_asks_for_an_action_by_its_name() -> None:
    files = [path for package in ANSWERING for path in (ROOT / package).rglob("*.py")]
    found = {
        (path.relative_to(ROOT).as_posix(), action)
        for path in files
        for action in named_actions(path.read_text("utf-8"))
        if path.stem != file_of(action)
    }

    assert {where for where, _ in found} == {"wire/actions.py"}


def test_only_what_answers_or_shows_single_actions_decides_by_their_names() -> None:
    packages = (ROOT, ROOT.parent / "tavola_systems")
    files = [path for package in packages for path in package.rglob("*.py")]
    deciding = {
        path.relative_to(ROOT.parent).as_posix()
        for path in files
        if path != THE_LIST and any(decisions(path.read_text("utf-8")))
    }

    assert deciding == {
        "tavola/operations/dry_run/simulated_store.py",
        "tavola_systems/platform/http/written.py",
    }


@pytest.mark.parametrize(
    "code",
    [
        'READS = ("GetItem", "Query")',
        'READS = ["dynamodb:GetItem", "dynamodb:Query"]',
        'COSTS = {"Scan": 5}',
        'if action == "Scan": ...',
    ],
)
def test_a_decision_by_names_is_found(code: str) -> None:
    assert list(decisions(code))


@pytest.mark.parametrize("code", ['ask("GetItem")', 'of_index = ("dynamodb:Query",)'])
def test_a_single_name_is_no_decision(code: str) -> None:
    assert not list(decisions(code))
