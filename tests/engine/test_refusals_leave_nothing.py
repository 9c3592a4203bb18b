"""What was refused is gone at once, and not when the garbage collector has looked for it.

A refusal that is held by a frame it came through holds the request and every item it read: forty of
400 KB for one transaction.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
import pytest

import tavola
from tavola.engine import Engine
from tavola.errors import StoreError
from tests.server.client import TABLE

PACKAGE = str(Path(tavola.__file__).parent)
LARGE: dict[str, Any] = {"pk": {"S": "large"}, "x": {"S": "x" * 390_000}}
WRONG = "attribute_exists(missing)"
KEY: dict[str, Any] = {"pk": {"S": "large"}}
CHECK = {"TableName": "things", "Key": KEY, "ConditionExpression": WRONG}
REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "a condition of a put": ("PutItem", {k: v for k, v in CHECK.items() if k != "Key"}),
    "a condition of an update": ("UpdateItem", {**CHECK, "UpdateExpression": "REMOVE y"}),
    "a condition of a deletion": ("DeleteItem", CHECK),
    "a transaction": ("TransactWriteItems", {"TransactItems": [{"ConditionCheck": CHECK}]}),
    "a missing table": ("GetItem", {"TableName": "none", "Key": KEY}),
    "a wrong key": ("GetItem", {"TableName": "things", "Key": {"pk": {"N": "1"}}}),
    "a wrong type": (
        "UpdateItem",
        {"TableName": "things", "Key": KEY, "UpdateExpression": "ADD x x"},
    ),
    "a wrong shape": ("Query", {"TableName": 5}),
    "a table that is there": ("CreateTable", TABLE),
    "a statement": ("ExecuteStatement", {"Statement": "UPDATE things SET x = 1 WHERE pk = 'none'"}),
    "statements": (
        "BatchExecuteStatement",
        {"Statements": [{"Statement": "UPDATE things SET x = 1 WHERE pk = 'none'"}]},
    ),
    "a wrong statement": ("ExecuteStatement", {"Statement": "SELECT FROM"}),
}
REFUSED["a condition of a put"][1]["Item"] = LARGE


@contextmanager
def no_tracebacks_left() -> Generator[None]:
    """Refuse what leaves a traceback to the garbage collector."""
    gc.collect()
    gc.disable()
    try:
        yield
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = [one for one in gc.garbage if isinstance(one, TracebackType)]
        # Not those of other threads of the process, which are not the library's.
        ours = [one for one in left if PACKAGE in one.tb_frame.f_code.co_filename]
        places = [f"{one.tb_frame.f_code.co_qualname}:{one.tb_lineno}" for one in ours]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert places == []


def run_alone(engine: Engine, action: str, body: dict[str, Any]) -> None:
    """Run as a client of the library does."""
    with suppress(StoreError):
        engine.execute(action, body)


def run_apart(engine: Engine, action: str, body: dict[str, Any]) -> None:
    """Run as the server does beside its event loop, after it has tried on it."""
    with suppress(StoreError):
        request = engine.read_request(action, body)
        if engine.execute_briefly(action, request) is None:
            engine.execute_checked(action, request, is_apart=True)


def run_grouped(engine: Engine, action: str, body: dict[str, Any]) -> None:
    """Run as the server does with what came together."""
    encoded = msgspec.json.encode(body)
    engine.execute_together([(action, encoded), (action, encoded)])


@pytest.mark.parametrize("run", [run_alone, run_apart, run_grouped])
@pytest.mark.parametrize("refused", REFUSED)
@pytest.mark.parametrize("location", ["memory:", "file.db"])
def test_a_refusal_leaves_nothing_to_collect(
    tmp_path: Path,
    location: str,
    refused: str,
    run: Callable[[Engine, str, dict[str, Any]], None],
) -> None:
    where = location if location == "memory:" else str(tmp_path / location)
    with Engine.open(where) as engine:
        engine.execute("CreateTable", TABLE)
        engine.execute("PutItem", {"TableName": "things", "Item": LARGE})
        with no_tracebacks_left():
            run(engine, *REFUSED[refused])
