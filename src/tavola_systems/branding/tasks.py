"""What an operator runs by hand: letting stale drafts go."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService
from tavola_systems.platform.system import Services, Task

__all__ = ["archive_stale"]

_STALE: Final = timedelta(days=90)
_GRACE: Final = timedelta(days=30)


def _run(services: Services, apply: bool) -> Iterator[str]:
    """Name every draft that nobody has edited for 90 days; with `apply` it goes away in 30."""
    service = BrandingService(services.table(Branding))
    now = datetime.fromtimestamp(services.clock(), UTC)
    before, at = now - _STALE, now + _GRACE
    for business in service.businesses().all():
        if apply:
            versions = service.archive_stale(business.business_id, before=before, at=at)
        else:
            drafts = service.stale_drafts(business.business_id, before=before)
            versions = [draft.version for draft in drafts]
        for version in versions:
            yield f"{business.business_id}  version {version}"


archive_stale: Final = Task(
    "archive-stale", "let drafts go that nobody has edited for 90 days, in 30 days", _run
)
