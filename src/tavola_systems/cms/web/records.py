"""One list and one form for contexts, signals and resources."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import OperationError
from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.resources import Resources
from tavola_systems.cms.web.desk import Desk, errors_of
from tavola_systems.cms.web.record_kinds import KINDS, RecordKind, Records
from tavola_systems.platform.access.permissions import Requirement
from tavola_systems.platform.http.file_answers import attachment
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.http.paging import Cursor

__all__ = ["RULES", "routes"]

_FILE: Final = "/t/{tenant}/resources/{resource_id}/file"


def _rules(kind: RecordKind) -> dict[str, Requirement]:
    base = f"/t/{{tenant}}/{kind.key}"
    paths = [f"GET {base}", f"GET {base}/new", f"POST {base}/new", f"GET {base}/{{record_id}}"]
    paths += [f"POST {base}/{{record_id}}", f"POST {base}/{{record_id}}/delete"]
    return dict.fromkeys(paths, in_path("editor"))


RULES: Final = {
    **{route: need for kind in KINDS for route, need in _rules(kind).items()},
    f"GET {_FILE}": in_path("editor"),
}


def routes(cms: CmsContext) -> APIRouter:
    """Serve the pages of all three kinds."""
    router = APIRouter()
    for kind in KINDS:
        _add_list(router, cms, kind)
        _add_form(router, cms, kind)

    @router.get(_FILE)
    def file(tenant: TenantPath, caller: Caller, resource_id: str) -> Response:
        scope = Desk(cms, tenant, caller).scope
        found = Resources(scope, cms.storage, cms.keys).content(resource_id)
        return attachment(found.content, found.name, found.media_type)

    return router


def _add_list(router: APIRouter, cms: CmsContext, kind: RecordKind) -> None:
    base = f"/t/{{tenant}}/{kind.key}"

    def records(desk: Desk) -> Records:
        return kind.open(cms, desk.scope)

    @router.get(base)
    def listed(
        request: Request, tenant: TenantPath, caller: Caller, cursor: Cursor = None
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        page = records(desk).page(limit=50, cursor=cursor)
        return desk.show(request, "cms/records.html", kind=kind, page=page)

    @router.post(f"{base}/{{record_id}}/delete")
    def delete(tenant: TenantPath, caller: Caller, record_id: str) -> Response:
        desk = Desk(cms, tenant, caller)
        records(desk).delete(record_id)
        return desk.leave(f"/{kind.key}", f"The {kind.one} is gone.")


def _add_form(router: APIRouter, cms: CmsContext, kind: RecordKind) -> None:
    base = f"/t/{{tenant}}/{kind.key}"

    def records(desk: Desk) -> Records:
        return kind.open(cms, desk.scope)

    def form_page(
        desk: Desk, request: Request, record: Any, values: dict[str, str], **more: Any
    ) -> Response:
        return desk.show(
            request, "cms/record.html", kind=kind, record=record, values=values, **more
        )

    @router.get(f"{base}/new")
    def new_page(request: Request, tenant: TenantPath, caller: Caller) -> Response:
        return form_page(Desk(cms, tenant, caller), request, None, dict(kind.defaults))

    @router.post(f"{base}/new")
    def create(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            kind.write(records(desk), None, form)
        except OperationError as error:
            values = dict(form.values())
            return form_page(desk, request, None, values, status=422, errors=errors_of(error))
        return desk.leave(f"/{kind.key}", f"The {kind.one} is added.")

    @router.get(f"{base}/{{record_id}}")
    def edit_page(request: Request, tenant: TenantPath, caller: Caller, record_id: str) -> Response:
        desk = Desk(cms, tenant, caller)
        record = records(desk).get(record_id)
        return form_page(desk, request, record, kind.values_of(record))

    @router.post(f"{base}/{{record_id}}")
    def change(
        request: Request, tenant: TenantPath, caller: Caller, record_id: str, form: SentForm
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        record = records(desk).get(record_id)
        try:
            kind.write(records(desk), record_id, form)
        except OperationError as error:
            values = dict(form.values())
            return form_page(desk, request, record, values, status=422, errors=errors_of(error))
        return desk.leave(f"/{kind.key}", "Saved.")
