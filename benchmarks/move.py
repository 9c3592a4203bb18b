"""How fast `tavola copy` moves items from file to file: `python -m benchmarks move`.

Beside it, the same items are put into an empty file by BatchWriteItem alone, already decoded, in
the same batches. Both run in this process, in turns.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from rich.console import Console

from benchmarks import goals
from benchmarks.measuring import Report, at_least, print_settings
from benchmarks.posts_models import Posts
from tavola.cli import main as tavola

DESIGN = Path(__file__).parent / "posts.yaml"
ITEMS = 20_000
ROUNDS = 3


def main(argv: Sequence[str] = ()) -> None:
    """Measure."""
    count = int(argv[0]) if argv else ITEMS
    console = Console()
    print_settings(console, "move")
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        items = _fill(count)
        copied: list[float] = []
        written: list[float] = []
        for number in range(ROUNDS):
            copied.append(_time_copy(number))
            written.append(_time_batches(number, items))
    ours, alone = count / median(copied), count / median(written)
    report = Report(console, f"{count:,} items, file to file", "what", "measured", "goal")
    report.add("tavola copy", f"{ours:,.0f} items/s", "")
    report.add("BatchWriteItem alone", f"{alone:,.0f} items/s", "")
    report.add("ratio", f"{ours / alone:.2f}", at_least(ours / alone, goals.COPY_TO_BATCHES))
    report.show()


def _fill(count: int) -> list[dict[str, Any]]:
    """Make the file to copy; give its items."""
    with Posts.open("full.db?durability=process") as db:
        for number in range(count):
            db.post.create(
                user_id=f"user{number % 100}",
                title=f"Post {number}",
                slug=f"post-{number}",
                summary="Two or three sentences of some length. " * 5,
                language="en",
                category="engineering",
                status="published",
            )
        items: list[dict[str, Any]] = []
        body: dict[str, Any] = {"TableName": db.table_name}
        while True:
            page = msgspec.json.decode(db.store.execute("Scan", body))
            items += page["Items"]
            if "LastEvaluatedKey" not in page:
                return items
            body["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def _time_copy(number: int) -> float:
    words = [
        "copy",
        str(DESIGN),
        "--from",
        "full.db",
        "--to",
        f"copy{number}.db?durability=process",
    ]
    started = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        code = tavola([*words, "--workers", "1"])
    elapsed = time.perf_counter() - started
    assert code == 0
    return elapsed


def _time_batches(number: int, items: list[dict[str, Any]]) -> float:
    with Posts.open(f"alone{number}.db?durability=process") as db:
        execute, table = db.store.execute, db.table_name
        started = time.perf_counter()
        for at in range(0, len(items), 25):
            puts = [{"PutRequest": {"Item": item}} for item in items[at : at + 25]]
            execute("BatchWriteItem", {"RequestItems": {table: puts}})
        return time.perf_counter() - started
