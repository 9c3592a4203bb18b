"""Leads for editors: a list by status, one with its history, a file for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import OperationError
from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import LeadStatus
from tavola_systems.cms.services.leads import LEAD_STATUSES, Leads
from tavola_systems.cms.web.desk import Desk, errors_of
from tavola_systems.platform.http.file_answers import csv_download
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.http.paging import Cursor

__all__ = ["RULES", "routes"]

_LEADS: Final = "/t/{tenant}/leads"
RULES: Final = {
    f"GET {_LEADS}": in_path("editor"),
    f"GET {_LEADS}.csv": in_path("editor"),
    f"GET {_LEADS}/{{email}}": in_path("editor"),
    f"POST {_LEADS}/{{email}}": in_path("editor"),
    f"POST {_LEADS}/{{email}}/delete": in_path("editor"),
}
_TITLES: Final = ("Address", "Name", "Status", "Source", "Submissions", "First", "Latest", "Note")


def routes(cms: CmsContext) -> APIRouter:
    """Serve the pages of leads."""
    router = APIRouter()

    @router.get(_LEADS)
    def listed(
        request: Request,
        tenant: TenantPath,
        caller: Caller,
        status: LeadStatus | None = None,
        cursor: Cursor = None,
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        page = Leads(desk.scope).page(status, limit=50, cursor=cursor)
        return desk.show(
            request, "cms/leads.html", page=page, status_shown=status, statuses=LEAD_STATUSES
        )

    @router.get(f"{_LEADS}.csv")
    def as_csv(tenant: TenantPath, caller: Caller) -> Response:
        rows = _rows(Leads(Desk(cms, tenant, caller).scope))
        return csv_download(f"{tenant} leads.csv", _TITLES, rows)

    def one_page(desk: Desk, request: Request, email: str, **more: Any) -> Response:
        lead = Leads(desk.scope).get(email)
        values = {"status": lead.status, "note": lead.note or ""} | more.pop("values", {})
        return desk.show(
            request, "cms/lead.html", lead=lead, values=values, statuses=LEAD_STATUSES, **more
        )

    @router.get(f"{_LEADS}/{{email}}")
    def one(request: Request, tenant: TenantPath, caller: Caller, email: str) -> Response:
        return one_page(Desk(cms, tenant, caller), request, email)

    @router.post(f"{_LEADS}/{{email}}")
    def change(
        request: Request, tenant: TenantPath, caller: Caller, email: str, form: SentForm
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            Leads(desk.scope).change(email, status=form.text("status"), note=form.text("note"))
        except OperationError as error:
            values = dict(form.values())
            return one_page(
                desk, request, email, status=422, values=values, errors=errors_of(error)
            )
        return desk.leave("/leads", "Saved.")

    @router.post(f"{_LEADS}/{{email}}/delete")
    def delete(tenant: TenantPath, caller: Caller, email: str) -> Response:
        desk = Desk(cms, tenant, caller)
        Leads(desk.scope).delete(email)
        return desk.leave("/leads", "The lead is forgotten.")

    return router


def _rows(leads: Leads) -> Iterator[tuple[Any, ...]]:
    for summary in leads.all():
        one = leads.find(summary.email)
        if one is not None:
            yield (
                one.email,
                one.name,
                one.status,
                one.source,
                one.submissions,
                one.created_at,
                one.updated_at,
                one.note,
            )
