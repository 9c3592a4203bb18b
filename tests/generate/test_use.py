"""Generated modules at work, sync and async."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tavola import OperationError, UniqueTaken, begins_with, ge
from tavola_systems.blog.models import Blog, Comment, Post, Tag, TaggedPost, User
from tests.patience import awaited
from tests.table.stores import Home, settle

DESIGNS = Path(__file__).parent.parent / "design"
BLOG = Path(__file__).parents[2] / "src/tavola_systems/blog/design.yaml"


@pytest.fixture(name="db")
def blog(home: Home) -> Blog:
    return home.empty(Blog)


@pytest.fixture(name="ada")
def user(db: Blog) -> User:
    return db.user.create(name="Ada", email="ada@example.com")


def test_what_was_created_can_be_read_by_its_key(db: Blog, ada: User) -> None:
    assert db.user.get(ada.user_id) == ada


def test_an_item_is_found_by_its_unique_value(db: Blog, ada: User) -> None:
    assert db.user.find_by_email("ada@example.com") == ada


def test_a_unique_value_is_given_once(db: Blog, ada: User) -> None:
    with pytest.raises(UniqueTaken, match=ada.email):
        db.user.create(name="Eve", email=ada.email)


def test_a_sort_condition_narrows_a_query(db: Blog, ada: User) -> None:
    first = db.post.create(user_id=ada.user_id, title="one")
    second = Post(user_id=ada.user_id, title="two", created_at=first.created_at + timedelta(days=1))
    db.post.add(second)
    settle(db)
    page = db.post.posts_for_user(user_id=ada.user_id, created_at=ge(second.created_at))
    assert [post.title for post in page] == ["two"]


def test_update_sets_values_and_makes_changes(db: Blog, ada: User) -> None:
    changed = db.user.update(ada.user_id, User.fields.post_count.add(2), name="Ada L.")
    assert (changed.name, changed.post_count, changed.email) == ("Ada L.", 2, ada.email)


def test_upsert_creates_and_then_changes(db: Blog, ada: User) -> None:
    post_id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    db.post.upsert(post_id=post_id, user_id=ada.user_id, title="first")
    again = db.post.upsert(post_id=post_id, user_id=ada.user_id, title="second")
    settle(db)
    assert [post.title for post in ada.query_posts()] == [again.title] == ["second"]


def test_delete_says_whether_there_was_an_item(db: Blog, ada: User) -> None:
    assert (db.user.delete(ada.user_id), db.user.delete(ada.user_id)) == (True, False)


def test_items_with_two_part_keys_are_deleted_together(db: Blog, ada: User) -> None:
    comments = [
        db.comment.create(post_id="p", author_id=ada.user_id, text=text) for text in ("a", "b")
    ]
    db.comment.delete_all((one.post_id, one.comment_id) for one in comments)
    assert db.comment.comments_for_post(post_id="p").items == []


def test_a_getter_reads_what_a_field_refers_to(db: Blog, ada: User) -> None:
    assert db.post.create(user_id=ada.user_id, title="x").get_user() == ada


def test_a_getter_of_an_item_that_is_gone_gives_none(db: Blog, ada: User) -> None:
    post = db.post.create(user_id=ada.user_id, title="x")
    ada.delete()
    assert post.get_user() is None


def test_a_relation_of_an_instance_in_no_table_is_refused() -> None:
    with pytest.raises(OperationError, match="this instance is not stored yet"):
        Post(user_id="1", title="x").get_user()


@pytest.fixture(name="tag")
def tag_with_five_posts(home: Home, db: Blog, ada: User) -> Tag:
    tag = db.tag.create(name="news")
    for number in range(5):
        post = db.post.create(user_id=ada.user_id, title=f"post {number}")
        db.tagged_post.create(tag_id=tag.tag_id, post_id=post.post_id)
        home.clock.advance(1)
    settle(db)
    return tag


def titles(items: Any) -> list[str]:
    return [item.title[-1] for item in items]


def test_a_mapping_leads_to_the_other_side_in_its_order(tag: Tag) -> None:
    assert titles(tag.get_posts()) == ["0", "1", "2", "3", "4"]


def test_a_mapping_leads_back(db: Blog, tag: Tag) -> None:
    post = tag.get_posts(limit=1).items[0]
    assert list(post.get_tags()) == [tag]


def test_a_mapping_is_read_page_by_page_in_both_directions(tag: Tag) -> None:
    first = tag.get_posts(limit=2)
    second = tag.get_posts(limit=2, cursor=first.cursor)
    third = tag.get_posts(limit=2, cursor=second.cursor)
    back = tag.get_posts(limit=2, cursor=third.previous)
    assert [titles(page) for page in (first, second, third, back)] == [
        ["0", "1"],
        ["2", "3"],
        ["4"],
        ["2", "3"],
    ]
    assert third.cursor is None


def test_a_mapping_can_be_read_newest_first(tag: Tag) -> None:
    assert titles(tag.get_recent_posts(descending=True).all()) == ["4", "3", "2", "1", "0"]


def test_references_to_items_that_are_gone_are_skipped(db: Blog, tag: Tag) -> None:
    posts = tag.get_posts().items
    db.post.delete(posts[0].post_id)
    db.post.delete(posts[2].post_id)
    first = tag.get_posts(limit=2)
    assert titles(first) == ["1", "3"]
    assert titles(first.all()) == ["1", "3", "4"]


def test_a_mapping_takes_the_condition_of_its_sort_key(tag: Tag) -> None:
    third = tag.get_posts().items[2]
    assert titles(tag.get_posts(post_id=ge(third.post_id))) == ["2", "3", "4"]


def test_a_list_leaves_heavy_fields_out(db: Blog, ada: User) -> None:
    db.post.create(user_id=ada.user_id, title="x", content="long")
    settle(db)
    (listed,) = ada.query_posts()
    assert not hasattr(listed, "content")
    assert listed.refresh().content == "long"


def test_an_access_pattern_adds_its_own_filter_to_the_given_one(db: Blog) -> None:
    for text, likes in (("a", 0), ("b", 1), ("c", 2)):
        db.comment.create(post_id="p", author_id="u", text=text, likes=likes)
    settle(db)
    found = db.comment.liked_comments(post_id="p", filter=Comment.fields.text != "c")
    assert [comment.text for comment in found] == ["b"]


def test_an_access_pattern_reads_only_its_fields(db: Blog, ada: User) -> None:
    db.post.create(user_id=ada.user_id, title="x")
    settle(db)
    (post,) = db.post.post_titles(user_id=ada.user_id)
    assert (post.title, hasattr(post, "comment_count")) == ("x", False)


def test_a_plan_is_explained_without_being_sent(db: Blog) -> None:
    explanation = db.post.plan.posts_for_user(user_id="1", limit=10).explain()
    assert (explanation.action, explanation.index) == ("Query", "gsi1")
    assert explanation.request["ExpressionAttributeValues"] == {":v0": {"S": "p#gsi1#1"}}


def test_a_created_instance_has_its_id_inside_the_transaction(db: Blog, ada: User) -> None:
    tag = db.tag.create(name="x")
    with db.transaction() as tx:
        post = tx.create(Post(user_id=ada.user_id, title="Hello"))
        tx.create(TaggedPost(tag_id=tag.tag_id, post_id=post.post_id))
    assert [one.post_id for one in tag.get_posts()] == [post.post_id]


def test_a_collection_holds_items_by_model(home: Home, generate: Any) -> None:
    module = generate(DESIGNS / "examples/voting.yaml")
    db = home.empty(module.VoteData)
    election = db.election.create(name="E", owner_name="Ada")
    ballot = db.ballot.create(election_name="E", voter_name="Ada")
    db.ballot.create(election_name="other", voter_name="Ada")
    file = db.election_file(name="E")
    assert file.items == [ballot, election]
    assert (file.of(module.Ballot), file.of(module.Voter)) == ([ballot], [])


def test_a_pattern_turns_what_is_given_into_conditions(home: Home, generate: Any) -> None:
    module = generate("""
models:
  Reading:
    modelPrefix: r
    fields:
      sensor: {type: StringField, required: true}
      at: {type: StringField, required: true}
    primaryKey: {partitionKey: sensor, sortKey: at}
    indexes: {readings: primaryKey}
accessPatterns:
  onDay: {model: Reading, query: readings, given: {sensor: equals, at: beginsWith}}
  during: {model: Reading, query: readings, given: {sensor: equals, at: between}, descending: true}
""")
    db = home.empty(module.Shop)
    for at in ("01-07", "01-09", "02-08"):
        db.reading.create(sensor="s", at=at)
    assert [one.at for one in db.reading.on_day(sensor="s", at="01")] == ["01-07", "01-09"]
    found = db.reading.during(sensor="s", at=("01-08", "02-09"))
    assert [one.at for one in found] == ["02-08", "01-09"]
    plan = db.reading.plan.readings(sensor="s", at=begins_with("01"))
    assert db.reading.count(plan) == 2


BUCKETS = """
models:
  Reading:
    modelPrefix: r
    iterationBuckets: %s
    fields:
      sensor: {type: StringField, required: true}
    primaryKey: {partitionKey: sensor}
"""


@pytest.fixture
def nine_buckets(home: Home, generate: Any) -> str:
    """A table with thirty readings in nine buckets."""
    shop = home.empty(generate(BUCKETS % 9).Shop)
    for number in range(30):
        shop.reading.create(sensor=f"{number:02d}")
    settle(shop)
    table: str = shop.table_name
    return table


def test_buckets_that_a_design_no_longer_has_are_iterated_if_asked_for(
    home: Home, generate: Any, nine_buckets: str
) -> None:
    shop = home.open(generate(BUCKETS % 2).Shop, nine_buckets)

    found = sorted(one.sensor for one in shop.reading.iterate_all(buckets=9))

    assert found == [f"{number:02d}" for number in range(30)]
    assert len(list(shop.reading.iterate_all())) < 30


def test_buckets_that_a_design_remembers_are_always_iterated(
    home: Home, generate: Any, nine_buckets: str
) -> None:
    design = BUCKETS % "2\n    formerIterationBuckets: 9"
    shop = home.open(generate(design).Shop, nine_buckets)
    shop.reading.create(sensor="30")
    settle(shop)

    found = sorted(one.sensor for one in shop.reading.iterate_all())

    assert found == [f"{number:02d}" for number in range(31)]


def test_an_iteration_without_buckets_has_no_more_of_them(home: Home, generate: Any) -> None:
    shop = home.empty(generate(BUCKETS % 1).Shop)

    with pytest.raises(OperationError, match="its iteration index has no buckets"):
        shop.reading.iterate_all(buckets=3)


def test_the_async_module_has_the_same_names_with_await(home: Home, generate: Any) -> None:
    module = generate(BLOG, is_async=True)
    way = home.way(module.Blog)

    async def use() -> list[Any]:
        async with await module.Blog.open(**way) as db:
            ada = await db.user.create(name="Ada", email="ada@example.com")
            tag = await db.tag.create(name="news")
            post = await db.post.create(user_id=ada.user_id, title="Hello")
            await db.tagged_post.create(tag_id=tag.tag_id, post_id=post.post_id)

            async def counted() -> Any:
                return await db.post.count(db.post.plan.posts_for_user(user_id=ada.user_id))

            reads: list[Any] = [db.user.get(ada.user_id), post.get_user()]
            both: list[Any] = list(await asyncio.gather(*reads))
            page = await tag.get_posts()
            posts = await awaited(counted, 1)
            listed = await ada.query_posts(limit=1)
            return [
                both == [ada, ada],
                [one.title for one in page.items],
                [one.title async for one in listed.all()],
                posts,
                await (await db.user.find_by_email(ada.email)).delete(),
            ]

    assert asyncio.run(use()) == [True, ["Hello"], ["Hello"], 1, True]


def test_an_async_collection_is_awaited(home: Home, generate: Any) -> None:
    module = generate(DESIGNS / "examples/voting.yaml", is_async=True)
    way = home.way(module.VoteData)

    async def use() -> Any:
        async with await module.VoteData.open(**way) as db:
            await db.election.create(name="E", owner_name="Ada")
            return (await db.election_file(name="E")).of(module.Election)[0].owner_name

    assert asyncio.run(use()) == "Ada"
