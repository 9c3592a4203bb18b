"""Designs, generated and imported, and stores for them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.design.load import load_design
from tavola.generate.module import generate_module
from tests.reference.endpoint import ACCESS_KEY, SECRET_KEY
from tests.table.conftest import home, homes, some

__all__ = ["home", "homes", "some"]

Generate = Callable[..., Any]

DESIGNS = Path(__file__).parent.parent / "design"
EXAMPLES = sorted(
    [DESIGNS / "dynamobao-models.yaml", *DESIGNS.glob("examples/*.yaml")], key=lambda one: one.name
)


@pytest.fixture
def generate(tmp_path: Path) -> Iterator[Generate]:
    """Generate a module from a design's text or file, and import it."""
    names: list[str] = []

    def make(design: str | Path, *, is_async: bool = False) -> Any:
        path = design if isinstance(design, Path) else tmp_path / "shop.yaml"
        if isinstance(design, str):
            path.write_text(design)
        name = f"generated_{len(names)}_{'async' if is_async else 'sync'}"
        text = generate_module(
            load_design(path), source=path.name, output=f"{name}.py", is_async=is_async
        )
        output = tmp_path / f"{name}.py"
        output.write_text(text)
        spec = importlib.util.spec_from_file_location(name, output)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        names.append(name)
        spec.loader.exec_module(module)
        return module

    yield make
    for name in names:
        del sys.modules[name]


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """What commands find in their environment."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)
