"""Consents: what a visitor allowed, each answer kept under the server's time."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from tavola.errors import OperationError
from tavola_systems.cms.models import Consent, ConsentChoice
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import one_of

__all__ = ["CONSENT_CHOICES", "Consents", "visitor_or_new"]

CONSENT_CHOICES: Final[tuple[ConsentChoice, ...]] = ("all", "necessary", "denied")
_VISITOR: Final = re.compile(r"[A-Za-z0-9_-]{20,60}")


class Consents:
    """The consents of one tenant's visitors."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db

    def record(
        self, visitor_id: str, choice: str, *, client_time: datetime | None = None
    ) -> Consent:
        """Keep an answer; earlier ones stay, since they say what held until now."""
        chosen = one_of("choice", choice, CONSENT_CHOICES)
        if _VISITOR.fullmatch(visitor_id) is None:
            raise OperationError("visitor_id: use 20 to 60 letters, digits, '_' and '-'.")
        return self._db.consent.create(
            visitor_id=visitor_id, at=self._scope.now(), choice=chosen, client_time=client_time
        )

    def latest(self, visitor_id: str | None) -> Consent | None:
        """Return what holds for a visitor; None if nothing was answered yet."""
        if visitor_id is None or _VISITOR.fullmatch(visitor_id) is None:
            return None
        page = self._db.consent.consents_of_visitor(visitor_id=visitor_id, descending=True, limit=1)
        return page.items[0] if page.items else None

    def allows_all(self, visitor_id: str | None) -> bool:
        """Say whether more than what is necessary may be loaded for a visitor."""
        found = self.latest(visitor_id)
        return found is not None and found.choice == "all"

    def of(self, visitor_id: str) -> Iterator[Consent]:
        """Read all answers of a visitor, the latest first."""
        return self._db.consent.consents_of_visitor(visitor_id=visitor_id, descending=True).all()


def visitor_or_new(cookie: str | None) -> str:
    """Return a visitor's id from the cookie, or a new one that nobody can guess."""
    if cookie is not None and _VISITOR.fullmatch(cookie) is not None:
        return cookie
    return secrets.token_urlsafe(24)
