"""Processes write through a connection that breaks: what was acknowledged is there, once."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_SECONDS
from tests.stores.conftest import OVER_TLS_TOO, TABLE, Served
from tests.stores.faulty import Fault, FaultyProxy

ROOT = Path(__file__).parents[2]
WRITES = 40
WRITER = """
import asyncio, json, sys
from tavola.errors import OutcomeUnknown, StoreUnavailable
from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.dynamodb import DynamoDBStore

location, table, who, kind, writes = sys.argv[1:]
told = {"put": [], "counted": 0, "unknown": 0, "transacted": 0}

def put(name):
    return "PutItem", {"TableName": table, "Item": {"pk": {"S": name}}}

def add(name):
    return {
        "TableName": table, "Key": {"pk": {"S": name}}, "UpdateExpression": "ADD hits :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }

async def write(execute):
    for number in range(int(writes)):
        name = f"{who}-{number}"
        try:
            await execute(*put(name))
            told["put"].append(name)
        except StoreUnavailable:
            pass
        try:
            await execute("UpdateItem", add("counter"))
            told["counted"] += 1
        except OutcomeUnknown:
            told["unknown"] += 1
        try:
            await execute("TransactWriteItems", {"TransactItems": [{"Update": add(f"tx-{who}")}]})
            told["transacted"] += 1
        except StoreUnavailable:
            told["transacted"] = None
            break

async def run():
    if kind == "async":
        store = AsyncDynamoDBStore.open(location, environment={})
        await write(store.execute)
        await store.close()
    else:
        store = DynamoDBStore.open(location, environment={})
        async def execute(action, body):
            return store.execute(action, body)
        await write(execute)
        store.close()

asyncio.run(run())
print(json.dumps(told))
"""

pytestmark = OVER_TLS_TOO

FAULTS = [
    Fault.DROP_BEFORE,
    Fault.DROP_AFTER,
    Fault.RESET_AFTER,
    Fault.TRUNCATE_AFTER,
    Fault.CORRUPT_AFTER,
    Fault.GARBAGE_AFTER,
    Fault.ERROR_500_BEFORE,
    Fault.ERROR_500_AFTER,
    Fault.CLOSE_WHEN_IDLE,
]


@pytest.fixture
def written(proxy: FaultyProxy) -> list[dict[str, Any]]:
    """What three processes say that they have written while a quarter of all requests failed."""
    rng = random.Random(20261115)
    script = [rng.choice(FAULTS) if rng.random() < 0.25 else Fault.NONE for _ in range(2000)]
    proxy.hurt(*script)
    location = f"dynamodb://us-east-1/{TABLE}?endpoint={proxy.url}{proxy.query}&attempts=12"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, location, TABLE, who, kind, str(WRITES)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for who, kind in (("one", "sync"), ("two", "async"), ("three", "sync"))
    ]
    return [json.loads(writer.communicate(timeout=PATIENCE_SECONDS)[0]) for writer in writers]


def test_what_was_acknowledged_is_there_and_nothing_is_applied_twice(
    written: list[dict[str, Any]], served: Served
) -> None:
    acknowledged = [name for told in written for name in told["put"]]
    counted = sum(told["counted"] for told in written)
    unknown = sum(told["unknown"] for told in written)

    lost = [name for name in acknowledged if served.item(name) is None]
    hits = int((served.item("counter") or {})["hits"]["N"])

    assert lost == []
    assert len(acknowledged) == 3 * WRITES
    assert counted <= hits <= counted + unknown
    assert unknown > 0  # the faults did hit
    assert [
        int((served.item(f"tx-{who}") or {})["hits"]["N"]) for who in ("one", "two", "three")
    ] == [told["transacted"] for told in written]
