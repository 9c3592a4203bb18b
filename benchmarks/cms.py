"""The CMS: what lists cost, and how fast the public site is: `python -m benchmarks cms`.

The public site is measured as it is served: by `uvicorn` in a process of its own, on a file, with
every read, header and log line, beside a page of Starlette's of the same size on the same server.
The two take turns, so that other programs meet them alike. Readers are another process.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.request import urlopen

from rich.console import Console

from benchmarks import goals
from benchmarks.cms_load.readers import read
from benchmarks.measuring import Report, mark, print_settings
from tavola_systems.cms.models import Cms, Content
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.tenant_scope import Actor, TenantScope
from tavola_systems.cms.services.tenants import Tenants

PAGES = 100_000
FEW_PAGES = 100
LISTED = 50
READERS = 100
ROUNDS, ROUND_SECONDS = 5, 2.0
_ACTOR = Actor("ada", "ada@example.com")
_PARAGRAPHS = (
    "The house by the river had been a ferry office for ninety years before anybody thought of"
    " coffee. Its windows look over the water to the old town, and when the wind comes from the sea"
    " one still hears the chains of the pontoon. We found the ledgers of the last ferryman in the"
    " attic, and they are on the shelf beside the counter for whoever wants to read them.",
    "We roast on **Tuesdays**, in small batches, because the machine is small and so is the room."
    " Beans come from three farms that we know, and the sacks say who picked them and when. If you"
    " come by in the morning you can watch; if you come in the afternoon you can taste what was"
    " roasted the week before, which is when it is at its best.",
    "Bread is baked every morning from flour of the mill at Valongo, with a leaven that is older"
    " than the café. What is left in the evening goes to the kitchen of the parish. The summer"
    " terrace opens in April; tables in the shade can be [reserved by letter](/contact), and the"
    " others belong to whoever comes first.",
)
_BLOCKS: list[dict[str, Any]] = [
    {"type": "heading", "text": "Our story", "level": 1},
    {"type": "text", "markdown": "\n\n".join(_PARAGRAPHS * 3)},
    {"type": "heading", "text": "Opening hours", "level": 2},
    {"type": "text", "markdown": "- Tuesday to Friday, 8 to 19\n- Saturday and Sunday, 9 to 21"},
    {"type": "quote", "text": "The best tables face the water.", "cite": "A regular"},
]


def main(argv: Sequence[str] = ()) -> None:
    """Measure; `quick` lists fewer pages, for a look in between."""
    console = Console()
    print_settings(console, "cms")
    report = Report(console, "CMS", "what", "measured", "goal")
    _lists(report, PAGES if "quick" not in argv else PAGES // 20)
    with tempfile.TemporaryDirectory() as folder:
        _public(report, str(Path(folder) / "site.db"))
    report.show()


def _lists(report: Report, many: int) -> None:
    costs = [_cost_of_list(count) for count in (FEW_PAGES, many)]
    is_good = costs[0] == costs[1] and costs[1][1] <= goals.LIST_OF_PAGES_UNITS
    (requests, units), (more_requests, more_units) = costs
    report.add(
        f"{LISTED} summaries of {FEW_PAGES} pages, and of {many:,}",
        f"{requests} request, {units:g} units; {more_requests} request, {more_units:g} units",
        f"{mark('lists', is_met=is_good)} (the same, ≤ {goals.LIST_OF_PAGES_UNITS:g} units)",
    )


def _cost_of_list(count: int) -> tuple[int, float]:
    """Fill a tenant with pages, and list some; return the requests and read units."""
    with Cms.open("memory:") as db:
        tenants = Tenants(db, time.time)
        tenants.create("Luna", _ACTOR)
        scope = tenants.scope("luna", _ACTOR)
        for begin in range(0, count, 1000):
            scope.db.content.put_all(
                [_page(scope, number) for number in range(begin, min(count, begin + 1000))]
            )
        with scope.db.consumed() as used:
            listed = scope.db.content.pages(limit=LISTED).items
        assert len(listed) == LISTED
        return used.requests, used.read


def _page(scope: TenantScope, number: int) -> Content:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number)
    return Content(
        node_id=scope.new_id(),
        version=1,
        title=f"Page {number:06} of the site",
        slug=f"/section-{number % 100}/page-{number:06}",
        blocks=[{"type": "text", "markdown": "x" * 1000}],
        status="published",
        workflow="published",
        workflow_at=at,
        created_at=at,
        updated_at=at,
    )


@dataclass
class _Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    port: int
    pages: int = 0
    rates: list[float] = field(default_factory=list[float])
    cpu: float = 0
    """CPU seconds for all pages, known at the end."""
    times: list[float] = field(default_factory=list[float])

    def read(self, path: str, readers: int, seconds: float) -> set[int]:
        """Let readers ask for a page; return the sizes that they got."""
        load = read(self.port, path, readers=readers, seconds=seconds)
        assert load.statuses == {b"200"}, load.statuses
        self.pages += load.pages
        self.rates.append(load.pages / load.seconds)
        return load.sizes


@contextmanager
def _served(*words: str) -> Generator[_Server]:
    command = [sys.executable, "-m", "benchmarks.cms_load.servers", *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        server = _Server(process, int(process.stdout.readline()))
        yield server
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        told = json.loads(process.stdout.readline())
        server.cpu, server.times = told["cpu"], told["times"]


def _public(report: Report, store: str) -> None:
    with Cms.open(store) as db:
        tenants = Tenants(db, time.time)
        tenants.create("Luna", _ACTOR)
        pages = ContentService(tenants.scope("luna", _ACTOR))
        page = pages.create("Our story", blocks=_BLOCKS, publish=True)
        path = f"/cms/s/luna{page.slug}"
        with _served("site", store, "kept") as kept, _served("site", store, "anew") as anew:
            size = kept.read(path, 1, 0.3).pop()
            with _served("bare", str(size)) as bare:
                _take_turns(path, kept, anew, bare)
            _visible(report, pages, page, path, [kept.port, anew.port])
        _shares(report, size, kept, anew, bare)
        with _served("site", store, "kept") as crowded:
            # The first readers come before anything is kept; they count like the others.
            crowded.read(path, READERS, ROUND_SECONDS * 2)
    p95 = quantiles(crowded.times, n=20)[-1]
    report.add(
        f"time in the server, {READERS} readers at once",
        f"median {median(crowded.times):.2f} ms, p95 {p95:.2f} ms",
        f"{mark('p95', is_met=p95 <= goals.PAGE_P95_MS)} (p95 ≤ {goals.PAGE_P95_MS:g} ms)",
    )


def _take_turns(path: str, *servers: _Server) -> None:
    for server in servers:
        server.read(path, 4, 0.5)
        server.rates.clear()
    for _ in range(ROUNDS):
        for server in servers:
            server.read(path, 20, ROUND_SECONDS)


def _shares(report: Report, size: int, kept: _Server, anew: _Server, bare: _Server) -> None:
    """Compare pages a second; beside them those of a second of CPU, which others do not disturb."""
    beside = f"beside Starlette's of {size / 1024:.0f} KB"
    for name, server, goal in (
        ("kept", kept, goals.PAGES_KEPT_TO_BARE),
        ("rendered anew", anew, goals.PAGES_ANEW_TO_BARE),
    ):
        share = median(ours / theirs for ours, theirs in zip(server.rates, bare.rates, strict=True))
        by_cpu = (server.pages / server.cpu) / (bare.pages / bare.cpu)
        report.add(
            f"pages a second, {name}, {beside}",
            f"{median(server.rates):,.0f} of {median(bare.rates):,.0f}; {by_cpu:.2f} by CPU",
            f"{share:.2f} {mark(f'{name}: {share:.2f}', is_met=share >= goal)} (≥ {goal:g})",
        )


def _visible(
    report: Report, pages: ContentService, page: Content, path: str, ports: Sequence[int]
) -> None:
    """Publish in this process, and look how long the others show what was."""
    slowest = 0.0
    version = page.version
    for number in range(5):
        words = f"Published number {number}"
        blocks = [*_BLOCKS, {"type": "text", "markdown": words}]
        draft = pages.save_draft(page.node_id, {"blocks": blocks}, version=version)
        version = pages.publish(page.node_id, version=version, revision=draft.revision).version
        begun = time.perf_counter()
        for port in ports:
            while words not in _text(port, path):
                assert time.perf_counter() - begun < goals.PUBLICATION_SEEN_SECONDS * 60
        slowest = max(slowest, time.perf_counter() - begun)
    goal = goals.PUBLICATION_SEEN_SECONDS
    report.add(
        f"a publication is seen on {len(ports)} other processes",
        f"{slowest * 1000:.0f} ms at most",
        f"{mark(f'seen after {slowest:.1f} s', is_met=slowest <= goal)} (≤ {goal:g} s)",
    )


def _text(port: int, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        text: str = answer.read().decode()
        return text
