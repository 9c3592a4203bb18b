"""Fixtures that pytest finds by itself wherever Tavola is installed.

The library is imported when a fixture is used, so that other test suites pay nothing for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tavola.engine import Engine
    from tavola.engine.faults import Faults
    from tavola.operations.consumed_capacity import ConsumedCapacity
    from tavola.stores.embedded import AsyncEmbeddedStore, EmbeddedStore
    from tavola.testing.clock import Clock


@pytest.fixture
def tavola_clock() -> Clock:
    """A clock that stands still until the test moves it."""
    from tavola.testing.clock import Clock

    return Clock()


@pytest.fixture
def tavola_faults() -> Faults:
    """Faults for the engine; none until the test asks for it."""
    from tavola.engine.faults import Faults

    return Faults()


@pytest.fixture
def tavola_engine(tavola_clock: Clock, tavola_faults: Faults) -> Iterator[Engine]:
    """A fresh engine in memory."""
    from tavola.engine import Engine

    with Engine.open("memory:", clock=tavola_clock, faults=tavola_faults) as engine:
        yield engine


@pytest.fixture
def tavola_budgets() -> Iterator[ConsumedCapacity]:
    """Fail the test when an access pattern costs more than its design says that it may.

    The value has what all operations of the test consumed.
    """
    from tavola.operations.consumed_capacity import ConsumedCapacity
    from tavola.table.base import counting

    counted = ConsumedCapacity(counting.get())
    token = counting.set(counted)
    yield counted
    counting.reset(token)
    excess = [line for operation in counted.operations for line in operation.excess]
    if excess:
        pytest.fail("Beyond the budgets of the design:\n" + "\n".join(excess), pytrace=False)


@pytest.fixture
def tavola_store(tavola_engine: Engine) -> EmbeddedStore:
    """The engine as a store, for `Table.open("memory:", store=…)`."""
    from tavola.stores.embedded import EmbeddedStore

    return EmbeddedStore(tavola_engine)


@pytest.fixture
def tavola_async_store(tavola_engine: Engine) -> AsyncEmbeddedStore:
    """The same engine as a store of async tables: `await Table.open("memory:", store=…)`.

    It belongs to no event loop, so that any async plugin of pytest goes with it.
    """
    from tavola.stores.embedded import AsyncEmbeddedStore

    return AsyncEmbeddedStore(tavola_engine)


@pytest.fixture
def tavola_endpoint(tavola_engine: Engine) -> Iterator[str]:
    """The engine's URL, for boto3 and every other SDK; any credentials will do."""
    from tavola.server import serve

    with serve(tavola_engine) as url:
        yield url
