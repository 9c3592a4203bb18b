"""Contents of assets at addresses that never change: public, kept for ever, running nothing."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Response

from tavola_systems.branding.asset_service import AssetService
from tavola_systems.platform.http.file_answers import FOREVER, HARMLESS
from tavola_systems.platform.http.problems import NotFound

__all__ = ["file_routes"]


def file_routes(assets: AssetService) -> APIRouter:
    """Serve the contents."""
    router = APIRouter()

    @router.get("/files/{checksum}/{asset_id}")
    def content(checksum: str, asset_id: str) -> Response:
        found, body = assets.content(asset_id)
        digest = found.checksum.partition(":")[2]
        if not hmac.compare_digest(digest.encode(), checksum.encode()):
            raise NotFound
        media_type = found.media_type or "application/octet-stream"
        headers = {**HARMLESS, **FOREVER, "ETag": f'"{found.checksum}"'}
        return Response(body, media_type=media_type, headers=headers)

    return router
