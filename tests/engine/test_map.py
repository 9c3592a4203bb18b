"""The map in the engine's docstring names every room and file, in the order of the layers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import tavola.engine

FOLDER = Path(tavola.engine.__path__[0])
PROJECT = FOLDER.parents[2] / "pyproject.toml"
MAP = re.findall(r"^    ([a-z_]+)(?:\.py|/)  ", tavola.engine.__doc__ or "", re.MULTILINE)


def layers() -> list[list[str]]:
    settings: dict[str, Any] = tomllib.loads(PROJECT.read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (rooms,) = (each for each in contracts if each.get("containers") == ["tavola.engine"])
    return [layer.split(" | ") for layer in rooms["layers"]]


def test_the_map_names_every_room_and_file() -> None:
    there = {path.stem for path in FOLDER.iterdir() if not path.name.startswith("_")}

    assert sorted(MAP) == sorted(there)


def test_the_map_is_in_the_order_of_the_layers() -> None:
    depths = {name: depth for depth, layer in enumerate(layers()) for name in layer}

    assert [depths[name] for name in MAP] == sorted(depths.values())
