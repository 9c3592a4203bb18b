"""The blog, as the platform knows it."""

from __future__ import annotations

from typing import Final

from tavola_systems.blog.api import api_routers
from tavola_systems.blog.models import Blog
from tavola_systems.blog.pages import page_routers
from tavola_systems.blog.samples import seed
from tavola_systems.platform.access.permissions import PUBLIC, role
from tavola_systems.platform.demonstration import DemoPerson
from tavola_systems.platform.pages.kit import NavItem
from tavola_systems.platform.system import FirstTask, System

__all__ = ["SYSTEM"]

SYSTEM: Final = System(
    name="blog",
    title="Notebook",
    summary="A blog: posts in Markdown, tags, comments, a feed.",
    roles=("reader", "writer", "moderator", "admin"),
    rules={
        "GET /": PUBLIC,
        "GET /tags/{name}": PUBLIC,
        "GET /authors/{user_id}": PUBLIC,
        "GET /search": PUBLIC,
        "GET /feed.atom": PUBLIC,
        "GET /sitemap.xml": PUBLIC,
        "GET /posts/{post_id}": PUBLIC,
        "POST /posts/{post_id}/comments": role("reader"),
        "POST /posts/{post_id}/comments/{comment_id}/delete": role("reader"),
        "GET /mine": role("writer"),
        "GET /write": role("writer"),
        "POST /write": role("writer"),
        "POST /preview": role("writer"),
        "GET /posts/{post_id}/edit": role("writer"),
        "POST /posts/{post_id}/edit": role("writer"),
        "POST /posts/{post_id}/delete": role("writer"),
        "GET /moderate": role("moderator"),
        "POST /moderate/{post_id}/{comment_id}/keep": role("moderator"),
        "POST /moderate/{post_id}/{comment_id}/remove": role("moderator"),
        "GET /api/users/{user_id}": PUBLIC,
        "GET /api/users/{user_id}/posts": PUBLIC,
        "GET /api/posts": PUBLIC,
        "GET /api/posts/{post_id}": PUBLIC,
        "GET /api/tags/{name}/posts": PUBLIC,
        "POST /api/posts": role("writer"),
        "PATCH /api/posts/{post_id}": role("writer"),
        "DELETE /api/posts/{post_id}": role("writer"),
        "GET /api/posts/{post_id}/comments": PUBLIC,
        "POST /api/posts/{post_id}/comments": role("reader"),
        "DELETE /api/posts/{post_id}/comments/{comment_id}": role("reader"),
    },
    tables=(Blog,),
    api=api_routers,
    pages=page_routers,
    navigation=(
        NavItem("Latest", "/"),
        NavItem("Search", "/search"),
        NavItem("My posts", "/mine", "writer"),
        NavItem("Moderate", "/moderate", "moderator"),
    ),
    everyone="reader",
    admin_role="admin",
    first_task=FirstTask(
        title="Write a post",
        steps=(
            "Give it a title and some words; the preview follows as you type.",
            "Publish it.",
            "Read it on the front page, before all others.",
        ),
        person="grace@example.com",
        start="/write",
        finish="POST /write",
        order=5,
        see=("Read it on the front page", "/blog/"),
    ),
    demo_people=(
        DemoPerson("ada@example.com", "Ada Lovelace", "admin"),
        DemoPerson("grace@example.com", "Grace Hopper", "writer"),
        DemoPerson("mary@example.com", "Mary Somerville", "moderator"),
        DemoPerson("alan@example.com", "Alan Turing", "reader"),
    ),
    seed=seed,
)
