"""The designs that come with Tavola, with a part of each replaced by what nobody would write."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

__all__ = ["DESIGNS", "hostile_tables", "mutated_designs"]

ROOT = Path(__file__).parents[2]
DESIGNS = sorted(
    [
        *ROOT.glob("src/tavola_systems/*/design.yaml"),
        *ROOT.glob("tests/table/designs/*.yaml"),
        *ROOT.glob("examples/designs/*.yaml"),
    ]
)
Steps = tuple[str | int, ...]
LENGTHS = [0, 1, 2, 3, 128, 129, 255, 256, 257]
lengthy = st.sampled_from(LENGTHS).map("n".__mul__) | st.sampled_from(["é" * 127, "é" * 128])
signs = st.sampled_from(["aws:x", "a b", "?", "é", "٣", "#", "\t", "a-b", "_.:/=+-@", "\U0001f642"])
_OTHERS: list[Any] = [None, True, 0, -1, 1, 10**6, 10**7, 1.5, [], {}, ["x", "x"]]
values: st.SearchStrategy[Any] = lengthy | signs | st.sampled_from(_OTHERS)


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")


def _places(node: Any, path: Steps = ()) -> Iterator[Steps]:
    """Every place in a document."""
    pairs: Any = {}
    if isinstance(node, dict):
        pairs = node  # pyright: ignore[reportUnknownVariableType] # YAML
    elif isinstance(node, list):
        pairs = dict(enumerate(node))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] # YAML
    for key, value in pairs.items():
        yield (*path, key)
        yield from _places(value, (*path, key))


@st.composite
def mutated_designs(draw: st.DrawFn) -> dict[str, Any]:
    """A design that comes with Tavola, and is wrong or strange in one place."""
    document: dict[str, Any] = yaml.safe_load(_text(draw(st.sampled_from(DESIGNS))))
    *path, last = draw(st.sampled_from(list(_places(document))))
    node: Any = document
    for step in path:
        node = node[step]
    node[last] = draw(values)
    return document


@st.composite
def hostile_tables(draw: st.DrawFn) -> dict[str, Any]:
    """A small design, of whose table two parts at most are at their limits or past them."""
    parts = ["partitionKey", "sortKey", "index", "ttlAttribute", "included", "total", "tags", "tag"]
    hostile = draw(st.sets(st.sampled_from(parts), max_size=2))
    names = {part: draw(lengthy) if part in hostile else part for part in (*parts[:4], "included")}
    most = draw(st.integers(18, 21)) if "total" in hostile else 3
    included = [f"f{number}" for number in range(most - 1)] + [names["included"]]
    index = {"partitionKey": names["index"], "projection": {"include": included}}
    indexes = draw(st.integers(4, 6)) if "total" in hostile else 1
    tags = {
        f"tag{one}": "x" for one in range(draw(st.integers(49, 51)) if "tags" in hostile else 1)
    }
    if "tag" in hostile:
        tags[draw(lengthy | signs)] = draw(lengthy | signs)
    fields: dict[str, Any] = {f"f{number}": {"type": "StringField"} for number in range(20)}
    fields["last"] = {"type": "StringField", "attribute": names["included"]}
    table = {key: names[key] for key in ("partitionKey", "sortKey", "ttlAttribute")}
    return {
        "table": table
        | {"name": "shop", "tags": tags, "indexes": dict.fromkeys(_names(indexes), index)},
        "models": {
            "Thing": {
                "fields": fields,
                "key": {names["partitionKey"]: "A#{f0}", names["sortKey"]: "X"},
            }
        },
    }


def _names(number: int) -> list[str]:
    return [f"GSI{one}" for one in range(number)]
