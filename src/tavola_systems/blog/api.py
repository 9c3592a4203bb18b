"""The blog for programs. Who writes comes from the token, never from a body."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Self

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, Field

from tavola.table import Page
from tavola_systems.blog.models import Blog, Comment, Post, User
from tavola_systems.blog.service import BlogService, NoSuchItem, PostDetail
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.http.etags import matches, not_modified, validators
from tavola_systems.platform.http.guard import Caller, Visitor
from tavola_systems.platform.http.paging import Cursor, Limit, add_links
from tavola_systems.platform.http.problems import Refused
from tavola_systems.platform.http.strict_body import StrictBody
from tavola_systems.platform.system import Services

__all__ = ["api_routers", "check_may_change", "is_visible"]

Text = Annotated[str, Field(max_length=300_000)]
TagNames = Annotated[list[str], Field(max_length=20)]


class NewPost(StrictBody):
    """What is written."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    content: Text
    tags: TagNames = Field(default=[])
    draft: bool = False


class PostEdit(StrictBody):
    """What changes in a post, and which version of it was read."""

    version: str
    title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    content: Text | None = None
    tags: TagNames | None = None
    publish: bool = False


class NewComment(StrictBody):
    """What is said about a post."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]


class AuthorView(BaseModel):
    """Who writes; the address is nobody's business."""

    user_id: str
    name: str
    post_count: int

    @classmethod
    def of(cls, user: User) -> Self:
        """Show a user."""
        return cls(user_id=user.user_id, name=user.name, post_count=user.post_count or 0)


class PostView(BaseModel):
    """A post without its content."""

    post_id: str
    author_id: str
    title: str
    excerpt: str | None
    tags: list[str]
    is_draft: bool
    comment_count: int
    published_at: datetime | None
    modified_at: datetime | None
    version: str

    @classmethod
    def of(cls, post: Post) -> Self:
        """Show a post."""
        return cls(
            post_id=post.post_id,
            author_id=post.user_id,
            title=post.title,
            excerpt=post.excerpt,
            tags=sorted(post.tag_names or ()),
            is_draft=post.shelf is None,
            comment_count=post.comment_count or 0,
            published_at=post.published_at,
            modified_at=post.modified_at,
            version=post.version,
        )


class FullPostView(BaseModel):
    """A post with its content and its author."""

    post: PostView
    content: str
    author: AuthorView | None

    @classmethod
    def of(cls, detail: PostDetail) -> Self:
        """Show a post whole."""
        author = AuthorView.of(detail.author) if detail.author else None
        return cls(post=PostView.of(detail.post), content=detail.content, author=author)


class CommentView(BaseModel):
    """What somebody says about a post."""

    comment_id: str
    post_id: str
    author_id: str
    text: str
    likes: int
    created_at: datetime | None

    @classmethod
    def of(cls, comment: Comment) -> Self:
        """Show a comment."""
        return cls(
            comment_id=comment.comment_id,
            post_id=comment.post_id,
            author_id=comment.author_id,
            text=comment.text,
            likes=comment.likes or 0,
            created_at=comment.created_at,
        )


class PostPage(BaseModel):
    """Posts without their contents, and where the next ones begin."""

    items: list[PostView]
    cursor: str | None

    @classmethod
    def of(cls, page: Page[Post]) -> Self:
        """Show a page."""
        return cls(items=[PostView.of(post) for post in page], cursor=page.cursor)


class CommentPage(BaseModel):
    """Comments, and where the next ones begin."""

    items: list[CommentView]
    cursor: str | None


def api_routers(services: Services) -> Sequence[APIRouter]:
    """Return the blog's routes for programs."""
    service = BlogService(services.table(Blog))
    return [
        _authors(service),
        _reading(service, services),
        _writing(service, services),
        _comments(service, services),
    ]


def _authors(service: BlogService) -> APIRouter:
    router = APIRouter(prefix="/users", tags=["authors"])

    @router.get("/{user_id}")
    def author(user_id: str) -> AuthorView:
        """Read who writes."""
        return AuthorView.of(service.user(user_id))

    @router.get("/{user_id}/posts")
    def posts_of(
        request: Request, response: Response, user_id: str, limit: Limit = 20, cursor: Cursor = None
    ) -> PostPage:
        """List a user's published posts, latest first."""
        page = service.posts_of(user_id, limit=limit, cursor=cursor, with_drafts=False)
        add_links(request, response, page)
        return PostPage.of(page)

    return router


def _reading(service: BlogService, services: Services) -> APIRouter:
    router = APIRouter(tags=["posts"])

    @router.get("/posts")
    def posts(
        request: Request,
        response: Response,
        limit: Limit = 20,
        cursor: Cursor = None,
        title: str | None = None,
    ) -> PostPage:
        """List published posts, latest first; or those whose title begins with `title`."""
        if title:
            page = service.search(title, limit=limit, cursor=cursor)
        else:
            page = service.front_page(limit=limit, cursor=cursor)
        add_links(request, response, page)
        return PostPage.of(page)

    @router.get("/posts/{post_id}", response_model=FullPostView)
    def post(
        visitor: Visitor, post_id: str, if_none_match: Annotated[str | None, Header()] = None
    ) -> Response:
        """Read a post with its content and author."""
        detail = service.post(post_id)
        check_visible(detail.post, visitor, services)
        headers = validators(detail.post.version, modified=detail.post.modified_at)
        if detail.post.shelf is None:
            headers["Cache-Control"] = "private, no-cache"
        if matches(if_none_match, detail.post.version):
            return not_modified(headers)
        body = FullPostView.of(detail).model_dump_json()
        return Response(body, media_type="application/json", headers=headers)

    @router.get("/tags/{name}/posts")
    def posts_tagged(
        request: Request, response: Response, name: str, limit: Limit = 20, cursor: Cursor = None
    ) -> PostPage:
        """List the posts with a tag, latest first."""
        page = service.posts_tagged(name, limit=limit, cursor=cursor)
        add_links(request, response, page)
        return PostPage.of(page)

    return router


def _writing(service: BlogService, services: Services) -> APIRouter:
    router = APIRouter(prefix="/posts", tags=["posts"])

    @router.post("", status_code=201)
    def write_post(response: Response, caller: Caller, body: NewPost) -> PostView:
        """Publish a post with its tags, or keep it as a draft."""
        author = known_author(service, caller)
        post = service.write_post(
            author.user_id, body.title, body.content, body.tags, is_draft=body.draft
        )
        response.headers["Location"] = f"/blog/api/posts/{post.post_id}"
        return PostView.of(post)

    @router.patch("/{post_id}")
    def edit_post(caller: Caller, post_id: str, body: PostEdit) -> PostView:
        """Change a post, if nobody has changed it since that version."""
        check_may_change(service.post(post_id).post, caller, services)
        changes = body.model_dump(exclude={"version"})
        return PostView.of(service.edit_post(post_id, body.version, **changes))

    @router.delete("/{post_id}", status_code=204)
    def delete_post(caller: Caller, post_id: str) -> Response:
        """Delete a post with its tags and comments."""
        check_may_change(service.post(post_id).post, caller, services)
        service.delete_post(post_id)
        return Response(status_code=204)

    return router


def _comments(service: BlogService, services: Services) -> APIRouter:
    router = APIRouter(prefix="/posts/{post_id}/comments", tags=["comments"])

    @router.post("", status_code=201)
    def comment(caller: Caller, post_id: str, body: NewComment) -> CommentView:
        """Comment on a post."""
        check_visible(service.post(post_id).post, caller, services)
        author = known_author(service, caller)
        return CommentView.of(service.comment(post_id, author.user_id, body.text))

    @router.get("")
    def comments_on(
        request: Request,
        response: Response,
        visitor: Visitor,
        post_id: str,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> CommentPage:
        """List a post's comments in order."""
        check_visible(service.post(post_id).post, visitor, services)
        page = service.comments_on(post_id, limit=limit, cursor=cursor)
        add_links(request, response, page)
        return CommentPage(items=[CommentView.of(one) for one in page], cursor=page.cursor)

    @router.delete("/{comment_id}", status_code=204)
    def delete_comment(caller: Caller, post_id: str, comment_id: str) -> Response:
        """Remove a comment: one's own, or as a moderator."""
        found = service.find_comment(post_id, comment_id)
        if found.author_id != caller.subject and not services.rules.may(caller, "moderator"):
            raise Refused(403, "Only its author and moderators remove a comment.")
        service.delete_comment(post_id, comment_id)
        return Response(status_code=204)

    return router


def known_author(service: BlogService, caller: Identity) -> User:
    """Return the blog's own item of who calls."""
    return service.author(caller.subject, caller.name, caller.account.email or "")


def is_visible(post: Post, visitor: Identity | None, services: Services) -> bool:
    """Say whether somebody may read a post: a draft is its author's and moderators'."""
    if post.shelf is not None:
        return True
    is_author = visitor is not None and visitor.subject == post.user_id
    return is_author or services.rules.may(visitor, "moderator")


def check_visible(post: Post, visitor: Identity | None, services: Services) -> None:
    """Answer another's draft like a post that does not exist."""
    if not is_visible(post, visitor, services):
        raise NoSuchItem(f"Post {post.post_id} does not exist.")


def check_may_change(post: Post, caller: Identity, services: Services) -> None:
    """Let authors change their own posts, and moderators all."""
    check_visible(post, caller, services)
    if post.user_id != caller.subject and not services.rules.may(caller, "moderator"):
        raise Refused(403, "Only its author changes a post.")
