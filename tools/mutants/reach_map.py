"""Which tests a change is tried with: those that run the changed function, the quickest first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from tools.mutants.changes import Change

__all__ = ["ReachMap", "load_map"]

_WORDS = re.compile(r"[A-Za-z_]{4,}")
_LEAST_FILES = 4

MAX_SECONDS = 90.0
"""What the first tests of one change may take, by what they took when they were looked at."""


@dataclass(slots=True)
class ReachMap:
    """What test files run."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    by_function: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    by_module: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    failed: set[str] = field(default_factory=set[str])
    """Files that fail without any change: what they say of a change says nothing."""

    def add(self, file: str, seconds: float, reached: Iterable[str]) -> None:
        """Add what one process saw of a test file."""
        self.seconds[file] = self.seconds.get(file, 0.0) + seconds
        for name in reached:
            self.by_function.setdefault(name, set()).add(file)
            self.by_module.setdefault(name.partition("::")[0], set()).add(file)

    def choose_tests(self, change: Change, line: str, root: Path) -> tuple[list[str], list[str]]:
        """Choose the test files for a change, and the others that run it; `line` stood there.

        Those come first that speak of what the line speaks of, then the quicker ones.
        """
        words = {*_WORDS.findall(line), Path(change.path).stem}
        files = self._find_files(change) - self.failed
        about = {file: _count_words(root / file, words) for file in files}
        ordered = sorted(files, key=lambda file: (-about[file], self.seconds[file]))
        spent = accumulate(self.seconds[file] for file in ordered)
        enough = sum(seconds <= MAX_SECONDS for seconds in spent)
        count = max(enough, _LEAST_FILES)
        return ordered[:count], ordered[count:]

    def _find_files(self, change: Change) -> set[str]:
        files = self.by_function.get(f"{change.path}::{change.function}")
        if files:
            return files
        # What runs at import is seen by whoever uses the module, or stands above it.
        folder = change.path.split("/")[2].removesuffix(".py")
        above = {file for file in self.seconds if file.startswith(f"tests/{folder}/")}
        return self.by_module.get(change.path, set()) | above


def _count_words(path: Path, words: Iterable[str]) -> int:
    if not path.exists():
        return -1
    text = path.read_text()
    return sum(word in text for word in words) + sum(word in path.name for word in words)


def load_map(folder: Path) -> ReachMap:
    """Load what all processes of a run saw."""
    found = ReachMap()
    for path in folder.glob("*/*.json"):
        for file, seen in json.loads(path.read_text()).items():
            found.add(file, seen["seconds"], seen["reached"])
            if seen["failed"]:
                found.failed.add(file)
    return found
