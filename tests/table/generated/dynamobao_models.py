"""DynamobaoModels: typed access to the table `dynamobao-models`.

Generated from its design; change that, and generate again:

    tavola generate dynamobao-models.yaml -o dynamobao_models.py
"""

from __future__ import annotations

from builtins import int as int_
from builtins import str as str_
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
    Plans,
    QueryOptions,
    Record,
    Table,
    table_of,
)

__all__ = [
    "Comment",
    "DynamobaoModels",
    "Kitchen",
    "Post",
    "Reading",
    "Setting",
    "Tag",
    "TaggedPost",
    "User",
]

_INDEX_1 = PhysicalIndex(name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk")
_INDEX_2 = PhysicalIndex(name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk")
_INDEX_3 = PhysicalIndex(name="gsi3", partition_key="_gsi3_pk", sort_key="_gsi3_sk")
_INDEX_4 = PhysicalIndex(name="gsi4", partition_key="_gsi4_pk", sort_key="_gsi4_sk")
_INDEX_5 = PhysicalIndex(name="gsi5", partition_key="_gsi5_pk", sort_key="_gsi5_sk")
_INDEX_6 = PhysicalIndex(
    name="iter_index", partition_key="_iter_pk", sort_key="_iter_sk", projection="keysOnly"
)

_DESIGN = Design(
    name="DynamobaoModels",
    layout="managed",
    table=TableSettings(
        name="dynamobao-models",
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
                    name="name", python_name="name", type="StringField", required=True
                ),
                "email": FieldSchema(
                    name="email", python_name="email", type="StringField", required=True
                ),
                "tags": FieldSchema(
                    name="tags",
                    python_name="tags",
                    type="StringSetField",
                    max_string_length=50,
                    max_member_count=10,
                ),
                "loginCount": FieldSchema(
                    name="loginCount", python_name="login_count", type="CounterField", default=0
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
                "ttl": FieldSchema(
                    name="ttl", python_name="ttl", type="TtlField", storage="epochSeconds"
                ),
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
            ttl_field="ttl",
            counters=("loginCount",),
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
                    name="title", python_name="title", type="StringField", required=True
                ),
                "content": FieldSchema(name="content", python_name="content", type="StringField"),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
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
                "allPosts": IndexSchema(
                    name="allPosts",
                    python_name="all_posts",
                    key=KeyPair(
                        partition_attribute="_gsi2_pk",
                        partition=Template(("p#gsi2#p",)),
                        sort_attribute="_gsi2_sk",
                        sort=Template((Placeholder("postId"),)),
                    ),
                    physical=_INDEX_2,
                ),
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
        "Tag": ModelSchema(
            name="Tag",
            handle="tag",
            fields={
                "tagId": FieldSchema(
                    name="tagId", python_name="tag_id", type="UlidField", auto_assign=True
                ),
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", required=True
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
                    partition=Template(("t#iter#", Placeholder("$bucket", form="int:3"))),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("tagId"),)),
                ),
                buckets=10,
            ),
            model_prefix="t",
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
        ),
        "Comment": ModelSchema(
            name="Comment",
            handle="comment",
            fields={
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
                "postId": FieldSchema(
                    name="postId",
                    python_name="post_id",
                    type="RelatedField",
                    required=True,
                    model="Post",
                ),
                "text": FieldSchema(name="text", python_name="text", type="StringField"),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="epochMillis",
                ),
                "numLikes": FieldSchema(
                    name="numLikes", python_name="num_likes", type="IntegerField", default=0
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
            },
            relations=(
                Relation(
                    kind="getter",
                    model="Comment",
                    python_name="get_author",
                    target="User",
                    field="authorId",
                ),
                Relation(
                    kind="getter",
                    model="Comment",
                    python_name="get_post",
                    target="Post",
                    field="postId",
                ),
            ),
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(("c#iter",)),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("postId"), "##__SK__##", Placeholder("commentId"))),
                ),
                buckets=1,
            ),
            model_prefix="c",
        ),
        "Kitchen": ModelSchema(
            name="Kitchen",
            handle="kitchen",
            fields={
                "kid": FieldSchema(
                    name="kid", python_name="kid", type="StringField", required=True
                ),
                "grp": FieldSchema(name="grp", python_name="grp", type="StringField"),
                "str": FieldSchema(
                    name="str", python_name="str", type="StringField", default="dflt"
                ),
                "int": FieldSchema(name="int", python_name="int", type="IntegerField"),
                "flt": FieldSchema(name="flt", python_name="flt", type="FloatField", precision=2),
                "flag": FieldSchema(
                    name="flag", python_name="flag", type="BooleanField", default=False
                ),
                "bin": FieldSchema(name="bin", python_name="bin", type="BinaryField"),
                "sset": FieldSchema(name="sset", python_name="sset", type="StringSetField"),
                "at": FieldSchema(
                    name="at", python_name="at", type="DateTimeField", storage="epochMillis"
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
                "uid": FieldSchema(
                    name="uid", python_name="uid", type="UlidField", auto_assign=True
                ),
                "ver": FieldSchema(name="ver", python_name="ver", type="VersionField"),
                "cnt": FieldSchema(name="cnt", python_name="cnt", type="CounterField"),
                "ref": FieldSchema(
                    name="ref", python_name="ref", type="RelatedField", model="User"
                ),
                "ttl": FieldSchema(
                    name="ttl", python_name="ttl", type="TtlField", storage="epochSeconds"
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("k#", Placeholder("kid"))),
                sort_attribute="_sk",
                sort=Template(("k",)),
            ),
            primary_id=Template((Placeholder("kid"),)),
            indexes={
                "byInt": IndexSchema(
                    name="byInt",
                    python_name="by_int",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("k#gsi1#", Placeholder("grp"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("int", form="int20"),)),
                    ),
                    physical=_INDEX_1,
                ),
                "byFlt": IndexSchema(
                    name="byFlt",
                    python_name="by_flt",
                    key=KeyPair(
                        partition_attribute="_gsi2_pk",
                        partition=Template(("k#gsi2#", Placeholder("grp"))),
                        sort_attribute="_gsi2_sk",
                        sort=Template((Placeholder("flt", form="float16"),)),
                    ),
                    physical=_INDEX_2,
                ),
                "byFlag": IndexSchema(
                    name="byFlag",
                    python_name="by_flag",
                    key=KeyPair(
                        partition_attribute="_gsi3_pk",
                        partition=Template(("k#gsi3#", Placeholder("grp"))),
                        sort_attribute="_gsi3_sk",
                        sort=Template((Placeholder("flag", form="bool"),)),
                    ),
                    physical=_INDEX_3,
                ),
                "byAt": IndexSchema(
                    name="byAt",
                    python_name="by_at",
                    key=KeyPair(
                        partition_attribute="_gsi4_pk",
                        partition=Template(("k#gsi4#", Placeholder("grp"))),
                        sort_attribute="_gsi4_sk",
                        sort=Template((Placeholder("at", form="ms20"),)),
                    ),
                    physical=_INDEX_4,
                ),
                "byVer": IndexSchema(
                    name="byVer",
                    python_name="by_ver",
                    key=KeyPair(
                        partition_attribute="_gsi5_pk",
                        partition=Template(("k#gsi5#", Placeholder("grp"))),
                        sort_attribute="_gsi5_sk",
                        sort=Template((Placeholder("ver"),)),
                    ),
                    physical=_INDEX_5,
                ),
            },
            relations=(
                Relation(
                    kind="getter",
                    model="Kitchen",
                    python_name="get_ref",
                    target="User",
                    field="ref",
                ),
            ),
            model_prefix="k",
            version_field="ver",
            ttl_field="ttl",
            counters=("cnt",),
        ),
        "Setting": ModelSchema(
            name="Setting",
            handle="setting",
            fields={
                "key": FieldSchema(
                    name="key", python_name="key", type="StringField", required=True
                ),
                "value": FieldSchema(name="value", python_name="value", type="StringField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("set",)),
                sort_attribute="_sk",
                sort=Template((Placeholder("key"),)),
            ),
            primary_id=Template((Placeholder("key"),)),
            indexes={
                "allSettings": IndexSchema(
                    name="allSettings",
                    python_name="all_settings",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("set",)),
                        sort_attribute="_sk",
                        sort=Template((Placeholder("key"),)),
                    ),
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(("set#iter#", Placeholder("$bucket", form="int:3"))),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("key"),)),
                ),
                buckets=10,
            ),
            model_prefix="set",
        ),
        "Reading": ModelSchema(
            name="Reading",
            handle="reading",
            fields={
                "sensor": FieldSchema(
                    name="sensor", python_name="sensor", type="IntegerField", required=True
                ),
                "at": FieldSchema(
                    name="at",
                    python_name="at",
                    type="DateTimeField",
                    required=True,
                    storage="epochMillis",
                ),
                "val": FieldSchema(name="val", python_name="val", type="FloatField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("r#", Placeholder("sensor", form="int20"))),
                sort_attribute="_sk",
                sort=Template((Placeholder("at", form="ms20"),)),
            ),
            primary_id=Template(
                (Placeholder("sensor", form="int20"), "##__SK__##", Placeholder("at", form="ms20"))
            ),
            indexes={
                "readings": IndexSchema(
                    name="readings",
                    python_name="readings",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("r#", Placeholder("sensor", form="int20"))),
                        sort_attribute="_sk",
                        sort=Template((Placeholder("at", form="ms20"),)),
                    ),
                ),
            },
            model_prefix="r",
        ),
    },
)

UserField = Literal[
    "user_id", "name", "email", "tags", "login_count", "created_at", "modified_at", "version", "ttl"
]


class UserFields(Fields):
    """User's fields, to make conditions and changes of."""

    user_id: TextRef
    name: TextRef
    email: TextRef
    tags: SetRef
    login_count: NumberRef[int_]
    created_at: FieldRef[datetime]
    modified_at: FieldRef[datetime]
    version: TextRef
    ttl: FieldRef[datetime]


class UserValues(TypedDict, total=False):
    """What a new User is made of."""

    user_id: str_
    name: Required[str_]
    email: Required[str_]
    tags: set[str_]
    login_count: int_
    created_at: datetime
    modified_at: datetime
    version: str_
    ttl: datetime | None


class UserChanges(TypedDict, total=False):
    """What an update of a User may set."""

    name: str_
    email: str_
    tags: set[str_]
    login_count: int_
    created_at: datetime
    ttl: datetime | None


class User(Record, schema=_DESIGN.models["User"]):
    """A User.

    - key: _pk = u#{userId}, _sk = u
    - uniqueEmail, a lock: _pk = _raft_uc#_uc1#u#email:{email}, _sk = _raft_uc
    - iteration (iter_index): _iter_pk = u#iter#{bucket:03d}, _iter_sk = {userId}
    """

    fields: ClassVar[UserFields]
    name: str_
    email: str_
    user_id: str_ = auto()
    tags: set[str_] = member()
    login_count: int_ = 0
    created_at: datetime = auto()
    modified_at: datetime = auto()
    version: str_ = auto()
    ttl: datetime | None = None

    def query_posts(
        self,
        *,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Page[Post]:
        """Query the Post items whose `user_id` is this one."""
        return table_of(self, DynamobaoModels).post.posts_for_user(
            user_id=self.user_id, created_at=created_at, **options
        )

    def query_comments(
        self,
        *,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Page[Comment]:
        """Query the Comment items whose `author_id` is this one."""
        return table_of(self, DynamobaoModels).comment.comments_for_user(
            author_id=self.user_id, created_at=created_at, **options
        )


PostField = Literal["post_id", "user_id", "title", "content", "created_at"]


class PostFields(Fields):
    """Post's fields, to make conditions and changes of."""

    post_id: TextRef
    user_id: TextRef
    title: TextRef
    content: TextRef
    created_at: FieldRef[datetime]


class PostValues(TypedDict, total=False):
    """What a new Post is made of."""

    post_id: str_
    user_id: Required[str_]
    title: Required[str_]
    content: str_ | None
    created_at: datetime


class PostChanges(TypedDict, total=False):
    """What an update of a Post may set."""

    user_id: str_
    title: str_
    content: str_ | None
    created_at: datetime


class Post(Record, schema=_DESIGN.models["Post"]):
    """A Post.

    - key: _pk = p#{postId}, _sk = p
    - allPosts (gsi2): _gsi2_pk = p#gsi2#p, _gsi2_sk = {postId}
    - postsForUser (gsi1): _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}
    - iteration (iter_index): _iter_pk = p#iter#{bucket:03d}, _iter_sk = {postId}
    """

    fields: ClassVar[PostFields]
    user_id: str_
    title: str_
    post_id: str_ = auto()
    content: str_ | None = None
    created_at: datetime = auto()

    def get_user(self) -> User | None:
        """Read the User that `user_id` refers to."""
        return table_of(self, DynamobaoModels).user.get_by_id(self.user_id)

    def get_tags(
        self, *, tag_id: str_ | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> Page[Tag]:
        """Read the Tag items of this one, in the order of TaggedPost."""
        mapping = table_of(self, DynamobaoModels).tagged_post.plan.tags_for_post(
            post_id=self.post_id, tag_id=tag_id, **options
        )
        return table_of(self, DynamobaoModels).tag.reach(mapping, "tagId")

    def query_comments(
        self,
        *,
        comment_id: str_ | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Page[Comment]:
        """Query the Comment items whose `post_id` is this one."""
        return table_of(self, DynamobaoModels).comment.comments_for_post(
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

    tag_id: str_
    name: Required[str_]
    created_at: datetime


class TagChanges(TypedDict, total=False):
    """What an update of a Tag may set."""

    name: str_
    created_at: datetime


class Tag(Record, schema=_DESIGN.models["Tag"]):
    """A Tag.

    - key: _pk = t#{tagId}, _sk = t
    - iteration (iter_index): _iter_pk = t#iter#{bucket:03d}, _iter_sk = {tagId}
    """

    fields: ClassVar[TagFields]
    name: str_
    tag_id: str_ = auto()
    created_at: datetime = auto()

    def get_posts(
        self, *, post_id: str_ | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost."""
        mapping = table_of(self, DynamobaoModels).tagged_post.plan.posts_for_tag(
            tag_id=self.tag_id, post_id=post_id, **options
        )
        return table_of(self, DynamobaoModels).post.reach(mapping, "postId")

    def get_recent_posts(
        self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost."""
        mapping = table_of(self, DynamobaoModels).tagged_post.plan.recent_posts_for_tag(
            tag_id=self.tag_id, created_at=created_at, **options
        )
        return table_of(self, DynamobaoModels).post.reach(mapping, "postId")


TaggedPostField = Literal["tag_id", "post_id", "created_at"]


class TaggedPostFields(Fields):
    """TaggedPost's fields, to make conditions and changes of."""

    tag_id: TextRef
    post_id: TextRef
    created_at: FieldRef[datetime]


class TaggedPostValues(TypedDict, total=False):
    """What a new TaggedPost is made of."""

    tag_id: Required[str_]
    post_id: Required[str_]
    created_at: datetime


class TaggedPostChanges(TypedDict, total=False):
    """What an update of a TaggedPost may set."""

    created_at: datetime


class TaggedPost(Record, schema=_DESIGN.models["TaggedPost"]):
    """A TaggedPost.

    - key: _pk = tp#{tagId}, _sk = {postId}
    - postsForTag: key
    - tagsForPost (gsi1): _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}
    - recentPostsForTag (gsi2): _gsi2_pk = tp#gsi2#{tagId}, _gsi2_sk = {createdAt:sortable}
    """

    fields: ClassVar[TaggedPostFields]
    tag_id: str_
    post_id: str_
    created_at: datetime = auto()

    def get_tag(self) -> Tag | None:
        """Read the Tag that `tag_id` refers to."""
        return table_of(self, DynamobaoModels).tag.get_by_id(self.tag_id)

    def get_post(self) -> Post | None:
        """Read the Post that `post_id` refers to."""
        return table_of(self, DynamobaoModels).post.get_by_id(self.post_id)


CommentField = Literal["comment_id", "author_id", "post_id", "text", "created_at", "num_likes"]


class CommentFields(Fields):
    """Comment's fields, to make conditions and changes of."""

    comment_id: TextRef
    author_id: TextRef
    post_id: TextRef
    text: TextRef
    created_at: FieldRef[datetime]
    num_likes: NumberRef[int_]


class CommentValues(TypedDict, total=False):
    """What a new Comment is made of."""

    comment_id: str_
    author_id: Required[str_]
    post_id: Required[str_]
    text: str_ | None
    created_at: datetime
    num_likes: int_ | None


class CommentChanges(TypedDict, total=False):
    """What an update of a Comment may set."""

    author_id: str_
    text: str_ | None
    created_at: datetime
    num_likes: int_ | None


class Comment(Record, schema=_DESIGN.models["Comment"]):
    """A Comment.

    - key: _pk = c#{postId}, _sk = {commentId}
    - commentsForPost: key
    - commentsForUser (gsi1): _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}
    - iteration (iter_index): _iter_pk = c#iter, _iter_sk = {postId}##__SK__##{commentId}
    """

    fields: ClassVar[CommentFields]
    author_id: str_
    post_id: str_
    comment_id: str_ = auto()
    text: str_ | None = None
    created_at: datetime = auto()
    num_likes: int_ | None = 0

    def get_author(self) -> User | None:
        """Read the User that `author_id` refers to."""
        return table_of(self, DynamobaoModels).user.get_by_id(self.author_id)

    def get_post(self) -> Post | None:
        """Read the Post that `post_id` refers to."""
        return table_of(self, DynamobaoModels).post.get_by_id(self.post_id)


KitchenField = Literal[
    "kid",
    "grp",
    "str",
    "int",
    "flt",
    "flag",
    "bin",
    "sset",
    "at",
    "created_at",
    "modified_at",
    "uid",
    "ver",
    "cnt",
    "ref",
    "ttl",
]


class KitchenFields(Fields):
    """Kitchen's fields, to make conditions and changes of."""

    kid: TextRef
    grp: TextRef
    str: TextRef
    int: NumberRef[int_]
    flt: NumberRef[float]
    flag: FieldRef[bool]
    bin: FieldRef[bytes]
    sset: SetRef
    at: FieldRef[datetime]
    created_at: FieldRef[datetime]
    modified_at: FieldRef[datetime]
    uid: TextRef
    ver: TextRef
    cnt: NumberRef[int_]
    ref: TextRef
    ttl: FieldRef[datetime]


class KitchenValues(TypedDict, total=False):
    """What a new Kitchen is made of."""

    kid: Required[str_]
    grp: str_ | None
    str: str_ | None
    int: int_ | None
    flt: float | None
    flag: bool | None
    bin: bytes | None
    sset: set[str_]
    at: datetime | None
    created_at: datetime
    modified_at: datetime
    uid: str_
    ver: str_
    cnt: int_
    ref: str_ | None
    ttl: datetime | None


class KitchenChanges(TypedDict, total=False):
    """What an update of a Kitchen may set."""

    grp: str_ | None
    str: str_ | None
    int: int_ | None
    flt: float | None
    flag: bool | None
    bin: bytes | None
    sset: set[str_]
    at: datetime | None
    created_at: datetime
    uid: str_
    cnt: int_
    ref: str_ | None
    ttl: datetime | None


class Kitchen(Record, schema=_DESIGN.models["Kitchen"]):
    """A Kitchen.

    - key: _pk = k#{kid}, _sk = k
    - byInt (gsi1): _gsi1_pk = k#gsi1#{grp}, _gsi1_sk = {int:sortable}
    - byFlt (gsi2): _gsi2_pk = k#gsi2#{grp}, _gsi2_sk = {flt:sortable}
    - byFlag (gsi3): _gsi3_pk = k#gsi3#{grp}, _gsi3_sk = {flag}
    - byAt (gsi4): _gsi4_pk = k#gsi4#{grp}, _gsi4_sk = {at:sortable}
    - byVer (gsi5): _gsi5_pk = k#gsi5#{grp}, _gsi5_sk = {ver}
    """

    fields: ClassVar[KitchenFields]
    kid: str_
    grp: str_ | None = None
    str: str_ | None = "dflt"
    int: int_ | None = None
    flt: float | None = None
    flag: bool | None = False
    bin: bytes | None = None
    sset: set[str_] = member()
    at: datetime | None = None
    created_at: datetime = auto()
    modified_at: datetime = auto()
    uid: str_ = auto()
    ver: str_ = auto()
    cnt: int_ = 0
    ref: str_ | None = None
    ttl: datetime | None = None

    def get_ref(self) -> User | None:
        """Read the User that `ref` refers to."""
        return table_of(self, DynamobaoModels).user.get_by_id(self.ref)


SettingField = Literal["key", "value"]


class SettingFields(Fields):
    """Setting's fields, to make conditions and changes of."""

    key: TextRef
    value: TextRef


class SettingValues(TypedDict, total=False):
    """What a new Setting is made of."""

    key: Required[str_]
    value: str_ | None


class SettingChanges(TypedDict, total=False):
    """What an update of a Setting may set."""

    value: str_ | None


class Setting(Record, schema=_DESIGN.models["Setting"]):
    """A Setting.

    - key: _pk = set, _sk = {key}
    - allSettings: key
    - iteration (iter_index): _iter_pk = set#iter#{bucket:03d}, _iter_sk = {key}
    """

    fields: ClassVar[SettingFields]
    key: str_
    value: str_ | None = None


ReadingField = Literal["sensor", "at", "val"]


class ReadingFields(Fields):
    """Reading's fields, to make conditions and changes of."""

    sensor: NumberRef[int_]
    at: FieldRef[datetime]
    val: NumberRef[float]


class ReadingValues(TypedDict, total=False):
    """What a new Reading is made of."""

    sensor: Required[int_]
    at: Required[datetime]
    val: float | None


class ReadingChanges(TypedDict, total=False):
    """What an update of a Reading may set."""

    val: float | None


class Reading(Record, schema=_DESIGN.models["Reading"]):
    """A Reading.

    - key: _pk = r#{sensor:sortable}, _sk = {at:sortable}
    - readings: key
    """

    fields: ClassVar[ReadingFields]
    sensor: int_
    at: datetime
    val: float | None = None


class UserPlans(Plans[User]):
    """Operations on User, unsent."""

    def create(self, **values: Unpack[UserValues]) -> Create[User]:
        """Write a new User; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, user_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((user_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[User]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        user_id: str_,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str_ | None = None,
        **values: Unpack[UserChanges],
    ) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((user_id,), changes, values, condition, expect_version)

    def upsert(self, **values: Unpack[UserValues]) -> Upsert[User]:
        """Change a User, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, user_id: str_, *, condition: Filter | None = None, expect_version: str_ | None = None
    ) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((user_id,), condition, expect_version)

    def find_by_email(self, email: str_, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)


class UserHandle(Handle[User, UserPlans]):
    """The User items of a table."""

    def create(self, **values: Unpack[UserValues]) -> User:
        """Write a new User; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, user_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> User | None:
        """Read the User with this key; None if there is none."""
        return self._table.get(self._plan_get((user_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> list[User | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        user_id: str_,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str_ | None = None,
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
        self, user_id: str_, *, condition: Filter | None = None, expect_version: str_ | None = None
    ) -> bool:
        """Delete a User by its key; say whether there was one."""
        return self._run(
            self.plan.delete(user_id, condition=condition, expect_version=expect_version)
        )

    def find_by_email(self, email: str_, *, include_expired: bool = False) -> User | None:
        """Find the one User with this `email`."""
        return self._run(self.plan.find_by_email(email, include_expired=include_expired))


class PostPlans(Plans[Post]):
    """Operations on Post, unsent."""

    def create(self, **values: Unpack[PostValues]) -> Create[Post]:
        """Write a new Post; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, post_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Post]:
        """Read the Post with this key; None if there is none."""
        return self._get((post_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Post]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        post_id: str_,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PostChanges],
    ) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((post_id,), changes, values, condition)

    def upsert(self, **values: Unpack[PostValues]) -> Upsert[Post]:
        """Change a Post, or create it where there is none."""
        return self._upsert(values)

    def delete(self, post_id: str_, *, condition: Filter | None = None) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((post_id,), condition)

    def delete_all(self, keys: Iterable[str_]) -> BatchWrite[Post]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def all_posts(
        self,
        *,
        post_id: str_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Query[Post]:
        """Query gsi2: _gsi2_pk = p#gsi2#p, _gsi2_sk = {postId}."""
        return self._query("allPosts", {"post_id": post_id}, **options)

    def posts_for_user(
        self,
        *,
        user_id: str_,
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
        self, post_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Post | None:
        """Read the Post with this key; None if there is none."""
        return self._table.get(self._plan_get((post_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Post | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        post_id: str_,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PostChanges],
    ) -> Post:
        """Change a Post by its key; refuse if there is none."""
        return self._run(self.plan.update(post_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[PostValues]) -> Post:
        """Change a Post, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, post_id: str_, *, condition: Filter | None = None) -> bool:
        """Delete a Post by its key; say whether there was one."""
        return self._run(self.plan.delete(post_id, condition=condition))

    def delete_all(self, keys: Iterable[str_]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def all_posts(
        self,
        *,
        post_id: str_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Page[Post]:
        """Query gsi2: _gsi2_pk = p#gsi2#p, _gsi2_sk = {postId}."""
        return self._page(self.plan.all_posts(post_id=post_id, **options))

    def posts_for_user(
        self,
        *,
        user_id: str_,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PostField]],
    ) -> Page[Post]:
        """Query gsi1: _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}."""
        return self._page(
            self.plan.posts_for_user(user_id=user_id, created_at=created_at, **options)
        )


class TagPlans(Plans[Tag]):
    """Operations on Tag, unsent."""

    def create(self, **values: Unpack[TagValues]) -> Create[Tag]:
        """Write a new Tag; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, tag_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Tag]:
        """Read the Tag with this key; None if there is none."""
        return self._get((tag_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Tag]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        tag_id: str_,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TagChanges],
    ) -> Update[Tag]:
        """Change a Tag by its key; refuse if there is none."""
        return self._update((tag_id,), changes, values, condition)

    def upsert(self, **values: Unpack[TagValues]) -> Upsert[Tag]:
        """Change a Tag, or create it where there is none."""
        return self._upsert(values)

    def delete(self, tag_id: str_, *, condition: Filter | None = None) -> Delete[Tag]:
        """Delete a Tag by its key; say whether there was one."""
        return self._delete((tag_id,), condition)

    def delete_all(self, keys: Iterable[str_]) -> BatchWrite[Tag]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class TagHandle(Handle[Tag, TagPlans]):
    """The Tag items of a table."""

    def create(self, **values: Unpack[TagValues]) -> Tag:
        """Write a new Tag; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, tag_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Tag | None:
        """Read the Tag with this key; None if there is none."""
        return self._table.get(self._plan_get((tag_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Tag | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        tag_id: str_,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TagChanges],
    ) -> Tag:
        """Change a Tag by its key; refuse if there is none."""
        return self._run(self.plan.update(tag_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[TagValues]) -> Tag:
        """Change a Tag, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, tag_id: str_, *, condition: Filter | None = None) -> bool:
        """Delete a Tag by its key; say whether there was one."""
        return self._run(self.plan.delete(tag_id, condition=condition))

    def delete_all(self, keys: Iterable[str_]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class TaggedPostPlans(Plans[TaggedPost]):
    """Operations on TaggedPost, unsent."""

    def create(self, **values: Unpack[TaggedPostValues]) -> Create[TaggedPost]:
        """Write a new TaggedPost; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, tag_id: str_, post_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[TaggedPost]:
        """Read the TaggedPost with this key; None if there is none."""
        return self._get((tag_id, post_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str_, str_]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[TaggedPost]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        tag_id: str_,
        post_id: str_,
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
        self, tag_id: str_, post_id: str_, *, condition: Filter | None = None
    ) -> Delete[TaggedPost]:
        """Delete a TaggedPost by its key; say whether there was one."""
        return self._delete((tag_id, post_id), condition)

    def delete_all(self, keys: Iterable[tuple[str_, str_]]) -> BatchWrite[TaggedPost]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def posts_for_tag(
        self,
        *,
        tag_id: str_,
        post_id: str_ | SortCondition | None = None,
        **options: Unpack[QueryOptions[TaggedPostField]],
    ) -> Query[TaggedPost]:
        """Query the table: _pk = tp#{tagId}, _sk = {postId}."""
        return self._query("postsForTag", {"tag_id": tag_id, "post_id": post_id}, **options)

    def tags_for_post(
        self,
        *,
        post_id: str_,
        tag_id: str_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[TaggedPostField]],
    ) -> Query[TaggedPost]:
        """Query gsi1: _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}."""
        return self._query("tagsForPost", {"post_id": post_id, "tag_id": tag_id}, **options)

    def recent_posts_for_tag(
        self,
        *,
        tag_id: str_,
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
        self, tag_id: str_, post_id: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> TaggedPost | None:
        """Read the TaggedPost with this key; None if there is none."""
        return self._table.get(self._plan_get((tag_id, post_id), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str_, str_]],
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
        tag_id: str_,
        post_id: str_,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TaggedPostChanges],
    ) -> TaggedPost:
        """Change a TaggedPost by its key; refuse if there is none."""
        return self._run(self.plan.update(tag_id, post_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[TaggedPostValues]) -> TaggedPost:
        """Change a TaggedPost, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, tag_id: str_, post_id: str_, *, condition: Filter | None = None) -> bool:
        """Delete a TaggedPost by its key; say whether there was one."""
        return self._run(self.plan.delete(tag_id, post_id, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str_, str_]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def posts_for_tag(
        self,
        *,
        tag_id: str_,
        post_id: str_ | SortCondition | None = None,
        **options: Unpack[QueryOptions[TaggedPostField]],
    ) -> Page[TaggedPost]:
        """Query the table: _pk = tp#{tagId}, _sk = {postId}."""
        return self._page(self.plan.posts_for_tag(tag_id=tag_id, post_id=post_id, **options))

    def tags_for_post(
        self,
        *,
        post_id: str_,
        tag_id: str_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[TaggedPostField]],
    ) -> Page[TaggedPost]:
        """Query gsi1: _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}."""
        return self._page(self.plan.tags_for_post(post_id=post_id, tag_id=tag_id, **options))

    def recent_posts_for_tag(
        self,
        *,
        tag_id: str_,
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
        post_id: str_,
        comment_id: str_,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Comment]:
        """Read the Comment with this key; None if there is none."""
        return self._get((post_id, comment_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str_, str_]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Comment]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        post_id: str_,
        comment_id: str_,
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
        self, post_id: str_, comment_id: str_, *, condition: Filter | None = None
    ) -> Delete[Comment]:
        """Delete a Comment by its key; say whether there was one."""
        return self._delete((post_id, comment_id), condition)

    def delete_all(self, keys: Iterable[tuple[str_, str_]]) -> BatchWrite[Comment]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def comments_for_post(
        self,
        *,
        post_id: str_,
        comment_id: str_ | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Query[Comment]:
        """Query the table: _pk = c#{postId}, _sk = {commentId}."""
        return self._query(
            "commentsForPost", {"post_id": post_id, "comment_id": comment_id}, **options
        )

    def comments_for_user(
        self,
        *,
        author_id: str_,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Query[Comment]:
        """Query gsi1: _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query(
            "commentsForUser", {"author_id": author_id, "created_at": created_at}, **options
        )


class CommentHandle(Handle[Comment, CommentPlans]):
    """The Comment items of a table."""

    def create(self, **values: Unpack[CommentValues]) -> Comment:
        """Write a new Comment; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        post_id: str_,
        comment_id: str_,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Comment | None:
        """Read the Comment with this key; None if there is none."""
        return self._table.get(self._plan_get((post_id, comment_id), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str_, str_]],
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
        post_id: str_,
        comment_id: str_,
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

    def delete(self, post_id: str_, comment_id: str_, *, condition: Filter | None = None) -> bool:
        """Delete a Comment by its key; say whether there was one."""
        return self._run(self.plan.delete(post_id, comment_id, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str_, str_]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def comments_for_post(
        self,
        *,
        post_id: str_,
        comment_id: str_ | SortCondition | None = None,
        **options: Unpack[QueryOptions[CommentField]],
    ) -> Page[Comment]:
        """Query the table: _pk = c#{postId}, _sk = {commentId}."""
        return self._page(
            self.plan.comments_for_post(post_id=post_id, comment_id=comment_id, **options)
        )

    def comments_for_user(
        self,
        *,
        author_id: str_,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[CommentField]],
    ) -> Page[Comment]:
        """Query gsi1: _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}."""
        return self._page(
            self.plan.comments_for_user(author_id=author_id, created_at=created_at, **options)
        )


class KitchenPlans(Plans[Kitchen]):
    """Operations on Kitchen, unsent."""

    def create(self, **values: Unpack[KitchenValues]) -> Create[Kitchen]:
        """Write a new Kitchen; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, kid: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Kitchen]:
        """Read the Kitchen with this key; None if there is none."""
        return self._get((kid,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Kitchen]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        kid: str_,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str_ | None = None,
        **values: Unpack[KitchenChanges],
    ) -> Update[Kitchen]:
        """Change a Kitchen by its key; refuse if there is none."""
        return self._update((kid,), changes, values, condition, expect_version)

    def upsert(self, **values: Unpack[KitchenValues]) -> Upsert[Kitchen]:
        """Change a Kitchen, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, kid: str_, *, condition: Filter | None = None, expect_version: str_ | None = None
    ) -> Delete[Kitchen]:
        """Delete a Kitchen by its key; say whether there was one."""
        return self._delete((kid,), condition, expect_version)

    def by_int(
        self,
        *,
        grp: str_,
        int: int_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Query[Kitchen]:
        """Query gsi1: _gsi1_pk = k#gsi1#{grp}, _gsi1_sk = {int:sortable}."""
        return self._query("byInt", {"grp": grp, "int": int}, **options)

    def by_flt(
        self,
        *,
        grp: str_,
        flt: float | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Query[Kitchen]:
        """Query gsi2: _gsi2_pk = k#gsi2#{grp}, _gsi2_sk = {flt:sortable}."""
        return self._query("byFlt", {"grp": grp, "flt": flt}, **options)

    def by_flag(
        self,
        *,
        grp: str_,
        flag: bool | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Query[Kitchen]:
        """Query gsi3: _gsi3_pk = k#gsi3#{grp}, _gsi3_sk = {flag}."""
        return self._query("byFlag", {"grp": grp, "flag": flag}, **options)

    def by_at(
        self,
        *,
        grp: str_,
        at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Query[Kitchen]:
        """Query gsi4: _gsi4_pk = k#gsi4#{grp}, _gsi4_sk = {at:sortable}."""
        return self._query("byAt", {"grp": grp, "at": at}, **options)

    def by_ver(
        self,
        *,
        grp: str_,
        ver: str_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Query[Kitchen]:
        """Query gsi5: _gsi5_pk = k#gsi5#{grp}, _gsi5_sk = {ver}."""
        return self._query("byVer", {"grp": grp, "ver": ver}, **options)


class KitchenHandle(Handle[Kitchen, KitchenPlans]):
    """The Kitchen items of a table."""

    def create(self, **values: Unpack[KitchenValues]) -> Kitchen:
        """Write a new Kitchen; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, kid: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Kitchen | None:
        """Read the Kitchen with this key; None if there is none."""
        return self._table.get(self._plan_get((kid,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Kitchen | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        kid: str_,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str_ | None = None,
        **values: Unpack[KitchenChanges],
    ) -> Kitchen:
        """Change a Kitchen by its key; refuse if there is none."""
        return self._run(
            self.plan.update(
                kid, *changes, condition=condition, expect_version=expect_version, **values
            ),
        )

    def upsert(self, **values: Unpack[KitchenValues]) -> Kitchen:
        """Change a Kitchen, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, kid: str_, *, condition: Filter | None = None, expect_version: str_ | None = None
    ) -> bool:
        """Delete a Kitchen by its key; say whether there was one."""
        return self._run(self.plan.delete(kid, condition=condition, expect_version=expect_version))

    def by_int(
        self,
        *,
        grp: str_,
        int: int_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Page[Kitchen]:
        """Query gsi1: _gsi1_pk = k#gsi1#{grp}, _gsi1_sk = {int:sortable}."""
        return self._page(self.plan.by_int(grp=grp, int=int, **options))

    def by_flt(
        self,
        *,
        grp: str_,
        flt: float | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Page[Kitchen]:
        """Query gsi2: _gsi2_pk = k#gsi2#{grp}, _gsi2_sk = {flt:sortable}."""
        return self._page(self.plan.by_flt(grp=grp, flt=flt, **options))

    def by_flag(
        self,
        *,
        grp: str_,
        flag: bool | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Page[Kitchen]:
        """Query gsi3: _gsi3_pk = k#gsi3#{grp}, _gsi3_sk = {flag}."""
        return self._page(self.plan.by_flag(grp=grp, flag=flag, **options))

    def by_at(
        self,
        *,
        grp: str_,
        at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Page[Kitchen]:
        """Query gsi4: _gsi4_pk = k#gsi4#{grp}, _gsi4_sk = {at:sortable}."""
        return self._page(self.plan.by_at(grp=grp, at=at, **options))

    def by_ver(
        self,
        *,
        grp: str_,
        ver: str_ | SortCondition | None = None,
        **options: Unpack[IndexOptions[KitchenField]],
    ) -> Page[Kitchen]:
        """Query gsi5: _gsi5_pk = k#gsi5#{grp}, _gsi5_sk = {ver}."""
        return self._page(self.plan.by_ver(grp=grp, ver=ver, **options))


class SettingPlans(Plans[Setting]):
    """Operations on Setting, unsent."""

    def create(self, **values: Unpack[SettingValues]) -> Create[Setting]:
        """Write a new Setting; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, key: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Setting]:
        """Read the Setting with this key; None if there is none."""
        return self._get((key,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Setting]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        key: str_,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SettingChanges],
    ) -> Update[Setting]:
        """Change a Setting by its key; refuse if there is none."""
        return self._update((key,), changes, values, condition)

    def upsert(self, **values: Unpack[SettingValues]) -> Upsert[Setting]:
        """Change a Setting, or create it where there is none."""
        return self._upsert(values)

    def delete(self, key: str_, *, condition: Filter | None = None) -> Delete[Setting]:
        """Delete a Setting by its key; say whether there was one."""
        return self._delete((key,), condition)

    def delete_all(self, keys: Iterable[str_]) -> BatchWrite[Setting]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def all_settings(
        self,
        *,
        key: str_ | SortCondition | None = None,
        **options: Unpack[QueryOptions[SettingField]],
    ) -> Query[Setting]:
        """Query the table: _pk = set, _sk = {key}."""
        return self._query("allSettings", {"key": key}, **options)


class SettingHandle(Handle[Setting, SettingPlans]):
    """The Setting items of a table."""

    def create(self, **values: Unpack[SettingValues]) -> Setting:
        """Write a new Setting; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, key: str_, *, consistent: bool = True, include_expired: bool = False
    ) -> Setting | None:
        """Read the Setting with this key; None if there is none."""
        return self._table.get(self._plan_get((key,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Setting | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        key: str_,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SettingChanges],
    ) -> Setting:
        """Change a Setting by its key; refuse if there is none."""
        return self._run(self.plan.update(key, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[SettingValues]) -> Setting:
        """Change a Setting, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, key: str_, *, condition: Filter | None = None) -> bool:
        """Delete a Setting by its key; say whether there was one."""
        return self._run(self.plan.delete(key, condition=condition))

    def delete_all(self, keys: Iterable[str_]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def all_settings(
        self,
        *,
        key: str_ | SortCondition | None = None,
        **options: Unpack[QueryOptions[SettingField]],
    ) -> Page[Setting]:
        """Query the table: _pk = set, _sk = {key}."""
        return self._page(self.plan.all_settings(key=key, **options))


class ReadingPlans(Plans[Reading]):
    """Operations on Reading, unsent."""

    def create(self, **values: Unpack[ReadingValues]) -> Create[Reading]:
        """Write a new Reading; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, sensor: int_, at: datetime, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Reading]:
        """Read the Reading with this key; None if there is none."""
        return self._get((sensor, at), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[int_, datetime]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Reading]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        sensor: int_,
        at: datetime,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ReadingChanges],
    ) -> Update[Reading]:
        """Change a Reading by its key; refuse if there is none."""
        return self._update((sensor, at), changes, values, condition)

    def upsert(self, **values: Unpack[ReadingValues]) -> Upsert[Reading]:
        """Change a Reading, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, sensor: int_, at: datetime, *, condition: Filter | None = None
    ) -> Delete[Reading]:
        """Delete a Reading by its key; say whether there was one."""
        return self._delete((sensor, at), condition)

    def delete_all(self, keys: Iterable[tuple[int_, datetime]]) -> BatchWrite[Reading]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def readings(
        self,
        *,
        sensor: int_,
        at: datetime | SortCondition | None = None,
        **options: Unpack[QueryOptions[ReadingField]],
    ) -> Query[Reading]:
        """Query the table: _pk = r#{sensor:sortable}, _sk = {at:sortable}."""
        return self._query("readings", {"sensor": sensor, "at": at}, **options)


class ReadingHandle(Handle[Reading, ReadingPlans]):
    """The Reading items of a table."""

    def create(self, **values: Unpack[ReadingValues]) -> Reading:
        """Write a new Reading; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, sensor: int_, at: datetime, *, consistent: bool = True, include_expired: bool = False
    ) -> Reading | None:
        """Read the Reading with this key; None if there is none."""
        return self._table.get(self._plan_get((sensor, at), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[int_, datetime]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Reading | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        sensor: int_,
        at: datetime,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ReadingChanges],
    ) -> Reading:
        """Change a Reading by its key; refuse if there is none."""
        return self._run(self.plan.update(sensor, at, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[ReadingValues]) -> Reading:
        """Change a Reading, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, sensor: int_, at: datetime, *, condition: Filter | None = None) -> bool:
        """Delete a Reading by its key; say whether there was one."""
        return self._run(self.plan.delete(sensor, at, condition=condition))

    def delete_all(self, keys: Iterable[tuple[int_, datetime]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def readings(
        self,
        *,
        sensor: int_,
        at: datetime | SortCondition | None = None,
        **options: Unpack[QueryOptions[ReadingField]],
    ) -> Page[Reading]:
        """Query the table: _pk = r#{sensor:sortable}, _sk = {at:sortable}."""
        return self._page(self.plan.readings(sensor=sensor, at=at, **options))


class DynamobaoModels(Table):
    """The table `dynamobao-models` on a store."""

    design = _DESIGN
    models = (User, Post, Tag, TaggedPost, Comment, Kitchen, Setting, Reading)

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

    @cached_property
    def kitchen(self) -> KitchenHandle:
        """The Kitchen items."""
        return KitchenHandle(self, KitchenPlans(self.own_place, self.codec(Kitchen)))

    @cached_property
    def setting(self) -> SettingHandle:
        """The Setting items."""
        return SettingHandle(self, SettingPlans(self.own_place, self.codec(Setting)))

    @cached_property
    def reading(self) -> ReadingHandle:
        """The Reading items."""
        return ReadingHandle(self, ReadingPlans(self.own_place, self.codec(Reading)))
