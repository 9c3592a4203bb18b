"""The tests that the page on testing shows are run, as a user would run them."""

from __future__ import annotations

import re
from pathlib import Path

from tavola.cli import main
from tests.examples.test_replace_moto import ROOT, run_pytest

PAGE = ROOT / "docs" / "how-to" / "testing.md"


def blocks(language: str) -> list[str]:
    fenced = rf"^```{language}\n(.*?)^```$"
    return re.findall(fenced, PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_tests_on_the_page_pass(tmp_path: Path) -> None:
    [design] = blocks("yaml")
    [suite] = [block for block in blocks("python") if "def test_" in block]
    (tmp_path / "jobs.yaml").write_text(design, "utf-8")
    (tmp_path / "test_jobs.py").write_text(suite, "utf-8")
    main(["generate", str(tmp_path / "jobs.yaml"), "-o", str(tmp_path / "jobs_models.py")])

    assert run_pytest(tmp_path).startswith("2 passed")
