"""Whatever is asked for, opening a store and calling it raises errors of ours alone."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import TavolaError
from tavola.stores.opening import open_store
from tests.patience import RUNS_OUT_SECONDS

KEYS = {"AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "secret"}
NOBODY = "dynamodb://eu-west-1/t?attempts=1&endpoint=http://127.0.0.1"


def call(location: str, **environment: str) -> None:
    """Open a location and send a request to it."""
    store, _ = open_store(location, environment={**KEYS, **environment})
    store.execute("ListTables", {})


@pytest.mark.parametrize(
    "host",
    [
        *(
            "例え.jp",
            "a b",
            "a\x00b",
            "a\r\nX: y",
            "a" * 300,
            "[::1",
            "[zz]",
            "1.2.3.4:99999",
            "\ud800",
        ),
        *("a..b", ".a", "", ":80", "@", "a@b", "é"),
    ],
)
def test_an_endpoint_that_is_none_is_told(host: str) -> None:
    with pytest.raises(TavolaError):
        call(
            f"dynamodb://eu-west-1/t?attempts=1&connectTimeout={RUNS_OUT_SECONDS}&endpoint=http://{host}"
        )


@pytest.mark.parametrize(
    "location",
    [
        "dynamodb://\ud800/t",
        "dynamodb://[/t",
        "dynamodb://eu-west-1/t?connections=1e400",
        "dynamodb://eu-west-1/t?timeout=nan",
        "dynamodb://eu-west-1/t?caBundle=a\x00b",
        "dynamodb://eu-west-1/t?caBundle=/",
        "dynamodb://eu-west-1/a/b",
    ],
)
def test_a_location_that_is_none_is_told(location: str) -> None:
    with pytest.raises(TavolaError):
        call(location)


@pytest.mark.parametrize(
    "proxy", ["http://\ud800:80", "http://[:80", "x:y:z", "http://a:b\ud800@h:1"]
)
def test_a_proxy_that_is_none_is_told(proxy: str) -> None:
    with pytest.raises(TavolaError):
        call("dynamodb://eu-west-1/t?attempts=1&endpoint=http://10.0.0.1", http_proxy=proxy)


@pytest.mark.parametrize("action", ["Ge\r\ntItem", "Gé", "\ud800", "", "Get Item"])
def test_an_action_that_is_none_is_told(action: str) -> None:
    store, _ = open_store(NOBODY, environment=KEYS)

    with pytest.raises(TavolaError, match="is not an action"):
        store.execute(action, {})


@pytest.mark.parametrize("value", [object(), "\ud800", {object(): 1}, [1j]])
def test_a_body_that_is_no_json_is_told(value: Any) -> None:
    store, _ = open_store(NOBODY, environment=KEYS)

    with pytest.raises(TavolaError, match="cannot be written as JSON"):
        store.execute("GetItem", {"Key": value})
