"""Fixtures for the difference tests: every implementation with the same tables and items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import note

from tavola.engine import Engine
from tavola.server import serve
from tests.difference.compare import Difference, Request, Scenario, differences, follow, order
from tests.difference.known_differences import is_known, is_known_of_wrong_parameters
from tests.difference.tables import FIXED_TABLES, OPEN_TABLES, Table, fixed_items
from tests.patience import until
from tests.reference.embedded import EngineEndpoint
from tests.reference.endpoint import Answer, Endpoint, HttpEndpoint


@dataclass(frozen=True, slots=True)
class Comparison:
    """Our engine, on the wire as the others are, and those that it is compared with."""

    ours: Endpoint
    references: Sequence[Endpoint]
    in_process: EngineEndpoint
    """The same engine without the wire."""

    def unexplained(self, scenario: Scenario) -> list[Difference]:
        """Return the differences that have no known reason."""
        return _noted(differences(scenario, self.ours, self.references, is_known))

    def unexplained_of_wrong_parameters(self, scenario: Scenario) -> list[Difference]:
        """Return the same of a request that may have several faults in its parameters."""
        known = is_known_of_wrong_parameters
        found = differences(scenario, self.ours, self.references, known, has_several_faults=True)
        return _noted(found)

    def with_only(self, name: str) -> Comparison:
        """Return the comparison with one of the reference engines."""
        kept = [reference for reference in self.references if reference.name == name]
        return replace(self, references=kept)

    def pages(self, request: Request, limit: int) -> list[list[Answer]]:
        """Return every implementation's answers to a request, page after page; ours come first."""
        everyone = (self.ours, *self.references)
        return [list(follow(endpoint, request, limit)) for endpoint in everyone]

    def all_items(self, request: Request, limit: int) -> list[list[Any]]:
        """Return every implementation's items of all pages, in a fixed order; ours come first."""
        return [
            sorted((item for page in pages for item in page.body["Items"]), key=order)
            for pages in self.pages(request, limit)
        ]


def _noted(found: Iterator[Difference]) -> list[Difference]:
    """Return differences and show them beside the failing example, readably."""
    noted = list(found)
    for difference in noted:
        note(str(difference))
    return noted


@pytest.fixture(scope="session")
def comparison(dynoxide: HttpEndpoint, extenddb: HttpEndpoint) -> Iterator[Comparison]:
    """The engine in memory, on the wire, beside dynoxide and ExtendDB."""
    with Engine.open("memory:") as engine, serve(engine) as url:
        ours = HttpEndpoint("tavola", urlsplit(url).port or 0)
        for endpoint in (ours, dynoxide, extenddb):
            prepare(endpoint)
        yield Comparison(ours, (dynoxide, extenddb), EngineEndpoint(engine))
        ours.close()


def prepare(endpoint: Endpoint) -> None:
    """Create the tables and fill those that are only read."""
    tables = (*FIXED_TABLES, *OPEN_TABLES)
    for table in tables:
        _must(endpoint, "CreateTable", table.creation())
    for table in tables:
        _wait_for_table(endpoint, table)
    for table in FIXED_TABLES:
        for item in fixed_items(table):
            _must(endpoint, "PutItem", {"TableName": table.name, "Item": item})
        for index in table.global_indexes:
            _wait_for_index(endpoint, table, index)


def _must(endpoint: Endpoint, action: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = endpoint.execute(action, body)
    assert not answer.is_error, f"{endpoint.name}: {action}: {answer}"
    return answer.body


def _wait_for_table(endpoint: Endpoint, table: Table) -> None:
    def is_active() -> bool:
        described = _must(endpoint, "DescribeTable", {"TableName": table.name})
        return bool(described["Table"]["TableStatus"] == "ACTIVE")

    until(is_active, f"{endpoint.name}: {table.name} is ACTIVE")


def _wait_for_index(endpoint: Endpoint, table: Table, index: str) -> None:
    """Wait until an index has caught up; ExtendDB's lag behind the table, as DynamoDB's do."""
    keys = [name for name in table.index_keys()[index] if name]
    expected = sum(all(name in item for name in keys) for item in fixed_items(table))

    def is_complete() -> bool:
        page = _must(endpoint, "Scan", {"TableName": table.name, "IndexName": index})
        return bool(page["Count"] == expected)

    until(is_complete, f"{endpoint.name}: {table.name}/{index} has caught up")


@pytest.fixture(scope="module", autouse=True)
def same_examples() -> Iterator[None]:
    """Draw no constants of our own modules: they differ with what a run has imported before."""
    drawing: Any = import_module("hypothesis.internal.conjecture.providers")
    usual = drawing.GLOBAL_CONSTANTS
    kinds = ("integers", "floats", "bytes", "strings")
    none = type(usual)(**{kind: type(getattr(usual, kind))() for kind in kinds})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "_get_local_constants", lambda: none)
        patch.setattr(drawing, "CONSTANTS_CACHE", type(drawing.CONSTANTS_CACHE)(1024))
        yield
