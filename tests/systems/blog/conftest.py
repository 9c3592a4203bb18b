"""A blog on each store: the embedded engine in-process and over HTTP, other implementations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import open_store
from tavola.wire.sigv4 import Credentials
from tavola_systems.blog.models import Blog
from tavola_systems.blog.service import BlogService
from tests.patience import short_sleep, until
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.systems.conftest import TickingClock
from tests.table.stores import clear

Settled = Callable[[Callable[[], bool]], None]


@pytest.fixture(params=["embedded", "http", *SERVICES], name="db")
def blog(request: pytest.FixtureRequest, clock: TickingClock, made: set[str]) -> Iterator[Blog]:
    """A blog that holds nothing; on a service, tests use one table in turn."""
    if request.param == "embedded":
        with Blog.open("memory:", clock=clock) as db:
            yield db
        return
    endpoint: HttpEndpoint = request.getfixturevalue(request.param)
    location = f"dynamodb://{REGION}/blog?endpoint=http://127.0.0.1:{endpoint.port}"
    credentials = Credentials(ACCESS_KEY, SECRET_KEY)
    store, _ = open_store(location, environment={}, credentials=credentials)
    with Blog.open(location, store=store, clock=clock, sleep=short_sleep) as db:
        if request.param not in made:
            db.run(ApplyPlan(db.run(PlanTable(Blog.design, "blog"))))
            made.add(request.param)
        clear(db)
        yield db


@pytest.fixture(scope="session")
def made() -> set[str]:
    """The services on which the table is made already."""
    return set()


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock()


@pytest.fixture
def service(db: Blog) -> BlogService:
    return BlogService(db)


@pytest.fixture
def settled() -> Settled:
    """Wait until an index shows what was written; on some stores it lags."""

    return partial(until, what="the index shows what was written")
