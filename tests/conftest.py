"""What all tests share: their order, their end, and other DynamoDB implementations."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.parts import describe_left_out, missing
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
from tests.shuffling import add_options, choose_seed, repeated, shuffled

# What starts other programs, or waits for sockets as only Unix does.
collect_ignore: list[str] = (
    []
    if os.name == "posix"
    else ["stores", "server", "reference", "difference", "interoperation", "systems", "examples"]
)

# One profile for every property: no example is timed, and CI tries the same ones every time.
settings.register_profile(
    "tavola",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tavola")


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


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let no test leave the environment other than it was: later ones would run in another."""
    before = dict(os.environ)
    result = yield
    after = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    before.pop("PYTEST_CURRENT_TEST", None)
    if after != before:
        changed = sorted(name for name, _ in before.items() ^ after.items())
        pytest.exit(
            f"{item.nodeid} changes the environment for others: {', '.join(set(changed))}", 3
        )
    return result


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port of this machine where nobody listens, and which nobody else can take."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


def _serve(describe: Callable[[int], Launch]) -> Iterator[HttpEndpoint]:
    try:
        with running(describe) as endpoint:
            yield endpoint
    except Unavailable as reason:
        missing(str(reason))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what only these tests take."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Choose a seed; the other processes of a run take the first one's."""
    given: dict[str, Any] | None = getattr(config, "workerinput", None)
    if given is not None:
        config.option.shuffle = given["shuffle"]
    elif config.option.shuffle is not None:
        config.option.shuffle = choose_seed(config.option.shuffle)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give another process of this run the seed."""
    node.workerinput["shuffle"] = node.config.option.shuffle


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Show how to run the tests in the same order again, and what this system cannot run."""
    seed = config.option.shuffle
    lines = [] if seed is None else [f"shuffled: repeat this order with --shuffle={seed}"]
    if collect_ignore:
        lines.append(f"these folders need Unix and are left out: {', '.join(collect_ignore)}")
    return lines


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Shuffle first: pytest then puts together what shares a fixture. Repeat what is left."""
    if config.option.shuffle is not None:
        items[:] = shuffled(items, config.option.shuffle)
    yield
    items[:] = repeated(items, config.option.repeat)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None]:
    """Say at the very end what did not run and how to run it."""
    yield
    skipped: list[Any] = terminalreporter.stats.get("skipped", [])
    lines = describe_left_out(str(report.longrepr[2]) for report in skipped)
    if lines:
        terminalreporter.section("Not run", sep="=", yellow=True)
        for line in lines:
            terminalreporter.line(line)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a part that is missing in one line, however many tests need it."""
    report = yield
    if report.when == "setup" and report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = (__file__, 1, report.longrepr[2])
    return report
