"""What was acknowledged is there after a kill, whole, and the indexes agree with the table."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tavola.engine import Engine
from tavola.engine.storage.catalog import IndexInfo
from tavola.engine.storage.sql import add_index, add_slot
from tavola.engine.storage.sqlite import connect_file
from tests.engine.client import Client
from tests.engine.storage.writer import PARTS, TABLE
from tests.parts import needs_unix
from tests.patience import PATIENCE_SECONDS

WRITER = Path(__file__).parent / "writer.py"
KILLS = 25


def acknowledged_before_a_kill(path: Path, start: int, lines: int) -> list[str]:
    """Run a writer, kill it after some lines, return all that it said."""
    writer = subprocess.Popen(
        [sys.executable, str(WRITER), str(path), str(start)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert writer.stdout is not None
    said = [writer.stdout.readline() for _ in range(lines)]
    os.kill(writer.pid, signal.SIGKILL)
    said += writer.stdout.readlines()
    writer.wait()
    writer.stdout.close()
    # The last line may have been cut by the kill.
    return [line.strip() for line in said if line.endswith("\n")]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A file whose writer was killed many times, and what was acknowledged."""
    path = tmp_path_factory.mktemp("durability") / "killed.db"
    with Engine.open(str(path)) as engine:
        Client(engine)("CreateTable", **TABLE)
    chance = random.Random(7)
    said: list[str] = []
    for start in range(0, KILLS * 10_000, 10_000):
        said += acknowledged_before_a_kill(path, start, chance.randrange(1, 30))
    return path, said


def stored(path: Path, **more: str) -> set[str]:
    with Engine.open(str(path)) as engine:
        client = Client(engine)
        answer = client("Scan", TableName="written", ProjectionExpression="id", **more)
        names = {item["id"]["S"] for item in answer["Items"]}
        while "LastEvaluatedKey" in answer:
            answer = client(
                "Scan",
                TableName="written",
                ProjectionExpression="id",
                ExclusiveStartKey=answer["LastEvaluatedKey"],
                **more,
            )
            names |= {item["id"]["S"] for item in answer["Items"]}
    return names


def expected(line: str) -> set[str]:
    kind, number = line.split()
    whole = {f"part-{number}-{part}" for part in range(PARTS)}
    return {f"put-{number}"} if kind == "put" else whole


@needs_unix
def test_every_acknowledged_write_is_there(killed: tuple[Path, list[str]]) -> None:
    path, said = killed

    missing = set[str]().union(*map(expected, said)) - stored(path)

    assert (missing, len(said) > KILLS) == (set(), True)


@needs_unix
def test_transactions_are_whole_or_absent(killed: tuple[Path, list[str]]) -> None:
    path, _ = killed

    parts = Counter(name.rpartition("-")[0] for name in stored(path) if name.startswith("part"))

    assert set(parts.values()) == {PARTS}


@needs_unix
def test_the_index_agrees_with_the_table(killed: tuple[Path, list[str]]) -> None:
    path, _ = killed

    assert stored(path, IndexName="groups") == stored(path)


@needs_unix
def test_the_file_is_sound(killed: tuple[Path, list[str]]) -> None:
    path, _ = killed
    connection = connect_file(path, is_synced=True, lock_seconds=PATIENCE_SECONDS)

    assert connection.execute("PRAGMA integrity_check").get == "ok"
    connection.close()


def test_an_index_left_unfilled_is_filled_at_the_next_opening(tmp_path: Path) -> None:
    path = str(tmp_path / "half.db")
    with Engine.open(path) as engine:
        client = Client(engine)
        client("CreateTable", **TABLE)
        for number in range(5):
            client("PutItem", TableName="written", Item={"id": {"S": f"{number}"}, "x": {"S": "y"}})
        leave_an_unfilled_index(engine)

    with Engine.open(path) as engine:
        client = Client(engine)
        answer = client("Scan", TableName="written", IndexName="late")
        table = client("DescribeTable", TableName="written")["Table"]

    states = [index["IndexStatus"] for index in table["GlobalSecondaryIndexes"]]
    assert (answer["Count"], states) == (5, ["ACTIVE", "ACTIVE"])


def test_an_unfilled_index_is_not_read(tmp_path: Path) -> None:
    with Engine.open(str(tmp_path / "half.db")) as engine:
        client = Client(engine)
        client("CreateTable", **TABLE)
        leave_an_unfilled_index(engine)

        message = client.invalid("Scan", TableName="written", IndexName="late")

    assert message == "Cannot read from backfilling global secondary index: late"


def leave_an_unfilled_index(engine: Engine) -> None:
    """Do the first step of UpdateTable, as if the process had ended after it."""
    table = engine.table("written")
    with engine.storage.transaction() as tx:
        index = IndexInfo(
            "late", tx.next_id("index"), 1, True, ("x",), (), "ALL", status="CREATING"
        )
        changed = replace(
            table,
            key_types={**table.key_types, "x": "S"},
            indexes={**table.indexes, "late": index},
            slots=2,
        )
        tx.save_table(changed, [*add_slot(table.id, 1), *add_index(table.id, index.id, 1)])
