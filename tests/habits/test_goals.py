"""Figures are written by what measures them, and goals change only for themselves."""

from __future__ import annotations

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks import goals
from benchmarks.figures import ROWS, render
from benchmarks.measuring import MISSED, at_least, at_most

ROOT = Path(__file__).parents[2]
JUDGES = {"at_most", "at_least", "_judge"}


def rows_of_readme() -> dict[str, str]:
    lines = (ROOT / "docs/benchmarks.md").read_text("utf-8").splitlines()
    found = [line.split(" | ") for line in lines if "`python -m benchmarks " in line]
    cells = [row for row in found if len(row) == 3]
    return {row[0].removeprefix("| "): row[2].strip(" |`") for row in cells}


def test_each_figure_names_the_command_that_writes_it() -> None:
    expected = {row: f"python -m benchmarks {name}" for row, name in ROWS.items()}

    assert rows_of_readme() == expected


def test_what_was_measured_replaces_a_figure_and_nothing_else() -> None:
    page = "Text.\n| a | 1× | `c` |\n| b | 2× | `d` |\n"

    assert render(page, {"b": "3×"}) == "Text.\n| a | 1× | `c` |\n| b | 3× | `d` |\n"


def test_a_missed_goal_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    missed: list[str] = []
    monkeypatch.setattr("benchmarks.measuring.MISSED", missed)

    shown = [at_most(1.0, 1), at_most(1.01, 1), at_least(2.0, 2), at_least(1.94, 2)]

    assert [("✓" in one, "✗" in one) for one in shown] == [
        (True, False),
        (False, True),
        (True, False),
        (False, True),
    ]
    assert (missed, MISSED) == (["1.01× (≤ 1×)", "1.9× (≥ 2×)"], [])


def test_no_goal_stands_elsewhere() -> None:
    calls = [
        node
        for path in (ROOT / "benchmarks").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in JUDGES
    ]
    named = {"goal", "goals", *vars(goals)}
    without = [
        ast.unparse(call)
        for call in calls
        if not named & {one.id for one in ast.walk(call.args[-1]) if isinstance(one, ast.Name)}
    ]

    assert len(calls) > 15
    assert without == []


def test_every_mark_of_a_missed_goal_is_remembered() -> None:
    marking = [
        path.name
        for path in (ROOT / "benchmarks").rglob("*.py")
        if "✗" in path.read_text("utf-8") and path.name != "measuring.py"
    ]

    assert marking == []


def git(*arguments: str) -> str:
    program = shutil.which("git")
    if program is None or not (ROOT / ".git").exists():
        pytest.skip("Only a clone has a history to look at.")
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout


def test_a_commit_that_changes_a_goal_changes_nothing_else() -> None:
    commits = git("log", "--format=%H", "--", "benchmarks/goals.py").split()
    # The oldest one made the file; a shallow clone may not have it.
    later = [one for one in commits if git("diff", "--name-only", f"{one}~1", one, "--")]
    changed = {
        one: git("diff", "--name-only", f"{one}~1", one).split()
        for one in later
        if git("cat-file", "-t", f"{one}~1:benchmarks/goals.py").strip() == "blob"
    }

    assert {one: files for one, files in changed.items() if len(files) > 1} == {}
