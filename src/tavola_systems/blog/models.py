"""Blog: typed access to the table `blog`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
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
    PatternSchema,
    PhysicalIndex,
    Relation,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, NumberRef, SetRef, TextRef, auto, member
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import (
    Handle,
    IndexOptions,
    Page,
    PageOptions,
    PatternOptions,
    Plans,
    QueryOptions,
    Record,
    Table,
    table_of,
)

__all__ = ["Blog", "Comment", "Post", "Tag", "TaggedPost", "User"]

_INDEX_1 = PhysicalIndex(name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk")
_INDEX_2 = PhysicalIndex(name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk")
_INDEX_3 = PhysicalIndex(name="gsi3", partition_key="_gsi3_pk", sort_key="_gsi3_sk")
_INDEX_4 = PhysicalIndex(name="gsi4", partition_key="_gsi4_pk", sort_key="_gsi4_sk")
_INDEX_5 = PhysicalIndex(name="gsi5", partition_key="_gsi5_pk", sort_key="_gsi5_sk")
_INDEX_6 = PhysicalIndex(
    name="iter_index", partition_key="_iter_pk", sort_key="_iter_sk", projection="keysOnly"
)

_DESIGN = Design(
    name="Blog",
    layout="managed",
    table=TableSettings(
        name="blog",
        partition_key="_pk",
        sort_key="_sk",
        ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6),
    ),
    models={
        "User": ModelSchema(
            name="User",
            handle="user",
            fields={
                "userId": FieldSchema(
                    name="userId", python_name="user_id", type="UlidField", auto_assign=True
                ),
                "name": FieldSchema(
                    name="name",
                    python_name="name",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "email": FieldSchema(
                    name="email",
                    python_name="email",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "roles": FieldSchema(
                    name="roles",
                    python_name="roles",
                    type="StringSetField",
                    max_string_length=20,
                    max_member_count=5,
                ),
                "postCount": FieldSchema(
                    name="postCount", python_name="post_count", type="CounterField"
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
                "version": FieldSchema(name="version", python_name="version", type="VersionField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("u#", Placeholder("userId"))),
                sort_attribute="_sk",
                sort=Template(("u",)),
            ),
            primary_id=Template((Placeholder("userId"),)),
            uniques={
                "uniqueEmail": UniqueSchema(
                    name="uniqueEmail",
                    fields=("email",),
                    python_name="find_by_email",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("_raft_uc#_uc1#u#email:", Placeholder("email"))),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
            },
            relations=(
                Relation(
                    kind="query",
                    model="User",
                    python_name="query_posts",
                    target="Post",
                    field="userId",
                    source="Post",
                    index="postsForUser",
                ),
                Relation(
                    kind="query",
                    model="User",
                    python_name="query_comments",
                    target="Comment",
                    field="authorId",
                    source="Comment",
                    index="commentsForUser",
                ),
            ),
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(("u#iter#", Placeholder("$bucket", form="int:3"))),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("userId"),)),
                ),
                buckets=10,
            ),
            model_prefix="u",
            version_field="version",
            counters=("postCount",),
            description="Somebody who writes and comments.",
        ),
        "Post": ModelSchema(
            name="Post",
            handle="post",
            fields={
                "postId": FieldSchema(
                    name="postId", python_name="post_id", type="UlidField", auto_assign=True
                ),
                "userId": FieldSchema(
                    name="userId",
                    python_name="user_id",
                    type="RelatedField",
                    required=True,
                    model="User",
                ),
                "title": FieldSchema(
                    name="title",
                    python_name="title",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "content": FieldSchema(
                    name="content",
                    python_name="content",
                    type="StringField",
                    is_heavy=True,
                    expected_bytes=8000,
                    description="Left out of lists.",
                ),
                "excerpt": FieldSchema(
                    name="excerpt",
                    python_name="excerpt",
                    type="StringField",
                    max_length=400,
                    description="The beginning of the content, shown in lists.",
                ),
                "tagNames": FieldSchema(
                    name="tagNames",
                    python_name="tag_names",
                    type="StringSetField",
                    max_string_length=50,
                    max_member_count=20,
                ),
                "shelf": FieldSchema(
                    name="shelf",
                    python_name="shelf",
                    type="StringField",
                    max_length=20,
                    description='"published"; missing while the post is a draft.',
                ),
                "titleKey": FieldSchema(
                    name="titleKey",
                    python_name="title_key",
                    type="StringField",
                    max_length=200,
                    description="The title as it is searched: folded, in single spaces.",
                ),
                "publishedAt": FieldSchema(
                    name="publishedAt",
                    python_name="published_at",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "commentCount": FieldSchema(
                    name="commentCount", python_name="comment_count", type="CounterField"
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
                "version": FieldSchema(name="version", python_name="version", type="VersionField"),
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
                "postsOnShelf": IndexSchema(
                    name="postsOnShelf",
                    python_name="posts_on_shelf",
                    key=KeyPair(
                        partition_attribute="_gsi2_pk",
                        partition=Template(("p#gsi2#", Placeholder("shelf"))),
                        sort_attribute="_gsi2_sk",
                        sort=Template((Placeholder("publishedAt", form="ms20"),)),
                    ),
                    physical=_INDEX_2,
                ),
                "postsByTitle": IndexSchema(
                    name="postsByTitle",
                    python_name="posts_by_title",
                    key=KeyPair(
                        partition_attribute="_gsi3_pk",
                        partition=Template(("p#gsi3#", Placeholder("shelf"))),
                        sort_attribute="_gsi3_sk",
                        sort=Template((Placeholder("titleKey"),)),
                    ),
                    physical=_INDEX_3,
                ),
            },
            relations=(
                Relation(
                    kind="getter",
                    model="Post",
                    python_name="get_user",
                    target="User",
                    field="userId",
                ),
                Relation(
                    kind="mapping",
                    model="Post",
                    python_name="get_tags",
                    target="Tag",
                    field="postId",
                    source="TaggedPost",
                    index="tagsForPost",
                    other_field="tagId",
                ),
                Relation(
                    kind="query",
                    model="Post",
                    python_name="query_comments",
                    target="Comment",
                    field="postId",
                    source="Comment",
                    index="commentsForPost",
                ),
            ),
            model_prefix="p",
            version_field="version",
            counters=("commentCount",),
            description="An article by one user.",
        ),
        "Tag": ModelSchema(
            name="Tag",
            handle="tag",
            fields={
                "tagId": FieldSchema(
                    name="tagId", python_name="tag_id", type="UlidField", auto_assign=True
                ),
                "name": FieldSchema(
                    name="name",
                    python_name="name",
                    type="StringField",
                    required=True,
                    max_length=50,
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="epochMillis",
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("t#", Placeholder("tagId"))),
                sort_attribute="_sk",
                sort=Template(("t",)),
            ),
            primary_id=Template((Placeholder("tagId"),)),
            uniques={
                "uniqueName": UniqueSchema(
                    name="uniqueName",
                    fields=("name",),
                    python_name="find_by_name",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("_raft_uc#_uc1#t#name:", Placeholder("name"))),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
            },
            relations=(
                Relation(
                    kind="mapping",
                    model="Tag",
                    python_name="get_posts",
                    target="Post",
                    field="tagId",
                    source="TaggedPost",
                    index="postsForTag",
                    other_field="postId",
                ),
                Relation(
                    kind="mapping",
                    model="Tag",
                    python_name="get_recent_posts",
                    target="Post",
                    field="tagId",
                    source="TaggedPost",
                    index="recentPostsForTag",
                    other_field="postId",
                ),
            ),
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(("t#iter",)),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("tagId"),)),
                ),
                buckets=1,
            ),
            model_prefix="t",
            description="A word that posts are found by.",
        ),
        "TaggedPost": ModelSchema(
            name="TaggedPost",
            handle="tagged_post",
            fields={
                "tagId": FieldSchema(
                    name="tagId",
                    python_name="tag_id",
                    type="RelatedField",
                    required=True,
                    model="Tag",
                ),
                "postId": FieldSchema(
                    name="postId",
                    python_name="post_id",
                    type="RelatedField",
                    required=True,
                    model="Post",
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="epochMillis",
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("tp#", Placeholder("tagId"))),
                sort_attribute="_sk",
                sort=Template((Placeholder("postId"),)),
            ),
            primary_id=Template((Placeholder("tagId"), "##__SK__##", Placeholder("postId"))),
            indexes={
                "postsForTag": IndexSchema(
                    name="postsForTag",
                    python_name="posts_for_tag",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("tp#", Placeholder("tagId"))),
                        sort_attribute="_sk",
                        sort=Template((Placeholder("postId"),)),
                    ),
                ),
                "tagsForPost": IndexSchema(
                    name="tagsForPost",
                    python_name="tags_for_post",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("tp#gsi1#", Placeholder("postId"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("tagId"),)),
                    ),
                    physical=_INDEX_1,
                ),
                "recentPostsForTag": IndexSchema(
                    name="recentPostsForTag",
                    python_name="recent_posts_for_tag",
                    key=KeyPair(
                        partition_attribute="_gsi2_pk",
                        partition=Template(("tp#gsi2#", Placeholder("tagId"))),
                        sort_attribute="_gsi2_sk",
                        sort=Template((Placeholder("createdAt", form="ms20"),)),
                    ),
                    physical=_INDEX_2,
                ),
            },
            relations=(
                Relation(
                    kind="getter",
                    model="TaggedPost",
                    python_name="get_tag",
                    target="Tag",
                    field="tagId",
                ),
                Relation(
                    kind="getter",
                    model="TaggedPost",
                    python_name="get_post",
                    target="Post",
                    field="postId",
                ),
            ),
            model_prefix="tp",
            is_mapping=True,
            description="A tag on a post.",
        ),
        "Comment": ModelSchema(
            name="Comment",
            handle="comment",
            fields={
                "postId": FieldSchema(
                    name="postId",
                    python_name="post_id",
                    type="RelatedField",
                    required=True,
                    model="Post",
                ),
                "commentId": FieldSchema(
                    name="commentId", python_name="comment_id", type="UlidField", auto_assign=True
                ),
                "authorId": FieldSchema(
                    name="authorId",
                    python_name="author_id",
                    type="RelatedField",
                    required=True,
                    model="User",
                ),
                "text": FieldSchema(
                    name="text",
                    python_name="text",
                    type="StringField",
                    required=True,
                    max_length=2000,
                ),
                "likes": FieldSchema(name="likes", python_name="likes", type="CounterField"),
                "desk": FieldSchema(
                    name="desk",
                    python_name="desk",
                    type="StringField",
                    max_length=20,
                    description='"new" until a moderator has seen it, then missing.',
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="epochMillis",
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("c#", Placeholder("postId"))),
                sort_attribute="_sk",
                sort=Template((Placeholder("commentId"),)),
            ),
            primary_id=Template((Placeholder("postId"), "##__SK__##", Placeholder("commentId"))),
            indexes={
                "commentsForPost": IndexSchema(
                    name="commentsForPost",
                    python_name="comments_for_post",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("c#", Placeholder("postId"))),
                        sort_attribute="_sk",
                        sort=Template((Placeholder("commentId"),)),
                    ),
                ),
                "commentsForUser": IndexSchema(
                    name="commentsForUser",
                    python_name="comments_for_user",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("c#gsi1#", Placeholder("authorId"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("createdAt", form="ms20"),)),
                    ),
                    physical=_INDEX_1,
                ),
                "commentsOnDesk": IndexSchema(
                    name="commentsOnDesk",
                    python_name="comments_on_desk",
                    key=KeyPair(
                        partition_attribute="_gsi2_pk",
                        partition=Template(("c#gsi2#", Placeholder("desk"))),
                        sort_attribute="_gsi2_sk",
                        sort=Template((Placeholder("createdAt", form="ms20"),)),
                    ),
                    physical=_INDEX_2,
                ),
            },
            relations=(
                Relation(
                    kind="getter",
                    model="Comment",
                    python_name="get_post",
                    target="Post",
                    field="postId",
                ),
                Relation(
                    kind="getter",
                    model="Comment",
                    python_name="get_author",
                    target="User",
                    field="authorId",
                ),
            ),
            model_prefix="c",
            counters=("likes",),
            description="What a user says about a post.",
        ),
    },
    patterns={
        "likedComments": PatternSchema(
            name="likedComments",
            python_name="liked_comments",
            model="Comment",
            index="commentsForPost",
            filter={"likes": {"$gt": 0}},
            limit=20,
            description="Comments on a post that somebody liked.",
        ),
        "postTitles": PatternSchema(
            name="postTitles",
            python_name="post_titles",
            model="Post",
            index="postsForUser",
            only=("title", "createdAt"),
            descending=True,
            description="Titles of a user's posts, latest first.",
        ),
    },
)

UserField = Literal[
    "user_id", "name", "email", "roles", "post_count", "created_at", "modified_at", "version"
]


class UserFields(Fields):
    """User's fields, to make conditions and changes of."""

    user_id: TextRef
    name: TextRef
    email: TextRef
    roles: SetRef
    post_count: NumberRef[int]
    created_at: FieldRef[datetime]
    modified_at: FieldRef[datetime]
    version: TextRef


class UserValues(TypedDict, total=False):
    """What a new User is made of."""

    user_id: str
    name: Required[str]
    email: Required[str]
    roles: set[str]
    post_count: int
    created_at: datetime
    modified_at: datetime
    version: str


class UserChanges(TypedDict, total=False):
    """What an update of a User may set."""

    name: str
    email: str
    roles: set[str]
    post_count: int
    created_at: datetime


class User(Record, schema=_DESIGN.models["User"]):
    """Somebody who writes and comments.

    - key: _pk = u#{userId}, _sk = u
    - uniqueEmail, a lock: _pk = _raft_uc#_uc1#u#email:{email}, _sk = _raft_uc
    - iteration (iter_index): _iter_pk = u#iter#{bucket:03d}, _iter_sk = {userId}
    """

    fields: ClassVar[UserFields]
    name: str
    email: str
    user_id: str = auto()
    roles: set[str] = member()
    post_count: int = 0
    created_at: datetime = auto()
    modified_at: datetime = auto()
    version: str = auto()

    def query_posts(
        self,
        *,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Page[Post]:
        """Query the Post items whose `user_id` is this one."""
        return table_of(self, Blog).post.posts_for_user(
            user_id=self.user_id, created_at=created_at, **options
        )

    def query_comments(
        self,
        *,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Page[Comment]:
        """Query the Comment items whose `author_id` is this one."""
        return table_of(self, Blog).comment.comments_for_user(
            author_id=self.user_id, created_at=created_at, **options
        )


PostField = Literal[
    "post_id",
    "user_id",
    "title",
    "excerpt",
    "tag_names",
    "shelf",
    "title_key",
    "published_at",
    "comment_count",
    "created_at",
    "modified_at",
    "version",
]


class PostFields(Fields):
    """Post's fields, to make conditions and changes of."""

    post_id: TextRef
    user_id: TextRef
    title: TextRef
    content: TextRef
    excerpt: TextRef
    tag_names: SetRef
    shelf: TextRef
    title_key: TextRef
    published_at: FieldRef[datetime]
    comment_count: NumberRef[int]
    created_at: FieldRef[datetime]
    modified_at: FieldRef[datetime]
    version: TextRef


class PostValues(TypedDict, total=False):
    """What a new Post is made of."""

    post_id: str
    user_id: Required[str]
    title: Required[str]
    content: str | None
    excerpt: str | None
    tag_names: set[str]
    shelf: str | None
    title_key: str | None
    published_at: datetime | None
    comment_count: int
    created_at: datetime
    modified_at: datetime
    version: str


class PostChanges(TypedDict, total=False):
    """What an update of a Post may set."""

    user_id: str
    title: str
    content: str | None
    excerpt: str | None
    tag_names: set[str]
    shelf: str | None
    title_key: str | None
    published_at: datetime | None
    comment_count: int
    created_at: datetime


class Post(Record, schema=_DESIGN.models["Post"]):
    """An article by one user.

    - key: _pk = p#{postId}, _sk = p
    - postsForUser (gsi1): _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}
    - postsOnShelf (gsi2): _gsi2_pk = p#gsi2#{shelf}, _gsi2_sk = {publishedAt:sortable}
    - postsByTitle (gsi3): _gsi3_pk = p#gsi3#{shelf}, _gsi3_sk = {titleKey}
    """

    fields: ClassVar[PostFields]
    user_id: str
    title: str
    post_id: str = auto()
    content: str | None = None
    """Left out of lists."""
    excerpt: str | None = None
    """The beginning of the content, shown in lists."""
    tag_names: set[str] = member()
    shelf: str | None = None
    """"published"; missing while the post is a draft."""
    title_key: str | None = None
    """The title as it is searched: folded, in single spaces."""
    published_at: datetime | None = None
    comment_count: int = 0
    created_at: datetime = auto()
    modified_at: datetime = auto()
    version: str = auto()

    def get_user(self) -> User | None:
        """Read the User that `user_id` refers to."""
        return table_of(self, Blog).user.get_by_id(self.user_id)

    def get_tags(
        self, *, tag_id: str | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> Page[Tag]:
        """Read the Tag items of this one, in the order of TaggedPost."""
        mapping = table_of(self, Blog).tagged_post.plan.tags_for_post(
            post_id=self.post_id, tag_id=tag_id, **options
        )
        return table_of(self, Blog).tag.reach(mapping, "tagId")

    def query_comments(
        self,
        *,
        comment_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Page[Comment]:
        """Query the Comment items whose `post_id` is this one."""
        return table_of(self, Blog).comment.comments_for_post(
            post_id=self.post_id, comment_id=comment_id, **options
        )


TagField = Literal["tag_id", "name", "created_at"]


class TagFields(Fields):
    """Tag's fields, to make conditions and changes of."""

    tag_id: TextRef
    name: TextRef
    created_at: FieldRef[datetime]


class TagValues(TypedDict, total=False):
    """What a new Tag is made of."""

    tag_id: str
    name: Required[str]
    created_at: datetime


class TagChanges(TypedDict, total=False):
    """What an update of a Tag may set."""

    name: str
    created_at: datetime


class Tag(Record, schema=_DESIGN.models["Tag"]):
    """A word that posts are found by.

    - key: _pk = t#{tagId}, _sk = t
    - uniqueName, a lock: _pk = _raft_uc#_uc1#t#name:{name}, _sk = _raft_uc
    - iteration (iter_index): _iter_pk = t#iter, _iter_sk = {tagId}
    """

    fields: ClassVar[TagFields]
    name: str
    tag_id: str = auto()
    created_at: datetime = auto()

    def get_posts(
        self, *, post_id: str | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost."""
        mapping = table_of(self, Blog).tagged_post.plan.posts_for_tag(
            tag_id=self.tag_id, post_id=post_id, **options
        )
        return table_of(self, Blog).post.reach(mapping, "postId")

    def get_recent_posts(
        self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost."""
        mapping = table_of(self, Blog).tagged_post.plan.recent_posts_for_tag(
            tag_id=self.tag_id, created_at=created_at, **options
        )
        return table_of(self, Blog).post.reach(mapping, "postId")


TaggedPostField = Literal["tag_id", "post_id", "created_at"]


class TaggedPostFields(Fields):
    """TaggedPost's fields, to make conditions and changes of."""

    tag_id: TextRef
    post_id: TextRef
    created_at: FieldRef[datetime]


class TaggedPostValues(TypedDict, total=False):
    """What a new TaggedPost is made of."""

    tag_id: Required[str]
    post_id: Required[str]
    created_at: datetime


class TaggedPostChanges(TypedDict, total=False):
    """What an update of a TaggedPost may set."""

    created_at: datetime


class TaggedPost(Record, schema=_DESIGN.models["TaggedPost"]):
    """A tag on a post.

    - key: _pk = tp#{tagId}, _sk = {postId}
    - postsForTag: key
    - tagsForPost (gsi1): _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}
    - recentPostsForTag (gsi2): _gsi2_pk = tp#gsi2#{tagId}, _gsi2_sk = {createdAt:sortable}
    """

    fields: ClassVar[TaggedPostFields]
    tag_id: str
    post_id: str
    created_at: datetime = auto()

    def get_tag(self) -> Tag | None:
        """Read the Tag that `tag_id` refers to."""
        return table_of(self, Blog).tag.get_by_id(self.tag_id)

    def get_post(self) -> Post | None:
        """Read the Post that `post_id` refers to."""
        return table_of(self, Blog).post.get_by_id(self.post_id)


CommentField = Literal["post_id", "comment_id", "author_id", "text", "likes", "desk", "created_at"]


class CommentFields(Fields):
    """Comment's fields, to make conditions and changes of."""

    post_id: TextRef
    comment_id: TextRef
    author_id: TextRef
    text: TextRef
    likes: NumberRef[int]
    desk: TextRef
    created_at: FieldRef[datetime]


class CommentValues(TypedDict, total=False):
    """What a new Comment is made of."""

    post_id: Required[str]
    comment_id: str
    author_id: Required[str]
    text: Required[str]
    likes: int
    desk: str | None
    created_at: datetime


class CommentChanges(TypedDict, total=False):
    """What an update of a Comment may set."""

    author_id: str
    text: str
    likes: int
    desk: str | None
    created_at: datetime


class Comment(Record, schema=_DESIGN.models["Comment"]):
    """What a user says about a post.

    - key: _pk = c#{postId}, _sk = {commentId}
    - commentsForPost: key
    - commentsForUser (gsi1): _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}
    - commentsOnDesk (gsi2): _gsi2_pk = c#gsi2#{desk}, _gsi2_sk = {createdAt:sortable}
    """

    fields: ClassVar[CommentFields]
    post_id: str
    author_id: str
    text: str
    comment_id: str = auto()
    likes: int = 0
    desk: str | None = None
    """"new" until a moderator has seen it, then missing."""
    created_at: datetime = auto()

    def get_post(self) -> Post | None:
        """Read the Post that `post_id` refers to."""
        return table_of(self, Blog).post.get_by_id(self.post_id)

    def get_author(self) -> User | None:
        """Read the User that `author_id` refers to."""
        return table_of(self, Blog).user.get_by_id(self.author_id)


class UserPlans(Plans[User]):
    """Operations on User, unsent."""

    def create(self, **values: Unpack[UserValues]) -> Create[User]:
        """Write a new User; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, user_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((user_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[User]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        user_id: str,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str | None = None,
        **values: Unpack[UserChanges],
    ) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((user_id,), changes, values, condition, expect_version)

    def upsert(self, **values: Unpack[UserValues]) -> Upsert[User]:
        """Change a User, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, user_id: str, *, condition: Filter | None = None, expect_version: str | None = None
    ) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((user_id,), condition, expect_version)

    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)


class UserHandle(Handle[User, UserPlans]):
    """The User items of a table."""

    def create(self, **values: Unpack[UserValues]) -> User:
        """Write a new User; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, user_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> User | None:
        """Read the User with this key; None if there is none."""
        return self._table.get(self._plan_get((user_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[User | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        user_id: str,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str | None = None,
        **values: Unpack[UserChanges],
    ) -> User:
        """Change a User by its key; refuse if there is none."""
        return self._run(
            self.plan.update(
                user_id, *changes, condition=condition, expect_version=expect_version, **values
            ),
        )

    def upsert(self, **values: Unpack[UserValues]) -> User:
        """Change a User, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, user_id: str, *, condition: Filter | None = None, expect_version: str | None = None
    ) -> bool:
        """Delete a User by its key; say whether there was one."""
        return self._run(
            self.plan.delete(user_id, condition=condition, expect_version=expect_version)
        )

    def find_by_email(self, email: str, *, include_expired: bool = False) -> User | None:
        """Find the one User with this `email`."""
        return self._run(self.plan.find_by_email(email, include_expired=include_expired))


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
        expect_version: str | None = None,
        **values: Unpack[PostChanges],
    ) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((post_id,), changes, values, condition, expect_version)

    def upsert(self, **values: Unpack[PostValues]) -> Upsert[Post]:
        """Change a Post, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, post_id: str, *, condition: Filter | None = None, expect_version: str | None = None
    ) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((post_id,), condition, expect_version)

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

    def posts_on_shelf(
        self,
        *,
        shelf: str,
        published_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Query[Post]:
        """Query gsi2: _gsi2_pk = p#gsi2#{shelf}, _gsi2_sk = {publishedAt:sortable}."""
        return self._query(
            "postsOnShelf", {"shelf": shelf, "published_at": published_at}, **options
        )

    def posts_by_title(
        self,
        *,
        shelf: str,
        title_key: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Query[Post]:
        """Query gsi3: _gsi3_pk = p#gsi3#{shelf}, _gsi3_sk = {titleKey}."""
        return self._query("postsByTitle", {"shelf": shelf, "title_key": title_key}, **options)

    def post_titles(
        self,
        *,
        user_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[PatternOptions],
    ) -> Query[Post]:
        """Query Titles of a user's posts, latest first."""
        return self._pattern(
            "postTitles", {"user_id": user_id, "created_at": created_at}, **options
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
        expect_version: str | None = None,
        **values: Unpack[PostChanges],
    ) -> Post:
        """Change a Post by its key; refuse if there is none."""
        return self._run(
            self.plan.update(
                post_id, *changes, condition=condition, expect_version=expect_version, **values
            ),
        )

    def upsert(self, **values: Unpack[PostValues]) -> Post:
        """Change a Post, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, post_id: str, *, condition: Filter | None = None, expect_version: str | None = None
    ) -> bool:
        """Delete a Post by its key; say whether there was one."""
        return self._run(
            self.plan.delete(post_id, condition=condition, expect_version=expect_version)
        )

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

    def posts_on_shelf(
        self,
        *,
        shelf: str,
        published_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Page[Post]:
        """Query gsi2: _gsi2_pk = p#gsi2#{shelf}, _gsi2_sk = {publishedAt:sortable}."""
        return self._page(
            self.plan.posts_on_shelf(shelf=shelf, published_at=published_at, **options)
        )

    def posts_by_title(
        self,
        *,
        shelf: str,
        title_key: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Page[Post]:
        """Query gsi3: _gsi3_pk = p#gsi3#{shelf}, _gsi3_sk = {titleKey}."""
        return self._page(self.plan.posts_by_title(shelf=shelf, title_key=title_key, **options))

    def post_titles(
        self,
        *,
        user_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[PatternOptions],
    ) -> Page[Post]:
        """Query Titles of a user's posts, latest first."""
        return self._page(self.plan.post_titles(user_id=user_id, created_at=created_at, **options))


class TagPlans(Plans[Tag]):
    """Operations on Tag, unsent."""

    def create(self, **values: Unpack[TagValues]) -> Create[Tag]:
        """Write a new Tag; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, tag_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Tag]:
        """Read the Tag with this key; None if there is none."""
        return self._get((tag_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Tag]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        tag_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TagChanges],
    ) -> Update[Tag]:
        """Change a Tag by its key; refuse if there is none."""
        return self._update((tag_id,), changes, values, condition)

    def upsert(self, **values: Unpack[TagValues]) -> Upsert[Tag]:
        """Change a Tag, or create it where there is none."""
        return self._upsert(values)

    def delete(self, tag_id: str, *, condition: Filter | None = None) -> Delete[Tag]:
        """Delete a Tag by its key; say whether there was one."""
        return self._delete((tag_id,), condition)

    def find_by_name(self, name: str, *, include_expired: bool = False) -> FindByUnique[Tag]:
        """Find the one Tag with this `name`."""
        return self._find("uniqueName", (name,), include_expired)


class TagHandle(Handle[Tag, TagPlans]):
    """The Tag items of a table."""

    def create(self, **values: Unpack[TagValues]) -> Tag:
        """Write a new Tag; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, tag_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Tag | None:
        """Read the Tag with this key; None if there is none."""
        return self._table.get(self._plan_get((tag_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Tag | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        tag_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TagChanges],
    ) -> Tag:
        """Change a Tag by its key; refuse if there is none."""
        return self._run(self.plan.update(tag_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[TagValues]) -> Tag:
        """Change a Tag, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, tag_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Tag by its key; say whether there was one."""
        return self._run(self.plan.delete(tag_id, condition=condition))

    def find_by_name(self, name: str, *, include_expired: bool = False) -> Tag | None:
        """Find the one Tag with this `name`."""
        return self._run(self.plan.find_by_name(name, include_expired=include_expired))


class TaggedPostPlans(Plans[TaggedPost]):
    """Operations on TaggedPost, unsent."""

    def create(self, **values: Unpack[TaggedPostValues]) -> Create[TaggedPost]:
        """Write a new TaggedPost; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, tag_id: str, post_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[TaggedPost]:
        """Read the TaggedPost with this key; None if there is none."""
        return self._get((tag_id, post_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[TaggedPost]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        tag_id: str,
        post_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TaggedPostChanges],
    ) -> Update[TaggedPost]:
        """Change a TaggedPost by its key; refuse if there is none."""
        return self._update((tag_id, post_id), changes, values, condition)

    def upsert(self, **values: Unpack[TaggedPostValues]) -> Upsert[TaggedPost]:
        """Change a TaggedPost, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, tag_id: str, post_id: str, *, condition: Filter | None = None
    ) -> Delete[TaggedPost]:
        """Delete a TaggedPost by its key; say whether there was one."""
        return self._delete((tag_id, post_id), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[TaggedPost]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def posts_for_tag(
        self,
        *,
        tag_id: str,
        post_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[TaggedPostField]],
    ) -> Query[TaggedPost]:
        """Query the table: _pk = tp#{tagId}, _sk = {postId}."""
        return self._query("postsForTag", {"tag_id": tag_id, "post_id": post_id}, **options)

    def tags_for_post(
        self,
        *,
        post_id: str,
        tag_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[TaggedPostField]],
    ) -> Query[TaggedPost]:
        """Query gsi1: _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}."""
        return self._query("tagsForPost", {"post_id": post_id, "tag_id": tag_id}, **options)

    def recent_posts_for_tag(
        self,
        *,
        tag_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[TaggedPostField]],
    ) -> Query[TaggedPost]:
        """Query gsi2: _gsi2_pk = tp#gsi2#{tagId}, _gsi2_sk = {createdAt:sortable}."""
        return self._query(
            "recentPostsForTag", {"tag_id": tag_id, "created_at": created_at}, **options
        )


class TaggedPostHandle(Handle[TaggedPost, TaggedPostPlans]):
    """The TaggedPost items of a table."""

    def create(self, **values: Unpack[TaggedPostValues]) -> TaggedPost:
        """Write a new TaggedPost; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, tag_id: str, post_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> TaggedPost | None:
        """Read the TaggedPost with this key; None if there is none."""
        return self._table.get(self._plan_get((tag_id, post_id), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[TaggedPost | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        tag_id: str,
        post_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TaggedPostChanges],
    ) -> TaggedPost:
        """Change a TaggedPost by its key; refuse if there is none."""
        return self._run(self.plan.update(tag_id, post_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[TaggedPostValues]) -> TaggedPost:
        """Change a TaggedPost, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, tag_id: str, post_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a TaggedPost by its key; say whether there was one."""
        return self._run(self.plan.delete(tag_id, post_id, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def posts_for_tag(
        self,
        *,
        tag_id: str,
        post_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[TaggedPostField]],
    ) -> Page[TaggedPost]:
        """Query the table: _pk = tp#{tagId}, _sk = {postId}."""
        return self._page(self.plan.posts_for_tag(tag_id=tag_id, post_id=post_id, **options))

    def tags_for_post(
        self,
        *,
        post_id: str,
        tag_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[TaggedPostField]],
    ) -> Page[TaggedPost]:
        """Query gsi1: _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}."""
        return self._page(self.plan.tags_for_post(post_id=post_id, tag_id=tag_id, **options))

    def recent_posts_for_tag(
        self,
        *,
        tag_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[TaggedPostField]],
    ) -> Page[TaggedPost]:
        """Query gsi2: _gsi2_pk = tp#gsi2#{tagId}, _gsi2_sk = {createdAt:sortable}."""
        return self._page(
            self.plan.recent_posts_for_tag(tag_id=tag_id, created_at=created_at, **options)
        )


class CommentPlans(Plans[Comment]):
    """Operations on Comment, unsent."""

    def create(self, **values: Unpack[CommentValues]) -> Create[Comment]:
        """Write a new Comment; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        post_id: str,
        comment_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Comment]:
        """Read the Comment with this key; None if there is none."""
        return self._get((post_id, comment_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Comment]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        post_id: str,
        comment_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[CommentChanges],
    ) -> Update[Comment]:
        """Change a Comment by its key; refuse if there is none."""
        return self._update((post_id, comment_id), changes, values, condition)

    def upsert(self, **values: Unpack[CommentValues]) -> Upsert[Comment]:
        """Change a Comment, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, post_id: str, comment_id: str, *, condition: Filter | None = None
    ) -> Delete[Comment]:
        """Delete a Comment by its key; say whether there was one."""
        return self._delete((post_id, comment_id), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Comment]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def comments_for_post(
        self,
        *,
        post_id: str,
        comment_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Query[Comment]:
        """Query the table: _pk = c#{postId}, _sk = {commentId}."""
        return self._query(
            "commentsForPost", {"post_id": post_id, "comment_id": comment_id}, **options
        )

    def comments_for_user(
        self,
        *,
        author_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Query[Comment]:
        """Query gsi1: _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query(
            "commentsForUser", {"author_id": author_id, "created_at": created_at}, **options
        )

    def comments_on_desk(
        self,
        *,
        desk: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Query[Comment]:
        """Query gsi2: _gsi2_pk = c#gsi2#{desk}, _gsi2_sk = {createdAt:sortable}."""
        return self._query("commentsOnDesk", {"desk": desk, "created_at": created_at}, **options)

    def liked_comments(
        self,
        *,
        post_id: str,
        comment_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Query[Comment]:
        """Query Comments on a post that somebody liked."""
        return self._pattern(
            "likedComments", {"post_id": post_id, "comment_id": comment_id}, **options
        )


class CommentHandle(Handle[Comment, CommentPlans]):
    """The Comment items of a table."""

    def create(self, **values: Unpack[CommentValues]) -> Comment:
        """Write a new Comment; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        post_id: str,
        comment_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Comment | None:
        """Read the Comment with this key; None if there is none."""
        return self._table.get(self._plan_get((post_id, comment_id), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Comment | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        post_id: str,
        comment_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[CommentChanges],
    ) -> Comment:
        """Change a Comment by its key; refuse if there is none."""
        return self._run(
            self.plan.update(post_id, comment_id, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[CommentValues]) -> Comment:
        """Change a Comment, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, post_id: str, comment_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Comment by its key; say whether there was one."""
        return self._run(self.plan.delete(post_id, comment_id, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def comments_for_post(
        self,
        *,
        post_id: str,
        comment_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Page[Comment]:
        """Query the table: _pk = c#{postId}, _sk = {commentId}."""
        return self._page(
            self.plan.comments_for_post(post_id=post_id, comment_id=comment_id, **options)
        )

    def comments_for_user(
        self,
        *,
        author_id: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Page[Comment]:
        """Query gsi1: _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}."""
        return self._page(
            self.plan.comments_for_user(author_id=author_id, created_at=created_at, **options)
        )

    def comments_on_desk(
        self,
        *,
        desk: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Page[Comment]:
        """Query gsi2: _gsi2_pk = c#gsi2#{desk}, _gsi2_sk = {createdAt:sortable}."""
        return self._page(self.plan.comments_on_desk(desk=desk, created_at=created_at, **options))

    def liked_comments(
        self,
        *,
        post_id: str,
        comment_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Page[Comment]:
        """Query Comments on a post that somebody liked."""
        return self._page(
            self.plan.liked_comments(post_id=post_id, comment_id=comment_id, **options)
        )


class Blog(Table):
    """The table `blog` on a store."""

    design = _DESIGN
    models = (User, Post, Tag, TaggedPost, Comment)

    @cached_property
    def user(self) -> UserHandle:
        """The User items."""
        return UserHandle(self, UserPlans(self.own_place, self.codec(User)))

    @cached_property
    def post(self) -> PostHandle:
        """The Post items."""
        return PostHandle(self, PostPlans(self.own_place, self.codec(Post)))

    @cached_property
    def tag(self) -> TagHandle:
        """The Tag items."""
        return TagHandle(self, TagPlans(self.own_place, self.codec(Tag)))

    @cached_property
    def tagged_post(self) -> TaggedPostHandle:
        """The TaggedPost items."""
        return TaggedPostHandle(self, TaggedPostPlans(self.own_place, self.codec(TaggedPost)))

    @cached_property
    def comment(self) -> CommentHandle:
        """The Comment items."""
        return CommentHandle(self, CommentPlans(self.own_place, self.codec(Comment)))
