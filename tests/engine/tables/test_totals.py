from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.engine.pacing import UNPACED, Unpaced
from tavola.engine.storage.rows import row_of
from tavola.engine.storage.storage import Storage
from tavola.engine.tables.totals import count_items
from tests.engine.conftest import FLAT

SIX_HOURS = 6 * 60 * 60.0
LARGE = 10_001


class Clock:
    """A clock to move."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def large(clock: Clock) -> Iterator[Engine]:
    """An engine with more items than are counted each time, counted once."""
    with Engine.open("memory:", clock=clock) as engine:
        engine.execute("CreateTable", FLAT)
        add(engine, range(LARGE))
        count(engine)
        yield engine


def count(engine: Engine) -> tuple[int, int]:
    steps = count_items(engine, engine.table("flat"), UNPACED)
    with pytest.raises(StopIteration) as done:
        next(steps)
    totals: dict[int, tuple[int, int]] = done.value.value
    return totals[0]


def add(engine: Engine, numbers: range) -> None:
    table = engine.table("flat")
    with engine.storage.transaction() as tx:
        for number in numbers:
            item: dict[str, Any] = {"id": {"S": f"{number:06}"}}
            tx.put(table, row_of(table, item, msgspec.json.encode(item), 8))


def test_a_large_table_is_counted_whole(large: Engine) -> None:
    assert count(large) == (LARGE, 8 * LARGE)


def test_its_count_is_kept_for_six_hours(large: Engine, clock: Clock) -> None:
    add(large, range(LARGE, LARGE + 5))
    clock.now += SIX_HOURS - 1

    assert count(large) == (LARGE, 8 * LARGE)


def test_it_is_counted_again_after_six_hours(large: Engine, clock: Clock) -> None:
    add(large, range(LARGE, LARGE + 5))
    clock.now += SIX_HOURS

    assert count(large) == (LARGE + 5, 8 * (LARGE + 5))


def test_a_small_table_is_counted_each_time(clock: Clock) -> None:
    with Engine.open("memory:", clock=clock) as engine:
        engine.execute("CreateTable", FLAT)
        before = count(engine)
        add(engine, range(3))
        after = count(engine)

    assert (before, after) == ((0, 0), (3, 24))


def test_who_counts_does_not_wait_for_who_writes(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine, Engine.open(path, lock_seconds=0.0) as other:
        engine.execute("CreateTable", FLAT)
        add(engine, range(LARGE))
        with engine.storage.transaction():
            described = msgspec.json.decode(other.execute("DescribeTable", {"TableName": "flat"}))

    assert described["Table"]["ItemCount"] == LARGE


class Hurried(Unpaced):
    """A pace whose time is always over, so that every piece of work ends with a step."""

    def is_over(self) -> bool:
        return True


def test_a_large_table_is_looked_at_in_short_pieces(
    large: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[int] = []
    total = Storage.total

    def watched(storage: Storage, statement: str, values: tuple[Any, ...] = ()) -> Any:
        if "OFFSET" in statement:
            rows.append(values[-1] + 1)
        return total(storage, statement, values)

    monkeypatch.setattr(Storage, "total", watched)
    steps = list(count_items(large, large.table("flat"), Hurried()))

    assert max(rows) <= 500
    assert sum(rows) >= LARGE
    assert len(steps) >= len(rows) - 1
