"""Posts: typed access to the table `posts`.

Generated from its design; change that, and generate again:

    tavola generate posts.yaml -o posts_models.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    IterationSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    TableSettings,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, NumberRef, TextRef, auto
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, IndexOptions, Page, Plans, Record, Table

__all__ = ["Post", "Posts"]

_INDEX_1 = PhysicalIndex(name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk")
_INDEX_2 = PhysicalIndex(name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk")
_INDEX_3 = PhysicalIndex(name="gsi3", partition_key="_gsi3_pk", sort_key="_gsi3_sk")
_INDEX_4 = PhysicalIndex(name="gsi4", partition_key="_gsi4_pk", sort_key="_gsi4_sk")
_INDEX_5 = PhysicalIndex(name="gsi5", partition_key="_gsi5_pk", sort_key="_gsi5_sk")
_INDEX_6 = PhysicalIndex(
    name="iter_index", partition_key="_iter_pk", sort_key="_iter_sk", projection="keysOnly"
)

_DESIGN = Design(
    name="Posts",
    layout="managed",
    table=TableSettings(
        name="posts",
        partition_key="_pk",
        sort_key="_sk",
        ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6),
    ),
    models={
        "Post": ModelSchema(
            name="Post",
            handle="post",
            fields={
                "postId": FieldSchema(
                    name="postId", python_name="post_id", type="UlidField", auto_assign=True
                ),
                "userId": FieldSchema(
                    name="userId", python_name="user_id", type="StringField", required=True
                ),
                "title": FieldSchema(
                    name="title", python_name="title", type="StringField", required=True
                ),
                "slug": FieldSchema(
                    name="slug", python_name="slug", type="StringField", required=True
                ),
                "summary": FieldSchema(
                    name="summary", python_name="summary", type="StringField", required=True
                ),
                "language": FieldSchema(
                    name="language", python_name="language", type="StringField", required=True
                ),
                "category": FieldSchema(
                    name="category", python_name="category", type="StringField", required=True
                ),
                "image": FieldSchema(name="image", python_name="image", type="StringField"),
                "status": FieldSchema(
                    name="status", python_name="status", type="StringField", required=True
                ),
                "views": FieldSchema(
                    name="views", python_name="views", type="IntegerField", default=0
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="epochMillis",
                ),
                "modifiedAt": FieldSchema(
                    name="modifiedAt",
                    python_name="modified_at",
                    type="ModifiedDateField",
                    storage="epochMillis",
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("p#", Placeholder("postId"))),
                sort_attribute="_sk",
                sort=Template(("p",)),
            ),
            primary_id=Template((Placeholder("postId"),)),
            indexes={
                "postsForUser": IndexSchema(
                    name="postsForUser",
                    python_name="posts_for_user",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("p#gsi1#", Placeholder("userId"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("createdAt", form="ms20"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(("p#iter#", Placeholder("$bucket", form="int:3"))),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("postId"),)),
                ),
                buckets=10,
            ),
            model_prefix="p",
        ),
    },
)

PostField = Literal[
    "post_id",
    "user_id",
    "title",
    "slug",
    "summary",
    "language",
    "category",
    "image",
    "status",
    "views",
    "created_at",
    "modified_at",
]


class PostFields(Fields):
    """Post's fields, to make conditions and changes of."""

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


class PostValues(TypedDict, total=False):
    """What a new Post is made of."""

    post_id: str
    user_id: Required[str]
    title: Required[str]
    slug: Required[str]
    summary: Required[str]
    language: Required[str]
    category: Required[str]
    image: str | None
    status: Required[str]
    views: int | None
    created_at: datetime
    modified_at: datetime


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


class PostPlans(Plans[Post]):
    """Operations on Post, unsent."""

    def create(self, **values: Unpack[PostValues]) -> Create[Post]:
        """Write a new Post; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, post_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Post]:
        """Read the Post with this key; None if there is none."""
        return self._get((post_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Post]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        post_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PostChanges],
    ) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((post_id,), changes, values, condition)

    def upsert(self, **values: Unpack[PostValues]) -> Upsert[Post]:
        """Change a Post, or create it where there is none."""
        return self._upsert(values)

    def delete(self, post_id: str, *, condition: Filter | None = None) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((post_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Post]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def posts_for_user(
        self,
        *,
        user_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Query[Post]:
        """Query gsi1: _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query(
            "postsForUser", {"user_id": user_id, "created_at": created_at}, **options
        )


class PostHandle(Handle[Post, PostPlans]):
    """The Post items of a table."""

    def create(self, **values: Unpack[PostValues]) -> Post:
        """Write a new Post; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, post_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Post | None:
        """Read the Post with this key; None if there is none."""
        return self._table.get(self._plan_get((post_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Post | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        post_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PostChanges],
    ) -> Post:
        """Change a Post by its key; refuse if there is none."""
        return self._run(self.plan.update(post_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[PostValues]) -> Post:
        """Change a Post, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, post_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Post by its key; say whether there was one."""
        return self._run(self.plan.delete(post_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def posts_for_user(
        self,
        *,
        user_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Page[Post]:
        """Query gsi1: _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}."""
        return self._page(
            self.plan.posts_for_user(user_id=user_id, created_at=created_at, **options)
        )


class Posts(Table):
    """The table `posts` on a store."""

    design = _DESIGN
    models = (Post,)

    @cached_property
    def post(self) -> PostHandle:
        """The Post items."""
        return PostHandle(self, PostPlans(self.own_place, self.codec(Post)))
