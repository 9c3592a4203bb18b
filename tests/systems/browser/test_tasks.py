"""What people come for: each main task, by mouse and by keyboard, at a desk and with a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from tests.systems.browser.conftest import Visit

LUNA = "/branding/b/cafe-luna"


def press(locator: Locator, hand: str) -> None:
    """Use a button or link, by mouse or by keyboard, once its page is whole."""
    locator.wait_for()
    locator.page.wait_for_load_state()
    if hand == "mouse":
        locator.click()
        return
    locator.focus()
    locator.press("Enter")


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_writer_writes_with_preview_and_publishes(visit: Visit, hand: str) -> None:
    visit.sign_in("blog", "grace@example.com")
    page = visit.open("/blog/mine")
    press(page.get_by_role("link", name="Write a post"), hand)
    page.get_by_label("Title").fill(f"By {hand}")
    page.get_by_label("Text", exact=True).fill("Some **bold** words")
    expect(page.locator("#preview strong")).to_have_text("bold")
    page.get_by_label("Tags").fill("machines")
    press(page.get_by_role("button", name="Publish"), hand)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"By {hand}")
    expect(page.get_by_role("status")).to_contain_text("Published.")
    assert visit.faults == []


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_reader_finds_a_post_and_comments(visit: Visit, hand: str) -> None:
    visit.sign_in("blog", "alan@example.com")
    page = visit.open("/blog/search")
    page.get_by_label("Title").fill("the moth")
    page.get_by_label("Title").press("Enter")
    press(page.get_by_role("link", name="The moth in relay seventy"), hand)
    page.get_by_label("Your comment").fill(f"Well kept, by {hand}")
    press(page.get_by_role("button", name="Send the comment"), hand)
    expect(page.get_by_text(f"Well kept, by {hand}").first).to_be_visible()
    assert visit.faults == []


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_web_team_changes_a_theme_and_publishes_it(visit: Visit, hand: str) -> None:
    width = (visit.page.viewport_size or {"width": 0})["width"]
    colour = {"mouse": "#12", "keyboard": "#21"}[hand] + f"{width:04d}"
    visit.sign_in("branding", "luca@example.com")
    page = visit.open(LUNA)
    press(page.get_by_role("button", name="New draft from published"), hand)
    page.get_by_label("primaryColor", exact=True).fill("#FFFFFF")
    expect(page.locator("#contrasts")).to_contain_text("hard to read")
    page.get_by_label("primaryColor", exact=True).fill(colour)
    expect(page.locator("#contrasts")).to_contain_text("reads well")
    expect_in_preview(page, colour)
    press(page.get_by_role("button", name="Save the draft"), hand)
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    press(page.get_by_role("link", name="Compare and publish"), hand)
    expect(page.locator(".difference")).to_contain_text(colour)
    press(page.get_by_role("button", name="Publish"), hand)
    press(page.get_by_role("dialog").get_by_role("button", name="Publish"), hand)
    expect(page.get_by_role("status")).to_contain_text("is published.")
    css = page.request.get(f"{visit.base}/branding/api/businesses/cafe-luna/published/css")
    assert f"--brand-primary-color: {colour};" in css.text()
    assert visit.faults == []


def expect_in_preview(page: Page, colour: str) -> None:
    """The page in the preview, once it is there, wears the colour."""
    script = """colour => document.getElementById("preview").contentDocument?.documentElement
        ?.style.getPropertyValue("--brand-primary-color") === colour"""
    page.wait_for_function(script, arg=colour)


def test_an_image_is_shown_before_it_is_uploaded(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / f"Sign {visit.page.viewport_size}.png"
    Image.new("RGB", (40, 20), "teal").save(path)
    visit.sign_in("branding", "luca@example.com")
    page = visit.open(f"{LUNA}/assets")
    page.get_by_label("Image", exact=True).set_input_files(path)
    expect(page.get_by_alt_text("What you chose")).to_be_visible()
    assert re.fullmatch(r"[a-z0-9-]+", page.get_by_label("Id").input_value())
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("status")).to_contain_text("The image is there.")
    assert visit.faults == []


def test_an_administrator_invites_somebody(visit: Visit) -> None:
    visit.sign_in("blog", "ada@example.com")
    page = visit.open("/blog/people/*")
    page.get_by_role("button", name="Invite somebody").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Emmy Noether")
    dialog.get_by_label("Address").fill("emmy@example.com")
    dialog.get_by_role("button", name="Send the invitation").click()
    expect(page.get_by_role("cell", name="emmy@example.com")).to_be_visible()
    assert visit.faults == []


def test_without_scripts_a_theme_is_still_published(chromium: Browser, demonstration: str) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        visit = Visit(context, demonstration)
        visit.sign_in("branding", "ada@example.com")
        page = visit.open("/branding/b/nordwerk")
        page.get_by_role("button", name="New draft from published").click()
        page.get_by_label("slogan").fill("Without scripts")
        page.get_by_role("button", name="Save the draft").click()
        page.get_by_role("link", name="Compare and publish").click()
        page.get_by_role("button", name="Publish").click()
        page.locator("dialog#publish").get_by_role("button", name="Publish").click()
        expect(page.get_by_role("status")).to_contain_text("is published.")


def test_times_are_shown_in_the_viewers_zone(chromium: Browser, demonstration: str) -> None:
    with chromium.new_context(timezone_id="Asia/Tokyo") as context:
        visit = Visit(context, demonstration)
        visit.sign_in("branding", "ada@example.com")
        page = visit.open(f"{LUNA}/history")
        expect(page.locator("time").first).to_contain_text("GMT+9")
