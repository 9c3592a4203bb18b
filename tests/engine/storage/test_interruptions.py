"""A write that is interrupted at any moment leaves all of it or nothing, and keeps nobody out.

So Ctrl-C in a shell or a notebook costs no more than the call that it stopped. On a file it comes
at every line of the storage. In memory it comes at every call: the end of a `with` on a lock is a
line to a trace, where no signal is ever heard.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import pytest

import tavola
from tavola.engine import Engine
from tavola.errors import StoreUnavailable
from tests.engine.conftest import FLAT
from tests.patience import PATIENCE_SECONDS

SOURCES = f"{Path(tavola.__file__).parent}{os.sep}engine{os.sep}storage{os.sep}"
ITEMS = [{"id": {"S": name}} for name in "abc"]
KEY = {"TableName": "flat", "Key": {"id": {"S": "counter"}}}


class Interrupter:
    """Raises what Ctrl-C raises, at one moment in the storage."""

    def __init__(self, moments: int, event: str) -> None:
        self.left = moments
        self._event = event

    def __call__(self, frame: FrameType, event: str, _: object) -> Interrupter | None:
        if not frame.f_code.co_filename.startswith(SOURCES):
            return None
        if event == self._event:
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
        return self


def interrupt(moments: int, engine: Engine, call: Callable[[], object]) -> bool:
    """Call; say whether that moment was reached, and so the call interrupted."""
    interrupter = Interrupter(moments, "call" if engine.storage.path is None else "line")
    sys.settrace(interrupter)
    try:
        call()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return interrupter.left <= 0


def put(item: dict[str, Any]) -> dict[str, Any]:
    return {"TableName": "flat", "Item": item}


def put_one(engine: Engine) -> None:
    engine.execute("PutItem", put(ITEMS[0]))


def put_in_a_transaction(engine: Engine) -> None:
    puts = [{"Put": put(item)} for item in ITEMS]
    engine.execute("TransactWriteItems", {"TransactItems": puts, "ClientRequestToken": "one"})


def put_together(engine: Engine) -> None:
    calls = [("PutItem", json.dumps(put(item)).encode()) for item in ITEMS]
    answers = engine.execute_together(calls)
    if answers != [b"{}"] * len(ITEMS):
        # SQLite may stumble over the interruption; then all are refused, and that is true.
        assert {type(answer) for answer in answers} == {StoreUnavailable}
        raise KeyboardInterrupt


WHOLE: dict[Callable[[Engine], None], set[int]] = {
    put_one: {0, 1},
    put_in_a_transaction: {0, 3},
    put_together: {0, 3},
}
"""How many items may be there; in memory, several writes share no commit."""
ADD = {
    "UpdateExpression": "ADD n :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}


@pytest.fixture(params=["memory", "file"])
def engines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Engine, Engine]]:
    """The engine that is interrupted, and another one on the same tables."""
    if request.param == "memory":
        with Engine.open("memory:") as engine:
            yield engine, engine
    else:
        path = str(tmp_path / "a.db?durability=process")
        with Engine.open(path) as engine, Engine.open(path, lock_seconds=PATIENCE_SECONDS) as other:
            yield engine, other


@pytest.mark.parametrize("write", WHOLE, ids=lambda write: write.__name__)
def test_an_interrupted_write_is_whole_or_absent_and_holds_no_lock(
    engines: tuple[Engine, Engine], write: Callable[[Engine], None]
) -> None:
    engine, other = engines
    wholes = WHOLE[write] if engine is not other or write is not put_together else {0, 1, 2, 3}
    engine.execute("CreateTable", FLAT)
    is_interrupted, moments = True, 0
    stored: list[dict[str, Any]] = []

    while is_interrupted:
        moments += 1
        is_interrupted = interrupt(moments, engine, lambda: write(engine))
        stored = json.loads(engine.execute("Scan", {"TableName": "flat"}))["Items"]
        assert len(stored) in wholes, moments
        write_beside(other)
        engine.execute("DeleteItem", KEY)
        for item in stored:
            engine.execute("DeleteItem", {"TableName": "flat", "Key": item})
        engine.storage.rows("DELETE FROM tokens")

    assert len(stored) == max(wholes)


def write_beside(other: Engine) -> None:
    """Write from another thread, which waits for ever if a lock was left."""
    beside = Thread(target=other.execute, args=("UpdateItem", {**KEY, **ADD}), daemon=True)
    beside.start()
    beside.join(PATIENCE_SECONDS)
    assert not beside.is_alive(), "other threads wait for ever"


def test_a_table_whose_making_is_interrupted_is_there_or_not(
    engines: tuple[Engine, Engine],
) -> None:
    engine, other = engines
    is_interrupted, moments = True, 0

    while is_interrupted:
        moments += 1
        is_interrupted = interrupt(moments, engine, lambda: engine.execute("CreateTable", FLAT))
        if not json.loads(engine.execute("ListTables", {}))["TableNames"]:
            engine.execute("CreateTable", FLAT)
        assert engine.execute("PutItem", put(ITEMS[0])) == b"{}"
        write_beside(other)
        engine.execute("DeleteTable", {"TableName": "flat"})
