from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client, n, s
from tests.patience import PATIENCE_SECONDS

NOW = 1_800_000_000
FIVE_YEARS = 5 * 365 * 24 * 60 * 60


def expire_by(client: Client, attribute: str, *, enabled: bool = True) -> None:
    client(
        "UpdateTimeToLive",
        TableName="flat",
        TimeToLiveSpecification={"AttributeName": attribute, "Enabled": enabled},
    )


def names(client: Client) -> list[str]:
    return sorted(item["id"]["S"] for item in client.items("flat"))


def test_what_is_past_its_time_is_deleted(client: Client) -> None:
    expire_by(client, "ttl")
    client.put(
        "flat",
        {"id": s("past"), "ttl": n(NOW - 1)},
        {"id": s("now"), "ttl": n(NOW)},
        {"id": s("future"), "ttl": n(NOW + 1)},
    )

    deleted = client.engine.sweep_expired(NOW)

    assert (deleted, names(client)) == (1, ["future", "now"])


@pytest.mark.parametrize(
    "value",
    [
        {"S": str(NOW - 1)},
        {"N": str(NOW - FIVE_YEARS - 1)},
        {"N": "-1"},
        {"N": "1" + "0" * 100},
        {"NULL": True},
    ],
)
def test_what_is_no_time_or_too_long_ago_stays(client: Client, value: dict[str, Any]) -> None:
    expire_by(client, "ttl")
    client.put("flat", {"id": s("a"), "ttl": value})

    assert client.engine.sweep_expired(NOW) == 0


def test_items_from_before_the_setting_expire_too(client: Client) -> None:
    client.put("flat", *({"id": s(str(each)), "ttl": n(NOW - 1)} for each in range(450)))
    expire_by(client, "ttl")

    assert client.engine.sweep_expired(NOW) == 450


def test_an_update_moves_the_expiry(client: Client) -> None:
    expire_by(client, "ttl")
    client.put("flat", {"id": s("a"), "ttl": n(NOW - 1)}, {"id": s("a"), "ttl": n(NOW + 1)})

    assert client.engine.sweep_expired(NOW) == 0


def test_nothing_expires_when_it_is_off_again(client: Client) -> None:
    expire_by(client, "ttl")
    client.put("flat", {"id": s("a"), "ttl": n(NOW - 1)})
    expire_by(client, "ttl", enabled=False)

    assert client.engine.sweep_expired(NOW) == 0


def test_another_attribute_counts_from_then_on(client: Client) -> None:
    expire_by(client, "ttl")
    client.put("flat", {"id": s("a"), "ttl": n(NOW - 1)}, {"id": s("b"), "other": n(NOW - 1)})
    expire_by(client, "ttl", enabled=False)
    expire_by(client, "other")

    deleted = client.engine.sweep_expired(NOW)

    assert (deleted, names(client)) == (1, ["a"])


def test_a_sweeper_works_in_the_background(tmp_path: Path) -> None:
    path = str(tmp_path / "swept.db")
    swept = threading.Event()

    def clock() -> float:
        swept.set()
        return float(NOW)

    with Engine.open(path, clock=clock, sweep_seconds=0.001) as engine:
        begun = swept.wait(PATIENCE_SECONDS)
    ended = engine.storage.connection_count()

    assert (begun, ended) == (True, 0)


def test_the_clock_says_what_is_past() -> None:
    now = [NOW]
    with Engine.open("memory:", clock=lambda: float(now[0])) as engine:
        client = Client(engine)
        client(
            "CreateTable",
            TableName="flat",
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        )
        expire_by(client, "ttl")
        client.put("flat", {"id": s("a"), "ttl": n(NOW + 60)})
        early = engine.sweep_expired()
        now[0] = NOW + 61
        late = engine.sweep_expired()

    assert (early, late) == (0, 1)
