"""Maps lead somewhere: what documents and docstrings name is there, and nothing is left out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TAVOLA = ROOT / "src" / "tavola"
DOCUMENTS = ["ARCHITECTURE.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md", "docs/policy.md"]
# Packages whose docstring is a map of their rooms.
MAPPED = ["design", "engine", "operations", "operations/read", "operations/write"]
FILE = re.compile(r"(?<![\w<…])(?:[\w.]+/)*\w+\.(?:py|md|toml|txt)\b")
FOLDER = re.compile(r"`((?:\w+/)+)`")
SOURCES = [
    one.relative_to(ROOT).as_posix()
    for top in ("src", "tests", "docs", "tools", "changes", "packages", "benchmarks", "examples")
    for one in (ROOT / top).rglob("*")
    if "__pycache__" not in one.parts
] + [one.name for one in ROOT.iterdir()]


def is_there(name: str) -> bool:
    """Whether some file or folder of the project ends with that path."""
    return any(f"/{one}".endswith(f"/{name.rstrip('/')}") for one in SOURCES)


def named_in(text: str) -> set[str]:
    """The files and folders that a text names."""
    return {*FILE.findall(text), *FOLDER.findall(text)} - {"blog.yaml"}


def docstrings() -> dict[str, str]:
    """What opens each module of these packages, by its file."""
    opened = {
        path.relative_to(ROOT).as_posix(): ast.get_docstring(ast.parse(path.read_text())) or ""
        for package in MAPPED
        for path in sorted((TAVOLA / package).rglob("*.py"))
    }
    return {path: text for path, text in opened.items() if text}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(document: str) -> None:
    named = named_in((ROOT / document).read_text())

    assert [name for name in sorted(named) if not is_there(name)] == []


def test_every_file_that_a_docstring_of_a_mapped_package_names_is_there() -> None:
    named = {(path, name) for path, text in docstrings().items() for name in FILE.findall(text)}

    assert [one for one in sorted(named) if not is_there(one[1])] == []


@pytest.mark.parametrize("package", MAPPED)
def test_the_map_of_a_package_names_all_that_stands_in_it(package: str) -> None:
    folder = TAVOLA / package
    drawn = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
    stands = {
        f"{one.name}/" if one.is_dir() else one.stem
        for one in folder.iterdir()
        if not one.name.startswith("__")
    }

    assert [name for name in sorted(stands) if not re.search(rf"\b{name}(?!\w)", drawn)] == []


def test_a_name_that_is_nowhere_is_found() -> None:
    assert [is_there(name) for name in ("write/plans/plan.py", "engine/", "plan_b.py")] == [
        *(True, True, False)
    ]
