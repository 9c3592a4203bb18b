"""The contract that keeps generated modules on the seam names everything behind it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def contract() -> dict[str, Any]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    return next(one for one in contracts if one["name"].startswith("Generated modules"))


def test_all_of_ours_but_the_seam_is_forbidden_to_generated_modules() -> None:
    parts = {path.stem for path in (ROOT / "src/tavola").iterdir() if path.suffix in ("", ".py")}
    behind = parts - {"__init__", "__main__", "__pycache__", "py", "runtime"}
    assert set(contract()["forbidden_modules"]) >= {f"tavola.{name}" for name in behind}


def test_every_generated_module_of_the_systems_is_under_the_contract() -> None:
    generated = {
        path.relative_to(ROOT / "src").with_suffix("")
        for path in (ROOT / "src/tavola_systems").rglob("*models.py")
        if "tavola.runtime.require(" in path.read_text()
    }
    covered = {path for path in generated for one in contract()["source_modules"] if _is(path, one)}
    assert covered == generated


def _is(path: Path, pattern: str) -> bool:
    parts = pattern.split(".")
    pairs = zip(parts, path.parts, strict=False)
    return len(parts) == len(path.parts) and all(want in ("*", have) for want, have in pairs)
