"""`tavola init`: what it makes runs, twice, and is typed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tavola.cli.init import examples_folder
from tavola.design.load import check_design
from tests.cli.conftest import Words


@pytest.mark.parametrize("name", ["shop", "corner_store"])
def test_what_is_made_runs(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    # As in a clone, whose settings ask for what other environments do not have.
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
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


@pytest.mark.parametrize("example", sorted(path.stem for path in examples_folder().glob("*.yaml")))
def test_a_shipped_design_is_one_to_begin_with(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tavola("init", f"my_{example}", "--example", example)[0] == 0
    folder = tmp_path / f"my_{example}"
    assert check_design(folder / f"my_{example}.yaml") == []
    for words in (
        ["program.py"],
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"],
    ):
        ended = subprocess.run(
            [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr


def test_an_example_that_is_not_shipped_is_refused_with_those_that_are(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, told = tavola("init", "--example", "nothing")
    assert (code, list(tmp_path.iterdir())) == (1, [])
    assert told.startswith("tavola init: --example nothing: there is no such design. There are ")


def test_nothing_is_written_over(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tavola("init", "shop")
    assert tavola("init", "shop") == (
        1,
        "",
        "tavola init: shop already exists. Choose another name.\n",
    )
    assert tavola("init", "My Shop")[0] == 1
