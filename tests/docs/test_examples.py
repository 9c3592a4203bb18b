"""Everything that README and docs show as Python or as a tavola command is executed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import invalidate_caches
from io import StringIO
from pathlib import Path
from types import CodeType
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
    said = ""
    for block in blocks_of(page):
        if block.language == "yaml" and (file := _FILE.match(block.text)):
            (folder / file[1]).write_text(block.text)
        elif block.language == "sh":
            said = run_commands(block.text)
        elif block.language == "python":
            invalidate_caches()
            # The line numbers of an error are the page's.
            code = compile("\n" * block.line + block.text, str(page), "exec")
            said = run_python(code, names)
        elif block.language == "output":
            # What the block before it has printed.
            assert said == block.text, f"{page}:{block.line}"


def run_python(code: CodeType, names: dict[str, Any]) -> str:
    with redirect_stdout(StringIO()) as printed:
        exec(code, names)
    return printed.getvalue()


def run_commands(text: str) -> str:
    """Run what is ours of some lines; one ends with 0 unless its comment says `exit 1`."""
    with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
        for line in text.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["tavola"]:
                assert main(words[1:]) == (1 if line.endswith("# exit 1") else 0), line
    return printed.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own for a page, from which modules are imported and forgotten."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    # What a page sets itself is taken back with these.
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "any")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "any")
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.mark.parametrize("page", [*PAGES, *SYSTEMS], ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path, folder: Path) -> None:
    execute(page, folder)


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if "\ndef test_" in page.read_text("utf-8")],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_the_tests_of_a_page_pass(page: Path, folder: Path) -> None:
    execute(page, folder)
    code = "\n".join(block.text for block in blocks_of(page) if block.language == "python")
    (folder / "test_page.py").write_text(code, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_page.py"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_no_page_has_python_that_is_not_run() -> None:
    others = [*ROOT.glob("*.md"), *ROOT.glob("docs/adr/*.md"), *ROOT.glob("examples/*/*.md")]
    shown = {page for page in others if any(one.language == "python" for one in blocks_of(page))}
    assert shown - {*PAGES, *SYSTEMS} == set()


def test_a_block_is_run_or_of_a_language_that_is_not_ours() -> None:
    languages = {block.language for page in [*PAGES, *SYSTEMS] for block in blocks_of(page)}
    run, shown = (
        {"python", "sh", "yaml", "output"},
        {"console", "diff", "ini", "js", "nginx", "text"},
    )
    assert languages <= run | shown | {"toml", "json"}


def test_the_script_of_the_readme_can_be_run_again(folder: Path) -> None:
    execute(ROOT / "README.md", folder)
    execute(ROOT / "README.md", folder)
    assert (folder / "shop.db").exists()


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


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
