"""Debian's Chromium on the systems with their sample data; skipped where there is no Chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tavola_systems.platform.demonstration import DEMO_PASSWORD
from tests.parts import alone, missing
from tests.patience import PATIENCE_SECONDS

# A busy machine may need long for what a person would hardly wait for.
expect.set_options(timeout=PATIENCE_SECONDS * 1000)
CHROMIUM = shutil.which("chromium")
# As root in a sandbox of its own; nothing is looked up or updated in the background.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = "axe-core@4.14.0"
ROOT = Path(__file__).parents[3]
RUN = (sys.executable, "-m", "tavola_systems")


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of all systems, with their sample data, in a process of its own.

    The tests of a file have one for themselves: the door, say, counts the tries of an address.
    """
    if CHROMIUM is None:
        missing("there is no Chromium: apt-get install chromium")
    store = tmp_path_factory.mktemp("demonstration") / "demo.db"
    subprocess.run([*RUN, "seed", f"--store={store}"], check=True, capture_output=True)
    systems = ("blog", "branding", "cms", "vote")
    command = [*RUN, "--serve", *systems, f"--store={store}", "--port=0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().removeprefix("blog: ").removesuffix("/blog/\n")
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for the tests of a file; while it is there, its event loop is the thread's."""
    if CHROMIUM is None:
        missing("there is no Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe, from npm, kept beside the reference engines."""
    folder = ROOT / ".reference" / "axe"
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    npm = shutil.which("npm")
    with alone(folder / "lock"):
        if not script.exists():
            if npm is None:
                missing("axe comes from npm: apt-get install npm")
            flags = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
            subprocess.run(
                [npm, "install", "--prefix", str(folder), *flags, AXE],
                check=True,
                capture_output=True,
                cwd=folder,
            )
    return script.read_text()


SESSIONS: dict[tuple[str, str, str], list[Any]] = {}
"""Cookies by server, system and address; signing in costs a password's hash each time."""


class Visit:
    """A page in a browser, and all that went wrong in it."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.base = base
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("dialog", self._refuse)
        self.page.on("request", self._look)

    def _note(self, message: Any) -> None:
        if message.type in {"error", "warning"} and "status of 4" not in message.text:
            self.faults.append(f"{message.type}: {message.text}")

    def _refuse(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _look(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:", "blob:", "about:")):
            self.faults.append(f"request: {request.url}")

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.base}{path}")
        return self.page

    def sign_in(self, system: str, email: str) -> None:
        """Sign in as a person does; the session is used again by later visits."""
        known = SESSIONS.get((self.base, system, email))
        if known is not None:
            self.page.context.add_cookies(known)
            return
        self.open(f"/{system}/sign-in")
        self.page.get_by_label("Address").fill(email)
        self.page.get_by_label("Password").fill(DEMO_PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(f"**/{system}/")
        cookies: list[Any] = self.page.context.cookies()
        SESSIONS[self.base, system, email] = [
            cookie for cookie in cookies if cookie["name"] == f"tavola-{system}"
        ]


SIZES = {"desk": (1280, 900), "phone": (390, 844)}


@pytest.fixture(params=list(SIZES))
def visit(request: pytest.FixtureRequest, chromium: Browser, demonstration: str) -> Iterator[Visit]:
    """A visitor at a desk, and one with a phone."""
    width, height = SIZES[request.param]
    # Nothing fades in or out, so that a look at the page sees it as it is.
    with chromium.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        yield Visit(context, demonstration)
