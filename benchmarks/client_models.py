"""Bench: typed access to the table `bench`.

Generated from its design; change that, and generate again:

    tavola generate client.yaml -o client_models.py --name Bench
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, Placeholder, Plans,
    TableSettings, Template, TextRef, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, OnBadItem, Query, QueryOptions, Update

__all__ = ["Bench", "Post"]

_DESIGN = Design(
    name="Bench", layout="templates", table=TableSettings(name="bench", partition_key="pk", sort_key="sk", type_attribute="type"),
    models={
        "Post": ModelSchema(
            name="Post", handle="post",
            fields={
                "author": FieldSchema("author", "author", "StringField", required=True),
                "postId": FieldSchema("postId", "post_id", "StringField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True),
                "slug": FieldSchema("slug", "slug", "StringField", required=True),
                "summary": FieldSchema("summary", "summary", "StringField", required=True),
                "language": FieldSchema("language", "language", "StringField", required=True),
                "category": FieldSchema("category", "category", "StringField", required=True),
                "status": FieldSchema("status", "status", "StringField", required=True),
                "views": FieldSchema("views", "views", "IntegerField", required=True),
                "rating": FieldSchema("rating", "rating", "FloatField", required=True),
                "active": FieldSchema("active", "active", "BooleanField", required=True),
                "createdAt": FieldSchema("createdAt", "created_at", "DateTimeField", required=True, storage="iso"),
            },
            key=KeyPair("pk", Template(("USER#", Placeholder("author"))), "sk", Template(("POST#", Placeholder("postId")))),
            primary_id=Template((Placeholder("author", escaped="%#"), "#", Placeholder("postId"))),
            indexes={
                "postsForAuthor": IndexSchema("postsForAuthor", "posts_for_author",
                    KeyPair("pk", Template(("USER#", Placeholder("author"))), "sk", Template(("POST#", Placeholder("postId"))))),
            },
            type_value="POST",
        ),
    },
)

PostField = Literal["author", "post_id", "title", "slug", "summary", "language", "category", "status", "views", "rating", "active", "created_at"]


class PostFields(Fields):
    """Post's fields, for building conditions and changes."""

    author: TextRef
    post_id: TextRef
    title: TextRef
    slug: TextRef
    summary: TextRef
    language: TextRef
    category: TextRef
    status: TextRef
    views: NumberRef[int]
    rating: NumberRef[float]
    active: FieldRef[bool]
    created_at: FieldRef[datetime]


class PostChanges(TypedDict, total=False):
    """What an update of a Post may set."""

    title: str
    slug: str
    summary: str
    language: str
    category: str
    status: str
    views: int
    rating: float
    active: bool
    created_at: datetime


class Post(Record, schema=_DESIGN.models["Post"]):
    """A Post.

    - key: pk = USER#{author}, sk = POST#{postId}
    - postsForAuthor: key
    """

    fields: ClassVar[PostFields]
    author: str
    post_id: str
    title: str
    slug: str
    summary: str
    language: str
    category: str
    status: str
    views: int
    rating: float
    active: bool
    created_at: datetime


class PostMethods(Methods[Post]):
    """The methods of Post's handle and plans."""

    create = create_method(Post)
    """Write a new Post; refuse if there is one with its key."""
    upsert = upsert_method(Post)
    """Change a Post, or create it where there is none."""

    @method
    def get(self, author: str, post_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Post]:
        """Read the Post with this key; None if there is none."""
        return self._get((author, post_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Post]:
        """Read Post items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, author: str, post_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[PostChanges]) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((author, post_id), changes, values, condition)

    @method
    def delete(self, author: str, post_id: str, *, condition: Filter | None = None) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((author, post_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Post]:
        """Delete Post items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def posts_for_author(self, *, author: str, post_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[PostField]]) -> Query[Post]:
        """Query `postsForAuthor` in the table: pk = USER#{author}, sk = POST#{postId}."""
        return self._query("postsForAuthor", {"author": author, "post_id": post_id}, **options)


class PostPlans(PostMethods, Plans[Post]):
    """Operations on Post, unsent."""


class PostHandle(PostMethods, Handle[Post, PostPlans]):
    """The Post items of a table."""


class Bench(Table):
    """The table `bench` on a store."""

    design = _DESIGN
    models = (Post,)

    post = handle(Post, PostHandle, PostPlans)
    """The Post items."""
