"""Run every benchmark: `make bench`, or one by its name: `python -m benchmarks client --rounds 50`.

Each runs in a process of its own, so that none finds the caches and the heap of another.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

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
)


def run_all() -> int:
    """Run one after the other, whatever becomes of each; 0 if all ended well."""
    runs = [subprocess.run([sys.executable, "-m", "benchmarks", name]) for name in NAMES]
    return int(any(run.returncode for run in runs))


if len(sys.argv) == 1:
    sys.exit(run_all())
elif sys.argv[1] in NAMES:
    import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:])
else:
    sys.exit(f"benchmarks: has no {sys.argv[1]!r}. It has {', '.join(NAMES)}.")
