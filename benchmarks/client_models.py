"""Bench: typed access to the table `bench`.

Generated from its design; change that, and generate again:

    tavola generate client.yaml -o client_models.py --name Bench
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
    KeyPair,
    ModelSchema,
    TableSettings,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, NumberRef, TextRef
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, Page, Plans, QueryOptions, Record, Table

__all__ = ["Bench", "Post"]

_DESIGN = Design(
    name="Bench",
    layout="templates",
    table=TableSettings(name="bench", partition_key="pk", sort_key="sk", type_attribute="type"),
    models={
        "Post": ModelSchema(
            name="Post",
            handle="post",
            fields={
                "author": FieldSchema(
                    name="author", python_name="author", type="StringField", required=True
                ),
                "postId": FieldSchema(
                    name="postId", python_name="post_id", type="StringField", required=True
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
                "status": FieldSchema(
                    name="status", python_name="status", type="StringField", required=True
                ),
                "views": FieldSchema(
                    name="views", python_name="views", type="IntegerField", required=True
                ),
                "rating": FieldSchema(
                    name="rating", python_name="rating", type="FloatField", required=True
                ),
                "active": FieldSchema(
                    name="active", python_name="active", type="BooleanField", required=True
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="DateTimeField",
                    required=True,
                    storage="iso",
                ),
            },
            key=KeyPair(
                partition_attribute="pk",
                partition=Template(("USER#", Placeholder("author"))),
                sort_attribute="sk",
                sort=Template(("POST#", Placeholder("postId"))),
            ),
            primary_id=Template((Placeholder("author", escaped="%#"), "#", Placeholder("postId"))),
            indexes={
                "postsForAuthor": IndexSchema(
                    name="postsForAuthor",
                    python_name="posts_for_author",
                    key=KeyPair(
                        partition_attribute="pk",
                        partition=Template(("USER#", Placeholder("author"))),
                        sort_attribute="sk",
                        sort=Template(("POST#", Placeholder("postId"))),
                    ),
                ),
            },
            type_value="POST",
        ),
    },
)

PostField = Literal[
    "author",
    "post_id",
    "title",
    "slug",
    "summary",
    "language",
    "category",
    "status",
    "views",
    "rating",
    "active",
    "created_at",
]


class PostFields(Fields):
    """Post's fields, to make conditions and changes of."""

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


class PostValues(TypedDict, total=False):
    """What a new Post is made of."""

    author: Required[str]
    post_id: Required[str]
    title: Required[str]
    slug: Required[str]
    summary: Required[str]
    language: Required[str]
    category: Required[str]
    status: Required[str]
    views: Required[int]
    rating: Required[float]
    active: Required[bool]
    created_at: Required[datetime]


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


class PostPlans(Plans[Post]):
    """Operations on Post, unsent."""

    def create(self, **values: Unpack[PostValues]) -> Create[Post]:
        """Write a new Post; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, author: str, post_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Post]:
        """Read the Post with this key; None if there is none."""
        return self._get((author, post_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Post]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        author: str,
        post_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PostChanges],
    ) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((author, post_id), changes, values, condition)

    def upsert(self, **values: Unpack[PostValues]) -> Upsert[Post]:
        """Change a Post, or create it where there is none."""
        return self._upsert(values)

    def delete(self, author: str, post_id: str, *, condition: Filter | None = None) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((author, post_id), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Post]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def posts_for_author(
        self,
        *,
        author: str,
        post_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[PostField]],
    ) -> Query[Post]:
        """Query the table: pk = USER#{author}, sk = POST#{postId}."""
        return self._query("postsForAuthor", {"author": author, "post_id": post_id}, **options)


class PostHandle(Handle[Post, PostPlans]):
    """The Post items of a table."""

    def create(self, **values: Unpack[PostValues]) -> Post:
        """Write a new Post; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, author: str, post_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Post | None:
        """Read the Post with this key; None if there is none."""
        return self._table.get(self._plan_get((author, post_id), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Post | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        author: str,
        post_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PostChanges],
    ) -> Post:
        """Change a Post by its key; refuse if there is none."""
        return self._run(self.plan.update(author, post_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[PostValues]) -> Post:
        """Change a Post, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, author: str, post_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Post by its key; say whether there was one."""
        return self._run(self.plan.delete(author, post_id, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def posts_for_author(
        self,
        *,
        author: str,
        post_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[PostField]],
    ) -> Page[Post]:
        """Query the table: pk = USER#{author}, sk = POST#{postId}."""
        return self._page(self.plan.posts_for_author(author=author, post_id=post_id, **options))


class Bench(Table):
    """The table `bench` on a store."""

    design = _DESIGN
    models = (Post,)

    @cached_property
    def post(self) -> PostHandle:
        """The Post items."""
        return PostHandle(self, PostPlans(self.own_place, self.codec(Post)))
