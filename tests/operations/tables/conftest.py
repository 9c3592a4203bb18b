"""A design, and stores to make its table on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tavola.design import Design, PhysicalIndex, TableSettings
from tavola.engine import Engine
from tavola.operations.steps import Operation
from tavola.server import serve
from tavola.stores.opening import open_store
from tavola.stores.store import Store
from tavola.table.base import new_contexts
from tavola.table.table import Table
from tests.patience import short_sleep
from tests.reference.endpoint import HttpEndpoint
from tests.reference.engines import SERVICES

Run = Callable[[Operation[Any]], Any]

SETTINGS = TableSettings(
    name="blog-data",
    ttl_attribute="ttl",
    indexes=(
        PhysicalIndex("GSI1", "GSI1PK", "GSI1SK"),
        PhysicalIndex("by_date", "PK", "LSI1SK", "keysOnly", is_local=True),
    ),
    streams="newImage",
    tags={"team": "web"},
)


def design_of(settings: TableSettings = SETTINGS) -> Design:
    """Make a design of a table without models."""
    return Design("BlogData", "templates", settings, {})


def runner(store: Store, design: Design, sleep: Callable[[float], None]) -> Run:
    """Drive operations on a store."""
    rng = random.Random(1)
    names = {design.table.name: design.table.name}
    contexts = new_contexts(store, design, names, lambda: 1_700_000_000.0, rng, None)
    return Table(store, contexts, {}, sleep).run


@pytest.fixture
def design() -> Design:
    return design_of()


@pytest.fixture
def run(design: Design) -> Iterator[Run]:
    """Drive operations on the embedded engine, which is never in the middle of a change."""
    store, _ = open_store("memory:")
    yield runner(store, design, lambda _: None)
    store.close()


@pytest.fixture(params=["embedded", "http", *SERVICES])
def run_anywhere(request: pytest.FixtureRequest, design: Design) -> Iterator[Run]:
    """Drive operations on the embedded engine, over HTTP and on the reference engines."""
    with ExitStack() as stack:
        location = "memory:"
        if request.param == "http":
            engine = stack.enter_context(Engine.open("memory:"))
            location = f"dynamodb://us-east-1?endpoint={stack.enter_context(serve(engine))}"
        elif request.param != "embedded":
            endpoint: HttpEndpoint = request.getfixturevalue(request.param)
            location = f"dynamodb://us-east-1?endpoint=http://127.0.0.1:{endpoint.port}"
        store, _ = open_store(location, environment={})
        yield runner(store, design, short_sleep)
        store.close()
