"""Elections in Chromium: every page, each main task by mouse and by keyboard, hostile strings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tavola_systems.vote.web.routing import as_segment
from tavola_systems.vote.web.sample import BOARD, COLOUR, PARTY, TREASURER
from tests.patience import PATIENCE_SECONDS
from tests.systems.browser.conftest import Visit
from tests.systems.browser.hostile import STRINGS
from tests.systems.browser.test_hostile import ran, send
from tests.systems.browser.test_pages import serious
from tests.systems.browser.test_tasks import press

ADA, OLGA, VERA = "ada@example.com", "olga@example.com", "vera@example.com"


def address(name: str, part: str = "") -> str:
    """The address of an election's page."""
    return f"/vote/elections/{as_segment(name)}{part}"


PAGES = [
    ("", "/vote/"),
    ("", "/vote/register"),
    ("", "/vote/voter/nothing"),
    (VERA, "/vote/"),
    (VERA, "/vote/elections"),
    (VERA, "/vote/profile"),
    (VERA, address(PARTY)),
    (VERA, address(TREASURER, "/vote")),
    (VERA, address(BOARD, "/receipt")),
    (VERA, address(BOARD, "/results")),
    (VERA, address(BOARD, "/ballots")),
    (VERA, address(PARTY, "/ballots")),
    (VERA, address(TREASURER, "/results")),
    (OLGA, "/vote/new"),
    (OLGA, address(COLOUR, "/organise")),
    (OLGA, address(PARTY, "/organise")),
    (OLGA, address(BOARD, "/organise")),
    (ADA, "/vote/users"),
    (ADA, "/vote/audit"),
    (ADA, "/vote/audit/tables/elections"),
]


@pytest.mark.parametrize(("person", "path"), PAGES)
def test_a_page_is_well(visit: Visit, axe: str, person: str, path: str) -> None:
    if person:
        visit.sign_in("vote", person)
    page = visit.open(path)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    in_light = serious(visit, axe)
    page.emulate_media(color_scheme="dark")
    assert (visit.faults, wide, in_light, serious(visit, axe)) == ([], False, [], [])


def choice(page: Page, name: str) -> Locator:
    """A candidate on the ballot."""
    return page.locator(f'.choice[data-name="{name}"]')


def rank_by_mouse(page: Page) -> None:
    """Choose candidates one after the other, the last two as equals."""
    for name in ("Nils Berg", "Carmen Ruiz", "Ulla Schmidt"):
        choice(page, name).get_by_text(name, exact=True).first.click()
    choice(page, "Ulla Schmidt").locator("[data-tie]").click()


def rank_by_keyboard(page: Page) -> None:
    """Move the handles: each to the top of those that are left, and the last beside the second."""
    for name in ("Nils Berg", "Carmen Ruiz", "Ulla Schmidt"):
        grip = choice(page, name).locator(".grip")
        grip.focus()
        while "unranked" in (choice(page, name).get_attribute("class") or ""):
            grip.press("ArrowUp")
    choice(page, "Ulla Schmidt").locator(".grip").press("=")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_graph_of_paths_cuts_no_name_or_number(visit: Visit, width: int) -> None:
    visit.sign_in("vote", VERA)
    page = visit.open(address(PARTY, "/results"))
    page.set_viewport_size({"width": width, "height": 900})
    cut = page.evaluate(
        """() => {
            const card = document.querySelector(".graph").getBoundingClientRect();
            const texts = [...document.querySelectorAll(".graph text")];
            const outside = (box) => box.left < card.left || box.right > card.right
                || box.top < card.top || box.bottom > card.bottom;
            return texts.filter((text) => outside(text.getBoundingClientRect()))
                .filter((text) => getComputedStyle(text).display !== "none")
                .map((text) => text.textContent);
        }"""
    )
    assert cut == []


@pytest.mark.parametrize("width", [1280, 390])
def test_an_owner_sets_a_role_without_scrolling_sideways(visit: Visit, width: int) -> None:
    visit.sign_in("vote", ADA)
    page = visit.open("/vote/users")
    page.set_viewport_size({"width": width, "height": 900})
    box = page.get_by_role("button", name="Set").first.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_voter_votes_and_keeps_a_receipt(visit: Visit, hand: str) -> None:
    visit.sign_in("vote", VERA)
    page = visit.open(address(TREASURER, "/vote"))
    page.wait_for_load_state()
    ranked = page.locator(".choice:not(.unranked)")
    while ranked.count():  # whatever an earlier ballot ranked is below the line again
        ranked.last.locator("[data-down]").click()
    {"mouse": rank_by_mouse, "keyboard": rank_by_keyboard}[hand](page)
    press(page.locator("form.ballot button[type=submit]"), hand)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your ballot is cast")
    expect(page.locator(".ranked li")).to_have_text(["1Nils Berg", "2Carmen Ruiz = Ulla Schmidt"])
    expect(page.locator(".receipt .token-box")).to_have_text(re.compile(r"^[0-9a-f-]{36}$"))
    assert visit.faults == []


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_an_organiser_holds_an_election(visit: Visit, hand: str) -> None:
    width = (visit.page.viewport_size or {"width": 0})["width"]
    name = f"Held by {hand} at {width}"
    visit.sign_in("vote", OLGA)
    page = visit.open("/vote/")
    press(page.get_by_role("link", name="New election").first, hand)
    page.get_by_label("Name", exact=True).fill(name)
    press(page.get_by_role("button", name="Next: candidates"), hand)
    page.get_by_label("One in each line; a description").fill("Tea\nTea")
    press(page.get_by_role("button", name="Save candidates"), hand)
    expect(page.get_by_role("alert")).to_contain_text("Line 2: Tea stands in line 1 already.")
    page.get_by_label("One in each line; a description").fill("Tea, leaves\nCoffee, beans")
    press(page.get_by_role("button", name="Save candidates"), hand)
    page.get_by_label("Add people").fill("Olga Petrova\nVera Novak")
    press(page.get_by_role("button", name="Add voters"), hand)
    press(page.get_by_role("button", name="Launch the election"), hand)
    expect(page.get_by_role("status").last).to_contain_text("2 invitations are on their way.")
    page = visit.open(address(name, "/vote"))
    choice(page, "Tea").get_by_text("Tea", exact=True).first.click()
    press(page.locator("form.ballot button[type=submit]"), hand)
    page = visit.open(address(name, "/organise"))
    expect(page.locator("#turnout")).to_contain_text("50 %")
    press(page.get_by_role("button", name="End the voting"), hand)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tea wins")
    expect(page.locator("svg.paths")).to_be_visible()
    assert visit.faults == []


FORMS = [
    ("", "/vote/register", "main form"),
    (OLGA, "/vote/new", "main form"),
    (OLGA, address(COLOUR, "/organise"), "#candidates form"),
    (OLGA, address(COLOUR, "/organise"), "#voters form"),
    (OLGA, address(COLOUR, "/organise"), "#rules form"),
    (VERA, address(BOARD, "/results"), "form.find"),
    (OLGA, "/vote/profile", "main form"),
]


@pytest.mark.parametrize(("person", "path", "selector"), FORMS)
def test_nothing_that_is_typed_into_a_form_runs(
    chromium: Browser, demonstration: str, person: str, path: str, selector: str
) -> None:
    with chromium.new_context() as context:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        context.add_init_script("window.hit = () => console.error('hit')")
        visit = Visit(context, demonstration)
        if person:
            visit.sign_in("vote", person)
        assert send(visit, path, selector, STRINGS) == []
        for shown in ("/vote/", "/vote/elections", address(COLOUR)):
            visit.open(shown)
        assert ran(visit) == []
