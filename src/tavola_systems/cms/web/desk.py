"""What the pages of a site share: who acts where, the frame, and forms that are shown again."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from tavola.errors import OperationError, UniqueTaken
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.problems import problem_of

__all__ = ["Desk", "errors_of", "told_of"]


class Desk:
    """An editor's desk in one site."""

    def __init__(self, cms: CmsContext, tenant: str, caller: Caller) -> None:
        self._cms = cms
        self.tenant = tenant
        self.scope: TenantScope = cms.scope(tenant, caller)

    def show(
        self, request: Request, template: str, *, status: int = 200, **context: Any
    ) -> Response:
        """Render a page of the site."""
        home = f"/cms/t/{self.tenant}"
        return self._cms.services.pages.render(
            request,
            template,
            status=status,
            site=self._cms.tenant(self.tenant),
            home=home,
            **context,
        )

    def leave(self, path: str, toast: str) -> Response:
        """Lead on within the site, after something was done."""
        return self._cms.services.pages.redirect(f"/t/{self.tenant}{path}", toast=toast)


def errors_of(error: OperationError | UniqueTaken) -> dict[str, str]:
    """Return what is wrong by field; what belongs to none stands under an empty name."""
    problem = problem_of(error)
    found = problem.field_errors() if problem else {}
    return found or {"": str(error)}


def told_of(error: Exception) -> str:
    """Return a refusal without the name of the field that it begins with."""
    return str(error).partition(": ")[2] or str(error)
