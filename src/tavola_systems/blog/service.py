"""What a blog does: the rules, as commands and queries on its table. Knows nothing of HTTP."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Final, TypeVar

from msgspec import Struct

from tavola import begins_with
from tavola.errors import (
    AlreadyExists,
    ConditionFailed,
    ItemChanged,
    ItemMissing,
    OperationError,
    UniqueTaken,
)
from tavola.model import Change
from tavola.table import Page
from tavola_systems.blog.models import Blog, Comment, Post, PostText, Tag, TaggedPost, User
from tavola_systems.blog.texts import check_content, check_tags, check_title, excerpt_of, to_key

__all__ = ["BlogService", "NoSuchItem", "PostDetail"]

T = TypeVar("T")

PUBLISHED: Final = "published"
UNSEEN: Final = "new"


class NoSuchItem(ItemMissing):
    """There is no such item."""


class PostDetail(Struct, frozen=True):
    """A post with what stands around it."""

    post: Post
    content: str
    author: User | None
    tags: list[Tag]


class BlogService:
    """The commands and queries of a blog."""

    def __init__(self, db: Blog) -> None:
        self.db = db

    def register(self, name: str, email: str) -> User:
        """Add a user; an address belongs to one of them, however it is written."""
        return self.db.user.create(name=" ".join(name.split()), email=_address(email))

    def author(self, user_id: str, name: str, email: str) -> User:
        """Return the user with this id, known to the blog from the first time on."""
        found = self.db.user.get(user_id)
        if found is not None:
            return found if found.name == name else self.db.user.update(user_id, name=name)
        try:
            return self.db.user.create(user_id=user_id, name=name, email=_address(email))
        except AlreadyExists:
            return self.user(user_id)

    def find_user(self, email: str) -> User:
        """Find a user by address."""
        user = self.db.user.find_by_email(_address(email))
        return _found(user, f"User {email}")

    def change_email(self, user_id: str, email: str) -> User:
        """Give a user another address; the old one is free at once."""
        user = self.user(user_id)
        user.email = _address(email)
        return user.save()

    def user(self, user_id: str) -> User:
        """Read one user."""
        return _found(self.db.user.get(user_id), f"User {user_id}")

    def titles_of(self, post_ids: Iterable[str]) -> dict[str, str]:
        """Look the titles of posts up; those that are gone are missing."""
        found = self.db.post.get_many(list(dict.fromkeys(post_ids)))
        return {post.post_id: post.title for post in found if post is not None}

    def names_of(self, user_ids: Iterable[str]) -> dict[str, str]:
        """Return the names of users, read together."""
        found = self.db.user.get_many(list(dict.fromkeys(user_ids)))
        return {user.user_id: user.name for user in found if user is not None}

    def write_post(
        self,
        author_id: str,
        title: str,
        content: str,
        tags: Iterable[str] = (),
        *,
        is_draft: bool = False,
        published_at: datetime | None = None,
    ) -> Post:
        """Write a post: the post, its tags and its author's count change together."""
        names, text = check_tags(tags), check_content(content)
        found = [] if is_draft else [self.tag(name) for name in names]
        new = Post(
            user_id=author_id,
            title=check_title(title),
            excerpt=excerpt_of(content),
            tag_names=set(names),
            title_key=to_key(title),
            shelf=None if is_draft else PUBLISHED,
            published_at=None if is_draft else published_at or self._now(),
        )
        with _missing(f"User {author_id}"), self.db.transaction() as tx:
            post = tx.create(new)
            tx.create(PostText(post_id=post.post_id, content=text))
            for tag in found:
                tx.create(TaggedPost(tag_id=tag.tag_id, post_id=post.post_id))
            tx.add(self.db.user.plan.update(author_id, User.fields.post_count.add(1)))
        return post

    def edit_post(
        self,
        post_id: str,
        version: str,
        *,
        title: str | None = None,
        content: str | None = None,
        tags: Iterable[str] | None = None,
        publish: bool = False,
    ) -> Post:
        """Change a post that nobody else has changed since this version was read."""
        before = _found(self.db.post.get(post_id), f"Post {post_id}")
        if before.version != version:
            raise ItemChanged(f"Post {post_id} was changed by somebody else meanwhile.")
        names = before.tag_names or set() if tags is None else set(check_tags(tags))
        is_public = publish or before.shelf is not None
        with _missing(f"Post {post_id}"), self.db.transaction() as tx:
            changes = self._changes(before, title, content, names, is_public=is_public)
            tx.add(self.db.post.plan.update(post_id, *changes, expect_version=version))
            if content is not None:
                tx.put(PostText(post_id=post_id, content=check_content(content)))
            if is_public:
                for tag in self._tags(names - self._mapped(before)):
                    tx.put(TaggedPost(tag_id=tag.tag_id, post_id=post_id))
                for tag in self._tags(self._mapped(before) - names):
                    tx.add(self.db.tagged_post.plan.delete(tag.tag_id, post_id))
        return _found(self.db.post.get(post_id), f"Post {post_id}")

    def _changes(
        self,
        before: Post,
        title: str | None,
        content: str | None,
        names: set[str],
        *,
        is_public: bool,
    ) -> list[Change]:
        fields = Post.fields
        changes: list[Change] = [fields.tag_names.set(names)]
        if title is not None:
            changes += [fields.title.set(check_title(title)), fields.title_key.set(to_key(title))]
        if content is not None:
            changes += [fields.content.remove(), fields.excerpt.set(excerpt_of(content))]
        if is_public and before.shelf is None:
            changes += [fields.shelf.set(PUBLISHED), fields.published_at.set(self._now())]
        return changes

    def _mapped(self, post: Post) -> set[str]:
        """The tags under which a post is found; a draft under none."""
        return set(post.tag_names or ()) if post.shelf is not None else set()

    def _tags(self, names: Iterable[str]) -> list[Tag]:
        return [self.tag(name) for name in sorted(names)]

    def delete_post(self, post_id: str) -> None:
        """Delete a post with its tags, then its comments; safe to repeat."""
        post = self.db.post.get(post_id)
        if post is not None:
            mappings = list(self.db.tagged_post.tags_for_post(post_id=post_id).all())
            with self.db.transaction() as tx:
                tx.delete(post)
                tx.add(self.db.post_text.plan.delete(post_id))
                for mapping in mappings:
                    tx.delete(mapping)
                tx.add(self.db.user.plan.update(post.user_id, User.fields.post_count.add(-1)))
        comments = self.db.comment.comments_for_post(post_id=post_id, only=["comment_id"])
        self.db.comment.delete_all((one.post_id, one.comment_id) for one in comments.all())
        if post is None:
            raise NoSuchItem(f"Post {post_id} does not exist.")

    def tag(self, name: str) -> Tag:
        """Give the tag of this name, made if it is new; two writers at once make one."""
        found = self.db.tag.find_by_name(name)
        if found is not None:
            return found
        try:
            return self.db.tag.create(name=name)
        except UniqueTaken:
            return _found(self.db.tag.find_by_name(name), f"Tag {name}")

    def all_tags(self) -> list[str]:
        """List all tag names, for completion; tags are few."""
        return sorted(tag.name for tag in self.db.tag.iterate_all())

    def tag_post(self, post_id: str, name: str) -> Tag:
        """Put a tag on a post; once is enough."""
        tag = self.tag(*check_tags([name]))
        with _missing(f"Post {post_id}", ConditionFailed), self.db.transaction() as tx:
            tx.put(TaggedPost(tag_id=tag.tag_id, post_id=post_id))
            tx.add(self.db.post.plan.update(post_id, Post.fields.tag_names.add(tag.name)))
        return tag

    def untag_post(self, post_id: str, name: str) -> bool:
        """Take a tag off a post; say whether it was there."""
        tag = self.db.tag.find_by_name(*check_tags([name]))
        if tag is None or self.db.tagged_post.get(tag.tag_id, post_id) is None:
            return False
        with self.db.transaction() as tx:
            tx.add(self.db.tagged_post.plan.delete(tag.tag_id, post_id))
            tx.add(self.db.post.plan.update(post_id, Post.fields.tag_names.discard(tag.name)))
        return True

    def comment(self, post_id: str, author_id: str, text: str) -> Comment:
        """Say something about a post; both it and the author must be there."""
        if not text.strip():
            raise OperationError("text: it is empty. Write something.")
        what = f"Post {post_id} or user {author_id}"
        with _missing(what, ConditionFailed), self.db.transaction() as tx:
            comment = tx.create(
                Comment(post_id=post_id, author_id=author_id, text=text, desk=UNSEEN)
            )
            tx.add(self.db.post.plan.update(post_id, Post.fields.comment_count.add(1)))
            tx.check_key(User, {"user_id": author_id}, User.fields.user_id.exists())
        return comment

    def delete_comment(self, post_id: str, comment_id: str) -> None:
        """Remove a comment, and count it no more."""
        with _missing(f"Comment {comment_id}", ConditionFailed), self.db.transaction() as tx:
            gone = self.db.comment.plan.delete(
                post_id, comment_id, condition=Comment.fields.text.exists()
            )
            tx.add(gone)
            tx.add(self.db.post.plan.update(post_id, Post.fields.comment_count.add(-1)))

    def unseen_comments(self, *, limit: int = 20, cursor: str | None = None) -> Page[Comment]:
        """List the comments that no moderator has seen, latest first."""
        return self.db.comment.comments_on_desk(
            desk=UNSEEN, limit=limit, cursor=cursor, descending=True
        )

    def keep_comment(self, post_id: str, comment_id: str) -> None:
        """Take a comment off the moderators' desk."""
        with _missing(f"Comment {comment_id}"):
            self.db.comment.update(post_id, comment_id, Comment.fields.desk.remove())

    def find_comment(self, post_id: str, comment_id: str) -> Comment:
        """Read one comment."""
        return _found(self.db.comment.get(post_id, comment_id), f"Comment {comment_id}")

    def like(self, post_id: str, comment_id: str) -> Comment:
        """Count a like."""
        with _missing(f"Comment {comment_id}"):
            return self.db.comment.update(post_id, comment_id, Comment.fields.likes.add(1))

    def post(self, post_id: str) -> PostDetail:
        """Read a post whole, with its author and tags."""
        with self.db.batch() as batch:
            found = batch.get(self.db.post.plan.get(post_id))
            text = batch.get(self.db.post_text.plan.get(post_id))
        post = _found(found.item, f"Post {post_id}")
        content = post.content or "" if text.item is None else text.item.content
        return PostDetail(post, content, post.get_user(), list(post.get_tags().all()))

    def front_page(self, *, limit: int = 10, cursor: str | None = None) -> Page[Post]:
        """List what is published, latest first, without the contents."""
        return self.db.post.posts_on_shelf(
            shelf=PUBLISHED, limit=limit, cursor=cursor, descending=True
        )

    def newest(self, count: int) -> Iterable[Post]:
        """Yield the newest published posts, read page by page."""
        return islice(self.front_page(limit=100).all(), count)

    def search(self, words: str, *, limit: int = 20, cursor: str | None = None) -> Page[Post]:
        """List published posts whose title begins with these words, in the titles' order."""
        key = to_key(words)
        condition = begins_with(key) if key else None
        return self.db.post.posts_by_title(
            shelf=PUBLISHED, title_key=condition, limit=limit, cursor=cursor
        )

    def posts_of(
        self,
        user_id: str,
        *,
        limit: int = 20,
        cursor: str | None = None,
        with_drafts: bool = True,
    ) -> Page[Post]:
        """List a user's posts, latest first, without their contents."""
        return self.db.post.posts_for_user(
            user_id=user_id,
            limit=limit,
            cursor=cursor,
            descending=True,
            filter=None if with_drafts else Post.fields.shelf == PUBLISHED,
        )

    def posts_tagged(self, name: str, *, limit: int = 20, cursor: str | None = None) -> Page[Post]:
        """List the posts with a tag, latest first."""
        tag = _found(self.db.tag.find_by_name(*check_tags([name])), f"Tag {name}")
        return tag.get_recent_posts(limit=limit, cursor=cursor, descending=True)

    def comments_on(
        self, post_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> Page[Comment]:
        """List the comments on a post in the order in which they were made."""
        return self.db.comment.comments_for_post(post_id=post_id, limit=limit, cursor=cursor)

    def _now(self) -> datetime:
        return self.db.now()


@contextmanager
def _missing(what: str, refusal: type[ConditionFailed] = ItemMissing) -> Generator[None]:
    """Say what was not found where a write is refused because of it."""
    try:
        yield
    except refusal as error:
        raise NoSuchItem(f"{what} does not exist.") from error


def _found(item: T | None, what: str) -> T:
    if item is None:
        raise NoSuchItem(f"{what} does not exist.")
    return item


def _address(email: str) -> str:
    """An address in the one form in which it is compared."""
    address = email.strip().lower()
    name, at, domain = address.partition("@")
    if not (name and at and domain) or "@" in domain or len(address.split()) != 1:
        raise OperationError(f"email: {email!r} is not an address. Write name@domain.")
    return address
