"""The blog over HTTP; its models are the bodies and the answers as they are."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from tavola.errors import ConditionFailed, OperationError
from tavola_systems.blog.models import Blog, Comment, Post, Tag, User
from tavola_systems.blog.service import BlogService, NotFound

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


def open_app(location: str = "memory:") -> FastAPI:
    """Open the blog's table and serve it."""
    return create_app(Blog.open(location))


def create_app(db: Blog) -> FastAPI:
    """Serve a blog."""
    app = FastAPI(title="Blog", summary="Users, posts, tags and comments in one table.")
    service = BlogService(db)
    app.include_router(_users(service))
    app.include_router(_posts(service))
    app.include_router(_comments(service))
    _translate_errors(app)
    return app


def _users(service: BlogService) -> APIRouter:
    router = APIRouter(tags=["users"])

    @router.post("/users", status_code=201)
    def register(body: NewUser) -> User:
        return service.register(body.name, body.email)

    @router.get("/users/{user_id}")
    def user(user_id: str) -> User:
        return service.user(user_id)

    @router.get("/users/{user_id}/posts")
    def posts_of(user_id: str, limit: Limit = 20, cursor: str | None = None) -> PostPage:
        page = service.posts_of(user_id, limit=limit, cursor=cursor)
        return PostPage(items=page.items, cursor=page.cursor)

    return router


def _posts(service: BlogService) -> APIRouter:
    router = APIRouter(tags=["posts"])

    @router.post("/posts", status_code=201)
    def write_post(body: NewPost) -> Post:
        return service.write_post(body.author_id, body.title, body.content, body.tags)

    @router.get("/posts/{post_id}")
    def post(post_id: str) -> FullPost:
        return FullPost.model_validate(service.post(post_id))

    @router.patch("/posts/{post_id}")
    def edit_post(post_id: str, body: PostEdit) -> Post:
        return service.edit_post(post_id, body.version, title=body.title, content=body.content)

    @router.delete("/posts/{post_id}", status_code=204)
    def delete_post(post_id: str) -> Response:
        service.delete_post(post_id)
        return Response(status_code=204)

    @router.put("/posts/{post_id}/tags/{name}")
    def tag_post(post_id: str, name: str) -> Tag:
        return service.tag_post(post_id, name)

    @router.get("/tags/{name}/posts")
    def posts_tagged(name: str, limit: Limit = 20, cursor: str | None = None) -> PostPage:
        page = service.posts_tagged(name, limit=limit, cursor=cursor)
        return PostPage(items=page.items, cursor=page.cursor)

    return router


def _comments(service: BlogService) -> APIRouter:
    router = APIRouter(tags=["comments"])

    @router.post("/posts/{post_id}/comments", status_code=201)
    def comment(post_id: str, body: NewComment) -> Comment:
        return service.comment(post_id, body.author_id, body.text)

    @router.get("/posts/{post_id}/comments")
    def comments_on(post_id: str, limit: Limit = 50, cursor: str | None = None) -> CommentPage:
        page = service.comments_on(post_id, limit=limit, cursor=cursor)
        return CommentPage(items=page.items, cursor=page.cursor)

    @router.post("/posts/{post_id}/comments/{comment_id}/likes")
    def like(post_id: str, comment_id: str) -> Comment:
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
