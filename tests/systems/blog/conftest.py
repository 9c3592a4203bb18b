"""A blog on each store: the embedded engine in-process and over HTTP, other implementations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from tavola.operations.tables import ApplyPlan, PlanTable
from tavola.wire.sigv4 import Credentials
from tavola_systems.blog.models import Blog
from tavola_systems.blog.service import BlogService
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.table.stores import clear

Settled = Callable[[Callable[[], bool]], None]


@pytest.fixture(params=["embedded", "http", *SERVICES], name="db")
def blog(
    request: pytest.FixtureRequest, clock: Callable[[], float], made: set[str]
) -> Iterator[Blog]:
    """A blog that holds nothing; on a service, tests use one table in turn."""
    if request.param == "embedded":
        with Blog.open("memory:", clock=clock) as db:
            yield db
        return
    endpoint: HttpEndpoint = request.getfixturevalue(request.param)
    location = f"dynamodb://{REGION}/blog?endpoint=http://127.0.0.1:{endpoint.port}"
    credentials = Credentials(ACCESS_KEY, SECRET_KEY)
    with Blog.open(location, clock=clock, credentials=credentials, sleep=_short_sleep) as db:
        if request.param not in made:
            db.run(ApplyPlan(db.run(PlanTable(Blog.design, "blog"))))
            made.add(request.param)
        clear(db)
        yield db


@pytest.fixture(scope="session")
def made() -> set[str]:
    """The services on which the table is made already."""
    return set()


def _short_sleep(seconds: float) -> None:
    """These services are on this machine: what takes AWS seconds takes them no time."""
    time.sleep(min(seconds, 0.02))


@pytest.fixture
def clock() -> Callable[[], float]:
    """The time, but never the same millisecond twice, so that dates order what happens."""
    last = 0.0

    def now() -> float:
        nonlocal last
        last = max(time.time(), last + 0.001)
        return last

    return now


@pytest.fixture
def service(db: Blog) -> BlogService:
    return BlogService(db)


@pytest.fixture
def settled() -> Settled:
    """Wait until an index shows what was written; on some stores it lags."""

    def wait(holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 10
        while not holds() and time.monotonic() < deadline:
            time.sleep(0.01)

    return wait
