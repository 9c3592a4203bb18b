"""Branding for people: businesses, themes with their status, history, assets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response

from tavola.errors import ConditionFailed, OperationError
from tavola_systems.branding.addresses import asset_path, urls_of
from tavola_systems.branding.asset_contents import file_routes
from tavola_systems.branding.asset_service import AssetService, AssetType
from tavola_systems.branding.editing import editing_routes
from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService
from tavola_systems.branding.themes.colours import colours_of
from tavola_systems.branding.views import BusinessId
from tavola_systems.platform.access.identity import EVERYWHERE
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import problem_of
from tavola_systems.platform.system import Services

__all__ = ["page_routers"]

_ASSET_TYPES: dict[str, AssetType] = {"logo": "logo", "banner": "banner", "icon": "icon"}


def page_routers(services: Services) -> Sequence[APIRouter]:
    """Return branding's pages."""
    db = services.table(Branding)
    service, assets = BrandingService(db), AssetService(db, services.shared.storage)
    services.pages.add_filter("colours", colours_of)
    services.pages.add_filter("address", asset_path)
    return [
        file_routes(assets),
        _businesses(service, services),
        _business(service, assets, services),
        _assets(service, assets, services),
        *editing_routes(service, assets, services),
    ]


def _businesses(service: BrandingService, services: Services) -> APIRouter:
    router, pages = APIRouter(), services.pages

    def show(request: Request, caller: Caller, cursor: str | None, **more: Any) -> Response:
        page = None
        if services.rules.may(caller, "viewer"):
            page = service.businesses(cursor=cursor)
            found: Sequence[Any] = page.items
        else:
            found = service.some_businesses(set(caller.account.roles) - {EVERYWHERE})
        return pages.render(
            request, "branding/businesses.html", businesses=found, page=page, **more
        )

    @router.get("/")
    def businesses(request: Request, caller: Caller, cursor: Cursor = None) -> Response:
        return show(request, caller, cursor)

    @router.post("/businesses")
    def add_business(request: Request, caller: Caller, form: SentForm) -> Response:
        business_id, name = form.text("business_id").strip(), " ".join(form.text("name").split())
        try:
            if not 0 < len(name) <= 200:
                raise OperationError("name: use 1 to 200 characters.")  # noqa: TRY301 - told below
            service.register(business_id, name)
        except OperationError as error:
            problem = problem_of(error)
            errors = problem.field_errors() if problem else {}
            errors = {
                {"businessId": "business_id"}.get(key, key): text for key, text in errors.items()
            }
            return show(request, caller, None, status=422, errors=errors, values=form.values())
        return pages.redirect(f"/b/{business_id}", toast=f"{name} is added.")

    return router


def _business(service: BrandingService, assets: AssetService, services: Services) -> APIRouter:
    router, pages = APIRouter(prefix="/b/{business_id}"), services.pages

    @router.get("")
    def business_page(request: Request, business_id: BusinessId, cursor: Cursor = None) -> Response:
        page = service.themes(business_id, limit=20, cursor=cursor)
        return pages.render(
            request,
            "branding/business.html",
            business=service.business(business_id),
            page=page,
            live=service.live_version(business_id),
        )

    @router.post("/drafts")
    def new_draft(business_id: BusinessId, form: SentForm) -> Response:
        theme = service.create_draft(business_id, based_on=form.number("based_on"))
        return pages.redirect(f"/b/{business_id}/themes/{theme.version}/edit")

    @router.get("/history")
    def history(request: Request, business_id: BusinessId, cursor: Cursor = None) -> Response:
        page = service.history(business_id, cursor=cursor)
        people = {one.published_by for one in page}
        return pages.render(
            request,
            "branding/history.html",
            business=service.business(business_id),
            page=page,
            names=_names(services, people),
            live=service.live_version(business_id),
        )

    @router.post("/rollback")
    def rollback(business_id: BusinessId, caller: Caller, form: SentForm) -> Response:
        version, expected = form.number("version") or 0, form.number("expected") or 0
        service.rollback(business_id, version, expected=expected, by=caller.subject)
        return pages.redirect(
            f"/b/{business_id}/history", toast=f"Version {version} is published again."
        )

    @router.get("/embed")
    def embed(request: Request, business_id: BusinessId) -> Response:
        business = service.business(business_id)
        live = service.live_version(business_id)
        theme = service.theme(business_id, live) if live is not None else None
        base = services.shared.base_url.rstrip("/")
        urls = urls_of(assets.files_of(theme), base) if theme else {}
        return pages.render(
            request, "branding/embed.html", business=business, theme=theme, base=base, urls=urls
        )

    return router


def _assets(service: BrandingService, assets: AssetService, services: Services) -> APIRouter:
    router, pages = APIRouter(prefix="/b/{business_id}/assets"), services.pages

    def show(
        request: Request, business_id: str, cursor: str | None = None, **more: Any
    ) -> Response:
        found, after = assets.of_business(business_id, limit=24, cursor=cursor)
        return pages.render(
            request,
            "branding/assets.html",
            business=service.business(business_id),
            found=found,
            after=after,
            uses=assets.uses(business_id),
            types=list(_ASSET_TYPES),
            **more,
        )

    @router.get("")
    def asset_page(request: Request, business_id: BusinessId, cursor: Cursor = None) -> Response:
        return show(request, business_id, cursor)

    @router.post("")
    def upload(request: Request, business_id: BusinessId, form: SentForm) -> Response:
        file, kind = form.file("file"), form.text("asset_type")
        asset_type = _ASSET_TYPES.get(kind, "logo")
        try:
            content = file.file.read() if file else b""
            assets.upload(business_id, form.text("asset_id").strip(), asset_type, content)
        except (OperationError, ConditionFailed) as error:
            told = problem_of(error)
            names = {"assets": "asset_id", "content": "file"}
            errors = told.field_errors() if told else {}
            errors = {names.get(key, key): text for key, text in errors.items()}
            errors = errors or {"asset_id": told.detail if told else str(error)}
            return show(request, business_id, status=422, errors=errors, values=form.values())
        return pages.redirect(f"/b/{business_id}/assets", toast="The image is there.")

    @router.post("/{asset_id}/delete")
    def delete(business_id: BusinessId, asset_id: str) -> Response:
        assets.asset_of(business_id, asset_id)
        assets.delete(asset_id)
        return pages.redirect(f"/b/{business_id}/assets", toast="The image is deleted.")

    return router


def _names(services: Services, subjects: set[str]) -> dict[str, str]:
    """Return the names of who published, as far as they are known."""
    found = {one: services.accounts.find("branding", one) for one in subjects}
    return {one: account.name for one, account in found.items() if account is not None}
