"""The drawings of README and docs: what its script stored, and the way of a request.

The table is drawn from a file that README's own script has written, so that it cannot show else.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from tavola import Engine
from tavola.cli import main
from tools.documentation.svg import arrow, box, picture, text

__all__ = ["flow_picture", "table_picture"]

README: Final = Path(__file__).parents[2] / "README.md"
_BLOCK: Final = re.compile(r"^```(yaml|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COLOURS: Final = {"Customer": "#dbeafe", "Order": "#dcfce7"}
_LOCK: Final = "#f3f4f6"
ROW: Final = 28
WIDTH: Final = 960
_COLUMNS: Final = (16, 210, 322, 400)
"""Where partition key, sort key, model and attributes begin."""


class Row(NamedTuple):
    """One stored item, as it is drawn."""

    partition: str
    sort: str
    model: str
    attributes: str


def table_picture() -> str:
    """The table of README's script, by partitions, and its index."""
    with tempfile.TemporaryDirectory() as folder:
        _run_readme(Path(folder))
        table = [*_rows(Path(folder), "PK", "SK", None)]
        index = [*_rows(Path(folder), "GSI1PK", "GSI1SK", "GSI1")]
    shapes: list[str] = []
    y = _drawn(shapes, 16, "The table: one partition holds a customer and her orders", table)
    y = _drawn(shapes, y + 14, "The index GSI1: the same orders by status", index)
    return picture(WIDTH, y + 4, "The table by partitions, and its index", shapes)


def _run_readme(folder: Path) -> None:
    """Write README's design, generate its models, run its script."""
    blocks = dict(reversed(_BLOCK.findall(README.read_text("utf-8"))))
    (folder / "shop.yaml").write_text(blocks["yaml"], "utf-8")
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        main(["generate", "shop.yaml", "-o", "shop_models.py"])
        sys.path.insert(0, str(folder))
        try:
            exec(compile(blocks["python"], str(README), "exec"), {"__name__": "__main__"})  # noqa: S102 (our own page)
        finally:
            sys.path.remove(str(folder))
            sys.modules.pop("shop_models", None)


def _rows(folder: Path, partition: str, sort: str, index: str | None) -> Iterator[Row]:
    with Engine.open(str(folder / "shop.db")) as engine:
        body = {"TableName": "shop", **({"IndexName": index} if index else {})}
        items = json.loads(engine.execute("Scan", body))["Items"]
    for key in sorted({item[partition]["S"] for item in items}):
        for shown in _stored(folder, key, index):
            item: Mapping[str, Any] = shown["item"]
            rest = {name: one for name, one in item.items() if name not in (partition, sort)}
            yield Row(key, item[sort]["S"], _model(shown), _attributes(rest, index))


def _stored(folder: Path, key: str, index: str | None) -> list[dict[str, Any]]:
    out = io.StringIO()
    words = ["items", str(folder / "shop.yaml"), key, f"--store={folder / 'shop.db'}", "--json"]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        main([*words, f"--index={index}"] if index else words)
    return [json.loads(line) for line in out.getvalue().splitlines() if line.startswith("{")]


def _model(shown: Mapping[str, Any]) -> str:
    model = str(shown["model"] or "")
    return model if model in _COLOURS else "lock"


def _attributes(item: Mapping[str, Any], index: str | None) -> str:
    # What a lock holds besides its owner, and in an index the table's keys, would only fill space.
    hidden = ("PK", "SK") if index else ("relatedModel", "uniqueValue")
    parts = (
        f"{name}={next(iter(one.values()))}" for name, one in item.items() if name not in hidden
    )
    return "  ".join(parts)


def _drawn(shapes: list[str], y: int, title: str, rows: list[Row]) -> int:
    """Draw rows below a title, and say where they end."""
    shapes.append(text(16, y + 16, title, "title"))
    y += 28
    before = ""
    for row in rows:
        if row.partition != before:
            y += 4
            height = ROW * sum(one.partition == row.partition for one in rows)
            shapes.append(box(_COLUMNS[0], y, _COLUMNS[1] - 24, height, "#fef9c3"))
            shapes.append(text(_COLUMNS[0] + 8, y + 19, row.partition))
            before = row.partition
        shapes.append(
            box(_COLUMNS[1] - 4, y, WIDTH - _COLUMNS[1] - 12, ROW, _COLOURS.get(row.model, _LOCK))
        )
        shapes.append(text(_COLUMNS[1] + 6, y + 19, row.sort))
        shapes.append(text(_COLUMNS[2], y + 19, row.model, "head"))
        shapes.append(text(_COLUMNS[3], y + 19, row.attributes))
        y += ROW
    return y + 8


def flow_picture() -> str:
    """From the design to where requests are answered."""
    shapes = [
        box(20, 76, 190, 60, "#fef9c3"),
        text(115, 102, "shop.yaml", "title", centred=True),
        text(115, 122, "models, keys, questions", "say", centred=True),
        arrow((210, 105), (302, 105)),
        text(255, 95, "check", "say", centred=True),
        text(255, 125, "generate", "say", centred=True),
        box(304, 76, 210, 60, "#dbeafe"),
        text(409, 102, "shop_models.py", "title", centred=True),
        text(409, 122, "typed Python, checked in", "say", centred=True),
        text(584, 95, "DynamoDB's", "say", centred=True),
        text(584, 125, "own API", "say", centred=True),
    ]
    ends = (
        ("shop.db or memory:", "SQLite, in your process"),
        ("tavola serve", "the same engine, for any SDK"),
        ("dynamodb://eu-west-1/shop", "AWS, or a service with its API"),
    )
    for place, (name, meaning) in enumerate(ends):
        y = 12 + place * 66
        shapes.append(box(680, y, 264, 54, "#dcfce7"))
        shapes.append(text(812, y + 23, name, "title", centred=True))
        shapes.append(text(812, y + 42, meaning, "say", centred=True))
        shapes.append(arrow((514, 105), (654, 105), (654, y + 27), (678, y + 27)))
    return picture(WIDTH, 214, "From a design to typed Python to three places", shapes)
