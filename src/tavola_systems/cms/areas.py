"""The areas of the CMS, in one list: a file of `api` and one of `web` for each.

Each such file has `RULES`, which says who may call its routes, and `routes(cms)`, which makes them.
An area with pages of its own for editors also stands in `TABS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fastapi import APIRouter
from msgspec import Struct

from tavola_systems.cms.api import asset_files as files_api
from tavola_systems.cms.api import comments as comments_api
from tavola_systems.cms.api import content as content_api
from tavola_systems.cms.api import history as history_api
from tavola_systems.cms.api import leads as leads_api
from tavola_systems.cms.api import products as products_api
from tavola_systems.cms.api import records as records_api
from tavola_systems.cms.api import site as site_api
from tavola_systems.cms.api import tenants as tenants_api
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.web import administration as administration_pages
from tavola_systems.cms.web import comments as comments_pages
from tavola_systems.cms.web import content as content_pages
from tavola_systems.cms.web import history as history_pages
from tavola_systems.cms.web import leads as leads_pages
from tavola_systems.cms.web import media as media_pages
from tavola_systems.cms.web import products as products_pages
from tavola_systems.cms.web import public as public_pages
from tavola_systems.cms.web import records as records_pages
from tavola_systems.cms.web import site_files
from tavola_systems.cms.web import tenants as tenants_pages
from tavola_systems.cms.web import visitors as visitors_pages
from tavola_systems.platform.access.permissions import Requirement
from tavola_systems.platform.system import ProblemPage, Services

__all__ = ["RULES", "TABS", "Tab", "api_routers", "page_routers", "path_of_host", "problem_page"]


class Tab(Struct, frozen=True):
    """A link in the head of a site's pages."""

    key: str
    label: str
    role: str = "editor"


_API: Final = (
    tenants_api,
    content_api,
    history_api,
    products_api,
    comments_api,
    leads_api,
    records_api,
    files_api,
    site_api,
)
_PAGES: Final = (
    tenants_pages,
    content_pages,
    history_pages,
    media_pages,
    products_pages,
    comments_pages,
    leads_pages,
    records_pages,
    administration_pages,
    visitors_pages,
    site_files,
    public_pages,  # The last: it answers every address of a site.
)
TABS: Final = (
    Tab("content", "Pages"),
    Tab("media", "Media"),
    Tab("products", "Products"),
    Tab("comments", "Comments"),
    Tab("leads", "Leads"),
    Tab("resources", "Resources"),
    Tab("contexts", "Contexts"),
    Tab("signals", "Signals"),
    Tab("redirects", "Redirects"),
    Tab("bin", "Bin"),
    Tab("audit", "Audit"),
    Tab("settings", "Settings", "admin"),
    Tab("domain", "Domain", "admin"),
    Tab("privacy", "Privacy", "admin"),
)
"""A tab's pages are at `/t/{tenant}/{key}`; templates say which one is current."""

RULES: Final[dict[str, Requirement]] = {
    route: need for area in (*_API, *_PAGES) for route, need in area.RULES.items()
}

Routes = Callable[[CmsContext], APIRouter]


def api_routers(services: Services) -> Sequence[APIRouter]:
    """Return the routes for programs."""
    cms = CmsContext(services)
    return [area.routes(cms) for area in _API]


def page_routers(services: Services) -> Sequence[APIRouter]:
    """Return the pages for people."""
    cms = CmsContext(services)
    services.pages.add_filter("tabs", _tabs_for)
    services.pages.add_filter("site_named", cms.tenants.known)
    return [area.routes(cms) for area in _PAGES]


def path_of_host(services: Services) -> Callable[[str], str | None]:
    """Return where the host of a tenant, which was proven to be theirs, is answered."""
    cms = CmsContext(services)

    def find(host: str) -> str | None:
        tenant_id = cms.tenants.of_domain(host)
        return f"/cms/s/{tenant_id}" if tenant_id is not None else None

    return find


def problem_page(services: Services) -> ProblemPage:
    """Return what shows refusals on public sites, in their own frame."""
    return public_pages.problem_page(CmsContext(services))


def _tabs_for(current: str) -> list[tuple[Tab, bool]]:
    """The tabs, and which one is current; for the template of a site's head."""
    return [(tab, tab.key == current) for tab in TABS]
