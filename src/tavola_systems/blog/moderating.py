"""The blog for moderators: comments that nobody has looked at yet."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tavola_systems.blog.service import BlogService
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.system import Services

__all__ = ["moderating_routes"]


def moderating_routes(service: BlogService, services: Services) -> APIRouter:
    """Serve the moderators' desk."""
    router, pages = APIRouter(prefix="/moderate"), services.pages

    @router.get("")
    def desk(request: Request, cursor: Cursor = None) -> Response:
        page = service.unseen_comments(cursor=cursor)
        return pages.render(
            request,
            "blog/moderate.html",
            page=page,
            names=service.names_of(one.author_id for one in page),
            titles=service.titles_of(one.post_id for one in page),
        )

    @router.post("/{post_id}/{comment_id}/keep")
    def keep(post_id: str, comment_id: str) -> Response:
        service.keep_comment(post_id, comment_id)
        return pages.redirect("/moderate", toast="The comment stays.")

    @router.post("/{post_id}/{comment_id}/remove")
    def remove(post_id: str, comment_id: str) -> Response:
        service.delete_comment(post_id, comment_id)
        return pages.redirect("/moderate", toast="The comment is removed.")

    return router
