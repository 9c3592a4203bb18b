"""What `make demo` installs is what the tests were run with."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def pinned(name: str) -> dict[str, str]:
    """The packages of a lock file, each with its version and hashes."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    text = re.sub(r"(?m)^ *#.*\n", "", text)
    blocks = re.split(r"(?m)^(?=[A-Za-z0-9])", text)
    return {re.split("[ =;]", block)[0]: block for block in blocks if block.strip()}


def test_the_systems_lock_is_a_part_of_the_whole() -> None:
    whole = pinned("dev.lock")
    assert {name: whole.get(name) for name in pinned("systems.lock")} == pinned("systems.lock")


def test_the_systems_lock_has_what_the_systems_need() -> None:
    with (ROOT / "packages" / "systems" / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["project"]["dependencies"]
    names = {re.split(r"[\[>=<;]", one)[0].lower() for one in needed} - {"tavola"}
    assert names <= set(pinned("systems.lock"))
