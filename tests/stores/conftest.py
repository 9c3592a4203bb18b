"""A served engine, a proxy that hurts before it, and stores that go through it."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest
import uvloop

from tavola.engine import Engine
from tavola.server import serve
from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.dynamodb import DynamoDBStore
from tavola.stores.http.assembly import assemble
from tavola.stores.http.stream_pool import StreamPool
from tests.patience import PATIENT_CLIENT
from tests.stores.certificates import make_certificate
from tests.stores.faulty import FaultyProxy, faulty
from tests.stores.tls_peers import TlsPeer, server_context

TABLE = "things"
CREATE = {
    "TableName": TABLE,
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


class Client(Protocol):
    """A store, sync or async, called the same way."""

    pauses: list[float]

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request."""
        ...

    def execute_all(self, calls: list[tuple[str, dict[str, Any]]]) -> list[bytes]:
        """Answer several."""
        ...

    def open_count(self) -> int:
        """How many connections are open."""
        ...

    def idle_count(self) -> int:
        """How many of them no request uses."""
        ...

    def settle(self) -> None:
        """Let the store hear what has happened to its connections."""
        ...

    def close_store(self) -> None:
        """Close the store alone."""
        ...

    def close(self) -> None:
        """Close everything."""
        ...


class SyncClient:
    """The store for threads; it does not really sleep."""

    def __init__(self, location: str, **options: Any) -> None:
        self.pauses: list[float] = []
        options.setdefault("environment", {})
        parts = assemble(location, **options)
        self.store = DynamoDBStore(parts, self.pauses.append)

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        return self.store.execute(action, body)

    def execute_all(self, calls: list[tuple[str, dict[str, Any]]]) -> list[bytes]:
        return self.store.execute_all(calls)

    def open_count(self) -> int:
        return self.store.pool.open_count

    def idle_count(self) -> int:
        return self.store.pool.idle_count

    def settle(self) -> None:
        """Do nothing: the store looks before it sends."""

    def close_store(self) -> None:
        self.store.close()

    def close(self) -> None:
        self.store.close()


class ClockedLoop(asyncio.SelectorEventLoop):
    """An event loop that goes by a test's clock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        super().__init__()

    def time(self) -> float:
        return self._clock()


class AsyncClient:
    """The store for event loops, driven by a loop of its own; it does not really sleep."""

    new_loop: Callable[[], asyncio.AbstractEventLoop] = staticmethod(asyncio.new_event_loop)

    def __init__(self, location: str, **options: Any) -> None:
        self.pauses: list[float] = []
        monotonic = options.get("monotonic")
        self._runner = asyncio.Runner(
            loop_factory=self.new_loop if monotonic is None else partial(ClockedLoop, monotonic)
        )
        options.setdefault("environment", {})
        parts = assemble(location, **options)
        self.store = AsyncDynamoDBStore(parts, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        return self._runner.run(self.store.execute(action, body))

    def execute_all(self, calls: list[tuple[str, dict[str, Any]]]) -> list[bytes]:
        return self._runner.run(self.store.execute_all(calls))

    def open_count(self) -> int:
        return self._runner.run(self._pool()).open_count

    def idle_count(self) -> int:
        return self._runner.run(self._pool()).idle_count

    async def _pool(self) -> StreamPool:
        return self.store.pool

    def settle(self) -> None:
        """Turn the loop, so that it hears what the kernel knows."""
        self._runner.run(asyncio.sleep(0))
        self._runner.run(asyncio.sleep(0))

    def close_store(self) -> None:
        self._runner.run(self.store.close())

    def close(self) -> None:
        self._runner.run(self.store.close())
        self._runner.close()


class UvloopClient(AsyncClient):
    """The store for event loops, on the other loop that services run on."""

    new_loop = staticmethod(uvloop.new_event_loop)


@dataclass
class Served:
    """An engine with one table, on the wire."""

    engine: Engine
    url: str

    def item(self, key: str) -> dict[str, Any] | None:
        """Look at an item behind everybody's back."""
        body = {"TableName": TABLE, "Key": {"pk": {"S": key}}}
        found: dict[str, Any] = json.loads(self.engine.execute("GetItem", body))
        return found.get("Item")

    def put(self, key: str, **attributes: Mapping[str, Any]) -> None:
        """Put an item behind everybody's back."""
        item = {"pk": {"S": key}, **attributes}
        self.engine.execute("PutItem", {"TableName": TABLE, "Item": item})


@pytest.fixture
def served() -> Iterator[Served]:
    with Engine.open("memory:") as engine, serve(engine) as url:
        engine.execute("CreateTable", CREATE)
        yield Served(engine, url)


@pytest.fixture
def proxy(served: Served, request: pytest.FixtureRequest) -> Iterator[FaultyProxy]:
    """A proxy that speaks HTTP, or HTTPS where a test's parameter says so."""
    is_secure = getattr(request, "param", "http") == "https"
    certificate = request.getfixturevalue("certificate") if is_secure else None
    with faulty(served.url, certificate=certificate) as proxy:
        yield proxy


OVER_TLS_TOO = pytest.mark.parametrize("proxy", ["http", "https"], indirect=True)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 and its key."""
    return make_certificate(tmp_path_factory.mktemp("tls"))


OpenClient = Callable[..., Client]


@pytest.fixture(params=[SyncClient, AsyncClient], ids=["sync", "async"])
def open_client(request: pytest.FixtureRequest) -> Iterator[OpenClient]:
    """Open clients by the endpoint's URL; options are the location's or those of `assemble`."""
    with ExitStack() as stack:

        def open_one(url: str, query: str = "", **options: Any) -> Client:
            location = f"dynamodb://us-east-1/{TABLE}?endpoint={url}{query}"
            client: Client = request.param(location, **options)
            stack.callback(client.close)
            return client

        yield open_one


@pytest.fixture(params=["TLSv1_2", "TLSv1_3"])
def context(certificate: Path, request: pytest.FixtureRequest) -> ssl.SSLContext:
    """What a server of each version of TLS needs."""
    return server_context(certificate, ssl.TLSVersion[request.param])


Reach = Callable[..., Client]


@pytest.fixture
def reach(open_client: OpenClient, certificate: Path) -> Reach:
    """Open clients that trust the certificate, by default with one attempt."""

    def reach_one(
        peer: TlsPeer, query: str = f"&attempts=1{PATIENT_CLIENT}", **options: Any
    ) -> Client:
        return open_client(peer.url, f"&caBundle={certificate}{query}", **options)

    return reach_one


EVERY_DRIVER = pytest.mark.parametrize(
    "open_client",
    [SyncClient, AsyncClient, UvloopClient],
    ids=["threads", "asyncio", "uvloop"],
    indirect=True,
)


@pytest.fixture
def client(open_client: OpenClient, proxy: FaultyProxy) -> Client:
    """A client behind the proxy, for which time passes only when an answer stalls."""
    query = f"{proxy.query}&timeout=20&attempts=3&deadline=1000"
    return open_client(proxy.url, query, monotonic=proxy.clock)
