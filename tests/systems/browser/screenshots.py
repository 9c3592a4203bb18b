"""`make screenshots`: the pictures of the systems' READMEs, from the sample data."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tavola_systems.vote.web.routing import as_segment
from tavola_systems.vote.web.sample import BOARD
from tests.systems.browser.conftest import CHROMIUM, FLAGS, Visit

SYSTEMS = Path(__file__).parents[3] / "src" / "tavola_systems"
PICTURES = {
    "blog": "/blog/",
    "branding": "/branding/b/cafe-luna/themes/3/edit",
    "cms": "/cms/t/cafe-luna/content",
    "requests": "/requests/events/harbour-concert/console",
    "vote": f"/vote/elections/{as_segment(BOARD)}/results",
}
# The console's charts stand below what an operator does.
HEIGHTS = {"requests": 1130}
RUN = (sys.executable, "-m", "tavola_systems")


def main() -> None:
    """Seed a store, serve it, and take a picture of each system."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"--store={folder}/demo.db"
        subprocess.run([*RUN, "seed", store], check=True)
        command = [*RUN, "--serve", *PICTURES, store, "--port=0"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            base = server.stdout.readline().removeprefix("blog: ").removesuffix("/blog/\n")
            try:
                take(base)
            finally:
                server.terminate()


def take(base: str) -> None:
    """Open each page as an administrator, and keep what is seen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for system, path in PICTURES.items():
            with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
                visit = Visit(context, base)
                visit.sign_in(system, "ada@example.com")
                visit.open(path).wait_for_load_state("networkidle")
                height = HEIGHTS.get(system, 800)
                visit.page.set_viewport_size({"width": 1280, "height": height})
                visit.page.screenshot(path=SYSTEMS / system / "screenshot.png")
        browser.close()


if __name__ == "__main__":
    main()
