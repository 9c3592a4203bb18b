"""The blog for people."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response

from tavola_systems.blog.models import Blog
from tavola_systems.blog.service import BlogService
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.system import Services

__all__ = ["page_routers"]


def page_routers(services: Services) -> Sequence[APIRouter]:
    """Return the blog's pages."""
    service = BlogService(services.table(Blog))
    pages = services.pages
    router = APIRouter()

    @router.get("/")
    def front_page(request: Request, cursor: Cursor = None) -> Response:
        page = service.front_page(cursor=cursor)
        names = service.names_of(post.user_id for post in page)
        return pages.render(request, "blog/front.html", page=page, names=names)

    return [router]
