"""The API holds to its own description, whatever is sent."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import allow_header_conformance, positive_data_acceptance

from tavola_systems.requests.desk import desk_of
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.system import SYSTEM
from tests.systems.site import open_site

# The description cannot say what state an event is in, and Starlette names one method of a path.
BEYOND = [positive_data_acceptance, allow_header_conformance]
TOKENS: list[str] = []


@pytest.fixture(scope="module")
def described() -> Any:
    """A system with an open event."""
    site = open_site([SYSTEM], allow_host=("localhost",))
    desk = desk_of(site.process.application.services["requests"])
    desk.events.create(NewEvent("0", "Bicycles", "FIRST_COME", 2))
    desk.events.open("0")
    site.process.shared.users.confirm(site.person("ada@example.com", "requests", "admin"))
    TOKENS.append(site.token("ada@example.com", "requests"))
    return schemathesis.openapi.from_asgi("/requests/openapi.json", site.process.application.asgi)


@pytest.fixture(autouse=True)
def _named(request: pytest.FixtureRequest) -> None:
    """Schemathesis asks for a name that pytest keeps elsewhere since its version 9.2."""
    request.node._nodeid = request.node.nodeid


schema: Any = schemathesis.pytest.from_fixture("described")


@schema.parametrize()  # type: ignore[untyped-decorator]  # made at run time
@settings(max_examples=10)
def test_every_answer_is_one_that_the_description_names(case: Any) -> None:
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {TOKENS[-1]}"}
    case.call_and_validate(excluded_checks=BEYOND)
