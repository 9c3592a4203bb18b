"""A published theme's stylesheet under 100 readers at once: `python -m benchmarks branding`.

The system is served in a process of its own, from a file. Each of 100 connections asks for the
stylesheet again as soon as it has it. What the server says in its log that each request took is its
time: from the request's head to the last byte of the answer. A reader waits longer, since 100 of
them keep one process busy; that is shown beside it.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console

from benchmarks import goals
from benchmarks.measuring import Report, mark, print_settings
from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService

READERS = 100
SECONDS = 8.0
BUSINESS = "cafe-luna"
PATH = f"/branding/api/businesses/{BUSINESS}/published/css"
ROUTE = "/branding/api/businesses/{business_id}/published/css"


def main(argv: Sequence[str] = ()) -> None:
    """Measure."""
    del argv
    console = Console()
    print_settings(console, "branding")
    report = Report(console, "A published stylesheet", "what", "measured", "goal")
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "branding.db"
        _fill(store)
        log = Path(folder) / "log"
        with _served(store, log) as port:
            asyncio.run(_read(port, 1.0))
            log.write_bytes(b"")
            waits = asyncio.run(_read(port, SECONDS))
        times = _times(log)
    assert len(times) >= len(waits)
    p95, goal = quantiles(times, n=20)[-1], goals.PUBLISHED_CSS_P95_MS
    report.add(
        f"{READERS} readers at once, time in the server, p95",
        f"{p95:.1f} ms (median {median(times):.1f} ms)",
        f"{mark('published CSS, p95', is_met=p95 <= goal)} (≤ {goal:g} ms)",
    )
    report.add("what a reader waits, p95", f"{quantiles(waits, n=20)[-1]:.0f} ms", "")
    report.add("stylesheets", f"{len(waits) / SECONDS:.0f} a second", "")
    report.show()


def _fill(store: Path) -> None:
    db = Branding.open(str(store))
    service = BrandingService(db)
    colours = {"primaryColor": "#6b2f1a", "secondaryColor": "#f2e6d8", "textColor": "#2b1a12"}
    service.register(BUSINESS, "Café Luna")
    service.create_draft(BUSINESS, {**colours, "cornerRadius": "8px", "headingFont": "Georgia"})
    service.publish(BUSINESS, 1, expected=None, by="benchmark")
    db.close()


@contextmanager
def _served(store: Path, log: Path) -> Iterator[int]:
    command = [sys.executable, "-m", "tavola_systems", "--serve", "branding"]
    with (
        log.open("ab") as lines,
        subprocess.Popen(
            [*command, f"--store={store}", "--port=0"], stdout=subprocess.PIPE, stderr=lines
        ) as server,
    ):
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline().rpartition(b":")[2].partition(b"/")[0])
        finally:
            server.terminate()


async def _read(port: int, seconds: float) -> list[float]:
    """Let all readers read for some time; return how many milliseconds each answer took."""
    ends = time.perf_counter() + seconds
    waits = await asyncio.gather(*(_reader(port, ends) for _ in range(READERS)))
    return [one for several in waits for one in several]


async def _reader(port: int, ends: float) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    waits: list[float] = []
    while (begun := time.perf_counter()) < ends:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
        waits.append((time.perf_counter() - begun) * 1000)
    writer.close()
    return waits


def _times(log: Path) -> list[float]:
    lines = (json.loads(line) for line in log.read_text().splitlines() if line.startswith("{"))
    return [line["ms"] for line in lines if line.get("route") == ROUTE]
