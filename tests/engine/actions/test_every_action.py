"""The list of actions, their files, their tests and their traits follow one another."""

from __future__ import annotations

from pathlib import Path

from tavola.engine import actions
from tavola.engine.actions import ACTIONS
from tavola.wire.actions import TRAITS

FILES = {path.stem for path in Path(actions.__path__[0]).glob("[a-z]*.py")}
TESTS = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}


def file_of(action: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in action)[1:]


def test_every_action_has_a_file_of_tests() -> None:
    assert sorted(FILES - TESTS) == []


def test_every_file_is_called_what_its_action_is() -> None:
    assert {file_of(action) for action in ACTIONS} == FILES


def test_every_action_has_its_traits() -> None:
    assert sorted(ACTIONS) == sorted(TRAITS)
