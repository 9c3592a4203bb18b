"""Media and resources over HTTP: uploads as plain bodies, contents that run nowhere."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.resources import LINK_SECONDS, MAX_RESOURCE_BYTES, Resources
from tavola_systems.platform.http.etags import matches, not_modified, validators
from tavola_systems.platform.http.file_answers import BINARY_BODY, HARMLESS, attachment, read_upload
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit, add_links
from tavola_systems.platform.uploads import MAX_IMAGE_BYTES

__all__ = ["RULES", "routes"]

RULES: Final = {
    "GET /api/assets": in_header("editor"),
    "POST /api/assets": in_header("editor"),
    "GET /api/assets/{asset_id}": in_header("renderer"),
    "PATCH /api/assets/{asset_id}": in_header("editor"),
    "DELETE /api/assets/{asset_id}": in_header("editor"),
    "GET /api/assets/{asset_id}/content": in_header("renderer"),
    "GET /api/resources": in_header("renderer"),
    "POST /api/resources": in_header("editor"),
    "PATCH /api/resources/{resource_id}": in_header("editor"),
    "DELETE /api/resources/{resource_id}": in_header("editor"),
    "POST /api/resources/{resource_id}/links": in_header("renderer"),
    "GET /api/resources/{resource_id}/content": in_header("renderer"),
}

Id = Annotated[str, Path(max_length=26)]
Width = Literal["480", "960", "1600", "original"]
FileName = Annotated[str, Query(min_length=1, max_length=200)]
_CONTENT: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    },
    304: {"description": "Nothing has changed."},
}


class AssetSummary(BaseModel):
    """An image as lists show it."""

    model_config = ConfigDict(from_attributes=True)
    asset_id: str
    title: str
    media_type: str
    alt: str | None
    updated_at: datetime


class AssetView(AssetSummary):
    """An image."""

    size: int
    width: int | None
    height: int | None
    digest: str


class AssetPage(BaseModel):
    """Some images."""

    items: list[AssetSummary]
    cursor: str | None = None


class AssetDescription(BaseModel):
    """What an image shows."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    alt: Annotated[str, Field(max_length=300)] | None = None


class ResourceSummary(BaseModel):
    """A file as lists show it."""

    model_config = ConfigDict(from_attributes=True)
    resource_id: str
    title: str
    is_gated: bool
    updated_at: datetime


class ResourceView(ResourceSummary):
    """A file."""

    description: str | None
    file_name: str
    media_type: str
    size: int


class ResourcePage(BaseModel):
    """Some files."""

    items: list[ResourceSummary]
    cursor: str | None = None


class ResourceChange(BaseModel):
    """What is said about a file."""

    title: Annotated[str, Field(min_length=1, max_length=150)]
    description: Annotated[str, Field(max_length=2000)] | None = None
    is_gated: bool = True


class LinkRequest(BaseModel):
    """Who wants a file."""

    email: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(max_length=100)] | None = None


class LinkView(BaseModel):
    """What opens a file for a while."""

    key: str
    lasts_seconds: int = LINK_SECONDS


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of media and resources."""
    router = APIRouter(tags=["files"])
    _add_uploads(router, cms)
    _add_assets(router, cms)
    _add_resources(router, cms)
    return router


def _add_uploads(router: APIRouter, cms: CmsContext) -> None:
    @router.post("/assets", status_code=201, openapi_extra=BINARY_BODY)
    async def upload(
        caller: Caller,
        tenant: TenantId,
        request: Request,
        file_name: FileName,
        alt: Annotated[str | None, Query(max_length=300)] = None,
    ) -> AssetView:
        """Upload an image; it is encoded again, in three smaller widths too."""
        content = await read_upload(request, MAX_IMAGE_BYTES)

        def keep() -> AssetView:
            media = MediaLibrary(cms.scope(tenant, caller), cms.storage)
            return AssetView.model_validate(media.upload(file_name, content, alt=alt))

        return await run_in_threadpool(keep)

    @router.post("/resources", status_code=201, openapi_extra=BINARY_BODY)
    async def add(
        caller: Caller,
        tenant: TenantId,
        request: Request,
        file_name: FileName,
        title: Annotated[str, Query(min_length=1, max_length=150)],
        *,
        is_gated: bool = True,
    ) -> ResourceView:
        """Upload a file to download."""
        content = await read_upload(request, MAX_RESOURCE_BYTES)

        def keep() -> ResourceView:
            kept = Resources(cms.scope(tenant, caller), cms.storage, cms.keys)
            made = kept.create(title=title, file_name=file_name, content=content, is_gated=is_gated)
            return ResourceView.model_validate(made)

        return await run_in_threadpool(keep)


def _add_assets(router: APIRouter, cms: CmsContext) -> None:
    def media(tenant: str, caller: Caller) -> MediaLibrary:
        return MediaLibrary(cms.scope(tenant, caller), cms.storage)

    @router.get("/assets")
    def listed(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> AssetPage:
        """List images, the latest first."""
        page = media(tenant, caller).page(limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [AssetSummary.model_validate(one) for one in page.items]
        return AssetPage(items=items, cursor=page.cursor)

    @router.get("/assets/{asset_id}")
    def get(caller: Caller, tenant: TenantId, asset_id: Id) -> AssetView:
        """Read what is known of an image."""
        return AssetView.model_validate(media(tenant, caller).get(asset_id))

    @router.patch("/assets/{asset_id}")
    def describe(
        caller: Caller, tenant: TenantId, asset_id: Id, body: AssetDescription
    ) -> AssetView:
        """Say what an image shows."""
        changed = media(tenant, caller).describe(asset_id, title=body.title, alt=body.alt)
        return AssetView.model_validate(changed)

    @router.delete("/assets/{asset_id}", status_code=204)
    def delete(caller: Caller, tenant: TenantId, asset_id: Id) -> Response:
        """Remove an image and its bytes."""
        media(tenant, caller).delete(asset_id)
        return Response(status_code=204)

    @router.get("/assets/{asset_id}/content", response_class=Response, responses=_CONTENT)
    def content(
        request: Request, caller: Caller, tenant: TenantId, asset_id: Id, width: Width = "original"
    ) -> Response:
        """Read an image in a width, or as it is if that is smaller."""
        found = media(tenant, caller).file(asset_id, width)
        headers = validators(found.tag)
        if matches(request.headers.get("if-none-match"), found.tag):
            return not_modified(headers)
        return Response(found.content, media_type=found.media_type, headers=headers | HARMLESS)


def _add_resources(router: APIRouter, cms: CmsContext) -> None:
    def kept(tenant: str, caller: Caller) -> Resources:
        return Resources(cms.scope(tenant, caller), cms.storage, cms.keys)

    @router.get("/resources")
    def listed(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ResourcePage:
        """List files, the latest change first."""
        page = kept(tenant, caller).page(limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [ResourceSummary.model_validate(one) for one in page.items]
        return ResourcePage(items=items, cursor=page.cursor)

    @router.patch("/resources/{resource_id}")
    def change(
        caller: Caller, tenant: TenantId, resource_id: Id, body: ResourceChange
    ) -> ResourceView:
        """Change what is said about a file."""
        changed = kept(tenant, caller).update(
            resource_id, title=body.title, description=body.description, is_gated=body.is_gated
        )
        return ResourceView.model_validate(changed)

    @router.delete("/resources/{resource_id}", status_code=204)
    def delete(caller: Caller, tenant: TenantId, resource_id: Id) -> Response:
        """Remove a file."""
        kept(tenant, caller).delete(resource_id)
        return Response(status_code=204)

    @router.post("/resources/{resource_id}/links", status_code=201)
    def ask(caller: Caller, tenant: TenantId, resource_id: Id, body: LinkRequest) -> LinkView:
        """Take an address, which becomes a lead, for a key that opens the file for 15 minutes."""
        key = kept(tenant, caller).ask(resource_id, body.email, name=body.name)
        return LinkView(key=key)

    @router.get("/resources/{resource_id}/content", response_class=Response, responses=_CONTENT)
    def content(
        caller: Caller,
        tenant: TenantId,
        resource_id: Id,
        key: Annotated[str | None, Query(max_length=1000)] = None,
    ) -> Response:
        """Read a file: freely, or with the key of who left an address."""
        found = kept(tenant, caller).download(resource_id, key)
        return attachment(found.content, found.name, found.media_type)
