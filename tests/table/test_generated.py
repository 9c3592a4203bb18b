"""The modules that these tests use are what `tavola generate` writes today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.cli import main

HERE = Path(__file__).parent


DESIGNS = sorted(path.stem for path in (HERE / "designs").glob("*.yaml"))
MODULES = [
    *((design, design.replace("-", "_"), ()) for design in DESIGNS),
    *((design, f"async_{design}", ("--async",)) for design in ("arcade", "club")),
]


@pytest.mark.parametrize(("design", "module", "flags"), MODULES)
def test_a_generated_module_is_up_to_date(
    monkeypatch: pytest.MonkeyPatch, design: str, module: str, flags: tuple[str, ...]
) -> None:
    monkeypatch.chdir(HERE)
    arguments = ("generate", f"designs/{design}.yaml", "-o", f"generated/{module}.py")

    code = main([*arguments, *flags, "--check"])

    assert code == 0
