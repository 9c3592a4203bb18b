"""What the README says that actions of the CMS cost is what is measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tavola_systems.cms.services.content import ContentService
from tests.systems.cms.conftest import CmsSite

README = Path(__file__).parents[3] / "src/tavola_systems/cms/README.md"


def row_of(action: str) -> list[str]:
    """The read and write units that the table of costs has for an action."""
    lines = README.read_text("utf-8").splitlines()
    (found,) = (line for line in lines if line.startswith(f"| {action} |"))
    return [cell.strip() for cell in found.strip("|").split("|")][1:]


def measured(luna: CmsSite, act: Callable[[], object]) -> list[str]:
    """What an action cost, as such a row says it."""
    with luna.scope.db.consumed() as spent:
        act()
    return [f"{units:g}" if units else "" for units in (spent.read, spent.write)]


def text_of(word: str) -> dict[str, Any]:
    """A text of 6,000 characters, as an edit of a page."""
    return {"blocks": [{"type": "text", "markdown": f"{word:<5}" * 1_200}]}


def test_a_page_that_is_not_published_costs_what_is_told(luna: CmsSite) -> None:
    pages = ContentService(luna.scope)
    node = pages.create("Our story", **text_of("one")).node_id
    actions: dict[str, Callable[[], object]] = {
        "create a page": lambda: pages.create("Our house", **text_of("one")),
        "save a page that is not published": lambda: pages.save(node, text_of("two"), version=1),
    }
    found = {name: measured(luna, act) for name, act in actions.items()}
    assert found == {name: row_of(name) for name in actions}


def test_a_published_page_costs_what_is_told(luna: CmsSite) -> None:
    pages = ContentService(luna.scope)
    node = pages.create("Our story", slug="/story", publish=True, **text_of("one")).node_id
    actions: dict[str, Callable[[], object]] = {
        "show a public page, in two reads": lambda: pages.resolve("/story"),
        "first save of a published page's draft": lambda: pages.save(
            node, text_of("two"), version=1
        ),
        "save the draft again": lambda: pages.save(node, text_of("three"), version=1, revision=1),
        "publish a draft": lambda: pages.publish(node, version=1),
        "another address": lambda: pages.move(node, "/house", version=2),
        "delete": lambda: pages.delete(node, version=3),
    }
    found = {name: measured(luna, act) for name, act in actions.items()}
    assert found == {name: row_of(name) for name in actions}


def test_lists_cost_what_is_told(luna: CmsSite) -> None:
    pages = ContentService(luna.scope)
    for number in range(50):
        pages.create(f"Page {number:03} of the site")
    lists = [measured(luna, pages.pages), measured(luna, lambda: pages.pages(workflow="draft"))]
    by_title = measured(luna, lambda: pages.pages(prefix="page"))
    assert lists == [row_of("list 50 pages, all or of one state")] * 2
    assert by_title == row_of("list 50 pages by title")
