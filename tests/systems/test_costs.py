"""What the READMEs of the blog and of branding say that actions cost is what is measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tavola.table import Table
from tavola_systems.blog.models import Blog
from tavola_systems.blog.service import BlogService
from tavola_systems.branding.asset_service import AssetService
from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService
from tavola_systems.platform.upload_storage import MemoryStorage

SYSTEMS = Path(__file__).parents[2] / "src" / "tavola_systems"
# DynamoDB: on-demand prices of us-east-1, in dollars for a million units; its page on pricing.
READ, WRITE = 0.125, 0.625
LONG = "word " * 1_600
SETTINGS = {"primaryColor": "#0F172A", "textColor": "#111827", "typography": "Inter, sans-serif"}


def row_of(system: str, action: str) -> list[str]:
    """A row of a README's table of costs, without its name."""
    lines = (SYSTEMS / system / "README.md").read_text("utf-8").splitlines()
    (found,) = (line for line in lines if line.startswith(f"| {action}"))
    return [cell.strip() for cell in found.strip("|").split("|")][1:]


def measured(db: Table, act: Callable[[], object]) -> list[str]:
    """What an action cost, as such a row says it."""
    with db.consumed() as spent:
        act()
    price = spent.read * READ + spent.write * WRITE
    units = [f"{one:g}" if one else "" for one in (spent.read, spent.write)]
    return [str(spent.requests), *units, f"{price + 1e-9:.2f}"]


@pytest.fixture(name="blog")
def written() -> BlogService:
    """A blog of ten posts of 8 KB with two tags each, and comments on the first."""
    blog = BlogService(Blog.open("memory:"))
    ada = blog.register("Ada", "ada@example.com")
    for number in range(10):
        blog.write_post(ada.user_id, f"Notes {number}", LONG, ["history", "engines"])
    return blog


def test_the_blog_costs_what_its_page_says(blog: BlogService) -> None:
    ada = blog.find_user("ada@example.com").user_id
    latest = next(iter(blog.front_page()))

    def read() -> None:
        blog.post(latest.post_id)
        blog.names_of({one.author_id for one in blog.comments_on(latest.post_id)})

    actions: dict[str, Callable[[], object]] = {
        "front page": lambda: blog.names_of({one.user_id for one in blog.front_page()}),
        "search": lambda: list(blog.search("notes", limit=10)),
        "publishing": lambda: blog.write_post(ada, "More", LONG, ["history", "engines"]),
        "commenting": lambda: blog.comment(latest.post_id, ada, "A word on this."),
        "reading a post": read,
    }
    found = {name: measured(blog.db, act) for name, act in actions.items()}
    assert found == {name: row_of("blog", name) for name in actions}


def test_branding_costs_what_its_page_says() -> None:
    db = Branding.open("memory:")
    branding = BrandingService(db)
    branding.register("luna", "Luna")
    branding.create_draft("luna", SETTINGS)
    first = measured(db, lambda: branding.publish("luna", 1, expected=None, by="ada"))
    actions: dict[str, Callable[[], object]] = {
        "the published CSS": lambda: branding.published("luna"),
        "a list of themes": lambda: branding.themes("luna"),
        "a new draft": lambda: branding.create_draft("luna", SETTINGS),
        "saving a draft": lambda: branding.edit_draft("luna", 2, revision=1, metadata=SETTINGS),
        "publishing over another version": lambda: branding.publish(
            "luna", 2, expected=1, by="ada"
        ),
    }
    found = {name: measured(db, act) for name, act in actions.items()}
    told = {name: row_of("branding", name) for name in actions}
    told["the published CSS"][0] = told["the published CSS"][0].partition(" ")[0]
    assert found == told
    assert first == row_of("branding", "publishing the first theme")


def test_an_image_makes_publishing_two_units_dearer() -> None:
    db = Branding.open("memory:")
    branding, assets = BrandingService(db), AssetService(db, MemoryStorage())
    branding.register("luna", "Luna")
    icon = b"<svg xmlns='http://www.w3.org/2000/svg'><circle r='9'/></svg>"
    assets.upload("luna", "icon-1", "icon", icon)
    branding.create_draft("luna", SETTINGS, assets=["icon-1"])
    cost = measured(db, lambda: branding.publish("luna", 1, expected=None, by="ada"))
    told = row_of("branding", "publishing the first theme")
    assert int(cost[2]) == int(told[2]) + 2
