"""DynamobaoModels: typed access to the table `dynamobao-models`.

Generated from its design; change that, and generate again:

    tavola generate dynamobao-models.yaml -o dynamobao_models.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from builtins import int as int_
from builtins import str as str_
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, IterationSchema, KeyPair, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, Relation, SetRef, TableSettings, Template, TextRef, UniqueSchema, auto, create_method, handle, member, method,
    table_of, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, Page, SortCondition
    from tavola.runtime import (BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, PageOptions, Query, QueryOptions,
        Update)

__all__ = ["Comment", "DynamobaoModels", "Kitchen", "Post", "Reading", "Setting", "Tag", "TaggedPost", "User"]

_INDEX_1 = PhysicalIndex("gsi1", "_gsi1_pk", "_gsi1_sk")
_INDEX_2 = PhysicalIndex("gsi2", "_gsi2_pk", "_gsi2_sk")
_INDEX_3 = PhysicalIndex("gsi3", "_gsi3_pk", "_gsi3_sk")
_INDEX_4 = PhysicalIndex("gsi4", "_gsi4_pk", "_gsi4_sk")
_INDEX_5 = PhysicalIndex("gsi5", "_gsi5_pk", "_gsi5_sk")
_INDEX_6 = PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", projection="keysOnly")

_DESIGN = Design(
    name="DynamobaoModels", layout="managed",
    table=TableSettings(name="dynamobao-models", partition_key="_pk", sort_key="_sk", ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6)),
    models={
        "User": ModelSchema(
            name="User", handle="user",
            fields={
                "userId": FieldSchema("userId", "user_id", "UlidField", auto_assign=True),
                "name": FieldSchema("name", "name", "StringField", required=True),
                "email": FieldSchema("email", "email", "StringField", required=True),
                "tags": FieldSchema("tags", "tags", "StringSetField", max_string_length=50, max_member_count=10),
                "loginCount": FieldSchema("loginCount", "login_count", "CounterField", default=0),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "modifiedAt": FieldSchema("modifiedAt", "modified_at", "ModifiedDateField", storage="epochMillis"),
                "version": FieldSchema("version", "version", "VersionField"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("_pk", Template(("u#", Placeholder("userId"))), "_sk", Template(("u",))), primary_id=Template((Placeholder("userId"),)),
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc1#u#email:", Placeholder("email"))), "_sk", Template(("_raft_uc",)))),
            },
            relations=(
                Relation("query", "User", "query_posts", target="Post", field="userId", source="Post", index="postsForUser"),
                Relation("query", "User", "query_comments", target="Comment", field="authorId", source="Comment", index="commentsForUser"),
            ),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("u#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("userId"),))),
                buckets=10),
            model_prefix="u", version_field="version", ttl_field="ttl", counters=("loginCount",),
        ),
        "Post": ModelSchema(
            name="Post", handle="post",
            fields={
                "postId": FieldSchema("postId", "post_id", "UlidField", auto_assign=True),
                "userId": FieldSchema("userId", "user_id", "RelatedField", required=True, model="User"),
                "title": FieldSchema("title", "title", "StringField", required=True),
                "content": FieldSchema("content", "content", "StringField"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("p#", Placeholder("postId"))), "_sk", Template(("p",))), primary_id=Template((Placeholder("postId"),)),
            indexes={
                "allPosts": IndexSchema("allPosts", "all_posts",
                    KeyPair("_gsi2_pk", Template(("p#gsi2#p",)), "_gsi2_sk", Template((Placeholder("postId"),))), physical=_INDEX_2),
                "postsForUser": IndexSchema("postsForUser", "posts_for_user",
                    KeyPair("_gsi1_pk", Template(("p#gsi1#", Placeholder("userId"))), "_gsi1_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_1),
            },
            relations=(
                Relation("getter", "Post", "get_user", target="User", field="userId"),
                Relation("mapping", "Post", "get_tags", target="Tag", field="postId", source="TaggedPost", index="tagsForPost", other_field="tagId"),
                Relation("query", "Post", "query_comments", target="Comment", field="postId", source="Comment", index="commentsForPost"),
            ),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("p#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("postId"),))),
                buckets=10),
            model_prefix="p",
        ),
        "Tag": ModelSchema(
            name="Tag", handle="tag",
            fields={
                "tagId": FieldSchema("tagId", "tag_id", "UlidField", auto_assign=True),
                "name": FieldSchema("name", "name", "StringField", required=True),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("t#", Placeholder("tagId"))), "_sk", Template(("t",))), primary_id=Template((Placeholder("tagId"),)),
            relations=(
                Relation("mapping", "Tag", "get_posts", target="Post", field="tagId", source="TaggedPost", index="postsForTag", other_field="postId"),
                Relation("mapping", "Tag", "get_recent_posts", target="Post", field="tagId", source="TaggedPost", index="recentPostsForTag",
                    other_field="postId"),
            ),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("t#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("tagId"),))),
                buckets=10),
            model_prefix="t",
        ),
        "TaggedPost": ModelSchema(
            name="TaggedPost", handle="tagged_post",
            fields={
                "tagId": FieldSchema("tagId", "tag_id", "RelatedField", required=True, model="Tag"),
                "postId": FieldSchema("postId", "post_id", "RelatedField", required=True, model="Post"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("tp#", Placeholder("tagId"))), "_sk", Template((Placeholder("postId"),))),
            primary_id=Template((Placeholder("tagId"), "##__SK__##", Placeholder("postId"))),
            indexes={
                "postsForTag": IndexSchema("postsForTag", "posts_for_tag",
                    KeyPair("_pk", Template(("tp#", Placeholder("tagId"))), "_sk", Template((Placeholder("postId"),)))),
                "tagsForPost": IndexSchema("tagsForPost", "tags_for_post",
                    KeyPair("_gsi1_pk", Template(("tp#gsi1#", Placeholder("postId"))), "_gsi1_sk", Template((Placeholder("tagId"),))),
                    physical=_INDEX_1),
                "recentPostsForTag": IndexSchema("recentPostsForTag", "recent_posts_for_tag",
                    KeyPair("_gsi2_pk", Template(("tp#gsi2#", Placeholder("tagId"))), "_gsi2_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_2),
            },
            relations=(
                Relation("getter", "TaggedPost", "get_tag", target="Tag", field="tagId"),
                Relation("getter", "TaggedPost", "get_post", target="Post", field="postId"),
            ),
            model_prefix="tp", is_mapping=True,
        ),
        "Comment": ModelSchema(
            name="Comment", handle="comment",
            fields={
                "commentId": FieldSchema("commentId", "comment_id", "UlidField", auto_assign=True),
                "authorId": FieldSchema("authorId", "author_id", "RelatedField", required=True, model="User"),
                "postId": FieldSchema("postId", "post_id", "RelatedField", required=True, model="Post"),
                "text": FieldSchema("text", "text", "StringField"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "numLikes": FieldSchema("numLikes", "num_likes", "IntegerField", default=0),
            },
            key=KeyPair("_pk", Template(("c#", Placeholder("postId"))), "_sk", Template((Placeholder("commentId"),))),
            primary_id=Template((Placeholder("postId"), "##__SK__##", Placeholder("commentId"))),
            indexes={
                "commentsForPost": IndexSchema("commentsForPost", "comments_for_post",
                    KeyPair("_pk", Template(("c#", Placeholder("postId"))), "_sk", Template((Placeholder("commentId"),)))),
                "commentsForUser": IndexSchema("commentsForUser", "comments_for_user",
                    KeyPair("_gsi1_pk", Template(("c#gsi1#", Placeholder("authorId"))), "_gsi1_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_1),
            },
            relations=(
                Relation("getter", "Comment", "get_author", target="User", field="authorId"),
                Relation("getter", "Comment", "get_post", target="Post", field="postId"),
            ),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("c#iter",)), "_iter_sk", Template((Placeholder("postId"), "##__SK__##", Placeholder("commentId")))),
                buckets=1),
            model_prefix="c",
        ),
        "Kitchen": ModelSchema(
            name="Kitchen", handle="kitchen",
            fields={
                "kid": FieldSchema("kid", "kid", "StringField", required=True),
                "grp": FieldSchema("grp", "grp", "StringField"),
                "str": FieldSchema("str", "str", "StringField", default="dflt"),
                "int": FieldSchema("int", "int", "IntegerField"),
                "flt": FieldSchema("flt", "flt", "FloatField", precision=2),
                "flag": FieldSchema("flag", "flag", "BooleanField", default=False),
                "bin": FieldSchema("bin", "bin", "BinaryField"),
                "sset": FieldSchema("sset", "sset", "StringSetField"),
                "at": FieldSchema("at", "at", "DateTimeField", storage="epochMillis"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "modifiedAt": FieldSchema("modifiedAt", "modified_at", "ModifiedDateField", storage="epochMillis"),
                "uid": FieldSchema("uid", "uid", "UlidField", auto_assign=True),
                "ver": FieldSchema("ver", "ver", "VersionField"),
                "cnt": FieldSchema("cnt", "cnt", "CounterField"),
                "ref": FieldSchema("ref", "ref", "RelatedField", model="User"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("_pk", Template(("k#", Placeholder("kid"))), "_sk", Template(("k",))), primary_id=Template((Placeholder("kid"),)),
            indexes={
                "byInt": IndexSchema("byInt", "by_int",
                    KeyPair("_gsi1_pk", Template(("k#gsi1#", Placeholder("grp"))), "_gsi1_sk", Template((Placeholder("int", "int20"),))),
                    physical=_INDEX_1),
                "byFlt": IndexSchema("byFlt", "by_flt",
                    KeyPair("_gsi2_pk", Template(("k#gsi2#", Placeholder("grp"))), "_gsi2_sk", Template((Placeholder("flt", "float16"),))),
                    physical=_INDEX_2),
                "byFlag": IndexSchema("byFlag", "by_flag",
                    KeyPair("_gsi3_pk", Template(("k#gsi3#", Placeholder("grp"))), "_gsi3_sk", Template((Placeholder("flag", "bool"),))),
                    physical=_INDEX_3),
                "byAt": IndexSchema("byAt", "by_at",
                    KeyPair("_gsi4_pk", Template(("k#gsi4#", Placeholder("grp"))), "_gsi4_sk", Template((Placeholder("at", "ms20"),))),
                    physical=_INDEX_4),
                "byVer": IndexSchema("byVer", "by_ver",
                    KeyPair("_gsi5_pk", Template(("k#gsi5#", Placeholder("grp"))), "_gsi5_sk", Template((Placeholder("ver"),))), physical=_INDEX_5),
            },
            relations=(Relation("getter", "Kitchen", "get_ref", target="User", field="ref"),), model_prefix="k", version_field="ver", ttl_field="ttl",
            counters=("cnt",),
        ),
        "Setting": ModelSchema(
            name="Setting", handle="setting",
            fields={"key": FieldSchema("key", "key", "StringField", required=True), "value": FieldSchema("value", "value", "StringField")},
            key=KeyPair("_pk", Template(("set",)), "_sk", Template((Placeholder("key"),))), primary_id=Template((Placeholder("key"),)),
            indexes={
                "allSettings": IndexSchema("allSettings", "all_settings", KeyPair("_pk", Template(("set",)), "_sk", Template((Placeholder("key"),)))),
            },
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("set#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("key"),))),
                buckets=10),
            model_prefix="set",
        ),
        "Reading": ModelSchema(
            name="Reading", handle="reading",
            fields={
                "sensor": FieldSchema("sensor", "sensor", "IntegerField", required=True),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="epochMillis"),
                "val": FieldSchema("val", "val", "FloatField"),
            },
            key=KeyPair("_pk", Template(("r#", Placeholder("sensor", "int20"))), "_sk", Template((Placeholder("at", "ms20"),))),
            primary_id=Template((Placeholder("sensor", "int20"), "##__SK__##", Placeholder("at", "ms20"))),
            indexes={
                "readings": IndexSchema("readings", "readings",
                    KeyPair("_pk", Template(("r#", Placeholder("sensor", "int20"))), "_sk", Template((Placeholder("at", "ms20"),)))),
            },
            model_prefix="r",
        ),
    },
)

UserField = Literal["user_id", "name", "email", "tags", "login_count", "created_at", "modified_at", "version", "ttl"]


class UserFields(Fields):
    """User's fields, for building conditions and changes."""

    user_id: TextRef
    name: TextRef
    email: TextRef
    tags: SetRef
    login_count: NumberRef[int_]
    created_at: FieldRef[datetime]
    modified_at: FieldRef[datetime]
    version: TextRef
    ttl: FieldRef[datetime]


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

    def query_posts(self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[PostField]]) -> Page[Post]:
        """Query `postsForUser`: the Post items whose `user_id` is this one."""
        return table_of(self, DynamobaoModels).post.posts_for_user(user_id=self.user_id, created_at=created_at, **options)

    def query_comments(self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[CommentField]]) -> Page[Comment]:
        """Query `commentsForUser`: the Comment items whose `author_id` is this one."""
        return table_of(self, DynamobaoModels).comment.comments_for_user(author_id=self.user_id, created_at=created_at, **options)


PostField = Literal["post_id", "user_id", "title", "content", "created_at"]


class PostFields(Fields):
    """Post's fields, for building conditions and changes."""

    post_id: TextRef
    user_id: TextRef
    title: TextRef
    content: TextRef
    created_at: FieldRef[datetime]


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

    def get_tags(self, *, tag_id: str_ | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Tag]:
        """Read the Tag items of this one, in the order of TaggedPost's `tagsForPost`."""
        mapping = table_of(self, DynamobaoModels).tagged_post.plan.tags_for_post(post_id=self.post_id, tag_id=tag_id, **options)
        return table_of(self, DynamobaoModels).tag.reach(mapping, "tagId")

    def query_comments(self, *, comment_id: str_ | SortCondition | None = None, **options: Unpack[QueryOptions[CommentField]]) -> Page[Comment]:
        """Query `commentsForPost`: the Comment items whose `post_id` is this one."""
        return table_of(self, DynamobaoModels).comment.comments_for_post(post_id=self.post_id, comment_id=comment_id, **options)


TagField = Literal["tag_id", "name", "created_at"]


class TagFields(Fields):
    """Tag's fields, for building conditions and changes."""

    tag_id: TextRef
    name: TextRef
    created_at: FieldRef[datetime]


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

    def get_posts(self, *, post_id: str_ | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost's `postsForTag`."""
        mapping = table_of(self, DynamobaoModels).tagged_post.plan.posts_for_tag(tag_id=self.tag_id, post_id=post_id, **options)
        return table_of(self, DynamobaoModels).post.reach(mapping, "postId")

    def get_recent_posts(self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost's `recentPostsForTag`."""
        mapping = table_of(self, DynamobaoModels).tagged_post.plan.recent_posts_for_tag(tag_id=self.tag_id, created_at=created_at, **options)
        return table_of(self, DynamobaoModels).post.reach(mapping, "postId")


TaggedPostField = Literal["tag_id", "post_id", "created_at"]


class TaggedPostFields(Fields):
    """TaggedPost's fields, for building conditions and changes."""

    tag_id: TextRef
    post_id: TextRef
    created_at: FieldRef[datetime]


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
    """Comment's fields, for building conditions and changes."""

    comment_id: TextRef
    author_id: TextRef
    post_id: TextRef
    text: TextRef
    created_at: FieldRef[datetime]
    num_likes: NumberRef[int_]


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


KitchenField = Literal["kid", "grp", "str", "int", "flt", "flag", "bin", "sset", "at", "created_at", "modified_at", "uid", "ver", "cnt", "ref", "ttl"]


class KitchenFields(Fields):
    """Kitchen's fields, for building conditions and changes."""

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
    """Setting's fields, for building conditions and changes."""

    key: TextRef
    value: TextRef


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
    """Reading's fields, for building conditions and changes."""

    sensor: NumberRef[int_]
    at: FieldRef[datetime]
    val: NumberRef[float]


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


class UserMethods(Methods[User]):
    """The methods of User's handle and plans."""

    create = create_method(User)
    """Write a new User; refuse if there is one with its key."""
    upsert = upsert_method(User)
    """Change a User, or create it where there is none."""

    @method
    def get(self, user_id: str_, *, consistent: bool = True, include_expired: bool = False) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((user_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[User]:
        """Read User items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_id: str_, *changes: Change, condition: Filter | None = None, expect_version: str_ | None = None,
            **values: Unpack[UserChanges]) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((user_id,), changes, values, condition, expect_version)

    @method
    def delete(self, user_id: str_, *, condition: Filter | None = None, expect_version: str_ | None = None) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((user_id,), condition, expect_version)

    @method
    def find_by_email(self, email: str_, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)


class UserPlans(UserMethods, Plans[User]):
    """Operations on User, unsent."""


class UserHandle(UserMethods, Handle[User, UserPlans]):
    """The User items of a table."""


class PostMethods(Methods[Post]):
    """The methods of Post's handle and plans."""

    create = create_method(Post)
    """Write a new Post; refuse if there is one with its key."""
    upsert = upsert_method(Post)
    """Change a Post, or create it where there is none."""

    @method
    def get(self, post_id: str_, *, consistent: bool = True, include_expired: bool = False) -> Get[Post]:
        """Read the Post with this key; None if there is none."""
        return self._get((post_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Post]:
        """Read Post items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, post_id: str_, *changes: Change, condition: Filter | None = None, **values: Unpack[PostChanges]) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((post_id,), changes, values, condition)

    @method
    def delete(self, post_id: str_, *, condition: Filter | None = None) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((post_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str_]) -> BatchWrite[Post]:
        """Delete Post items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def all_posts(self, *, post_id: str_ | SortCondition | None = None, **options: Unpack[IndexOptions[PostField]]) -> Query[Post]:
        """Query `allPosts` in gsi2: _gsi2_pk = p#gsi2#p, _gsi2_sk = {postId}."""
        return self._query("allPosts", {"post_id": post_id}, **options)

    @method
    def posts_for_user(self, *, user_id: str_, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[PostField]]) -> Query[Post]:
        """Query `postsForUser` in gsi1: _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query("postsForUser", {"user_id": user_id, "created_at": created_at}, **options)


class PostPlans(PostMethods, Plans[Post]):
    """Operations on Post, unsent."""


class PostHandle(PostMethods, Handle[Post, PostPlans]):
    """The Post items of a table."""


class TagMethods(Methods[Tag]):
    """The methods of Tag's handle and plans."""

    create = create_method(Tag)
    """Write a new Tag; refuse if there is one with its key."""
    upsert = upsert_method(Tag)
    """Change a Tag, or create it where there is none."""

    @method
    def get(self, tag_id: str_, *, consistent: bool = True, include_expired: bool = False) -> Get[Tag]:
        """Read the Tag with this key; None if there is none."""
        return self._get((tag_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Tag]:
        """Read Tag items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, tag_id: str_, *changes: Change, condition: Filter | None = None, **values: Unpack[TagChanges]) -> Update[Tag]:
        """Change a Tag by its key; refuse if there is none."""
        return self._update((tag_id,), changes, values, condition)

    @method
    def delete(self, tag_id: str_, *, condition: Filter | None = None) -> Delete[Tag]:
        """Delete a Tag by its key; say whether there was one."""
        return self._delete((tag_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str_]) -> BatchWrite[Tag]:
        """Delete Tag items by their keys, in batches."""
        return self._delete_all(keys)


class TagPlans(TagMethods, Plans[Tag]):
    """Operations on Tag, unsent."""


class TagHandle(TagMethods, Handle[Tag, TagPlans]):
    """The Tag items of a table."""


class TaggedPostMethods(Methods[TaggedPost]):
    """The methods of TaggedPost's handle and plans."""

    create = create_method(TaggedPost)
    """Write a new TaggedPost; refuse if there is one with its key."""
    upsert = upsert_method(TaggedPost)
    """Change a TaggedPost, or create it where there is none."""

    @method
    def get(self, tag_id: str_, post_id: str_, *, consistent: bool = True, include_expired: bool = False) -> Get[TaggedPost]:
        """Read the TaggedPost with this key; None if there is none."""
        return self._get((tag_id, post_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str_, str_]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[TaggedPost]:
        """Read TaggedPost items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, tag_id: str_, post_id: str_, *changes: Change, condition: Filter | None = None,
            **values: Unpack[TaggedPostChanges]) -> Update[TaggedPost]:
        """Change a TaggedPost by its key; refuse if there is none."""
        return self._update((tag_id, post_id), changes, values, condition)

    @method
    def delete(self, tag_id: str_, post_id: str_, *, condition: Filter | None = None) -> Delete[TaggedPost]:
        """Delete a TaggedPost by its key; say whether there was one."""
        return self._delete((tag_id, post_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str_, str_]]) -> BatchWrite[TaggedPost]:
        """Delete TaggedPost items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def posts_for_tag(self, *, tag_id: str_, post_id: str_ | SortCondition | None = None,
            **options: Unpack[QueryOptions[TaggedPostField]]) -> Query[TaggedPost]:
        """Query `postsForTag` in the table: _pk = tp#{tagId}, _sk = {postId}."""
        return self._query("postsForTag", {"tag_id": tag_id, "post_id": post_id}, **options)

    @method
    def tags_for_post(self, *, post_id: str_, tag_id: str_ | SortCondition | None = None,
            **options: Unpack[IndexOptions[TaggedPostField]]) -> Query[TaggedPost]:
        """Query `tagsForPost` in gsi1: _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}."""
        return self._query("tagsForPost", {"post_id": post_id, "tag_id": tag_id}, **options)

    @method
    def recent_posts_for_tag(self, *, tag_id: str_, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[TaggedPostField]]) -> Query[TaggedPost]:
        """Query `recentPostsForTag` in gsi2: _gsi2_pk = tp#gsi2#{tagId}, _gsi2_sk = {createdAt:sortable}."""
        return self._query("recentPostsForTag", {"tag_id": tag_id, "created_at": created_at}, **options)


class TaggedPostPlans(TaggedPostMethods, Plans[TaggedPost]):
    """Operations on TaggedPost, unsent."""


class TaggedPostHandle(TaggedPostMethods, Handle[TaggedPost, TaggedPostPlans]):
    """The TaggedPost items of a table."""


class CommentMethods(Methods[Comment]):
    """The methods of Comment's handle and plans."""

    create = create_method(Comment)
    """Write a new Comment; refuse if there is one with its key."""
    upsert = upsert_method(Comment)
    """Change a Comment, or create it where there is none."""

    @method
    def get(self, post_id: str_, comment_id: str_, *, consistent: bool = True, include_expired: bool = False) -> Get[Comment]:
        """Read the Comment with this key; None if there is none."""
        return self._get((post_id, comment_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str_, str_]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Comment]:
        """Read Comment items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, post_id: str_, comment_id: str_, *changes: Change, condition: Filter | None = None,
            **values: Unpack[CommentChanges]) -> Update[Comment]:
        """Change a Comment by its key; refuse if there is none."""
        return self._update((post_id, comment_id), changes, values, condition)

    @method
    def delete(self, post_id: str_, comment_id: str_, *, condition: Filter | None = None) -> Delete[Comment]:
        """Delete a Comment by its key; say whether there was one."""
        return self._delete((post_id, comment_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str_, str_]]) -> BatchWrite[Comment]:
        """Delete Comment items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def comments_for_post(self, *, post_id: str_, comment_id: str_ | SortCondition | None = None,
            **options: Unpack[QueryOptions[CommentField]]) -> Query[Comment]:
        """Query `commentsForPost` in the table: _pk = c#{postId}, _sk = {commentId}."""
        return self._query("commentsForPost", {"post_id": post_id, "comment_id": comment_id}, **options)

    @method
    def comments_for_user(self, *, author_id: str_, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[CommentField]]) -> Query[Comment]:
        """Query `commentsForUser` in gsi1: _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query("commentsForUser", {"author_id": author_id, "created_at": created_at}, **options)


class CommentPlans(CommentMethods, Plans[Comment]):
    """Operations on Comment, unsent."""


class CommentHandle(CommentMethods, Handle[Comment, CommentPlans]):
    """The Comment items of a table."""


class KitchenMethods(Methods[Kitchen]):
    """The methods of Kitchen's handle and plans."""

    create = create_method(Kitchen)
    """Write a new Kitchen; refuse if there is one with its key."""
    upsert = upsert_method(Kitchen)
    """Change a Kitchen, or create it where there is none."""

    @method
    def get(self, kid: str_, *, consistent: bool = True, include_expired: bool = False) -> Get[Kitchen]:
        """Read the Kitchen with this key; None if there is none."""
        return self._get((kid,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Kitchen]:
        """Read Kitchen items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, kid: str_, *changes: Change, condition: Filter | None = None, expect_version: str_ | None = None,
            **values: Unpack[KitchenChanges]) -> Update[Kitchen]:
        """Change a Kitchen by its key; refuse if there is none."""
        return self._update((kid,), changes, values, condition, expect_version)

    @method
    def delete(self, kid: str_, *, condition: Filter | None = None, expect_version: str_ | None = None) -> Delete[Kitchen]:
        """Delete a Kitchen by its key; say whether there was one."""
        return self._delete((kid,), condition, expect_version)

    @method
    def by_int(self, *, grp: str_, int: int_ | SortCondition | None = None, **options: Unpack[IndexOptions[KitchenField]]) -> Query[Kitchen]:
        """Query `byInt` in gsi1: _gsi1_pk = k#gsi1#{grp}, _gsi1_sk = {int:sortable}."""
        return self._query("byInt", {"grp": grp, "int": int}, **options)

    @method
    def by_flt(self, *, grp: str_, flt: float | SortCondition | None = None, **options: Unpack[IndexOptions[KitchenField]]) -> Query[Kitchen]:
        """Query `byFlt` in gsi2: _gsi2_pk = k#gsi2#{grp}, _gsi2_sk = {flt:sortable}."""
        return self._query("byFlt", {"grp": grp, "flt": flt}, **options)

    @method
    def by_flag(self, *, grp: str_, flag: bool | SortCondition | None = None, **options: Unpack[IndexOptions[KitchenField]]) -> Query[Kitchen]:
        """Query `byFlag` in gsi3: _gsi3_pk = k#gsi3#{grp}, _gsi3_sk = {flag}."""
        return self._query("byFlag", {"grp": grp, "flag": flag}, **options)

    @method
    def by_at(self, *, grp: str_, at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[KitchenField]]) -> Query[Kitchen]:
        """Query `byAt` in gsi4: _gsi4_pk = k#gsi4#{grp}, _gsi4_sk = {at:sortable}."""
        return self._query("byAt", {"grp": grp, "at": at}, **options)

    @method
    def by_ver(self, *, grp: str_, ver: str_ | SortCondition | None = None, **options: Unpack[IndexOptions[KitchenField]]) -> Query[Kitchen]:
        """Query `byVer` in gsi5: _gsi5_pk = k#gsi5#{grp}, _gsi5_sk = {ver}."""
        return self._query("byVer", {"grp": grp, "ver": ver}, **options)


class KitchenPlans(KitchenMethods, Plans[Kitchen]):
    """Operations on Kitchen, unsent."""


class KitchenHandle(KitchenMethods, Handle[Kitchen, KitchenPlans]):
    """The Kitchen items of a table."""


class SettingMethods(Methods[Setting]):
    """The methods of Setting's handle and plans."""

    create = create_method(Setting)
    """Write a new Setting; refuse if there is one with its key."""
    upsert = upsert_method(Setting)
    """Change a Setting, or create it where there is none."""

    @method
    def get(self, key: str_, *, consistent: bool = True, include_expired: bool = False) -> Get[Setting]:
        """Read the Setting with this key; None if there is none."""
        return self._get((key,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str_], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Setting]:
        """Read Setting items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, key: str_, *changes: Change, condition: Filter | None = None, **values: Unpack[SettingChanges]) -> Update[Setting]:
        """Change a Setting by its key; refuse if there is none."""
        return self._update((key,), changes, values, condition)

    @method
    def delete(self, key: str_, *, condition: Filter | None = None) -> Delete[Setting]:
        """Delete a Setting by its key; say whether there was one."""
        return self._delete((key,), condition)

    @method
    def delete_all(self, keys: Iterable[str_]) -> BatchWrite[Setting]:
        """Delete Setting items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def all_settings(self, *, key: str_ | SortCondition | None = None, **options: Unpack[QueryOptions[SettingField]]) -> Query[Setting]:
        """Query `allSettings` in the table: _pk = set, _sk = {key}."""
        return self._query("allSettings", {"key": key}, **options)


class SettingPlans(SettingMethods, Plans[Setting]):
    """Operations on Setting, unsent."""


class SettingHandle(SettingMethods, Handle[Setting, SettingPlans]):
    """The Setting items of a table."""


class ReadingMethods(Methods[Reading]):
    """The methods of Reading's handle and plans."""

    create = create_method(Reading)
    """Write a new Reading; refuse if there is one with its key."""
    upsert = upsert_method(Reading)
    """Change a Reading, or create it where there is none."""

    @method
    def get(self, sensor: int_, at: datetime, *, consistent: bool = True, include_expired: bool = False) -> Get[Reading]:
        """Read the Reading with this key; None if there is none."""
        return self._get((sensor, at), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int_, datetime]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Reading]:
        """Read Reading items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, sensor: int_, at: datetime, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ReadingChanges]) -> Update[Reading]:
        """Change a Reading by its key; refuse if there is none."""
        return self._update((sensor, at), changes, values, condition)

    @method
    def delete(self, sensor: int_, at: datetime, *, condition: Filter | None = None) -> Delete[Reading]:
        """Delete a Reading by its key; say whether there was one."""
        return self._delete((sensor, at), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int_, datetime]]) -> BatchWrite[Reading]:
        """Delete Reading items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def readings(self, *, sensor: int_, at: datetime | SortCondition | None = None, **options: Unpack[QueryOptions[ReadingField]]) -> Query[Reading]:
        """Query `readings` in the table: _pk = r#{sensor:sortable}, _sk = {at:sortable}."""
        return self._query("readings", {"sensor": sensor, "at": at}, **options)


class ReadingPlans(ReadingMethods, Plans[Reading]):
    """Operations on Reading, unsent."""


class ReadingHandle(ReadingMethods, Handle[Reading, ReadingPlans]):
    """The Reading items of a table."""


class DynamobaoModels(Table):
    """The table `dynamobao-models` on a store."""

    design = _DESIGN
    models = (User, Post, Tag, TaggedPost, Comment, Kitchen, Setting, Reading)

    user = handle(User, UserHandle, UserPlans)
    """The User items."""
    post = handle(Post, PostHandle, PostPlans)
    """The Post items."""
    tag = handle(Tag, TagHandle, TagPlans)
    """The Tag items."""
    tagged_post = handle(TaggedPost, TaggedPostHandle, TaggedPostPlans)
    """The TaggedPost items."""
    comment = handle(Comment, CommentHandle, CommentPlans)
    """The Comment items."""
    kitchen = handle(Kitchen, KitchenHandle, KitchenPlans)
    """The Kitchen items."""
    setting = handle(Setting, SettingHandle, SettingPlans)
    """The Setting items."""
    reading = handle(Reading, ReadingHandle, ReadingPlans)
    """The Reading items."""
