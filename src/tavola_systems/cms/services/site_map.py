"""Which pages of a site the public sees, in parts: a site may have more than one list can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, Final

from msgspec import Struct

from tavola.table import Page
from tavola_systems.cms.models import Cms
from tavola_systems.cms.services.content_writes import Workflow

__all__ = ["PART_PAGES", "SiteMapPart", "SiteMaps", "latest_pages"]

PART_PAGES: Final = 5000
"""The most addresses in one list; search engines take 50,000."""
_FRESH_SECONDS: Final = 600.0
_MAX_KNOWN: Final = 1000
_PUBLIC_STATES: Final[tuple[Workflow, ...]] = ("published", "changed", "scheduled")
_ONLY: Final = ("node_id", "title", "slug", "status", "workflow", "updated_at")


class SiteMapPart(Struct, frozen=True):
    """Where a part of the pages begins."""

    state: Workflow
    cursor: str | None


class SiteMaps:
    """The parts of all sites' maps; where they begin is found at most once in ten minutes."""

    def __init__(self, clock: Callable[[], float], *, part_pages: int = PART_PAGES) -> None:
        self._clock = clock
        self._part_pages = part_pages
        self._known: dict[str, tuple[float, list[SiteMapPart]]] = {}
        self._lock = Lock()

    def parts(self, tenant_id: str, db: Cms) -> list[SiteMapPart]:
        """Return where the parts begin; several readers at once wait for one who looks."""
        with self._lock:
            known = self._known.get(tenant_id)
            if known is None or self._clock() - known[0] >= _FRESH_SECONDS:
                if len(self._known) >= _MAX_KNOWN:
                    self._known.clear()
                known = self._clock(), list(self._found(db))
                self._known[tenant_id] = known
            return known[1]

    def pages(self, db: Cms, part: SiteMapPart) -> list[Any]:
        """Return summaries of a part's pages, the latest first."""
        return _shown(self._page(db, part))

    def _found(self, db: Cms) -> Iterator[SiteMapPart]:
        for state in _PUBLIC_STATES:
            cursor: str | None = None
            while True:
                part = SiteMapPart(state, cursor)
                page = self._page(db, part)
                if _shown(page):
                    yield part
                cursor = page.cursor
                if cursor is None:
                    break

    def _page(self, db: Cms, part: SiteMapPart) -> Page[Any]:
        return db.content.content_by_workflow(
            workflow=part.state,
            only=_ONLY,
            limit=self._part_pages,
            cursor=part.cursor,
            descending=True,
        )


def latest_pages(db: Cms, limit: int) -> list[Any]:
    """Return summaries of the pages that were changed last, for a feed."""
    found: list[Any] = []
    for state in _PUBLIC_STATES:
        found += _shown(
            db.content.content_by_workflow(workflow=state, only=_ONLY, limit=limit, descending=True)
        )
    return sorted(found, key=lambda one: one.updated_at, reverse=True)[:limit]


def _shown(page: Page[Any]) -> list[Any]:
    """Leave out what is planned and not published yet."""
    return [one for one in page.items if one.status == "published"]
