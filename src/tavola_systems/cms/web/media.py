"""The media library for editors: what there is, uploads, what each image shows."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import OperationError
from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.web.desk import Desk, errors_of
from tavola_systems.platform.http.file_answers import HARMLESS
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.uploads import MAX_IMAGE_BYTES

__all__ = ["RULES", "routes"]

_MEDIA: Final = "/t/{tenant}/media"
RULES: Final = {
    f"GET {_MEDIA}": in_path("editor"),
    f"POST {_MEDIA}": in_path("editor"),
    f"GET {_MEDIA}/{{asset_id}}": in_path("editor"),
    f"POST {_MEDIA}/{{asset_id}}": in_path("editor"),
    f"POST {_MEDIA}/{{asset_id}}/delete": in_path("editor"),
    f"GET {_MEDIA}/{{asset_id}}/{{size}}": in_path("editor"),
}


def routes(cms: CmsContext) -> APIRouter:
    """Serve the pages of the media library."""
    router = APIRouter()

    def list_page(desk: Desk, request: Request, cursor: str | None, **more: Any) -> Response:
        page = MediaLibrary(desk.scope, cms.storage).page(limit=30, cursor=cursor)
        return desk.show(request, "cms/media.html", page=page, **more)

    @router.get(_MEDIA)
    def listed(
        request: Request, tenant: TenantPath, caller: Caller, cursor: Cursor = None
    ) -> Response:
        return list_page(Desk(cms, tenant, caller), request, cursor)

    @router.post(_MEDIA)
    def upload(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        file = form.file("file")
        content = file.file.read(MAX_IMAGE_BYTES + 1) if file is not None else b""
        name = (file.filename if file is not None else None) or "image"
        try:
            made = MediaLibrary(desk.scope, cms.storage).upload(name, content, alt=form.text("alt"))
        except OperationError as error:
            errors = errors_of(error)
            errors["file"] = errors.pop("content", errors.get("file", ""))
            values = {"alt": form.text("alt")}
            return list_page(desk, request, None, status=422, values=values, errors=errors)
        return desk.leave("/media", f"{made.title} is in the library.")

    @router.get(f"{_MEDIA}/{{asset_id}}")
    def one(request: Request, tenant: TenantPath, caller: Caller, asset_id: str) -> Response:
        desk = Desk(cms, tenant, caller)
        asset = MediaLibrary(desk.scope, cms.storage).get(asset_id)
        values = {"title": asset.title, "alt": asset.alt or ""}
        return desk.show(request, "cms/asset.html", asset=asset, values=values)

    @router.post(f"{_MEDIA}/{{asset_id}}")
    def describe(
        request: Request, tenant: TenantPath, caller: Caller, asset_id: str, form: SentForm
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        media = MediaLibrary(desk.scope, cms.storage)
        try:
            media.describe(asset_id, title=form.text("title"), alt=form.text("alt"))
        except OperationError as error:
            return desk.show(
                request,
                "cms/asset.html",
                status=422,
                asset=media.get(asset_id),
                values=dict(form.values()),
                errors=errors_of(error),
            )
        return desk.leave("/media", "Saved.")

    @router.post(f"{_MEDIA}/{{asset_id}}/delete")
    def delete(tenant: TenantPath, caller: Caller, asset_id: str) -> Response:
        desk = Desk(cms, tenant, caller)
        MediaLibrary(desk.scope, cms.storage).delete(asset_id)
        return desk.leave("/media", "The image is gone.")

    @router.get(f"{_MEDIA}/{{asset_id}}/{{size}}")
    def content(tenant: TenantPath, caller: Caller, asset_id: str, size: str) -> Response:
        desk = Desk(cms, tenant, caller)
        found = MediaLibrary(desk.scope, cms.storage).file(asset_id, size)
        headers = {**HARMLESS, "Cache-Control": "private, max-age=3600"}
        return Response(found.content, media_type=found.media_type, headers=headers)

    return router
