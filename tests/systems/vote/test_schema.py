"""The API holds to its own description, whatever is sent."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import (
    allow_header_conformance,
    positive_data_acceptance,
    unsupported_method,
)

from tavola_systems.vote.system import SYSTEM
from tests.systems.site import open_site
from tests.systems.vote.test_api import Office, launched

# The description cannot say every rule of an election, and Starlette names one method of a path.
BEYOND = [positive_data_acceptance, allow_header_conformance, unsupported_method]
TOKENS: list[str] = []


@pytest.fixture(scope="module")
def described() -> Any:
    """A system in which an election goes on."""
    office = Office(open_site([SYSTEM], allow_host=("localhost",)))
    launched(office)
    TOKENS.append(office.program("ada").headers["Authorization"])
    app = office.site.process.application.asgi
    return schemathesis.openapi.from_asgi("/vote/openapi.json", app)


@pytest.fixture(autouse=True)
def _named(request: pytest.FixtureRequest) -> None:
    """Schemathesis asks for a name that pytest keeps elsewhere since its version 9.2."""
    request.node._nodeid = request.node.nodeid


# Paused writes would hide everything behind them; a new name is refused with 501 by design.
everything: Any = schemathesis.pytest.from_fixture("described")
schema = everything.exclude(path_regex="pause$").exclude(path_regex="/name$")


@schema.parametrize()  # type: ignore[untyped-decorator]  # made at run time
@settings(max_examples=15)
def test_every_answer_is_as_described(case: Any) -> None:
    case.headers = {**(case.headers or {}), "Authorization": TOKENS[-1]}
    case.call_and_validate(excluded_checks=BEYOND)
