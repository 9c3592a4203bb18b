"""The blog over HTTP."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from tavola_systems.blog.api import create_app, open_app
from tavola_systems.blog.models import Blog

with warnings.catch_warnings():
    # Starlette warns of its own use of httpx.
    warnings.simplefilter("ignore")
    from fastapi.testclient import TestClient

NOBODY = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


@pytest.fixture(name="client")
def serving() -> Any:
    """The app on the embedded engine; what it does on other stores its service's tests show."""
    return TestClient(create_app(Blog.open("memory:")))


@pytest.fixture(name="ada")
def registered(client: Any) -> dict[str, Any]:
    user: dict[str, Any] = client.post(
        "/users", json={"name": "Ada", "email": "ada@example.com"}
    ).json()
    return user


@pytest.fixture(name="post")
def published(client: Any, ada: dict[str, Any]) -> dict[str, Any]:
    body = {"author_id": ada["user_id"], "title": "Hello", "content": "…", "tags": ["news"]}
    post: dict[str, Any] = client.post("/posts", json=body).json()
    return post


def test_a_registered_user_is_shown(client: Any, ada: dict[str, Any]) -> None:
    assert client.get(f"/users/{ada['user_id']}").json() == ada


def test_a_taken_address_is_a_conflict(client: Any, ada: dict[str, Any]) -> None:
    response = client.post("/users", json={"name": "Eve", "email": "ada@example.com"})
    assert (response.status_code, response.json()) == (
        409,
        {"detail": "User.email: 'ada@example.com' belongs to another item. Choose another value."},
    )


def test_a_post_is_shown_with_author_and_tags(
    client: Any, ada: dict[str, Any], post: dict[str, Any]
) -> None:
    shown = client.get(f"/posts/{post['post_id']}").json()
    assert shown["post"] == post
    assert shown["author"]["post_count"] == ada["post_count"] + 1
    assert [tag["name"] for tag in shown["tags"]] == ["news"]


@pytest.mark.parametrize("path", ["/users/{user_id}/posts", "/tags/news/posts"])
def test_lists_leave_the_contents_out(
    client: Any, ada: dict[str, Any], post: dict[str, Any], path: str
) -> None:
    page = client.get(path.format(**ada)).json()
    del post["content"]
    assert page == {"items": [post], "cursor": None}


def test_a_post_is_edited_by_the_version_that_was_read(client: Any, post: dict[str, Any]) -> None:
    path = f"/posts/{post['post_id']}"
    first = client.patch(path, json={"version": post["version"], "title": "A"})
    second = client.patch(path, json={"version": post["version"], "title": "B"})
    assert (first.json()["title"], second.status_code) == ("A", 409)


def test_comments_are_made_and_liked(
    client: Any, ada: dict[str, Any], post: dict[str, Any]
) -> None:
    path = f"/posts/{post['post_id']}/comments"
    comment = client.post(path, json={"author_id": ada["user_id"], "text": "Hi"}).json()
    liked = client.post(f"{path}/{comment['comment_id']}/likes").json()
    assert client.get(path).json() == {"items": [{**comment, "likes": 1}], "cursor": None}
    assert liked["likes"] == 1


def test_a_post_is_deleted_once(client: Any, post: dict[str, Any]) -> None:
    path = f"/posts/{post['post_id']}"
    assert [client.delete(path).status_code for _ in range(2)] == [204, 404]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/users/{NOBODY}", 404),
        (f"/posts/{NOBODY}", 404),
        ("/tags/nothing/posts", 404),
        ("/users/1", 400),
        (f"/users/{NOBODY}/posts?cursor=forged", 400),
        (f"/users/{NOBODY}/posts?limit=0", 422),
    ],
)
def test_what_is_not_there_or_wrong_is_said(client: Any, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_openapi_describes_the_models() -> None:
    schemas = open_app().openapi()["components"]["schemas"]
    assert {"User", "Post", "Tag", "Comment", "FullPost"} <= set(schemas)


def test_every_request_is_described_with_its_refusals(client: Any) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    requests = [request for path in paths.values() for request in path.values()]
    assert [one["operationId"] for one in requests if not one.get("description")] == []
    assert [
        one["operationId"] for one in requests if not {"404", "409"} <= {*one["responses"]}
    ] == []
