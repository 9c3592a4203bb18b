"""Every page: nothing wrong in the console, nothing from elsewhere, readable, not too heavy."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.systems.browser.conftest import Visit

ADA = "ada@example.com"
LUNA = "/branding/b/cafe-luna"
PAGES = [
    ("", "/"),
    ("", "/style"),
    ("", "/blog/"),
    ("", "/blog/search?q=a"),
    ("", "/blog/tags/engines"),
    ("", "/blog/sign-in"),
    ("", "/blog/sign-up"),
    ("", "/blog/forgot"),
    ("", "/blog/nowhere"),
    ("blog", "/blog/write"),
    ("blog", "/blog/mine"),
    ("blog", "/blog/moderate"),
    ("blog", "/blog/account"),
    ("blog", "/blog/people/*"),
    ("branding", "/branding/"),
    ("branding", LUNA),
    ("branding", f"{LUNA}/themes/3/edit"),
    ("branding", f"{LUNA}/themes/3"),
    ("branding", f"{LUNA}/themes/1"),
    ("branding", f"{LUNA}/history"),
    ("branding", f"{LUNA}/assets"),
    ("branding", f"{LUNA}/embed"),
    ("branding", "/branding/people/cafe-luna"),
]


def serious(visit: Visit, axe: str) -> list[str]:
    """What axe finds that keeps somebody out."""
    # Evaluated by the debugger, which the page's policy does not bind.
    visit.page.evaluate(axe)
    found: Any = visit.page.evaluate("axe.run()")
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(("system", "path"), PAGES)
def test_a_page_is_well(visit: Visit, axe: str, system: str, path: str) -> None:
    if system:
        visit.sign_in(system, ADA)
    page = visit.open(path)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    in_light = serious(visit, axe)
    page.emulate_media(color_scheme="dark")
    assert (visit.faults, wide, in_light, serious(visit, axe)) == ([], False, [], [])


def test_the_page_of_an_api_works_and_asks_nobody_else(visit: Visit) -> None:
    page = visit.open("/blog/docs")
    page.get_by_role("button", name="GET /api/me", exact=False).first.click()
    page.get_by_role("button", name="Execute").first.click()
    page.get_by_text("Ada Lovelace").first.wait_for()
    assert [fault for fault in visit.faults if fault.startswith(("request", "error"))] == []


@pytest.mark.parametrize("path", ["/blog/", "/branding/sign-in", "/style"])
def test_a_first_view_is_light(chromium: Browser, demonstration: str, path: str) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        sizes: list[int] = []
        page.on(
            "requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"])
        )
        page.goto(f"{demonstration}{path}", wait_until="networkidle")
        assert 0 < sum(sizes) <= 120_000
