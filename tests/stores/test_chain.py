"""botocore's chain behind the store: containers, instances, assumed roles, and their renewal."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.credentials import RefreshableCredentials

from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.http.credentials import BotocoreCredentials, find_credentials
from tavola.stores.http.endpoint_settings import parse_location
from tavola.wire.http1 import RequestReader, render_response
from tavola.wire.sigv4 import Credentials
from tests.stores.peers import Peer, peer

NOW = 1_700_000_000.0
LATER = "2099-01-01T00:00:00Z"
FOUND = Credentials("ASIAFOUND", "found-secret", "found-token")
METADATA = {
    "AccessKeyId": "ASIAFOUND",
    "SecretAccessKey": "found-secret",
    "Token": "found-token",
    "Expiration": LATER,
    "Code": "Success",
}
ASSUMED = f"""\
<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
<Credentials><AccessKeyId>ASIAFOUND</AccessKeyId><SecretAccessKey>found-secret</SecretAccessKey>
<SessionToken>found-token</SessionToken><Expiration>{LATER}</Expiration></Credentials>
<AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/app/x</Arn>
<AssumedRoleId>AROA:x</AssumedRoleId></AssumedRoleUser></AssumeRoleResult></AssumeRoleResponse>
"""


class Pages(Peer):
    """A server with pages, one of them for each path that begins like its name."""

    def __init__(self, pages: dict[bytes, str]) -> None:
        self._pages = pages
        super().__init__(b"", None)

    def _converse(self, client: socket.socket) -> None:
        reader = RequestReader()
        while data := client.recv(65536):
            reader.feed(data)
            request = reader.next_request()
            if request is not None:
                names = [name for name in self._pages if request.target.startswith(name)]
                page = self._pages[max(names, key=len)]
                client.sendall(render_response(200, b"Connection: close\r\n", page.encode()))
                return


@contextlib.contextmanager
def pages(**pages: str) -> Generator[str]:
    running = Pages({name.encode(): page for name, page in pages.items()})
    try:
        yield running.url
    finally:
        running.close()


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Hide what this machine knows; gives the shared configuration file, which is not there."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "BOTO_CONFIG"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return tmp_path / "config"


def _find(location: str = "dynamodb://us-east-1") -> Credentials | None:
    source = find_credentials(parse_location(location, {}), {})
    source.refresh(NOW)
    return source.fresh(NOW)


def test_a_containers_role_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with pages(**{"/": json.dumps(METADATA)}) as url:
        monkeypatch.setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", f"{url}/keys")

        assert _find() == FOUND


def test_an_instances_role_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    roles = "/latest/meta-data/iam/security-credentials/"
    found = {"/latest/api/token": "t", roles: "app", f"{roles}app": json.dumps(METADATA)}
    with pages(**found) as url:
        monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "false")
        monkeypatch.setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", url)

        assert _find() == FOUND


def test_a_profiles_role_is_assumed(monkeypatch: pytest.MonkeyPatch, nothing_else: Path) -> None:
    nothing_else.write_text(
        "[profile app]\nrole_arn = arn:aws:iam::123456789012:role/app\nsource_profile = me\n"
        "[profile me]\naws_access_key_id = AKIDME\naws_secret_access_key = mine\n"
    )
    with pages(**{"/": ASSUMED}) as url:
        monkeypatch.setenv("AWS_ENDPOINT_URL_STS", url)

        assert _find("dynamodb://us-east-1?profile=app") == FOUND


TODAY = datetime.fromtimestamp(NOW, UTC)


def _metadata(number: int, expires: timedelta) -> dict[str, Any]:
    return {
        "access_key": f"ASIA{number}",
        "secret_key": "secret",
        "token": f"token-{number}",
        "expiry_time": (TODAY + expires).isoformat(),
    }


class Session:
    """A session of botocore whose credentials are its own refreshable ones."""

    def __init__(self, first: timedelta) -> None:
        self.renewals = 0
        self._first = first

    def get_credentials(self) -> Any:
        first: dict[str, Any] = _metadata(0, self._first) | {"expiry_time": TODAY + self._first}
        return RefreshableCredentials(
            **first, refresh_using=self._renew, method="test", time_fetcher=lambda: TODAY
        )

    def _renew(self) -> dict[str, Any]:
        self.renewals += 1
        return _metadata(self.renewals, timedelta(hours=1))


@pytest.mark.parametrize(
    ("left", "key"),
    [
        (timedelta(hours=1), "ASIA0"),
        (timedelta(minutes=9), "ASIA1"),
        (timedelta(seconds=-5), "ASIA1"),
    ],
    ids=["fresh", "soon to expire", "expired"],
)
def test_credentials_are_renewed_before_they_expire(left: timedelta, key: str) -> None:
    session = Session(left)
    source = BotocoreCredentials(lambda: session)

    source.refresh(NOW)

    found = source.fresh(NOW)
    assert found is not None
    assert (found.access_key, session.renewals) == (key, int(key == "ASIA1"))


def test_threads_and_tasks_wait_for_one_renewal() -> None:
    session = Session(timedelta(seconds=-5))
    callers: list[threading.Thread] = []

    def open_session() -> Session:
        callers.append(threading.current_thread())
        return session

    async def use() -> int:
        with peer(render_response(200, b"", b'{"TableNames":[]}')) as address:
            location = f"dynamodb://us-east-1/t?endpoint={address.url}"
            source = BotocoreCredentials(open_session)
            store = AsyncDynamoDBStore.open(location, environment={}, credentials=source)
            answers = await asyncio.gather(*(store.execute("ListTables", {}) for _ in range(20)))
            await store.close()
            return len(answers)

    assert asyncio.run(use()) == 20
    assert (session.renewals, len(callers)) == (1, 1)
    assert callers[0] is not threading.main_thread()  # the event loop goes on meanwhile


def test_botocore_is_left_alone_while_the_environment_has_keys(closed_port: int) -> None:
    location = f"dynamodb://us-east-1/t?endpoint=http://127.0.0.1:{closed_port}&attempts=1"
    code = (
        "import sys\n"
        "from tavola.errors import StoreUnavailable\n"
        "from tavola.stores.opening import open_store\n"
        "store, _ = open_store(sys.argv[1])\n"
        "try: store.execute('ListTables', {})\n"
        "except StoreUnavailable: pass\n"
        "print([name for name in sys.modules if name.startswith(('boto', 'asyncio', 'ssl'))])"
    )
    keys = {"AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret"}

    shown = subprocess.run(
        [sys.executable, "-c", code, location],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | keys,
    )

    assert shown.stdout == "[]\n"
