"""Contexts and signals over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import SignalStatus
from tavola_systems.cms.services.contexts import Contexts
from tavola_systems.cms.services.signals import Signals
from tavola_systems.platform.access.permissions import Requirement
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit, add_links

__all__ = ["RULES", "routes"]


def _rules(name: str, key: str) -> dict[str, Requirement]:
    need, one = in_header("editor"), f"/api/{name}/{{{key}}}"
    several = {f"{method} /api/{name}": need for method in ("GET", "POST")}
    return several | {f"{method} {one}": need for method in ("GET", "PUT", "DELETE")}


RULES: Final = _rules("contexts", "context_id") | _rules("signals", "signal_id")

Id = Annotated[str, Path(max_length=26)]


class ContextBody(BaseModel):
    """What writers should know."""

    title: Annotated[str, Field(min_length=1, max_length=150)]
    kind: Annotated[str, Field(max_length=60)] | None = None
    body: Annotated[str, Field(max_length=20_000)] | None = None


class ContextSummary(BaseModel):
    """A context as lists show it."""

    model_config = ConfigDict(from_attributes=True)
    context_id: str
    title: str
    updated_at: datetime


class ContextView(ContextSummary):
    """A context whole."""

    kind: str | None
    body: str | None


class ContextPage(BaseModel):
    """Some contexts."""

    items: list[ContextSummary]
    cursor: str | None = None


class SignalBody(BaseModel):
    """What people suffer from."""

    title: Annotated[str, Field(min_length=1, max_length=150)]
    pain_score: Annotated[int, Field(ge=1, le=10)]
    source: Annotated[str, Field(max_length=100)] | None = None
    url: Annotated[str, Field(max_length=500)] | None = None
    note: Annotated[str, Field(max_length=2000)] | None = None
    status: SignalStatus = "new"


class SignalSummary(BaseModel):
    """A signal as lists show it."""

    model_config = ConfigDict(from_attributes=True)
    signal_id: str
    title: str
    pain_score: int
    status: SignalStatus
    updated_at: datetime


class SignalView(SignalSummary):
    """A signal whole."""

    source: str | None
    url: str | None
    note: str | None


class SignalPage(BaseModel):
    """Some signals."""

    items: list[SignalSummary]
    cursor: str | None = None


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of contexts and signals."""
    router = APIRouter(tags=["records"])
    _add_contexts(router, cms)
    _add_signals(router, cms)
    return router


def _add_contexts(router: APIRouter, cms: CmsContext) -> None:
    def contexts(tenant: str, caller: Caller) -> Contexts:
        return Contexts(cms.scope(tenant, caller))

    @router.get("/contexts")
    def listed(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ContextPage:
        """List contexts, the latest change first."""
        page = contexts(tenant, caller).page(limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [ContextSummary.model_validate(one) for one in page.items]
        return ContextPage(items=items, cursor=page.cursor)

    @router.post("/contexts", status_code=201)
    def create(caller: Caller, tenant: TenantId, body: ContextBody) -> ContextView:
        """Write a context."""
        made = contexts(tenant, caller).create(title=body.title, kind=body.kind, body=body.body)
        return ContextView.model_validate(made)

    @router.get("/contexts/{context_id}")
    def get(caller: Caller, tenant: TenantId, context_id: Id) -> ContextView:
        """Read a context."""
        return ContextView.model_validate(contexts(tenant, caller).get(context_id))

    @router.put("/contexts/{context_id}")
    def change(caller: Caller, tenant: TenantId, context_id: Id, body: ContextBody) -> ContextView:
        """Replace a context."""
        changed = contexts(tenant, caller).update(
            context_id, title=body.title, kind=body.kind, body=body.body
        )
        return ContextView.model_validate(changed)

    @router.delete("/contexts/{context_id}", status_code=204)
    def delete(caller: Caller, tenant: TenantId, context_id: Id) -> Response:
        """Remove a context."""
        contexts(tenant, caller).delete(context_id)
        return Response(status_code=204)


def _add_signals(router: APIRouter, cms: CmsContext) -> None:
    def signals(tenant: str, caller: Caller) -> Signals:
        return Signals(cms.scope(tenant, caller))

    @router.get("/signals")
    def listed(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> SignalPage:
        """List signals, the most painful first."""
        page = signals(tenant, caller).page(limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [SignalSummary.model_validate(one) for one in page.items]
        return SignalPage(items=items, cursor=page.cursor)

    @router.post("/signals", status_code=201)
    def create(caller: Caller, tenant: TenantId, body: SignalBody) -> SignalView:
        """Note a signal."""
        made = signals(tenant, caller).create(**body.model_dump())
        return SignalView.model_validate(made)

    @router.get("/signals/{signal_id}")
    def get(caller: Caller, tenant: TenantId, signal_id: Id) -> SignalView:
        """Read a signal."""
        return SignalView.model_validate(signals(tenant, caller).get(signal_id))

    @router.put("/signals/{signal_id}")
    def change(caller: Caller, tenant: TenantId, signal_id: Id, body: SignalBody) -> SignalView:
        """Replace a signal."""
        changed = signals(tenant, caller).update(signal_id, **body.model_dump())
        return SignalView.model_validate(changed)

    @router.delete("/signals/{signal_id}", status_code=204)
    def delete(caller: Caller, tenant: TenantId, signal_id: Id) -> Response:
        """Remove a signal."""
        signals(tenant, caller).delete(signal_id)
        return Response(status_code=204)
