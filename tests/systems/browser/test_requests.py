"""Event requests in Chromium: apply and wait, draw and check, without scripts too."""

from __future__ import annotations

import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.parts import missing
from tests.patience import PATIENCE_SECONDS, until
from tests.systems.browser.conftest import CHROMIUM, RUN, Visit
from tests.systems.browser.test_pages import serious

R = "/requests"
PAGES = [
    ("alan", f"{R}/"),
    ("alan", f"{R}/events/repair-cafe"),
    ("alan", f"{R}/mine"),
    ("alan", f"{R}/events/garden-plots/draw"),
    ("alan", f"{R}/verify"),
    ("ada", f"{R}/events/harbour-concert/console"),
    ("ada", f"{R}/new"),
]


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this system alone, with its sample data and its workers."""
    if CHROMIUM is None:
        missing("there is no Chromium: apt-get install chromium")
    store = tmp_path_factory.mktemp("requests") / "demo.db"
    subprocess.run([*RUN, "seed", f"--store={store}"], check=True, capture_output=True)
    command = [*RUN, "--serve", "requests", f"--store={store}", "--port=0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().removeprefix("requests: ").removesuffix(f"{R}/\n")
        finally:
            server.terminate()


@pytest.fixture
def ada(chromium: Browser, demonstration: str) -> Iterator[Visit]:
    """An operator, at a desk of her own."""
    with chromium.new_context(reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        visit = Visit(context, demonstration)
        visit.sign_in("requests", "ada@example.com")
        yield visit


def open_event(ada: Visit, kind: str, places: str) -> str:
    """Create an event in the browser, and open it; returns its address."""
    event_id = f"e-{uuid.uuid4().hex[:12]}"
    page = ada.open(f"{R}/new")
    page.get_by_label("Title").fill("An evening in the park")
    page.get_by_label("Id", exact=True).fill(event_id)
    page.get_by_label("How places are given").select_option(kind)
    page.get_by_label("Number of places").fill(places)
    if kind == "Lottery":
        page.get_by_label("Ends").fill("2099-01-01T12:00")
    page.get_by_role("button", name="Create the event").click()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Pause intake")).to_be_visible()
    return f"{R}/events/{event_id}"


def apply(visit: Visit, path: str) -> Page:
    page = visit.open(path)
    page.get_by_role("button", name="Apply for a place").click()
    expect(page.get_by_role("heading", name="What happened")).to_be_visible()
    page.wait_for_load_state()
    return page


def test_somebody_applies_and_sees_the_result_come(visit: Visit, ada: Visit) -> None:
    path = open_event(ada, "First come, first served", "1")
    visit.sign_in("requests", "alan@example.com")
    page = apply(visit, path)
    expect(page.get_by_role("heading", name="You have a place")).to_be_visible()
    page.get_by_text("Give my place back").click()
    page.get_by_role("button", name="Yes, give it back").click()
    expect(page.get_by_role("heading", name="Given back")).to_be_visible()
    assert visit.faults == []


def test_an_end_that_is_set_is_shown_in_a_zone_and_stays_that_moment(
    chromium: Browser, demonstration: str
) -> None:
    with chromium.new_context(timezone_id="Asia/Tokyo") as context:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        visit = Visit(context, demonstration)
        visit.sign_in("requests", "ada@example.com")
        console = f"{open_event(visit, 'First come, first served', '1')}/console"
        page = visit.open(console)
        page.get_by_label("Let intake end at").fill("2099-06-01T18:30")
        page.get_by_label("Time zone").select_option("Asia/Tokyo")
        page.get_by_role("button", name="Set", exact=True).click()
        expect(page.get_by_label("Let intake end at")).to_have_value("2099-06-01T18:30")
        expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
        # A server that does not know the zone writes the time in UTC; the script leaves it so.
        context.clear_cookies(name="tavola-zone")
        page = visit.open(console)
        expect(page.get_by_label("Let intake end at")).to_have_value("2099-06-01T09:30")
        expect(page.get_by_label("Time zone")).to_have_value("UTC")


def test_without_scripts_the_result_comes_too(
    chromium: Browser, demonstration: str, ada: Visit
) -> None:
    path = open_event(ada, "First come, first served", "1")
    with chromium.new_context(java_script_enabled=False) as context:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        visit = Visit(context, demonstration)
        visit.sign_in("requests", "alan@example.com")
        page = apply(visit, path)
        expect(page.get_by_role("heading", name="You have a place")).to_be_visible()


def test_a_lottery_is_drawn_and_checked_in_the_browser(
    visit: Visit, ada: Visit, tmp_path: Path
) -> None:
    path = open_event(ada, "Lottery", "1")
    visit.sign_in("requests", "alan@example.com")
    waiting = apply(visit, path)
    expect(waiting.get_by_text("You take part")).to_be_visible()
    expect(waiting.locator("dt:text-is('Ticket') + dd")).to_have_text("1")
    desk = ada.open(f"{path}/console")
    desk.get_by_role("button", name="Close for good").click()
    expect(desk.get_by_role("button", name="Close for good")).to_be_hidden()
    draw = "Draw the winners"
    until(
        lambda: ada.open(f"{path}/console").get_by_role("button", name=draw).is_visible(),
        "upkeep fixes the entries",
    )
    desk.get_by_role("button", name=draw).click()
    expect(desk.get_by_text("1 of 1 won")).to_be_visible()
    expect(waiting.get_by_role("heading", name="You have a place")).to_be_visible()

    request_id = waiting.url.rpartition("/")[2]
    page = visit.open(f"{path}/draw")
    with page.expect_download() as download:
        page.get_by_role("link", name="All files as .zip").click()
    packed = tmp_path / "draw.zip"
    download.value.save_as(packed)
    page = visit.open(f"{R}/verify")
    page.wait_for_load_state()
    page.get_by_label("The files of the draw").set_input_files(packed)
    page.get_by_label("Your request's id").fill(request_id)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text(f"{request_id} was drawn as number 1, and won.")).to_be_visible()

    changed = tmp_path / "changed.zip"
    with ZipFile(packed) as files, ZipFile(changed, "w") as written:
        for name in files.namelist():
            content = files.read(name)
            written.writestr(name, content.replace(b'"entries": 1', b'"entries": 2'))
    page.get_by_label("The files of the draw").set_input_files(changed)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("This is not what was promised and published.")).to_be_visible()
    assert visit.faults == []
    assert ada.faults == []


@pytest.mark.parametrize(("who", "path"), PAGES)
def test_a_page_is_well(visit: Visit, axe: str, who: str, path: str) -> None:
    visit.sign_in("requests", f"{who}@example.com")
    page = visit.open(path)
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert (wide, serious(visit, axe), visit.faults) == (False, [], [])
