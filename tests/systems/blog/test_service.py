"""The rules of the blog, on every store."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tavola import ItemChanged, OperationError, UniqueTaken
from tavola_systems.blog.models import Blog, Post, User
from tavola_systems.blog.service import BlogService, NoSuchItem

Settled = Callable[[Callable[[], bool]], None]
NOBODY = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


@pytest.fixture(name="ada")
def registered(service: BlogService) -> User:
    return service.register("  Ada   Lovelace ", "Ada@Example.com ")


@pytest.fixture(name="post")
def published(service: BlogService, ada: User) -> Post:
    return service.write_post(ada.user_id, "Notes", "On the engine", ["History", "computing"])


def test_a_registered_user_is_found_by_address_however_written(
    service: BlogService, ada: User
) -> None:
    assert (ada.name, ada.email) == ("Ada Lovelace", "ada@example.com")
    assert service.find_user("ADA@example.COM") == ada


@pytest.mark.parametrize("email", ["", "ada", "@x", "a@", "a@b@c", "a b@c"])
def test_what_is_no_address_is_refused(service: BlogService, email: str) -> None:
    with pytest.raises(OperationError, match="is not an address"):
        service.register("Ada", email)


def test_an_address_belongs_to_one_user(service: BlogService, ada: User) -> None:
    with pytest.raises(UniqueTaken):
        service.register("Eve", "ADA@example.com")


def test_a_changed_address_leaves_the_old_one_free(service: BlogService, ada: User) -> None:
    service.change_email(ada.user_id, "ada@lovelace.org")
    assert service.register("Eve", "ada@example.com").name == "Eve"
    assert service.find_user("ada@lovelace.org").user_id == ada.user_id


def test_of_many_who_register_one_address_at_once_one_succeeds(service: BlogService) -> None:
    results: list[str] = []

    def register(name: str) -> None:
        try:
            results.append(service.register(name, "one@example.com").name)
        except UniqueTaken:
            results.append("")

    threads = [threading.Thread(target=register, args=(f"user {n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([name for name in results if name]) == 1
    assert len(results) == 6


def test_a_post_is_published_with_its_tags_and_counted(
    service: BlogService, ada: User, post: Post, settled: Settled
) -> None:
    settled(lambda: len(service.post(post.post_id).tags) == 2)
    detail = service.post(post.post_id)
    assert detail.post == post
    assert detail.author == ada.refresh()
    assert {tag.name for tag in detail.tags} == {"history", "computing"}
    assert ada.post_count == 1


def test_a_post_by_nobody_writes_nothing(service: BlogService, db: Blog) -> None:
    with pytest.raises(NoSuchItem, match=f"User {NOBODY}"):
        service.write_post(NOBODY, "Title", "Text", ["ghost"])
    tag = db.tag.find_by_name("ghost")
    assert tag is not None
    assert service.posts_tagged("ghost").items == []


def test_posts_are_listed_latest_first_page_by_page(
    service: BlogService, ada: User, settled: Settled
) -> None:
    for number in range(5):
        service.write_post(ada.user_id, f"Post {number}", "…")
    settled(lambda: len(service.posts_of(ada.user_id).items) == 5)
    first = service.posts_of(ada.user_id, limit=2)
    second = service.posts_of(ada.user_id, limit=2, cursor=first.cursor)
    titles = [post.title for page in (first, second) for post in page]
    assert titles == ["Post 4", "Post 3", "Post 2", "Post 1"]


def test_posts_are_found_by_tag_latest_first(
    service: BlogService, ada: User, settled: Settled
) -> None:
    service.write_post(ada.user_id, "Old", "…", ["news"])
    service.write_post(ada.user_id, "New", "…", ["News"])
    settled(lambda: len(service.posts_tagged("news").items) == 2)
    assert [post.title for post in service.posts_tagged(" NEWS ")] == ["New", "Old"]


def test_an_edit_of_a_version_that_moved_is_refused(service: BlogService, post: Post) -> None:
    service.edit_post(post.post_id, post.version, title="Notes, revised")
    with pytest.raises(ItemChanged):
        service.edit_post(post.post_id, post.version, title="Lost")
    assert service.post(post.post_id).post.title == "Notes, revised"


def test_a_tag_is_put_on_once_and_taken_off(
    service: BlogService, post: Post, settled: Settled
) -> None:
    service.tag_post(post.post_id, "Maths")
    service.tag_post(post.post_id, "maths")
    settled(lambda: len(service.post(post.post_id).tags) == 3)
    assert len(service.post(post.post_id).tags) == 3
    assert (service.untag_post(post.post_id, "maths"), service.untag_post(post.post_id, "x")) == (
        True,
        False,
    )


def test_a_tag_on_a_post_that_is_not_there_is_refused(service: BlogService) -> None:
    with pytest.raises(NoSuchItem):
        service.tag_post(NOBODY, "x")


def test_comments_are_counted_and_liked(service: BlogService, ada: User, post: Post) -> None:
    first = service.comment(post.post_id, ada.user_id, "First")
    second = service.comment(post.post_id, ada.user_id, "Second")
    assert service.like(post.post_id, second.comment_id).likes == 1
    assert [one.text for one in service.comments_on(post.post_id)] == [first.text, "Second"]
    assert service.post(post.post_id).post.comment_count == 2


def test_a_comment_by_nobody_writes_nothing(service: BlogService, post: Post) -> None:
    with pytest.raises(NoSuchItem):
        service.comment(post.post_id, NOBODY, "Hello?")
    assert service.comments_on(post.post_id).items == []
    assert service.post(post.post_id).post.comment_count == 0


def test_a_deleted_post_takes_its_tags_and_comments_with_it(
    service: BlogService, db: Blog, ada: User, post: Post, settled: Settled
) -> None:
    service.comment(post.post_id, ada.user_id, "First")
    settled(lambda: len(service.post(post.post_id).tags) == 2)
    service.delete_post(post.post_id)
    assert service.comments_on(post.post_id).items == []
    assert service.posts_tagged("history").items == []
    assert ada.refresh().post_count == 0
    with pytest.raises(NoSuchItem):
        service.delete_post(post.post_id)


def test_more_tags_than_a_post_may_have_are_refused(service: BlogService, ada: User) -> None:
    with pytest.raises(OperationError, match="21 are given"):
        service.write_post(ada.user_id, "x", "y", [str(number) for number in range(21)])


def test_lists_and_comments_do_not_pay_for_contents() -> None:
    """A text has an item of its own: what does not show it neither reads nor writes it."""
    db = Blog.open("memory:")
    service = BlogService(db)
    author = service.register("Ada", "ada@example.org")
    posts = [
        service.write_post(author.user_id, f"Title {number}", "word " * 1600)
        for number in range(10)
    ]
    with db.consumed() as listed:
        assert len(service.front_page(limit=10).items) == 10
    with db.consumed() as commented:
        service.comment(posts[0].post_id, author.user_id, "Well said")
    db.close()
    assert listed.read <= 2
    assert commented.write <= 12


def test_a_text_that_stands_in_its_post_is_read_and_moves_with_the_next_edit(
    service: BlogService, db: Blog, ada: User
) -> None:
    old = db.post.create(user_id=ada.user_id, title="Old", content="from before", title_key="old")
    assert service.post(old.post_id).content == "from before"
    service.edit_post(old.post_id, old.version, content="new")
    moved = db.post.get(old.post_id)
    assert moved is not None
    assert (moved.content, service.post(old.post_id).content) == (None, "new")


def test_a_deleted_post_takes_its_text_with_it(service: BlogService, db: Blog, post: Post) -> None:
    assert db.post_text.get(post.post_id) is not None
    service.delete_post(post.post_id)
    assert db.post_text.get(post.post_id) is None
