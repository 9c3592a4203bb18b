"""The figures of docs/benchmarks.md, written by the commands that measure them.

python -m benchmarks engine --write       # measures, and writes its rows of the table
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"

ROWS: Mapping[str, str] = {
    "the embedded engine in this process, beside boto3 on dynoxide; both decoded": "engine",
    "a typed `get`, beside the engine's own GetItem": "models",
    "decoding 100 items into typed models, beside `orjson.loads` of the same bytes, untyped": (
        "models"
    ),
    "decoding 100 items, beside other libraries": "models",
    "client CPU of a call over HTTP, beside boto3's client": "client",
    "the same on asyncio with uvloop": "client",
    "the same over TLS": "client",
    "the same with another head, in segments of 16 KB": "client",
    "client CPU of a query of 100 items, beside other clients": "client",
    "requests per second of `tavola serve`, beside dynoxide (Rust)": "serve",
    "the same beside dynalite (Node)": "serve",
}
"""What each row of the table is about, and the benchmark that measures it."""

FIGURES: dict[str, str] = {}
"""What this run has measured."""


def keep(row: str, text: str) -> None:
    """Keep a figure for its row."""
    if row not in ROWS:
        raise KeyError(row)
    FIGURES[row] = text


def keep_ratios(row: str, ratios: Mapping[str, float], word: str) -> None:
    """Keep ratios, each with its name: GetItem 3.1×."""
    shown = (f"{name} {_round(ratio)}×" for name, ratio in ratios.items())
    keep(row, f"{', '.join(shown)} {word}".strip())


def _round(ratio: float) -> str:
    """Write two digits: more would promise what the next run does not give."""
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"


def render(text: str, figures: Mapping[str, str]) -> str:
    """Write figures into the table of a page."""
    lines = text.splitlines(keepends=True)
    for place, line in enumerate(lines):
        cells = line.split(" | ")
        row = cells[0].removeprefix("| ")
        if row in figures:
            cells[1] = figures[row]
            lines[place] = " | ".join(cells)
    return "".join(lines)


def write() -> None:
    """Write what was measured into the page."""
    PAGE.write_text(render(PAGE.read_text("utf-8"), FIGURES), "utf-8")
