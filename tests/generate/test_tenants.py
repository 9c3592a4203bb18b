"""Nothing of one tenant is reached from another: every method of every handle, and relations.

A method that a handle gains fails the test until it is tried here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavola import OperationError
from tavola.operations.reindex.reindex import Reindex
from tavola.table.internals import codecs_of, context_of
from tests.table.stores import Home, Item, clear, scan_raw, settle, tries

HANDLES = ("user", "post", "like")

MANAGED = """
table: {name: shop, tenancy: required}
models:
  User:
    modelPrefix: u
    iterationBuckets: 2
    fields:
      userId: {type: StringField, required: true}
      email: {type: StringField}
      team: {type: StringField}
    primaryKey: {partitionKey: userId}
    indexes:
      usersForTeam: {partitionKey: team, sortKey: userId, indexId: gsi1}
    uniqueConstraints:
      uniqueEmail: {field: email, uniqueConstraintId: uc1}
  Post:
    modelPrefix: p
    iterationBuckets: 2
    fields:
      userId: {type: RelatedField, model: User, required: true}
      postId: {type: StringField, required: true}
      title: {type: StringField}
    primaryKey: {partitionKey: userId, sortKey: postId}
    indexes:
      postsForUser: primaryKey
  Like:
    tableType: mapping
    modelPrefix: l
    iterable: true
    iterationBuckets: 2
    fields:
      userId: {type: RelatedField, model: User, required: true}
      postId: {type: RelatedField, model: Post, required: true}
      note: {type: StringField}
    primaryKey: {partitionKey: userId, sortKey: postId}
    indexes:
      postsForUser: primaryKey
      usersForPost: {partitionKey: postId, sortKey: userId, indexId: gsi1}
"""
TEMPLATES = """
table:
  name: shop
  tenancy: required
  typeAttribute: kind
  indexes:
    GSI1: {partitionKey: P1, sortKey: S1, projection: keysOnly}
    GSI2: {partitionKey: P2, sortKey: S2}
models:
  User:
    type: USER
    iterationBuckets: 2
    fields:
      userId: {type: StringField, required: true}
      email: {type: StringField}
      team: {type: StringField}
    key: {PK: "T#{tenant}#U#{userId}", SK: "A"}
    iteration: {index: GSI2, P2: "T#{tenant}#US#{bucket}", S2: "{userId}"}
    indexes:
      usersForTeam: {index: GSI1, P1: "T#{tenant}#TEAM#{team}", S1: "{userId}"}
    uniqueConstraints:
      uniqueEmail: {field: email, PK: "T#{tenant}#E#{email}", SK: E}
  Post:
    type: POST
    iterationBuckets: 2
    fields:
      userId: {type: RelatedField, model: User, required: true}
      postId: {type: StringField, required: true}
      title: {type: StringField}
    key: {PK: "T#{tenant}#U#{userId}", SK: "P#{postId}"}
    iteration: {index: GSI2, P2: "T#{tenant}#PS#{bucket}", S2: "{userId}#{postId}"}
    indexes:
      postsForUser: primaryKey
  Like:
    tableType: mapping
    type: LIKE
    iterationBuckets: 2
    fields:
      userId: {type: RelatedField, model: User, required: true}
      postId: {type: RelatedField, model: Post, required: true}
      note: {type: StringField}
    key: {PK: "T#{tenant}#L#{userId}", SK: "{postId}"}
    iteration: {index: GSI2, P2: "T#{tenant}#LS#{bucket}", S2: "{userId}#{postId}"}
    indexes:
      postsForUser: primaryKey
      usersForPost: {index: GSI1, P1: "T#{tenant}#LP#{postId}", S1: "{userId}"}
collections:
  userFile: {models: [User, Post], PK: "T#{tenant}#U#{userId}"}
"""
TENANTS = st.text(
    st.characters(
        codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="#[]%\U0010ffff"
    ),
    min_size=1,
    max_size=6,
)
TEXTS = st.text(
    st.one_of(
        st.sampled_from("#[]%:ab"), st.characters(codec="utf-8", exclude_characters="\U0010ffff")
    ),
    min_size=1,
    max_size=8,
)
PAIRS = st.tuples(TENANTS, TENANTS).filter(lambda pair: pair[0] != pair[1])


@dataclass
class Tenant:
    """One tenant's table, and the ids that all tenants use; `word` says whose an item is."""

    models: Any
    table: Any
    user_id: str
    post_id: str
    word: str
    tried: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def call(self, handle: str, method: str, *parts: Any, **values: Any) -> Any:
        """Call a method of a handle, and remember that it was tried."""
        self.tried.add((handle, method))
        return getattr(getattr(self.table, handle), method)(*parts, **values)

    def values(self, handle: str) -> dict[str, Any]:
        """The values of this tenant's item of a model; the last one says whose it is."""
        own = {"user_id": self.user_id, "post_id": self.post_id}
        if handle == "user":
            return {"user_id": self.user_id, "email": self.post_id, "team": self.word}
        if handle == "post":
            return {**own, "title": self.word}
        post_id = self.models.Post(**own).primary_id
        return {"user_id": self.user_id, "post_id": post_id, "note": self.word}

    def key(self, handle: str) -> tuple[str, ...]:
        values = list(self.values(handle).values())
        return tuple(values[:1] if handle == "user" else values[:2])

    def new(self, handle: str) -> Any:
        """An instance that was made by hand."""
        return getattr(self.models, handle.capitalize())(**self.values(handle))

    def fill(self) -> None:
        """Create an item of every model."""
        for handle in HANDLES:
            self.call(handle, "create", **self.values(handle))

    def finds(self, team: str) -> list[Any]:
        """Ask everything that can be asked; a count gives as many texts."""
        user, post = {"user_id": self.user_id}, {"post_id": self.key("like")[1]}
        found: list[Any] = [self.call("user", "find_by_email", self.post_id)]
        for handle in HANDLES:
            found += self._reads(handle)
        for handle, name, asked in (
            ("user", "users_for_team", {"team": team}),
            ("post", "posts_for_user", user),
            ("like", "posts_for_user", user),
            ("like", "users_for_post", post),
        ):
            found += self.call(handle, name, **asked).all()
            plan = getattr(getattr(self.table, handle).plan, name)(**asked)
            found += [f"one of team {team}"] * self.call(handle, "count", plan)
            found += [f"one of team {team}"] * self.call(handle, "exists", plan)
            found.append(self.call(handle, "first", plan))
        likes = self.table.like.plan
        found += self.call("post", "reach", likes.posts_for_user(**user), "postId")
        found += self.call("user", "reach", likes.users_for_post(**post), "userId")
        if hasattr(self.table, "user_file"):
            found += self.table.user_file(**user).items
        return [one for one in found if one is not None]

    def _reads(self, handle: str) -> Iterator[Any]:
        key = self.key(handle)
        with self.table.batch() as block:
            pending = block.get(getattr(self.table, handle).plan.get(*key))
        yield pending.item
        yield self.call(handle, "get", *key)
        yield self.call(handle, "get_by_id", self.new(handle).primary_id)
        yield from self.call(handle, "get_many", [key[0] if handle == "user" else key])
        yield from self.call(handle, "iterate_all")
        for bucket in range(2):
            yield from self.call(handle, "iterate_bucket", bucket)
        yield from self.call(handle, "scan")
        yield from self.call(handle, "scan", allow_scan=True)

    def related(self) -> list[Any]:
        """Follow all relations of the items that this tenant has itself."""
        user, post, like = (getattr(self.table, name).get(*self.key(name)) for name in HANDLES)
        single = [post.get_user(), like.get_user(), like.get_post()]
        return [*single, *user.query_posts(), *user.get_posts(), *post.get_users()]

    def write(self) -> None:
        """Write in every way that there is, and leave an item of every model."""
        for handle in HANDLES:
            key, values = self.key(handle), self.values(handle)
            self.call(handle, "upsert", **values)
            self.call(handle, "put", self.new(handle))
            self.call(handle, "update", *key, **dict([*values.items()][-1:]))
            self.call(handle, "returning_old", getattr(self.table, handle).plan.delete(*key))
            self.call(handle, "delete", *key)
            self.call(handle, "add", self.new(handle)).save(force_reindex=True).refresh().delete()
        for handle in ("post", "like"):
            self.call(handle, "put_all", [self.new(handle)])
            self.call(handle, "delete_all", [self.key(handle)])
        with pytest.raises(OperationError, match="has unique values"):
            self.call("user", "put_all", [self.new("user")])
        self._transact()

    def _transact(self) -> None:
        with self.table.transaction() as tx:
            user = tx.create(self.new("user"))
            tx.put(self.new("post"))
        user.team = "moved"
        with self.table.transaction() as tx:
            tx.save(user)
            key = {"user_id": self.user_id, "post_id": self.post_id}
            tx.check_key(self.models.Post, key, {"title": self.word})
        with self.table.transaction() as tx:
            tx.update(user, self.models.User.fields.team.set(self.word))
            tx.delete(self.table.post.get(*self.key("post")))
        with self.table.transaction() as tx:
            tx.check(user.refresh(), {"team": self.word})
            tx.create(self.new("post"))
            tx.create(self.new("like"))
        self.table.run(Reindex(context_of(self.table), codecs_of(self.table)))


def stored(table: Any, *beginnings: str) -> dict[tuple[str, str], Item]:
    """Read all items whose partition key begins like this, as they are stored, by their keys."""
    settings = table.design.table
    by_key = {
        (item[settings.partition_key]["S"], item[settings.sort_key]["S"]): item
        for item in scan_raw(table, ConsistentRead=True)
    }
    return {key: item for key, item in by_key.items() if key[0].startswith(beginnings)}


@pytest.mark.parametrize("design", [MANAGED, TEMPLATES], ids=["managed", "templates"])
def test_no_method_reaches_another_tenant(
    home: Home, generate: Callable[[str], Any], design: str
) -> None:
    models = generate(design)
    table = home.empty(models.Shop)

    @given(PAIRS, TEXTS, TEXTS)
    @settings(tries(home, 30), suppress_health_check=[HealthCheck.too_slow])
    def check(tenants: tuple[str, str], user_id: str, post_id: str) -> None:
        clear(table)
        ours, theirs = (
            Tenant(models, table.tenant(tenant), user_id, post_id, word)
            for tenant, word in zip(tenants, ("ours", "theirs"), strict=True)
        )
        ours.fill()
        settle(table)
        before = stored(table, f"[{tenants[0]}]#", f"T#{tenants[0]}#")

        assert theirs.finds("ours") == []
        theirs.write()
        settle(table)
        seen = [*theirs.finds("theirs"), *theirs.related()]

        assert [one for one in seen if "theirs" not in repr(one)] == []
        assert len(seen) == len([*ours.finds("ours"), *ours.related()]) > 0
        assert stored(table, f"[{tenants[0]}]#", f"T#{tenants[0]}#") == before
        assert methods_of(table) - ours.tried - theirs.tried == {("like", "reach")}

    check()


def methods_of(table: Any) -> set[tuple[str, str]]:
    kinds = [(handle, getattr(table.tenant("any"), handle).__class__) for handle in HANDLES]
    return {
        (handle, name) for handle, kind in kinds for name in dir(kind) if not name.startswith("_")
    }
