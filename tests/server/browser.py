"""A web site on a port of its own, and a headless Chromium that visits it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from tests.parts import missing
from tests.patience import PATIENCE_SECONDS

_REPORT = """
<script type="module">
const report = {};
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    report[name] = await attempt().catch(error => String(error.name));
}
await fetch("/report", {method: "POST", body: JSON.stringify(report)});
</script>
"""


class _Site(ThreadingHTTPServer):
    page: bytes
    reports: Queue[Any]


class _Visit(BaseHTTPRequestHandler):
    @property
    def _site(self) -> _Site:
        assert isinstance(self.server, _Site)
        return self.server

    def do_GET(self) -> None:
        self._answer(self._site.page)

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self._site.reports.put(json.loads(self.rfile.read(length)))
        self._answer(b"")

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        del code, size


class WebSite:
    """Serves a page that makes its visitor's browser try something and report what came of it."""

    def __init__(self, site: _Site, profile: Path) -> None:
        self._site = site
        self._profile = profile
        self.origin = f"http://127.0.0.1:{site.server_address[1]}"

    def visit(self, attempts: str) -> Any:
        """Open the page in a browser: `attempts` is an object of async functions; their results."""
        self._site.page = f"<script>const ATTEMPTS = {attempts};</script>{_REPORT}".encode()
        with chromium(self._profile, self.origin):
            return self._site.reports.get(timeout=PATIENCE_SECONDS)


@contextmanager
def web_site(profile: Path) -> Generator[WebSite]:
    """Serve pages on a free port while the block runs."""
    with _Site(("127.0.0.1", 0), _Visit) as site:
        site.reports = Queue()
        thread = Thread(target=site.serve_forever, daemon=True)
        thread.start()
        try:
            yield WebSite(site, profile)
        finally:
            site.shutdown()
            thread.join()


def flags(profile: Path, *more: str) -> list[str]:
    """Name the browser and how it is started here, without a sandbox of its own."""
    program = shutil.which("chromium")
    if program is None:
        missing("These tests need a browser: apt-get install chromium.")
    return [
        program,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        f"--user-data-dir={profile}",
        *more,
    ]


@contextmanager
def chromium(profile: Path, url: str) -> Generator[None]:
    """Show a page while the block runs."""
    quiet = subprocess.DEVNULL
    command = flags(profile, "--remote-debugging-port=0", url)
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as process:
        try:
            yield
        finally:
            process.kill()
