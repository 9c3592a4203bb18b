"""Queries by an index and relations reach the items of both languages, in one order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tavola import ge
from tests.interoperation.peer import Bao, as_theirs
from tests.table.generated.dynamobao_models import DynamobaoModels, User

DAY = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def ada(db: DynamobaoModels) -> User:
    return db.user.create(name="Ada", email="ada@example.com")


def post_of_python(db: DynamobaoModels, ada: User, day: int) -> dict[str, Any]:
    made = db.post.create(
        user_id=ada.user_id, title=f"Day {day}", created_at=DAY + timedelta(days=day)
    )
    return as_theirs(made) or {}


def post_of_javascript(bao: Bao, ada: User, day: int) -> dict[str, Any]:
    made: dict[str, Any] = bao.call(
        "Post.create",
        {"userId": ada.user_id, "title": f"Day {day}", "createdAt": DAY + timedelta(days=day)},
    )
    return made


@pytest.fixture
def posts(db: DynamobaoModels, bao: Bao, ada: User) -> list[dict[str, Any]]:
    """Four posts in the order of their dates, two of each language, written in another order."""
    third, first = (post_of_python(db, ada, day) for day in (3, 1))
    fourth, second = (post_of_javascript(bao, ada, day) for day in (4, 2))
    return [first, second, third, fourth]


def test_python_queries_an_index(
    db: DynamobaoModels, ada: User, posts: list[dict[str, Any]]
) -> None:
    found = db.post.posts_for_user(user_id=ada.user_id)

    assert [as_theirs(post) for post in found] == posts


def test_javascript_queries_an_index(bao: Bao, ada: User, posts: list[dict[str, Any]]) -> None:
    found = bao.on("User.queryPosts", ada.user_id)

    assert found["items"] == posts


def test_python_bounds_the_sort_key(
    db: DynamobaoModels, ada: User, posts: list[dict[str, Any]]
) -> None:
    since = ge(DAY + timedelta(days=2))
    found = db.post.posts_for_user(user_id=ada.user_id, created_at=since, limit=2, descending=True)

    assert [as_theirs(post) for post in found] == [posts[3], posts[2]]


def test_javascript_bounds_the_sort_key(bao: Bao, ada: User, posts: list[dict[str, Any]]) -> None:
    since = {"createdAt": {"$gte": DAY + timedelta(days=2)}}
    found = bao.on("User.queryPosts", ada.user_id, since, {"limit": 2, "direction": "DESC"})

    assert found["items"] == [posts[3], posts[2]]


def test_both_see_one_order_of_an_index_of_the_whole_model(
    db: DynamobaoModels, bao: Bao, posts: list[dict[str, Any]]
) -> None:
    in_order = sorted(posts, key=lambda post: str(post["postId"]))

    assert [as_theirs(post) for post in db.post.all_posts()] == in_order
    assert bao.call("Post.queryAllPosts")["items"] == in_order


def test_a_page_of_javascript_goes_on_after_items_of_python(
    bao: Bao, ada: User, posts: list[dict[str, Any]]
) -> None:
    first = bao.on("User.queryPosts", ada.user_id, None, {"limit": 3})
    start = first["lastEvaluatedKey"]

    rest = bao.on("User.queryPosts", ada.user_id, None, {"limit": 3, "startKey": start})

    assert (first["items"], rest["items"]) == (posts[:3], posts[3:])


def test_a_page_of_python_goes_on_after_items_of_javascript(
    db: DynamobaoModels, ada: User, posts: list[dict[str, Any]]
) -> None:
    first = db.post.posts_for_user(user_id=ada.user_id, limit=2)

    rest = db.post.posts_for_user(user_id=ada.user_id, limit=2, cursor=first.cursor)

    assert [as_theirs(post) for post in (*first, *rest)] == posts


def test_an_item_that_javascript_moves_is_found_by_python_where_it_went(
    db: DynamobaoModels, bao: Bao, ada: User
) -> None:
    eve = db.user.create(name="Eve", email="eve@example.com")
    post = post_of_python(db, ada, 1)

    moved = bao.save("Post", post["postId"], userId=eve.user_id)

    assert [as_theirs(one) for one in eve.query_posts()] == [moved]
    assert list(ada.query_posts()) == []


def test_an_item_that_python_moves_is_found_by_javascript_where_it_went(
    db: DynamobaoModels, bao: Bao, ada: User
) -> None:
    eve = db.user.create(name="Eve", email="eve@example.com")
    post = post_of_javascript(bao, ada, 1)

    moved = db.post.update(post["postId"], user_id=eve.user_id)

    assert bao.on("User.queryPosts", eve.user_id)["items"] == [as_theirs(moved)]
    assert bao.on("User.queryPosts", ada.user_id)["items"] == []


def test_javascript_follows_a_reference_of_python(db: DynamobaoModels, bao: Bao, ada: User) -> None:
    post = post_of_python(db, ada, 1)

    assert bao.on("Post.getUser", post["postId"]) == as_theirs(ada)


def test_python_follows_a_reference_of_javascript(db: DynamobaoModels, bao: Bao, ada: User) -> None:
    post = db.post.get(post_of_javascript(bao, ada, 1)["postId"])

    assert post is not None
    assert post.get_user() == ada


@pytest.fixture
def tagged(db: DynamobaoModels, bao: Bao, posts: list[dict[str, Any]]) -> str:
    """A tag on the second post, set by JavaScript, and on the first, set later by Python."""
    tag: str = bao.call("Tag.create", {"name": "news"})["tagId"]
    earlier, later = DAY, DAY + timedelta(days=9)
    mapping = {"tagId": tag, "postId": posts[1]["postId"], "createdAt": earlier}
    bao.call("TaggedPost.create", mapping)
    db.tagged_post.create(tag_id=tag, post_id=posts[0]["postId"], created_at=later)
    return tag


def test_python_goes_through_a_mapping(
    db: DynamobaoModels, tagged: str, posts: list[dict[str, Any]]
) -> None:
    tag = db.tag.get(tagged)
    assert tag is not None

    in_order = sorted(posts[:2], key=lambda post: str(post["postId"]))
    assert [as_theirs(post) for post in tag.get_posts()] == in_order
    assert [as_theirs(post) for post in tag.get_recent_posts()] == [posts[1], posts[0]]


def test_javascript_goes_through_a_mapping(
    bao: Bao, tagged: str, posts: list[dict[str, Any]]
) -> None:
    in_order = sorted(posts[:2], key=lambda post: str(post["postId"]))

    assert bao.on("Tag.getPosts", tagged)["items"] == in_order
    assert bao.on("Tag.getRecentPosts", tagged)["items"] == [posts[1], posts[0]]


@pytest.mark.parametrize("number", [0, 1], ids=["set by Python", "set by JavaScript"])
def test_both_go_through_a_mapping_backwards(
    db: DynamobaoModels, bao: Bao, tagged: str, posts: list[dict[str, Any]], number: int
) -> None:
    post = db.post.get(posts[number]["postId"])
    assert post is not None

    ours = [tag.tag_id for tag in post.get_tags()]
    theirs = [tag["tagId"] for tag in bao.on("Post.getTags", post.post_id)["items"]]

    assert (ours, theirs) == ([tagged], [tagged])


def test_both_query_a_composite_key(
    db: DynamobaoModels, bao: Bao, ada: User, posts: list[dict[str, Any]]
) -> None:
    post = posts[0]["postId"]
    ours = as_theirs(db.comment.create(author_id=ada.user_id, post_id=post, text="first"))
    theirs = bao.call("Comment.create", {"authorId": ada.user_id, "postId": post, "numLikes": 2})
    in_order = sorted((ours, theirs), key=lambda comment: str(comment and comment["commentId"]))

    found = db.comment.comments_for_post(post_id=post)

    assert [as_theirs(comment) for comment in found] == in_order
    assert bao.on("Post.queryComments", post)["items"] == in_order
