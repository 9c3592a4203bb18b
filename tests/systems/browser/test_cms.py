"""The CMS in Chromium: what editors and visitors come for, at a desk and with a phone."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterator
from threading import Thread

import pytest
import uvicorn
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, expect

from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.comments import Comments
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.products import Products
from tavola_systems.cms.services.tenant_scope import Actor
from tavola_systems.cms.system import SYSTEM
from tests.patience import PATIENCE_SECONDS
from tests.systems.browser.conftest import SIZES, Visit
from tests.systems.site import PASSWORD, Site, open_site

ADA = Actor("ada", "ada@example.com")
HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'


class Luna:
    """A site with people, served from memory."""

    def __init__(self, site: Site, base: str) -> None:
        self.base = base
        self.site = site
        self.cms = CmsContext(site.process.application.services["cms"])
        self.cms.tenants.create("Luna", ADA)
        self.scope = self.cms.tenants.scope("luna", ADA)
        site.person("ines@example.com", "cms", "admin", "luna")

    def home_id(self) -> str:
        """The id of the home page."""
        return next(one.node_id for one in self.scope.db.content.pages() if one.slug == "/")


@pytest.fixture(scope="module")
def luna() -> Iterator[Luna]:
    """The CMS on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        site = open_site([SYSTEM], base_url=base)
        made = Luna(site, base)
        config = uvicorn.Config(site.process.application.asgi, log_level="error", lifespan="off")
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield made
        finally:
            server.should_exit = True
            thread.join()
            site.process.close()


@pytest.fixture(params=list(SIZES))
def visit(request: pytest.FixtureRequest, chromium: Browser, luna: Luna) -> Iterator[Visit]:
    """Somebody at a desk, and somebody with a phone."""
    width, height = SIZES[request.param]
    with chromium.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        yield Visit(context, luna.base)


def sign_in(visit: Visit) -> None:
    visit.open("/cms/sign-in")
    visit.page.get_by_label("Address").fill("ines@example.com")
    visit.page.get_by_label("Password").fill(PASSWORD)
    visit.page.get_by_role("button", name="Sign in").click()
    visit.page.wait_for_url("**/cms/")
    visit.page.wait_for_load_state()


def press(page: Page, name: str, role: str = "button") -> None:
    """Use a button or link once its page is whole."""
    found = page.get_by_role("link" if role == "link" else "button", name=name, exact=True).first
    found.wait_for()
    page.wait_for_load_state()
    found.click()


def fits(page: Page) -> bool:
    """Whether nothing of the page is cut off at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_an_editor_adds_a_product(visit: Visit, luna: Luna) -> None:
    sign_in(visit)
    number = len(Products(luna.scope).page().items)
    page = visit.open("/cms/t/luna/products")
    press(page, "Add a product", "link")
    page.get_by_label("Title").fill(f"Mug {number} {HOSTILE}"[:120])
    page.get_by_label("Price").fill("12.50")
    page.get_by_label("Categories").fill("Kitchen")
    page.get_by_label("Status").select_option("active")
    press(page, "Save")
    expect(page.get_by_role("status")).to_contain_text("The product is added.")
    assert fits(page)
    page = visit.open("/cms/t/luna/products?status=active")
    expect(page.get_by_role("link", name=f"Mug {number} ")).to_be_visible()
    assert fits(page)
    assert visit.faults == []


def test_an_editor_uploads_an_image_and_describes_it(visit: Visit) -> None:
    sign_in(visit)
    written = io.BytesIO()
    Image.new("RGB", (640, 320), "teal").save(written, "PNG")
    page = visit.open("/cms/t/luna/media")
    file: FilePayload = {
        "name": "sea.png",
        "mimeType": "image/png",
        "buffer": written.getvalue(),
    }
    page.get_by_label("Image").set_input_files(file)
    page.get_by_label("What it shows").fill("The sea at dusk")
    press(page, "Upload")
    expect(page.get_by_role("img", name="The sea at dusk").first).to_be_visible()
    assert fits(page)
    assert visit.faults == []


def test_a_moderator_approves_a_comment_that_runs_nowhere(visit: Visit, luna: Luna) -> None:
    made = Comments(luna.scope).post(
        luna.home_id(), author="Bea", body=f"Fine. {HOSTILE}", policy="before"
    )
    sign_in(visit)
    page = visit.open("/cms/t/luna/comments")
    press(page, "Approve")
    expect(page.get_by_role("status")).to_contain_text("The comment is shown.")
    shown = visit.open(f"/cms/s/luna/comments/{made.page_id}")
    expect(shown.get_by_text("<script>alert(2)</script>").first).to_be_visible()
    assert fits(shown)
    assert visit.faults == []


def test_an_editor_works_on_a_lead(visit: Visit, luna: Luna) -> None:
    Leads(luna.scope).submit(
        "bea@example.com", source="contact", name="Bea", data={"message": HOSTILE}
    )
    sign_in(visit)
    page = visit.open("/cms/t/luna/leads")
    press(page, "bea@example.com", "link")
    page.get_by_label("Status").select_option("qualified")
    page.get_by_label("Note").fill("Call on Monday")
    press(page, "Save")
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert fits(page)
    assert visit.faults == []


@pytest.mark.parametrize(
    "key",
    ["contexts/new", "signals", "signals/new", "resources/new", "settings", "domain", "privacy"],
)
def test_no_page_is_cut_off_at_the_side(visit: Visit, key: str) -> None:
    sign_in(visit)
    page = visit.open(f"/cms/t/luna/{key}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert fits(page)
    assert visit.faults == []


def test_a_visitor_comments_and_answers_about_cookies(visit: Visit, luna: Luna) -> None:
    page = visit.open(f"/cms/s/luna/comments/{luna.home_id()}")
    page.get_by_label("Name").fill("Carl")
    page.get_by_label("Comment", exact=True).fill(HOSTILE)
    press(page, "Send the comment")
    expect(page.get_by_role("status")).to_contain_text("Thank you.")
    page = visit.open("/cms/s/luna/consent")
    press(page, "Only what is necessary")
    expect(page.get_by_text("You chose necessary")).to_be_visible()
    assert fits(page)
    assert visit.faults == []
