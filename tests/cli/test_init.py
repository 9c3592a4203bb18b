"""`tavola init`: what it makes runs, twice, and is typed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tavola.design.load import check_design
from tests.cli.conftest import Words


@pytest.mark.parametrize("name", ["shop", "corner_store"])
def test_what_is_made_runs(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tavola("init", name)[0] == 0
    folder = tmp_path / name
    assert check_design(folder / f"{name}.yaml") == []
    for words in (
        ["program.py", f"{name}.db"],
        ["program.py", f"{name}.db"],
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"],
        ["-m", "mypy", "--strict", "program.py", f"{name}_models.py"],
    ):
        ended = subprocess.run(
            [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr


def test_nothing_is_written_over(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tavola("init", "shop")
    assert tavola("init", "shop") == (
        1,
        "",
        "tavola init: shop: is there already. Choose another name.\n",
    )
    assert tavola("init", "My Shop")[0] == 1
