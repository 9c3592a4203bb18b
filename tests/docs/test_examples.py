"""Everything that README and docs show as Python or as a tavola command is executed."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import invalidate_caches
from pathlib import Path
from typing import Any

import pytest

from tavola.cli import main
from tavola.engine.actions import ACTIONS
from tavola.generate.reference import reference

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md")])
SYSTEMS = sorted(ROOT.glob("src/tavola_systems/*/README.md"))
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.yaml)\n")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page: its language, its text, and the line where it begins."""

    language: str
    text: str
    line: int


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for found in _BLOCK.finditer(text):
        yield Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)


def execute(page: Path, folder: Path) -> None:
    """Write the files that a page names, run its commands, and its Python in one namespace."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks_of(page):
        if block.language == "yaml" and (file := _FILE.match(block.text)):
            (folder / file[1]).write_text(block.text)
        elif block.language == "sh":
            run_commands(block.text)
        elif block.language == "python":
            invalidate_caches()
            # The line numbers of an error are the page's.
            code = compile("\n" * block.line + block.text, str(page), "exec")
            exec(code, names)


def run_commands(text: str) -> None:
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["tavola"]:
            assert main(words[1:]) == 0, line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own for a page, from which modules are imported and forgotten."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.mark.parametrize("page", [*PAGES, *SYSTEMS], ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path, folder: Path) -> None:
    execute(page, folder)


def test_the_reference_is_what_the_grammar_says() -> None:
    assert (ROOT / "docs/reference.md").read_text("utf-8") == reference()


def test_the_list_of_actions_is_complete() -> None:
    page = (ROOT / "docs/serve.md").read_text("utf-8")
    section = page.partition("## Actions\n")[2].partition("\nOthers")[0]
    assert sorted(re.findall(r"`(\w+)`", section)) == sorted(ACTIONS)


def test_every_link_between_pages_leads_somewhere() -> None:
    links = [
        (page, found[1])
        for page in [*PAGES, *SYSTEMS]
        for found in re.finditer(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    ]
    broken = [(page.name, link) for page, link in links if not (page.parent / link).exists()]
    assert broken == []
