"""What a blog does: the rules, as commands and queries on its table. Knows nothing of HTTP."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from tavola.errors import ConditionFailed, ItemMissing, OperationError, UniqueTaken
from tavola.model import Change
from tavola.table import Page
from tavola_systems.blog.models import Blog, Comment, Post, Tag, TaggedPost, User

__all__ = ["BlogService", "NotFound", "PostDetail"]

T = TypeVar("T")

_MAX_TAGS = 20


class NotFound(Exception):
    """There is no such item."""


@dataclass(frozen=True, slots=True)
class PostDetail:
    """A post with what stands around it."""

    post: Post
    author: User | None
    tags: list[Tag]


class BlogService:
    """The commands and queries of a blog."""

    def __init__(self, db: Blog) -> None:
        self.db = db

    def register(self, name: str, email: str) -> User:
        """Add a user; an address belongs to one of them, however it is written."""
        return self.db.user.create(name=" ".join(name.split()), email=_address(email))

    def find_user(self, email: str) -> User:
        """Find a user by address."""
        user = self.db.user.find_by_email(_address(email))
        return _found(user, f"user {email}")

    def change_email(self, user_id: str, email: str) -> User:
        """Give a user another address; the old one is free at once."""
        user = self.user(user_id)
        user.email = _address(email)
        return user.save()

    def user(self, user_id: str) -> User:
        """Read one user."""
        return _found(self.db.user.get(user_id), f"user {user_id}")

    def write_post(
        self, author_id: str, title: str, content: str, tags: Iterable[str] = ()
    ) -> Post:
        """Publish a post: the post, its tags and its author's count change together."""
        found = [self.tag(name) for name in _tag_names(tags)]
        with _missing(f"user {author_id}"), self.db.transaction() as tx:
            post = tx.create(Post(user_id=author_id, title=title, content=content))
            for tag in found:
                tx.create(TaggedPost(tag_id=tag.tag_id, post_id=post.post_id))
            tx.add(self.db.user.plan.update(author_id, User.fields.post_count.add(1)))
        return post

    def edit_post(
        self, post_id: str, version: str, *, title: str | None = None, content: str | None = None
    ) -> Post:
        """Change a post that nobody else has changed since this version was read."""
        changes: list[Change] = []
        if title is not None:
            changes.append(Post.fields.title.set(title))
        if content is not None:
            changes.append(Post.fields.content.set(content))
        with _missing(f"post {post_id}"):
            return self.db.post.update(post_id, *changes, expect_version=version)

    def delete_post(self, post_id: str) -> None:
        """Delete a post with its tags, then its comments; safe to repeat."""
        post = self.db.post.get(post_id)
        if post is not None:
            mappings = list(self.db.tagged_post.tags_for_post(post_id=post_id).all())
            with self.db.transaction() as tx:
                tx.delete(post)
                for mapping in mappings:
                    tx.delete(mapping)
                tx.add(self.db.user.plan.update(post.user_id, User.fields.post_count.add(-1)))
        comments = self.db.comment.comments_for_post(post_id=post_id, only=["comment_id"])
        self.db.comment.delete_all((one.post_id, one.comment_id) for one in comments.all())
        if post is None:
            raise NotFound(f"post {post_id}")

    def tag(self, name: str) -> Tag:
        """Give the tag of this name, made if it is new; two writers at once make one."""
        found = self.db.tag.find_by_name(name)
        if found is not None:
            return found
        try:
            return self.db.tag.create(name=name)
        except UniqueTaken:
            return _found(self.db.tag.find_by_name(name), f"tag {name}")

    def tag_post(self, post_id: str, name: str) -> Tag:
        """Put a tag on a post; once is enough."""
        tag = self.tag(*_tag_names([name]))
        with _missing(f"post {post_id}", ConditionFailed), self.db.transaction() as tx:
            tx.put(TaggedPost(tag_id=tag.tag_id, post_id=post_id))
            tx.check_key(Post, {"post_id": post_id}, Post.fields.post_id.exists())
        return tag

    def untag_post(self, post_id: str, name: str) -> bool:
        """Take a tag off a post; say whether it was there."""
        tag = self.db.tag.find_by_name(*_tag_names([name]))
        return tag is not None and self.db.tagged_post.delete(tag.tag_id, post_id)

    def comment(self, post_id: str, author_id: str, text: str) -> Comment:
        """Say something about a post; both it and the author must be there."""
        what = f"post {post_id} or user {author_id}"
        with _missing(what, ConditionFailed), self.db.transaction() as tx:
            comment = tx.create(Comment(post_id=post_id, author_id=author_id, text=text))
            tx.add(self.db.post.plan.update(post_id, Post.fields.comment_count.add(1)))
            tx.check_key(User, {"user_id": author_id}, User.fields.user_id.exists())
        return comment

    def like(self, post_id: str, comment_id: str) -> Comment:
        """Count a like."""
        with _missing(f"comment {comment_id}"):
            return self.db.comment.update(post_id, comment_id, Comment.fields.likes.add(1))

    def post(self, post_id: str) -> PostDetail:
        """Read a post whole, with its author and tags."""
        post = _found(self.db.post.get(post_id), f"post {post_id}")
        return PostDetail(post, post.get_user(), list(post.get_tags().all()))

    def posts_of(self, user_id: str, *, limit: int = 20, cursor: str | None = None) -> Page[Post]:
        """List a user's posts, latest first, without their contents."""
        return self.db.post.posts_for_user(
            user_id=user_id, limit=limit, cursor=cursor, newest_first=True
        )

    def posts_tagged(self, name: str, *, limit: int = 20, cursor: str | None = None) -> Page[Post]:
        """List the posts with a tag, latest first."""
        tag = _found(self.db.tag.find_by_name(*_tag_names([name])), f"tag {name}")
        return tag.get_recent_posts(limit=limit, cursor=cursor, newest_first=True)

    def comments_on(
        self, post_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> Page[Comment]:
        """List the comments on a post in the order in which they were made."""
        return self.db.comment.comments_for_post(post_id=post_id, limit=limit, cursor=cursor)


@contextmanager
def _missing(what: str, refusal: type[ConditionFailed] = ItemMissing) -> Generator[None]:
    """Say what was not found where a write is refused because of it."""
    try:
        yield
    except refusal as error:
        raise NotFound(what) from error


def _found(item: T | None, what: str) -> T:
    if item is None:
        raise NotFound(what)
    return item


def _address(email: str) -> str:
    """An address in the one form in which it is compared."""
    address = email.strip().lower()
    name, at, domain = address.partition("@")
    if not (name and at and domain) or "@" in domain or len(address.split()) != 1:
        raise OperationError(f"email: {email!r} is no address. Write name@domain.")
    return address


def _tag_names(names: Iterable[str]) -> list[str]:
    """Names as they are compared: lower case, single spaces, each once."""
    found = list(dict.fromkeys(" ".join(name.lower().split()) for name in names))
    if not all(found):
        raise OperationError("tag: has no name. Give it at least one letter.")
    if len(found) > _MAX_TAGS:
        raise OperationError(f"tags: {len(found)} are given. A post has at most {_MAX_TAGS}.")
    return found
