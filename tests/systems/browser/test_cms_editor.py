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
