"""Which tests a change is tried with: those that run the changed function, the quickest first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from tools.mutants.changes import Change

__all__ = ["DONE", "ReachMap", "load_map", "read_seen"]

DONE = "done"
"""The file that says which test files a run has seen to its end, each with its digest."""

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
        known = self._find_files(change, root) - self.failed
        files = {file for file in known if (root / file).exists()}
        about = {file: _count_words(root / file, words) for file in files}
        ordered = sorted(files, key=lambda file: (-about[file], self.seconds[file]))
        spent = accumulate(self.seconds[file] for file in ordered)
        enough = sum(seconds <= MAX_SECONDS for seconds in spent)
        count = max(enough, _LEAST_FILES)
        return ordered[:count], ordered[count:]

    def _find_files(self, change: Change, root: Path) -> set[str]:
        files = self.by_function.get(f"{change.path}::{change.function}")
        if files:
            return files
        # What runs at import is seen by whoever uses the module or one that imports it, or
        # stands above it.
        folder = change.path.split("/")[2].removesuffix(".py")
        above = {file for file in self.seconds if file.startswith(f"tests/{folder}/")}
        modules = (change.path, *_find_importers(change.path, root))
        return above.union(*(self.by_module.get(module, ()) for module in modules))


def _find_importers(path: str, root: Path) -> list[str]:
    """Find the modules that import from a module by its own name."""
    module = path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
    statement = f"from {module.replace('/', '.')} import "
    found = (one for one in (root / "src").rglob("*.py") if statement in one.read_text())
    return [one.relative_to(root).as_posix() for one in found]


def _count_words(path: Path, words: Iterable[str]) -> int:
    text = path.read_text()
    return sum(word in text for word in words) + sum(word in path.name for word in words)


def load_map(folder: Path) -> ReachMap:
    """Load what all processes of all runs saw; of a test file, what was seen last."""
    found = ReachMap()
    last = {file: done.parent for done in _list_runs(folder) for file in _read_done(done)}
    for path in folder.glob("*/*.json"):
        for file, seen in json.loads(path.read_text()).items():
            if last.get(file) == path.parent:
                found.add(file, seen["seconds"], seen["reached"])
                if seen["failed"]:
                    found.failed.add(file)
    return found


def read_seen(folder: Path) -> dict[str, str]:
    """Read which test files were seen to their end, each with the digest of what stood in it."""
    seen: dict[str, str] = {}
    for done in _list_runs(folder):
        seen |= _read_done(done)
    return seen


def _list_runs(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*/{DONE}"))


def _read_done(done: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(done.read_text())
    return found
