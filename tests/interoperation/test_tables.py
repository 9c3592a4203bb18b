"""Tables, iteration and tenants are the same for both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tavola import UniqueTaken
from tavola.operations.tables.table_operations import PlanTable, TablePlan
from tests.interoperation.installation import environment, run
from tests.interoperation.peer import Bao, Refused, as_theirs
from tests.table.generated.dynamobao_models import DynamobaoModels
from tests.table.stores import Home


def test_a_table_that_their_tool_made_needs_no_change(
    packages: Path, url: str, home: Home, tmp_path: Path
) -> None:
    tool = packages / "dynamo-bao" / "bin" / "bao-create-table.js"
    run(["node", str(tool), "made-by-them"], tmp_path, environment(packages, url))
    db = DynamobaoModels.open(home.location, store=home.store, table="made-by-them")

    plan = db.run(PlanTable(db.design, "made-by-them"))

    assert plan == TablePlan("made-by-them")


@pytest.fixture
def six_posts(db: DynamobaoModels, bao: Bao) -> list[dict[str, Any]]:
    """Three posts of each language, in the order of their ids."""
    ours = [as_theirs(db.post.create(user_id="u", title=f"ours {n}")) or {} for n in range(3)]
    theirs = [bao.call("Post.create", {"userId": "u", "title": f"theirs {n}"}) for n in range(3)]
    return sorted(ours + theirs, key=lambda post: str(post["postId"]))


def test_both_iterate_over_all(
    db: DynamobaoModels, bao: Bao, six_posts: list[dict[str, Any]]
) -> None:
    ours = sorted(db.post.iterate_all(), key=lambda post: str(post.post_id))
    theirs = sorted(bao.call("Post.iterateAll"), key=lambda post: str(post["postId"]))

    assert [as_theirs(post) for post in ours] == six_posts
    assert theirs == six_posts


@pytest.mark.usefixtures("six_posts")
def test_both_find_the_same_items_in_each_bucket(db: DynamobaoModels, bao: Bao) -> None:
    ours = [[as_theirs(post) for post in db.post.iterate_bucket(n)] for n in range(10)]

    assert ours == [bao.call("Post.iterateBucket", n) for n in range(10)]


def test_both_iterate_over_a_model_of_one_bucket(db: DynamobaoModels, bao: Bao) -> None:
    ours = as_theirs(db.comment.create(author_id="u", post_id="p", text="ours"))
    theirs = bao.call("Comment.create", {"authorId": "u", "postId": "p", "text": "theirs"})
    in_order = sorted((ours, theirs), key=lambda one: str(one and one["commentId"]))

    assert [as_theirs(comment) for comment in db.comment.iterate_all()] == in_order
    assert bao.call("Comment.iterateAll") == in_order


@pytest.fixture
def acme(tenants: Any) -> Any:
    return tenants.tenant("acme")


def test_a_tenant_is_one_for_both(acme: Any, bao: Bao) -> None:
    ours = as_theirs(acme.user.create(name="Ada", email="ada@example.com")) or {}
    theirs = bao.for_tenant("acme").call("Post.create", {"userId": ours["userId"], "title": "Hi"})

    assert bao.for_tenant("acme").call("User.findByEmail", "ada@example.com") == ours
    assert [as_theirs(post) for post in acme.user.get(ours["userId"]).query_posts()] == [theirs]
    assert [as_theirs(post) for post in acme.post.iterate_all()] == [theirs]


def test_tenants_are_apart_for_both(tenants: Any, acme: Any, bao: Bao) -> None:
    ours = acme.user.create(name="Ada", email="ada@example.com")
    theirs = bao.for_tenant("acme").call("User.create", {"name": "Eve", "email": "eve@example.com"})

    assert bao.for_tenant("zeta").call("User.find", ours.user_id) is None
    assert bao.for_tenant("zeta").call("User.iterateAll") == []
    assert tenants.tenant("zeta").user.get(theirs["userId"]) is None
    assert list(tenants.tenant("zeta").user.iterate_all()) == []


def test_a_unique_value_is_taken_within_a_tenant_alone(tenants: Any, acme: Any, bao: Bao) -> None:
    ada = {"name": "Ada", "email": "ada@example.com"}
    bao.for_tenant("acme").call("User.create", ada)
    tenants.tenant("zeta").user.create(**ada)

    with pytest.raises(UniqueTaken):
        acme.user.create(**ada)
    with pytest.raises(Refused, match="email must be unique"):
        bao.for_tenant("zeta").call("User.create", ada)


def test_a_unique_value_of_a_tenant_is_released_by_either(acme: Any, bao: Bao) -> None:
    ada = {"name": "Ada", "email": "ada@example.com"}
    theirs = bao.for_tenant("acme").call("User.create", ada)
    acme.user.delete(theirs["userId"])
    ours = acme.user.create(**ada)
    bao.for_tenant("acme").call("User.delete", ours.user_id)

    assert acme.user.create(**ada).email == "ada@example.com"
