"""The API holds to its own description, whatever is sent."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import allow_header_conformance, positive_data_acceptance

from tavola_systems.branding.asset_service import AssetService
from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService
from tavola_systems.branding.system import SYSTEM
from tests.systems.branding.conftest import new_png
from tests.systems.site import open_site

# The description cannot say every rule of a theme, and Starlette names one method of a path alone.
BEYOND = [positive_data_acceptance, allow_header_conformance]


TOKENS: list[str] = []


@pytest.fixture(scope="module")
def described() -> Any:
    """A system that knows what the description's examples name."""
    site = open_site([SYSTEM], allow_host=("localhost",))
    db = site.process.application.services["branding"].table(Branding)
    service = BrandingService(db)
    AssetService(db, site.process.shared.storage).upload("123", "logo-123", "logo", new_png())
    service.register("123", "Ñandú")
    service.create_draft("123", {"primaryColor": "#0F172A"}, ["logo-123"])
    service.create_draft("123")
    service.create_draft("123")
    service.publish("123", 1, expected=None, by="ada")
    site.person("ada@example.com", "branding", "admin")
    TOKENS.append(site.token("ada@example.com", "branding"))
    return schemathesis.openapi.from_asgi("/branding/openapi.json", site.process.application.asgi)


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
