"""Branding, as the platform knows it."""

from __future__ import annotations

from typing import Final

from tavola_systems.branding.api import api_routers
from tavola_systems.branding.models import Branding
from tavola_systems.platform.access.rules import PUBLIC, Need, role
from tavola_systems.platform.system import System

__all__ = ["SYSTEM"]

_BUSINESS: Final = "/api/businesses/{business_id}"


def _in_business(name: str) -> Need:
    return role(name, scope="business_id")


SYSTEM: Final = System(
    name="branding",
    title="Branding",
    summary="How businesses look: themes with drafts, one published, and the way back.",
    roles=("viewer", "editor", "publisher", "admin"),
    rules={
        f"GET {_BUSINESS}": _in_business("viewer"),
        f"PUT {_BUSINESS}": _in_business("admin"),
        f"GET {_BUSINESS}/drafts": _in_business("viewer"),
        f"POST {_BUSINESS}/drafts": _in_business("editor"),
        f"PATCH {_BUSINESS}/drafts/{{version}}": _in_business("editor"),
        f"DELETE {_BUSINESS}/drafts/{{version}}": _in_business("editor"),
        f"PUT {_BUSINESS}/drafts/{{version}}/archive": _in_business("editor"),
        f"DELETE {_BUSINESS}/drafts/{{version}}/archive": _in_business("editor"),
        f"GET {_BUSINESS}/themes": _in_business("viewer"),
        f"GET {_BUSINESS}/themes/{{version}}": _in_business("viewer"),
        f"GET {_BUSINESS}/themes/{{version}}/css": _in_business("viewer"),
        f"GET {_BUSINESS}/themes/{{version}}/swatches": _in_business("viewer"),
        f"GET {_BUSINESS}/themes/{{version}}/assets": _in_business("viewer"),
        f"GET {_BUSINESS}/published": PUBLIC,
        f"GET {_BUSINESS}/published/css": PUBLIC,
        f"GET {_BUSINESS}/published/swatches": PUBLIC,
        f"POST {_BUSINESS}/publish": _in_business("publisher"),
        f"POST {_BUSINESS}/rollback": _in_business("publisher"),
        f"GET {_BUSINESS}/history": _in_business("viewer"),
        f"GET {_BUSINESS}/assets": _in_business("viewer"),
        f"GET {_BUSINESS}/assets/{{asset_id}}": _in_business("viewer"),
        f"PUT {_BUSINESS}/assets/{{asset_id}}": _in_business("editor"),
        f"DELETE {_BUSINESS}/assets/{{asset_id}}": _in_business("editor"),
        "GET /api/assets/{asset_id}/content": PUBLIC,
    },
    tables=(Branding,),
    api=api_routers,
    admin_role="admin",
)
