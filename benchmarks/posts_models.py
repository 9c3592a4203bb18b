"""Posts: typed access to the table `posts`.

Generated from its design; change that, and generate again:

    tavola generate posts.yaml -o posts_models.py
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
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, IterationSchema, KeyPair, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, auto, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, IndexOptions, OnBadItem, Query, Update

__all__ = ["Post", "Posts"]

_INDEX_1 = PhysicalIndex("gsi1", "_gsi1_pk", "_gsi1_sk")
_INDEX_2 = PhysicalIndex("gsi2", "_gsi2_pk", "_gsi2_sk")
_INDEX_3 = PhysicalIndex("gsi3", "_gsi3_pk", "_gsi3_sk")
_INDEX_4 = PhysicalIndex("gsi4", "_gsi4_pk", "_gsi4_sk")
_INDEX_5 = PhysicalIndex("gsi5", "_gsi5_pk", "_gsi5_sk")
_INDEX_6 = PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", projection="keysOnly")

_DESIGN = Design(
    name="Posts", layout="managed",
    table=TableSettings(name="posts", partition_key="_pk", sort_key="_sk", ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6)),
    models={
        "Post": ModelSchema(
            name="Post", handle="post",
            fields={
                "postId": FieldSchema("postId", "post_id", "UlidField", auto_assign=True),
                "userId": FieldSchema("userId", "user_id", "StringField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True),
                "slug": FieldSchema("slug", "slug", "StringField", required=True),
                "summary": FieldSchema("summary", "summary", "StringField", required=True),
                "language": FieldSchema("language", "language", "StringField", required=True),
                "category": FieldSchema("category", "category", "StringField", required=True),
                "image": FieldSchema("image", "image", "StringField"),
                "status": FieldSchema("status", "status", "StringField", required=True),
                "views": FieldSchema("views", "views", "IntegerField", default=0),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "modifiedAt": FieldSchema("modifiedAt", "modified_at", "ModifiedDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("p#", Placeholder("postId"))), "_sk", Template(("p",))), primary_id=Template((Placeholder("postId"),)),
            indexes={
                "postsForUser": IndexSchema("postsForUser", "posts_for_user",
                    KeyPair("_gsi1_pk", Template(("p#gsi1#", Placeholder("userId"))), "_gsi1_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_1),
            },
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("p#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("postId"),))),
                buckets=10),
            model_prefix="p",
        ),
    },
)

PostField = Literal["post_id", "user_id", "title", "slug", "summary", "language", "category", "image", "status", "views", "created_at", "modified_at"]


class PostFields(Fields):
    """Post's fields, for building conditions and changes."""

    post_id: TextRef
    user_id: TextRef
    title: TextRef
    slug: TextRef
    summary: TextRef
    language: TextRef
    category: TextRef
    image: TextRef
    status: TextRef
    views: NumberRef[int]
    created_at: FieldRef[datetime]
    modified_at: FieldRef[datetime]


class PostChanges(TypedDict, total=False):
    """What an update of a Post may set."""

    user_id: str
    title: str
    slug: str
    summary: str
    language: str
    category: str
    image: str | None
    status: str
    views: int | None
    created_at: datetime


class Post(Record, schema=_DESIGN.models["Post"]):
    """A Post.

    - key: _pk = p#{postId}, _sk = p
    - postsForUser (gsi1): _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}
    - iteration (iter_index): _iter_pk = p#iter#{bucket:03d}, _iter_sk = {postId}
    """

    fields: ClassVar[PostFields]
    user_id: str
    title: str
    slug: str
    summary: str
    language: str
    category: str
    status: str
    post_id: str = auto()
    image: str | None = None
    views: int | None = 0
    created_at: datetime = auto()
    modified_at: datetime = auto()


class PostMethods(Methods[Post]):
    """The methods of Post's handle and plans."""

    create = create_method(Post)
    """Write a new Post; refuse if there is one with its key."""
    upsert = upsert_method(Post)
    """Change a Post, or create it where there is none."""

    @method
    def get(self, post_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Post]:
        """Read the Post with this key; None if there is none."""
        return self._get((post_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Post]:
        """Read Post items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, post_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[PostChanges]) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((post_id,), changes, values, condition)

    @method
    def delete(self, post_id: str, *, condition: Filter | None = None) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((post_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Post]:
        """Delete Post items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def posts_for_user(self, *, user_id: str, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[PostField]]) -> Query[Post]:
        """Query `postsForUser` in gsi1: _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query("postsForUser", {"user_id": user_id, "created_at": created_at}, **options)


class PostPlans(PostMethods, Plans[Post]):
    """Operations on Post, unsent."""


class PostHandle(PostMethods, Handle[Post, PostPlans]):
    """The Post items of a table."""


class Posts(Table):
    """The table `posts` on a store."""

    design = _DESIGN
    models = (Post,)

    post = handle(Post, PostHandle, PostPlans)
    """The Post items."""
