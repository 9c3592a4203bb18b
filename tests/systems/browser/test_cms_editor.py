"""The CMS in Chromium: an editor's main task, and that nothing which is written there runs."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.systems.browser.conftest import Visit
from tests.systems.browser.hostile import STRINGS

LUNA = "/cms/t/cafe-luna"
HOSTILE = "\n\n".join(one for one in STRINGS if one.isprintable())


def test_an_editor_writes_previews_and_publishes_a_page(visit: Visit) -> None:
    visit.sign_in("cms", "ines@example.com")
    page = visit.open(f"{LUNA}/content")
    page.get_by_label("Title", exact=True).fill("Our roastery")
    slug = f"roastery-{page.viewport_size['width']}" if page.viewport_size else "roastery"
    page.get_by_label("Address", exact=True).fill(slug)
    page.get_by_role("button", name="Create page").click()
    expect(page.get_by_role("status")).to_contain_text("is created")
    page.wait_for_load_state()
    page.get_by_role("button", name="+ Rich text").click()
    text = page.locator("textarea[data-markdown]")
    text.wait_for()
    page.wait_for_load_state()
    text.fill("We roast on **Tuesdays**.")
    page.get_by_role("button", name="Refresh preview").click()
    expect(page.locator(".preview-body strong")).to_have_text("Tuesdays")
    page.wait_for_load_state()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Published.")
    visit.open(f"/cms/s/cafe-luna/{slug}")
    expect(page.locator("article strong")).to_have_text("Tuesdays")
    assert visit.faults == []


def test_nothing_that_is_written_in_a_page_runs_for_its_readers(visit: Visit) -> None:
    visit.page.context.add_init_script("window.hit = () => console.error('hit')")
    visit.sign_in("cms", "ines@example.com")
    page = visit.open(f"{LUNA}/content")
    slug = f"hostile-{page.viewport_size['width']}" if page.viewport_size else "hostile"
    page.get_by_label("Title", exact=True).fill("<script>hit()</script>")
    page.get_by_label("Address", exact=True).fill(slug)
    page.get_by_role("button", name="Create page").click()
    expect(page.get_by_role("status")).to_contain_text("is created")
    page.wait_for_load_state()
    areas = page.locator("fieldset.block textarea")
    for count, (button, most) in enumerate((("+ Rich text", 100_000), ("+ Quote", 1900)), start=1):
        page.get_by_role("button", name=button).click()
        expect(areas).to_have_count(count)
        page.wait_for_load_state()
        areas.last.fill(HOSTILE[:most])
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Published.")
    visit.open(f"/cms/s/cafe-luna/{slug}")
    expect(page.locator("article blockquote")).to_be_visible()
    assert visit.faults == []


def open_page(visit: Visit, title: str) -> None:
    """Make a page of its own for a test, and open it in the editor."""
    visit.sign_in("cms", "ines@example.com")
    page = visit.open(f"{LUNA}/content")
    width = page.viewport_size["width"] if page.viewport_size else 0
    page.get_by_label("Title", exact=True).fill(f"{title} {width}")
    page.get_by_role("button", name="Create page").click()
    expect(page.get_by_role("status").first).to_contain_text("is created")
    page.wait_for_load_state()


def test_what_is_typed_is_kept_as_a_draft_and_blocks_change_in_place(visit: Visit) -> None:
    open_page(visit, "Kept")
    page = visit.page
    page.get_by_role("button", name="+ Rich text").click()
    text = page.locator("textarea[data-markdown]")
    expect(text).to_be_focused()
    text.fill("Not yet **saved**.")
    expect(page.locator(".preview-body strong")).to_have_text("saved")
    expect(page.locator("[data-kept]")).to_contain_text("Kept as a draft")
    page.reload()
    expect(page.locator("textarea[data-markdown]")).to_have_value("Not yet **saved**.")
    assert visit.faults == []


def test_an_image_is_chosen_by_what_it_looks_like(visit: Visit) -> None:
    open_page(visit, "Chosen")
    page = visit.page
    page.get_by_role("button", name="+ Image").click()
    page.locator("fieldset.block").get_by_role("button", name="Choose an image…").click()
    page.locator("#picker").get_by_role("button", name="The river at dusk").click()
    expect(page.locator(".preview-body img")).to_be_visible()
    expect(page.get_by_label("What it shows")).to_have_value("The river at dusk")
    page.locator(".actions").get_by_role("button", name="Publish").click()
    expect(page.get_by_role("status").first).to_contain_text("Published.")
    assert visit.faults == []


def test_a_reader_comments_under_a_page_and_answers_about_cookies(visit: Visit) -> None:
    page = visit.open("/cms/s/cafe-luna/our-story")
    page.get_by_role("button", name="Only what is necessary").click()
    expect(page.locator(".cookie-bar")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Our story")
    page.wait_for_load_state()
    page.get_by_label("Name", exact=True).fill("Bea <script>hit()</script>")
    page.get_by_label("Comment", exact=True).fill("So true <img src=x onerror=hit()>")
    page.get_by_role("button", name="Send the comment").click()
    expect(page.get_by_text("Thank you. Your comment is shown once")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert visit.faults == []


def test_nothing_is_kept_in_the_browser_before_somebody_agrees(visit: Visit) -> None:
    page = visit.open("/cms/s/cafe-luna")
    expect(page.locator(".cookie-bar")).to_be_visible()
    assert page.context.cookies() == []
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    page.get_by_role("button", name="Allow nothing").click()
    expect(page.locator(".cookie-bar")).to_be_hidden()
    assert [one.get("name") for one in page.context.cookies()] == ["site-consent"]
    assert visit.faults == []
