"""Which tests a change is tried with: those that run the changed function, the quickest first."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools.mutants.changes import Change

__all__ = ["ReachMap", "load_map"]

MAX_SECONDS = 90.0
"""What the tests of one change may take, as long as they took when they were looked at."""


@dataclass(slots=True)
class ReachMap:
    """What test files run."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    by_function: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    by_module: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    breadth: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, file: str, seconds: float, reached: Iterable[str]) -> None:
        """Add what one process saw of a test file."""
        self.seconds[file] = self.seconds.get(file, 0.0) + seconds
        for name in reached:
            self.breadth[file] = self.breadth.get(file, 0) + 1
            self.by_function.setdefault(name, set()).add(file)
            self.by_module.setdefault(name.partition("::")[0], set()).add(file)

    def choose_tests(self, change: Change) -> list[str]:
        """Choose the test files for a change; none if nothing runs what it changes."""
        files = self._find_files(change)
        chosen: list[str] = []
        spent = 0.0
        for file in sorted(files, key=lambda file: (self.seconds[file], self.breadth[file])):
            spent += self.seconds[file]
            if chosen and spent > MAX_SECONDS:
                break
            chosen.append(file)
        return chosen

    def _find_files(self, change: Change) -> set[str]:
        files = self.by_function.get(f"{change.path}::{change.function}")
        # What runs at import is seen by whoever uses the module.
        return files or self.by_module.get(change.path, set())


def load_map(folder: Path) -> ReachMap:
    """Load what all processes of a run saw."""
    found = ReachMap()
    for path in folder.glob("*.json"):
        for file, seen in json.loads(path.read_text()).items():
            found.add(file, seen["seconds"], seen["reached"])
    return found
