"""The documentation site: built in strict mode, then opened in Chromium, which asks nobody else."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.parts import alone, missing
from tests.systems.browser.conftest import CHROMIUM, FLAGS, axe

ROOT = Path(__file__).parents[2]
__all__ = ["axe"]
STRICT = ("-b", "html", "-W", "--keep-going", "--quiet")


def build(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build pages by the site's own settings, as `make docs` does."""
    places = ("-c", str(ROOT / "docs"), str(source), str(site))
    command = [sys.executable, "-m", "sphinx", *STRICT, *places]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; processes that run tests at once build one together."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if base.name.startswith("popen-") else base) / "documentation"
    folder.mkdir(exist_ok=True)
    with alone(folder / "lock"):
        if not (folder / "outcome").exists():
            built = build(ROOT, folder / "site")
            (folder / "outcome").write_text(built.stderr)
    assert (folder / "outcome").read_text() == ""
    return folder / "site"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        missing("there is no Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base's name)
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Generator[str]:
    """A folder's files on a free port of loopback."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def addresses(page: Page) -> list[str]:
    """What a page asks for, from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def search(page: Page, base: str, words: str) -> None:
    page.goto(f"{base}/docs/index.html")
    page.get_by_role("textbox", name="Search").fill(words)
    page.get_by_role("textbox", name="Search").press("Enter")
    page.wait_for_url("**/search.html?q=*")


def test_the_site_builds_in_strict_mode_with_every_page_in_it(site: Path) -> None:
    pages = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md"), *ROOT.glob("*.md")]
    built = [site / page.relative_to(ROOT).with_suffix(".html") for page in pages]
    assert [page for page in built if not page.exists()] == []


def test_a_dead_link_and_a_page_without_a_place_are_refused(tmp_path: Path) -> None:
    links = "[a](gone-1.md) [b](#gone-2) [c](other.md#gone-3) ![d](gone-4.png) [e](gone-5/)"
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(f"# Page\n\n{links}\n\n```{{toctree}}\nother\n```\n")
    (docs / "other.md").write_text("# Other\n")
    (docs / "lost.md").write_text("# Lost\n")
    built = build(tmp_path, tmp_path / "site")
    assert built.returncode == 1
    found = set(re.findall(r"gone-\d|lost\.md", built.stderr))
    assert found == {"gone-1", "gone-2", "gone-3", "gone-4", "gone-5", "lost.md"}


def test_search_finds_a_page_from_a_file_and_asks_nobody(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    asked = addresses(page)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    search(page, site.as_uri(), "uniqueness")
    expect(page.get_by_role("link", name="Unique values").first).to_be_visible()
    assert said == []
    assert [url for url in asked if not url.startswith((site.as_uri(), "data:"))] == []
    page.close()


def test_search_finds_a_page_over_http_and_asks_no_other_host(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    asked = addresses(page)
    with served(site) as base:
        search(page, base, "single table")
        expect(page.locator("ul.search li p.context").first).to_contain_text("table")
        page.locator("ul.search li a").first.click()
        page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith((base, "data:"))] == []
    page.close()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", ["docs/index", "docs/errors", "docs/moving/boto3", "README"])
def test_nobody_is_shut_out_of_a_page(
    name: str, width: int, site: Path, browser: Browser, axe: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto(f"{site.as_uri()}/{name}.html")
    page.evaluate(axe)
    found = page.evaluate("axe.run()")["violations"]
    page.close()
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", ["docs/index", "docs/tutorial", "docs/reference", "README"])
def test_a_page_fits_a_desk_and_a_phone(
    name: str, width: int, site: Path, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto(f"{site.as_uri()}/{name}.html")
    scrolled = page.evaluate("document.documentElement.scrollWidth")
    page.close()
    assert scrolled <= width
