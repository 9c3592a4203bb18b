"""The CMS, as the platform knows it."""

from __future__ import annotations

from typing import Final

from tavola_systems.cms.access import ROLES
from tavola_systems.cms.areas import RULES, api_routers, page_routers, path_of_host, problem_page
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import Cms
from tavola_systems.cms.people import people_record
from tavola_systems.cms.samples import page_to_move, seed
from tavola_systems.cms.services.worker import CmsWorker
from tavola_systems.platform.demonstration import DemoPerson
from tavola_systems.platform.pages.kit import NavItem
from tavola_systems.platform.system import BackgroundWork, FirstTask, Services, System

__all__ = ["SYSTEM"]


def _workers(services: Services) -> list[BackgroundWork]:
    cms = CmsContext(services)
    worker = CmsWorker(cms.db, cms.tenants)
    return [BackgroundWork("cms", worker.step, waiting=worker.waiting)]


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
    problem_page=problem_page,
    people_record=people_record,
    workers=_workers,
    first_task=FirstTask(
        title="Move a page, and break no link",
        steps=(
            "Give the page with the opening hours another address, such as /when-we-are-open.",
            "Open its old address, /hours: it leads to the new one.",
        ),
        person="ines@example.com",
        prepare=page_to_move,
        finish="POST /t/{tenant}/content/{node_id}/slug",
        order=3,
        see=("Open the old address, /hours", "/cms/s/cafe-luna/hours"),
    ),
    demo_people=(
        DemoPerson("ada@example.com", "Ada Lovelace", "global_admin"),
        DemoPerson("luca@example.com", "Luca Moretti", "admin", "cafe-luna"),
        DemoPerson("ines@example.com", "Inês Duarte", "editor", "cafe-luna"),
    ),
    seed=seed,
)
