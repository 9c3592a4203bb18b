"""The fixtures that Tavola brings to every test suite."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import boto3
import pytest

from tavola.engine import Engine
from tavola.errors import OperationError, Throttled
from tavola.stores.embedded import AsyncEmbeddedStore, EmbeddedStore
from tavola.testing import Clock, Faults
from tests.table.generated import async_club
from tests.table.generated.club import Club

TABLE: dict[str, Any] = {
    "TableName": "notes",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}
NOTE: dict[str, Any] = {
    "TableName": "notes",
    "Item": {"id": {"S": "1"}, "ttl": {"N": "1800000060"}},
}


def test_an_engine_expires_items_by_the_clock_that_the_test_moves(
    tavola_engine: Engine, tavola_clock: Clock
) -> None:
    tavola_engine.execute("CreateTable", TABLE)
    setting = {"AttributeName": "ttl", "Enabled": True}
    tavola_engine.execute(
        "UpdateTimeToLive", {"TableName": "notes", "TimeToLiveSpecification": setting}
    )
    tavola_engine.execute("PutItem", NOTE)
    before = tavola_engine.sweep_expired()
    tavola_clock.advance(61)
    assert (before, tavola_engine.sweep_expired()) == (0, 1)


def test_a_fault_is_met_once(tavola_engine: Engine, tavola_faults: Faults) -> None:
    tavola_engine.execute("CreateTable", TABLE)
    tavola_faults.throttle("PutItem")
    with pytest.raises(Throttled):
        tavola_engine.execute("PutItem", NOTE)
    assert tavola_engine.execute("PutItem", NOTE) == b"{}"


def test_boto3_talks_to_the_endpoint(tavola_endpoint: str) -> None:
    client: Any = cast("Any", boto3).client(
        "dynamodb",
        endpoint_url=tavola_endpoint,
        region_name="eu-west-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    client.create_table(**TABLE)
    client.put_item(**NOTE)
    found = client.get_item(TableName="notes", Key={"id": {"S": "1"}})
    assert found["Item"] == NOTE["Item"]


def test_an_async_table_runs_on_the_engine_of_the_fixture(
    tavola_engine: Engine, tavola_async_store: AsyncEmbeddedStore, tavola_clock: Clock
) -> None:
    async def scenario() -> None:
        club = await async_club.Club.open("memory:", store=tavola_async_store, clock=tavola_clock)
        made = await club.account.create(name="a")
        assert await club.account.get("a") == made

    asyncio.run(scenario())

    assert b"club" in tavola_engine.execute("ListTables", {})


def test_a_store_of_the_other_kind_is_refused(
    tavola_store: EmbeddedStore, tavola_async_store: AsyncEmbeddedStore
) -> None:
    sync_store: Any = tavola_store
    async_store: Any = tavola_async_store

    with pytest.raises(OperationError, match=r"EmbeddedStore, but .*tavola_async_store"):
        asyncio.run(async_club.Club.open("memory:", store=sync_store))
    with pytest.raises(OperationError, match=r"AsyncEmbeddedStore, but it is awaited"):
        Club.open("memory:", store=async_store)


def test_a_suite_that_uses_no_fixture_imports_nothing_of_the_library(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text(
        "import sys\n"
        "def test_other():\n"
        "    ours = {name for name in sys.modules if name.split('.')[0] == 'tavola'}\n"
        "    few = {'tavola', 'tavola.late_names', 'tavola.testing', 'tavola.testing.plugin'}\n"
        "    assert ours == few\n"
        "    assert not {'msgspec', 'apsw', 'yaml', 'asyncio'} & set(sys.modules)\n"
    )
    plugins = ("-p", "tavola.testing.plugin")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugins]

    run = subprocess.run(
        [*command, str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
