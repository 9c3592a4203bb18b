"""The blog for readers: front page, posts, tags, authors, search, feed, comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response

from tavola.errors import OperationError
from tavola_systems.blog.api import check_visible, known_author
from tavola_systems.blog.feeds import to_atom, to_sitemap
from tavola_systems.blog.models import Blog
from tavola_systems.blog.moderating import moderating_routes
from tavola_systems.blog.service import BlogService
from tavola_systems.blog.texts import to_html
from tavola_systems.blog.writing import writing_routes
from tavola_systems.platform.http.etags import matches, not_modified, tag_of, validators
from tavola_systems.platform.http.guard import Caller, SentForm, Visitor
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import Refused
from tavola_systems.platform.limits import Limit
from tavola_systems.platform.system import Services

__all__ = ["page_routers"]

_FEED_LENGTH = 20
_COMMENTS = Limit("blog-comment", 10, 600)


def page_routers(services: Services) -> Sequence[APIRouter]:
    """Return the blog's pages."""
    service = BlogService(services.table(Blog))
    services.pages.add_filter("quoted", _quoted)
    return [
        _lists(service, services),
        _feeds(service, services),
        *writing_routes(service, services),
        _posts(service, services),
        moderating_routes(service, services),
    ]


def _lists(service: BlogService, services: Services) -> APIRouter:
    router, pages = APIRouter(), services.pages

    @router.get("/")
    def front_page(request: Request, cursor: Cursor = None) -> Response:
        page = service.front_page(cursor=cursor)
        names = service.names_of(post.user_id for post in page)
        tags = sorted({tag for post in page for tag in post.tag_names or ()})
        return pages.render_public(
            request,
            "blog/front.html",
            page=page,
            names=names,
            shown_tags=tags,
            is_first=cursor is None,
        )

    @router.get("/tags/{name}")
    def tag_page(request: Request, name: str, cursor: Cursor = None) -> Response:
        page = service.posts_tagged(name, limit=10, cursor=cursor)
        names = service.names_of(post.user_id for post in page)
        return pages.render_public(
            request, "blog/tag.html", page=page, names=names, name=" ".join(name.lower().split())
        )

    @router.get("/authors/{user_id}")
    def author_page(request: Request, user_id: str, cursor: Cursor = None) -> Response:
        author = service.user(user_id)
        page = service.posts_of(user_id, limit=10, cursor=cursor, with_drafts=False)
        return pages.render_public(request, "blog/author.html", page=page, author=author)

    @router.get("/search")
    def search_page(
        request: Request, q: Annotated[str, Query(max_length=200)] = "", cursor: Cursor = None
    ) -> Response:
        page = service.search(q, limit=10, cursor=cursor) if q.strip() else None
        names = service.names_of(post.user_id for post in page) if page else {}
        return pages.render(request, "blog/search.html", page=page, names=names, q=q)

    return router


def _feeds(service: BlogService, services: Services) -> APIRouter:
    router = APIRouter()
    base = f"{services.shared.base_url.rstrip('/')}/blog"

    def answer(request: Request, body: bytes, media_type: str) -> Response:
        tag = tag_of(body)
        headers = validators(tag, cache_seconds=300)
        if matches(request.headers.get("if-none-match"), tag):
            return not_modified(headers)
        return Response(body, media_type=media_type, headers=headers)

    @router.get("/feed.atom")
    def feed(request: Request) -> Response:
        posts = service.front_page(limit=_FEED_LENGTH).items
        names = service.names_of(post.user_id for post in posts)
        body = to_atom(services.pages.frame.title, base, posts, names)
        return answer(request, body, "application/atom+xml")

    @router.get("/sitemap.xml")
    def sitemap(request: Request) -> Response:
        return answer(request, to_sitemap(base, service.newest(1000)), "application/xml")

    return router


def _posts(service: BlogService, services: Services) -> APIRouter:
    router, pages = APIRouter(prefix="/posts/{post_id}"), services.pages

    def show(
        request: Request,
        post_id: str,
        visitor: Visitor,
        cursor: str | None = None,
        *,
        status: int = 200,
        **context: object,
    ) -> Response:
        detail = service.post(post_id)
        check_visible(detail.post, visitor, services)
        comments = service.comments_on(post_id, limit=30, cursor=cursor)
        everything = {
            "post": detail.post,
            "author": detail.author,
            "html": to_html(detail.content),
            "comments": comments,
            "names": service.names_of(one.author_id for one in comments),
            **context,
        }
        if status == 200 and detail.post.shelf is not None:
            return pages.render_public(request, "blog/post.html", **everything)
        return pages.render(request, "blog/post.html", status=status, **everything)

    @router.get("")
    def post_page(
        request: Request, post_id: str, visitor: Visitor, cursor: Cursor = None
    ) -> Response:
        return show(request, post_id, visitor, cursor)

    @router.post("/comments")
    def comment(request: Request, post_id: str, caller: Caller, form: SentForm) -> Response:
        check_visible(service.post(post_id).post, caller, services)
        services.shared.limits.count(_COMMENTS, caller.subject)
        try:
            author = known_author(service, caller)
            service.comment(post_id, author.user_id, form.text("text").strip())
        except OperationError as error:
            errors = {"text": str(error).partition(": ")[2] or str(error)}
            return show(request, post_id, caller, status=422, errors=errors, values=form.values())
        return pages.redirect(f"/posts/{post_id}#comments", toast="Thank you for your comment.")

    @router.post("/comments/{comment_id}/delete")
    def delete_comment(post_id: str, comment_id: str, caller: Caller) -> Response:
        found = service.find_comment(post_id, comment_id)
        if found.author_id != caller.subject and not services.rules.may(caller, "moderator"):
            raise Refused(403, "Only its author and moderators remove a comment.")
        service.delete_comment(post_id, comment_id)
        return pages.redirect(f"/posts/{post_id}#comments", toast="The comment is removed.")

    return router


def _quoted(text: str) -> str:
    return quote(text, safe="")
