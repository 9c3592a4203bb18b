"""Comments for editors: what waits, what was approved and rejected."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from pydantic import AwareDatetime

from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import CommentStatus
from tavola_systems.cms.services.comments import (
    COMMENT_STATUSES,
    CommentKey,
    Comments,
    policy_of,
)
from tavola_systems.cms.web.desk import Desk
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.http.paging import Cursor

__all__ = ["RULES", "routes"]

_COMMENTS: Final = "/t/{tenant}/comments"
_ONE: Final = f"{_COMMENTS}/{{page_id}}/{{posted_at}}/{{comment_id}}"
RULES: Final = {f"GET {_COMMENTS}": in_path("editor"), f"POST {_ONE}": in_path("editor")}
_DONE: Final = {"approved": "The comment is shown.", "rejected": "The comment is not shown."}


def routes(cms: CmsContext) -> APIRouter:
    """Serve the moderators' desk."""
    router = APIRouter()

    @router.get(_COMMENTS)
    def listed(
        request: Request,
        tenant: TenantPath,
        caller: Caller,
        status: CommentStatus = "pending",
        cursor: Cursor = None,
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        page = Comments(desk.scope).in_status(status, limit=30, cursor=cursor)
        return desk.show(
            request,
            "cms/comments.html",
            page=page,
            status_shown=status,
            statuses=COMMENT_STATUSES,
            policy=policy_of(cms.tenant(tenant)),
        )

    @router.post(_ONE)
    def decide(
        tenant: TenantPath,
        caller: Caller,
        page_id: str,
        posted_at: AwareDatetime,
        comment_id: str,
        form: SentForm,
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        key, action = CommentKey(page_id, posted_at, comment_id), form.text("action")
        was = Comments(desk.scope).get(key).status
        if action == "delete":
            Comments(desk.scope).delete(key)
            return desk.leave(f"/comments?status={was}", "The comment is gone.")
        Comments(desk.scope).moderate(key, action)
        return desk.leave(f"/comments?status={was}", _DONE.get(action, "The comment waits."))

    return router
