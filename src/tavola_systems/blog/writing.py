"""The blog for writers: own posts, the editor with preview, and what happens at a conflict."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from tavola.errors import ItemChanged, OperationError
from tavola_systems.blog.api import check_may_change, known_author
from tavola_systems.blog.models import Post
from tavola_systems.blog.service import BlogService, PostDetail
from tavola_systems.blog.texts import to_html
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import problem_of
from tavola_systems.platform.system import Services

__all__ = ["writing_routes"]


def writing_routes(service: BlogService, services: Services) -> list[APIRouter]:
    """Serve the pages of writers."""
    editor = _Editor(service, services)
    return [_new_posts(service, services, editor), _own_posts(service, services, editor)]


class _Editor:
    """The page on which posts are written."""

    def __init__(self, service: BlogService, services: Services) -> None:
        self._service = service
        self._pages = services.pages

    def show(
        self,
        request: Request,
        post: Post | None,
        values: dict[str, str],
        *,
        status: int = 200,
        errors: dict[str, str] | None = None,
        conflict: PostDetail | None = None,
    ) -> Response:
        return self._pages.render(
            request,
            "blog/editor.html",
            status=status,
            post=post,
            values=values,
            errors=errors or {},
            conflict=conflict,
            known_tags=self._service.all_tags(),
            preview=to_html(values.get("content", "")),
        )


def _new_posts(service: BlogService, services: Services, editor: _Editor) -> APIRouter:
    router, pages = APIRouter(), services.pages

    @router.get("/mine")
    def own_posts(request: Request, caller: Caller, cursor: Cursor = None) -> Response:
        page = service.posts_of(caller.subject, limit=20, cursor=cursor)
        return pages.render(request, "blog/mine.html", page=page)

    @router.get("/write")
    def new_post(request: Request) -> Response:
        return editor.show(request, None, {})

    @router.post("/write")
    def write(request: Request, caller: Caller, form: SentForm) -> Response:
        is_draft = form.text("action") == "draft"
        try:
            author = known_author(service, caller)
            post = service.write_post(
                author.user_id,
                form.text("title"),
                form.text("content"),
                _tags(form),
                is_draft=is_draft,
            )
        except OperationError as error:
            return editor.show(request, None, _values(form), status=422, errors=_errors(error))
        toast = "The draft is saved." if is_draft else "Published."
        return pages.redirect(f"/posts/{post.post_id}", toast=toast)

    @router.post("/preview")
    def preview(form: SentForm) -> Response:
        return HTMLResponse(to_html(form.text("content")))

    return router


def _own_posts(service: BlogService, services: Services, editor: _Editor) -> APIRouter:
    router, pages = APIRouter(), services.pages

    @router.get("/posts/{post_id}/edit")
    def edit_page(request: Request, caller: Caller, post_id: str) -> Response:
        detail = service.post(post_id)
        check_may_change(detail.post, caller, services)
        return editor.show(request, detail.post, _stored(detail))

    @router.post("/posts/{post_id}/edit")
    def edit(request: Request, caller: Caller, post_id: str, form: SentForm) -> Response:
        post = service.post(post_id).post
        check_may_change(post, caller, services)
        try:
            service.edit_post(
                post_id,
                form.text("version"),
                title=form.text("title"),
                content=form.text("content"),
                tags=_tags(form),
                publish=form.text("action") == "publish",
            )
        except ItemChanged:
            theirs = service.post(post_id)
            return editor.show(request, theirs.post, _values(form), status=409, conflict=theirs)
        except OperationError as error:
            return editor.show(request, post, _values(form), status=422, errors=_errors(error))
        return pages.redirect(f"/posts/{post_id}", toast="Saved.")

    @router.post("/posts/{post_id}/delete")
    def delete(caller: Caller, post_id: str) -> Response:
        check_may_change(service.post(post_id).post, caller, services)
        service.delete_post(post_id)
        return pages.redirect("/mine", toast="The post is deleted.")

    return router


def _tags(form: Form) -> list[str]:
    return [name for name in form.text("tags").split(",") if name.strip()]


def _values(form: Form) -> dict[str, str]:
    return {name: form.text(name) for name in ("title", "content", "tags")}


def _stored(detail: PostDetail) -> dict[str, str]:
    tags = ", ".join(sorted(detail.post.tag_names or ()))
    return {"title": detail.post.title, "content": detail.content, "tags": tags}


def _errors(error: OperationError) -> dict[str, str]:
    problem = problem_of(error)
    return problem.field_errors() if problem else {}
