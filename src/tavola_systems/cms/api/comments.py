"""Comments over HTTP: written and read for visitors, moderated by editors."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import CommentStatus
from tavola_systems.cms.services.comments import CommentKey, Comments, policy_of
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit, add_links

__all__ = ["RULES", "routes"]

_ONE: Final = "/comments/{page_id}/{posted_at}/{comment_id}"

RULES: Final = {
    "GET /api/content/{page_id}/comments": in_header("renderer"),
    "POST /api/content/{page_id}/comments": in_header("renderer"),
    "GET /api/comments": in_header("editor"),
    f"PATCH /api{_ONE}": in_header("editor"),
    f"DELETE /api{_ONE}": in_header("editor"),
}

Id = Annotated[str, Path(max_length=26)]


class NewComment(BaseModel):
    """What a visitor says."""

    author: Annotated[str, Field(min_length=1, max_length=80)]
    body: Annotated[str, Field(min_length=1, max_length=2000)]
    email: Annotated[str, Field(max_length=200)] | None = None


class Moderation(BaseModel):
    """What becomes of a comment."""

    status: CommentStatus


class PublicCommentView(BaseModel):
    """A comment as readers see it."""

    model_config = ConfigDict(from_attributes=True)
    comment_id: str
    author: str
    body: str
    posted_at: datetime


class CommentView(PublicCommentView):
    """A comment as editors see it."""

    page_id: str
    page_title: str | None
    email: str | None
    status: CommentStatus


class PublicComments(BaseModel):
    """Some comments under a page."""

    items: list[PublicCommentView]
    cursor: str | None = None


class CommentPage(BaseModel):
    """Some comments to moderate."""

    items: list[CommentView]
    cursor: str | None = None


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of comments."""
    router = APIRouter(tags=["comments"])

    def comments(tenant: str, caller: Caller) -> Comments:
        return Comments(cms.scope(tenant, caller))

    @router.get("/content/{page_id}/comments")
    def shown(
        caller: Caller, tenant: TenantId, page_id: Id, limit: Limit = 50, cursor: Cursor = None
    ) -> PublicComments:
        """List the approved comments under a page, the oldest first."""
        found, after = comments(tenant, caller).shown_under(page_id, limit=limit, cursor=cursor)
        items = [PublicCommentView.model_validate(one) for one in found]
        return PublicComments(items=items, cursor=after)

    @router.post("/content/{page_id}/comments", status_code=201)
    def post(caller: Caller, tenant: TenantId, page_id: Id, body: NewComment) -> CommentView:
        """Write a visitor's comment; whether it waits is the site's setting."""
        made = comments(tenant, caller).post(
            page_id,
            author=body.author,
            body=body.body,
            email=body.email,
            policy=policy_of(cms.tenant(tenant)),
        )
        return CommentView.model_validate(made)

    @router.get("/comments")
    def to_moderate(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        status: CommentStatus = "pending",
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> CommentPage:
        """List comments of a status, the oldest first."""
        page = comments(tenant, caller).in_status(status, limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [CommentView.model_validate(one) for one in page.items]
        return CommentPage(items=items, cursor=page.cursor)

    @router.patch(_ONE)
    def moderate(
        caller: Caller,
        tenant: TenantId,
        page_id: Id,
        posted_at: AwareDatetime,
        comment_id: Id,
        body: Moderation,
    ) -> CommentView:
        """Approve or reject a comment."""
        key = CommentKey(page_id, posted_at, comment_id)
        return CommentView.model_validate(comments(tenant, caller).moderate(key, body.status))

    @router.delete(_ONE, status_code=204)
    def delete(
        caller: Caller, tenant: TenantId, page_id: Id, posted_at: AwareDatetime, comment_id: Id
    ) -> Response:
        """Remove a comment for good."""
        comments(tenant, caller).delete(CommentKey(page_id, posted_at, comment_id))
        return Response(status_code=204)

    return router
