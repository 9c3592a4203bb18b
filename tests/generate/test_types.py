"""What type checkers say of generated modules and of the code that uses them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tavola.design.load import load_design
from tavola.generate.module import generate_module

HERE = Path(__file__).parent
DESIGNS = HERE.parent / "design"
BLOG = HERE.parents[1] / "src/tavola_systems/blog/design.yaml"
DEPOT = HERE.parent / "table/designs/depot.yaml"
EXAMPLES = [DESIGNS / "dynamobao-models.yaml", *DESIGNS.glob("examples/*.yaml")]

Errors = Mapping[str, list[int]]
"""The lines with errors, by file."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every example as a module, one of them async too, and the code that uses the blog's."""
    made = tmp_path_factory.mktemp("typed")
    for path in EXAMPLES:
        _generate(path, made / f"{path.stem.replace('-', '_')}.py", is_async=False)
    _generate(DESIGNS / "examples/voting.yaml", made / "voting_async.py", is_async=True)
    _generate(BLOG, made / "blog_models.py", is_async=False)
    _generate(BLOG, made / "async_models.py", is_async=True)
    _generate(DEPOT, made / "depot_models.py", is_async=False)
    for name in ("right.py", "right_async.py", "wrong.py"):
        shutil.copy(HERE / f"typed/{name}.txt", made / name)
    return made


def _generate(path: Path, output: Path, *, is_async: bool) -> None:
    text = generate_module(
        load_design(path), source=path.name, output=output.name, is_async=is_async
    )
    output.write_text(text)


@pytest.fixture(scope="module")
def mypy_errors(folder: Path) -> Errors:
    """What mypy finds in the strict mode."""
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n")
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--output", "json"]
    files = sorted(path.name for path in folder.glob("*.py"))
    done = subprocess.run(
        [*command, "--cache-dir", str(HERE.parents[1] / ".mypy_cache/typed"), *files],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, list[int]] = {}
    for line in done.stdout.splitlines():
        error = json.loads(line)
        found.setdefault(error["file"], []).append(error["line"])
    return found


@pytest.fixture(scope="module")
def pyright_errors(folder: Path) -> Errors:
    """What pyright finds in the strict mode."""
    # The expressions of wrong.py are there to be looked at.
    settings = {"typeCheckingMode": "strict", "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, list[int]] = {}
    for error in json.loads(done.stdout)["generalDiagnostics"]:
        line = error["range"]["start"]["line"] + 1
        found.setdefault(Path(error["file"]).name, []).append(line)
    return found


def _marked() -> list[int]:
    lines = (HERE / "typed/wrong.py.txt").read_text().splitlines()
    return [number for number, line in enumerate(lines, 1) if "  # " in line]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_generated_modules_and_right_code_have_no_errors(
    checker: str, request: pytest.FixtureRequest
) -> None:
    errors: Errors = request.getfixturevalue(f"{checker}_errors")
    assert {file: lines for file, lines in errors.items() if file != "wrong.py"} == {}


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_every_mistake_is_found_and_nothing_else(
    checker: str, request: pytest.FixtureRequest
) -> None:
    errors: Errors = request.getfixturevalue(f"{checker}_errors")
    assert sorted(set(errors["wrong.py"])) == _marked()
