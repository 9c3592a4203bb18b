"""The theme editor: settings with a live preview, comparison, publication."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from tavola.errors import ConditionFailed, ItemMissing, OperationError
from tavola.patterns.drafts import was_published
from tavola_systems.branding.addresses import asset_path
from tavola_systems.branding.asset_service import AssetService
from tavola_systems.branding.comparing import compare
from tavola_systems.branding.models import Theme
from tavola_systems.branding.service import BrandingService
from tavola_systems.branding.themes.colours import contrasts_of
from tavola_systems.branding.themes.stylesheet import to_css
from tavola_systems.branding.themes.theme_form import SUGGESTED, errors_of, fields_of, metadata_in
from tavola_systems.branding.themes.theme_settings import KINDS
from tavola_systems.branding.views import BusinessId, ThemeVersion
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.pages.times import parse_local
from tavola_systems.platform.system import Services

__all__ = ["editing_routes"]


def editing_routes(
    service: BrandingService, assets: AssetService, services: Services
) -> list[APIRouter]:
    """Serve the pages about one theme."""
    editor = _Editor(service, assets, services)
    return [
        _editing(service, services, editor),
        _previewing(service, assets, services),
        _publishing(service, services),
    ]


class _Editor:
    """The page on which a draft is changed."""

    def __init__(self, service: BrandingService, assets: AssetService, services: Services) -> None:
        self._service = service
        self._assets = assets
        self._pages = services.pages

    def show(
        self,
        request: Request,
        theme: Theme,
        metadata: dict[str, str],
        *,
        status: int = 200,
        **more: Any,
    ) -> Response:
        found, _ = self._assets.of_business(theme.business_id, limit=100)
        more = {"chosen": theme.assets, "conflict": None} | more
        return self._pages.render(
            request,
            "branding/editor.html",
            status=status,
            business=self._service.business(theme.business_id),
            theme=theme,
            fields=fields_of(metadata),
            metadata=metadata,
            suggested=SUGGESTED,
            kinds=KINDS,
            contrasts=contrasts_of(metadata),
            found=found,
            **more,
        )


def _editing(service: BrandingService, services: Services, editor: _Editor) -> APIRouter:
    router, pages = APIRouter(prefix="/b/{business_id}/themes/{version}"), services.pages

    @router.get("/edit")
    def edit_page(request: Request, business_id: BusinessId, version: ThemeVersion) -> Response:
        theme = service.theme(business_id, version)
        if was_published(theme):
            return pages.redirect(f"/b/{business_id}/themes/{version}")
        return editor.show(request, theme, theme.metadata or dict(SUGGESTED))

    @router.post("/edit")
    def edit(
        request: Request, business_id: BusinessId, version: ThemeVersion, form: SentForm
    ) -> Response:
        theme = service.theme(business_id, version)
        metadata, chosen = metadata_in(form), form.texts("assets")
        seen = form.number("revision")
        revision = -1 if seen is None else seen
        again = {"chosen": chosen}
        try:
            service.edit_draft(
                business_id, version, revision=revision, metadata=metadata, assets=chosen
            )
        except OperationError as error:
            errors = errors_of(error)
            return editor.show(request, theme, metadata, status=422, errors=errors, **again)
        except ItemMissing:
            raise
        except ConditionFailed as error:
            theirs = service.theme(business_id, version)
            return editor.show(
                request, theirs, metadata, status=409, conflict=theirs, error=error.message, **again
            )
        return pages.redirect(f"/b/{business_id}/themes/{version}/edit", toast="Saved.")

    @router.post("/discard")
    def discard(business_id: BusinessId, version: ThemeVersion) -> Response:
        service.discard_draft(business_id, version)
        return pages.redirect(f"/b/{business_id}", toast=f"Draft {version} is gone.")

    @router.post("/archive")
    def archive(business_id: BusinessId, version: ThemeVersion, form: SentForm) -> Response:
        keep = form.text("action") == "keep"
        at = None if keep else parse_local("at", form.text("at"), form.text("at_zone", "UTC"))
        service.archive_draft(business_id, version, at=at)
        toast = "The draft stays." if keep else "The draft goes away then."
        return pages.redirect(f"/b/{business_id}/themes/{version}", toast=toast)

    return router


def _previewing(service: BrandingService, assets: AssetService, services: Services) -> APIRouter:
    router, pages = APIRouter(prefix="/b/{business_id}/themes/{version}"), services.pages

    @router.get("")
    def theme_page(request: Request, business_id: BusinessId, version: ThemeVersion) -> Response:
        theme = service.theme(business_id, version)
        live = service.live_version(business_id)
        shown = service.theme(business_id, live) if live is not None else None
        return pages.render(
            request,
            "branding/theme.html",
            business=service.business(business_id),
            theme=theme,
            live=live,
            is_frozen=was_published(theme),
            differences=compare(shown, theme) if live != version else [],
            contrasts=contrasts_of(theme.metadata),
            found=assets.of_theme(theme),
        )

    @router.get("/preview")
    def preview(request: Request, business_id: BusinessId, version: ThemeVersion) -> Response:
        theme = service.theme(business_id, version)
        logos = [asset for asset in assets.of_theme(theme) if asset.asset_type == "logo"]
        return pages.render(
            request,
            "branding/preview.html",
            business=service.business(business_id),
            theme=theme,
            logo=asset_path(logos[0]) if logos else None,
        )

    @router.get("/preview.css")
    def preview_css(business_id: BusinessId, version: ThemeVersion) -> Response:
        css = to_css(service.theme(business_id, version).metadata)
        return Response(css, media_type="text/css")

    return router


def _publishing(service: BrandingService, services: Services) -> APIRouter:
    router, pages = APIRouter(prefix="/b/{business_id}/themes/{version}"), services.pages

    @router.post("/publish")
    def publish(
        business_id: BusinessId, version: ThemeVersion, caller: Caller, form: SentForm
    ) -> Response:
        service.publish(
            business_id,
            version,
            expected=form.number("expected"),
            by=caller.subject,
            revision=form.number("revision"),
        )
        return pages.redirect(
            f"/b/{business_id}/themes/{version}", toast=f"Version {version} is published."
        )

    return router
