"""Whatever `check` accepts is a module that parses, imports, type-checks and opens a table."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path
from typing import Any

from hypothesis import Phase, given, settings

from tavola.design.schema import Design
from tavola.generate.module import generate_module
from tests.generate.hostile_designs import accepted, hostile_designs, hostile_keys

HERE = Path(__file__).parent


def imported(text: str) -> types.ModuleType:
    module = types.ModuleType("hostile_models")
    sys.modules["hostile_models"] = module
    try:
        exec(compile(text, "hostile_models.py", "exec"), module.__dict__)
    finally:
        del sys.modules["hostile_models"]
    return module


@given(hostile_keys())
def test_a_template_may_name_anything(document: dict[str, Any]) -> None:
    design = accepted(document)

    names = document["models"]["Thing"]["fields"]
    assert design is None or list(design.models["Thing"].fields) == list(names)


@given(hostile_designs())
@settings(max_examples=300)
def test_what_is_accepted_is_a_module_that_opens_a_table(document: dict[str, Any]) -> None:
    design = accepted(document)
    if design is None:
        return
    module = imported(generate_module(design, source="hostile.yaml", output="hostile_models.py"))
    getattr(module, design.name).open("memory:").store.close()
    awaiting = generate_module(
        design, source="hostile.yaml", output="hostile_models.py", is_async=True
    )
    imported(awaiting)


def test_what_is_accepted_type_checks(tmp_path: Path) -> None:
    found: list[Design] = []

    @given(hostile_designs())
    @settings(max_examples=200, phases=[Phase.generate], derandomize=True, database=None)
    def collect(document: dict[str, Any]) -> None:
        design = accepted(document)
        if design is not None:
            found.append(design)

    collect()
    # The largest have the most names to meet each other.
    found.sort(key=lambda one: -sum(len(model.fields) for model in one.models.values()))
    for number, design in enumerate(found[:15]):
        text = generate_module(design, source="x.yaml", output=f"hostile_{number}.py")
        (tmp_path / f"hostile_{number}.py").write_text(text)
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = True\n")
    cache = HERE.parents[1] / ".mypy_cache/typed"
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", str(cache)]
    done = subprocess.run(
        [*command, *sorted(path.name for path in tmp_path.glob("*.py"))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(found) >= 15
    assert (done.returncode, done.stdout.splitlines()[:20]) == (0, done.stdout.splitlines()[:1])
