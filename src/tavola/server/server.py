"""The life of a server: it listens, keeps deadlines, and stops without dropping a request."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from types import TracebackType
from typing import Final, Self

from tavola.engine import Engine
from tavola.engine.actions import ACTIONS
from tavola.server.browsers import BrowserRules
from tavola.server.connection import ClientConnection
from tavola.server.garbage import PatientCollector
from tavola.server.group_commit import GroupCommitter
from tavola.server.responder import Responder
from tavola.server.time_slices import LoopTurn, SlicePace, TimeSlices
from tavola.server.traffic import Limits, Traffic, Workers
from tavola.server.worlds import OneWorld, Worlds
from tavola.wire.sigv4 import Credentials
from tavola.wire.verification import Verifier

_SLICED: Final = frozenset(name for name, action in ACTIONS.items() if action.steps is not None)
_BACKLOG: Final = 512
_SERVER_ID_BYTES: Final = 20


class Server:
    """DynamoDB's HTTP protocol on an engine; port 0 takes a free one.

    async with Server(engine, port=8000) as server:
        server.url                                  # http://127.0.0.1:8000
    """

    def __init__(
        self,
        engine: Engine,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        credentials: Credentials | None = None,
        inline_engine: Engine | None = None,
        worlds: Worlds | None = None,
        limits: Limits | None = None,
        allowed_hosts: Iterable[str] = (),
        allowed_origins: Iterable[str] = (),
        clock: Callable[[], float] = time.time,
        owns_process: bool = False,
    ) -> None:
        """Prepare to listen; with `credentials`, only what they signed is answered.

        A request is refused if its Host is neither an address, `localhost`, `host` nor one of
        `allowed_hosts`, or if it comes from a web page that is not among `allowed_origins`.

        `inline_engine` is a second engine on the same file, one that hardly waits for other writers
        and not for the disk: writes of items are tried on it first, without changing threads.
        With `worlds`, they find the tables of a request; `engine` is one of them.
        With `owns_process`, garbage is collected when clients do not have to wait for it.
        """
        self._host = host
        self._port = port
        self._limits = limits or Limits()
        self._collector = PatientCollector() if owns_process else None
        self._is_memory = engine.storage.path is None
        self._responder = Responder(
            worlds or OneWorld(engine, inline_engine),
            ACTIONS,
            clock=clock,
            server_id=secrets.token_hex(_SERVER_ID_BYTES).upper(),
            verifier=Verifier(credentials) if credentials else None,
            browsers=BrowserRules((host, *allowed_hosts), allowed_origins),
        )

    @property
    def url(self) -> str:
        """Where SDKs find the server."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}"

    async def __aenter__(self) -> Self:
        """Listen."""
        loop = asyncio.get_running_loop()
        # Memory answers in microseconds; a file may have to wait for the disk or another process.
        self._committer = None if self._is_memory else GroupCommitter(loop)
        self._workers = Workers(loop)
        self.traffic = Traffic(
            self._responder,
            self._committer,
            self._workers,
            TimeSlices(loop, SlicePace(time.perf_counter)),
            LoopTurn(loop, time.perf_counter),
            _SLICED,
            self._limits,
            loop.time(),
        )
        self._listener = await loop.create_server(
            lambda: ClientConnection(self.traffic), self._host, self._port, backlog=_BACKLOG
        )
        self._port = self._listener.sockets[0].getsockname()[1]
        if self._collector is not None:
            self._collector.start()
        self._sweep()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Take no more connections, finish the requests that have begun, and end."""
        self._listener.close()
        traffic = self.traffic
        traffic.stop()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(traffic.emptied.wait(), self._limits.shutdown_seconds)
        for connection in tuple(traffic.connections):
            connection.abort()
        self._sweeper.cancel()
        if self._collector is not None:
            self._collector.stop()
        self._workers.close()
        if self._committer is not None:
            self._committer.close()

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        self._sweeper = loop.call_later(self._limits.sweep_seconds, self._sweep)
        self.traffic.sweep(loop.time())
        if self._collector is not None:
            has_clients = bool(self.traffic.connections)
            self._collector.look(is_calm=self.traffic.is_calm, has_clients=has_clients)


def new_event_loop() -> asyncio.AbstractEventLoop:
    """Make the fastest event loop that is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


@contextlib.contextmanager
def serve(
    engine: Engine,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    credentials: Credentials | None = None,
    worlds: Worlds | None = None,
    limits: Limits | None = None,
    allowed_hosts: Iterable[str] = (),
    allowed_origins: Iterable[str] = (),
    clock: Callable[[], float] = time.time,
) -> Generator[str]:
    """Serve an engine from a thread of its own while the block runs; gives the URL."""
    server = Server(
        engine,
        host,
        port,
        credentials=credentials,
        worlds=worlds,
        limits=limits,
        allowed_hosts=allowed_hosts,
        allowed_origins=allowed_origins,
        clock=clock,
    )
    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def run() -> None:
        try:
            async with server:
                stop = asyncio.Event()
                started.set_result((asyncio.get_running_loop(), stop))
                await stop.wait()
        except OSError as error:
            started.set_exception(error)

    def run_loop() -> None:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(run())

    thread = threading.Thread(target=run_loop, name="tavola-server", daemon=True)
    thread.start()
    loop, stop = started.result()
    try:
        yield server.url
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
