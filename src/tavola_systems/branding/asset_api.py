"""Assets over HTTP: their metadata, and their contents as they were uploaded."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from tavola_systems.branding.asset_service import AssetService, AssetType
from tavola_systems.branding.models import Asset
from tavola_systems.branding.views import AssetId, AssetPage, BusinessId, IfNoneMatch
from tavola_systems.platform.http.etags import matches, not_modified, validators
from tavola_systems.platform.http.file_answers import BINARY_BODY, HARMLESS, read_upload
from tavola_systems.platform.http.paging import Cursor, Limit
from tavola_systems.platform.uploads import MAX_IMAGE_BYTES

__all__ = ["asset_routes"]

Checksum = Annotated[str | None, Header(max_length=100, description="sha256: and the digest.")]
Scope = Annotated[str, Query(min_length=1, max_length=50)]

_CONTENT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}},
    304: {"description": "Nothing has changed."},
}


def asset_routes(assets: AssetService) -> APIRouter:
    """Serve the assets."""
    router = APIRouter(tags=["assets"])

    @router.put("/businesses/{business_id}/assets/{asset_id}", openapi_extra=BINARY_BODY)
    async def upload(
        business_id: BusinessId,
        asset_id: AssetId,
        asset_type: AssetType,
        request: Request,
        scope: Scope = "theme",
        x_checksum: Checksum = None,
    ) -> Asset:
        """Upload an image; its checksum is verified if one is given."""
        content = await read_upload(request, MAX_IMAGE_BYTES)

        def keep() -> Asset:
            return assets.upload(
                business_id, asset_id, asset_type, content, checksum=x_checksum, scope=scope
            )

        return await run_in_threadpool(keep)

    @router.get("/businesses/{business_id}/assets")
    def of_business(business_id: BusinessId, limit: Limit = 50, cursor: Cursor = None) -> AssetPage:
        """List a business's assets."""
        found, after = assets.of_business(business_id, limit=limit, cursor=cursor)
        return AssetPage(items=found, cursor=after)

    @router.get("/businesses/{business_id}/assets/{asset_id}")
    def asset(business_id: BusinessId, asset_id: AssetId) -> Asset:
        """Read an asset's metadata."""
        return assets.asset_of(business_id, asset_id)

    @router.delete("/businesses/{business_id}/assets/{asset_id}", status_code=204)
    def delete(business_id: BusinessId, asset_id: AssetId) -> Response:
        """Delete an asset that no theme uses that was ever published."""
        assets.asset_of(business_id, asset_id)
        assets.delete(asset_id)
        return Response(status_code=204)

    _add_content_route(router, assets)
    return router


def _add_content_route(router: APIRouter, assets: AssetService) -> None:
    @router.get("/assets/{asset_id}/content", response_class=Response, responses=_CONTENT)
    def content(asset_id: AssetId, if_none_match: IfNoneMatch = None) -> Response:
        """Read an asset's content."""
        found = assets.asset(asset_id)
        headers = validators(found.checksum, modified=found.updated_at)
        if matches(if_none_match, found.checksum):
            return not_modified(headers)
        found, body = assets.content(asset_id)
        media_type = found.media_type or "application/octet-stream"
        return Response(body, media_type=media_type, headers=headers | HARMLESS)
