"""Run every benchmark: `make bench`, or one by its name: `python -m benchmarks engine`."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("engine", "models", "serve", "client")

for name in sys.argv[1:] or NAMES:
    import_module(f"benchmarks.{name}").main([])
