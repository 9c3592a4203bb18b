"""Blog: typed access to the table `blog`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
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
    PatternSchema, PhysicalIndex, Placeholder, Plans, Relation, SetRef, TableSettings, Template, TextRef, UniqueSchema, auto, create_method, handle,
    member, method, table_of, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, Page, SortCondition
    from tavola.runtime import (BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, PageOptions, PatternOptions, Query,
        QueryOptions, Update)

__all__ = ["Blog", "Comment", "Post", "PostText", "Tag", "TaggedPost", "User"]

_INDEX_1 = PhysicalIndex("gsi1", "_gsi1_pk", "_gsi1_sk")
_INDEX_2 = PhysicalIndex("gsi2", "_gsi2_pk", "_gsi2_sk")
_INDEX_3 = PhysicalIndex("gsi3", "_gsi3_pk", "_gsi3_sk")
_INDEX_4 = PhysicalIndex("gsi4", "_gsi4_pk", "_gsi4_sk")
_INDEX_5 = PhysicalIndex("gsi5", "_gsi5_pk", "_gsi5_sk")
_INDEX_6 = PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", projection="keysOnly")

_DESIGN = Design(
    name="Blog", layout="managed",
    table=TableSettings(name="blog", partition_key="_pk", sort_key="_sk", ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6)),
    models={
        "User": ModelSchema(
            name="User", handle="user",
            fields={
                "userId": FieldSchema("userId", "user_id", "UlidField", auto_assign=True),
                "name": FieldSchema("name", "name", "StringField", required=True, max_length=100),
                "email": FieldSchema("email", "email", "StringField", required=True, max_length=200),
                "roles": FieldSchema("roles", "roles", "StringSetField", max_string_length=20, max_member_count=5),
                "postCount": FieldSchema("postCount", "post_count", "CounterField"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "modifiedAt": FieldSchema("modifiedAt", "modified_at", "ModifiedDateField", storage="epochMillis"),
                "version": FieldSchema("version", "version", "VersionField"),
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
            model_prefix="u", version_field="version", counters=("postCount",), description="Somebody who writes and comments.",
        ),
        "Post": ModelSchema(
            name="Post", handle="post",
            fields={
                "postId": FieldSchema("postId", "post_id", "UlidField", auto_assign=True),
                "userId": FieldSchema("userId", "user_id", "RelatedField", required=True, model="User"),
                "title": FieldSchema("title", "title", "StringField", required=True, max_length=200),
                "content": FieldSchema("content", "content", "StringField", is_heavy=True,
                    description="The text of posts from before it had an item of its own."),
                "excerpt": FieldSchema("excerpt", "excerpt", "StringField", max_length=400,
                    description="The beginning of the content, shown in lists."),
                "tagNames": FieldSchema("tagNames", "tag_names", "StringSetField", max_string_length=50, max_member_count=20),
                "shelf": FieldSchema("shelf", "shelf", "StringField", max_length=20, description='"published"; missing while the post is a draft.'),
                "titleKey": FieldSchema("titleKey", "title_key", "StringField", max_length=200,
                    description="The title as it is searched: folded, in single spaces."),
                "publishedAt": FieldSchema("publishedAt", "published_at", "DateTimeField", storage="epochMillis"),
                "commentCount": FieldSchema("commentCount", "comment_count", "CounterField"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "modifiedAt": FieldSchema("modifiedAt", "modified_at", "ModifiedDateField", storage="epochMillis"),
                "version": FieldSchema("version", "version", "VersionField"),
            },
            key=KeyPair("_pk", Template(("p#", Placeholder("postId"))), "_sk", Template(("p",))), primary_id=Template((Placeholder("postId"),)),
            indexes={
                "postsForUser": IndexSchema("postsForUser", "posts_for_user",
                    KeyPair("_gsi1_pk", Template(("p#gsi1#", Placeholder("userId"))), "_gsi1_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_1),
                "postsOnShelf": IndexSchema("postsOnShelf", "posts_on_shelf",
                    KeyPair("_gsi2_pk", Template(("p#gsi2#", Placeholder("shelf"))), "_gsi2_sk", Template((Placeholder("publishedAt", "ms20"),))),
                    physical=_INDEX_2),
                "postsByTitle": IndexSchema("postsByTitle", "posts_by_title",
                    KeyPair("_gsi3_pk", Template(("p#gsi3#", Placeholder("shelf"))), "_gsi3_sk", Template((Placeholder("titleKey"),))),
                    physical=_INDEX_3),
            },
            relations=(
                Relation("getter", "Post", "get_user", target="User", field="userId"),
                Relation("mapping", "Post", "get_tags", target="Tag", field="postId", source="TaggedPost", index="tagsForPost", other_field="tagId"),
                Relation("query", "Post", "query_comments", target="Comment", field="postId", source="Comment", index="commentsForPost"),
            ),
            model_prefix="p", version_field="version", counters=("commentCount",), description="An article by one user.",
        ),
        "PostText": ModelSchema(
            name="PostText", handle="post_text",
            fields={
                "postId": FieldSchema("postId", "post_id", "RelatedField", required=True, model="Post"),
                "content": FieldSchema("content", "content", "StringField", required=True, expected_bytes=8000),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("px#", Placeholder("postId"))), "_sk", Template(("px",))), primary_id=Template((Placeholder("postId"),)),
            relations=(Relation("getter", "PostText", "get_post", target="Post", field="postId"),), model_prefix="px",
            description="The text of a post, apart from it, so that lists and counts do not pay for it.",
        ),
        "Tag": ModelSchema(
            name="Tag", handle="tag",
            fields={
                "tagId": FieldSchema("tagId", "tag_id", "UlidField", auto_assign=True),
                "name": FieldSchema("name", "name", "StringField", required=True, max_length=50),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("t#", Placeholder("tagId"))), "_sk", Template(("t",))), primary_id=Template((Placeholder("tagId"),)),
            uniques={
                "uniqueName": UniqueSchema(name="uniqueName", fields=("name",), python_name="find_by_name",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc1#t#name:", Placeholder("name"))), "_sk", Template(("_raft_uc",)))),
            },
            relations=(
                Relation("mapping", "Tag", "get_posts", target="Post", field="tagId", source="TaggedPost", index="postsForTag", other_field="postId"),
                Relation("mapping", "Tag", "get_recent_posts", target="Post", field="tagId", source="TaggedPost", index="recentPostsForTag",
                    other_field="postId"),
            ),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("t#iter",)), "_iter_sk", Template((Placeholder("tagId"),))), buckets=1),
            model_prefix="t", description="A word that posts are found by.",
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
            model_prefix="tp", is_mapping=True, description="A tag on a post.",
        ),
        "Comment": ModelSchema(
            name="Comment", handle="comment",
            fields={
                "postId": FieldSchema("postId", "post_id", "RelatedField", required=True, model="Post"),
                "commentId": FieldSchema("commentId", "comment_id", "UlidField", auto_assign=True),
                "authorId": FieldSchema("authorId", "author_id", "RelatedField", required=True, model="User"),
                "text": FieldSchema("text", "text", "StringField", required=True, max_length=2000),
                "likes": FieldSchema("likes", "likes", "CounterField"),
                "desk": FieldSchema("desk", "desk", "StringField", max_length=20, description='"new" until a moderator has seen it, then missing.'),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("c#", Placeholder("postId"))), "_sk", Template((Placeholder("commentId"),))),
            primary_id=Template((Placeholder("postId"), "##__SK__##", Placeholder("commentId"))),
            indexes={
                "commentsForPost": IndexSchema("commentsForPost", "comments_for_post",
                    KeyPair("_pk", Template(("c#", Placeholder("postId"))), "_sk", Template((Placeholder("commentId"),)))),
                "commentsForUser": IndexSchema("commentsForUser", "comments_for_user",
                    KeyPair("_gsi1_pk", Template(("c#gsi1#", Placeholder("authorId"))), "_gsi1_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_1),
                "commentsOnDesk": IndexSchema("commentsOnDesk", "comments_on_desk",
                    KeyPair("_gsi2_pk", Template(("c#gsi2#", Placeholder("desk"))), "_gsi2_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_2),
            },
            relations=(
                Relation("getter", "Comment", "get_post", target="Post", field="postId"),
                Relation("getter", "Comment", "get_author", target="User", field="authorId"),
            ),
            model_prefix="c", counters=("likes",), description="What a user says about a post.",
        ),
    },
    patterns={
        "likedComments": PatternSchema(name="likedComments", python_name="liked_comments", model="Comment", index="commentsForPost",
            filter={"likes": {"$gt": 0}}, limit=20, description="Comments on a post that somebody liked."),
        "postTitles": PatternSchema(name="postTitles", python_name="post_titles", model="Post", index="postsForUser", only=("title", "createdAt"),
            descending=True, description="Titles of a user's posts, latest first."),
    },
)

UserField = Literal["user_id", "name", "email", "roles", "post_count", "created_at", "modified_at", "version"]


class UserFields(Fields):
    """User's fields, for building conditions and changes."""

    user_id: TextRef
    name: TextRef
    email: TextRef
    roles: SetRef
    post_count: NumberRef[int]
    created_at: FieldRef[datetime]
    modified_at: FieldRef[datetime]
    version: TextRef


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

    def query_posts(self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[PostField]]) -> Page[Post]:
        """Query `postsForUser`: the Post items whose `user_id` is this one."""
        return table_of(self, Blog).post.posts_for_user(user_id=self.user_id, created_at=created_at, **options)

    def query_comments(self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[CommentField]]) -> Page[Comment]:
        """Query `commentsForUser`: the Comment items whose `author_id` is this one."""
        return table_of(self, Blog).comment.comments_for_user(author_id=self.user_id, created_at=created_at, **options)


PostField = Literal["post_id", "user_id", "title", "excerpt", "tag_names", "shelf", "title_key", "published_at", "comment_count", "created_at",
    "modified_at", "version"]


class PostFields(Fields):
    """Post's fields, for building conditions and changes."""

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
    """The text of posts from before it had an item of its own."""
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

    def get_tags(self, *, tag_id: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Tag]:
        """Read the Tag items of this one, in the order of TaggedPost's `tagsForPost`."""
        mapping = table_of(self, Blog).tagged_post.plan.tags_for_post(post_id=self.post_id, tag_id=tag_id, **options)
        return table_of(self, Blog).tag.reach(mapping, "tagId")

    def query_comments(self, *, comment_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[CommentField]]) -> Page[Comment]:
        """Query `commentsForPost`: the Comment items whose `post_id` is this one."""
        return table_of(self, Blog).comment.comments_for_post(post_id=self.post_id, comment_id=comment_id, **options)


PostTextField = Literal["post_id", "content", "created_at"]


class PostTextFields(Fields):
    """PostText's fields, for building conditions and changes."""

    post_id: TextRef
    content: TextRef
    created_at: FieldRef[datetime]


class PostTextChanges(TypedDict, total=False):
    """What an update of a PostText may set."""

    content: str
    created_at: datetime


class PostText(Record, schema=_DESIGN.models["PostText"]):
    """The text of a post, apart from it, so that lists and counts do not pay for it.

    - key: _pk = px#{postId}, _sk = px
    """

    fields: ClassVar[PostTextFields]
    post_id: str
    content: str
    created_at: datetime = auto()

    def get_post(self) -> Post | None:
        """Read the Post that `post_id` refers to."""
        return table_of(self, Blog).post.get_by_id(self.post_id)


TagField = Literal["tag_id", "name", "created_at"]


class TagFields(Fields):
    """Tag's fields, for building conditions and changes."""

    tag_id: TextRef
    name: TextRef
    created_at: FieldRef[datetime]


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

    def get_posts(self, *, post_id: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost's `postsForTag`."""
        mapping = table_of(self, Blog).tagged_post.plan.posts_for_tag(tag_id=self.tag_id, post_id=post_id, **options)
        return table_of(self, Blog).post.reach(mapping, "postId")

    def get_recent_posts(self, *, created_at: datetime | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Post]:
        """Read the Post items of this one, in the order of TaggedPost's `recentPostsForTag`."""
        mapping = table_of(self, Blog).tagged_post.plan.recent_posts_for_tag(tag_id=self.tag_id, created_at=created_at, **options)
        return table_of(self, Blog).post.reach(mapping, "postId")


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
    """Comment's fields, for building conditions and changes."""

    post_id: TextRef
    comment_id: TextRef
    author_id: TextRef
    text: TextRef
    likes: NumberRef[int]
    desk: TextRef
    created_at: FieldRef[datetime]


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


class UserMethods(Methods[User]):
    """The methods of User's handle and plans."""

    create = create_method(User)
    """Write a new User; refuse if there is one with its key."""
    upsert = upsert_method(User)
    """Change a User, or create it where there is none."""

    @method
    def get(self, user_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((user_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[User]:
        """Read User items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_id: str, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[UserChanges]) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((user_id,), changes, values, condition, expect_version)

    @method
    def delete(self, user_id: str, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((user_id,), condition, expect_version)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[User]:
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
    def get(self, post_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Post]:
        """Read the Post with this key; None if there is none."""
        return self._get((post_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Post]:
        """Read Post items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, post_id: str, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[PostChanges]) -> Update[Post]:
        """Change a Post by its key; refuse if there is none."""
        return self._update((post_id,), changes, values, condition, expect_version)

    @method
    def delete(self, post_id: str, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[Post]:
        """Delete a Post by its key; say whether there was one."""
        return self._delete((post_id,), condition, expect_version)

    @method
    def posts_for_user(self, *, user_id: str, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[PostField]]) -> Query[Post]:
        """Query `postsForUser` in gsi1: _gsi1_pk = p#gsi1#{userId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query("postsForUser", {"user_id": user_id, "created_at": created_at}, **options)

    @method
    def posts_on_shelf(self, *, shelf: str, published_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[PostField]]) -> Query[Post]:
        """Query `postsOnShelf` in gsi2: _gsi2_pk = p#gsi2#{shelf}, _gsi2_sk = {publishedAt:sortable}."""
        return self._query("postsOnShelf", {"shelf": shelf, "published_at": published_at}, **options)

    @method
    def posts_by_title(self, *, shelf: str, title_key: str | SortCondition | None = None, **options: Unpack[IndexOptions[PostField]]) -> Query[Post]:
        """Query `postsByTitle` in gsi3: _gsi3_pk = p#gsi3#{shelf}, _gsi3_sk = {titleKey}."""
        return self._query("postsByTitle", {"shelf": shelf, "title_key": title_key}, **options)

    @method
    def post_titles(self, *, user_id: str, created_at: datetime | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Post]:
        """Titles of a user's posts, latest first."""
        return self._pattern("postTitles", {"user_id": user_id, "created_at": created_at}, **options)


class PostPlans(PostMethods, Plans[Post]):
    """Operations on Post, unsent."""


class PostHandle(PostMethods, Handle[Post, PostPlans]):
    """The Post items of a table."""


class PostTextMethods(Methods[PostText]):
    """The methods of PostText's handle and plans."""

    create = create_method(PostText)
    """Write a new PostText; refuse if there is one with its key."""
    upsert = upsert_method(PostText)
    """Change a PostText, or create it where there is none."""

    @method
    def get(self, post_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[PostText]:
        """Read the PostText with this key; None if there is none."""
        return self._get((post_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[PostText]:
        """Read PostText items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, post_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[PostTextChanges]) -> Update[PostText]:
        """Change a PostText by its key; refuse if there is none."""
        return self._update((post_id,), changes, values, condition)

    @method
    def delete(self, post_id: str, *, condition: Filter | None = None) -> Delete[PostText]:
        """Delete a PostText by its key; say whether there was one."""
        return self._delete((post_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[PostText]:
        """Delete PostText items by their keys, in batches."""
        return self._delete_all(keys)


class PostTextPlans(PostTextMethods, Plans[PostText]):
    """Operations on PostText, unsent."""


class PostTextHandle(PostTextMethods, Handle[PostText, PostTextPlans]):
    """The PostText items of a table."""


class TagMethods(Methods[Tag]):
    """The methods of Tag's handle and plans."""

    create = create_method(Tag)
    """Write a new Tag; refuse if there is one with its key."""
    upsert = upsert_method(Tag)
    """Change a Tag, or create it where there is none."""

    @method
    def get(self, tag_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Tag]:
        """Read the Tag with this key; None if there is none."""
        return self._get((tag_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Tag]:
        """Read Tag items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, tag_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[TagChanges]) -> Update[Tag]:
        """Change a Tag by its key; refuse if there is none."""
        return self._update((tag_id,), changes, values, condition)

    @method
    def delete(self, tag_id: str, *, condition: Filter | None = None) -> Delete[Tag]:
        """Delete a Tag by its key; say whether there was one."""
        return self._delete((tag_id,), condition)

    @method
    def find_by_name(self, name: str, *, include_expired: bool = False) -> FindByUnique[Tag]:
        """Find the one Tag with this `name`."""
        return self._find("uniqueName", (name,), include_expired)


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
    def get(self, tag_id: str, post_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[TaggedPost]:
        """Read the TaggedPost with this key; None if there is none."""
        return self._get((tag_id, post_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[TaggedPost]:
        """Read TaggedPost items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, tag_id: str, post_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[TaggedPostChanges]) -> Update[TaggedPost]:
        """Change a TaggedPost by its key; refuse if there is none."""
        return self._update((tag_id, post_id), changes, values, condition)

    @method
    def delete(self, tag_id: str, post_id: str, *, condition: Filter | None = None) -> Delete[TaggedPost]:
        """Delete a TaggedPost by its key; say whether there was one."""
        return self._delete((tag_id, post_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[TaggedPost]:
        """Delete TaggedPost items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def posts_for_tag(self, *, tag_id: str, post_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[TaggedPostField]]) -> Query[TaggedPost]:
        """Query `postsForTag` in the table: _pk = tp#{tagId}, _sk = {postId}."""
        return self._query("postsForTag", {"tag_id": tag_id, "post_id": post_id}, **options)

    @method
    def tags_for_post(self, *, post_id: str, tag_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[TaggedPostField]]) -> Query[TaggedPost]:
        """Query `tagsForPost` in gsi1: _gsi1_pk = tp#gsi1#{postId}, _gsi1_sk = {tagId}."""
        return self._query("tagsForPost", {"post_id": post_id, "tag_id": tag_id}, **options)

    @method
    def recent_posts_for_tag(self, *, tag_id: str, created_at: datetime | SortCondition | None = None,
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
    def get(self, post_id: str, comment_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Comment]:
        """Read the Comment with this key; None if there is none."""
        return self._get((post_id, comment_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Comment]:
        """Read Comment items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, post_id: str, comment_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[CommentChanges]) -> Update[Comment]:
        """Change a Comment by its key; refuse if there is none."""
        return self._update((post_id, comment_id), changes, values, condition)

    @method
    def delete(self, post_id: str, comment_id: str, *, condition: Filter | None = None) -> Delete[Comment]:
        """Delete a Comment by its key; say whether there was one."""
        return self._delete((post_id, comment_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Comment]:
        """Delete Comment items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def comments_for_post(self, *, post_id: str, comment_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[CommentField]]) -> Query[Comment]:
        """Query `commentsForPost` in the table: _pk = c#{postId}, _sk = {commentId}."""
        return self._query("commentsForPost", {"post_id": post_id, "comment_id": comment_id}, **options)

    @method
    def comments_for_user(self, *, author_id: str, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[CommentField]]) -> Query[Comment]:
        """Query `commentsForUser` in gsi1: _gsi1_pk = c#gsi1#{authorId}, _gsi1_sk = {createdAt:sortable}."""
        return self._query("commentsForUser", {"author_id": author_id, "created_at": created_at}, **options)

    @method
    def comments_on_desk(self, *, desk: str, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[CommentField]]) -> Query[Comment]:
        """Query `commentsOnDesk` in gsi2: _gsi2_pk = c#gsi2#{desk}, _gsi2_sk = {createdAt:sortable}."""
        return self._query("commentsOnDesk", {"desk": desk, "created_at": created_at}, **options)

    @method
    def liked_comments(self, *, post_id: str, comment_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[CommentField]]) -> Query[Comment]:
        """Comments on a post that somebody liked."""
        return self._pattern("likedComments", {"post_id": post_id, "comment_id": comment_id}, **options)


class CommentPlans(CommentMethods, Plans[Comment]):
    """Operations on Comment, unsent."""


class CommentHandle(CommentMethods, Handle[Comment, CommentPlans]):
    """The Comment items of a table."""


class Blog(Table):
    """The table `blog` on a store."""

    design = _DESIGN
    models = (User, Post, PostText, Tag, TaggedPost, Comment)

    user = handle(User, UserHandle, UserPlans)
    """The User items."""
    post = handle(Post, PostHandle, PostPlans)
    """The Post items."""
    post_text = handle(PostText, PostTextHandle, PostTextPlans)
    """The PostText items."""
    tag = handle(Tag, TagHandle, TagPlans)
    """The Tag items."""
    tagged_post = handle(TaggedPost, TaggedPostHandle, TaggedPostPlans)
    """The TaggedPost items."""
    comment = handle(Comment, CommentHandle, CommentPlans)
    """The Comment items."""
