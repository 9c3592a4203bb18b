"""A tour of the blog in the terminal: what is written, where it stands, what questions cost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tavola.errors import StoreError
from tavola.operations.explain import Explained
from tavola_systems.blog.models import Blog, Comment, Post, User
from tavola_systems.blog.service import BlogService

__all__ = ["show_tour"]


def show_tour(console: Console | None = None) -> None:
    """Write a small blog into memory and show it."""
    out = console or Console()
    with Blog.open("memory:") as db:
        service = BlogService(db)
        _title(out, "1  Users, posts, tags and comments are written")
        ada, grace = _write(out, db, service)
        _title(out, "2  All of them stand in one table")
        _show_items(out, db)
        _title(out, "3  Every question is one query; what it asks and costs is known beforehand")
        _show_questions(out, db, ada)
        _title(out, "4  What must not happen does not")
        _show_refusals(out, service, ada, grace)
    out.print("\nThe same code runs on DynamoDB: [b]Blog.open('dynamodb://eu-west-1/blog')[/b]")


def _title(out: Console, text: str) -> None:
    out.print()
    out.print(Panel.fit(Text(text, "bold"), border_style="cyan"))


def _write(out: Console, db: Blog, service: BlogService) -> tuple[User, User]:
    with db.consumed() as consumed:
        ada = service.register("Ada Lovelace", "Ada@example.com")
        grace = service.register("Grace Hopper", "grace@example.com")
        notes = service.write_post(
            ada.user_id, "Notes on the engine", "…", ["Computing", "History"]
        )
        service.write_post(ada.user_id, "On flying", "…", ["history"])
        service.write_post(grace.user_id, "A compiler", "…", ["computing"])
        said = service.comment(notes.post_id, grace.user_id, "The first program!")
        service.like(said.post_id, said.comment_id)
    out.print(
        f"2 users, 3 posts, 2 tags, 4 mappings and a comment: {consumed.requests} requests, "
        f"{consumed.write:g} write and {consumed.read:g} read capacity units."
    )
    return ada, grace


def _show_items(out: Console, db: Blog) -> None:
    response = json.loads(db.store.execute("Scan", {"TableName": db.table_name}))
    grid = Grid("partition key", "sort key", "gsi1", "what it holds", box=None, pad_edge=False)
    for item in sorted(response["Items"], key=lambda one: (one["_pk"]["S"], one["_sk"]["S"])):
        index = f"{_cell(item, '_gsi1_pk')} {_cell(item, '_gsi1_sk')}".strip()
        grid.add_row(_cell(item, "_pk"), _cell(item, "_sk"), index, _gist(item))
    out.print(grid)


def _cell(item: dict[str, Any], name: str) -> str:
    """A key, with the middle of long ids left out."""
    text = str(item.get(name, {}).get("S", ""))
    return "#".join(
        f"{part[:4]}…{part[-4:]}" if len(part) == 26 else part for part in text.split("#")
    )


def _gist(item: dict[str, Any]) -> str:
    for name in ("title", "text", "name"):
        if name in item:
            return str(item[name]["S"])
    return "lock of a unique value" if "uniqueValue" in item else "mapping"


def _show_questions(out: Console, db: Blog, ada: User) -> None:
    plan = db.post.plan.posts_for_user(user_id=ada.user_id, descending=True, limit=10)
    latest = db.post.posts_for_user(user_id=ada.user_id, descending=True, limit=10)
    _answer(out, "Ada's posts, latest first", plan, (post.title for post in latest))
    tag = db.tag.find_by_name("history")
    assert tag is not None  # noqa: S101 - the tour has just written it
    mapped = db.tagged_post.plan.recent_posts_for_tag(tag_id=tag.tag_id, descending=True)
    titles = (post.title for post in tag.get_recent_posts(descending=True))
    _answer(out, "posts tagged 'history', latest first", mapped, titles)
    posts = list(db.post.posts_for_user(user_id=ada.user_id))
    liked = db.comment.plan.liked_comments(post_id=posts[0].post_id)
    texts = (comment.text for comment in db.comment.liked_comments(post_id=posts[0].post_id))
    _answer(out, "liked comments on her first", liked, texts)


def _answer(out: Console, question: str, plan: Explained, answer: Iterable[str]) -> None:
    explanation = plan.explain()
    where = f" on {explanation.index}" if explanation.index else ""
    asks = explanation.request.get("KeyConditionExpression", "by key")
    names = explanation.request.get("ExpressionAttributeNames", {})
    for placeholder, name in names.items():
        asks = asks.replace(placeholder, name)
    out.print(f"[b]{question}[/b]: {', '.join(answer)}")
    units = f"about {explanation.estimated_units:g} units for a full page"
    out.print(f"   [dim]{explanation.action}{where}, {asks}, {units}[/dim]")


def _show_refusals(out: Console, service: BlogService, ada: User, grace: User) -> None:
    post = service.posts_of(ada.user_id).items[0]
    service.edit_post(post.post_id, post.version, title="On flying machines")
    _refused(out, "an address is taken", lambda: service.change_email(grace.user_id, ada.email))
    _refused(
        out,
        "somebody else was faster",
        lambda: service.edit_post(post.post_id, post.version, title="On birds"),
    )
    ada.refresh()
    ada.email = "ada@lovelace.org"
    ada.save()
    again = service.change_email(grace.user_id, "ada@example.com")
    out.print(f"[green]✓[/green] a released address is free at once: {again.name}, {again.email}")


def _refused(out: Console, what: str, act: Callable[[], User | Post | Comment]) -> None:
    try:
        act()
    except StoreError as error:
        out.print(f"[green]✓[/green] {what}: [dim]{error.message}[/dim]")
    else:
        out.print(f"[red]✗ {what}: was not noticed[/red]")
