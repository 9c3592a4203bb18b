"""The blog for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola_systems.blog.system import SYSTEM
from tests.systems.site import BASE, Site, open_site

NOBODY = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


@pytest.fixture(name="site")
def opened() -> Iterator[Site]:
    """The blog on the embedded engine; what it does on other stores its service's tests show."""
    site = open_site([SYSTEM])
    yield site
    site.process.close()


@pytest.fixture(name="ada")
def writer(site: Site) -> Any:
    return site.program("ada@example.com", "blog", "writer")


@pytest.fixture(name="eve")
def reader(site: Site) -> Any:
    return site.program("eve@example.com", "blog")


@pytest.fixture(name="post")
def published(ada: Any) -> dict[str, Any]:
    body = {"title": "Hello", "content": "**Hi** there", "tags": ["News"]}
    post: dict[str, Any] = ada.post("posts", json=body).json()
    return post


def test_a_post_is_shown_with_its_content_and_author(
    ada: Any, eve: Any, post: dict[str, Any]
) -> None:
    shown = eve.get(f"posts/{post['post_id']}").json()
    assert (shown["post"], shown["content"]) == (post, "**Hi** there")
    assert shown["author"] == {
        "user_id": ada.get("me").json()["subject"],
        "name": "Ada",
        "post_count": 1,
    }
    assert (post["tags"], post["excerpt"]) == (["news"], "Hi there")


def test_the_author_is_who_has_the_token_whatever_the_body_says(ada: Any) -> None:
    answer = ada.post("posts", json={"title": "x", "content": "y", "author_id": NOBODY})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "author_id")


def test_lists_leave_the_content_out(eve: Any, post: dict[str, Any]) -> None:
    assert eve.get("posts").json() == {"items": [post], "cursor": None}
    assert eve.get("tags/news/posts").json()["items"] == [post]
    assert eve.get(f"users/{post['author_id']}/posts").json()["items"] == [post]


def test_pages_lead_both_ways(ada: Any) -> None:
    for number in range(3):
        ada.post("posts", json={"title": f"Post {number}", "content": "…"})
    first = ada.get("posts", params={"limit": 2})
    second = ada.get(BASE + first.links["next"]["url"])
    back = ada.get(BASE + second.links["prev"]["url"])
    assert [one["title"] for one in second.json()["items"]] == ["Post 0"]
    assert back.json()["items"] == first.json()["items"]


def test_titles_are_searched_by_their_beginning(ada: Any, post: dict[str, Any]) -> None:
    ada.post("posts", json={"title": "Other", "content": "…"})
    found = ada.get("posts", params={"title": "hEl"}).json()["items"]
    assert [one["title"] for one in found] == ["Hello"]


def test_who_has_a_post_gets_nothing_again(eve: Any, post: dict[str, Any]) -> None:
    path = f"posts/{post['post_id']}"
    tag = eve.get(path).headers["etag"]
    again = eve.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_a_draft_is_its_authors_until_it_is_published(site: Site, ada: Any, eve: Any) -> None:
    body = {"title": "Soon", "content": "…", "tags": ["news"], "draft": True}
    draft = ada.post("posts", json=body).json()
    path = f"posts/{draft['post_id']}"
    assert (ada.get(path).status_code, eve.get(path).status_code) == (200, 404)
    assert eve.get("posts").json()["items"] == []
    ada.patch(path, json={"version": draft["version"], "publish": True})
    assert eve.get(path).status_code == 200
    assert [one["title"] for one in eve.get("tags/news/posts").json()["items"]] == ["Soon"]


def test_an_edit_of_a_version_that_moved_is_a_conflict(ada: Any, post: dict[str, Any]) -> None:
    path, version = f"posts/{post['post_id']}", post["version"]
    first = ada.patch(path, json={"version": version, "title": "Faster"})
    second = ada.patch(path, json={"version": version, "title": "Slower"})
    assert (first.status_code, second.status_code) == (200, 409)


def test_another_writer_changes_nothing(site: Site, ada: Any, post: dict[str, Any]) -> None:
    other = site.program("bob@example.com", "blog", "writer")
    path = f"posts/{post['post_id']}"
    assert other.patch(path, json={"version": post["version"], "title": "x"}).status_code == 403
    assert other.delete(path).status_code == 403


def test_a_post_is_deleted_by_its_author(ada: Any, post: dict[str, Any]) -> None:
    path = f"posts/{post['post_id']}"
    assert (ada.delete(path).status_code, ada.get(path).status_code) == (204, 404)


def test_everybody_with_an_account_comments(eve: Any, post: dict[str, Any]) -> None:
    path = f"posts/{post['post_id']}/comments"
    said = eve.post(path, json={"text": "Nice"})
    assert (said.status_code, said.json()["text"]) == (201, "Nice")
    assert eve.get(path).json()["items"] == [said.json()]


def test_comments_are_removed_by_their_author_and_by_moderators(
    site: Site, ada: Any, eve: Any, post: dict[str, Any]
) -> None:
    path = f"posts/{post['post_id']}/comments"
    first, second = (eve.post(path, json={"text": text}).json() for text in ("a", "b"))
    moderator = site.program("mod@example.com", "blog", "moderator")
    assert ada.delete(f"{path}/{first['comment_id']}").status_code == 403
    assert eve.delete(f"{path}/{first['comment_id']}").status_code == 204
    assert moderator.delete(f"{path}/{second['comment_id']}").status_code == 204
    assert eve.get(path).json()["items"] == []


@pytest.mark.parametrize("path", [f"posts/{NOBODY}", f"users/{NOBODY}", "tags/none/posts"])
def test_what_is_not_there_is_a_404(eve: Any, path: str) -> None:
    answer = eve.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (
        404,
        "application/problem+json",
    )


def test_a_cursor_that_is_none_of_ours_is_refused(eve: Any, post: dict[str, Any]) -> None:
    assert eve.get("posts", params={"cursor": "x"}).status_code == 400


def test_a_repeated_post_is_written_once(ada: Any) -> None:
    headers = {"Idempotency-Key": "k1"}
    body = {"title": "Once", "content": "…"}
    first = ada.post("posts", json=body, headers=headers)
    again = ada.post("posts", json=body, headers=headers)
    other = ada.post("posts", json=body | {"title": "Twice"}, headers=headers)
    assert (first.status_code, again.json()) == (201, first.json())
    assert again.headers["idempotent-replayed"] == "true"
    assert other.status_code == 422
    assert len(ada.get("posts").json()["items"]) == 1
