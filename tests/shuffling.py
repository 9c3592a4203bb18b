"""Tests in another order each time, and many times, so that none depends on what ran before."""

from __future__ import annotations

import random
from collections.abc import Iterable
from copy import copy
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from secrets import token_hex
from typing import Any, cast

import pytest


def choose_seed(wanted: str | None) -> str:
    """Take the seed of an earlier run, or a new one."""
    if wanted and Path(wanted).exists():
        raise pytest.UsageError(f"--shuffle took {wanted} for a seed. Write it after the tests.")
    return wanted or token_hex(4)


def shuffled(items: Iterable[pytest.Item], seed: str) -> list[pytest.Item]:
    """Shuffle files, and the tests of each file; those of one file stay together.

    The same seed gives one test the same place, however many others are chosen.
    """

    def place(name: str) -> float:
        return random.Random(f"{seed} {name}").random()

    by_file = [list(group) for _, group in groupby(items, key=attrgetter("path"))]
    by_file.sort(key=lambda group: place(str(group[0].path)))
    return [item for group in by_file for item in sorted(group, key=lambda one: place(one.nodeid))]


def repeated(items: Iterable[pytest.Item], times: int) -> list[pytest.Item]:
    """Give each test so many times, one round after the other."""
    kept = list(items)
    return kept + [_again(item) for _ in range(1, times) for item in kept]


def _again(item: Any) -> pytest.Item:
    # With one object for all times, pytest would keep the fixtures of the time before.
    other: Any = copy(item)
    if hasattr(other, "_initrequest"):
        other._initrequest()
    return cast("pytest.Item", other)


def add_options(parser: Any) -> None:
    """Let a run be shuffled: `--shuffle` or, to repeat one, `--shuffle=SEED`; and `--repeat=N`."""
    parser.addoption(
        "--repeat", type=int, default=1, metavar="N", help="run each test so many times"
    )
    parser.addoption(
        "--shuffle",
        nargs="?",
        const="",
        default=None,
        metavar="SEED",
        help="run the tests in another order; with the seed that a run has shown, in its order",
    )
