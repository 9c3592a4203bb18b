"""Event requests on each store: the embedded engine in-process and over HTTP, other services."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import open_store
from tavola.wire.sigv4 import Credentials
from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tests.patience import short_sleep
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.systems.conftest import TickingClock
from tests.systems.requests.simulation import World


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock()


@pytest.fixture
def desk(clock: TickingClock) -> Iterator[Desk]:
    """The services in memory, for this test alone."""
    with AsyncEventTable.open("memory:", clock=clock) as db:
        yield open_desk(db)


@pytest.fixture(scope="session", params=["embedded", "http", *SERVICES])
def any_desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """One table of each store; every test has an event of its own in it."""
    if request.param == "embedded":
        with AsyncEventTable.open("memory:", clock=TickingClock()) as db:
            yield open_desk(db)
        return
    endpoint: HttpEndpoint = request.getfixturevalue(request.param)
    table = f"requests-{uuid.uuid4()}"
    location = f"dynamodb://{REGION}/{table}?endpoint=http://127.0.0.1:{endpoint.port}"
    store, _ = open_store(location, environment={}, credentials=Credentials(ACCESS_KEY, SECRET_KEY))
    with AsyncEventTable.open(location, store=store, clock=TickingClock(), sleep=short_sleep) as db:
        db.run(ApplyPlan(db.run(PlanTable(AsyncEventTable.design, table))))
        yield open_desk(db)


@pytest.fixture
def any_world(any_desk: Desk) -> World:
    """The same with a queue on the same store, empty but for this test's messages."""
    name = f"queue-{uuid.uuid4()}"
    db = any_desk.db
    clock = TickingClock()
    messages = RequestQueue.open(f"dynamodb://{REGION}/{name}", store=db.store, clock=clock)
    messages.run(ApplyPlan(messages.run(PlanTable(RequestQueue.design, name))))
    return World(any_desk, messages, clock)


@pytest.fixture
def event_id() -> str:
    """An event that no other test has."""
    return f"e-{uuid.uuid4()}"
