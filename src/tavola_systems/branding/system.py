"""Branding, as the platform knows it."""

from __future__ import annotations

from typing import Final

from tavola_systems.branding.api import api_routers
from tavola_systems.branding.models import Branding
from tavola_systems.branding.pages import page_routers
from tavola_systems.branding.samples import seed
from tavola_systems.branding.tasks import archive_stale
from tavola_systems.platform.access.permissions import PUBLIC, Requirement, role
from tavola_systems.platform.demonstration import DemoPerson
from tavola_systems.platform.pages.kit import NavItem
from tavola_systems.platform.system import FirstTask, System

__all__ = ["SYSTEM"]

_BUSINESS: Final = "/api/businesses/{business_id}"
_PAGE: Final = "/b/{business_id}"
_THEME: Final = "/b/{business_id}/themes/{version}"


def _in_business(name: str) -> Requirement:
    return role(name, scope="business_id")


SYSTEM: Final = System(
    name="branding",
    title="Branding",
    summary="How businesses look: themes with drafts, one published, and the way back.",
    roles=("viewer", "editor", "publisher", "admin"),
    rules={
        "GET /": role("viewer", in_any_scope=True),
        "POST /businesses": role("admin"),
        "GET /files/{checksum}/{asset_id}": PUBLIC,
        f"GET {_PAGE}": _in_business("viewer"),
        f"POST {_PAGE}/drafts": _in_business("editor"),
        f"GET {_PAGE}/history": _in_business("viewer"),
        f"POST {_PAGE}/rollback": _in_business("publisher"),
        f"GET {_PAGE}/embed": _in_business("viewer"),
        f"GET {_PAGE}/assets": _in_business("viewer"),
        f"POST {_PAGE}/assets": _in_business("editor"),
        f"POST {_PAGE}/assets/{{asset_id}}/delete": _in_business("editor"),
        f"GET {_THEME}": _in_business("viewer"),
        f"GET {_THEME}/preview": _in_business("viewer"),
        f"GET {_THEME}/preview.css": _in_business("viewer"),
        f"GET {_THEME}/edit": _in_business("editor"),
        f"POST {_THEME}/edit": _in_business("editor"),
        f"POST {_THEME}/discard": _in_business("editor"),
        f"POST {_THEME}/archive": _in_business("editor"),
        f"POST {_THEME}/publish": _in_business("publisher"),
        "GET /api/businesses": role("viewer", in_any_scope=True),
        f"GET {_BUSINESS}/published/assets": PUBLIC,
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
    shared_paths=(r"/branding/api/businesses/[^/]+/published/css",),
    api=api_routers,
    pages=page_routers,
    navigation=(NavItem("Businesses", "/"),),
    admin_role="admin",
    tasks=(archive_stale,),
    first_task=FirstTask(
        title="Recolour a site that is already live",
        steps=(
            "Make a new draft of Café Luna's theme, and choose another primary colour.",
            "Save it, compare it with what is published, and publish it.",
            "Open Café Luna's site in the CMS: it wears the new colour.",
        ),
        person="luca@example.com",
        start="/b/cafe-luna",
        finish=f"POST {_THEME}/publish",
        order=4,
        see=("Open Café Luna's site", "/cms/s/cafe-luna"),
    ),
    demo_people=(
        DemoPerson("ada@example.com", "Ada Lovelace", "admin"),
        DemoPerson("luca@example.com", "Luca Moretti", "publisher", "cafe-luna"),
        DemoPerson("ines@example.com", "Inês Duarte", "editor", "cafe-luna"),
    ),
    seed=seed,
)
