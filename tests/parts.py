"""Parts of a machine that some tests need: who lacks one is told, and in CI that is a failure."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="What is tried here needs Linux.")
"""For what asks Linux's kernel: its files in /proc, its ways to end a process, its backlog."""
needs_unix = pytest.mark.skipif(os.name != "posix", reason="What is tried here needs Unix.")
"""For signals, forks, permissions of files."""


@contextmanager
def alone(file: Path) -> Generator[None]:
    """Let one process after the other do something; for those that run tests at once."""
    import fcntl  # only Unix has it, and what needs this needs Unix

    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def missing(what: str) -> NoReturn:
    """Leave a test out because the machine lacks a part; say which, and how to get it."""
    # What CI does not run, nobody runs.
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


def describe_left_out(reasons: Iterable[str]) -> list[str]:
    """Say how many tests did not run, and what would make them run."""
    counted = Counter(reason.removeprefix("Skipped: ") for reason in reasons)
    if not counted:
        return []
    number = counted.total()
    head = f"{number:,} {'test' if number == 1 else 'tests'} did not run, because of this machine:"
    return [head, *(f"{times:>7,}  {reason}" for reason, times in counted.most_common())]
