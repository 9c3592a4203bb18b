"""The modules that these tests use are what `tavola generate` writes today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.cli import main

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("design", "module", "flags"),
    [
        ("board", "board", ()),
        ("club", "club", ()),
        ("club", "async_club", ("--async",)),
        ("flat", "flat", ()),
        ("forms", "forms", ()),
        ("spread", "spread", ()),
        ("library", "library", ()),
        ("chain", "chain", ()),
        ("offices", "offices", ()),
        ("orders", "orders", ()),
        ("dynamobao-models", "dynamobao_models", ()),
    ],
)
def test_a_generated_module_is_up_to_date(
    monkeypatch: pytest.MonkeyPatch, design: str, module: str, flags: tuple[str, ...]
) -> None:
    monkeypatch.chdir(HERE)
    arguments = ("generate", f"designs/{design}.yaml", "-o", f"generated/{module}.py")

    code = main([*arguments, *flags, "--check"])

    assert code == 0
