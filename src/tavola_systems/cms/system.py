"""The CMS, as the platform knows it."""

from __future__ import annotations

from typing import Final

from tavola_systems.cms.access import ROLES
from tavola_systems.cms.areas import RULES, api_routers, page_routers, path_of_host
from tavola_systems.cms.models import Cms
from tavola_systems.platform.pages.kit import NavItem
from tavola_systems.platform.system import System

__all__ = ["SYSTEM"]

SYSTEM: Final = System(
    name="cms",
    title="CMS",
    summary="Sites of many tenants: versioned pages, routes that never break, an audit trail.",
    roles=ROLES,
    rules=RULES,
    tables=(Cms,),
    api=api_routers,
    pages=page_routers,
    navigation=(NavItem("Sites", "/"),),
    admin_role="admin",
    path_of_host=path_of_host,
)
