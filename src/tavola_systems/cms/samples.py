"""Sample data for the demonstration: two sites that look as if somebody worked there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from tavola_systems.cms.context import CmsContext
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.scope import Actor, TenantScope
from tavola_systems.cms.services.worker import CmsWorker
from tavola_systems.platform.system import Progress, Services

__all__ = ["seed"]

_ADA: Final = Actor("ada", "ada@example.com")
_INES: Final = Actor("ines", "ines@example.com")
_STEPS: Final = 4
_HOME: Final[list[dict[str, Any]]] = [
    {"type": "heading", "text": "Coffee by the river", "level": 1},
    {
        "type": "text",
        "markdown": "We roast on **Tuesdays** and bake every morning.\n\n"
        "Come for the *galão*, stay for the view.",
    },
    {"type": "quote", "text": "The best tables face the water.", "cite": "A regular"},
]
_STORY: Final[list[dict[str, Any]]] = [
    {"type": "heading", "text": "Our story", "level": 1},
    {
        "type": "text",
        "markdown": "Luca and Inês opened the café in 2019, in what had been a ferry office.\n\n"
        "- 2019: two tables and one machine\n- 2021: the roastery\n- 2024: the terrace",
    },
]


def seed(services: Services, progress: Progress) -> None:
    """Write a café's site with pages in every state, and a bookshop's."""
    cms = CmsContext(services)
    cms.tenants.create("Café Luna", _ADA)
    cms.tenants.create("Livros Duarte", _ADA)
    progress(1, _STEPS)
    scope = cms.tenants.scope("cafe-luna", _INES)
    _look(cms, scope)
    _live_pages(scope)
    progress(2, _STEPS)
    _pages_at_work(scope)
    progress(3, _STEPS)
    worker = CmsWorker(cms.db, cms.tenants, limit=100)
    while worker.step():
        pass
    progress(_STEPS, _STEPS)


def _look(cms: CmsContext, scope: TenantScope) -> None:
    navigation = [
        {"label": "Home", "path": "/"},
        {"label": "Our story", "path": "/our-story"},
        {"label": "Opening hours", "path": "/hours"},
        {"label": "Contact", "path": "/contact"},
    ]
    settings: dict[str, Any] = {
        "footer": "Rua do Cais 12 · open every day but Monday",
        "navigation": navigation,
        "theme": {"primaryColor": "#0f766e", "backgroundColor": "#fffaf3", "textColor": "#27221c"},
    }
    cms.tenants.change(scope, settings)


def _live_pages(scope: TenantScope) -> None:
    pages = ContentService(scope)
    home = pages.resolve("/")
    if home is not None:
        node = home.content.node_id
        draft = pages.save_draft(
            node, {"title": "Café Luna", "blocks": _HOME}, version=home.content.version
        )
        pages.publish(node, version=home.content.version, revision=draft.revision)
    story = pages.create("About us", blocks=_STORY[:1], publish=True)
    pages.move(story.node_id, "/our-story", version=1)
    draft = pages.save_draft(story.node_id, {"title": "Our story", "blocks": _STORY}, version=2)
    pages.publish(story.node_id, version=2, revision=draft.revision)
    hours = [{"type": "text", "markdown": "Tuesday to Sunday, **8:00 to 19:00**."}]
    page = pages.create("Opening hours", slug="/hours", blocks=hours, publish=True)
    later = [{"type": "text", "markdown": "Tuesday to Sunday, **8:00 to 21:00** until September."}]
    pages.save_draft(page.node_id, {"blocks": later}, version=1)


def _pages_at_work(scope: TenantScope) -> None:
    pages = ContentService(scope)
    pages.create("How we roast", blocks=[{"type": "text", "markdown": "To be written."}])
    menu = pages.create(
        "The summer menu", blocks=[{"type": "text", "markdown": "Cold brew, lemon ice, figs."}]
    )
    at = scope.now() + timedelta(days=7)
    pages.schedule(menu.node_id, "publish", at, version=1)
    old = pages.create("Winter menu", blocks=[{"type": "text", "markdown": "Hot chocolate."}])
    pages.delete(old.node_id, version=1)
