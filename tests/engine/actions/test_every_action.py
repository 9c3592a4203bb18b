"""The conformance tests follow the actions: one file for each."""

from __future__ import annotations

from pathlib import Path

from tavola.engine import actions

ACTIONS = {path.stem for path in Path(actions.__path__[0]).glob("[a-z]*.py")}
TESTS = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}


def test_every_action_has_a_file_of_tests() -> None:
    assert sorted(ACTIONS - TESTS) == []
