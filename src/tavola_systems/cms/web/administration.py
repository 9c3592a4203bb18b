"""The running of a site: settings and secrets, its domain, and what it knows of a person."""

from __future__ import annotations

import json
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import ConditionFailed, OperationError
from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.comments import COMMENT_POLICIES
from tavola_systems.cms.services.domains import DomainTaken, record_name, record_value
from tavola_systems.cms.services.personal_data import PersonalData
from tavola_systems.cms.services.site_settings import (
    COLOURS,
    checked_settings,
    look_of,
    navigation_lines,
)
from tavola_systems.cms.services.texts import line
from tavola_systems.cms.web.desk import Desk, errors_of, told_of
from tavola_systems.platform.http.file_answers import download
from tavola_systems.platform.http.guard import Caller, SentForm

__all__ = ["RULES", "routes"]

_SITE: Final = "/t/{tenant}"
_FIELDS: Final = ("title", "description", "footer", "language", "comments", "stylesheet")
RULES: Final = {
    f"GET {_SITE}/settings": in_path("admin"),
    f"POST {_SITE}/settings": in_path("admin"),
    f"POST {_SITE}/settings/look": in_path("admin"),
    f"POST {_SITE}/settings/secrets": in_path("admin"),
    f"GET {_SITE}/domain": in_path("admin"),
    f"POST {_SITE}/domain": in_path("admin"),
    f"POST {_SITE}/domain/prove": in_path("admin"),
    f"POST {_SITE}/domain/release": in_path("admin"),
    f"POST {_SITE}/domain/approve": in_path("global_admin"),
    f"GET {_SITE}/privacy": in_path("admin"),
    f"POST {_SITE}/privacy/export": in_path("admin"),
    f"POST {_SITE}/privacy/erase": in_path("admin"),
}


def routes(cms: CmsContext) -> APIRouter:
    """Serve the pages that administrators of a site use."""
    router = APIRouter()
    _add_settings(router, cms)
    _add_domain(router, cms)
    _add_privacy(router, cms)
    return router


def _add_settings(router: APIRouter, cms: CmsContext) -> None:
    def show(desk: Desk, request: Request, **more: Any) -> Response:
        config = cms.tenants.get(desk.tenant)
        stored: dict[str, Any] = config.settings or {}
        values = {name: str(stored.get(name) or "") for name in _FIELDS}
        values["comments"] = values["comments"] or "before"
        values["navigation"] = navigation_lines(stored.get("navigation"))
        theme: dict[str, Any] = stored.get("theme") or {}
        values |= {name: str(theme.get(name) or "") for name in COLOURS}
        values |= more.pop("values", {})
        secrets: dict[str, Any] = config.secrets or {}
        return desk.show(
            request,
            "cms/settings.html",
            config=config,
            values=values,
            policies=COMMENT_POLICIES,
            secrets=sorted(secrets),
            **more,
        )

    @router.get(f"{_SITE}/settings")
    def page(request: Request, tenant: TenantPath, caller: Caller) -> Response:
        return show(Desk(cms, tenant, caller), request)

    @router.post(f"{_SITE}/settings")
    def save(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        values, seen = dict(form.values()), form.text("revision")
        expected = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else -1
        try:
            stored: dict[str, Any] = cms.tenants.get(tenant).settings or {}
            given = checked_settings(values, look=stored.get("theme") or {})
            cms.tenants.change(desk.scope, given, expected=expected)
        except OperationError as error:
            return show(desk, request, status=422, values=values, errors=errors_of(error))
        except ConditionFailed as error:
            return show(desk, request, status=409, values=values, conflict=error.message)
        return desk.leave("/settings", "Saved.")

    @router.post(f"{_SITE}/settings/look")
    def take_look(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            cms.tenants.change(desk.scope, {"theme": look_of(form.text("look"))})
        except OperationError as error:
            values = {"look": form.text("look")}
            return show(desk, request, status=422, values=values, errors=errors_of(error))
        return desk.leave("/settings", "The site has the look of the theme.")

    @router.post(f"{_SITE}/settings/secrets")
    def save_secret(
        request: Request, tenant: TenantPath, caller: Caller, form: SentForm
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            name = line("secret", form.text("secret"), 60)
            value = form.text("value").strip() or None
            cms.tenants.change(desk.scope, {}, {name: value})
        except OperationError as error:
            return show(desk, request, status=422, errors=errors_of(error))
        return desk.leave("/settings", "Saved; it is not shown again." if value else "Removed.")


def _add_domain(router: APIRouter, cms: CmsContext) -> None:
    def show(desk: Desk, request: Request, **more: Any) -> Response:
        config = cms.tenants.get(desk.tenant)
        host, token = config.wanted_domain, config.domain_token
        return desk.show(
            request,
            "cms/domain.html",
            config=config,
            record=(record_name(host), record_value(token)) if host and token else None,
            **more,
        )

    @router.get(f"{_SITE}/domain")
    def page(request: Request, tenant: TenantPath, caller: Caller) -> Response:
        return show(Desk(cms, tenant, caller), request)

    @router.post(f"{_SITE}/domain")
    def want(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            config = cms.domains.want(desk.scope, form.text("domain"))
        except OperationError as error:
            values, errors = dict(form.values()), errors_of(error)
            return show(desk, request, status=422, values=values, errors=errors)
        return desk.leave("/domain", f"Now prove that {config.wanted_domain} is yours.")

    @router.post(f"{_SITE}/domain/prove")
    def prove(request: Request, tenant: TenantPath, caller: Caller) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            config = cms.domains.prove(desk.scope)
        except (OperationError, DomainTaken) as error:
            return show(desk, request, status=409, problem_text=told_of(error))
        return desk.leave("/domain", f"The site answers at {config.domain}.")

    @router.post(f"{_SITE}/domain/approve")
    def approve(request: Request, tenant: TenantPath, caller: Caller) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            config = cms.domains.approve(desk.scope)
        except (OperationError, DomainTaken) as error:
            return show(desk, request, status=409, problem_text=told_of(error))
        return desk.leave("/domain", f"The site answers at {config.domain}.")

    @router.post(f"{_SITE}/domain/release")
    def release(tenant: TenantPath, caller: Caller) -> Response:
        desk = Desk(cms, tenant, caller)
        cms.domains.release(desk.scope)
        return desk.leave("/domain", "The domain is free again.")


def _add_privacy(router: APIRouter, cms: CmsContext) -> None:
    def show(
        desk: Desk, request: Request, changes: list[str] | None = None, **more: Any
    ) -> Response:
        return desk.show(request, "cms/privacy.html", changes=changes, **more)

    @router.get(f"{_SITE}/privacy")
    def page(request: Request, tenant: TenantPath, caller: Caller) -> Response:
        return show(Desk(cms, tenant, caller), request)

    @router.post(f"{_SITE}/privacy/export")
    def export(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            found = list(PersonalData(desk.scope).export(form.text("email")))
        except OperationError as error:
            values, errors = dict(form.values()), errors_of(error)
            return show(desk, request, status=422, values=values, errors=errors)
        lines = [f"{json.dumps(one, ensure_ascii=False)}\n" for one in found]
        return download(lines, f"{tenant} personal data.jsonl", "application/x-ndjson")

    @router.post(f"{_SITE}/privacy/erase")
    def erase(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            changes = list(PersonalData(desk.scope).erase(form.text("email")))
        except OperationError as error:
            return show(desk, request, status=422, errors={"erase": errors_of(error)["email"]})
        return show(desk, request, changes)
