"""What one language wrote, the other would write again byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.interoperation.peer import Bao
from tests.table.generated.dynamobao_models import DynamobaoModels
from tests.table.stores import Item, read_raw

DAY = datetime(2026, 3, 1, tzinfo=UTC)
FIRST, SECOND = "01M7GAV6TXY50Q309060SMM423", "01M7GAV71JST3QQ6RYE2BZBP8T"
CASES: dict[str, tuple[str, str, dict[str, Any], Callable[[DynamobaoModels], Any]]] = {
    "Post": (
        f"p#{FIRST}",
        "p",
        {"postId": FIRST, "userId": "u#1", "title": "Hello", "createdAt": DAY},
        lambda db: db.post.create(post_id=FIRST, user_id="u#1", title="Hello", created_at=DAY),
    ),
    "Tag": (
        f"t#{FIRST}",
        "t",
        {"tagId": FIRST, "name": "news", "createdAt": DAY},
        lambda db: db.tag.create(tag_id=FIRST, name="news", created_at=DAY),
    ),
    "TaggedPost": (
        f"tp#{FIRST}",
        SECOND,
        {"tagId": FIRST, "postId": SECOND, "createdAt": DAY},
        lambda db: db.tagged_post.create(tag_id=FIRST, post_id=SECOND, created_at=DAY),
    ),
    "Comment": (
        f"c#{FIRST}",
        SECOND,
        {"postId": FIRST, "commentId": SECOND, "authorId": "u1", "createdAt": DAY},
        lambda db: db.comment.create(
            post_id=FIRST, comment_id=SECOND, author_id="u1", created_at=DAY
        ),
    ),
    "Setting": (
        "set",
        "theme",
        {"key": "theme", "value": "dark"},
        lambda db: db.setting.create(key="theme", value="dark"),
    ),
    "Reading": (
        "r#00000000000000000007",
        "00000001772323200000",
        {"sensor": 7, "at": DAY, "val": 1.5},
        lambda db: db.reading.create(sensor=7, at=DAY, val=1.5),
    ),
}


def stored(db: DynamobaoModels, partition: str, sort: str) -> Item:
    item = read_raw(db, {"_pk": {"S": partition}, "_sk": {"S": sort}})
    assert item is not None
    return item


@pytest.mark.parametrize("model", CASES)
def test_the_same_values_are_the_same_item(db: DynamobaoModels, bao: Bao, model: str) -> None:
    partition, sort, values, create = CASES[model]
    bao.call(f"{model}.create", values)
    theirs = stored(db, partition, sort)
    db.store.execute(
        "DeleteItem",
        {"TableName": bao.table, "Key": {name: theirs[name] for name in ("_pk", "_sk")}},
    )

    create(db)

    assert stored(db, partition, sort) == theirs


def test_javascript_finds_nothing_to_change_in_the_keys_of_python(
    db: DynamobaoModels, bao: Bao
) -> None:
    post = db.post.create(user_id="u1", title="Hello")
    before = stored(db, f"p#{post.post_id}", "p")

    bao.on("Post.save", post.primary_id, {"forceReindex": True})

    assert stored(db, f"p#{post.post_id}", "p") == before


def test_python_finds_nothing_to_change_in_the_keys_of_javascript(
    db: DynamobaoModels, bao: Bao
) -> None:
    made = bao.call("Post.create", {"userId": "u1", "title": "Hello"})
    before = stored(db, f"p#{made['postId']}", "p")
    post = db.post.get(made["postId"])
    assert post is not None

    post.save(force_reindex=True)

    assert stored(db, f"p#{made['postId']}", "p") == before


def test_javascript_gets_many_items_of_python_at_once(db: DynamobaoModels, bao: Bao) -> None:
    posts = [db.post.create(user_id="u1", title=f"nº {n}") for n in range(3)]

    found = bao.call("Post.batchFind", [post.primary_id for post in posts])["items"]

    assert {name: post["title"] for name, post in found.items()} == {
        post.primary_id: post.title for post in posts
    }


def test_python_gets_many_items_of_javascript_at_once(db: DynamobaoModels, bao: Bao) -> None:
    made = [bao.call("Post.create", {"userId": "u1", "title": f"nº {n}"}) for n in range(3)]

    found = db.post.get_many([post["postId"] for post in made])

    assert [post and post.title for post in found] == ["nº 0", "nº 1", "nº 2"]


def test_the_id_of_a_composite_key_is_one_for_both(db: DynamobaoModels, bao: Bao) -> None:
    comment = db.comment.create(post_id=FIRST, author_id="u1", text="hi")

    found = bao.call("Comment.find", comment.primary_id)

    assert found["text"] == "hi"
    assert bao.on("Comment.getPrimaryId", comment.primary_id) == comment.primary_id
