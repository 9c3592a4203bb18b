"""The blog over HTTP; its models are the bodies and the answers as they are."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from tavola.errors import ConditionFailed, OperationError
from tavola_systems.blog.models import Blog, Comment, Post, Tag, User
from tavola_systems.blog.service import BlogService, NotFound
from tavola_systems.lifespan import Lifespan, closing

__all__ = ["create_app", "open_app"]

Limit = Annotated[int, Query(ge=1, le=100)]


class NewUser(BaseModel):
    """Who registers."""

    name: str
    email: str


class NewPost(BaseModel):
    """What is published."""

    author_id: str
    title: str
    content: str
    tags: list[str] = []


class PostEdit(BaseModel):
    """What changes in a post, and which version of it was read."""

    version: str
    title: str | None = None
    content: str | None = None


class NewComment(BaseModel):
    """What is said about a post."""

    author_id: str
    text: str


class FullPost(BaseModel):
    """A post with what stands around it."""

    model_config = ConfigDict(from_attributes=True)

    post: Post
    author: User | None
    tags: list[Tag]


class PostPage(BaseModel):
    """Posts without their contents, and where the next ones begin."""

    items: list[Post]
    cursor: str | None


class CommentPage(BaseModel):
    """Comments, and where the next ones begin."""

    items: list[Comment]
    cursor: str | None


class Problem(BaseModel):
    """What is wrong."""

    detail: str


_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "A value or a cursor is not one of ours."},
    404: {"model": Problem, "description": "There is no such item."},
    409: {"model": Problem, "description": "The value is taken, or somebody was faster."},
}


def open_app(location: str = "memory:") -> FastAPI:
    """Open the blog's table and serve it; the table closes when the server ends."""
    db = Blog.open(location)
    return create_app(db, lifespan=closing(db))


def create_app(db: Blog, *, lifespan: Lifespan | None = None) -> FastAPI:
    """Serve a blog."""
    app = FastAPI(
        title="Blog",
        summary="Users, posts, tags and comments in one table.",
        lifespan=lifespan,
    )
    service = BlogService(db)
    for router in (_users(service), _posts(service), _comments(service)):
        app.include_router(router, responses=_REFUSALS)
    _translate_errors(app)
    return app


def _users(service: BlogService) -> APIRouter:
    router = APIRouter(tags=["users"])

    @router.post("/users", status_code=201)
    def register(body: NewUser) -> User:
        """Register; an address belongs to one user."""
        return service.register(body.name, body.email)

    @router.get("/users/{user_id}")
    def user(user_id: str) -> User:
        """Read a user."""
        return service.user(user_id)

    @router.get("/users/{user_id}/posts")
    def posts_of(user_id: str, limit: Limit = 20, cursor: str | None = None) -> PostPage:
        """List a user's posts, latest first."""
        page = service.posts_of(user_id, limit=limit, cursor=cursor)
        return PostPage(items=page.items, cursor=page.cursor)

    return router


def _posts(service: BlogService) -> APIRouter:
    router = APIRouter(tags=["posts"])

    @router.post("/posts", status_code=201)
    def write_post(body: NewPost) -> Post:
        """Publish a post with its tags."""
        return service.write_post(body.author_id, body.title, body.content, body.tags)

    @router.get("/posts/{post_id}")
    def post(post_id: str) -> FullPost:
        """Read a post with its author and tags."""
        return FullPost.model_validate(service.post(post_id))

    @router.patch("/posts/{post_id}")
    def edit_post(post_id: str, body: PostEdit) -> Post:
        """Change a post, if nobody has changed it since that version."""
        return service.edit_post(post_id, body.version, title=body.title, content=body.content)

    @router.delete("/posts/{post_id}", status_code=204)
    def delete_post(post_id: str) -> Response:
        """Delete a post with its tags and comments."""
        service.delete_post(post_id)
        return Response(status_code=204)

    @router.put("/posts/{post_id}/tags/{name}")
    def tag_post(post_id: str, name: str) -> Tag:
        """Tag a post."""
        return service.tag_post(post_id, name)

    @router.get("/tags/{name}/posts")
    def posts_tagged(name: str, limit: Limit = 20, cursor: str | None = None) -> PostPage:
        """List the posts with a tag, latest first."""
        page = service.posts_tagged(name, limit=limit, cursor=cursor)
        return PostPage(items=page.items, cursor=page.cursor)

    return router


def _comments(service: BlogService) -> APIRouter:
    router = APIRouter(tags=["comments"])

    @router.post("/posts/{post_id}/comments", status_code=201)
    def comment(post_id: str, body: NewComment) -> Comment:
        """Comment on a post."""
        return service.comment(post_id, body.author_id, body.text)

    @router.get("/posts/{post_id}/comments")
    def comments_on(post_id: str, limit: Limit = 50, cursor: str | None = None) -> CommentPage:
        """List a post's comments in order."""
        page = service.comments_on(post_id, limit=limit, cursor=cursor)
        return CommentPage(items=page.items, cursor=page.cursor)

    @router.post("/posts/{post_id}/comments/{comment_id}/likes")
    def like(post_id: str, comment_id: str) -> Comment:
        """Like a comment."""
        return service.like(post_id, comment_id)

    return router


def _translate_errors(app: FastAPI) -> None:
    """Say in HTTP what the service and the table refuse."""

    @app.exception_handler(NotFound)
    def not_found(_: Request, error: NotFound) -> JSONResponse:
        return JSONResponse({"detail": f"there is no {error}"}, 404)

    @app.exception_handler(ConditionFailed)
    def conflict(_: Request, error: ConditionFailed) -> JSONResponse:
        return JSONResponse({"detail": error.message}, 409)

    @app.exception_handler(OperationError)
    def refused(_: Request, error: OperationError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 400)
