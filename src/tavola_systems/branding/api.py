"""Branding over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fastapi import APIRouter, Request, Response

from tavola.errors import OperationError
from tavola.table import Page
from tavola_systems.branding.addresses import digest_of, urls_of
from tavola_systems.branding.asset_api import asset_routes
from tavola_systems.branding.asset_service import AssetService
from tavola_systems.branding.models import Asset, Branding, Business, Publication, Theme
from tavola_systems.branding.service import BrandingService, PublishedTheme
from tavola_systems.branding.themes.stylesheet import to_css
from tavola_systems.branding.themes.swatches import to_svg
from tavola_systems.branding.themes.theme_versions import known_version
from tavola_systems.branding.views import (
    Archiving,
    BusinessId,
    BusinessName,
    BusinessPage,
    DraftEdit,
    HistoryPage,
    IfNoneMatch,
    NewDraft,
    PublishedAsset,
    PublishedView,
    Revision,
    RollingBack,
    ThemePage,
    ThemeVersion,
    ThemeView,
    VersionToPublish,
)
from tavola_systems.platform.http.etags import matches, not_modified, validators
from tavola_systems.platform.http.file_answers import HARMLESS
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.near_reads import near_read
from tavola_systems.platform.http.paging import Cursor, Limit, add_links
from tavola_systems.platform.system import Services, Shared

__all__ = ["api_routers"]

CSS = "text/css"
SVG = "image/svg+xml"
Answers = dict[int | str, dict[str, Any]]
_NOT_MODIFIED: Answers = {304: {"description": "Nothing has changed."}}
_TEXT = {"schema": {"type": "string"}}
_CSS: Answers = {200: {"content": {CSS: _TEXT}}}
_SVG: Answers = {200: {"content": {SVG: _TEXT}}}


def api_routers(services: Services) -> Sequence[APIRouter]:
    """Return branding's routes for programs."""
    db = services.table(Branding)
    service = BrandingService(db)
    assets = AssetService(db, services.shared.storage)
    return [
        _businesses(service, services),
        _drafts(service),
        _themes(service, assets),
        _published(service, assets, services.shared),
        _publications(service),
        asset_routes(assets),
    ]


def _businesses(service: BrandingService, services: Services) -> APIRouter:
    router = APIRouter(prefix="/businesses", tags=["businesses"])

    @router.get("")
    def businesses(
        request: Request,
        response: Response,
        caller: Caller,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> BusinessPage:
        """List the businesses that the caller may see."""
        if services.rules.may(caller, "viewer"):
            page = service.businesses(limit=limit, cursor=cursor)
            add_links(request, response, page)
            return BusinessPage.of(page.items, page.cursor)
        return BusinessPage.of(service.some_businesses(set(caller.account.roles)), None)

    @router.put("/{business_id}")
    def register(business_id: BusinessId, body: BusinessName) -> Business:
        """Create a business, or give it another name."""
        return service.register(business_id, body.name)

    @router.get("/{business_id}")
    def business(business_id: BusinessId) -> Business:
        """Read a business."""
        return service.business(business_id)

    return router


def _drafts(service: BrandingService) -> APIRouter:
    router = APIRouter(prefix="/businesses/{business_id}/drafts", tags=["drafts"])

    @router.post("", status_code=201)
    def create_draft(business_id: BusinessId, body: NewDraft) -> ThemeView:
        """Create a draft with the next version."""
        if body.from_published and body.based_on is not None:
            raise OperationError("draft: from_published and based_on are both given. Give one.")
        if body.from_published:
            draft = service.draft_from_published(business_id, body.metadata, body.assets)
        else:
            draft = service.create_draft(
                business_id, body.metadata, body.assets, based_on=body.based_on
            )
        return ThemeView.of(draft)

    @router.get("")
    def drafts(business_id: BusinessId, limit: Limit = 20, cursor: Cursor = None) -> ThemePage:
        """List the drafts, latest first."""
        return _theme_page(service.drafts(business_id, limit=limit, cursor=cursor))

    @router.patch("/{version}")
    def edit_draft(business_id: BusinessId, version: ThemeVersion, body: DraftEdit) -> ThemeView:
        """Replace settings or assets, if nobody has edited the draft meanwhile."""
        return ThemeView.of(service.edit_draft(business_id, version, **body.model_dump()))

    @router.delete("/{version}", status_code=204)
    def discard_draft(
        business_id: BusinessId, version: ThemeVersion, revision: Revision = None
    ) -> Response:
        """Delete a draft."""
        service.discard_draft(business_id, version, revision=revision)
        return Response(status_code=204)

    @router.put("/{version}/archive")
    def archive_draft(business_id: BusinessId, version: ThemeVersion, body: Archiving) -> ThemeView:
        """Let a draft go away at a time."""
        return ThemeView.of(service.archive_draft(business_id, version, at=body.at))

    @router.delete("/{version}/archive")
    def keep_draft(business_id: BusinessId, version: ThemeVersion) -> ThemeView:
        """Keep a draft that was to go away."""
        return ThemeView.of(service.archive_draft(business_id, version, at=None))

    return router


def _themes(service: BrandingService, assets: AssetService) -> APIRouter:
    router = APIRouter(prefix="/businesses/{business_id}/themes", tags=["themes"])

    @router.get("")
    def themes(business_id: BusinessId, limit: Limit = 20, cursor: Cursor = None) -> ThemePage:
        """List all versions, latest first."""
        return _theme_page(service.themes(business_id, limit=limit, cursor=cursor))

    @router.get("/{version}")
    def preview(business_id: BusinessId, version: ThemeVersion, response: Response) -> ThemeView:
        """Preview any version."""
        response.headers["Cache-Control"] = "private, no-cache"
        return ThemeView.of(service.theme(business_id, version))

    @router.get("/{version}/css", response_class=Response, responses=_CSS)
    def css(business_id: BusinessId, version: ThemeVersion) -> Response:
        """Preview any version as CSS custom properties."""
        theme = service.theme(business_id, version)
        return Response(to_css(theme.metadata), media_type=CSS)

    @router.get("/{version}/swatches", response_class=Response, responses=_SVG)
    def swatches(business_id: BusinessId, version: ThemeVersion) -> Response:
        """Preview any version as a swatch sheet."""
        sheet = _sheet(service.theme(business_id, version))
        return Response(sheet, media_type=SVG, headers=HARMLESS)

    @router.get("/{version}/assets")
    def theme_assets(business_id: BusinessId, version: ThemeVersion) -> list[Asset]:
        """List the assets of a version."""
        return assets.of_theme(service.theme(business_id, version))

    return router


def _published(service: BrandingService, assets: AssetService, shared: Shared) -> APIRouter:
    router = APIRouter(prefix="/businesses/{business_id}/published", tags=["published"])
    base_url = shared.base_url

    def show(
        business_id: str,
        if_none_match: str | None,
        media_type: str,
        render: Callable[[PublishedTheme], str],
    ) -> Response:
        found = service.published(business_id, known=known_version(if_none_match))
        headers = validators(found.tag, modified=found.theme.published_at)
        if matches(if_none_match, found.tag):
            return not_modified(headers)
        return Response(render(found), media_type=media_type, headers=headers | HARMLESS)

    def sheet(found: PublishedTheme) -> str:
        return to_css(found.theme.metadata, urls_of(assets.files_of(found.theme), base_url))

    @router.get("/assets")
    def published_assets(business_id: BusinessId) -> list[PublishedAsset]:
        """List the published images, at addresses that may be kept for ever."""
        shown = assets.of_theme(service.published(business_id).theme)
        urls = urls_of({asset.asset_id: digest_of(asset) for asset in shown}, base_url)
        return [PublishedAsset.of(asset, urls[asset.asset_id]) for asset in shown]

    @router.get("", response_model=PublishedView, responses=_NOT_MODIFIED)
    def published(business_id: BusinessId, if_none_match: IfNoneMatch = None) -> Response:
        """Read the published theme."""
        return show(business_id, if_none_match, "application/json", _json)

    @router.get("/css", response_class=Response, responses=_CSS | _NOT_MODIFIED)
    @near_read(shared.store)
    def css(business_id: BusinessId, if_none_match: IfNoneMatch = None) -> Response:
        """Read the published theme as CSS custom properties."""
        return show(business_id, if_none_match, CSS, sheet)

    @router.get("/swatches", response_class=Response, responses=_SVG | _NOT_MODIFIED)
    def swatches(business_id: BusinessId, if_none_match: IfNoneMatch = None) -> Response:
        """Read the published theme as a swatch sheet."""
        return show(business_id, if_none_match, SVG, lambda found: _sheet(found.theme))

    return router


def _json(found: PublishedTheme) -> str:
    return PublishedView.of(found).model_dump_json()


def _sheet(theme: Theme) -> str:
    return to_svg(f"{theme.business_id} · theme {theme.version}", theme.metadata)


def _theme_page(page: Page[Theme]) -> ThemePage:
    return ThemePage(items=[ThemeView.of(theme) for theme in page], cursor=page.cursor)


def _publications(service: BrandingService) -> APIRouter:
    router = APIRouter(prefix="/businesses/{business_id}", tags=["publications"])

    @router.post("/publish")
    def publish(caller: Caller, business_id: BusinessId, body: VersionToPublish) -> Publication:
        """Publish a version in place of the one that is expected."""
        return service.publish(business_id, by=caller.subject, **body.model_dump())

    @router.post("/rollback")
    def rollback(caller: Caller, business_id: BusinessId, body: RollingBack) -> Publication:
        """Go back to a version that was published before."""
        return service.rollback(business_id, by=caller.subject, **body.model_dump())

    @router.get("/history")
    def history(business_id: BusinessId, limit: Limit = 20, cursor: Cursor = None) -> HistoryPage:
        """List who published what and when, latest first."""
        page = service.history(business_id, limit=limit, cursor=cursor)
        return HistoryPage(items=page.items, cursor=page.cursor)

    return router
