"""Threads and processes share a file: no update is lost, nobody waits long, nothing is missed."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.storage.rows import key_of
from tavola.engine.storage.storage import SqliteError
from tavola.errors import StoreError, StoreUnavailable
from tests.engine.client import Client
from tests.engine.storage.counter import increment
from tests.engine.storage.writer import TABLE
from tests.parts import needs_unix
from tests.patience import PATIENCE_SECONDS, RUNS_OUT_SECONDS

COUNTER = Path(__file__).parent / "counter.py"
MAKE = """
import sys
from tavola.engine import Engine
with Engine.open(sys.argv[1]) as engine:
    engine.execute("CreateTable", {
        "TableName": sys.argv[2],
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    })
"""
LOCKED_OUT = 7
INTRUDE = f"""
import sys
from tavola.engine import Engine
from tavola.errors import StoreError, StoreUnavailable
try:
    with Engine.open(sys.argv[1], lock_seconds={RUNS_OUT_SECONDS}) as engine:
        engine.execute("PutItem", {{"TableName": "written", "Item": {{"id": {{"S": "x"}}}}}})
except StoreUnavailable:
    sys.exit({LOCKED_OUT})
"""
KEY = {"id": {"S": "counter"}}
FLAT: dict[str, Any] = {
    "TableName": "flat",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shared.db"


@pytest.fixture
def shared(path: Path) -> Iterator[Engine]:
    """An engine on a file with a counter at zero."""
    with Engine.open(f"{path}?durability=process", lock_seconds=PATIENCE_SECONDS) as engine:
        engine.execute("CreateTable", TABLE)
        item = {**KEY, "count": {"N": "0"}}
        engine.execute("PutItem", {"TableName": "written", "Item": item})
        yield engine


def count(engine: Engine) -> str:
    item = Client(engine)("GetItem", TableName="written", Key=KEY)["Item"]
    value: str = item["count"]["N"]
    return value


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_threads_lose_no_increment(shared: Engine) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(increment, [shared] * 200))

    assert count(shared) == "200"


def test_threads_lose_no_increment_in_memory() -> None:
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", TABLE)
        item = {**KEY, "count": {"N": "0"}}
        engine.execute("PutItem", {"TableName": "written", "Item": item})
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(increment, [engine] * 200))
        total = count(engine)

    assert total == "200"


def test_processes_lose_no_increment(shared: Engine, path: Path) -> None:
    counters = [start(str(COUNTER), str(path), "100") for _ in range(2)]

    codes = [counter.wait() for counter in counters]

    assert (codes, count(shared)) == ([0, 0], "200")


def test_processes_that_make_a_file_together_make_one(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    makers = [start("-c", MAKE, str(path), f"table{number}") for number in range(6)]
    codes = [maker.wait() for maker in makers]

    with Engine.open(str(path)) as engine:
        tables = Client(engine)("ListTables")["TableNames"]

    assert (codes, tables) == ([0] * 6, [f"table{number}" for number in range(6)])


def test_a_table_made_elsewhere_is_found(shared: Engine, path: Path) -> None:
    with Engine.open(str(path)) as other:
        other.execute("CreateTable", FLAT)

    shared.execute("PutItem", {"TableName": "flat", "Item": {"id": {"S": "a"}}})

    assert Client(shared)("Scan", TableName="flat")["Count"] == 1


def test_a_table_made_again_elsewhere_is_another(shared: Engine, path: Path) -> None:
    client = Client(shared)
    client("CreateTable", **FLAT)
    client("PutItem", TableName="flat", Item={"id": {"S": "a"}})
    with Engine.open(str(path)) as other:
        other.execute("DeleteTable", {"TableName": "flat"})
        other.execute("CreateTable", FLAT)

    assert client("GetItem", TableName="flat", Key={"id": {"S": "a"}}) == {}


def test_an_index_made_elsewhere_has_every_write(shared: Engine, path: Path) -> None:
    client = Client(shared)
    client("CreateTable", **FLAT)
    client("PutItem", TableName="flat", Item={"id": {"S": "a"}, "x": {"S": "y"}})
    _add_index(path)

    client("PutItem", TableName="flat", Item={"id": {"S": "b"}, "x": {"S": "y"}})

    assert client("Scan", TableName="flat", IndexName="late")["Count"] == 2


def test_an_index_made_elsewhere_is_found_before_anything_is_written(
    shared: Engine, path: Path
) -> None:
    client = Client(shared)
    client("CreateTable", **FLAT)
    client("PutItem", TableName="flat", Item={"id": {"S": "a"}, "x": {"S": "y"}})

    _add_index(path)

    assert client("Scan", TableName="flat", IndexName="late")["Count"] == 1


def test_a_table_made_anew_elsewhere_is_met_as_it_is_now(shared: Engine, path: Path) -> None:
    client = Client(shared)
    client("CreateTable", **FLAT)
    names = [{"AttributeName": "name", "AttributeType": "S"}]
    keys = [{"AttributeName": "name", "KeyType": "HASH"}]
    with Engine.open(str(path)) as other:
        elsewhere = Client(other)
        elsewhere("DeleteTable", TableName="flat")
        elsewhere("CreateTable", **FLAT | {"AttributeDefinitions": names, "KeySchema": keys})

    client("PutItem", TableName="flat", Item={"name": {"S": "a"}})

    assert client.items("flat") == [{"name": {"S": "a"}}]


def _add_index(path: Path) -> None:
    schema = [{"AttributeName": "x", "KeyType": "HASH"}]
    index = {"IndexName": "late", "KeySchema": schema, "Projection": {"ProjectionType": "ALL"}}
    with Engine.open(str(path)) as other:
        Client(other)(
            "UpdateTable",
            TableName="flat",
            AttributeDefinitions=[{"AttributeName": "x", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": index}],
        )


def test_a_lock_held_elsewhere_ends_in_one_clear_error(shared: Engine, path: Path) -> None:
    put = {"TableName": "written", "Item": KEY}
    with (
        Engine.open(str(path), lock_seconds=RUNS_OUT_SECONDS) as other,
        shared.storage.transaction(),
        pytest.raises(StoreUnavailable) as refused,
    ):
        other.execute("PutItem", put)

    assert refused.value.message == (
        f"{path}: locked by another writer for {RUNS_OUT_SECONDS} s. End it, or try again."
    )


def test_another_engine_in_the_process_leaves_a_writers_lock_alone(
    shared: Engine, path: Path
) -> None:
    with shared.storage.transaction():
        Engine.open(str(path)).close()
        intruder = start("-c", INTRUDE, str(path)).wait()

    assert intruder == LOCKED_OUT


def test_a_reading_left_open_by_an_error_does_not_hold_its_moment(
    shared: Engine, path: Path
) -> None:
    abandoned = shared.storage.read(shared.table("written").statements.scan, None)
    with pytest.raises(StoreError):
        shared.execute("GetItem", {"TableName": "nowhere", "Key": KEY})
    with Engine.open(str(path)) as other:
        increment(other)

    assert count(shared) == "1"
    with pytest.raises(SqliteError):
        next(abandoned)


def test_reads_do_not_wait_for_a_writer(shared: Engine, path: Path) -> None:
    with (
        Engine.open(str(path), lock_seconds=RUNS_OUT_SECONDS) as other,
        shared.storage.transaction(),
    ):
        assert count(other) == "0"


def test_a_failed_transaction_leaves_nothing_and_frees_the_lock(shared: Engine) -> None:
    pk, sk = key_of(shared.table("written"), KEY)

    with pytest.raises(RuntimeError):
        delete_and_fail(shared, pk, sk)

    assert increment(shared) == 1


def delete_and_fail(engine: Engine, pk: bytes, sk: bytes) -> None:
    with engine.storage.transaction() as tx:
        tx.delete(engine.table("written"), pk, sk)
        raise RuntimeError


def test_a_transaction_in_memory_that_does_not_begin_keeps_nobody_out() -> None:
    with Engine.open("memory:") as engine:
        with (
            engine.storage.transaction(),
            pytest.raises(SqliteError),
            engine.storage.transaction(),
        ):
            pass
        writer = threading.Thread(target=engine.execute, args=("CreateTable", TABLE), daemon=True)
        writer.start()
        writer.join(PATIENCE_SECONDS)

        assert not writer.is_alive()


def test_a_threads_connection_ends_with_it(shared: Engine) -> None:
    gc.disable()
    try:
        thread = threading.Thread(target=count, args=(shared,))
        thread.start()
        thread.join()
        left = shared.storage.connection_count()
    finally:
        gc.enable()

    assert left == 1


@needs_unix
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_and_its_parent_both_write(shared: Engine) -> None:
    child = os.fork()
    if child == 0:
        # Whatever happens, the child must not go on as pytest.
        try:
            increment(shared)
        finally:
            os._exit(0)
    os.waitpid(child, 0)

    increment(shared)

    assert count(shared) == "2"


@needs_unix
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("is_kept", [True, False])
def test_a_child_forked_within_a_transaction_leaves_it_alone(shared: Engine, is_kept: bool) -> None:
    """The child reads, closes its parent's engine and ends, as a worker does."""
    pk, sk = key_of(shared.table("written"), KEY)
    stop = None if is_kept else RuntimeError
    with contextlib.ExitStack() as stack:
        if stop is not None:
            stack.enter_context(pytest.raises(stop))
        with shared.storage.transaction() as tx:
            tx.delete(shared.table("written"), pk, sk)
            child = os.fork()
            if child == 0:
                seen = "nothing"
                try:
                    seen = count(shared)
                    shared.close()
                finally:
                    os._exit(0 if seen == "0" else 1)
            _, status = os.waitpid(child, 0)
            if stop is not None:
                raise stop

    found = Client(shared)("GetItem", TableName="written", Key=KEY)
    assert (os.waitstatus_to_exitcode(status), "Item" in found) == (0, not is_kept)
