"""The demonstration as visitors see it: five tasks from the start page, each to its visible end."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.parts import missing
from tests.patience import PATIENCE_SECONDS
from tests.systems.browser.conftest import CHROMIUM, RUN, Visit
from tests.systems.browser.test_pages import serious
from tests.systems.browser.test_tasks import press

HANDS = ["mouse", "keyboard"]


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What `make demo` serves."""
    if CHROMIUM is None:
        missing("there is no Chromium: apt-get install chromium")
    folder = tmp_path_factory.mktemp("first-tasks") / "demo"
    command = [*RUN, "demo", f"--folder={folder}", "--port=0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()


def task_of(page: Page, system: str) -> Locator:
    return page.locator(f"article[data-system={system}]")


def begin(visit: Visit, system: str, hand: str) -> Page:
    """Begin a task with its one button on the start page."""
    page = visit.open("/")
    press(
        task_of(page, system).get_by_role("button", name=re.compile("^(Begin|Do it again) as")),
        hand,
    )
    page.wait_for_url(f"**/{system}/**")
    page.wait_for_load_state()
    return page


def happened(page: Page) -> Locator:
    return page.locator("details.happened")


def mark(visit: Visit, hand: str) -> str:
    """A word of this visitor's own: desk and phone, mouse and keyboard share a demonstration."""
    return f"{hand}-{(visit.page.viewport_size or {'width': 0})['width']}"


def assert_done(visit: Visit, system: str, hand: str, item: str) -> None:
    """The start page says that a task is finished, and shows what it wrote."""
    page = visit.open("/")
    task = task_of(page, system)
    expect(task.get_by_text("Done", exact=True)).to_be_visible()
    press(task.locator(".task-happened > summary"), hand)
    expect(task.locator(".task-happened")).to_contain_text(item)
    assert visit.faults == []


@pytest.mark.parametrize("hand", HANDS)
def test_a_ballot_changes_a_result_that_has_200_others(visit: Visit, hand: str) -> None:
    page = begin(visit, "vote", hand)
    if hand == "mouse":
        page.locator(".choice").first.click()
    else:
        page.get_by_role("button", name="Move The clubhouse", exact=True).press("ArrowUp")
    press(page.get_by_role("button", name=re.compile("(Cast|Change) the ballot")), hand)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your ballot is cast")
    expect(happened(page)).to_contain_text("BALLOT#Vera Novak")
    expect(happened(page)).to_contain_text("TransactWriteItems")
    expect(happened(page)).to_contain_text("tavola_systems/vote/")
    press(happened(page).get_by_role("link", name="See the result"), hand)
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("leads$"))
    expect(page.get_by_text("201 ballots of 202 voters")).to_be_visible()
    assert_done(visit, "vote", hand, "BALLOT#Vera Novak")


@pytest.mark.parametrize("hand", HANDS)
def test_the_old_address_of_a_moved_page_leads_to_the_new_one(visit: Visit, hand: str) -> None:
    page, slug = begin(visit, "cms", hand), f"/open-{mark(visit, hand)}"
    page.get_by_label("Address", exact=True).fill(slug)
    press(page.get_by_role("button", name="Move", exact=True), hand)
    expect(page.get_by_role("status")).to_contain_text(f"The page is at {slug} now.")
    expect(happened(page)).to_contain_text(f"ROUTE#{slug}")
    expect(happened(page)).to_contain_text("service.move(")
    press(happened(page).get_by_role("link", name="Open the old address, /hours"), hand)
    page.wait_for_url(f"**/cms/s/cafe-luna{slug}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Opening hours")
    assert_done(visit, "cms", hand, f"ROUTE#{slug}")


@pytest.mark.parametrize("hand", HANDS)
def test_a_published_theme_recolours_the_site_of_the_cms(visit: Visit, hand: str) -> None:
    width = (visit.page.viewport_size or {"width": 0})["width"]
    colour = (0x5A if hand == "mouse" else 0x3A, 0x12, width % 0x60)
    page = begin(visit, "branding", hand)
    press(page.get_by_role("button", name="New draft from published"), hand)
    page.get_by_label("primaryColor", exact=True).fill("#{:02x}{:02x}{:02x}".format(*colour))
    press(page.get_by_role("button", name="Save the draft"), hand)
    press(page.get_by_role("link", name="Compare and publish"), hand)
    press(page.get_by_role("button", name="Publish"), hand)
    press(page.get_by_role("dialog").get_by_role("button", name="Publish"), hand)
    expect(page.get_by_role("status")).to_contain_text("is published.")
    press(happened(page).get_by_role("link", name="Open Café Luna's site"), hand)
    title = page.locator(".site-title")
    expect(title).to_have_css("color", "rgb({}, {}, {})".format(*colour))
    assert_done(visit, "branding", hand, "Put")


@pytest.mark.parametrize("hand", HANDS)
def test_a_post_is_written(visit: Visit, hand: str) -> None:
    page, title = begin(visit, "blog", hand), f"Written by {mark(visit, hand)}"
    page.get_by_label("Title").fill(title)
    page.get_by_label("Text", exact=True).fill("Some **bold** words")
    press(page.get_by_role("button", name="Publish"), hand)
    expect(happened(page)).to_contain_text("TransactWriteItems")
    press(happened(page).get_by_role("link", name="Read it on the front page"), hand)
    expect(page.get_by_role("link", name=title)).to_be_visible()
    assert_done(visit, "blog", hand, title)


def test_a_lottery_of_300_is_drawn_after_half_a_minute_and_checked(visit: Visit) -> None:
    hand = "mouse" if (visit.page.viewport_size or {"width": 0})["width"] > 600 else "keyboard"
    page = begin(visit, "requests", hand)
    expect(page.get_by_text("Open for another")).to_be_visible()
    press(page.get_by_role("button", name="Apply for a place"), hand)
    expect(happened(page)).to_contain_text("TransactWriteItems")
    link = page.get_by_role("link", name="Check the draw", exact=True)
    link.wait_for(timeout=PATIENCE_SECONDS * 1000)
    press(link, hand)
    press(page.get_by_role("button", name="Check this draw"), hand)
    conclusion = page.locator("[data-conclusion]")
    expect(conclusion).to_contain_text("20 of 301 were drawn, as promised.")
    expect(conclusion).to_contain_text("was drawn as number")
    expect(page.locator("[data-checks] li.holds")).to_have_count(8)
    assert_done(visit, "requests", hand, "REQ#")


@pytest.mark.parametrize("system", ["vote", "requests", "cms", "branding", "blog"])
def test_a_design_is_drawn_and_its_questions_can_be_asked(
    visit: Visit, axe: str, system: str
) -> None:
    page = visit.open("/")
    press(task_of(page, system).get_by_role("link", name="See its design"), "keyboard")
    expect(page.get_by_role("heading", name="Questions that it answers").first).to_be_visible()
    expect(page.locator("svg.models").first).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.get_by_role("link", name=re.compile("^Ask ")).first.click()
    answer = page.locator("#answer")
    expect(answer).to_contain_text("read unit")
    expect(answer).to_contain_text("TableName")
    assert (visit.faults, wide, serious(visit, axe)) == ([], False, [])


@pytest.mark.parametrize("path", ["/", "/what", "/mail"])
def test_the_demonstrations_own_pages_are_well(visit: Visit, axe: str, path: str) -> None:
    begin(visit, "blog", "mouse")
    visit.page.get_by_label("Title").fill("For the record")
    visit.page.get_by_label("Text", exact=True).fill("Words")
    press(visit.page.get_by_role("button", name="Publish"), "mouse")
    expect(happened(visit.page)).to_be_visible()
    in_drawer = serious(visit, axe)
    page = visit.open(path)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    for summary in page.locator(".task-happened > summary").all():
        summary.click()
    in_light = serious(visit, axe)
    page.emulate_media(color_scheme="dark")
    found = (visit.faults, wide, in_drawer, in_light, serious(visit, axe))
    assert found == ([], False, [], [], [])
