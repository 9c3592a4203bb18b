"""Event requests, as the platform knows them."""

from __future__ import annotations

from typing import Final

from tavola_systems.platform.demonstration import DemoPerson
from tavola_systems.platform.pages.kit import NavItem
from tavola_systems.platform.system import FirstTask, System
from tavola_systems.requests.api import API_RULES, api_routers
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.quick_lottery import begin_lottery
from tavola_systems.requests.rehearsing import rehearse
from tavola_systems.requests.samples import seed
from tavola_systems.requests.serving import workers_of
from tavola_systems.requests.web import PAGE_RULES, page_routers

__all__ = ["SYSTEM"]

SYSTEM: Final = System(
    name="requests",
    title="Places",
    summary="A crowd asks for few places: first come, first served, or a lottery.",
    roles=("applicant", "operator", "admin"),
    rules={**API_RULES, **PAGE_RULES},
    tables=(AsyncEventTable, RequestQueue),
    api=api_routers,
    pages=page_routers,
    workers=workers_of,
    navigation=(
        NavItem("Events", "/"),
        NavItem("My requests", "/mine", "applicant"),
        NavItem("Check a draw", "/verify"),
    ),
    rehearse=rehearse,
    seed=seed,
    everyone="applicant",
    admin_role="admin",
    first_task=FirstTask(
        title="Take part in a lottery, and check its draw",
        steps=(
            "300 people have applied for 20 balloon rides; the cutoff comes in 30 seconds. Apply.",
            "Wait for the draw: the page tells you the result by itself.",
            "Check the draw in your browser, from the files that were published.",
        ),
        person="alan@example.com",
        prepare=begin_lottery,
        finish="POST /events/{event_id}/apply",
        order=2,
        see=("Your requests", "/requests/mine"),
    ),
    demo_people=(
        DemoPerson("ada@example.com", "Ada Lovelace", "admin"),
        DemoPerson("olga@example.com", "Olga Petrova", "operator"),
        DemoPerson("alan@example.com", "Alan Turing", "applicant"),
    ),
)
