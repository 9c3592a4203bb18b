"""What the guides say of the project is so: layers, files, commands, imports."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.generate.export import EXPORTERS

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "tavola").rglob("*.py"))
GUIDES = [ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "RELEASING.md")]
PAGES = [*GUIDES, *sorted((ROOT / "docs").rglob("*.md"))]
PLACES = (ROOT, ROOT / "src" / "tavola", ROOT / "src", ROOT / "docs", ROOT / "tests")
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|md|toml|lock|txt)))`")


def layers() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    found: list[str] = next(one["layers"] for one in contracts if one["containers"] == ["tavola"])
    return [one for one in found if one != "__main__"]


def test_the_layers_of_the_guide_are_those_that_are_enforced() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text()
    shown = guide.partition("## The layers")[2].partition("```\n")[2].partition("```")[0]

    assert shown.splitlines() == ["tavola_systems", *layers()]


def test_the_architecture_has_a_row_for_each_layer() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text().partition("## Layers")[2].partition("\n## ")[0]
    rows = [re.findall(r"`(\w+)`", line.split("|")[1]) for line in page.splitlines()[6:] if line]

    expected = sorted(name for layer in layers() for name in layer.split(" | "))
    assert sorted(name for row in rows for name in row) == sorted(["tavola_systems", *expected])


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_that_a_page_names_is_there(page: Path) -> None:
    named = {name for name in PATH.findall(page.read_text()) if "/" in name.rstrip("/")}

    missing = [name for name in named if not any((one / name).exists() for one in PLACES)]
    assert sorted(missing) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_command_of_make_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"\bmake ([a-z-]+)`", page.read_text()))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))

    assert named - targets == set()


def members_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Name what each class of a module has: methods, fields, and what is set on `self`."""
    for one in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for part in ast.walk(one):
            match part:
                case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                    yield one.name, name
                case ast.AnnAssign(target=ast.Name(name)):
                    yield one.name, name
                case ast.Attribute(ast.Name("self"), name, ast.Store()):
                    yield one.name, name
                case _:
                    pass


def test_a_method_that_a_guide_or_a_decision_names_is_there() -> None:
    members = {pair for path in SOURCES for pair in members_of(ast.parse(path.read_text()))}
    classes = {name for name, _ in members}
    pages = [*GUIDES, *sorted((ROOT / "docs" / "adr").glob("*.md"))]
    found = re.findall(r"`([A-Z]\w+)\.(\w+)[`(]", "".join(page.read_text() for page in pages))
    named = {pair for pair in found if pair[0] in classes}

    assert {("Table", "run"), ("AsyncTable", "run")} <= named
    assert named - members == set()


def test_the_formats_of_exports_are_those_that_the_page_names() -> None:
    page = (ROOT / "docs" / "dynamodb.md").read_text()
    named = re.findall(r"`tavola export --format ([a-z|-]+) DESIGN`", page)

    assert [formats.split("|") for formats in named] == [[*EXPORTERS]]


def imported_by(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize(
    ("library", "place"),
    [
        ("apsw", "engine/storage/sqlite.py"),
        ("botocore", "stores/http/credentials.py"),
        ("yaml", "design/reading/yaml_tree.py"),
    ],
)
def test_a_library_is_imported_where_the_guide_says(library: str, place: str) -> None:
    where = [path for path in SOURCES if library in imported_by(path)]

    assert where == [ROOT / "src" / "tavola" / place]
    assert f"`{place}` only" in (ROOT / "CONTRIBUTING.md").read_text()
