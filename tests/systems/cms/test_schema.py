"""The API holds to its own description, whatever is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import (
    allow_header_conformance,
    missing_required_header,
    negative_data_rejection,
    positive_data_acceptance,
)

from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.system import SYSTEM
from tests.systems.cms.conftest import ADA
from tests.systems.site import open_site

# The description cannot say every rule of a block, Starlette names one method of a path alone, and
# the tenant's header is given here whatever was generated.
BEYOND = [
    allow_header_conformance,
    missing_required_header,
    negative_data_rejection,
    positive_data_acceptance,
]
TOKENS: list[str] = []


@pytest.fixture(scope="module")
def described() -> Iterator[Any]:
    """A CMS with one site, which every request names."""
    site = open_site([SYSTEM], allow_host=("localhost",))
    CmsContext(site.process.application.services["cms"]).tenants.create("Luna", ADA)
    site.person("ada@example.com", "cms", "global_admin")
    TOKENS.append(site.token("ada@example.com", "cms"))
    yield schemathesis.openapi.from_asgi("/cms/openapi.json", site.process.application.asgi)
    site.process.close()


@pytest.fixture(autouse=True)
def _named(request: pytest.FixtureRequest) -> None:
    """Schemathesis asks for a name that pytest keeps elsewhere since its version 9.2."""
    request.node._nodeid = request.node.nodeid


schema: Any = schemathesis.pytest.from_fixture("described")


@schema.parametrize()  # type: ignore[untyped-decorator]  # made at run time
@settings(max_examples=6)
def test_every_answer_is_one_that_the_description_names(case: Any) -> None:
    named = {"Authorization": f"Bearer {TOKENS[-1]}", "X-Tenant-Id": "luna"}
    case.headers = {**(case.headers or {}), **named}
    case.call_and_validate(excluded_checks=BEYOND)
