"""Pages for their editors: a list with states and search, an editor of blocks with preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse
from msgspec import Struct
from msgspec.structs import replace

from tavola.errors import ConditionFailed, OperationError
from tavola.patterns.versions import VersionConflict
from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import Content, ContentDraft
from tavola_systems.cms.previews import Previews
from tavola_systems.cms.services.blocks import BLOCK_TYPES, render_blocks
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.content_writes import DraftConflict, Workflow, values_of
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.publishing import ScheduledAction
from tavola_systems.cms.web.block_forms import blocks_of, changed_blocks
from tavola_systems.cms.web.desk import Desk, errors_of
from tavola_systems.cms.web.page_rendering import PageRenderer
from tavola_systems.cms.web.text_differences import line_differences, lines_of
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.pages.times import parse_local

__all__ = ["RULES", "routes"]

_LIST: Final = "/t/{tenant}/content"
_PAGE: Final = "/t/{tenant}/content/{node_id}"
RULES: Final = {
    f"GET {_LIST}": in_path("editor"),
    f"POST {_LIST}": in_path("editor"),
    f"GET {_PAGE}": in_path("editor"),
    f"POST {_PAGE}": in_path("editor"),
    f"POST {_PAGE}/state": in_path("editor"),
    f"POST {_PAGE}/schedule": in_path("editor"),
    f"POST {_PAGE}/slug": in_path("editor"),
    f"POST {_PAGE}/delete": in_path("editor"),
    f"POST {_PAGE}/preview": in_path("editor"),
}
_STATES: Final[dict[str, Workflow]] = {
    "draft": "draft",
    "published": "published",
    "changed": "changed",
    "scheduled": "scheduled",
}
_FIELDS: Final = ("title", "description", "share_image", "canonical")


class Written(Struct, frozen=True):
    """What stands in the editor: what is stored, or what was typed."""

    title: str
    description: str
    share_image: str
    canonical: str
    blocks: list[dict[str, Any]]

    @classmethod
    def of(cls, stored: Content | ContentDraft) -> Written:
        """Show what is stored."""
        values = values_of(stored)
        texts = {name: values[name] or "" for name in _FIELDS}
        return cls(**texts, blocks=list(stored.blocks or ()))

    @classmethod
    def sent(cls, form: Form) -> Written:
        """Show what was typed."""
        return cls(**{name: form.text(name) for name in _FIELDS}, blocks=blocks_of(form.values()))

    def changes(self) -> dict[str, Any]:
        """What is saved of it."""
        return {**{name: getattr(self, name) for name in _FIELDS}, "blocks": self.blocks}


def routes(cms: CmsContext) -> APIRouter:
    """Serve the list and the editor."""
    router = APIRouter()
    _listing(router, cms)
    _editing(router, cms)
    _deciding(router, cms)
    return router


def _listing(router: APIRouter, cms: CmsContext) -> None:
    def show(
        request: Request, desk: Desk, state: str, search: str, cursor: str | None, **more: Any
    ) -> Response:
        page = ContentService(desk.scope).pages(
            workflow=_STATES.get(state), prefix=search, cursor=cursor
        )
        return desk.show(
            request,
            "cms/content.html",
            page=page,
            state=state,
            state_names=_STATES,
            search=search,
            **more,
        )

    @router.get(_LIST)
    def pages(
        request: Request,
        tenant: TenantPath,
        caller: Caller,
        state: Annotated[str, Query(max_length=20)] = "",
        q: Annotated[str, Query(max_length=150)] = "",
        cursor: Cursor = None,
    ) -> Response:
        return show(request, Desk(cms, tenant, caller), state, q, cursor)

    @router.post(_LIST)
    def create(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            page = ContentService(desk.scope).create(
                form.text("title"), slug=form.text("slug").strip() or None
            )
        except OperationError as error:
            errors = errors_of(error)
        except ConditionFailed:
            errors = {"slug": "Another page has this address. Choose another one."}
        else:
            return desk.leave(f"/content/{page.node_id}", f"{page.title} is created, as a draft.")
        return show(request, desk, "", "", None, status=422, errors=errors, values=form.values())


class _Editor:
    """Shows the editor of one page."""

    def __init__(self, cms: CmsContext) -> None:
        self._renderer = PageRenderer(cms)
        self._storage = cms.storage

    def show(
        self,
        request: Request,
        desk: Desk,
        node_id: str,
        written: Written | None = None,
        **more: Any,
    ) -> Response:
        """Show what is stored, or what was typed."""
        service = ContentService(desk.scope)
        page, draft = service.get(node_id), service.draft(node_id)
        shown = written or Written.of(draft or page)
        around = self._renderer.around(desk.tenant, f"/cms/s/{desk.tenant}")
        return desk.show(
            request,
            "cms/editor.html",
            page=page,
            draft=draft,
            written=shown,
            is_unsaved=written is not None,
            kinds=BLOCK_TYPES,
            assets=MediaLibrary(desk.scope, self._storage).page().items,
            preview=render_blocks(shown.blocks, around),
            **more,
        )

    def conflict(
        self, request: Request, desk: Desk, node_id: str, written: Written, current: Any
    ) -> Response:
        """Show both texts: what was typed stays in the editor, beside what others saved."""
        mine = Content(
            node_id=node_id,
            version=1,
            slug="",
            status="draft",
            workflow="draft",
            workflow_at=desk.scope.now(),
            created_at=desk.scope.now(),
            updated_at=desk.scope.now(),
            **written.changes(),
        )
        lines = line_differences(lines_of(current), lines_of(mine)) if current else []
        return self.show(
            request, desk, node_id, written, status=409, conflict=lines, theirs=current
        )


def _editing(router: APIRouter, cms: CmsContext) -> None:
    editor = _Editor(cms)

    @router.get(_PAGE)
    def edit(request: Request, tenant: TenantPath, caller: Caller, node_id: str) -> Response:
        return editor.show(request, Desk(cms, tenant, caller), node_id)

    @router.post(_PAGE)
    def save(
        request: Request, tenant: TenantPath, caller: Caller, node_id: str, form: SentForm
    ) -> Response:
        desk, wish = Desk(cms, tenant, caller), form.text("do")
        written = Written.sent(form)
        if wish not in {"save", "autosave", "publish"}:
            changed = replace(written, blocks=changed_blocks(written.blocks, wish))
            return editor.show(request, desk, node_id, changed)
        service = ContentService(desk.scope)
        version, revision = _number(form, "version"), _number(form, "revision")
        if wish == "autosave" and "application/json" in request.headers.get("accept", ""):
            return _autosave(service, node_id, written, version, revision)
        try:
            told = _save(service, node_id, written, version, revision, wish)
        except (VersionConflict, DraftConflict) as conflict:
            return editor.conflict(request, desk, node_id, written, conflict.current)
        except OperationError as error:
            errors = errors_of(error)
            return editor.show(request, desk, node_id, written, status=422, errors=errors)
        return desk.leave(f"/content/{node_id}", told)


def _autosave(
    service: ContentService, node_id: str, written: Written, version: int, revision: int
) -> Response:
    """Keep what is written beside the page, for the editor's script.

    A block that was just added holds nothing yet, and is no reason to keep nothing of the others.
    """
    begun = replace(written, blocks=[one for one in written.blocks if _holds_text(one)])
    try:
        draft = service.save_draft(
            node_id, begun.changes(), version=version, revision=revision, is_autosave=True
        )
    except (VersionConflict, DraftConflict):
        told = "Somebody else has saved this page. Save yours to see both texts."
        return JSONResponse({"told": told}, 409)
    except OperationError as error:
        return JSONResponse({"told": f"Not kept yet: {error}"}, 422)
    at = draft.updated_at.strftime("%H:%M")
    return JSONResponse({"told": f"Kept as a draft at {at} UTC.", "revision": draft.revision})


def _holds_text(block: Mapping[str, Any]) -> bool:
    return any(value for name, value in block.items() if name != "type")


def _save(
    service: ContentService, node_id: str, written: Written, version: int, revision: int, wish: str
) -> str:
    if wish == "autosave":
        service.save_draft(
            node_id, written.changes(), version=version, revision=revision, is_autosave=True
        )
        return "Kept as a draft."
    if wish == "save":
        saved = service.save(node_id, written.changes(), version=version, revision=revision)
        if isinstance(saved, ContentDraft):
            return "Saved. The public sees it when you publish."
        return f"Saved as version {saved.version}."
    draft = service.save_draft(node_id, written.changes(), version=version, revision=revision)
    service.publish(node_id, version=version, revision=draft.revision)
    return "Published."


def _deciding(router: APIRouter, cms: CmsContext) -> None:
    previews = Previews(cms.keys, cms.services.clock)

    @router.post(f"{_PAGE}/state")
    def state(tenant: TenantPath, caller: Caller, node_id: str, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        service, version = ContentService(desk.scope), _number(form, "version")
        match form.text("do"):
            case "unpublish":
                service.unpublish(node_id, version=version)
                told = "The public does not see it any more."
            case "discard":
                service.discard_draft(node_id, revision=_number(form, "revision"))
                told = "The changes are gone."
            case "cancel":
                service.cancel_schedule(node_id, version=version)
                told = "Nothing is scheduled any more."
            case "end-previews":
                service.end_previews(node_id)
                told = "All preview links have ended."
            case _:
                told = "Nothing was done."
        return desk.leave(f"/content/{node_id}", told)

    @router.post(f"{_PAGE}/schedule")
    def schedule(tenant: TenantPath, caller: Caller, node_id: str, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        action: ScheduledAction = "unpublish" if form.text("action") == "unpublish" else "publish"
        at = parse_local("at", form.text("at"), form.text("at_zone"))
        ContentService(desk.scope).schedule(node_id, action, at, version=_number(form, "version"))
        return desk.leave(f"/content/{node_id}", "It is scheduled.")

    @router.post(f"{_PAGE}/slug")
    def move(tenant: TenantPath, caller: Caller, node_id: str, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        service = ContentService(desk.scope)
        page = service.move(node_id, form.text("slug"), version=_number(form, "version"))
        return desk.leave(f"/content/{node_id}", f"The page is at {page.slug} now.")

    @router.post(f"{_PAGE}/delete")
    def delete(tenant: TenantPath, caller: Caller, node_id: str, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        gone = ContentService(desk.scope).delete(node_id, version=_number(form, "version"))
        return desk.leave("/content", f"{gone.title} is in the bin.")

    @router.post(f"{_PAGE}/preview")
    def preview(tenant: TenantPath, caller: Caller, node_id: str) -> Response:
        desk = Desk(cms, tenant, caller)
        token = previews.token(tenant, ContentService(desk.scope).get(node_id))
        return cms.services.pages.redirect(f"/s/{tenant}/preview/{token}")


def _number(form: Form, name: str) -> int:
    return form.number(name) or 0
