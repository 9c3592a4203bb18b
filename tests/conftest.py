"""Fixtures for all tests: other DynamoDB implementations to compare with."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator

import pytest

from tests.reference.endpoint import HttpEndpoint
from tests.reference.engines import (
    WITH_DYNAMODB_LOCAL,
    Launch,
    dynamodb_local,
    dynoxide,
    extenddb,
    running,
)
from tests.reference.installation import Unavailable


@pytest.fixture(scope="session", name="dynoxide")
def dynoxide_endpoint() -> Iterator[HttpEndpoint]:
    """One dynoxide for the session."""
    yield from _serve(dynoxide)


@pytest.fixture(scope="session", name="extenddb")
def extenddb_endpoint() -> Iterator[HttpEndpoint]:
    """One ExtendDB for the session."""
    yield from _serve(extenddb)


@pytest.fixture(scope="session", name="dynamodb_local")
def dynamodb_local_endpoint() -> Iterator[HttpEndpoint]:
    """One DynamoDB Local for the session, for those who have accepted its licence."""
    if not WITH_DYNAMODB_LOCAL:
        pytest.skip("Set TAVOLA_TEST_DYNAMODB_LOCAL=1 if DynamoDB Local's licence lets you use it.")
    yield from _serve(dynamodb_local)


def _serve(describe: Callable[[int], Launch]) -> Iterator[HttpEndpoint]:
    try:
        with running(describe) as endpoint:
            yield endpoint
    except Unavailable as reason:
        # What CI does not run, nobody runs: there a missing part is a failure.
        if os.environ.get("CI"):
            raise
        pytest.skip(str(reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a part that is missing in one line, however many tests need it."""
    report = yield
    if report.when == "setup" and report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = (__file__, 1, report.longrepr[2])
    return report
