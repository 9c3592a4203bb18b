"""Any options, any environment, any call: only errors of ours come out of a store over HTTP."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.errors import TavolaError
from tavola.server import serve
from tavola.stores.http.endpoint_settings import OPTIONS
from tavola.stores.opening import open_async_store, open_store
from tavola.wire.actions import TRAITS
from tests.stores.conftest import CREATE

EXAMPLES = int(os.environ.get("TAVOLA_FUZZ_EXAMPLES", "300"))
KEYS = {"AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "secret"}
TEXTS = (
    *("", " ", "0", "-1", "1", "2.5", "1e400", "nan", "inf", "1" * 5000, "true", "no", "\0", "é"),
    *("\ud800", "a\r\nX: y", "x" * 400, "%", "%zz", "%00", "a&b=c", "#", "?", "/", "..", "[", "@"),
)
ENDPOINTS = (
    *("x", "http://", "ftp://127.0.0.1:0", "http://127.0.0.1:x", "http://[::1", "http://a b"),
    *("http://127.0.0.1:0/a?b", "http://u:p@127.0.0.1:0", "http://\ud800", "//", "http://[]:0"),
)
VARIABLES = (
    *("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION"),
    *("AWS_PROFILE", "AWS_CA_BUNDLE", "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"),
    *("AWS_ENDPOINT_URL", "AWS_USE_FIPS_ENDPOINT", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_ARN"),
    *("http_proxy", "HTTPS_PROXY", "no_proxy"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**400, 1.5, float("nan"), float("inf"), "", "\0", "\ud800", b"x"),
    *([], {}, (), {1}, {1: 2}, {None: 1}, {"a": object()}, {"\ud800": 1}, object(), range(3)),
    *(Path("x"), int, {"S": "\ud800"}, [[1]], {"TableName": None}, {"TableName": []}),
    *({"RequestItems": 1}, {"RequestItems": {"t": None}}, {"TransactItems": [1]}),
    *({"TransactItems": None}, {"Statements": {}}, {"ClientRequestToken": 1}),
)


def nested(depth: int) -> dict[str, Any]:
    inner: dict[str, Any] = {}
    for _ in range(depth):
        inner = {"L": inner}
    return inner


ACTIONS: tuple[Any, ...] = (*sorted(TRAITS), *TEXTS, None, 1, b"GetItem", [], {}, object())
BODIES: tuple[Any, ...] = (*VALUES, nested(2000), {"TableName": "things"})


@pytest.fixture(scope="module")
def nobody() -> Iterator[str]:
    """An address on this machine that takes no connections."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"


@pytest.fixture
def server() -> Iterator[str]:
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", CREATE)
        with serve(engine) as url:
            yield url


def any_location(rng: Random, nobody: str) -> str:
    """A location with some options that may be anything; what it leads to is nobody."""
    region, table = ("t1" if rng.random() < 0.8 else rng.choice(TEXTS) for _ in range(2))
    names = rng.sample((*OPTIONS, "other"), rng.choice((0, 0, 1, 4)))
    options = [f"{name}={rng.choice(TEXTS)}" for name in names if name != "endpoint"]
    endpoint = nobody if rng.random() < 0.7 else rng.choice(ENDPOINTS)
    return f"dynamodb://{region}/{table}?{'&'.join([*options, f'endpoint={endpoint}'])}&attempts=1"


def any_environment(rng: Random) -> dict[str, str]:
    """Keys, mostly, and some variables with anything for a value; nobody beside this machine."""
    changed = {name: rng.choice(TEXTS) for name in rng.sample(VARIABLES, rng.randint(0, 3))}
    # Whoever is asked for keys beside these would be another machine.
    return {**KEYS, **changed, "AWS_EC2_METADATA_DISABLED": "true"}


@pytest.mark.parametrize("seed", range(4))
def test_any_location_and_environment_end_in_an_error_of_ours(nobody: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(EXAMPLES):
        location, environment = any_location(rng, nobody), any_environment(rng)
        with pytest.raises(TavolaError):
            call(location, environment)


def call(location: str, environment: dict[str, str]) -> None:
    opened, _ = open_store(location, environment=environment)
    with closing(opened) as store:
        store.execute("ListTables", {})


@pytest.mark.parametrize("is_observed", [False, True])
def test_any_action_and_body_are_answered_or_refused(server: str, *, is_observed: bool) -> None:
    rng = Random(is_observed)
    opened, _ = open_store(
        f"dynamodb://eu-west-1/things?attempts=1&endpoint={server}",
        environment=KEYS,
        observer=(lambda _: None) if is_observed else None,
    )
    with closing(opened) as store:
        for _ in range(EXAMPLES):
            with suppress(TavolaError):
                assert isinstance(store.execute(rng.choice(ACTIONS), rng.choice(BODIES)), bytes)
        for _ in range(EXAMPLES // 10):
            calls = [(rng.choice(ACTIONS), rng.choice(BODIES)) for _ in range(3)]
            with suppress(TavolaError):
                store.execute_all(calls)
        still_of_use = store.execute("ListTables", {})

    assert still_of_use.startswith(b'{"TableNames":')


@pytest.mark.parametrize("is_observed", [False, True])
def test_an_event_loop_is_told_the_same(server: str, *, is_observed: bool) -> None:
    rng = Random(f"async {is_observed}")

    async def ask() -> bytes:
        store, _ = open_async_store(
            f"dynamodb://eu-west-1/things?attempts=1&endpoint={server}",
            environment=KEYS,
            observer=(lambda _: None) if is_observed else None,
        )
        for _ in range(EXAMPLES):
            with suppress(TavolaError):
                await store.execute(rng.choice(ACTIONS), rng.choice(BODIES))
        answer = await store.execute("ListTables", {})
        await store.close()
        return answer

    assert asyncio.run(ask()).startswith(b'{"TableNames":')
