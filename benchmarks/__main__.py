"""Run every benchmark: `make bench`, or one by its name: `python -m benchmarks client --rounds 50`.

Each runs in a process of its own, so that none finds the caches and the heap of another. It ends
with 1 if a goal (`benchmarks/goals.py`) is missed; `--write` writes the figures into
docs/benchmarks.md.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

from benchmarks.figures import write
from benchmarks.measuring import MISSED

NAMES = (
    "engine",
    "models",
    "serve",
    "client",
    "fairness",
    "vote",
    "requests",
    "branding",
    "cms",
    "move",
    "vectors",
)


def run_all(options: list[str]) -> int:
    """Run one after the other, whatever becomes of each; 1 if one misses a goal or fails."""
    command = [sys.executable, "-m", "benchmarks"]
    ended = {name: subprocess.run([*command, name, *options]).returncode for name in NAMES}
    failed = [name for name, code in ended.items() if code]
    if failed:
        print(f"Goals are missed, or it failed: {', '.join(failed)}.")
    return int(bool(failed))


def run_one(name: str, arguments: list[str]) -> int:
    """Run one benchmark; 1 if it misses a goal."""
    import_module(f"benchmarks.{name}").main([one for one in arguments if one != "--write"])
    if "--write" in arguments:
        write()
    if MISSED:
        print(f"{name}: {len(MISSED)} goals are missed: {', '.join(MISSED)}")
    return int(bool(MISSED))


if len(sys.argv) == 1 or sys.argv[1:] == ["--write"]:
    sys.exit(run_all(sys.argv[1:]))
elif sys.argv[1] in NAMES:
    sys.exit(run_one(sys.argv[1], sys.argv[2:]))
else:
    sys.exit(f"There is no benchmark {sys.argv[1]!r}. There are {', '.join(NAMES)}.")
